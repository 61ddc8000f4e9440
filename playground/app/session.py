"""What is open: the scene, its params with their history, and the view state.

Nothing here knows pyglet or ImGui; the window and the panels act on it.
"""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from playground.app.history import History
from playground.app.moment import Hidden, Moment, tried
from playground.app.playback import Playback
from playground.app.state import State
from playground.app.view import MapChoice, Page, Request, View
from playground.explore.curve import Axis, Curve, axes, deciding, named
from playground.explore.map import MapKind, Question, moved
from playground.explore.quiz import Quiz
from playground.scene import params as parameters
from playground.scene.drawlist import DrawList
from playground.scene.listing import Comparison, Precision
from playground.scene.params import Grip, Params
from playground.scene.scene import Entry
from playground.scene.specs import Spec
from playground.scene.timeline import Timeline
from playground.view.camera import Camera2D, OrbitCamera

if TYPE_CHECKING:
    from playground.app.judged import JudgedCode
    from playground.app.walk import Walk

T = TypeVar("T")
Camera = Camera2D | OrbitCamera
# A step's own part of the picture comes in within this many seconds.
_ARRIVAL = 0.35
# What is pointed at stands out within this many seconds; after a pause in which no
# frame was drawn it begins with a short one.
_EASE, _FIRST = 0.12, 0.03
# The curve's axis is never narrower than this share of its numbers.
_FINEST = 1e-9


@dataclass(frozen=True)
class Shown:
    """What is shown over the picture: a map, over what, and the comparison."""

    map: MapKind | None
    over: MapChoice
    compare: bool


@dataclass(frozen=True)
class Setting:
    """What undo and redo go through: the params, and the case they came from or "".

    `shown` is noted on both sides of a step that changed what is shown too: going
    over that step brings it back.
    """

    case: str
    params: Params
    shown: Shown | None = field(default=None, compare=False)


@dataclass(eq=False)
class OpenScene:
    """One scene as it was left: setting, cameras, step and selected grip.

    `fitted` are the cameras as they were before anybody moved them.

    `asked` is that of the question that `quiz` asks, put in place of this one on
    the page "Predict"; this one stays as it is. `mapped` says what its maps
    are over, `judged` is the code that was opened in its listing's place, if any,
    `bit` is the number under the lens, and `dtype` the numbers that the
    listing computes with, once they are chosen.
    """

    scene: Entry
    cameras: dict[int, Camera] = field(default_factory=dict)
    fitted: dict[int, Camera] = field(default_factory=dict)
    step: int | None = None
    grip: tuple[str, int] | None = None
    axis: Axis | None = None
    mapped: MapChoice = MapChoice()
    bit: Axis | None = None
    dtype: Precision | None = None
    quiz: Quiz | None = None
    asked: "OpenScene | None" = None
    judged: "JudgedCode | None" = None

    @cached_property
    def history(self) -> History[Setting]:
        """What undo and redo go through; it begins when the scene is first opened."""
        return History(Setting(self.scene.first_case(), self.scene.opened()))

    @property
    def case(self) -> str:
        """The name of the case that the params came from; "" if from none."""
        return self.history.present.case

    @property
    def edited(self) -> bool:
        """Whether the params are no longer the case's; the time may be any."""
        present = self.history.present
        return bool(self.case) and not _is_case(self.scene, self.case, present.params)


