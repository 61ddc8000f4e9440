"""What is open: the scene, its params with their history, and the view state.

Nothing here knows pyglet or ImGui; the window and the panels act on it.
"""

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.app.history import History
from playground.explore.curve import Axis, Curve, axes, sample
from playground.explore.lens import Reading, readings
from playground.explore.map import Question, Sort
from playground.explore.quiz import Quiz, asked_for
from playground.scene import params as parameters
from playground.scene.drawlist import DrawList
from playground.scene.params import Grip, Params, Spec
from playground.scene.scene import AnyScene, Rival, Row, Step, Verdict, drawn
from playground.scene.timeline import Timeline
from playground.view.camera import Camera2D, OrbitCamera

Camera = Camera2D | OrbitCamera
# A step's own part of the picture comes in within this many seconds.
_ARRIVAL = 0.35
PREDICT = "Predict"
SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0)


class Moment:
    """A scene at one value of its params: everything derived, each at most once."""

    def __init__(self, scene: AnyScene, params: Params) -> None:
        self.scene = scene
        self.params = params
        self.error = ""
        self.result: Any = None
        self._curves: dict[Hashable, Curve | None] = {}
        self._beside: dict[bool, DrawList] = {}
        self._rivals: dict[bool, Rival | None] = {}
        try:
            self.result = scene.solve(params)
        except ValueError as error:
            self.error = str(error)

    @cached_property
    def picture(self) -> DrawList:
        """The records to draw."""
        return drawn(self.scene, self.params, self.result)

    def beside(self, *, single: bool) -> DrawList:
        """Return the picture with the article's answer in it."""
        if single not in self._beside:
            out = drawn(self.scene, self.params, self.result)
            if not self.error:
                self.scene.draw_rival(self.params, self.result, out, single=single)
            self._beside[single] = out
        return self._beside[single]

    def rival(self, *, single: bool) -> Rival | None:
        """Return the article's answer in float32 or float64."""
        if self.error:
            return None
        if single not in self._rivals:
            self._rivals[single] = self.scene.rival(
                self.params, self.result, single=single
            )
        return self._rivals[single]

    @cached_property
    def verdict(self) -> Verdict | None:
        """The answer, or None for degenerate params."""
        if self.error:
            return None
        return self.scene.verdict(self.params, self.result)

    @cached_property
    def rows(self) -> list[Row]:
        """The numbers of the result."""
        return [] if self.error else self.scene.readout(self.params, self.result)

    @cached_property
    def steps(self) -> list[Step]:
        """The derivation."""
        return [] if self.error else self.scene.steps(self.params, self.result)

    @cached_property
    def curved(self) -> bool:
        """Whether the scene has deciding quantities to draw a curve of."""
        return not self.error and bool(self.scene.measure(self.params))

    @cached_property
    def quantities(self) -> Mapping[str, NDArray[np.float64]]:
        """What a value map can show, here; nothing where there is no map."""
        return self.scene.quantities(self.params)

    @cached_property
    def sorts(self) -> tuple[Sort, ...]:
        """The maps that there are."""
        if not self.quantities:
            return ()
        return tuple(s for s in Sort if s is not Sort.ZONES or self.scene.zoned)

    @cached_property
    def precision(self) -> list[Reading]:
        """What three kinds of numbers say; nothing for degenerate params."""
        return [] if self.error else readings(self.scene, self.params)

    @cached_property
    def timeline(self) -> Timeline | None:
        """The time axis."""
        return self.scene.timeline(self.params, self.result)

    def curve(
        self, axis: Axis, span: tuple[float, float] | None = None
    ) -> Curve | None:
        """Return the curve against one number of the params."""
        if self.error:
            return None
        if (axis, span) not in self._curves:
            curve = sample(self.scene, self.params, axis, span)
            self._curves[axis, span] = curve
        return self._curves[axis, span]


