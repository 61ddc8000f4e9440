import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from bare import measure
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import web
from playground.render import labels
from playground.render.labels import (
    LabelRequest,
    LabelStyle,
    find_occupied_boxes,
    has_moving_labels,
    place_labels,
)
from playground.render.solids import Solid, sample_solids
from playground.render.theme import DARK
from playground.render.view_composer import ViewComposer
from playground.render.viewport import PixelViewport
from playground.scene.camera import OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Label, Role, Sphere

VIEW = Viewport(40.0, 20.0, 600.0, 500.0)
NO_INK = np.empty((0, 2))
INK = (1.0, 1.0, 1.0, 1.0)
HALO = (0.0, 0.0, 0.0, 0.7)


def request(x, y, text="label", toward=(1.0, -1.0), gap=10.0):
    return LabelRequest(x, y, toward, gap, text, 15.0, INK, HALO)


def overlap(one, two):
    a, b = one.box, two.box
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


anchors = st.lists(
    st.tuples(st.floats(60, 620), st.floats(40, 500), st.floats(-3.1, 3.1)),
    min_size=1,
    max_size=12,
)


@given(anchors)
@settings(max_examples=examples(80))
def test_labels_stay_apart_and_inside(spots):
    requests = [
        request(x, y, f"name {i}", (float(np.cos(a)), float(np.sin(a))))
        for i, (x, y, a) in enumerate(spots)
    ]
    placed = place_labels(requests, NO_INK, VIEW, measure)
    assert [p.text for p in placed] == [r.text for r in requests]
    for i, one in enumerate(placed):
        left, top, right, bottom = one.box
        assert left >= VIEW.x
        assert top >= VIEW.y
        assert right <= VIEW.x + VIEW.width
        assert bottom <= VIEW.y + VIEW.height
        assert not any(overlap(one, two) for two in placed[:i])


def test_a_free_label_goes_where_it_is_asked_to():
    for angle in np.arange(16) * np.pi / 8:
        toward = float(np.cos(angle)), float(np.sin(angle))
        (text,) = place_labels(
            [request(300, 250, toward=toward)], NO_INK, VIEW, measure
        )
        middle = np.array([text.x + text.width / 2, text.y + text.height / 2])
        away = (middle - (300, 250)) @ toward
        assert away > 8
        assert text.background[3] == 0


def test_the_gap_is_kept():
    (text,) = place_labels(
        [request(300, 250, toward=(1, 0), gap=25)], NO_INK, VIEW, measure
    )
    assert text.x == pytest.approx(325)


def test_a_label_evades_a_line():
    x = np.linspace(200, 500, 100)
    ink = np.stack([x, np.full_like(x, 232.0)], axis=-1)
    (text,) = place_labels([request(300, 250)], ink, VIEW, measure)
    assert not (text.y - 1 < 232 < text.y + text.height + 1)


def test_a_label_with_no_room_gets_a_halo():
    x, y = np.meshgrid(np.arange(40, 640, 4.0), np.arange(20, 520, 4.0))
    ink = np.stack([x.ravel(), y.ravel()], axis=-1)
    (text,) = place_labels([request(300, 250)], ink, VIEW, measure)
    assert text.halo == HALO


def test_labels_of_unseen_anchors_are_left_out():
    requests = [request(10, 10), request(np.nan, 3.0), request(300, 900)]
    assert place_labels(requests, NO_INK, VIEW, measure) == []


def test_ink_outside_and_not_a_number_is_ignored():
    ink = np.array([[np.nan, 1.0], [1e9, -1e9], [-5.0, 2.0]])
    assert place_labels([request(300, 250)], ink, VIEW, measure)


def test_a_label_goes_over_lines_rather_than_over_a_label():
    x, y = np.meshgrid(np.arange(40.0, 640.0, 3.0), np.arange(20.0, 520.0, 3.0))
    full = np.stack([x.ravel(), y.ravel()], axis=-1)
    clear = np.hypot(*(full - (380.0, 230.0)).T) > 45.0
    placed = place_labels([request(340.0, 270.0)] * 12, full[clear], VIEW, measure)
    for i, one in enumerate(placed):
        assert not any(overlap(one, two) for two in placed[:i])


def ink_about(x, y, reach):
    across, down = np.meshgrid(
        np.arange(-reach, reach, 3.0), np.arange(-reach, reach, 3.0)
    )
    return np.stack([x + across.ravel(), y + down.ravel()], axis=-1)


def test_a_label_far_from_its_anchor_is_joined_to_it():
    (near,) = place_labels([request(300, 250)], NO_INK, VIEW, measure)
    assert near.leader is None
    (far,) = place_labels([request(300, 250)], ink_about(300, 250, 45), VIEW, measure)
    (x, y), end = far.leader
    left, top, right, bottom = far.box
    # It ends just before the text, and begins at the anchor, but for the gap.
    beside = max(left - end[0], end[0] - right, 0.0)
    above = max(top - end[1], end[1] - bottom, 0.0)
    assert 3.5 <= np.hypot(beside, above) <= 7.0
    assert 4.0 <= np.hypot(x - 300, y - 250) <= 10.0 + 1e-9
    assert np.hypot(end[0] - 300, end[1] - 250) > 20.0


