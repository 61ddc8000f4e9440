"""Robustness of every scene: any state of its sliders, any drag, any input."""

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from effort import examples, seeds
from every import every_scene, every_scene_at_length
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pictures import find_undrawable_field, records
from strategies import params_of

from playground.analysis.curve import axes
from playground.check.sample_states import solve_state
from playground.check.scene_checker import STATE_RULES
from playground.gui.window_layout import layout_panels
from playground.quiz import round
from playground.scene.handles import HandleKind, Vec
from playground.scene.params import (
    HandleMark,
    Params,
    drag,
    list_handle_marks,
    parameters_of,
)
from playground.scene.scene import Case, SceneEntry
from playground.session import quiz, step_navigation
from playground.session.session import Session
from playground.session.view import pointer_controls
from playground.session.view.figure_layout import split_canvas
from playground.session.view.pointer_controls import Controls
from playground.session.view_options import Page

if TYPE_CHECKING:
    from collections.abc import Callable

PIXEL = 0.01
# These come exactly where they are dragged; the others keep to a line or a circle.
FREE = {HandleKind.CENTER, HandleKind.PIVOT, HandleKind.TIP, HandleKind.CORNER}
# Scenes whose states take long to solve are asked less often.
relaxed = settings(suppress_health_check=[HealthCheck.too_slow])


@every_scene_at_length
def test_any_state_is_answered_or_refused_in_words(scene: SceneEntry) -> None:
    @settings(relaxed, max_examples=examples(120))
    @given(params_of(scene.params))
    def ask(params: Params) -> None:
        found = solve_state(scene, params)
        faults = {
            said.text
            for rule in STATE_RULES
            for said in rule(scene, found)
            if not said.advice
        }
        assert faults == set()

    ask()


def check_ranges(params: Params) -> None:
    for name, spec in parameters_of(type(params)).items():
        spec.validate(name, getattr(params, name))


def target_of(scene: SceneEntry) -> st.SearchStrategy[Vec]:
    coordinate = st.one_of(st.floats(-8.0, 8.0), st.floats(-1e3, 1e3))
    return st.tuples(*[coordinate] * scene.dimension)


def fits(params: Params, grip: HandleMark, target: Vec) -> bool:
    """Return whether a drag is not limited by anything."""
    table = parameters_of(type(params))
    handle = table[grip.name].handle
    assert handle is not None
    wanted = handle.drag(params, grip.name, grip.index, target, None)
    inside = all(table[name].clamp(value) == value for name, value in wanted.items())
    # A corner stops at the opposite sides.
    flat = grip.kind is HandleKind.CORNER and 0.0 in wanted[grip.name]
    return inside and not flat


def grip_after(params: Params, grip: HandleMark) -> HandleMark:
    found = list_handle_marks(params, PIXEL)
    return next(g for g in found if (g.name, g.index) == (grip.name, grip.index))


@every_scene
def test_a_grip_goes_where_it_is_dragged_and_nothing_leaves_its_range(
    scene: SceneEntry,
) -> None:
    @settings(relaxed, max_examples=examples(200))
    @given(params_of(scene.params), st.data(), target_of(scene))
    def pull(params: Params, data: st.DataObject, target: Vec) -> None:
        known = list_handle_marks(params, PIXEL)
        if not known:
            return
        grip = data.draw(st.sampled_from(known))
        moved = drag(params, grip.name, grip.index, target)
        check_ranges(moved)
        if grip.kind in FREE and fits(params, grip, target):
            gap = math.dist(grip_after(moved, grip).at, target)
            assert gap <= 1e-9 * (1.0 + math.hypot(*target))

    pull()


@every_scene
def test_in_every_case_every_free_grip_is_free(scene: SceneEntry) -> None:
    for case in scene.cases.values():
        _assert_free_grips_are_free(case, (0.06, -0.04, 0.05)[: scene.dimension])


def _assert_free_grips_are_free(case: Case, step: tuple[float, ...]) -> None:
    for grip in list_handle_marks(case.params, PIXEL):
        goal = tuple(a + b for a, b in zip(grip.at, step, strict=True))
        # Two corners in one place stop at each other.
        flat = grip.kind is HandleKind.CORNER and 0.0 in vars(case.params)[grip.name]
        if grip.kind in FREE and not flat and fits(case.params, grip, goal):
            moved = drag(case.params, grip.name, grip.index, goal)
            at = grip_after(moved, grip).at
            assert at == pytest.approx(goal, abs=1e-9), grip.label


