"""Picture of a step: positions and highlight keys."""

import math
from dataclasses import replace

import numpy as np
import pytest
from balls import asked, ended, hit, hit_case, keyed

import playground.scene as sc


def test_velocity_is_laid_out_as_its_parts() -> None:
    p = hit_case("Left side")
    ((first,), (second,)) = (keyed(p, f"toward_{axis}", sc.Arrow) for axis in "xy")
    assert tuple(first.tail) == p.center
    assert tuple(first.tip) == tuple(second.tail)
    assert tuple(second.tip) == pytest.approx((-2.3, -0.7))
    # The velocity's projection on the normal of the left side.
    (inward,) = keyed(p, "inward", sc.Arrow)
    along = np.subtract(inward.tip, inward.tail)
    assert along == pytest.approx(np.array((2.1, 0.0)))


def test_how_near_a_miss_comes_is_drawn() -> None:
    (line,) = keyed(hit_case("No overlap"), "closest", sc.Segment)
    # The way (-3.6, 1.2) + t (3.2, 1.6) is level with the corner (-1.8, 0.6) where
    # (t (3.2, 1.6) - (1.8, -0.6)) . (3.2, 1.6) = 0.
    t = (1.8 * 3.2 - 0.6 * 1.6) / (3.2**2 + 1.6**2)
    assert tuple(line.a) == pytest.approx((-1.8, 0.6))
    assert tuple(line.b) == pytest.approx((-3.6 + 3.2 * t, 1.2 + 1.6 * t))


@pytest.mark.parametrize("name", ["Upper left corner", "Upper right corner"])
def test_the_printed_rule_is_drawn_as_its_mirror(name: str) -> None:
    p = hit_case(name)
    (mirror,), (outward,) = (
        keyed(p, "mirror", sc.Segment),
        keyed(p, "diagonal", sc.Arrow),
    )
    x, y = np.subtract(mirror.b, mirror.a)
    assert x == pytest.approx(y)
    lies_across = np.dot((x, y), np.subtract(outward.tip, outward.tail))
    assert (abs(float(lies_across)) < 1e-12) == (name == "Upper left corner")
    printed = keyed(p, "printed", sc.Arrow)
    assert bool(printed) is (name == "Upper right corner")
    if printed:
        # The plain exchange of (-2.2, -1).
        sent = np.subtract(printed[0].tip, printed[0].tail)
        assert sent == pytest.approx(np.array((-1.0, -2.2)))


def test_touch_is_drawn_where_it_is() -> None:
    p = hit_case("Late, and at another face")
    (ring,), (dot,) = keyed(p, "touch", sc.Circle), keyed(p, "contact", sc.Dot)
    assert math.dist(ring.center, dot.at) == pytest.approx(ring.radius)
    assert tuple(dot.at) == pytest.approx((-1.8, 0.6))
    assert dot.marker == sc.Marker.DIAMOND
    (normal,) = keyed(p, "normal", sc.Arrow)
    assert tuple(normal.tail) == tuple(dot.at)
    x, y = np.subtract(ring.center, dot.at)
    nx, ny = np.subtract(normal.tip, dot.at)
    assert x * ny - y * nx == pytest.approx(0.0, abs=1e-12)


def test_the_turned_ball_is_drawn_where_the_bounce_sends_it() -> None:
    p = hit_case("Fast ball")
    (turned,) = keyed(p, "turned", sc.Circle)
    touch = (4.4 - 0.9 - 0.8) / 8.4
    assert tuple(turned.center) == pytest.approx((-1.7 - 8.4 * (1 - touch), 0.3))
    assert not keyed(replace(p, t=0.2), "turned")


def test_zones_are_drawn_around_the_block() -> None:
    records = asked(hit_case("Top side")).draw().limit_to_step(4).primitives
    zones = [r for r in records if r.key == "zones"]
    bands = [r for r in zones if isinstance(r, sc.Rect)]
    sectors = [r for r in zones if isinstance(r, sc.Arc)]
    lines = [r for r in zones if isinstance(r, sc.Segment)]
    assert len(bands) == len(sectors) == len(lines) == 4
    areas = {role: 0.0 for role in (sc.Role.SIDE_A, sc.Role.SIDE_B)}
    for band in bands:
        areas[band.role] += 4 * band.half_extents[0] * band.half_extents[1]
    assert areas == {
        sc.Role.SIDE_A: pytest.approx(2 * 4.8 * 0.9),
        sc.Role.SIDE_B: pytest.approx(2 * 2.4 * 0.9),
    }
    # The outer lines join the quarter discs to the block grown by the radius.
    ends = sorted((round(x, 9), round(y, 9)) for r in lines for x, y in (r.a, r.b))
    grown = [(x, y) for x in (-1.8, 3.0) for y in (-2.7, 1.5)]
    grown += [(x, y) for x in (-2.7, 3.9) for y in (-1.8, 0.6)]
    assert ends == sorted(grown)
    corners = {(round(x, 9), round(y, 9)) for x, y in (s.center for s in sectors)}
    assert corners == {(-1.8, -1.8), (3.0, -1.8), (3.0, 0.6), (-1.8, 0.6)}
    for sector in sectors:
        middle = sector.start + sector.sweep / 2
        outward = np.sign(np.subtract(sector.center, (0.6, -0.6)))
        leaning = np.sign((math.cos(middle), math.sin(middle)))
        assert leaning.tolist() == outward.tolist()


def test_the_live_zone_is_the_one_with_the_centre() -> None:
    for name, shape in (("Top side", sc.Rect), ("Graze", sc.Arc)):
        assert keyed(ended(name), "decision", shape)
    assert not keyed(hit_case("No overlap"), "decision")
    (band,) = keyed(ended("Top side"), "decision", sc.Rect)
    assert tuple(band.center) == pytest.approx((0.6, 0.6 + 0.45))


@pytest.mark.parametrize("name", ["Top side", "Left side", "Lower right corner"])
def test_what_is_folded_is_drawn_as_long_as_it_is(name: str) -> None:
    p = ended(name)
    folded = hit(p).reading.side_offset
    for axis, beyond in zip("xy", folded, strict=True):
        (line,) = keyed(p, f"fold_{axis}", sc.Segment)
        assert math.dist(line.a, line.b) == pytest.approx(abs(beyond))
