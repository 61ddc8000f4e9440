"""What every scene must bear: any state its sliders allow, and any drag."""

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pictures import numbers, records, unfit
from strategies import params_of

from playground.app import asking
from playground.app.controls import Controls
from playground.app.layout import arrange, split
from playground.app.session import Moment, Session
from playground.explore.curve import Axis, axes
from playground.scene.handles import GripKind, Vec
from playground.scene.params import Grip, Params, drag, grips, specs
from playground.scene.scene import AnyScene
from scenes import SCENES

if TYPE_CHECKING:
    from collections.abc import Callable

every_scene = pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
PIXEL = 0.01
# These come exactly where they are dragged; the others keep to a line or a circle.
FREE = {GripKind.CENTER, GripKind.PIVOT, GripKind.TIP, GripKind.CORNER}
# Scenes whose states take long to solve are asked less often.
relaxed = settings(suppress_health_check=[HealthCheck.too_slow])


def survey(moment: Moment) -> None:
    """Ask for all that is shown of a state, and see that it can be shown."""
    assert not [bad for record in records(moment.picture) if (bad := unfit(record))]
    timeline = moment.timeline
    if timeline:
        assert all(timeline.start <= s <= timeline.end for s in timeline.stops)
        assert len(timeline.names) == len(timeline.stops)
    if moment.error:
        assert "\n" not in moment.error
        assert any(
            name.split("_")[0] in moment.error for name in specs(moment.scene.params)
        )
        return
    assert moment.verdict is not None
    assert moment.verdict.text in {c.outcome for c in moment.scene.cases.values()}
    assert moment.rows
    assert 4 <= len(moment.steps) <= 9
    assert max(record.since for record in records(moment.picture)) <= len(moment.steps)
    axis = Axis(*moment.scene.measured_against())
    curve = moment.curve(axis) if axis in axes(moment.params) else None
    if curve:
        assert all(curve.x[0] <= root <= curve.x[-1] for root in curve.roots)
    for single in (True, False):
        rival = moment.rival(single=single)
        assert rival is None or rival.agrees or rival.why
        assert moment.beside(single=single).records


def check_ranges(params: Params) -> None:
    for name, spec in specs(type(params)).items():
        spec.check(name, getattr(params, name))


@every_scene
def test_any_state_is_answered_or_refused_in_words(scene: AnyScene) -> None:
    @settings(relaxed, max_examples=120)
    @given(params_of(scene.params))
    def ask(params: Params) -> None:
        survey(Moment(scene, params))

    ask()


@every_scene
def test_half_extents_radii_and_directions_of_nothing_are_survived(
    scene: AnyScene,
) -> None:
    """Every value that can be 0 is, one by one and all together."""
    start = scene.cases[scene.first_case()].params
    zeros = {}
    for name, spec in specs(scene.params).items():
        value = getattr(start, name)
        if isinstance(value, tuple):
            zeros[name] = spec.clamp(tuple(0.0 for _ in value))
        elif isinstance(value, float):
            zeros[name] = spec.clamp(0.0)
    for name, value in zeros.items():
        survey(Moment(scene, replace(start, **{name: value})))
    survey(Moment(scene, replace(start, **zeros)))


def target_of(scene: AnyScene) -> st.SearchStrategy[Vec]:
    coordinate = st.one_of(st.floats(-8.0, 8.0), st.floats(-1e3, 1e3))
    return st.tuples(*[coordinate] * scene.dimension)


def fits(params: Params, grip: Grip, target: Vec) -> bool:
    """Return whether nothing stands in the way of a drag."""
    table = specs(type(params))
    handle = table[grip.name].handle
    assert handle is not None
    wanted = handle.dragged(params, grip.name, grip.index, target, None)
    inside = all(table[name].clamp(value) == value for name, value in wanted.items())
    # A corner stops at the opposite sides.
    flat = grip.kind is GripKind.CORNER and 0.0 in wanted[grip.name]
    return inside and not flat


