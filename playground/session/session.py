"""What is open: the scene, its params with their history, and the view state.

Nothing here knows pyglet or ImGui; the window and the panels act on it.
"""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from playground.i18n import message
from playground.quiz.round import QuizRound
from playground.scene import params as parameters
from playground.scene.camera import Camera2D
from playground.scene.params import Params
from playground.scene.scene import Entry
from playground.session.errors import tried
from playground.session.history import History
from playground.session.open_scene import OpenScene, Setting, Shown, is_case
from playground.session.playback import Playback
from playground.session.saved_state import State
from playground.session.view_model import HiddenStudy, RevealedStudy, Study, Wanted
from playground.session.view_options import Page, Showing

if TYPE_CHECKING:
    from playground.analysis.curve import Axis
    from playground.session.lesson.open_lesson import OpenLesson
    from playground.session.start_offer import OpenStart
    from playground.session.watched_scene import OwnScene

T = TypeVar("T")


class Session:
    """The open scene and all that can be done to it.

    `aimed` are the params of the map's cell that is pointed at, `notice` is a short
    message. `step_age` says for how many seconds the step has been shown, and
    `revealed` how often something was to come into sight: the current step, or a stop
    of a lesson.
    """

    def __init__(self, scenes: Sequence[Entry]) -> None:
        self.all_opened = [OpenScene(scene) for scene in scenes]
        self.index = 0
        self.view = Showing()
        self.playback = Playback()
        self.aimed: Params | None = None
        self.notice = ""
        self.press = 0
        self.seed = 1
        # Not while a log is redone: a log is data only.
        self.opens_code = True
        # The scene of a file that is followed from save to save.
        self.own_scene: OwnScene | None = None
        # The lesson that is open, and those that one can go on with, the last first.
        self.walk: OpenLesson[OpenScene] | None = None
        self.left_walks: list[OpenLesson[OpenScene]] = []
        # How far lessons were walked, by their names, as JSON values.
        self.walked: dict[str, Any] = {}
        # Keeps how a scene was left that cannot go on so, and returns what to say.
        self.put_aside: Callable[[str, Any], str] = lambda scene_id, left: ""
        # Where files were last opened or saved; "" for nowhere yet.
        self.folder = ""
        # Where somebody begins who has never seen the scene.
        self.first: OpenStart | None = None
        self.step_age = math.inf
        self.revealed = 0
        self.span: tuple[Hashable, Axis, tuple[float, float]] | None = None
        self._stages = 0
        self._study: Study | None = None

    def tried(self, work: Callable[[], T]) -> T | None:
        """Do a scene's work; what it raises is the notice."""
        return tried(work, None, self.say)

    def say(self, notice: str) -> None:
        """Say something in a short message."""
        self.notice = notice

    def look(self, /, **changes: Any) -> None:
        """Change how things are shown: `Showing`'s fields by name."""
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
    def to_be_seen(self) -> Hashable:
        """What panels and canvas both hang on; another one where that has changed."""
        own, walk = self.opened, self.walk
        at = walk and walk.at
        return self.view, own, self.params, own.step, own.mapped, self.quiz, at

    @property
    def quiz(self) -> QuizRound | None:
        """The quiz that is on show."""
        predicts = self.view.page is Page.PREDICT
        return self.all_opened[self.index].quiz if predicts else None

    @property
    def asking(self) -> bool:
        """Whether a question is open: nothing may give its answer away."""
        return self._asks(self.quiz)

    def _asks(self, quiz: QuizRound | None) -> bool:
        if quiz is not None:
            return quiz.answer is None
        return self.walk is not None and self.walk.asking and self.at_stop

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
    def study(self) -> Study:
        """The present scene at the present params, as far as it is wanted."""
        kept, own, quiz = self._study, self.opened, self.quiz
        asking, setting = self._asks(quiz), own.history.present
        params, told = setting.params, RevealedStudy if quiz else Study
        kind = HiddenStudy if asking else told
        wanted = self._wanted(own, setting, quiz, asking=asking)
        if (
            type(kept) is not kind
            or kept.entry is not own.scene
            or not (kept.params is params or kept.params == params)
        ):
            found = kind(own.scene, params, kept, wanted)
        elif kept.wanted != wanted:
            found = kept.seen_as(wanted)
        else:
            return kept
        self._study = found
        return found

    def _wanted(
        self, own: OpenScene, setting: Setting, quiz: QuizRound | None, *, asking: bool
    ) -> Wanted:
        """Return what is to be seen."""
        span = self.span
        if quiz:
            compared = quiz.question.of_article
        else:
            compared = self.view.compare and not asking
        return Wanted(
            self.view,
            setting.case,
            own.step,
            own.dtype,
            own.axis,
            span[1:] if span and span[0] == self.stage else None,
            own.mapped,
            quiz is not None or asking,
            compared,
        )

    def aim(self, params: Params | None) -> None:
        """Note the params of the map's cell that is pointed at."""
        self.aimed = params

    def new_press(self) -> None:
        """Note that a button or key went down: edits until the next are one step."""
        self.press += 1

    def open(self, index: int) -> None:
        """Go to another scene."""
        if index != self.index:
            self.index = index
            self._stages += 1
            self.stand_still()
            self.go_on()

    def find(self, scene_id: str) -> int:
        """Return the index of a scene; ValueError if there is none of that name."""
        ids = [opened.scene.id for opened in self.all_opened]
        if scene_id not in ids:
            raise ValueError(
                message(
                    "unknown scene {name}; there are {names}",
                    name=repr(scene_id),
                    names=", ".join(ids),
                )
            )
        return ids.index(scene_id)

    def edit(self, params: Params, gesture: Hashable = None) -> None:
        """Change the params; an undoable step unless the gesture goes on."""
        part = self._part
        setting = replace(self.opened.history.present, params=params, shown=None)
        self.opened.history = self.opened.history.edit(setting, gesture)
        if self._part is not part:
            self.opened.fit()

    @property
    def _part(self) -> object:
        """What is open of a scene of several; each is seen from elsewhere."""
        return self.scene.at(self.params)[0]

    def set_value(self, name: str, value: Any, gesture: Hashable = None) -> None:
        """Change one parameter, clamped; time is no undoable step."""
        changed = parameters.with_values(self.params, **{name: value})
        timeline = self.study.timeline
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
            raise ValueError(
                message(
                    "unknown case {name}; there are {names}",
                    name=repr(name),
                    names=names,
                )
            )
        self.leave_predict()
        case, before = self.scene.cases[name], self.shown
        self.look(compare=bool(case.mistake))
        self.begin_at(name, case.params, before)
        self.show_afresh()

    @property
    def state(self) -> State:
        """The present scene as it is shown."""
        return self.state_of(self.opened)

    def state_of(self, own: OpenScene) -> State:
        """Return a scene as it is shown, or as it would be if it were opened."""
        if own not in (self.opened, self.all_opened[self.index]):
            return own.state()
        return own.state(self.study.page, self.view.map, compare=self.view.compare)

    @property
    def changed(self) -> bool:
        """Whether the present scene is no longer as it lies in its file."""
        file = self.opened.file
        return file is not None and file.state != self.state

    def go_on(self) -> State | None:
        """Show the present scene as it was left, if it was not opened since."""
        own = self.all_opened[self.index]
        left = own.left
        try:
            state = own.go_on()
        except ValueError as error:
            lies = self.put_aside(own.scene.id, left)
            self.notice = message(
                "{scene} cannot go on as it was left: {why}{lies}",
                scene=own.scene.title,
                why=str(error),
                lies=lies,
            )
            return None
        if state:
            self._aim(own, state)
        return state

    def show(self, state: State) -> None:
        """Open a scene as it was shown in a state; a question is left alone."""
        self.open(self.find(state.scene.id))
        self.leave_predict()
        page = Page.EXPLORE if state.page is Page.PREDICT else state.page
        case, before = state.case or self._case_of(state.params), self.shown
        own = self.opened
        own.mapped, own.dtype, own.axis = state.mapped, state.dtype, state.axis
        self.look(page=page, map=state.map, compare=state.compare)
        self.begin_at(case, state.params, before)
        self.show_afresh()
        self._aim(own, state)

    def _aim(self, own: OpenScene, state: State) -> None:
        """Take a state's cameras, where they fit the views, and its step."""
        # A listing's answer adds records to views, and no view.
        views = self.study.picture.all_views
        own.cameras.update(
            (number, camera)
            for number, camera in state.cameras.items()
            if number < len(views)
            and isinstance(camera, Camera2D) == (views[number].dimension == 2)
        )
        last = len(self.study.steps)
        own.step = min(state.step, last) if state.step and last else None

    def _case_of(self, params: Params) -> str:
        """Return the name of the case that has these params; "" if none has."""
        cases = self.scene.cases
        return next((n for n in cases if is_case(self.scene, n, params)), "")

    @property
    def shown(self) -> Shown:
        """What is shown over the picture."""
        return Shown(self.view.map, self.opened.mapped, self.view.compare)

    def begin_at(self, case: str, params: Params, before: Shown | None = None) -> None:
        """Go to params that came from a case, or from "" for none.

        What was shown before, now if it is not said, is brought back by undoing that.
        """
        history, shown = self.opened.history, self.shown
        history = history.touch(replace(history.present, shown=before or shown))
        self.opened.history = history.edit(Setting(case, params, shown))

    def begin_stage(self) -> None:
        """Begin a stage: no drag or hover goes on."""
        self._stages += 1

    def show_afresh(self) -> None:
        """Begin a new stage, looked at from the beginning."""
        self.begin_stage()
        self.opened.fit()
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
            self.show_afresh()

    def leave_predict(self) -> None:
        """Go from a question to the page without one."""
        if self.quiz:
            self.look(page=Page.EXPLORE)

    def undo(self) -> None:
        """Take back the last step; the time stays."""
        self._travel(self.opened.history.undo())

    def redo(self) -> None:
        """Bring back the last step taken back; the time stays."""
        self._travel(self.opened.history.redo())

    def _travel(self, history: History[Setting]) -> None:
        timeline, left = self.study.timeline, self.opened.history.present
        part = self._part
        if timeline:
            kept = replace(
                history.present.params, **{timeline.parameter: self.study.now}
            )
            history = history.touch(replace(history.present, params=kept))
        self.opened.history = history
        if self.opened.case != left.case or self._part is not part:
            self.opened.fit()
        if (shown := history.present.shown) and left.shown:
            self.opened.mapped = shown.over
            self.look(map=shown.map, compare=shown.compare)

    def go_back_to(self, history: History[Setting]) -> None:
        """Let everything that was set since be as if it had not been."""
        self.opened.history = history

    def refit(self) -> None:
        """Let those views fit a window of another size that nobody has moved."""
        for own in self.all_opened:
            own.refit()
            if own.asked:
                own.asked.refit()

    def go_to(self, time: float) -> None:
        """Set the time."""
        self.playback = replace(self.playback, goal=None)
        self.set_time(time)

    def set_time(self, time: float) -> None:
        """Set the time, and let it go on to where a step wants it."""
        timeline = self.study.timeline
        if timeline:
            self.set_value(timeline.parameter, timeline.clamp(time))

    def advance(self, elapsed: float) -> None:
        """Let `elapsed` seconds pass: for the time, and for a step that comes in."""
        self.step_age += elapsed
        if self.first and self.first.pulsing:
            self.first = replace(self.first, age=self.first.age + elapsed)
        timeline = self.study.timeline if self.playback.moving else None
        if timeline:
            now = self.study.now
            self.playback, time = self.playback.advanced(now, elapsed, timeline)
            self.set_time(time)

    def show_step(self, number: int) -> None:
        """Let a step of the derivation come in."""
        self.opened.step, self.step_age = number, 0.0

    def reveal(self) -> None:
        """Let the current step, or the lesson's stop, come into sight."""
        self.revealed += 1
