"""Lists of points, integers and custom parameter types in the window."""

import math
from dataclasses import dataclass, field

import numpy as np
import pytest

from playground.analysis.curve import axes
from playground.analysis.precision import steppable_axes
from playground.check.scene_checker import check
from playground.quiz.questions import sample_question
from playground.scene import (
    Answer,
    Capsule,
    Case,
    CornerHandle,
    DrawList,
    Outcome,
    Params,
    Polygon,
    Quiz,
    RimHandle,
    Role,
    Scene,
    Vec2,
    cases,
    integer,
    point,
    points,
    slider,
)
from playground.scene.parameter_types import Parameter
from playground.scene.serialization import to_json_values
from playground.scene.solution import draw_solution


class Colour(Parameter):
    """Parameter type that the window does not know."""

    def validate(self, name: str, value: object) -> object:
        return value


OUTLINE = ((-3.0, -2.0), (1.0, -2.0), (1.0, 1.0), (-1.0, -1.0))


@dataclass(frozen=True)
class Own(Params):
    outline: tuple[tuple[float, ...], ...] = points(
        *OUTLINE, min_count=3, max_count=5, label="Outline", help="The corners."
    )
    count: int = integer(3, 1, 9, label="Count", help="How many.")
    a: Vec2 = point(2.0, 2.0, label="A", handle=CornerHandle(("b",), radius="radius"))
    b: Vec2 = point(5.0, 3.0, label="B")
    radius: float = slider(0.5, 0.0, 2.0, label="r", handle=RimHandle("b"))
    tone: str = field(default="green", metadata={"spec": Colour(label="Tone")})


def draw(p: Own, r: object, out: DrawList) -> None:
    out.add(Polygon(p.outline, role=Role.OBSTACLE, fill=0.2))
    out.add(Capsule(p.a, p.b, p.radius, role=Role.MOVER, fill=0.2))


def lowest(p: Own) -> np.ndarray:
    return np.asarray(min(y for _, y in p.outline) + 0.0 * np.asarray(p.radius))


SCENE = Scene(
    id="own",
    title="Own parameters",
    params=Own,
    cases=cases(
        Case("Low", Own(), "The outline is below the capsule.", "Below"),
        Case("High", Own(a=(2.0, -4.0)), "It is above its end.", "Above"),
    ),
    solve=lowest,
    picture=draw,
    answer=Answer(
        (
            Outcome("Below", lambda p, r: r < p.a[1], True, Role.HIT),
            Outcome("Above", lambda p, r: r >= p.a[1], False, Role.MISS),
        )
    ),
    quiz=Quiz("Is the outline's lowest corner below A?"),
)


@pytest.fixture
def driver(window_of):
    return window_of(SCENE)


def drag_item(driver, label: str, dx: float) -> None:
    x, y = driver.item(label)
    driver.drag((x, y), (x + dx, y))


def retype(driver, label: str, text: str) -> None:
    from pyglet.window import key

    driver.double_click(*driver.item(label))
    driver.type(text)
    driver.key(key.ENTER)
    driver.settle()


def test_a_kind_that_the_window_does_not_know_does_it_no_harm(driver):
    assert driver.params == Own()
    driver.drag_grip("outline", 0, 10.0, 0.0)
    assert driver.params.outline[0] != OUTLINE[0]


def test_each_corner_is_dragged_on_the_canvas(driver):
    pixel = driver.controls.pixel_size()
    for index in range(4):
        x, y = driver.params.outline[index]
        driver.drag_grip("outline", index, 20.0, -10.0)
        moved = driver.params.outline[index]
        assert moved == pytest.approx((x + 20 * pixel, y + 10 * pixel), abs=1.5 * pixel)
    assert driver.params.a == Own().a


def test_each_point_has_a_row_of_numbers(driver):
    retype(driver, "number outline 2 1", "0.75")
    assert driver.params.outline == (*OUTLINE[:2], (1.0, 0.75), OUTLINE[3])
    drag_item(driver, "number outline 0 0", -50.0)
    assert driver.params.outline[0] == (pytest.approx(-4.0), -2.0)
    with pytest.raises(StopIteration):
        driver.item("number outline 4 0")


def test_points_are_added_and_left_out_within_the_limits(driver):
    driver.click_item("Add a point")
    assert driver.params.outline == (*OUTLINE, (-2.0, -1.5))
    with pytest.raises(StopIteration):
        driver.item("Add a point")  # five are the most
    driver.click_item("×##outline 1")
    driver.click_item("×##outline 0")
    assert driver.params.outline == (*OUTLINE[2:], (-2.0, -1.5))
    with pytest.raises(StopIteration):
        driver.item("×##outline")  # three are the least


def test_a_whole_number_steps_by_one(driver):
    drag_item(driver, "number count", 17.0)
    assert driver.params.count == 5
    assert isinstance(driver.params.count, int)
    drag_item(driver, "number count", -200.0)
    assert driver.params.count == 1
    x, y = driver.item("slider count")
    driver.click(x, y)
    assert driver.params.count == 5
    assert isinstance(driver.params.count, int)


def test_a_whole_number_is_typed_and_a_fraction_refused(driver):
    retype(driver, "number count", "8")
    assert driver.params.count == 8
    assert to_json_values(driver.params)["count"] == 8
    retype(driver, "number count", "2.5")
    assert driver.params.count == 8
    assert driver.session.notice == "Count must be a whole number"


def test_a_check_of_the_scene_passes_over_kinds_of_ones_own():
    assert not [f for f in check(SCENE).faults if "Colour" in f.text]


def test_counts_and_lists_of_points_are_no_axes():
    names = {axis.name for axis in axes(Own())}
    assert names == {"a", "b", "radius"}
    assert {axis.name for axis in steppable_axes(Own())} == names


@pytest.mark.slow
def test_a_question_varies_the_outline_and_leaves_other_kinds_alone():
    varied = set()
    shown = [
        draw_solution(SCENE, case.params).bounds() for case in SCENE.cases.values()
    ]
    size = max(math.dist(bounds.low, bounds.high) for bounds in shown)
    for number in range(1, 21):
        p = sample_question(SCENE, 0, number, 0).params
        assert (p.count, p.tone, len(p.outline)) == (3, "green", len(OUTLINE))
        varied.add(p.outline)
        # Points go up to a fifth of the picture's diagonal elsewhere, each way.
        assert np.abs(np.subtract(p.outline, OUTLINE)).max() <= 0.2 * size
    assert len(varied) > 10