class Hand:
    """Random user, as PhET tests its programs."""

    def __init__(self, scene: SceneEntry, seed: int) -> None:
        self.random = random.Random(seed)
        self.session = Session((scene,))
        self.controls = Controls(self.session)
        self.deeds: list[Callable[[], object]] = [
            self.pull, self.pull, self.pull, self.pull, self.wheel, self.slide,
            self.slide, self.case, self.session.undo, self.session.redo,
            self.session.reset, self.nudge, self.play, self.time, self.step,
            self.session.open_scene.fit, self.face, self.ask, self.ask, self.compare,
            self.measure,
        ]  # fmt: skip

    def run(self, deeds: int) -> None:
        for _ in range(deeds):
            self.lay_out()
            self.random.choice(self.deeds)()
            self.lay_out()
            check_ranges(self.session.params)
            self.look()
            shown = [*records(self.controls.motion.draw_list), *self.controls.overlay()]
            assert not [
                bad for record in shown if (bad := find_undrawable_field(record))
            ]

    def look(self) -> None:
        """Compute everything that the panels show; errors must be messages."""
        moment = self.session.scene_view
        if not (self.session.quiz and not self.session.quiz.answer):
            asked = moment.verdict, moment.rows, moment.steps, moment.precision
            assert moment.error or any(asked)
        moment.comparison_in(self.session.scene_view.dtype)
        assert not moment.error.startswith("The scene failed"), moment.error

    def lay_out(self) -> None:
        moment = self.session.scene_view
        panels = layout_panels(
            1280.0,
            800.0,
            curve=self.session.scene_view.curve is not None,
            transport=moment.timeline is not None,
        )
        self.controls.places = split_canvas(
            panels.canvas, len(moment.picture.self_and_views)
        )

    def somewhere(self) -> tuple[float, float]:
        far = self.random.choice((1.0, 1.0, 1.0, 30.0))
        return self.random.uniform(-300, 1280) * far, self.random.uniform(0, 800) * far

    def pull(self) -> None:
        place, controls = self.controls.places[0], self.controls
        x, y = self.somewhere()
        found = self.session.scene_view.list_handle_marks(controls.pixel_size())
        if found and self.random.random() < 0.8:
            grip = self.random.choice(found)
            x, y = map(float, controls.camera(0).to_screen(grip.at, place))
        if not (math.isfinite(x) and math.isfinite(y)):
            return
        self.session.begin_gesture()
        controls.pointer_down(x, y, pan=self.random.random() < 0.1)
        controls.axis = self.random.choice(("", "", "", "x", "y", "z"))
        for _ in range(3):
            goal = self.somewhere()
            snap = self.random.random() < 0.2
            controls.pointer_drag(*goal, goal[0] - x, goal[1] - y, snap=snap)
            controls.overlay()
            x, y = goal
        controls.pointer_up()
        controls.axis = ""

    def wheel(self) -> None:
        place = self.random.choice(self.controls.places)
        self.controls.wheel(*place.center, self.random.choice((-40, -3, 3, 40)))

    def slide(self) -> None:
        name, spec = self.random.choice(
            list(parameters_of(type(self.session.params)).items())
        )
        value = getattr(self.session.params, name)
        if isinstance(value, bool):
            self.session.set_value(name, not value)
        elif isinstance(value, str):
            self.session.set_value(name, self.random.choice(spec.options))
        elif isinstance(value, float):
            self.session.set_value(name, self.random.choice((0.0, -1e9, 1e9, 0.7)))
        else:
            self.session.set_value(name, self._wild(value))

    def _wild(self, value: Any) -> Any:
        """Return random numbers in the structure of a vector or a list of points."""
        if isinstance(value, tuple):
            return tuple(map(self._wild, value))
        return self.random.choice((0.0, 1e-30, -3.0, 1e9, self.random.uniform(-9, 9)))

    def case(self) -> None:
        self.session.choose_case(self.random.choice(list(self.session.scene.cases)))

    def nudge(self) -> None:
        pointer_controls.select_next_handle(self.session, self.random.choice((-1, 1)))
        self.controls.nudge(*self.random.choices((-1, 0, 1), k=2), coarse=True)

    def play(self) -> None:
        session = self.session
        step_navigation.toggle_playing(session)
        session.playback = replace(session.playback, loop=self.random.random() < 0.5)
        for _ in range(3):
            session.advance(self.random.uniform(0.0, 3.0))

    def time(self) -> None:
        step_navigation.step_time(self.session, self.random.choice((-1, 1)))
        self.session.go_to(self.random.uniform(-1e3, 1e3))

    def step(self) -> None:
        step_navigation.step_derivation(self.session, self.random.choice((-99, -1, 1)))

    def ask(self) -> None:
        session, deed = self.session, self.random.randrange(6)
        if not round.has_questions(session.scene):
            return
        if session.quiz is None:
            quiz.begin_round(session, self.random.randrange(50))
        elif deed == 0:
            quiz.end_round(session)
            session.look(page=Page.EXPLORE)
        elif deed == 1:
            quiz.explore_question(session)
        else:
            quiz.guess_hit(session, self.random.random() < 0.5)
            at = tuple(
                self.random.uniform(-9, 9) for _ in range(session.scene.dimension)
            )
            quiz.guess_point(session, at)
            way = self.random.choices((-1, 0, 1), k=2)
            quiz.nudge_guess(session, (way[0], way[1]), 0.01, at)
            quiz.advance_quiz(session)

    def compare(self) -> None:
        session, listing = self.session, self.session.scene_view.scene.listing
        session.look(compare=self.random.random() < 0.7)
        if listing:
            session.open_scene.dtype = self.random.choice(listing.dtypes)
        known = sorted(session.scene_view.picture.keys())
        self.controls.motion.highlight_key = self.random.choice(["", *known])

    def measure(self) -> None:
        known = axes(self.session.params)
        self.session.open_scene.axis = self.random.choice(known) if known else None
        curve = self.session.scene_view.curve
        for root in curve.roots if curve else ():
            assert curve.x[0] <= root <= curve.x[-1]

    def face(self) -> None:
        self.controls.look_along(self.random.choice(("front", "right", "top")))


@pytest.mark.parametrize("seed", seeds(4))
@every_scene_at_length
def test_no_hand_is_too_wild(scene: SceneEntry, seed: int) -> None:
    Hand(scene, seed).run(60)
