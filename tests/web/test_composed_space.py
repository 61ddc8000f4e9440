"""Fills, arrows, meshes and shadows in space on a page, against the window's."""

import json
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from effort import on_diagonals
from numpy.typing import NDArray

from playground.render.space_painter import SpacePainter, collect_meshes
from playground.render.theme import DARK, LIGHT, PROJECTOR, Theme
from playground.scene.camera import OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import (
    Arrow,
    Disc,
    Mesh,
    Patch,
    Polygon,
    Primitive,
    Sphere,
)
from playground.web.lesson_page import serialize_space_settings
from playground.web.player_bundle import PLAYER_FOLDER, bundle_player
from playground.web.serialize import colors
from playground.web.serialize.drawing import serialize_view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

Array = NDArray[np.float64]
# The player's names that are asked for.
NAMES = "SpaceDrawList, PerspectiveView, WebglCanvas, drawSpace, shadedCorners"
WIDTH, HEIGHT = SIZE = 220, 200
# From afar, obliquely, and from so near that shapes pass the eye.
CAMERAS = [
    OrbitCamera((0.0, 0.0, 0.0), 9.0, 0.5, 0.4),
    OrbitCamera((0.3, 0.2, 0.1), 7.0, 2.4, -0.7),
    OrbitCamera((0.3, 0.5, 0.0), 0.5, 0.6, 0.35),
    OrbitCamera((0.0, 0.1, 0.0), 0.3, -1.1, 0.5),
]
SIGHTS = ["afar", "below", "near", "through"]
ARROWHEAD = [(-1.0, 0.0), (2.0, -2.0), (0.4, 0.0), (2.0, 2.0)]
COMB = [
    *((-2, -2), (2, -2), (2, 2), (1, 2), (1, -1)),
    *((0, -1), (0, 2), (-1, 2), (-1, -1), (-2, -1)),
]


def on_plane(
    outline: Sequence[tuple[float, float]],
) -> list[tuple[float, float, float]]:
    """Return points of a plane on a tilted one in space."""
    return [(x, 0.3 * x - 0.2 * y, y) for x, y in outline]


TETRAHEDRON = [(-1.5, -1.0, -1.0), (1.5, -1.0, -1.0), (0.0, -1.0, 1.6), (0.0, 1.4, 0.0)]
FLAT_SHAPES: dict[str, Primitive] = {
    "triangle": Polygon(on_plane([(-2, -2), (3, -1), (0, 3)]), fill=0.5),
    "arrowhead": Polygon(on_plane(ARROWHEAD), fill=0.5),
    "arrowhead-reversed": Polygon(on_plane(ARROWHEAD[::-1]), fill=0.5),
    "comb": Polygon(on_plane(COMB), fill=1.0),
    "disc": Disc((0.0, 0.1, 0.2), (0.2, 1.0, 0.1), 1.7),
    "patch": Patch((0.0, -0.2, 0.0), (40.0, 0.0, 0.0), (0.0, 0.0, 40.0)),
}


@pytest.fixture(scope="module")
def script(browser: "Browser") -> "Iterator[Page]":
    """Return a page with the player's modules of views in space."""
    page = browser.new_page()
    page.evaluate(
        """([settings, script]) => {
          const space = document.createElement("script");
          Object.assign(space, { type: "application/json", id: "space" });
          space.textContent = settings;
          document.head.append(space);
          globalThis.drawing = new Function(script)();
        }""",
        [
            serialize_space_settings(),
            f"{bundle_player(PLAYER_FOLDER, 'space')}\nreturn {{ {NAMES} }};",
        ],
    )
    yield page
    page.close()


def compose(
    script: "Page",
    camera: OrbitCamera,
    records: Sequence[Primitive],
    returned: str,
    theme: Theme = LIGHT,
) -> Any:
    """Return the value of a JavaScript expression about the page's draw list."""
    view = serialize_view(DrawList(primitives=list(records)), (), camera, SIZE)
    return script.evaluate(
        """([view, size, tones, named, theme, returned]) => {
          const drawState = {
            theme, colorNumbers: named, colour: (tone) => tones[theme][tone],
            highlightedKey: "", step: null, hiddenKeys: new Set(),
          };
          const eye = new drawing.PerspectiveView(view.camera, ...size, 0.1, size[1]);
          const list = new drawing.SpaceDrawList(eye, drawState);
          for (const prim of view.prims) list.add(prim, 0, 1);
          list.sort();
          return new Function("list", `return ${returned};`)(list);
        }""",
        [
            json.loads(json.dumps(view)),
            list(SIZE),
            colors.serialize_palettes(PROJECTOR),
            colors.index_ui_colors(),
            theme.name,
            returned,
        ],
    )


def paint(camera: OrbitCamera, records: Sequence[Primitive]) -> SpacePainter:
    """Return the window's painter after drawing the primitives."""
    viewport = Viewport(0.0, 0.0, *SIZE)
    space = SpacePainter.from_camera(
        camera, viewport, 1.0, (WIDTH / 2, HEIGHT / 2), LIGHT
    )
    space.draw(records)
    return space


PIXELS = (
    np.stack(np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT)), axis=-1).reshape(-1, 2)
    + 0.5
    - np.array(SIZE) / 2
)