def grip_after(params: Params, grip: Grip) -> Grip:
    found = grips(params, PIXEL)
    return next(g for g in found if (g.name, g.index) == (grip.name, grip.index))


@every_scene
def test_a_grip_goes_where_it_is_dragged_and_nothing_leaves_its_range(
    scene: AnyScene,
) -> None:
    @settings(relaxed, max_examples=200)
    @given(params_of(scene.params), st.data(), target_of(scene))
    def pull(params: Params, data: st.DataObject, target: Vec) -> None:
        grip = data.draw(st.sampled_from(grips(params, PIXEL)))
        moved = drag(params, grip.name, grip.index, target)
        check_ranges(moved)
        if grip.kind in FREE and fits(params, grip, target):
            gap = math.dist(grip_after(moved, grip).at, target)
            assert gap <= 1e-9 * (1.0 + math.hypot(*target))

    pull()


@every_scene
def test_in_every_case_every_free_grip_is_free(scene: AnyScene) -> None:
    step = (0.06, -0.04, 0.05)[: scene.dimension]
    for name, case in scene.cases.items():
        for grip in grips(case.params, PIXEL):
            # Two corners in one place stop at each other.
            flat = grip.kind is GripKind.CORNER and 0.0 in vars(case.params)[grip.name]
            if grip.kind in FREE and not flat:
                goal = tuple(a + b for a, b in zip(grip.at, step, strict=True))
                moved = drag(case.params, grip.name, grip.index, goal)
                at = grip_after(moved, grip).at
                assert at == pytest.approx(goal, abs=1e-9), (name, grip.label)


@every_scene
def test_a_grip_taken_and_not_moved_changes_nothing(scene: AnyScene) -> None:
    """Pressing and letting go must not make a shape jump, wherever it stands."""

    @settings(relaxed, max_examples=60)
    @given(params_of(scene.params), st.data())
    def press(params: Params, data: st.DataObject) -> None:
        grip = data.draw(st.sampled_from(grips(params, PIXEL)))
        still = drag(params, grip.name, grip.index, grip.at)
        for name in specs(scene.params):
            before = list(numbers(getattr(params, name)))
            after = list(numbers(getattr(still, name)))
            gaps = [abs(b - a) for b, a in zip(before, after, strict=True)]
            # A half turn either way is the same angle.
            assert all(min(gap, abs(gap - math.tau)) <= 1e-9 for gap in gaps), name

    press()


