"""Figures as SVG: well-formed, with texts as text, looking like the window's."""

import base64
import io
import re
from unicodedata import normalize
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import resvg_py
from bare import BARE, measure
from effort import each_value_once
from every import ENTRIES, any_scene, every_scene_at_length
from PIL import Image, ImageFilter
from states import walk

from playground.analysis.curve import Axis
from playground.analysis.heat_map import MapKind
from playground.gui.imgui_fonts import FONTS_FOLDER
from playground.render.svg.svg_writer import PlacedFigure, render_figure, write_svg
from playground.render.theme import DARK, ThemeName
from playground.scene.camera import Camera2D, OrbitCamera
from playground.scene.draw_list import DrawList
from playground.scene.primitives import (
    Arc,
    Arrow,
    Capsule,
    Circle,
    Dot,
    Ellipse,
    Label,
    Marker,
    Polygon,
    Polyline,
    Rect,
    Role,
    Segment,
    Sphere,
)
from playground.session import plot_controls
from playground.session.answer_pair import geometry_answer
from playground.session.session import Session
from playground.session.view.animation import animate_primitives
from playground.web.svg_figure import render_svg
from scenes import SCENES

NAME = "{http://www.w3.org/2000/svg}"
SIZE = (480, 360)
FACES = [str(FONTS_FOLDER / "Roboto" / f"Roboto-{w}.ttf") for w in ("Regular", "Bold")]
FACES.append(str(FONTS_FOLDER / "Inconsolata-Medium.ttf"))
FACES.append(str(FONTS_FOLDER / "latex" / "latinmodern-math.otf"))
STAR = [(0.0, 20.0), (5.0, 5.0), (20.0, 0.0), (5.0, -5.0), (0.0, -20.0), (-5.0, 0.0)]

Pixels = np.ndarray


def drawn(text: str) -> Pixels:
    """Return the pixels as in a browser, shape (height, width, 3)."""
    data = resvg_py.svg_to_bytes(
        svg_string=text, font_files=FACES, skip_system_fonts=True
    )
    return np.asarray(Image.open(io.BytesIO(bytes(data))).convert("RGB"))


def soft(pixels: Pixels) -> Pixels:
    """Return a blurred picture, as antialiasing differs between renderers."""
    image = Image.fromarray(np.ascontiguousarray(pixels[..., :3]))
    return np.asarray(image.filter(ImageFilter.BoxBlur(2))).astype(np.int16)


def apart(one: Pixels, two: Pixels, levels: int = 24) -> float:
    """Return the share of pixels in which two pictures differ by more than `levels`."""
    assert one.shape[:2] == two.shape[:2]
    return float((np.abs(soft(one) - soft(two)).max(axis=2) > levels).mean())


def opened(scene, **looks: object) -> Session:
    session = Session((scene,))
    session.look(**looks)
    return session


def read(text: str) -> str:
    """Return a text in plain letters."""
    return normalize("NFKC", text.replace("'", "′").replace("_", ""))


def texts(root: ET.Element) -> list[str]:
    return [read("".join(node.itertext())) for node in root.iter(f"{NAME}text")]


@every_scene_at_length
def test_each_case_is_well_formed_with_its_texts_as_text(scene):
    session = opened(scene)
    for name in scene.cases:
        session.choose_case(name)
        _assert_svg_is_well_formed(scene, session)


def _assert_svg_is_well_formed(scene, session):
    root = ET.fromstring(render_svg(session, ThemeName.DARK, (640, 480), 1.0))
    assert root.get("role") == "img"
    assert scene.title in root.findtext(f"{NAME}title")
    assert root.findtext(f"{NAME}desc").startswith(
        geometry_answer(session.scene_view).word
    )
    labels = {
        read(record.text)
        for view in animate_primitives(session.scene_view).self_and_views
        for record in view.primitives
        if isinstance(record, Label)
    }
    assert labels <= set(texts(root)), "a label is missing"
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))
    known = set(re.findall(r"url\(#([^)]*)\)", ET.tostring(root, "unicode")))
    assert known <= set(ids)


@any_scene
def test_any_state_is_well_formed_too(scene):
    def look(params):
        session = opened(scene)
        session.edit(params)
        text = render_svg(session, ThemeName.DARK, (320, 240), 1.0)
        ET.fromstring(text)
        assert not re.search(r"\b(nan|inf)\b", re.sub(r"<text.*|<desc.*", "", text))

    walk(scene.params, 20, look)