def test_labels_keep_off_what_is_taken():
    taken = (310.0, 150.0, 500.0, 245.0)
    (free,) = place_labels([request(300, 250)], NO_INK, VIEW, measure)
    (moved,) = place_labels(
        [request(300, 250)], NO_INK, VIEW, measure, occupied_boxes=[taken]
    )
    left, top, right, bottom = free.box
    assert left < taken[2]
    assert right > taken[0]
    assert top < taken[3]
    left, top, right, bottom = moved.box
    assert left >= taken[2] or right <= taken[0] or top >= taken[3] or bottom <= 150.0


def test_a_label_stays_on_its_side_unless_that_costs_much():
    sides = {}
    x, y = np.meshgrid(np.arange(200.0, 400.0, 3.0), np.arange(160.0, 248.0, 3.0))
    above = np.stack([x.ravel(), y.ravel()], axis=-1)
    (first,) = place_labels([request(300, 250)], above, VIEW, measure, sides)
    assert first.y >= 240
    # Without ink and without a place before it goes where it is asked to.
    (alone,) = place_labels([request(300, 250)], NO_INK, VIEW, measure)
    assert alone.y + alone.height < 250
    (kept,) = place_labels([request(300, 250)], NO_INK, VIEW, measure, sides)
    assert (kept.x, kept.y) == pytest.approx((first.x, first.y), abs=12.0)
    below = above + np.array([0.0, 95.0])
    (moved,) = place_labels([request(300, 250)], below, VIEW, measure, sides)
    assert moved.y + moved.height < 255


def test_labels_keep_their_sides_whatever_lies_there():
    def requests(x, y, toward=(-1.0, 0.4)):
        return [
            replace(request(x + across, y, toward=toward), key=across)
            for across in (0.0, 120.0)
        ]

    def place(requests, ink):
        return place_labels(requests, ink, VIEW, measure, sides, keeps_sides=True)

    sides = {}
    before = place_labels(requests(300, 250), NO_INK, VIEW, measure, sides)
    # Where they are asked to be may turn, and they may be away for a while.
    assert place([], NO_INK) == []
    after = place(requests(340, 230, (1.0, -1.0)), ink_about(300, 250, 200.0))
    for one, other in zip(before, after, strict=True):
        assert (other.x - one.x, other.y - one.y) == pytest.approx((40.0, -20.0))
        # It can be read there.
        assert other.halo == HALO
    # One that was not there yet finds its place beside them.
    *same, new = place([*requests(340, 230), replace(request(340, 230), key=1)], NO_INK)
    assert [text.box for text in same] == [text.box for text in after]
    assert not any(overlap(new, text) for text in same)


def test_a_label_leaves_its_side_where_that_is_out_of_sight():
    sides = {}
    right = [request(500, 250, toward=(1.0, 0.0))]
    (before,) = place_labels(right, NO_INK, VIEW, measure, sides)
    assert before.x > 500
    ways = []
    for x in (560, 600, 620, 636, 620, 600, 560):
        moved = [replace(right[0], x=x)]
        (text,) = place_labels(moved, NO_INK, VIEW, measure, sides, keeps_sides=True)
        assert text.x + text.width <= VIEW.x + VIEW.width
        ways.append(text.x > x)
    # Once, and not back again.
    assert ways == sorted(ways, reverse=True)
    assert not ways[-1]


def test_a_label_moves_to_another_side_in_a_moment():
    def place(ink, elapsed_s):
        (text,) = place_labels(
            [request(300, 250)], ink, VIEW, measure, sides, elapsed_s=elapsed_s
        )
        return np.array([text.x, text.y])

    sides = {}
    start = place(NO_INK, 0.0)
    below = ink_about(*start, 60.0) + np.array([20.0, 0.0])
    ways = [place(below, 0.04) for _ in range(5)]
    assert has_moving_labels(sides) is False
    (text,) = place_labels([request(300, 250)], below, VIEW, measure)
    goal = np.array([text.x, text.y])
    assert np.hypot(*(goal - start)) > 20.0
    assert ways[-1] == pytest.approx(goal)
    left = [float(np.hypot(*(at - goal))) for at in (start, *ways[1:4])]
    assert np.diff(left) == pytest.approx([left[0] * -0.04 / 0.15] * 3)


def test_a_long_name_leaves_a_circle_that_it_does_not_fit_in():
    """It is read better outside, joined by a line, than across an outline."""
    way = np.linspace(0.0, 2.0 * np.pi, 200)
    rim = np.stack([300 + 40 * np.cos(way), 270 + 40 * np.sin(way)], axis=1)
    (name,) = place_labels(
        [request(300, 270, "depth 0.602", (1.0, 0.0))], rim, VIEW, measure
    )
    left, top, right, bottom = name.box
    x, y = rim.T
    assert not ((x > left) & (x < right) & (y > top) & (y < bottom)).any()
    assert name.leader is not None


