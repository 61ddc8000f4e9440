import ctypes

import numpy as np
import pytest
from bare import measure
from PIL import Image

from playground.render.text_layout import TextStyle
from playground.render.theme import (
    DARK,
    LIGHT,
    contrast,
)
from playground.scene import Mesh
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Circle, Label, Role, Segment, Sphere


def draw(canvas, drawlist, camera, viewport, size, ratio=1.0, theme=DARK):
    return canvas.draw(
        drawlist,
        camera,
        viewport,
        framebuffer_size=size,
        pixel_ratio=ratio,
        theme=theme,
        measure=measure,
    )


@pytest.fixture
def target(gl):
    from playground.render.gl.framebuffer import Framebuffer

    target = Framebuffer(300, 200)
    target.bind()
    yield target
    target.delete()


CAMERAS = [Camera2D(), OrbitCamera()]
both = pytest.mark.parametrize("camera", CAMERAS, ids=["plane", "space"])


@both
def test_only_the_viewport_is_painted(canvas, target, camera):
    from pyglet import gl

    gl.glClearColor(1.0, 0.0, 1.0, 1.0)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    drawlist = DrawList(
        primitives=[
            Circle((0.0, 0.0), 50.0, fill=1.0),
            Sphere((0.0, 0.0, 0.0), 3.0),
            Segment((-99.0, 0.0, 0.0), (99.0, 0.0, 0.0)),
        ]
    )
    draw(canvas, drawlist, camera, Viewport(40.0, 30.0, 100.0, 80.0), (300, 200))
    pixels = target.read()
    untouched = (pixels == (255, 0, 255, 255)).all(axis=-1)
    assert not untouched[30:110, 40:140].any()
    untouched[30:110, 40:140] = True
    assert untouched.all()
    assert (pixels[..., 3] == 255).all()


@both
def test_the_state_is_put_back(canvas, target, camera):
    from pyglet import gl

    def state():
        integers = {}
        for name, count in (
            (gl.GL_VIEWPORT, 4),
            (gl.GL_SCISSOR_BOX, 4),
            (gl.GL_CURRENT_PROGRAM, 1),
            (gl.GL_VERTEX_ARRAY_BINDING, 1),
            (gl.GL_ARRAY_BUFFER_BINDING, 1),
            (gl.GL_BLEND_SRC_RGB, 1),
            (gl.GL_BLEND_DST_ALPHA, 1),
            (gl.GL_FRAMEBUFFER_BINDING, 1),
            (gl.GL_DEPTH_FUNC, 1),
            (gl.GL_DEPTH_WRITEMASK, 1),
        ):
            values = (ctypes.c_int * count)()
            gl.glGetIntegerv(name, values)
            integers[name] = tuple(values)
        flags = (gl.GL_BLEND, gl.GL_SCISSOR_TEST, gl.GL_DEPTH_TEST, gl.GL_CULL_FACE)
        return integers, [gl.glIsEnabled(flag) for flag in flags]

    gl.glViewport(1, 2, 30, 40)
    gl.glEnable(gl.GL_DEPTH_TEST)
    gl.glDisable(gl.GL_SCISSOR_TEST)
    before = state()
    face = Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
    records = [Sphere((0.0, 0.0, 0.0), 3.0), Circle((0.0, 0.0), 1.0), face]
    drawlist = DrawList(primitives=records)
    draw(canvas, drawlist, camera, Viewport(0.0, 0.0, 300.0, 200.0), (300, 200))
    assert state() == before
    assert gl.glGetError() == gl.GL_NO_ERROR
    gl.glDisable(gl.GL_DEPTH_TEST)


@both
def test_frames_have_the_same_bytes_and_allocate_nothing(canvas, target, camera):
    from pyglet import gl

    drawlist = DrawList(
        primitives=[Sphere((0.0, 1.0, 0.0), 1.0), Circle((0.0, 0.0), 1.0)]
    )
    view = Viewport(0.0, 0.0, 300.0, 200.0)
    draw(canvas, drawlist, camera, view, (300, 200))
    first_pixels = target.read()

    def next_names():
        buffer, array = gl.GLuint(), gl.GLuint()
        gl.glGenBuffers(1, buffer)
        gl.glGenVertexArrays(1, array)
        names = buffer.value, array.value
        gl.glDeleteBuffers(1, buffer)
        gl.glDeleteVertexArrays(1, array)
        return names

    first, second = next_names(), next_names()
    for _ in range(3):
        draw(canvas, drawlist, camera, view, (300, 200))
        assert np.array_equal(first_pixels, target.read())
    third = next_names()
    # Some drivers count up: then only the probe itself may have counted.
    assert np.subtract(third, second).tolist() == np.subtract(second, first).tolist()


