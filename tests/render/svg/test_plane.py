"""Views as lists of shapes, the same as on the window's canvas."""

import math
from itertools import chain

import numpy as np
import pytest
from bare import BARE, measure
from every import every_scene

from playground.render.magnifier import MagnifierState
from playground.render.shapes import (
    Area,
    Mark,
    Oval,
    Ring,
    ScreenPolyline,
    ScreenSegments,
    ScreenShape,
)
from playground.render.svg.screen_shapes import MagnifierShapes
from playground.render.svg.svg_writer import Figure, render_figure
from playground.render.theme import DARK
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import (
    Arc,
    Arrow,
    Capsule,
    Circle,
    Ellipse,
    Grid,
    Label,
    MagnifierTarget,
    Polygon,
    Polyline,
    Primitive,
    Rect,
    Segment,
    Sphere,
)
from playground.session.session import Session
from playground.session.view.animation import animate_primitives
from playground.session.view.pointer_controls import Controls

SIZE = (640.0, 480.0)
PLACE = Viewport(0.0, 0.0, *SIZE)
CAMERA = Camera2D((0.0, 0.0), 40.0)
SQUARE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
UNIT = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def figure(*records: Primitive, camera: Camera2D | OrbitCamera = CAMERA) -> Figure:
    dimension = 2 if isinstance(camera, Camera2D) else 3
    drawn = DrawList(dimension=dimension, primitives=list(records))
    return render_figure(drawn, camera, SIZE, BARE, measure)


def of(drawn: Figure, record: Primitive) -> list[ScreenShape]:
    return [prim for prim in drawn.shapes if prim.primitive is record]


def reach(prim: ScreenShape) -> float:
    """Return the distance of a shape's farthest point from the view's centre."""
    if isinstance(prim, ScreenPolyline | Area):
        points = prim.points[:, :2]
    elif isinstance(prim, ScreenSegments):
        points = prim.ends
    elif isinstance(prim, Ring | Oval):
        size = prim.radius if isinstance(prim, Ring) else max(prim.radii)
        return float(np.abs(np.subtract(prim.center, PLACE.center)).max()) - size
    elif isinstance(prim, Mark):
        points = np.array([prim.at])
    else:
        return 0.0
    return float(np.abs(points - PLACE.center).max())


@pytest.mark.parametrize("scale", [1e4, 1e9])
@pytest.mark.parametrize(
    "record",
    [
        Circle((0.0, 1.0), 1.0, fill=0.5),
        Arc((0.0, 1.0), 1.0, -2.0, 3.0, fill=0.5),
        Ellipse((0.0, 1.0), (2.0, 1.0), fill=0.5),
        Rect((1.0, 0.0), (1.0, 1.0), rounding=0.3, fill=0.5),
        Polygon(SQUARE, fill=0.5),
        Polyline(SQUARE, dashed=True),
        Arrow((-3.0, 0.0), (3.0, 0.0)),
        Capsule((0.0, 1.0), (1.0, 1.0), 1.0, fill=0.5),
        Grid(UNIT),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Primitive) else "",
)
def test_what_is_far_out_of_sight_is_cut_off(record, scale):
    drawn = of(figure(record, camera=Camera2D((0.0, 0.0), scale)), record)
    assert drawn
    assert all(reach(prim) < 1000.0 for prim in drawn)
    for prim in drawn:
        if isinstance(prim, Ring):
            assert prim.radius <= 4096.0


@pytest.mark.parametrize("angle", [0.0, 0.7, 2.0, math.pi])
def test_a_huge_circle_keeps_to_its_curve_wherever_it_is_seen(angle):
    radius = 1000.0
    center = -radius * math.cos(angle), -radius * math.sin(angle)
    circle = Circle(center, radius)
    (chain,) = of(figure(circle), circle)
    share = np.linspace(0.0, 1.0, 500)[:, None, None]
    on = chain.points[:-1] + share * np.diff(chain.points, axis=0)
    seen = ((on > 0.0) & (on < SIZE)).all(axis=-1)
    x, y = (on[seen] - PLACE.center).T / CAMERA.scale
    off = np.hypot(x - center[0], -y - center[1]) - radius
    assert seen.sum() > 500
    assert np.abs(off).max() * CAMERA.scale < 0.05


def test_dashes_stay_where_they_are_when_a_line_is_cut():
    near = Segment((-2.0, 0.0), (2.0, 0.0), dashed=True)
    far = Segment((-2000.0, 0.0), (2000.0, 0.0), dashed=True)
    period, _ = of(figure(near), near)[0].pen.dash
    (cut,) = of(figure(far), far)
    begin = PLACE.center[0] - 2000.0 * CAMERA.scale
    assert math.isclose(
        (cut.points[0, 0] - begin) % period, cut.phase % period, abs_tol=1e-6
    )