@each_value_once("scene, theme", ENTRIES, list(ThemeName))
def test_it_looks_like_the_window_s_own_figure(scene, theme, tmp_path, gl):
    from playground.gui.offscreen import save_picture

    save_picture(opened(scene), tmp_path / "a.png", SIZE, 1.0, theme, alone=True)
    ours = np.asarray(Image.open(tmp_path / "a.png"))
    theirs = drawn(render_svg(opened(scene), theme, SIZE, 1.0))
    # Of a view in space the light is only nearly the same.
    spacious = any(
        view.dimension == 3
        for view in animate_primitives(opened(scene).scene_view).self_and_views
    )
    assert apart(ours, theirs, 40) < (0.02 if spacious else 0.005)
    assert apart(ours, np.zeros_like(ours) + 128) > 0.5


@pytest.mark.slow
@each_value_once(
    "kind, scene, named", list(MapKind), SCENES[1:4:2], [False, False, True]
)
def test_so_does_a_map_with_its_legend(scene, kind, named, tmp_path, gl, monkeypatch):
    from playground.gui.offscreen import save_picture

    session = opened(scene, map=kind)
    if kind not in session.scene_view.maps or session.scene_view.question is None:
        return
    if not named:
        for module in ("playground.web.svg_figure", "playground.gui.map_controller"):
            monkeypatch.setattr(f"{module}.map_label_text", lambda *_: [])
    size = 640, 400
    save_picture(session, tmp_path / "a.png", size, 1.0, alone=True)
    text = render_svg(opened(scene, map=kind), ThemeName.DARK, size, 1.0)
    ours, theirs = np.asarray(Image.open(tmp_path / "a.png")), drawn(text)
    spacious = animate_primitives(session.scene_view).dimension == 3
    # In the window letters are whole pixels wide: a tag ends elsewhere, and where its
    # place is a near thing it is another one.
    flat = 0.05 if named else 0.01
    assert apart(ours, theirs, 40) < (0.05 if spacious else flat)
    assert "data:image/png;base64," in text


@pytest.mark.slow
def test_so_does_a_chart(tmp_path, gl):
    from playground.gui.offscreen import save_picture

    def charted():
        session = opened(SCENES[0], map=MapKind.VALUES)
        over = Axis("radius"), Axis("center", 1)
        plot_controls.set_map_choice(session, over=over)
        return session

    size = 640, 400
    save_picture(charted(), tmp_path / "a.png", size, 1.0, alone=True)
    ours = np.asarray(Image.open(tmp_path / "a.png"))
    theirs = drawn(render_svg(charted(), ThemeName.DARK, size, 1.0))
    assert apart(ours, theirs, 40) < 0.05
    assert apart(ours, np.zeros_like(ours) + 128) > 0.5


@pytest.mark.slow
@any_scene
def test_a_map_of_mistakes_is_drawn_where_there_are_none_too(scene):
    session = opened(scene, map=MapKind.MISTAKES)
    if session.scene_view.question:
        ET.fromstring(render_svg(session, ThemeName.LIGHT, (320, 240), 1.0))


@pytest.mark.slow
def test_a_map_of_values_in_space_has_its_contour_lines():
    session = opened(SCENES[3], map=MapKind.VALUES)
    plot_controls.set_map_choice(session, quantity="Least gap in the motion (m)")
    root = ET.fromstring(render_svg(session, ThemeName.DARK, (640, 400), 1.0))
    # Of the pictures in it the map is the one with most pixels.
    found = [image.get("href").partition(",")[2] for image in root.iter(f"{NAME}image")]
    read_in = (np.asarray(Image.open(io.BytesIO(base64.b64decode(x)))) for x in found)
    pixels = max(read_in, key=np.size).astype(np.int16)
    light, shown = pixels[..., :3].sum(axis=2), pixels[..., 3] > 0
    bent = np.abs(light[:, :-4] - 2 * light[:, 2:-2] + light[:, 4:]) > 30
    assert bent[shown[:, :-4] & shown[:, 4:]].mean() > 0.05


@pytest.mark.slow
def test_a_large_map_has_no_more_pixels_than_it_takes():
    root = ET.fromstring(
        render_svg(
            opened(SCENES[0], map=MapKind.REGIONS), ThemeName.DARK, (8000, 240), 1
        )
    )
    small = ET.fromstring(
        render_svg(opened(SCENES[0], map=MapKind.REGIONS), ThemeName.DARK, SIZE, 1)
    )
    for one in (root, small):
        (image,) = one.iter(f"{NAME}image")
        data = base64.b64decode(image.get("href").partition(",")[2])
        with Image.open(io.BytesIO(data)) as picture:
            assert picture.width * picture.height <= 6.1e6
            assert float(image.get("width")) / picture.width >= 0.5


GRID_NUMBER = re.compile(r"(<rect[^>]*/>\s*)?<text.*?</text>")