def test_labels_come_back_as_legible_text(canvas, target):
    drawlist = DrawList(
        primitives=[
            Circle((0.0, 0.0), 1.0),
            Label((0.0, 0.0), "C", role=Role.OBSTACLE),
            Label((1.0, 0.0), "r = 1", role=Role.MOVER),
            Label((500.0, 0.0), "far away"),
        ]
    )
    view = Viewport(0.0, 0.0, 300.0, 200.0)
    for theme in (DARK, LIGHT):
        texts = draw(canvas, drawlist, Camera2D(), view, (300, 200), theme=theme)
        names = [text.text for text in texts]
        assert names.count("C") == names.count("r = 1") == 1
        assert "far away" not in names
        assert all(contrast(text.colour, theme.background) >= 4.5 for text in texts)


def test_labels_in_space_are_placed_and_the_axes_named(canvas, target):
    drawlist = DrawList(
        dimension=3,
        primitives=[
            Sphere((0.0, 0.0, 0.0), 1.0),
            Label((0.0, 0.0, 0.0), "S", toward=(0.0, 1.0, 0.0)),
            Label(tuple(OrbitCamera().eye * 2), "behind"),
        ],
    )
    view = Viewport(0.0, 0.0, 300.0, 250.0)
    texts = draw(canvas, drawlist, OrbitCamera(), view, (300, 200))
    assert sorted(text.text for text in texts) == ["S", "x", "y", "z"]


def test_a_picture_is_saved_as_it_is(tmp_path):
    from playground.gui.offscreen import write_png

    rng = np.random.default_rng(7)
    pixels = rng.integers(0, 256, (23, 31, 4), dtype=np.uint8)
    path = tmp_path / "picture.png"
    write_png(path, pixels)
    with Image.open(path) as image:
        assert image.mode == "RGBA"
        assert np.array_equal(np.asarray(image), pixels)


@both
def test_what_joins_a_label_to_its_anchor_is_dotted_and_quiet(canvas, target, camera):
    walls = [
        Segment((x, -1.2), (x, 1.2), role=Role.CONSTRUCTION, alpha=0.004)
        for x in np.arange(-1.2, 1.3, 0.08).tolist()
    ]
    if isinstance(camera, OrbitCamera):
        camera = camera.look_along("front")
        walls = [w.copy_with(a=(*w.a, 0.0), b=(*w.b, 0.0)) for w in walls]
    far = Label((0.0, 0.0, 0.0)[: len(walls[0].a)], "far", role=Role.HIT)
    drawlist = DrawList(dimension=len(walls[0].a), primitives=[*walls, far])
    view = Viewport(0.0, 0.0, 300.0, 200.0)
    texts = draw(canvas, drawlist, camera, view, (300, 200))
    (text,) = (text for text in texts if text.text == "far")
    assert text.leader
    pixels = target.read()[..., :3] / 255.0
    ends = np.array(text.leader)
    steps = round(float(np.hypot(*(ends[1] - ends[0]))))
    at = ends[0] + np.linspace(0.0, 1.0, steps)[:, None] * (ends[1] - ends[0])
    seen = np.array([pixels[int(y), int(x)] for x, y in at])
    strong = seen.sum(axis=1) > (seen.sum(axis=1).max() + seen.sum(axis=1).min()) / 2
    assert np.abs(np.diff(strong.astype(int))).sum() >= 5
    # It is grey, whatever the label's own colour is.
    ground, muted = np.array(DARK.background[:3]), np.array(DARK.text_muted[:3])
    assert np.abs(seen[seen.sum(axis=1).argmin()] - ground).max() < 0.1
    away = seen[seen.sum(axis=1).argmax()] - ground
    assert away.max() > 0.2
    assert (
        np.abs(away / away.max() - (muted - ground) / (muted - ground).max()).max()
        < 0.2
    )


def test_no_text_of_a_view_lies_on_its_heading(canvas, target):
    """The numbers of the upright axis run up the border, where the heading is."""
    viewport = Viewport(0.0, 0.0, 300.0, 200.0)
    camera = Camera2D(center=(1000.0, 1000.32), scale=50.0)
    heading = (12.0, 8.0, 12.0 + measure("World", 13.0)[0], 28.0)

    def over(caption: str) -> int:
        view = DrawList(caption=caption)
        texts = draw(canvas, view, camera, viewport, (300, 200))
        assert texts
        return sum(
            text.box[0] < heading[2] and heading[0] < text.box[2]
            and text.box[1] < heading[3] and heading[1] < text.box[3]
            for text in texts
            if text.style is not TextStyle.TITLE
        )  # fmt: skip

    assert over("") > 0
    assert over("World") == 0
