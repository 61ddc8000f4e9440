"""Failing scenes: an exception in any part becomes a message."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import hypot
from typing import Any

import numpy as np
import pytest
from pyglet.window import key

from playground.analysis.heat_map import MapKind
from playground.scene import (
    Answer,
    Case,
    Circle,
    Decision,
    Derivation,
    Dot,
    DrawList,
    Listing,
    ListingComparison,
    Mistake,
    MistakeKind,
    Outcome,
    Params,
    PrecisionFormula,
    Quantity,
    Quiz,
    Role,
    Scene,
    Step,
    Target,
    Timeline,
    Vec2,
    cases,
    point,
    slider,
    time,
)
from playground.session.view_options import Page

pytestmark = pytest.mark.usefixtures("coarse")
SAID = "The scene failed: RuntimeError: nine"


@dataclass(frozen=True)
class Spot(Params):
    at: Vec2 = point(0.5, 0.0, label="At")
    size: float = slider(1.0, 0.0, 5.0, label="Size")
    t: float = time(0.0, 0.0, 2.0, view=True, label="Time")


def nearer(x: float, y: float) -> float:
    return hypot(x, y) - 0.1


class Toy:
    """Scene with every part, of which the named ones raise."""

    def __init__(self, *failing: str) -> None:
        self.failing = failing
        inside = Outcome(
            "In",
            self.part("when", self.inside),
            True,
            Role.HIT,
            self.part("sentence", _word),
        )
        outside = Outcome("Out", lambda p, r: True, False, Role.MISS)
        distance = Quantity(
            name="Distance",
            value=self.part("value", lambda p, r: r),
            threshold=self.part("threshold", lambda p: p.size),
            curve=True,
            map=True,
        )
        less = Mistake(
            MistakeKind("less"),
            self.part("mistake", lambda t: t.answer < t.truth),
            "Too little.",
            9,
        )
        self.scene = Scene(
            id="toy",
            title="Toy",
            params=Spot,
            cases=cases(
                Case("In", Spot(), "", "In"), Case("Out", Spot(size=0.25), "", "Out")
            ),
            solve=self.part("solve", self.solve),
            picture=self.part("picture", self.draw),
            sketch=self.part("sketch", lambda p, out: out.add(Dot(p.at))),
            answer=Answer((inside, outside), (distance,)),
            derivation=Derivation(
                self.part("steps", lambda p, r: [Step("One", "", "a")])
            ),
            listings=(
                Listing(
                    code=nearer,
                    arguments=lambda p: p.at,
                    answer=self.part("listing", lambda found: found.return_value()),
                    describe_answer=self.part("says", lambda t: f"{t.answer}"),
                    mistakes=(less,),
                    comparison=ListingComparison,
                    draw=self.part("listing's picture", lambda t, out: None),
                ),
            ),
            precision_formula=PrecisionFormula(
                "d <= r", self.part("lens", self.decide)
            ),
            quiz=Quiz(
                self.part("question", lambda p: "Inside?"),
                self.part("target", lambda p, r: Target("the place", p.at)),
            ),
            timeline=self.part("timeline", lambda p, r: Timeline("t", 0.0, 2.0, 4.0)),
        )

    def part(self, name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def done(*arguments: Any) -> Any:
            if name in self.failing:
                raise RuntimeError("nine")
            return work(*arguments)

        return done

    def solve(self, p: Spot) -> np.ndarray:
        return np.hypot(*p.at)

    @staticmethod
    def inside(p: Spot, r: np.ndarray) -> np.ndarray:
        return r <= p.size

    @staticmethod
    def draw(p: Spot, r: np.ndarray, out: DrawList) -> None:
        out.add(Circle((0.0, 0.0), p.size))
        out.add(Dot(p.at))
        out.add(Dot((p.at[0] + p.t, p.at[1] - p.size), first_step=1))

    @staticmethod
    def decide(p: Spot, number: type) -> Decision:
        x, y, r = (number(v) for v in (*p.at, p.size))
        return Decision(x * x + y * y <= r * r, x * x + y * y, r * r)


def _word(p: Spot, r: np.ndarray) -> str:
    return "It is inside."


SLOW_PARTS = "picture", "value", "steps", "listing", "mistake", "lens"
OTHER_PARTS = (
    *("when", "sentence", "threshold", "timeline", "says", "listing's picture"),
    "question",
)


def look_everywhere(driver) -> None:
    driver.resize(960, 600)
    for page in Page:
        driver.session.look(page=page, compare=True)
        driver.settle(2)
    for kind in MapKind:
        driver.session.look(page=Page.LAB, map=kind)
        driver.settle(2)
        driver.window.wait_for_map()
        driver.settle(2)
    driver.session.look(page=Page.EXPLORE, map=None)
    x, y = driver.controls.places[0].center
    driver.drag((x, y), (x + 30, y - 20))
    for symbol in (key.SPACE, key.PERIOD, key.HOME, key.RIGHT, key.G, key.R, key.F):
        driver.key(symbol)
    driver.session.advance(0.5)
    driver.settle()


def is_whole(driver) -> None:
    """Assert that nothing of the current scene is missing."""
    moment = driver.session.scene_view
    assert (moment.error, moment.verdict.text) == ("", "In")
    assert moment.picture.primitives
    assert moment.steps
    assert moment.timeline
    assert driver.session.scene_view.curve


@pytest.mark.parametrize(
    "part",
    [
        "solve",
        *(pytest.param(part, marks=pytest.mark.slow) for part in SLOW_PARTS),
    ],
)
def test_what_a_part_raises_is_shown_and_the_others_go_on(window_of, texts, part):
    whole = Toy().scene
    driver = window_of(Toy(part).scene, replace(whole, id="whole"))
    look_everywhere(driver)
    assert any(SAID in text for text in texts)
    driver.open("whole")
    texts.clear()
    for page in Page:
        driver.session.look(page=page)
        driver.settle(1)
    is_whole(driver)
    assert not any(SAID in text for text in texts)


def test_a_scene_of_which_everything_fails_is_a_message(window_of, texts):
    driver = window_of(Toy("solve", *SLOW_PARTS, *OTHER_PARTS, "sketch").scene)
    look_everywhere(driver)
    assert any(SAID in text for text in texts)


@pytest.mark.parametrize("part", ["target", "solve", "when"])
def test_questions_that_cannot_be_asked_are_a_notice(window_of, part):
    toy = Toy()
    driver = window_of(toy.scene)
    driver.click_item("Predict")
    toy.failing = (part,)
    driver.click_item("Start")
    assert driver.session.notice.startswith(SAID)
    assert driver.session.quiz is None
    toy.failing = ()
    driver.click_item("Start")
    assert driver.session.quiz is not None
    toy.failing = (part,)
    for symbol in (key.M, key.RETURN, key.N):
        driver.key(symbol)
    driver.click_item("Explore")
    toy.failing = ()
    driver.change(size=2.0)
    is_whole(driver)


def test_an_edge_that_cannot_be_looked_for_is_a_notice(window_of):
    toy = Toy()
    driver = window_of(toy.scene)
    driver.session.look(page=Page.LAB)
    driver.settle()
    toy.failing = ("lens",)
    driver.click_item("Find the edge")
    assert driver.session.notice.startswith(SAID)
