"""Layout of views: together they fill the canvas."""

from hypothesis import given
from hypothesis import strategies as st
from tiling import area, tiles

from playground.scene.camera import Viewport
from playground.session.view.figure_layout import split_canvas

sizes = st.tuples(st.integers(960, 8192), st.integers(600, 8192))


@given(sizes, st.integers(1, 4))
def test_views_fill_the_canvas(size: tuple[int, int], views: int) -> None:
    canvas = Viewport(216.0, 0.0, *size)
    parts = split_canvas(canvas, views)
    assert len(parts) == views
    assert tiles(parts, canvas)
    assert all(area(part) <= area(parts[0]) for part in parts)


def test_views_stand_side_by_side_or_one_above_the_other() -> None:
    wide = split_canvas(Viewport(10.0, 20.0, 800.0, 400.0), 2)
    assert [view.y for view in wide] == [20.0, 20.0]
    assert [view.height for view in wide] == [400.0, 400.0]
    tall = split_canvas(Viewport(10.0, 20.0, 400.0, 800.0), 2)
    assert [view.x for view in tall] == [10.0, 10.0]
    assert tall[1].y > tall[0].y