class Hidden(Moment):
    """A question that is still open: the given shapes, and nothing of the answer."""

    verdict = None
    rows: list[Row] = []  # noqa: RUF012
    steps: list[Step] = []  # noqa: RUF012

    @cached_property
    def picture(self) -> DrawList:
        """What is given; a view in which nothing is given is left out."""
        given = drawn(self.scene, self.params, self.result).upto(0)
        given.views = [view for view in given.views if view.records]
        return given

    def beside(self, *, single: bool) -> DrawList:
        """Return what is given."""
        return self.picture

    def rival(self, *, single: bool) -> None:
        """Return nothing."""

    @cached_property
    def timeline(self) -> Timeline | None:
        """The time axis without its stops, where a time is what is asked for."""
        wanted = asked_for(self.scene)
        if wanted is None or not isinstance(wanted.value, float):
            return None
        known = self.scene.timeline(self.params, None)
        return replace(known, stops=(), names=()) if known else None


@dataclass(frozen=True)
class Setting:
    """What undo and redo go through: the params, and the case they came from."""

    case: str
    params: Params


@dataclass
class Desk:
    """One scene as it was left: setting, cameras, step and selected grip.

    `asked` is the desk of the question that `quiz` asks, put in place of this one on
    the page "Predict"; this one stays as it is. `over` are the map's axes, `quantity`
    what its values are, and `bit` the number under the lens, once they are chosen.
    """

    scene: AnyScene
    history: History[Setting]
    cameras: dict[int, Camera] = field(default_factory=dict)
    step: int | None = None
    grip: tuple[str, int] | None = None
    axis: Axis | None = None
    over: tuple[Axis, Axis] | None = None
    quantity: str = ""
    bit: Axis | None = None
    quiz: Quiz | None = None
    asked: "Desk | None" = None

    @property
    def case(self) -> str:
        """The chosen case."""
        return self.history.present.case


