"""Both views against the answer, and handles against their parameters."""

import math
from dataclasses import replace

import numpy as np
import pytest
from discs import NAMES, asked, case, exact, only, outside, trace, upright, views

from playground.collision import circle_rect
from playground.scene import Arrow, Circle, Dot, DrawList, Marker, Rect, Segment
from playground.scene.params import drag, list_handle_marks

PIXEL = 0.02


def drawn_rect(view: DrawList) -> Rect:
    return only(view, "rectangle", Rect)


@pytest.mark.parametrize("name", NAMES)
def test_the_closest_point_lies_on_the_drawn_rectangle(name: str) -> None:
    for view in views(case(name)):
        dot = only(view, "closest", Dot)
        at = float(dot.at[0]), float(dot.at[1])
        assert outside(drawn_rect(view), at) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_both_views_show_the_same_distances(name: str) -> None:
    ways = [only(view, "distance", Segment) for view in views(case(name))]
    world, frame = (math.dist(way.a, way.b) for way in ways)
    assert world == pytest.approx(frame)


@pytest.mark.parametrize("name", NAMES)
def test_the_centre_is_in_the_grown_rectangle_when_they_overlap(name: str) -> None:
    grown = only(views(case(name))[0], "expanded", Rect)
    apart = float(exact(name).distance)
    assert outside(grown, case(name).center) == pytest.approx(apart, abs=1e-9)


def test_the_second_view_is_upright_and_moves_along() -> None:
    p = case("Over a corner")
    _, frame = views(p)
    assert drawn_rect(frame).angle == 0.0
    before = only(frame, "circle", Circle)
    after = only(views(replace(p, angle=p.angle + 0.3))[1], "circle", Circle)
    # Seen from the rectangle, the circle turns the other way about the pivot.
    turned = np.subtract(after.center, p.pivot)
    at = np.subtract(before.center, p.pivot)
    assert math.dist(turned, (0, 0)) == pytest.approx(math.dist(at, (0, 0)))
    cross, dot = at[0] * turned[1] - at[1] * turned[0], at @ turned
    assert math.atan2(cross, dot) == pytest.approx(-0.3)


def test_the_normal_is_drawn_along_the_normal() -> None:
    arrow = only(views(case("Over a corner"))[0], "normal", Arrow)
    along = np.subtract(arrow.tip, arrow.tail)
    normal = tuple(exact("Over a corner").normal)
    assert tuple(along / np.hypot(*along)) == pytest.approx(normal)


@pytest.mark.parametrize("name", NAMES)
def test_the_excess_is_drawn_to_scale(name: str) -> None:
    p, e = case(name), exact(name)
    parts = [
        x
        for x in views(p)[1].primitives
        if x.key == "excess" and isinstance(x, Segment)
    ]
    over = np.abs(np.subtract(e.local_center, p.rect_center)) - p.half_extents
    drawn = [math.dist(x.a, x.b) for x in parts]
    assert drawn == pytest.approx(np.abs(over), abs=1e-12)
    assert [x.dashed for x in parts] == [bool(v < 0.0) for v in over]


def test_the_article_is_drawn_hollow_in_both_views() -> None:
    p = case("Over a corner")
    assert "article" not in {x.key for v in views(p) for x in v.primitives}
    out = asked(p).draw(np.float32)
    circle = only(out.views[0], "article", Circle)
    assert circle.dashed
    assert circle.center == tuple(trace(p, np.float32)["xc, yc"])
    assert only(out.views[0], "article", Dot).marker is Marker.RING
    # The world shows the rectangle of that answer: as far from C as in the frame.
    meant = only(out, "article", Rect)
    assert meant.dashed
    there = circle_rect(
        circle.center, p.radius, p.rect_center, p.half_extents, 0.0
    ).distance
    apart = outside(meant, p.center) - p.radius
    assert apart == pytest.approx(float(there), abs=1e-6)


@pytest.mark.parametrize(
    "name", ["Anchor taken for a world point", "Quarter turn, article hits"]
)
def test_the_articles_rectangle_in_the_world_is_the_one_it_tests(name: str) -> None:
    p = case(name)
    t = trace(p, np.float32)
    meant = only(asked(p).draw(np.float32), "article", Rect)
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


def test_grips_do_what_they_are_called() -> None:
    p = case("Over a corner")
    assert drag(p, "center", 0, (1.0, 2.0)) == replace(p, center=(1.0, 2.0))
    assert drag(p, "radius", 0, (0.5, 4.4)).radius == pytest.approx(2.0)
    turned = drag(p, "angle", 0, (p.pivot[0], p.pivot[1] + 5.0))
    arm = math.atan2(0.25, 4.0)  # the grip is off the side's middle, P below K
    assert turned == replace(p, angle=pytest.approx(math.pi / 2 - arm))


def test_moving_the_rectangle_takes_the_pivot_along() -> None:
    p = case("Over a corner")
    (grip,) = [g for g in list_handle_marks(p, PIXEL) if g.name == "rect_center"]
    moved = drag(p, "rect_center", 0, (grip.at[0] + 1.0, grip.at[1] - 2.0))
    before, after = asked(p).result.corners, asked(moved).result.corners
    assert np.allclose(after, np.add(before, (1.0, -2.0)))
    assert moved.pivot == pytest.approx((p.pivot[0] + 1.0, p.pivot[1] - 2.0))


def test_moving_the_pivot_leaves_the_rectangle_where_it_is() -> None:
    p = case("Over a corner")
    moved = drag(p, "pivot", 0, (2.0, 1.0))
    assert moved.pivot == (2.0, 1.0)
    assert np.allclose(asked(moved).result.corners, asked(p).result.corners)


@pytest.mark.parametrize("index", range(8))
def test_corners_and_sides_follow_the_pointer(index: int) -> None:
    p = case("Over a corner")
    grip = [g for g in list_handle_marks(p, PIXEL) if g.name == "half_extents"][index]
    target = grip.at[0] + 0.2, grip.at[1] + 0.1
    moved = drag(p, "half_extents", index, target)
    after = [g for g in list_handle_marks(moved, PIXEL) if g.name == "half_extents"][
        index
    ]
    gap = math.dist(after.at, target)
    # A corner goes to the pointer, a side only across itself.
    assert gap == pytest.approx(0.0, abs=1e-9) if index < 4 else gap < 0.23
    corners = asked(moved).result.corners
    still = np.abs(corners - asked(p).result.corners).max(axis=1) < 1e-9
    assert still.sum() == (1 if index < 4 else 2)


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


def test_the_articles_circle_turns_with_the_frame() -> None:
    p = case("Over a corner")
    rings, boxes = [], []
    for turned in (0.0, 0.4, 1.0):
        view = asked(replace(p, turned=turned)).draw(np.float32).views[0]
        rings.append(only(view, "article", Dot).at)
        boxes.append(drawn_rect(view).center)
    apart = [math.dist(*ends) for ends in zip(rings, boxes, strict=True)]
    assert apart == pytest.approx([apart[0]] * 3)
    assert math.dist(rings[0], rings[2]) > 1.0


def test_a_prediction_shows_the_world_alone() -> None:
    world, frame = views(case("Over a corner"))
    assert world.limit_to_step(0).primitives
    assert not frame.limit_to_step(0).primitives
