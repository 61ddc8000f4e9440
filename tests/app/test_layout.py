"""Where the panels lie: together they fill the window, and none covers another."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.app.panels.layout import Layout, arrange, split
from playground.scene.camera import Viewport

sizes = st.tuples(st.integers(960, 8192), st.integers(600, 8192))


def shown(layout: Layout) -> list[Viewport]:
    panels = (
        layout.sidebar,
        layout.canvas,
        layout.inspector,
        layout.curve,
        layout.transport,
    )
    return [panel for panel in panels if panel is not None]


def area(panel: Viewport) -> float:
    return panel.width * panel.height


def overlap(a: Viewport, b: Viewport) -> float:
    width = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
    height = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
    return max(width, 0.0) * max(height, 0.0)


def tiles(parts: list[Viewport], whole: Viewport) -> bool:
    """Return whether parts fill the whole and neither leave it nor overlap."""
    apart = all(overlap(a, b) < 1e-6 for a, b in combinations(parts, 2))
    within = all(overlap(part, whole) == pytest.approx(area(part)) for part in parts)
    return apart and within and sum(map(area, parts)) == pytest.approx(area(whole))


@given(sizes, st.booleans(), st.booleans())
def test_the_panels_fill_the_window(
    size: tuple[int, int], curve: bool, transport: bool
) -> None:
    layout = arrange(*size, curve=curve, transport=transport)
    assert tiles(shown(layout), Viewport(0.0, 0.0, *size))
    assert (layout.curve is not None) == curve
    assert (layout.transport is not None) == transport


@given(sizes, st.booleans(), st.booleans())
def test_the_canvas_keeps_the_most_room(
    size: tuple[int, int], curve: bool, transport: bool
) -> None:
    layout = arrange(*size, curve=curve, transport=transport)
    assert layout.canvas.width >= 400.0
    below = [part.height for part in (layout.curve, layout.transport) if part]
    assert layout.canvas.height >= 1.5 * sum(below)


def test_time_is_below_the_curve_and_the_curve_below_the_canvas() -> None:
    layout = arrange(1280.0, 800.0, curve=True, transport=True)
    assert layout.curve is not None
    assert layout.transport is not None
    assert layout.canvas.y == 0.0
    assert layout.canvas.y + layout.canvas.height == layout.curve.y
    assert layout.curve.y + layout.curve.height == layout.transport.y
    assert layout.transport.y + layout.transport.height == 800.0
    assert layout.sidebar.x < layout.canvas.x < layout.inspector.x


def test_a_window_of_no_size_has_a_canvas_still() -> None:
    layout = arrange(1.0, 1.0, curve=True, transport=True)
    assert layout.canvas.width >= 1.0
    assert layout.canvas.height >= 1.0


@given(sizes, st.integers(1, 4))
def test_views_fill_the_canvas(size: tuple[int, int], views: int) -> None:
    canvas = Viewport(216.0, 0.0, *size)
    parts = split(canvas, views)
    assert len(parts) == views
    assert tiles(parts, canvas)
    assert all(area(part) <= area(parts[0]) for part in parts)


def test_one_view_is_the_whole_canvas() -> None:
    canvas = Viewport(216.0, 0.0, 720.0, 584.0)
    assert split(canvas, 1) == [canvas]


def test_views_stand_side_by_side_or_one_above_the_other() -> None:
    wide = split(Viewport(10.0, 20.0, 800.0, 400.0), 2)
    assert [view.y for view in wide] == [20.0, 20.0]
    assert [view.height for view in wide] == [400.0, 400.0]
    tall = split(Viewport(10.0, 20.0, 400.0, 800.0), 2)
    assert [view.x for view in tall] == [10.0, 10.0]
    assert tall[1].y > tall[0].y
