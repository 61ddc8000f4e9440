"""Draw lists: primitives, those known at a step, and bounds."""

import cmath
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.scene import Dimension, Disc, Mesh, Patch
from playground.scene.draw_list import Bounds, DrawList
from playground.scene.handles import Vec
from playground.scene.primitives import (
    Arc,
    Arrow,
    Capsule,
    Circle,
    Dot,
    Ellipse,
    Grid,
    Label,
    Line,
    Polygon,
    Polyline,
    Primitive,
    Rect,
    RightAngle,
    Segment,
    Sphere,
)

IDENTITY = ((1, 0, 0), (0, 1, 0), (0, 0, 1))

coordinates = st.floats(-5.0, 5.0)
points = st.tuples(coordinates, coordinates)
lengths = st.floats(0.0, 3.0)
angles = st.floats(-7.0, 7.0)


def around(*records: Primitive, dimension: int = 2) -> Bounds | None:
    out = DrawList(dimension=dimension)
    out.add(*records)
    return out.bounds()


def box(*records: Primitive, dimension: int = 2) -> tuple[tuple[float, ...], ...]:
    found = around(*records, dimension=dimension)
    assert found is not None
    return found.low, found.high


def covers(bounds: Bounds | None, sample: list[complex]) -> bool:
    assert bounds is not None
    (left, bottom), (right, top) = bounds.low, bounds.high
    return all(
        left - 1e-9 <= z.real <= right + 1e-9 and bottom - 1e-9 <= z.imag <= top + 1e-9
        for z in sample
    )


def slack(bounds: Bounds | None, sample: list[complex]) -> float:
    """Return the excess of the bounds over those of a sample."""
    assert bounds is not None
    (left, bottom), (right, top) = bounds.low, bounds.high
    xs, ys = [z.real for z in sample], [z.imag for z in sample]
    return max(min(xs) - left, right - max(xs), min(ys) - bottom, top - max(ys))


def test_since_is_set_where_a_record_names_none() -> None:
    out = DrawList()
    out.add(Dot((0, 0)), Dot((1, 0), first_step=5), first_step=3)
    out.add(Dot((2, 0)))
    assert [record.first_step for record in out.primitives] == [3, 5, 0]
    assert [record.at for record in out.primitives] == [(0, 0), (1, 0), (2, 0)]


def test_records_are_put_below_the_others_in_their_order() -> None:
    out, first, second, third = DrawList(), *(Dot((float(i), 0.0)) for i in range(3))
    out.add(first)
    out.add_below(second, third, first_step=4)
    assert [record.at[0] for record in out.primitives] == [1.0, 2.0, 0.0]
    assert [record.first_step for record in out.primitives] == [4, 4, 0]
    with pytest.raises(TypeError, match="a Sphere cannot be drawn in 2 dimensions"):
        out.add_below(Sphere((0.0, 0.0, 0.0), 1.0))


def test_a_step_shows_what_is_known_by_then_in_every_view() -> None:
    out = DrawList("World", 3)
    for k in range(4):
        out.add(Dot((k, 0, 0), first_step=k))
    view = out.view("Beside")
    view.add(Dot((9, 9), first_step=2))
    for k in range(4):
        shown = out.limit_to_step(k)
        assert [record.at[0] for record in shown.primitives] == list(range(k + 1))
        assert len(shown.views[0].primitives) == (k >= 2)
        assert (shown.caption, shown.dimension) == ("World", 3)
        assert (shown.views[0].caption, shown.views[0].dimension) == ("Beside", 2)
    assert len(out.primitives) == 4


@pytest.mark.parametrize(
    "record",
    [Label((50, 50), "far"), Grid(IDENTITY), RightAngle((50, 50), (1, 0), (0, 1))],
)
def test_what_only_decorates_needs_no_room(record: Primitive) -> None:
    assert around(record) is None
    assert box(Dot((1, 2)), record) == ((1, 2), (1, 2))


