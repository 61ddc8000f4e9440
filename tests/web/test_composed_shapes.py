"""Shapes that a page composes of a plane's primitives, against the window's."""

import json
import math
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from playground.render import grid
from playground.render import shapes as drawn_shapes
from playground.render.labels import LabelStyle
from playground.render.svg import screen_shapes as svg_plane
from playground.render.text_layout import measure
from playground.render.theme import LIGHT, canvas_label_size
from playground.render.view_composer import ViewComposer
from playground.render.viewport import PixelViewport
from playground.scene.camera import Camera2D, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Primitive, Stroke
from playground.session.saved_state import State, case_state
from playground.session.session import Session
from playground.session.view import cameras
from playground.web.player_bundle import PLAYER_FOLDER, bundle_player
from playground.web.serialize.colors import to_css_color as code_of
from playground.web.serialize.drawing import serialize_view
from scenes import SCENES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

Array = Any
SIZE = (440.0, 400.0)
PLACE = Viewport(0.0, 0.0, *SIZE)
# Shapes lie so near to the window's, in px, wherever they are seen from.
NEAR = 0.2
# As it is told, from nearer than ever, from far off, and from beside it.
MOVES = [(1.0, 0.0), (12.0, 0.3), (0.1, 0.0), (2.0, 2.0)]


@pytest.fixture(scope="module")
def script(browser: "Browser") -> "Iterator[Page]":
    """Return a page with the player's drawing modules."""
    page = browser.new_page()
    page.evaluate(
        "(script) => { globalThis.drawing = new Function(script)(); }",
        "\n".join(
            [
                bundle_player(PLAYER_FOLDER, "plane_shapes"),
                bundle_player(PLAYER_FOLDER, "grid"),
                "return { composeShape, PlaneProjection, buildGridLines };",
            ]
        ),
    )
    yield page
    page.close()