def test_a_name_is_not_reached_across_another_text_while_there_is_room():
    """Above it all is taken, and on the lines below a place costs something."""
    text, lines = (230.0, 205.0, 370.0, 241.0), np.arange(243.0, 274.0, 6.0)
    grid = np.meshgrid(np.arange(230.0, 370.0, 5.0), lines)
    ink = np.stack(grid, axis=-1).reshape(-1, 2)
    up = [request(300, 250, "Q", (0.0, -1.0), 4.0)]
    (name,) = place_labels(up, ink, VIEW, measure, occupied_boxes=[text])
    assert name.y > text[3]


def test_names_in_a_row_do_not_read_as_one():
    # Each where it wants to be, they would stand 6 pixels apart: "d = 1 Q".
    spots = (200.0, "d = 1"), (228.5, "Q")
    row = [request(x, 200.0, text, (0.0, -1.0)) for x, text in spots]
    first, second = (text.box for text in place_labels(row, NO_INK, VIEW, measure))
    level = first[1] < second[3] and second[1] < first[3]
    assert not level or second[0] - first[2] >= 8.0


def test_a_name_on_a_large_ball_is_seen_to_lie_on_it():
    # 150 pixels wide to each side; the smallest name is about 12 by 16.
    ball = Solid((0.0, 0.0, -1.0), (0.0, 0.0, -1.0), 0.2, INK)
    ink = sample_solids([ball], 150.0 / np.tan(np.arcsin(0.2)))
    for x, y in ((0.0, 20.0), (-30.0, 10.0), (60.0, -60.0), (0.0, 120.0)):
        name = np.array([[x - 6.0, y - 8.0, x + 6.0, y + 8.0]])
        assert find_occupied_boxes(name, ink).all()


def test_a_page_places_labels_by_the_same_rules():
    """It has them in JavaScript, for a frame cannot wait for Python."""
    source = (Path(web.__file__).parent / "player/label_placement.js").read_text(
        "utf-8"
    )
    found = dict(re.findall(r"^const ([A-Z_]+) = (\S+|\[.*\]);$", source, re.MULTILINE))
    costs = re.search(r"PLACEMENT_COSTS = \{(.*?)\}", source, re.DOTALL)
    priced = dict(re.findall(r"(\w+): ([\d.]+)", costs[1]))
    assert {name: json.loads(value) for name, value in (found | priced).items()} == {
        "CELL_SIZE_PX": labels._CELL_SIZE_PX,
        "RING_DISTANCES_PX": list(labels._RING_DISTANCES_PX),
        "DIRECTION_COUNT": labels._DIRECTION_COUNT,
        "LABEL_MARGIN_X_PX": labels._LABEL_PADDING_X_PX,
        "LABEL_MARGIN_Y_PX": labels._LABEL_PADDING_Y_PX,
        "MIN_LABEL_GAP_PX": labels._LABEL_GAP_PX,
        "BORDER_MARGIN_PX": labels._VIEWPORT_MARGIN_PX,
        "MIN_LEADER_LENGTH_PX": labels._MAX_DISTANCE_WITHOUT_LEADER_PX,
        "LEADER_GAP_PX": labels._LEADER_GAP_PX,
        "LEADER_SAMPLE_SPACING_PX": labels._LEADER_BOX_SPACING_PX,
        "NEAR_BORDER_PX": labels._NEAR_BORDER_PX,
        "NEAR_BORDER_COST": labels._COST_NEAR_BORDER,
        "SIDE_CHANGE_MS": 1000 * labels._SIDE_CHANGE_S,
        "MAX_CANDIDATE_COUNT": labels._MAX_PLACEMENT_ATTEMPTS,
        "SAME_POSITION_TOLERANCE_PX": 0.01,
        "REST_DELAY_MS": 150,
        "overlap": labels._COST_OVERLAP,
        "outside": labels._COST_OUTSIDE,
        "ink": labels._COST_OCCUPIED,
        "full": labels._COST_FULLY_OCCUPIED,
        "turn": labels._COST_TURN,
        "crossed": labels._COST_CROSSED,
        "jump": labels._COST_SIDE_CHANGE,
        "shift": labels._COST_DISTANCE_CHANGE,
    }


@pytest.mark.parametrize(("opacity", "has_plate"), [(1.0, True), (0.3, False)])
def test_a_label_on_a_ball_is_legible(opacity: float, has_plate: bool) -> None:
    ball = Sphere((0.0, 0.0, 0.0), 40.0, role=Role.MOVER, alpha=opacity)
    label = Label((0.0, 0.0, 0.0), "article", toward=(1.0, 0.0, 0.0))
    place = Viewport(0.0, 0.0, 640.0, 480.0)
    camera = OrbitCamera((0.0, 0.0, 0.0), 100.0)
    frame = PixelViewport.from_viewport(place, (640, 480), 1.0)
    view = ViewComposer().compose_space(
        DrawList(primitives=[ball, label]),
        camera,
        frame,
        (),
        None,
        LabelStyle(measure, 15.0, None, DARK),
    )
    (text,) = (text for text in view.texts if text.text == "article")
    assert (text.background[3] > 0.0) is has_plate
