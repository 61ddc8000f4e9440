"""Both views against the answer."""

import math
from dataclasses import replace

import numpy as np
import pytest
from discs import NAMES, asked, case, exact, only, outside, trace, upright, views

from playground.collision import circle_rect
from playground.scene import Arrow, Circle, Dot, DrawList, Marker, Rect, Segment


def drawn_rect(view: DrawList) -> Rect:
    return only(view, "rectangle", Rect)


@pytest.mark.parametrize("name", NAMES)
def test_both_views_are_drawn_to_the_scale_of_the_answer(name: str) -> None:
    p, e = case(name), exact(name)
    world, frame = views(p)
    for view in (world, frame):
        x, y = only(view, "closest", Dot).at
        assert outside(drawn_rect(view), (x, y)) == pytest.approx(0.0, abs=1e-9)
    ways = [only(view, "distance", Segment) for view in (world, frame)]
    assert math.dist(ways[0].a, ways[0].b) == pytest.approx(
        math.dist(ways[1].a, ways[1].b)
    )
    grown = only(world, "expanded", Rect)
    assert outside(grown, p.center) == pytest.approx(float(e.distance), abs=1e-9)
    arrow = only(world, "normal", Arrow)
    along = np.subtract(arrow.tip, arrow.tail)
    assert tuple(along / np.hypot(*along)) == pytest.approx(tuple(e.normal))
    parts = [x for x in frame.primitives if x.key == "excess" and type(x) is Segment]
    over = np.abs(np.subtract(e.local_center, p.rect_center)) - p.half_extents
    drawn = [math.dist(x.a, x.b) for x in parts]
    assert drawn == pytest.approx(np.abs(over), abs=1e-12)
    assert [x.dashed for x in parts] == [bool(v < 0.0) for v in over]


@pytest.mark.parametrize(
    "name",
    [
        "Over a corner",
        "Anchor taken for a world point",
        "Quarter turn, article hits",
    ],
)
def test_the_article_is_drawn_hollow_where_it_tests(name: str) -> None:
    p = case(name)
    assert "article" not in {x.key for v in views(p) for x in v.primitives}
    out, t = asked(p).draw(np.float32), trace(p, np.float32)
    circle = only(out.views[0], "article", Circle)
    assert circle.dashed
    assert circle.center == tuple(t["xc, yc"])
    assert only(out.views[0], "article", Dot).marker is Marker.RING
    # The world shows the rectangle of that answer: as far from C as in the frame.
    meant = only(out, "article", Rect)
    assert meant.dashed
    there = circle_rect(t["xc, yc"], 0.0, *upright(t), 0.0)
    assert outside(meant, p.center) == pytest.approx(float(there.distance), abs=1e-6)


@pytest.mark.parametrize("y", [0.1, 1 / 3, -2 / 3])
def test_the_articles_circle_keeps_its_name_on_one_side(y: float) -> None:
    # On the middle's own height, whatever float32 makes of that.
    p = replace(case("Inside"), center=(3.5, y), rect_center=(0.0, y))
    sides = {
        x.toward
        for dtype in (np.float32, np.float64)
        for x in asked(p).draw(dtype).views[0].primitives
        if getattr(x, "text", "") == "article's circle"
    }
    assert sides == {(0.0, -1.0)}


def places(view: DrawList) -> list[tuple[float, float]]:
    """Return the rectangle, the disc and the segment between them."""
    way = only(view, "distance", Segment)
    box = drawn_rect(view)
    angle = float(box.angle)
    ahead = box.center[0] + math.cos(angle), box.center[1] + math.sin(angle)
    disc = next(r for r in view.primitives if isinstance(r, Circle) and not r.dashed)
    return [box.center, ahead, disc.center, way.a, way.b]


@pytest.mark.parametrize("name", NAMES)
def test_the_second_view_turns_from_the_world_into_the_frame(name: str) -> None:
    p = case(name)
    world, frame = views(p)
    before, after = places(world), places(frame)
    _, begun = views(replace(p, turned=0.0))
    np.testing.assert_allclose(places(begun), before, atol=1e-9)
    for turned in (0.25, 0.5, 0.9):
        _, view = views(replace(p, turned=turned))
        angle = -turned * p.angle
        cosine, sine = math.cos(angle), math.sin(angle)
        back = np.array([[cosine, -sine], [sine, cosine]])
        wanted = (np.array(before) - p.pivot) @ back.T + p.pivot
        np.testing.assert_allclose(places(view), wanted, atol=1e-9)
    assert drawn_rect(frame).angle == 0.0
    assert after[1][1] == after[0][1]
