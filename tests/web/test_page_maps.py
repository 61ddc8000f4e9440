"""A page's map, cell by cell against the scene."""

from typing import Any

import numpy as np
import pytest

from playground.analysis.heat_map import MapKind
from playground.render.map_colors import rasterize_map
from playground.render.theme import THEMES, Theme
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.solution import solve_scene
from playground.session.saved_state import State, case_state
from playground.session.session import Session
from playground.session.view_options import MapChoice
from playground.web.serialize.colors import to_css_color
from playground.web.serialize.maps import compute_map_field, serialize_current_map
from scenes import CIRCLE_RECT as RECT
from scenes import SPHERE_LINE as SPHERE

SIZE = (200.0, 120.0)
NOWHERE = 255
CAMERA = Camera2D((0.5, -0.25), 12.0)


def told(state: State, camera: Camera2D | OrbitCamera = CAMERA) -> dict[str, Any]:
    session = Session((state.scene,))
    session.show(state)
    found = serialize_current_map(session, camera, SIZE)
    assert found is not None
    return found


def cells(told: dict[str, Any]) -> np.ndarray:
    """Return decoded cells, from the top row down."""
    runs = np.array(told["cells"]).reshape(-1, 2)
    columns, rows = told["size"]
    return np.repeat(runs[:, 0], runs[:, 1]).reshape(rows, columns)