class Session:
    """The open scene and all that can be done to it.

    `reveal` counts the frames in which the current step is still to be scrolled to;
    `request` names what only the window can do: "copy", "paste", "picture" or "quit".
    `span` is the curve's stretch while it is dragged in: one that followed the value
    would run away from the pointer.
    """

    def __init__(self, scenes: Sequence[AnyScene]) -> None:
        self.desks = [_fresh(scene) for scene in scenes]
        self.index = 0
        self.theme = "dark"
        self.playing = False
        self.loop = True
        self.speed = 1.0
        self.show_keys = False
        self.page = "Explore"
        self.reveal = 0
        self.lit = ""
        self.show_rival = False
        self.single = True
        self._step_age = _ARRIVAL
        self._goal: float | None = None
        self.show_curve = True
        self.span: tuple[float, float] | None = None
        self.sort: Sort | None = None
        self.notice = ""
        self.request = ""
        self.press = 0
        self.seed = 1
        self._moment: Moment | None = None

    @property
    def desk(self) -> Desk:
        """What is open of the present scene."""
        own = self.desks[self.index]
        return own.asked if own.asked and self.page == PREDICT else own

    @property
    def quiz(self) -> Quiz | None:
        """The quiz that is on show."""
        return self.desks[self.index].quiz if self.page == PREDICT else None

    @property
    def scene(self) -> AnyScene:
        """The present scene."""
        return self.desk.scene

    @property
    def params(self) -> Params:
        """The present params."""
        return self.desk.history.present.params

    @property
    def moment(self) -> Moment:
        """The present scene solved at the present params."""
        kept, kind = self._moment, Moment
        if self.quiz and self.quiz.answer is None:
            kind = Hidden
        if (
            type(kept) is not kind
            or kept.scene is not self.scene
            or kept.params != self.params
        ):
            kept = self._moment = kind(self.scene, self.params)
        return kept

    @property
    def curve(self) -> Curve | None:
        """The curve to show, or None where the scene has none, or a quiz is on."""
        if self.quiz:
            return None
        known = axes(self.params)
        axis = self.desk.axis
        if axis not in known:
            axis = Axis(*self.scene.measured_against())
        return self.moment.curve(axis, self.span) if axis in known else None

    @property
    def map_axes(self) -> tuple[Axis, Axis]:
        """The two numbers that a map runs over."""
        known, chosen = axes(self.params), self.desk.over
        if chosen and set(chosen) <= set(known):
            return chosen
        return Axis(self.scene.moved, 0), Axis(self.scene.moved, 1)

    @property
    def question(self) -> Question | None:
        """What the map on show asks; None where there is none, or a quiz is on."""
        # Without a map nothing is asked of the scene, which every frame would pay for.
        if self.sort is None or self.quiz or not self.moment.sorts:
            return None
        sorts, known = self.moment.sorts, self.moment.quantities
        sort = self.sort if self.sort in sorts else sorts[0]
        chosen = (
            self.desk.quantity if self.desk.quantity in known else next(iter(known))
        )
        asked = Question(
            self.scene, self.params, *self.map_axes, sort, chosen, self.single
        )
        return asked.settled()

    def next_map(self) -> None:
        """Go on from no map to the verdict's and the others, and to none again."""
        sorts = (None, *self.moment.sorts)
        now = self.question.sort if self.question else None
        self.sort = sorts[(sorts.index(now) + 1) % len(sorts)]

    def look_out(self) -> None:
        """Show the scene's own map of the article's mistakes."""
        best = self.scene.lookout
        self.choose_case(best.case)
        self.desk.over = Axis(*best.x), Axis(*best.y)
        self.sort = Sort.MISTAKES

    def go_to_cell(self, params: Params, gesture: Hashable = None) -> None:
        """Go where a map was clicked; from the mistakes, with the article's answer."""
        self.edit(params, gesture)
        if self.sort is Sort.MISTAKES:
            self.show_rival = True

    def new_press(self) -> None:
        """Note that a button or key went down: edits until the next are one step."""
        self.press += 1
        self.span = None

    def time_spec(self, timeline: Timeline) -> Spec:
        """Return the declaration of the parameter that holds the time."""
        return parameters.specs(type(self.params))[timeline.parameter]

    def open(self, index: int) -> None:
        """Go to another scene."""
        if index != self.index:
            self.index = index
            self.playing = False

    def find(self, scene_id: str) -> int:
        """Return the index of a scene; ValueError if there is none of that name."""
        ids = [desk.scene.id for desk in self.desks]
        if scene_id not in ids:
            raise ValueError(f"unknown scene {scene_id!r}; there are {', '.join(ids)}")
        return ids.index(scene_id)

    def edit(self, params: Params, gesture: Hashable = None) -> None:
        """Change the params; an undoable step unless the gesture goes on."""
        setting = replace(self.desk.history.present, params=params)
        self.desk.history = self.desk.history.edit(setting, gesture)

    def set_value(self, name: str, value: Any, gesture: Hashable = None) -> None:
        """Change one parameter, clamped; time is no undoable step."""
        changed = parameters.with_values(self.params, **{name: value})
        timeline = self.moment.timeline
        if timeline and timeline.parameter == name:
            setting = replace(self.desk.history.present, params=changed)
            self.desk.history = self.desk.history.touch(setting)
        else:
            self.edit(changed, gesture)

    def choose_case(self, name: str) -> None:
        """Go to a case of the scene; ValueError if there is none of that name."""
        if name not in self.scene.cases:
            names = ", ".join(self.scene.cases)
            raise ValueError(f"unknown case {name!r}; there are {names}")
        self._leave_predict()
        case = self.scene.cases[name]
        self.show_rival = bool(case.differs)
        self.desk.history = self.desk.history.edit(Setting(name, case.params))
        self._show_afresh()

    def load(self, scene_id: str, params: Params) -> None:
        """Open a scene at given params."""
        self.open(self.find(scene_id))
        self._leave_predict()
        self.edit(params)
        self._show_afresh()

    def _show_afresh(self) -> None:
        self.fit()
        self.desk.step = None
        self.playing = False

    def reset(self) -> None:
        """Go back to the chosen case; a question has none."""
        if not self.quiz:
            self.choose_case(self.desk.case)

    def _leave_predict(self) -> None:
        if self.quiz:
            self.page = "Explore"

    def undo(self) -> None:
        """Take back the last step; the time stays."""
        self._travel(self.desk.history.undo())

    def redo(self) -> None:
        """Bring back the last step taken back; the time stays."""
        self._travel(self.desk.history.redo())

    def _travel(self, history: History[Setting]) -> None:
        timeline, before = self.moment.timeline, self.desk.case
        if timeline:
            kept = replace(history.present.params, **{timeline.parameter: self.now})
            history = history.touch(replace(history.present, params=kept))
        self.desk.history = history
        if self.desk.case != before:
            self.fit()

    def fit(self) -> None:
        """Let every view show all of its shapes again."""
        self.desk.cameras.clear()

    def grips(self, pixel: float) -> list[Grip]:
        """Return the grips of the present params; a question has none."""
        return [] if self.quiz else parameters.grips(self.params, pixel)

    def next_grip(self, direction: int) -> None:
        """Select the next grip, or the one before."""
        grips = [(g.name, g.index) for g in self.grips(1.0)]
        if not grips:
            return
        if self.desk.grip in grips:
            place = (grips.index(self.desk.grip) + direction) % len(grips)
        else:
            place = 0 if direction > 0 else -1
        self.desk.grip = grips[place]

    def selected(self, pixel: float) -> Grip | None:
        """Return the selected grip, or None."""
        return next(
            (g for g in self.grips(pixel) if (g.name, g.index) == self.desk.grip), None
        )

    @property
    def now(self) -> float:
        """The present time; NaN where the scene has none."""
        timeline = self.moment.timeline
        return getattr(self.params, timeline.parameter) if timeline else float("nan")

    def go_to(self, time: float) -> None:
        """Set the time."""
        self._goal = None
        self._set_time(time)

    def _set_time(self, time: float) -> None:
        timeline = self.moment.timeline
        if timeline:
            self.set_value(timeline.parameter, timeline.clamp(time))

    def toggle_playing(self) -> None:
        """Play or pause; playing from the end starts over."""
        self._goal = None
        timeline = self.moment.timeline
        if timeline is None:
            return
        self.playing = not self.playing
        if self.playing and self.now >= timeline.end:
            self.go_to(timeline.start)

    def step_time(self, direction: int) -> None:
        """Pause and go to the next stop, or the one before."""
        timeline = self.moment.timeline
        if timeline:
            self.playing = False
            self.go_to(timeline.step(self.now, direction))

    def advance(self, elapsed: float) -> None:
        """Let `elapsed` seconds pass: for the time, and for a step that comes in."""
        self._step_age = min(self._step_age + elapsed, _ARRIVAL)
        timeline = self.moment.timeline
        if timeline and self._goal is not None:
            self._approach(timeline, elapsed)
        elif timeline and self.playing:
            time, self.playing = timeline.advance(
                self.now, elapsed, speed=self.speed, loop=self.loop
            )
            self.go_to(time)

    def _approach(self, timeline: Timeline, elapsed: float) -> None:
        goal, now = self._goal, self.now
        assert goal is not None
        reach = elapsed * 2.0 * (timeline.end - timeline.start) / timeline.seconds
        if abs(goal - now) <= reach:
            self.go_to(goal)
        else:
            self._set_time(now + math.copysign(reach, goal - now))

    @property
    def moving(self) -> bool:
        """Whether the next frame will differ without any event."""
        return self.playing or self._goal is not None or self._step_age < _ARRIVAL

    def step_derivation(self, direction: int) -> None:
        """Show one step more of the derivation, or one less; from all on the first."""
        last = len(self.moment.steps)
        if last and not self.quiz:
            whole = 0 if direction > 0 else last
            now = whole if self.desk.step is None else self.desk.step
            self.go_to_step(min(max(now + direction, 1), last))

    def go_to_step(self, number: int) -> None:
        """Show the derivation up to a step, its page, and the time it speaks of."""
        self.page, self.reveal = "Derivation", 3
        if number != self.desk.step:
            self.desk.step, self._step_age = number, 0.0
        self.playing = False
        self._goal = self.moment.steps[number - 1].time

    @property
    def whole(self) -> DrawList:
        """All there is to draw: with the article's answer, if that is shown."""
        if self.show_rival and not self.quiz:
            return self.moment.beside(single=self.single)
        return self.moment.picture

    @property
    def picture(self) -> DrawList:
        """What to draw now: of the whole what the step knows, and what is lit."""
        picture = self.whole
        if self.desk.step is not None:
            share = self._step_age / _ARRIVAL
            picture = picture.upto(self.desk.step).arriving(self.desk.step, share)
        elif self.page != "Derivation":
            picture = picture.plain(self.lit)
        return picture.lit(self.lit) if self.lit else picture


def _fresh(scene: AnyScene) -> Desk:
    case = scene.first_case()
    return Desk(scene, History(Setting(case, scene.cases[case].params)))