class Hand:
    """A hand that does whatever comes into its mind, as PhET tests its programs."""

    def __init__(self, scene: AnyScene, seed: int) -> None:
        self.random = random.Random(seed)
        self.session = Session((scene,))
        self.controls = Controls(self.session)
        self.deeds: list[Callable[[], object]] = [
            self.pull, self.pull, self.pull, self.pull, self.wheel, self.slide,
            self.slide, self.case, self.session.undo, self.session.redo,
            self.session.reset, self.nudge, self.play, self.time, self.step,
            self.session.fit, self.face, self.ask, self.ask, self.compare, self.measure,
        ]  # fmt: skip

    def run(self, deeds: int) -> None:
        for _ in range(deeds):
            self.lay_out()
            self.random.choice(self.deeds)()
            self.lay_out()
            check_ranges(self.session.params)
            quiz = self.session.quiz
            if quiz is None or quiz.answer:
                survey(self.session.moment)
            shown = records(self.session.picture)
            assert not [bad for record in shown if (bad := unfit(record))]
            overlay = self.controls.overlay()
            assert not [bad for record in overlay if (bad := unfit(record))]

    def lay_out(self) -> None:
        moment = self.session.moment
        panels = arrange(
            1280.0,
            800.0,
            curve=self.session.curve is not None,
            transport=moment.timeline is not None,
        )
        self.controls.places = split(panels.canvas, 1 + len(moment.picture.views))

    def somewhere(self) -> tuple[float, float]:
        far = self.random.choice((1.0, 1.0, 1.0, 30.0))
        return self.random.uniform(-300, 1280) * far, self.random.uniform(0, 800) * far

    def pull(self) -> None:
        place, controls = self.controls.places[0], self.controls
        x, y = self.somewhere()
        found = self.session.grips(controls.pixel())
        if found and self.random.random() < 0.8:
            grip = self.random.choice(found)
            x, y = map(float, controls.camera(0).to_screen(grip.at, place))
        if not (math.isfinite(x) and math.isfinite(y)):
            return
        self.session.new_press()
        controls.pressed(x, y, pan=self.random.random() < 0.1)
        controls.axis = self.random.choice(("", "", "", "x", "y", "z"))
        for _ in range(3):
            goal = self.somewhere()
            snap = self.random.random() < 0.2
            controls.dragged(*goal, goal[0] - x, goal[1] - y, snap=snap)
            controls.overlay()
            x, y = goal
        controls.released()
        controls.axis = ""

    def wheel(self) -> None:
        place = self.random.choice(self.controls.places)
        self.controls.wheel(*place.center, self.random.choice((-40, -3, 3, 40)))

    def slide(self) -> None:
        name, spec = self.random.choice(list(specs(type(self.session.params)).items()))
        value = getattr(self.session.params, name)
        if isinstance(value, bool):
            self.session.set_value(name, not value)
        elif isinstance(value, str):
            self.session.set_value(name, self.random.choice(spec.options))
        elif isinstance(value, float):
            self.session.set_value(name, self.random.choice((0.0, -1e9, 1e9, 0.7)))
        else:
            sizes = (0.0, 1e-30, -3.0, 1e9, self.random.uniform(-9, 9))
            self.session.set_value(
                name, tuple(self.random.choices(sizes, k=len(value)))
            )

    def case(self) -> None:
        self.session.choose_case(self.random.choice(list(self.session.scene.cases)))

    def nudge(self) -> None:
        self.session.next_grip(self.random.choice((-1, 1)))
        self.controls.nudge(*self.random.choices((-1, 0, 1), k=2), coarse=True)

    def play(self) -> None:
        self.session.toggle_playing()
        self.session.playback = replace(
            self.session.playback, loop=self.random.random() < 0.5
        )
        for _ in range(3):
            self.session.advance(self.random.uniform(0.0, 3.0))

    def time(self) -> None:
        self.session.step_time(self.random.choice((-1, 1)))
        self.session.go_to(self.random.uniform(-1e3, 1e3))

    def step(self) -> None:
        self.session.step_derivation(self.random.choice((-99, -1, 1)))
        assert self.session.picture.records

    def ask(self) -> None:
        session, deed = self.session, self.random.randrange(6)
        if session.quiz is None:
            asking.begin(session, self.random.randrange(50))
        elif deed == 0:
            asking.end(session)
            session.look(page=Page.EXPLORE)
        elif deed == 1:
            asking.explore(session)
        else:
            asking.say(session, self.random.random() < 0.5)
            at = tuple(
                self.random.uniform(-9, 9) for _ in range(session.scene.dimension)
            )
            asking.place(session, at)
            asking.nudge(session, *self.random.choices((-1, 0, 1), k=2), 0.01, at)
            asking.enter(session)

    def compare(self) -> None:
        self.session.look(compare=self.random.random() < 0.7)
        self.session.single = self.random.random() < 0.5
        drawn = {record.key for record in records(self.session.moment.picture)}
        self.session.lit = self.random.choice(sorted(drawn))

    def measure(self) -> None:
        self.session.opened.axis = self.random.choice(axes(self.session.params))
        curve = self.session.curve
        for root in curve.roots if curve else ():
            assert curve.x[0] <= root <= curve.x[-1]

    def face(self) -> None:
        self.controls.face(self.random.choice(("front", "right", "top")))


@pytest.mark.parametrize("seed", range(6))
@every_scene
def test_no_hand_is_too_wild(scene: AnyScene, seed: int) -> None:
    Hand(scene, seed).run(60)