def places(told: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """Return the world position of each cell's centre."""
    left, top, width, height = told["box"]
    columns, rows = told["size"]
    x = left + (np.arange(columns) + 0.5) * width / columns
    y = top - (np.arange(rows) + 0.5) * height / rows
    return tuple(np.broadcast_arrays(x[None, :], y[:, None]))  # type: ignore[return-value]


def seen(told: dict[str, Any], camera: Camera2D, size: tuple[float, float]) -> Any:
    """Return left, top, width and height of a map in pixels."""
    left, top, wide, tall = told["box"]
    place = Viewport(0.0, 0.0, *size)
    x, y = camera.to_screen((left, top), place).tolist()
    return x, y, wide * camera.scale, tall * camera.scale


def mapping(kind: MapKind, **more: Any) -> State:
    state = case_state(RECT)
    return State(RECT, state.params, map=kind, mapped=MapChoice(**more))


def answers(told: dict[str, Any]) -> Any:
    x, y = places(told)
    return solve_scene(RECT, type(RECT.initial_params())(center=(x, y)))  # type: ignore[call-arg]


def test_it_covers_what_is_seen() -> None:
    found = told(mapping(MapKind.REGIONS))
    left, top, width, height = seen(found, CAMERA, SIZE)
    for begin, whole, most in ((left, width, SIZE[0]), (top, height, SIZE[1])):
        assert -2.0 <= begin <= 2.0
        assert abs(begin + whole - most) <= 2.0
    columns, rows = found["size"]
    assert 1.0 < width / columns < 3.0
    assert width / columns == pytest.approx(height / rows, rel=0.02)
    assert width / columns == pytest.approx(found["cell"])


def test_each_cell_is_of_the_kind_that_it_has_there() -> None:
    found = told(mapping(MapKind.REGIONS))
    regions = answers(found).regions
    names = [name for name, *_ in found["legend"]]
    light = found["palette"]["light"]
    assert len(light) == len(regions.kinds)
    for name, place in found["legend"]:
        assert regions.kinds[place].name == name
    # Only what there is has a place in the legend.
    assert names == [regions.kinds[place].name for place in np.unique(cells(found))]
    assert len(names) > 2
    assert (cells(found) == regions.index).mean() > 0.98


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_map_has_the_windows_colours_in_every_theme(theme: Theme) -> None:
    session = Session((RECT,))
    session.show(mapping(MapKind.MISTAKES))
    camera, size = Camera2D((0.5, -0.25), 40.0), (520.0, 416.0)
    found = serialize_current_map(session, camera, size)
    field = compute_map_field(session, camera, size)
    assert found is not None
    assert field is not None
    of_window = rasterize_map(field).palette(theme)[0, : len(field.kinds)] / 255
    assert found["palette"][theme.name] == [*map(to_css_color, of_window.tolist())]
    # The ground of what names it is the page's.
    grounds = {p[theme.name] for n in found["names"] for p in n["prims"] if "fill" in p}
    assert to_css_color(theme.background) in grounds


def test_each_cell_has_the_value_that_it_has_there() -> None:
    found = told(mapping(MapKind.VALUES))
    name = found["caption"].removeprefix("Map: ")
    (row,) = [q for q in RECT.scene.answer.quantities if q.label == name]
    solution = answers(found)
    values = np.asarray(solution.value(row))
    low, *_, high = (float(text.replace("−", "-")) for text, *_ in found["legend"])
    shown = low + cells(found) / (NOWHERE - 1) * (high - low)
    inside = (low < values) & (values < high)
    step = (high - low) / NOWHERE
    # A value that is not quite in the cell's middle, and a shade more or less.
    assert np.abs(shown - values)[inside].max() < 0.2 + 2 * step
    assert len(found["legend"]) == 5


def test_mistakes_have_their_names_in_place() -> None:
    size, camera = (520.0, 416.0), Camera2D((0.5, -0.25), 40.0)
    session = Session((RECT,))
    session.show(mapping(MapKind.MISTAKES))
    found = serialize_current_map(session, camera, size)
    assert found is not None
    legend = {text.rsplit(" ", 2)[0] for text, *_ in found["legend"]}
    left, top, width, height = seen(found, camera, size)
    columns, rows = found["size"]
    for names in found["names"]:
        share = names["share"]
        titles = [word["text"] for word in names["words"] if word["bold"]]
        assert titles or share < 1
        assert set(titles) <= set(legend)
        boxes = [[side / 10 / share for side in box] for box in names["boxes"]]
        for at, (x, y, end, foot) in enumerate(boxes):
            assert 0 <= x < end <= size[0]
            assert 0 <= y < foot <= size[1]
            assert not any(
                x < right and low < end and y < below and above < foot
                for low, above, right, below in boxes[:at]
            )
        # A tag's leader ends on the colour of its border.
        edges = [p["light"] for p in names["prims"] if p["k"] == "closed" and "w" in p]
        ends = [p["n"] for p in names["prims"] if p["k"] == "ring" and "fill" in p]
        assert len(edges) == len(ends)
        for colour, (x, y, _) in zip(edges, ends, strict=True):
            column = int((x / 10 / share - left) / width * columns)
            row = int((y / 10 / share - top) / height * rows)
            kind = cells(found)[row, column]
            assert found["palette"]["light"][kind] == colour
    assert {names["share"] > 1 for names in found["names"]} == {True, False}
    assert told(mapping(MapKind.REGIONS))["names"] == []


def test_in_space_it_is_a_chart_of_its_own() -> None:
    camera = OrbitCamera((0.0, 0.0, 0.0), 10.0, 0.5, 0.5)
    found = told(State(SPHERE, SPHERE.initial_params(), map=MapKind.REGIONS), camera)
    assert found["box"] is None
    assert cells(found).shape == tuple(found["size"][::-1])
    assert all(150 <= count <= 250 for count in found["size"])


def test_without_a_map_there_is_none() -> None:
    session = Session((RECT,))
    assert serialize_current_map(session, CAMERA, SIZE) is None


def test_only_one_kind_is_shown_where_one_is_chosen_alone() -> None:
    state = mapping(MapKind.REGIONS)
    every = cells(told(state))
    names = [name for name, *_ in told(state)["legend"]]
    alone = cells(told(mapping(MapKind.REGIONS, alone=names[1])))
    assert set(alone.ravel()) == {1, NOWHERE}
    assert ((alone == 1) == (every == 1)).all()