@pytest.mark.parametrize(
    "record",
    [
        Dot((0.0, 0.0), 20.0),
        *(Dot((0.0, 0.0), 20.0, marker) for marker in Marker),
        Segment((-30.0, -20.0), (30.0, 20.0), width=4.0),
        Segment((-30.0, -20.0), (30.0, 20.0), width=3.0, dashed=True),
        Arrow((-30.0, -20.0), (30.0, 20.0), width=4.0, alpha=0.5),
        Polyline(STAR, width=3.0, dashed=True),
        Polygon(STAR, width=2.0, fill=0.5),
        Circle((0.0, 0.0), 30.0, width=3.0, dashed=True, fill=0.3),
        Circle((0.0, 5000.0), 5000.0, width=3.0, fill=0.3),
        Arc((0.0, 0.0), 30.0, 0.5, 4.0, width=3.0, fill=0.5),
        Arc((0.0, 0.0), 30.0, 0.5, -1.0, width=3.0, dashed=True),
        Ellipse((0.0, 0.0), (40.0, 15.0), 0.5, fill=0.5),
        Rect((0.0, 0.0), (30.0, 15.0), 0.5, 5.0, fill=0.5),
        Capsule((-20.0, 0.0), (20.0, 10.0), 12.0, fill=0.5),
    ],
    ids=lambda record: type(record).__name__,
)
def test_each_record_looks_the_same(shoot, record):
    camera, size = Camera2D((0.0, 0.0), 1.0), (120, 100)
    figure = render_figure(DrawList(primitives=[record]), camera, size, BARE, measure)
    svg = write_svg([PlacedFigure(figure, (0.0, 0.0))], size, BARE, "", "")
    theirs = drawn(re.sub(GRID_NUMBER, "", svg))
    ours = shoot([record]) * 255
    assert apart(ours.astype(np.uint8), theirs) < 0.002
    assert abs(ours[..., 0].mean() - theirs[..., 0].mean()) < 1.0


@pytest.mark.parametrize("alpha", [1.0, 0.3])
@pytest.mark.parametrize(
    "solid",
    [
        Sphere((0.3, 0.0, 0.0), 1.5, role=Role.MOVER),
        Capsule((-1.0, -1.0, 0.0), (1.0, 1.0, 0.5), 0.7, role=Role.OBSTACLE),
    ],
    ids=["ball", "capsule"],
)
def test_solids_look_nearly_the_same(shoot, solid, alpha):
    camera = OrbitCamera((0.0, 0.0, 0.0), 10.0, yaw=0.3, pitch=0.4)
    record, size = solid.copy_with(alpha=alpha), (240, 200)
    drawing = DrawList(dimension=3, primitives=[record])
    figure = render_figure(drawing, camera, size, DARK, measure)
    theirs = drawn(write_svg([PlacedFigure(figure, (0.0, 0.0))], size, DARK, "", ""))
    ours = (shoot([record], camera, size, theme=DARK) * 255).astype(np.uint8)
    assert apart(ours, theirs, 40) < 0.03
    assert np.abs(soft(ours) - soft(theirs)).mean() < 4.0


def test_signs_and_japanese_survive():
    said = '球 <r> & "ρ²" ≥ √½ ′'
    label = Label((0.0, 0.0), said)
    camera = Camera2D((0.0, 0.0), 40.0)
    figure = render_figure(
        DrawList("見出し", primitives=[label]), camera, SIZE, DARK, measure
    )
    text = write_svg([PlacedFigure(figure, (0.0, 0.0))], SIZE, DARK, "<題>", "a & b")
    root = ET.fromstring(text.encode())
    assert {read(said), "見出し"} <= set(texts(root))
    assert root.findtext(f"{NAME}title") == "<題>"
    assert root.findtext(f"{NAME}desc") == "a & b"


def test_views_stand_beside_each_other_and_each_keeps_to_its_place():
    line = Segment((-1e4, 0.0), (1e4, 0.0), width=9.0)
    camera = Camera2D((0.0, 0.0), 1.0)
    full = render_figure(DrawList(primitives=[line]), camera, (60, 40), BARE, measure)
    empty = render_figure(DrawList(), camera, (60, 40), BARE, measure)
    placed = [PlacedFigure(empty, (0.0, 0.0)), PlacedFigure(full, (60.0, 0.0))]
    pixels = drawn(write_svg(placed, (120, 40), BARE, "", ""))
    assert pixels[20, :59].max() == 0
    assert pixels[20, 62:].min() == 255


def test_two_pictures_in_one_page_have_ids_of_their_own():
    ids = []
    for scene in SCENES:
        root = ET.fromstring(render_svg(opened(scene), ThemeName.DARK, SIZE, 1.0))
        ids += [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids))


def test_it_is_shown_as_large_as_is_said():
    root = ET.fromstring(render_svg(opened(SCENES[0]), ThemeName.DARK, (320, 240), 2.5))
    assert (root.get("width"), root.get("height")) == ("800", "600")
    assert root.get("viewBox") == "0 0 320 240"