def seen(session: Session) -> list[tuple[DrawList, Figure]]:
    """Return the views of a session with their rendered figures."""
    controls = Controls(session)
    views = animate_primitives(session.scene_view).self_and_views
    controls.places = [PLACE] * len(views)
    return [
        (
            view,
            render_figure(
                view,
                controls.camera(index),
                SIZE,
                DARK,
                measure,
                overlay=controls.overlay() if index == 0 else (),
                magnifier_state=MagnifierState(),
            ),
        )
        for index, view in enumerate(views)
    ]


def opened(scene, case: str) -> Session:
    session = Session((scene,))
    session.choose_case(case)
    return session


@every_scene
def test_every_record_of_every_case_is_there(scene):
    both = chain.from_iterable(seen(opened(scene, name)) for name in scene.cases)
    for view, drawn in both:
        shown = {id(prim.primitive) for prim in drawn.shapes}
        said = {id(text.label) for text in drawn.texts}
        solids = sum(type(prim).__name__ == "SpaceBody" for prim in drawn.shapes)
        for record in view.primitives:
            if isinstance(record, Sphere) or (
                isinstance(record, Capsule) and view.dimension == 3
            ):
                solids -= record.radius > 0
            elif isinstance(record, Label):
                assert id(record) in said, record
            elif not isinstance(record, MagnifierTarget) and view.dimension == 2:
                assert id(record) in shown, record
        assert solids >= 0


@every_scene
def test_the_words_are_those_of_the_window_in_the_same_places(scene, canvas):
    from playground.render.gl.framebuffer import Framebuffer

    session = opened(scene, scene.first_case_name())
    controls, target = Controls(session), Framebuffer(int(SIZE[0]), int(SIZE[1]))
    target.bind()
    for index, (view, drawn) in enumerate(seen(session)):
        controls.places = [PLACE] * len(
            animate_primitives(session.scene_view).self_and_views
        )
        texts = canvas.draw(
            view,
            controls.camera(index),
            PLACE,
            framebuffer_size=(target.width, target.height),
            pixel_ratio=1.0,
            theme=DARK,
            overlay=controls.overlay() if index == 0 else (),
            measure=measure,
            magnifier_state=MagnifierState(),
        )
        assert tuple(texts) == drawn.texts
        assert texts
    target.delete()


def test_a_loupe_opens_in_a_figure_too():
    gap = MagnifierTarget((0.0, 0.0), (0.01, 0.0))
    circle = Circle((-1.0, 0.0), 1.0)
    drawn = DrawList(primitives=[circle, gap])
    shut = render_figure(drawn, CAMERA, SIZE, BARE, measure)
    lens = render_figure(
        drawn, CAMERA, SIZE, BARE, measure, magnifier_state=MagnifierState()
    )
    assert not [prim for prim in shut.shapes if isinstance(prim, MagnifierShapes)]
    (through,) = (prim for prim in lens.shapes if isinstance(prim, MagnifierShapes))
    assert [prim.primitive for prim in through.shapes] == [circle]


def test_a_line_goes_on_fainter_behind_a_ball():
    line = Segment((-2.0, 0.0, -2.0), (2.0, 0.0, -2.0))
    ball = Sphere((0.0, 0.0, 0.0), 1.0)
    camera = OrbitCamera((0.0, 0.0, 0.0), 10.0, yaw=0.0, pitch=0.0)
    plain = of(figure(line, camera=camera), line)
    parts = of(figure(ball, line, camera=camera), line)
    assert {prim.pen.colour[3] for prim in plain} == {1.0}
    assert [prim.pen.colour[3] for prim in parts] == [1.0, 0.25, 1.0]
    before = Segment((-2.0, 0.0, 2.0), (2.0, 0.0, 2.0))
    (whole,) = of(figure(ball, before, camera=camera), before)
    assert whole.pen.colour[3] == 1.0


def test_the_farther_ball_is_drawn_first():
    near, far = Sphere((0.0, 0.0, 2.0), 1.0), Sphere((0.0, 0.0, -2.0), 1.0)
    camera = OrbitCamera((0.0, 0.0, 0.0), 12.0, yaw=0.0, pitch=0.0)
    drawn = [p for p in figure(near, far, camera=camera).shapes if hasattr(p, "paints")]
    widths = [body.outline.radii[0] for body in drawn]
    assert widths == sorted(widths)
    assert len(widths) == 2


@pytest.mark.parametrize("z", [-2.0, 2.0])
def test_a_pane_is_drawn_before_the_ball_that_hides_it(z):
    pane = Polygon([(x, y, z) for x, y in SQUARE], fill=0.5, width=0.0)
    camera = OrbitCamera((0.0, 0.0, 0.0), 12.0, yaw=0.0, pitch=0.0)
    drawn = figure(Sphere((0.0, 0.0, 0.0), 1.0), pane, camera=camera)
    kinds = [type(prim).__name__ for prim in drawn.shapes][:2]
    assert kinds == (["Area", "SpaceBody"] if z < 0 else ["SpaceBody", "Area"])