@cache
def states() -> list[State]:
    """Return a few states of each scene."""
    found = []
    for scene in SCENES:
        names = list(scene.cases)
        found += [case_state(scene, name) for name in names[:: max(len(names) // 3, 1)]]
    return found


@cache
def told() -> list[tuple[DrawList, Camera2D, dict[str, Any], list[Primitive]]]:
    """Return views with their cameras, serialized forms and serialized primitives."""
    found = []
    for state in states():
        for view, camera in plane_views(state):
            records = [r for r in view.primitives if told_alone(r, camera)]
            found.append(
                (view, camera, serialize_view(view, (), camera, SIZE), records)
            )
    return found


def told_alone(record: Primitive, camera: Camera2D) -> Any:
    return serialize_view(DrawList(primitives=[record]), (), camera, SIZE)["prims"]


def plane_views(state: State) -> Iterator[tuple[DrawList, Camera2D]]:
    session = Session((state.scene,))
    session.show(state)
    study = session.scene_view
    views = study.picture_with(study.dtype).self_and_views
    for number, view in enumerate(views):
        camera = cameras.view_camera(session, [PLACE] * len(views), number)
        if isinstance(camera, Camera2D):
            yield view, camera


def drawn(
    view: DrawList, camera: Camera2D
) -> dict[int, list[drawn_shapes.ScreenShape]]:
    """Return the window's shapes of each primitive, by its id."""
    frame = PixelViewport.from_viewport(PLACE, (round(SIZE[0]), round(SIZE[1])), 1.0)
    words = LabelStyle(measure, canvas_label_size(SIZE[1]), None, LIGHT)
    composer = ViewComposer()
    plane = composer.compose_plane(view, camera, frame, (), None, words, None).plane
    found: dict[int, list[drawn_shapes.ScreenShape]] = {}
    for prim in svg_plane.to_screen_shapes(plane.buffer):
        found.setdefault(id(prim.primitive), []).append(prim)
    return found


def composed(script: "Page", told: dict[str, Any], camera: Camera2D) -> Any:
    """Return the page's shapes of each primitive."""
    return script.evaluate(
        """([view, camera, size]) => {
          const sight = new drawing.PlaneProjection(camera, size, 1);
          const first = (column) => [column ?? 0].flat()[0];
          return view.prims.map((prim) => drawing.composeShape(
            prim, prim.n.map(first), view.unit, sight, first(prim.w) / 10));
        }""",
        [json.loads(json.dumps(told)), [*camera.center, camera.scale], list(SIZE)],
    )


def round_points(
    x: float, y: float, a: float, b: float, turn: float, start: float, sweep: float
) -> Array:
    angle = start + np.linspace(0.0, 1.0, 361) * sweep
    u, v = a * np.cos(angle), b * np.sin(angle)
    cos, sin = math.cos(turn), math.sin(turn)
    return np.stack([x + u * cos - v * sin, y + u * sin + v * cos], axis=-1)


def pairs(points: Array, closed: bool = False) -> Array:
    """Return line segments through points, shape (n, 2, 2)."""
    if closed:
        points = np.concatenate([points, points[:1]])
    return np.stack([points[:-1], points[1:]], axis=1)


def pieces_of(prim: drawn_shapes.ScreenShape) -> Array:
    """Return the line segments of a shape of the window."""
    if isinstance(prim, drawn_shapes.ScreenPolyline):
        return pairs(prim.points[:, :2], prim.closed)
    if isinstance(prim, drawn_shapes.ScreenSegments):
        return prim.ends.reshape(-1, 2, 2)
    if isinstance(prim, drawn_shapes.Ring):
        around = prim.start, math.tau if prim.is_circle else prim.sweep
        r = prim.radius
        return pairs(round_points(*prim.center, r, r, 0.0, *around))
    if isinstance(prim, drawn_shapes.Oval):
        turned = prim.angle, 0.0, math.tau
        return pairs(round_points(*prim.center, *prim.radii, *turned))
    assert isinstance(prim, drawn_shapes.Area)
    return pairs(prim.points[:, :2], closed=True)


def pieces_in(shape: dict[str, Any]) -> Array:
    """Return the line segments of a shape of the page."""
    kind, n = shape["kind"], [float(x) for x in shape["n"]]
    if kind == "ring":
        return pairs(round_points(n[0], n[1], n[2], n[2], 0.0, 0.0, math.tau))
    if kind == "arc":
        return pairs(round_points(n[0], n[1], n[2], n[2], 0.0, n[3], n[4]))
    if kind == "ellipse":
        return pairs(round_points(n[0], n[1], n[2], n[3], n[4], 0.0, math.tau))
    if kind == "pieces":
        return np.array(n).reshape(-1, 2, 2)
    points = np.array(n[:4] if kind == "arrow" else n).reshape(-1, 2)
    return pairs(points, closed=kind == "closed")


def in_sight(pieces: list[Array]) -> tuple[Array, Array]:
    """Return the visible segments, and sampled visible points on them."""
    ends = np.concatenate(pieces) if pieces else np.empty((0, 2, 2))
    low, high = ends.min(axis=1), ends.max(axis=1)
    ends = ends[((low < np.array(SIZE) + 9.0) & (high > -9.0)).all(axis=1)]
    long = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
    count = np.clip(long / 5.0, 1, 300).astype(int)
    of = np.repeat(np.arange(len(ends)), count)
    share = (np.arange(len(of)) - np.repeat(np.cumsum(count) - count, count)) / count[
        of
    ]
    on = ends[of, 0] + share[:, None] * (ends[of, 1] - ends[of, 0])
    seen = ((on >= -5.0) & (on <= np.array(SIZE) + 5.0)).all(axis=1)
    return ends, on[seen]


def far(points: Array, pieces: Array) -> float:
    """Return the largest distance of a point from its nearest segment."""
    if not len(points):
        return 0.0
    if not len(pieces):
        return math.inf
    way = pieces[:, 1] - pieces[:, 0]
    size = np.maximum((way**2).sum(axis=1), 1e-12)
    most = 0.0
    for part in np.array_split(points, max(len(points) // 256, 1)):
        off = part[:, None] - pieces[None, :, 0]
        share = np.clip((off * way).sum(axis=2) / size, 0.0, 1.0)
        left = off - share[..., None] * way
        most = max(most, float(np.sqrt((left**2).sum(axis=2)).min(axis=1).max()))
    return most


def outlines(
    record: Primitive, prims: list[drawn_shapes.ScreenShape]
) -> list[drawn_shapes.ScreenShape]:
    """Return the shapes without fills, unless there are only fills."""
    lined = isinstance(record, Stroke) and record.width > 0.0
    inside = (drawn_shapes.Area, drawn_shapes.Oval)
    return [prim for prim in prims if not (lined and isinstance(prim, inside))]


def same(
    record: Primitive, own: list[drawn_shapes.ScreenShape], shapes: list[dict[str, Any]]
) -> None:
    """Assert that a primitive's shapes in page and window are equal."""
    marks = [p for p in own if isinstance(p, drawn_shapes.Mark)]
    spots = [s["n"] for s in shapes if s["kind"] == "mark"]
    if marks or spots:
        seen = [
            n for n in spots if -5 <= n[0] <= SIZE[0] + 5 and -5 <= n[1] <= SIZE[1] + 5
        ]
        wanted = [[*m.at, m.size] for m in marks]
        assert all(
            any(np.abs(np.subtract(n, w)).max() <= NEAR for w in wanted) for n in seen
        ), (record, seen, wanted)
        return
    lined = [
        s for s in shapes if s.get("widthRatio", 1) or not getattr(record, "width", 0)
    ]
    ours, on_ours = in_sight([pieces_in(shape) for shape in lined])
    theirs, on_theirs = in_sight([pieces_of(p) for p in outlines(record, own)])
    assert far(on_ours, theirs) <= NEAR, record
    assert far(on_theirs, ours) <= NEAR, record
    heads = [
        p.head for p in own if isinstance(p, drawn_shapes.ScreenPolyline) and p.head[0]
    ]
    sized = [s["n"][4:] for s in shapes if s["kind"] == "arrow"]
    assert np.allclose(sorted(heads), sorted(map(tuple, sized)), atol=NEAR)


@pytest.mark.parametrize(("by", "aside"), MOVES)
def test_shapes_are_the_windows_wherever_they_are_seen_from(
    script: "Page", by: float, aside: float
) -> None:
    for view, first, packed, records in told():
        x = first.center[0] + aside * SIZE[0] / first.scale / 2
        camera = Camera2D((x, first.center[1]), first.scale * by)
        own = drawn(view, camera)
        every = composed(script, packed, camera)
        assert len(every) == len(records)
        assert set(own) <= set(map(id, records))
        for record, shapes in zip(records, every, strict=True):
            same(record, own.get(id(record), []), shapes)


@pytest.mark.parametrize("scale", [0.0007, 3.0, 41.3, 47.0, 66.0, 5e6])
def test_the_grid_is_the_windows(script: "Page", scale: float) -> None:
    camera = Camera2D((0.3712345, -1.2145678), scale)
    frame = PixelViewport.from_viewport(PLACE, (round(SIZE[0]), round(SIZE[1])), 1.0)
    sheet = grid.compose_grid(camera, frame, LIGHT)
    own = {}
    for prim in svg_plane.to_screen_shapes(sheet):
        assert isinstance(prim, drawn_shapes.ScreenPolyline)
        (x, y), (u, _) = prim.points.tolist()
        axis = int(x != u)
        own[axis, round(y if axis else x, 1)] = prim.pen.colour
    found = script.evaluate(
        """([camera, size]) => drawing.buildGridLines(
            new drawing.PlaneProjection(camera, size, 1), 1)""",
        [[*camera.center, scale], list(SIZE)],
    )
    assert {(line["axis"], round(line["position"], 1)) for line in found} == set(own)
    for line in found:
        colour = own[line["axis"], round(line["position"], 1)]
        assert line["opacity"] == pytest.approx(colour[3], abs=0.01)
        if line.get("isAxis"):
            assert code_of(colour) == code_of(LIGHT.axis)
        else:
            ends = np.array([LIGHT.grid_minor[:3], LIGHT.grid_major[:3]])
            between = ends[0] + line["majorRatio"] * (ends[1] - ends[0])
            assert np.allclose(between, colour[:3], atol=0.01)
