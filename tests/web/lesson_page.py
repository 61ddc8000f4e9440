"""A lesson's page in a real browser, and helpers to query it."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from io import BytesIO
from typing import Any
from unicodedata import normalize

from kept_pages import OpenPage
from PIL import Image, ImageChops

from playground.scene.math_text import format_number
from playground.session.answer_pair import geometry_answer
from playground.session.lesson.document import (
    Lesson,
    LessonQuestion,
    LessonTask,
    OutcomeCheck,
    Stop,
    read_shipped_lesson,
)
from playground.session.saved_state import case_state
from playground.session.view_model import SceneView
from playground.session.view_options import Page as Shown
from playground.web.lesson_page import render_lesson_page
from playground.web.precompute import SharedSamples, group_stops
from playground.web.serialize.sample_texts import format_handle_values
from scenes import SCENES

RAY, RECT, _, SPHERE, _ = SCENES
FIRST = case_state(RAY)
# The stops, by their places.
LOOK, ASK, TASK, STEPS, SPACE, MAP, CODE = range(7)
EACH = 80


@cache
def plan() -> Lesson:
    mapped = next(s for s in read_shipped_lesson(RECT, SCENES).stops if s.state.map)  # type: ignore[union-attr]
    question = LessonQuestion(
        "Does it hit?", ("It misses", "It hits"), 1, "It goes through."
    )
    return Lesson(
        "A lesson",
        (
            Stop(FIRST, "Look at the ray."),
            Stop(FIRST, "Think first.", question=question),
            Stop(
                FIRST,
                "Move it.",
                task=LessonTask("Make it miss.", (OutcomeCheck("Miss"),)),
            ),
            Stop(replace(FIRST, page=Shown.DERIVATION, step=2), "Step by step."),
            Stop(replace(case_state(SPHERE), compare=True), "A sphere flies."),
            mapped,
            Stop(
                replace(case_state(RAY, "Starts inside"), page=Shown.CODE),
                "Find the line.",
            ),
        ),
        "Somebody",
    )


@cache
def shared(number: int) -> SharedSamples:
    """Return the samples of a stop in Python."""
    group = next(group for group in group_stops(plan().stops) if number in group)
    return SharedSamples([plan().stops[i] for i in group], EACH)


@cache
def outside() -> tuple[float, float]:
    """Return the start of a missing ray that is farthest from all others."""
    places = [
        value or FIRST.params.origin for value in shared(LOOK).samples.handles[0].values
    ]

    def apart(place: tuple[float, float]) -> float:
        return min(math.dist(place, other) for other in places if other != place)

    def misses(place: tuple[float, float]) -> bool:
        verdict = SceneView(RAY, replace(FIRST.params, origin=place)).verdict
        return verdict is not None and verdict.text == "Miss"

    return max(filter(misses, places), key=apart)


@cache
def text() -> str:
    """Return the page as HTML."""
    return render_lesson_page(plan(), samples=EACH * len(group_stops(plan().stops)))


_MARKS = re.compile("[\ue010-\ue013](?:[^\ue01e\ue01f]*\ue01e)?([^\ue01f]*)\ue01f")


def begun_with(script: str) -> str:
    """Return the page with a script before its own, which its policy would refuse."""
    page = re.sub(r"script-src 'sha256-[^']*'", "script-src 'unsafe-inline'", text())
    return page.replace("<body>", f"<body><script>{script}</script>")


def read(text: str) -> str:
    """Return a text without marks, with symbols as plain letters."""
    plain = _MARKS.sub(r"\1", text).replace("'", "′").replace("_", "")
    return normalize("NFKC", plain)


@dataclass
class Visit(OpenPage):
    """An open page, with its console messages and requests."""

    page: Any
    heard: list[str]

    def told(self, css: str) -> str:
        return read(str(self.page.inner_text(css)))

    def turn(self, number: int) -> None:
        self.run("number => player.open(number)", number)

    def picture(self, css: str = ".view") -> bytes:
        self.settle()
        return bytes(self.page.locator(css).first.screenshot())

    def carry(self) -> None:
        """Drag the ray's start to a position where it misses."""
        x, y = outside()
        own, unit = FIRST.params.origin, self.page.evaluate(UNIT)
        self.drag(self.middle(".handle"), (x - own[0]) * unit, (own[1] - y) * unit)

    @property
    def sample(self) -> int:
        return int(self.page.evaluate("player.sample"))


def alike(one: bytes, other: bytes) -> bool:
    """Return whether two pictures are equal up to the browser's rounding."""
    pictures = [Image.open(BytesIO(data)).convert("RGB") for data in (one, other)]
    if pictures[0].size != pictures[1].size:
        return False
    apart = ImageChops.difference(*pictures).getextrema()
    return max(most for _, most in apart) <= 1


CAMERA = "({ ...player.figures[0].camera })"
# How many px of the page a unit of the world has in the plane.
UNIT = "player.figures[0].projection.scale"
Open = Callable[..., Visit]


def agrees(seen: Visit, number: int) -> None:
    """Assert that the page shows what the scene answers for its current sample."""
    found = shared(number)
    state = found.samples.states[seen.sample]
    moment = SceneView(found.scene, state)
    answer = geometry_answer(moment)
    assert seen.told(".verdict h2") == answer.word
    assert seen.told(".verdict .sentence") == read(answer.detail)
    names = seen.page.locator("dl dt").all_text_contents()
    every = dict(
        zip(
            map(read, names),
            seen.page.locator("dl dd").all_text_contents(),
            strict=True,
        )
    )
    for row in moment.rows:
        told = read(every[read(row.name)])
        value = format_number(row.value, row.digits)
        assert told == read(f"{value} {row.unit}".strip() if value != "none" else value)
    for way, handle in zip(
        found.samples.handles, seen.page.locator(".handle").all(), strict=True
    ):
        name = way.grip.name
        places = [
            way.apply_value(found.stops[0].state.params, value) for value in way.values
        ]
        at = [getattr(p, name) for p in places].index(getattr(state, name))
        assert (
            handle.get_attribute("aria-valuetext")
            == format_handle_values(places, name)[at]
        )