@pytest.mark.parametrize(
    ("record", "low", "high"),
    [
        (Line((1, 2), (1, 1)), (1, 2), (1, 2)),
        (Segment((3, -1), (-2, 4)), (-2, -1), (3, 4)),
        (Arrow((3, -1), (-2, 4)), (-2, -1), (3, 4)),
        (Polyline([(3, -1), (0, 0), (-2, 4)]), (-2, -1), (3, 4)),
        (Polygon([(3, 4), (3, -1), (-2, 0)]), (-2, -1), (3, 4)),
        (Dimension((3, -1), (-2, 4), "d"), (-2, -1), (3, 4)),
        (Circle((1, 2), 3), (-2, -1), (4, 5)),
        (Sphere((1, 2, 3), 2), (-1, 0, 1), (3, 4, 5)),
        (Capsule((0, 0, 0), (4, -2, 1), 1), (-1, -3, -1), (5, 1, 2)),
        (Patch((1, 2, 3), (1, 0, -2), (0, 0.5, 1)), (0, 1.5, 0), (2, 2.5, 6)),
        (
            Mesh([(0, 0, 0), (4, -2, 1), (1, 1, 1)], [(0, 1, 2)]),
            *((0, -2, 0), (4, 1, 1)),
        ),
    ],
)
def test_a_shape_has_its_box(record: Primitive, low: Vec, high: Vec) -> None:
    assert box(record, dimension=len(low)) == (low, high)


def test_a_disc_has_the_box_of_its_rim() -> None:
    disc = Disc((1, 2, 3), (0, 3, 4), 5.0)
    low, high = box(disc, dimension=3)
    assert low == pytest.approx((-4, -2, 0))
    assert high == pytest.approx((6, 6, 6))
    rim = disc.rim(360)
    assert rim.min(axis=0) == pytest.approx(low, abs=0.01)
    assert rim.max(axis=0) == pytest.approx(high, abs=0.01)


@given(points, lengths, lengths, angles)
def test_an_ellipse_is_covered(
    at: tuple[float, float], rx: float, ry: float, angle: float
) -> None:
    turn, steps = cmath.exp(1j * angle), range(180)
    ring = [
        complex(*at) + turn * complex(rx * math.cos(a / 28), ry * math.sin(a / 28))
        for a in steps
    ]
    assert covers(around(Ellipse(at, (rx, ry), angle)), ring)


@given(points, lengths, lengths, angles, st.floats(0.0, 1.0))
def test_a_turned_and_rounded_rectangle_fits_its_box(
    at: tuple[float, float], w: float, h: float, angle: float, share: float
) -> None:
    rounding = share * min(w, h)
    turn = cmath.exp(1j * angle)
    # Rounded, it is all that lies within `rounding` of the smaller rectangle.
    inner = [
        complex(sx * (w - rounding), sy * (h - rounding))
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    rim = [rounding * cmath.exp(1j * a * math.tau / 360) for a in range(360)]
    outline = [complex(*at) + turn * z + reach for z in inner for reach in rim]
    found = around(Rect(at, (w, h), angle, rounding))
    assert covers(found, outline)
    assert slack(found, outline) <= 1e-4 * rounding + 1e-9


@given(points, lengths, angles, st.floats(-6.2, 6.2), st.booleans())
def test_an_arc_fits_its_box(
    at: tuple[float, float], radius: float, start: float, sweep: float, filled: bool
) -> None:
    arc = Arc(at, radius, start, sweep, fill=0.5 if filled else 0.0)
    steps = 2000
    sample = [
        complex(*at) + radius * cmath.exp(1j * (start + sweep * i / steps))
        for i in range(steps + 1)
    ]
    sample += [complex(*at)] if filled else []
    assert covers(around(arc), sample)
    assert slack(around(arc), sample) <= 1e-5 * radius + 1e-9


@pytest.mark.parametrize("sweep", [1e12, -1e12, 7.0])
def test_an_arc_round_and_round_has_the_box_of_its_circle(sweep: float) -> None:
    low, high = box(Arc((1.0, 2.0), 3.0, 0.4, sweep))
    assert low == pytest.approx((-2.0, -1.0))
    assert high == pytest.approx((4.0, 5.0))


def test_views_have_boxes_of_their_own() -> None:
    out = DrawList()
    out.add(Dot((0, 0)))
    out.view("Beside").add(Dot((9, 9)))
    assert out.bounds() == Bounds((0, 0), (0, 0))
    assert out.views[0].bounds() == Bounds((9, 9), (9, 9))


def test_records_are_left_out_by_key_in_every_view() -> None:
    out = DrawList(caption="A")
    out.add(Dot((0, 0), key="a"), Dot((1, 0), key="b"), Dot((2, 0)))
    out.view("B").add(Dot((3, 0), key="b"))
    left = out.remove_keys(("b", "c"))
    assert [record.at for record in left.primitives] == [(0, 0), (2, 0)]
    assert [view.primitives for view in left.views] == [[]]
    assert (left.caption, left.views[0].caption) == ("A", "B")