class Session:
    """The open scene and all that can be done to it.

    `reveal` counts the frames in which the current step is still to be scrolled to;
    `lit` is the key of the quantity that is pointed at, `notice` a short message;
    `room` is the largest scale that the window has room for.
    """

    def __init__(self, scenes: Sequence[Entry]) -> None:
        self.all_opened = [OpenScene(scene) for scene in scenes]
        self.index = 0
        self.view = View()
        self.playback = Playback()
        self.reveal = 0
        self.lit = ""
        # How far each key stands out that is pointed at, or was just now.
        self._glow: dict[str, float] = {}
        self.notice = ""
        self.request: Request | None = None
        self.press = 0
        self.seed = 1
        # The lesson that is open, and the one that was closed last.
        self.walk: Walk[OpenScene] | None = None
        self.left_walk: Walk[OpenScene] | None = None
        self.room = math.inf
        self._step_age = _ARRIVAL
        self._span: tuple[Hashable, Axis, tuple[float, float]] | None = None
        self._stages = 0
        self._moment: Moment | None = None

    def tried(self, work: Callable[[], T]) -> T | None:
        """Do a scene's work; what it raises is the notice."""
        return tried(work, None, self._say)

    def _say(self, notice: str) -> None:
        self.notice = notice

    def look(self, **changes: Any) -> None:
        """Change how things are shown: `View`'s fields by name."""
        self.view = replace(self.view, **changes)

    @property
    def opened(self) -> OpenScene:
        """What is open of the present scene."""
        own = self.all_opened[self.index]
        return own.asked if own.asked and self.view.page is Page.PREDICT else own

    @property
    def stage(self) -> Hashable:
        """What a drag or hover belongs to: another one for all that is opened anew.

        That is a scene, a case, a state, or the question of a quiz.
        """
        return self._stages, self.opened

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages that the scene has something for."""
        moment = self.moment
        there = {
            Page.EXPLORE: True,
            Page.DERIVATION: moment.scene.lesson is not None,
            Page.CODE: moment.listed,
            Page.PREDICT: moment.quizzed,
            Page.LAB: moment.studied,
        }
        return tuple(page for page, declared in there.items() if declared)

    @property
    def page(self) -> Page:
        """The page on show: the one wanted, if there is anything for it."""
        wanted = self.view.page
        return wanted if wanted in self.pages else Page.EXPLORE

    @property
    def panels(self) -> tuple[str, ...]:
        """The panels on show that the keyboard can go about in, in its order."""
        presenting, mapped = self.view.presenting, self.question is not None
        timed, curve = self.moment.timeline is not None, self.curve is not None
        there = {
            "inspector": not presenting,
            "lesson": self.walk is not None and not presenting,
            "caption": self.walk is not None and presenting,
            "legend": mapped,
            "curve": self.view.curve and curve and not (mapped or presenting),
            "transport": timed and not presenting,
            "scenes": not presenting,
        }
        return tuple(name for name, shown in there.items() if shown)

    @property
    def panel(self) -> str:
        """The panel that has the keyboard: the one wanted, if it is there."""
        wanted = self.view.panel
        return wanted if wanted and wanted in self.panels else ""

    def next_panel(self, way: int) -> None:
        """Give the keyboard to the next panel, and after the last to the picture."""
        every = ("", *self.panels)
        self.look(panel=every[(every.index(self.panel) + way) % len(every)])

    @property
    def quiz(self) -> Quiz | None:
        """The quiz that is on show."""
        return (
            self.all_opened[self.index].quiz if self.view.page is Page.PREDICT else None
        )

    @property
    def asking(self) -> bool:
        """Whether a question is open: nothing may give its answer away."""
        quiz, walk = self.quiz, self.walk
        if quiz is None:
            return walk is not None and walk.asking and self.at_stop
        return quiz.answer is None

    @property
    def at_stop(self) -> bool:
        """Whether the stop of the lesson that is open is what is on show."""
        own, walk = self.all_opened[self.index], self.walk
        return walk is not None and walk.visit.opened is own is self.opened

    @property
    def questioned(self) -> bool:
        """Whether a question is on show, which nothing is to change."""
        return self.quiz is not None or self.asking

    @property
    def scene(self) -> Entry:
        """The present scene."""
        return self.opened.scene

    @property
    def params(self) -> Params:
        """The present params."""
        return self.opened.history.present.params

    @property
    def moment(self) -> Moment:
        """The present scene solved at the present params."""
        kept, own = self._moment, self.opened
        params = own.history.present.params
        kind = Hidden if self.asking else Moment
        if (
            type(kept) is not kind
            or kept.entry is not own.scene
            or not (kept.params is params or kept.params == params)
        ):
            kept = self._moment = kind(own.scene, params, kept)
        return kept

    @property
    def curve(self) -> Curve | None:
        """The curve to show, or None where the scene has none, or a question is on."""
        if self.questioned:
            return None
        known, answer = axes(self.params), self.moment.scene.answer
        if not answer.curves or not known:
            return None
        axis = self.opened.axis
        if axis not in known:
            axis = named(self.params, answer.against) if answer.against else known[0]
        held, span = self._span, None
        if held and held[:2] == (self.stage, axis):
            low, high = held[2]
            span = held[2] if low <= axis.value(self.params) <= high else None
        return self.moment.curve(axis, span)

    def hold_span(self, axis: Axis, span: tuple[float, float]) -> None:
        """Keep the curve's stretch until the value leaves it.

        While it is dragged in, one that followed the value would run away from the
        pointer, and the next click would mean another place.
        """
        self._span = self.stage, axis, span

    def zoom_span(self, axis: Axis, at: float, factor: float) -> None:
        """Show so much more of the curve's axis about a place on it, within limits."""
        if (curve := self.curve) is None or curve.axis != axis:
            return
        ends = (float(curve.x[0]), float(curve.x[-1]))
        low, high = (at + (end - at) / factor for end in ends)
        first, last = axis.limits(self.params)
        low, high = max(low, first), min(high, last)
        # What is cut finer than numbers are has nothing to show.
        if high - low > _FINEST * max(abs(low), abs(high)):
            self.hold_span(axis, (low, high))

    def free_span(self) -> None:
        """Let the curve show the stretch worth showing again."""
        self._span = None

    @property
    def map_axes(self) -> tuple[Axis, Axis]:
        """The two numbers that a map runs over."""
        known, chosen = deciding(self.params), self.opened.mapped.over
        if chosen and set(chosen) <= set(known):
            return chosen
        return moved(self.scene, self.params) or (known[0], known[-1])

    @property
    def dtype(self) -> Precision:
        """The numbers that the listing computes with: its own, or those chosen."""
        listing = self.moment.scene.listing
        own = listing.dtypes if listing else (np.float64,)
        return self.opened.dtype if self.opened.dtype in own else own[0]

    @property
    def comparison(self) -> Comparison | None:
        """The listing's answer beside the truth; None while a question is open."""
        return None if self.questioned else self.moment.comparison(self.dtype)

    @property
    def question(self) -> Question | None:
        """What the map on show asks; None where there is none, or a question is on."""
        maps = self.moment.maps
        if self.view.map is None or self.questioned or not maps:
            return None
        known, chosen = self.moment.quantities, self.opened.mapped.quantity
        asked = Question(
            self.scene,
            self.params,
            *self.map_axes,
            self.view.map if self.view.map in maps else maps[0],
            chosen if chosen in known else next(iter(known), ""),
            self.dtype,
        )
        return asked.settled()

    def map_over(self, **changes: Any) -> None:
        """Choose what the scene's maps are over: `MapChoice`'s fields by name."""
        self.opened.mapped = replace(self.opened.mapped, **changes)

    def next_map(self) -> None:
        """Go on from no map to the verdict's and the others, and to none again."""
        kinds = (None, *self.moment.maps)
        now = self.question.kind if self.question else None
        self.look(map=kinds[(kinds.index(now) + 1) % len(kinds)])

    def show_preset(self) -> None:
        """Show the scene's own map of the listing's mistakes."""
        listing = self.moment.scene.listing
        if listing is None or listing.preset is None:
            return
        best = listing.preset
        self._leave_predict()
        before = self._shown
        params = self.scene.cases[best.case].params
        self.map_over(over=(named(params, best.x), named(params, best.y)))
        self.look(map=MapKind.MISTAKES, compare=True)
        self._begin(best.case, params, before)
        self._show_afresh()

    def go_to_cell(self, params: Params, gesture: Hashable = None) -> None:
        """Go where a map was clicked; from the mistakes, with the article's answer."""
        self.edit(params, gesture)
        if self.view.map is MapKind.MISTAKES:
            self.look(compare=True)

    def new_press(self) -> None:
        """Note that a button or key went down: edits until the next are one step."""
        self.press += 1

    def time_spec(self, timeline: Timeline) -> Spec:
        """Return the declaration of the parameter that holds the time."""
        return parameters.specs(type(self.params))[timeline.parameter]

    def open(self, index: int) -> None:
        """Go to another scene."""
        if index != self.index:
            self.index = index
            self._stages += 1
            self.stand_still()

    def find(self, scene_id: str) -> int:
        """Return the index of a scene; ValueError if there is none of that name."""
        ids = [opened.scene.id for opened in self.all_opened]
        if scene_id not in ids:
            raise ValueError(f"unknown scene {scene_id!r}; there are {', '.join(ids)}")
        return ids.index(scene_id)

    def edit(self, params: Params, gesture: Hashable = None) -> None:
        """Change the params; an undoable step unless the gesture goes on."""
        setting = replace(self.opened.history.present, params=params, shown=None)
        self.opened.history = self.opened.history.edit(setting, gesture)

    def set_value(self, name: str, value: Any, gesture: Hashable = None) -> None:
        """Change one parameter, clamped; time is no undoable step."""
        changed = parameters.with_values(self.params, **{name: value})
        timeline = self.moment.timeline
        if timeline and timeline.parameter == name:
            setting = replace(self.opened.history.present, params=changed)
            self.opened.history = self.opened.history.touch(setting)
        else:
            self.edit(changed, gesture)

    def reset_value(self, name: str) -> None:
        """Give one parameter the value that it has in the chosen case."""
        case = self.scene.cases[self.opened.case or self.scene.first_case()]
        self.set_value(name, getattr(case.params, name))

    def choose_case(self, name: str) -> None:
        """Go to a case of the scene; ValueError if there is none of that name."""
        if name not in self.scene.cases:
            names = ", ".join(self.scene.cases)
            raise ValueError(f"unknown case {name!r}; there are {names}")
        self._leave_predict()
        case, before = self.scene.cases[name], self._shown
        self.look(compare=bool(case.mistake))
        self._begin(name, case.params, before)
        self._show_afresh()

    def open_code(self, text: str) -> None:
        """Put somebody's code in the listing's place, once it is loaded."""
        from playground.app.judged import (  # with the judge, slow to import
            CodeError,
            JudgedCode,
            TrialError,
            function_in,
            query_of,
        )

        own = self.all_opened[self.index]
        entry = own.judged.entry if own.judged else own.scene
        try:
            opened = JudgedCode(entry, function_in(text, query_of(entry).name))
        except (CodeError, TrialError) as error:
            self.notice = str(error)
            return
        self.close_code()
        own.judged = opened
        self.notice = f"Opening {opened.text}"

    def close_code(self) -> None:
        """Give the listing its place again."""
        own = self.all_opened[self.index]
        if own.judged:
            own.judged.close()
            own.scene, own.judged = own.judged.entry, None

    def follow_code(self) -> None:
        """Show the code that was opened as it is in its file now."""
        own = self.all_opened[self.index]
        judged = own.judged
        if judged and judged.outdated:
            self.open_code(judged.text)
            judged = own.judged
        if judged is None:
            return
        if judged.failure:
            self.notice = judged.failure
            if own.scene is judged.entry:
                self.close_code()
        elif judged.opened and own.scene is not judged.opened:
            own.scene = judged.opened
            self._leave_predict()
            self.look(page=Page.CODE, compare=True)
            self.notice = ""

    @property
    def state(self) -> State:
        """The present scene as it is shown."""
        own = self.opened
        moved = {
            view: camera
            for view, camera in own.cameras.items()
            if own.fitted.get(view) is not camera
        }
        return State(
            self.scene,
            self.params,
            own.case,
            self.page,
            own.step,
            self.view.map,
            own.mapped,
            self.view.compare,
            own.dtype,
            own.axis,
            moved,
        )

    def show(self, state: State) -> None:
        """Open a scene as it was shown in a state; a question is left alone."""
        self.open(self.find(state.scene.id))
        self._leave_predict()
        page = Page.EXPLORE if state.page is Page.PREDICT else state.page
        case, before = state.case or self._case_of(state.params), self._shown
        own = self.opened
        own.mapped, own.dtype, own.axis = state.mapped, state.dtype, state.axis
        self.look(page=page, map=state.map, compare=state.compare)
        self._begin(case, state.params, before)
        self._show_afresh()
        own.cameras.update(state.cameras)
        last = len(self.moment.steps)
        own.step = min(state.step, last) if state.step and last else None

    def _case_of(self, params: Params) -> str:
        """Return the name of the case that has these params; "" if none has."""
        cases = self.scene.cases
        return next((n for n in cases if _is_case(self.scene, n, params)), "")

    def begin_at(self, case: str, params: Params) -> None:
        """Go to params that came from a case, or from "" for none."""
        self._begin(case, params, self._shown)

    @property
    def _shown(self) -> Shown:
        return Shown(self.view.map, self.opened.mapped, self.view.compare)

    def _begin(self, case: str, params: Params, before: Shown) -> None:
        """Go to params; what was shown before is brought back by undoing that."""
        history = self.opened.history
        history = history.touch(replace(history.present, shown=before))
        self.opened.history = history.edit(Setting(case, params, self._shown))

    def _show_afresh(self) -> None:
        self._stages += 1
        self.fit()
        self.opened.step = None
        self.stand_still()

    def stand_still(self) -> None:
        """Let the time neither play nor go to where a step wanted it."""
        self.playback = self.playback.still()

    def reset(self) -> None:
        """Go back to the chosen case, or to the first; a question has none."""
        if not self.questioned:
            name = self.opened.case or self.scene.first_case()
            self.begin_at(name, self.scene.cases[name].params)
            self._show_afresh()

    def _leave_predict(self) -> None:
        if self.quiz:
            self.look(page=Page.EXPLORE)

    def undo(self) -> None:
        """Take back the last step; the time stays."""
        self._travel(self.opened.history.undo())

    def redo(self) -> None:
        """Bring back the last step taken back; the time stays."""
        self._travel(self.opened.history.redo())

    def _travel(self, history: History[Setting]) -> None:
        timeline, left = self.moment.timeline, self.opened.history.present
        if timeline:
            kept = replace(history.present.params, **{timeline.parameter: self.now})
            history = history.touch(replace(history.present, params=kept))
        self.opened.history = history
        if self.opened.case != left.case:
            self.fit()
        if (shown := history.present.shown) and left.shown:
            self.opened.mapped = shown.over
            self.look(map=shown.map, compare=shown.compare)

    def fit(self) -> None:
        """Let every view show all of its shapes, from where one looks at first."""
        self.opened.cameras.clear()
        self.opened.fitted.clear()

    def refit(self) -> None:
        """Let those views fit a window of another size that nobody has moved."""
        for own in self.all_opened:
            for opened in (own, own.asked) if own.asked else (own,):
                for view, camera in [*opened.cameras.items()]:
                    if opened.fitted.get(view) is camera:
                        del opened.cameras[view]

    def grips(self, pixel: float) -> list[Grip]:
        """Return the grips of the present params; a question has none."""
        return [] if self.questioned else parameters.grips(self.params, pixel)

    def next_grip(self, direction: int) -> None:
        """Select the next grip, or the one before."""
        grips = [(g.name, g.index) for g in self.grips(1.0)]
        if not grips:
            return
        if self.opened.grip in grips:
            place = (grips.index(self.opened.grip) + direction) % len(grips)
        else:
            place = 0 if direction > 0 else -1
        self.opened.grip = grips[place]

    def selected(self, pixel: float) -> Grip | None:
        """Return the selected grip, or None."""
        return next(
            (g for g in self.grips(pixel) if (g.name, g.index) == self.opened.grip),
            None,
        )

    @property
    def now(self) -> float:
        """The present time; NaN where the scene has none."""
        timeline = self.moment.timeline
        return getattr(self.params, timeline.parameter) if timeline else float("nan")

    def go_to(self, time: float) -> None:
        """Set the time."""
        self.playback = replace(self.playback, goal=None)
        self._set_time(time)

    def _set_time(self, time: float) -> None:
        timeline = self.moment.timeline
        if timeline:
            self.set_value(timeline.parameter, timeline.clamp(time))

    def toggle_playing(self) -> None:
        """Play or pause; playing from the end starts over."""
        timeline = self.moment.timeline
        if timeline is None:
            return
        self.playback = self.playback.toggled()
        if self.playback.playing and self.now >= timeline.end:
            self.go_to(timeline.start)

    def step_time(self, direction: int) -> None:
        """Pause and go to the next stop, or the one before."""
        timeline = self.moment.timeline
        if timeline:
            self.stand_still()
            self.go_to(timeline.step(self.now, direction))

    def advance(self, elapsed: float) -> None:
        """Let `elapsed` seconds pass: for the time, and for a step that comes in."""
        self._step_age = min(self._step_age + elapsed, _ARRIVAL)
        self._ease(elapsed)
        timeline = self.moment.timeline
        if timeline and self.playback.moving:
            self.playback, time = self.playback.advanced(self.now, elapsed, timeline)
            self._set_time(time)

    def _ease(self, elapsed: float) -> None:
        """Let what is pointed at stand out more, or what was no longer less."""
        step, glow = min(elapsed, _FIRST) / _EASE, {}
        for key in {*self._glow, self.lit} - {""}:
            share = self._glow.get(key, 0.0) + (step if key == self.lit else -step)
            if share > 0.0:
                glow[key] = min(share, 1.0)
        self._glow = glow

    @property
    def moving(self) -> bool:
        """Whether the next frame will differ without any event."""
        eases = self._glow != ({self.lit: 1.0} if self.lit else {})
        return self.playback.moving or self._step_age < _ARRIVAL or eases

    def step_derivation(self, direction: int) -> None:
        """Show one step more of the derivation, or one less; from all on the first."""
        last = len(self.moment.steps)
        if last and not self.quiz:
            whole = 0 if direction > 0 else last
            now = whole if self.opened.step is None else self.opened.step
            self.go_to_step(min(max(now + direction, 1), last))

    def go_to_step(self, number: int) -> None:
        """Show the derivation up to a step, its page, and the time it speaks of."""
        self.look(page=Page.DERIVATION)
        self.reveal = 3
        step = self.moment.steps[number - 1]
        if number != self.opened.step:
            self.opened.step, self._step_age = number, 0.0
            if step.begins is not None:
                self._set_time(step.begins)
        self.playback = self.playback.toward(step.time)

    @property
    def whole(self) -> DrawList:
        """All there is to draw: with the article's answer, if that is shown."""
        quiz = self.quiz
        shown = self.view.compare and not self.asking
        compared = quiz.question.of_article if quiz else shown
        if compared and self.moment.scene.listing:
            return self.moment.compared_picture(self.dtype)
        return self.moment.picture

    @property
    def picture(self) -> DrawList:
        """What to draw now: of the whole what the step knows, and what is lit."""
        picture, glow = self.whole, self._glow
        if self.page is not Page.DERIVATION or self.asking:
            picture = picture.plain(glow)
        elif self.opened.step is not None:
            step, arrived = self.opened.step, self._step_age / _ARRIVAL
            hidden = self.moment.steps[step - 1].hides
            picture = picture.upto(step).without(hidden).arriving(step, arrived)
        return picture.lit(glow) if glow else picture


def _is_case(scene: Entry, name: str, params: Params) -> bool:
    """Return whether the params are the case's, but for the time."""
    own = scene.cases[name].params
    return parameters.at_no_time(own) == parameters.at_no_time(params)