def within(corners: Array) -> NDArray[np.bool_]:
    """Return the pixels whose centres are in a triangle `(3, 2)`, as a mask."""
    way = np.roll(corners, -1, axis=0) - corners
    off = PIXELS[:, None] - corners
    side = way[:, 0] * off[..., 1] - way[:, 1] * off[..., 0]
    return np.asarray((side > 0).all(axis=1) | (side < 0).all(axis=1))


def coverage(rows: Any, opacity: float) -> Array:
    """Return the opacity of each pixel where the shader draws rows of fills."""
    left = np.ones(len(PIXELS))
    for row in np.array(rows, dtype=np.float64).reshape(-1, 32):
        corners = row[[0, 1, 8, 9, 10, 11]].reshape(3, 2)
        inside = np.clip(0.5 - (PIXELS @ row[12:14] - row[14]), 0.0, 1.0)
        left *= 1.0 - opacity * inside * within(corners)
    return 1.0 - left


def wedges(rows: Any) -> Array:
    found = np.array(rows, dtype=np.float64).reshape(-1, 32)
    return found[found[:, 23] == 4]


# Each shape as a whole and as it passes the eye, and exhaustively from everywhere.
@on_diagonals(
    "name, camera", FLAT_SHAPES, dict(zip(SIGHTS, CAMERAS, strict=True)), apart=2
)
def test_a_fill_covers_what_it_covers_in_the_window(
    script: "Page", name: str, camera: OrbitCamera
) -> None:
    shape = FLAT_SHAPES[name]
    rows = wedges(compose(script, camera, [shape], "list.rows.map((one) => one.row)"))
    own = wedges(paint(camera, [shape]).buffer.instances)
    opacity = shape.fill  # type: ignore[attr-defined]
    page, window = coverage(rows, opacity), coverage(own, opacity)
    assert window.max() == pytest.approx(opacity, abs=0.01)
    # Where neither fades; a middle on a side of two triangles is in neither of them.
    plain = (window < 0.01) | (np.abs(window - opacity) < 0.01)
    assert plain.mean() > 0.8
    assert np.mean(np.abs(page - window)[plain] > 0.01) < 0.001
    if camera in CAMERAS[:2]:
        assert np.mean(np.abs(page - window) > 0.05 * opacity) < 0.003
    if len(rows):
        assert np.allclose(rows[0, 20:23], own[0, 20:23], rtol=1e-3, atol=1e-3)


def test_a_concave_fill_leaves_its_bay_open(script: "Page") -> None:
    camera = OrbitCamera((0.0, 0.0, 0.0), 9.0, 0.0, math.pi / 2)
    flat = Polygon([(x, 0.0, y) for x, y in ARROWHEAD], fill=1.0)
    rows = compose(script, camera, [flat], "list.rows.map((one) => one.row)")
    painted = coverage(wedges(rows), 1.0).reshape(HEIGHT, WIDTH)
    space = paint(camera, [])
    for at, covered in [((-0.5, 0, 0), 1.0), ((1.2, 0, 0), 0.0), ((1.5, 0, 1.5), 1.0)]:
        x, y = space.project(at) or (0.0, 0.0)
        assert painted[int(y + HEIGHT / 2), int(x + WIDTH / 2)] == covered


@pytest.mark.parametrize("camera", CAMERAS, ids=SIGHTS)
def test_a_mesh_that_passes_the_eye_is_cut_there(
    script: "Page", camera: OrbitCamera
) -> None:
    mesh = Mesh(TETRAHEDRON, [(0, 1, 2), (0, 1, 3), (1, 2, 3), (2, 0, 3)])
    numbers = compose(script, camera, [mesh], "[...drawing.shadedCorners(list)]")
    page = np.array(numbers).reshape(-1, 3, 12)[..., :2]
    own = collect_meshes(paint(camera, []), [mesh]).solid
    window = own.astype(np.float64).reshape(-1, 3, 12)[..., :2]
    drawn, wanted = (
        np.any([within(corners) for corners in each], axis=0) for each in (page, window)
    )
    assert wanted.any()
    assert np.mean(drawn != wanted) < 0.003


def test_an_arrow_from_behind_the_eye_has_its_head(script: "Page") -> None:
    camera = CAMERAS[2]
    arrow = Arrow(tuple(camera.eye + 3 * camera.axes[2]), (0.2, 0.4, 0.1))
    rows = np.array(compose(script, camera, [arrow], "list.rows.map((one) => one.row)"))
    own = paint(camera, [arrow]).buffer.instances
    assert own[:, 9].max() > 0
    assert rows[:, 9].max() == pytest.approx(own[:, 9].max(), rel=0.01)


@pytest.mark.parametrize("theme", [LIGHT, DARK, PROJECTOR], ids=lambda t: t.name)
def test_shadows_are_the_themes(script: "Page", theme: Theme) -> None:
    ball = Sphere((0.0, 1.0, 0.0), 1.0)
    told = compose(
        script,
        CAMERAS[0],
        [ball],
        """(() => {
          const screen = new drawing.WebglCanvas(() => {});
          drawing.drawSpace(screen, list);
          const { program } = screen.programs.shadow;
          const place = screen.gl.getUniformLocation(program, "u_shadow");
          return [...screen.gl.getUniform(program, place)];
        })()""",
        theme,
    )
    assert told == pytest.approx(theme.shadow, abs=0.5 / 255 + 1e-6)
