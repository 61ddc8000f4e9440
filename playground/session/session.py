"""The session: open scenes with their params and history, and the view options.

It does not depend on pyglet or ImGui; the window and the panels act on it.
"""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from playground.analysis.heat_map import MapKind
from playground.i18n import message
from playground.quiz.round import QuizRound
from playground.scene import params as parameters
from playground.scene.camera import Camera2D, Viewport
from playground.scene.params import Params
from playground.scene.scene import SceneEntry
from playground.scene.units import Units
from playground.session.errors import run_guarded
from playground.session.history import History
from playground.session.open_scene import (
    MapOptions,
    OpenScene,
    Setting,
    WatchedScene,
    is_case,
)
from playground.session.playback import Move, Playback
from playground.session.saved_state import State
from playground.session.view_model import (
    HiddenSceneView,
    RevealedSceneView,
    SceneView,
    ViewOptions,
)
from playground.session.view_options import DisplayOptions, Page

if TYPE_CHECKING:
    from playground.analysis.curve import Axis
    from playground.session.lesson.document import Stop
    from playground.session.lesson.open_lesson import OpenLesson
    from playground.session.snapshot import SessionSnapshot, StartOffer

T = TypeVar("T")


class Session:
    """The open scenes, and all operations on them.

    Attributes
    ----------
    opened_scenes : list of OpenScene
        The open state of each scene; `index` selects the current one.
    view : DisplayOptions
        Display options shared by all scenes.
    index : int
        Index of the current scene.
    playback : Playback
        Playback options, and the running playback or move of the time.
    aimed : Params or None
        Params of the map cell under the pointer; None without one.
    notice : str
        A short message; "" for none.
    gesture_id : int
        Counter of presses; edits during one press are one undoable step.
    seed : int
        Seed of the next quiz round.
    step_age : float
        Time since the current derivation step appeared, in seconds; infinite for none
        and for one shown at once.
    revealed : int
        Counter of requests to scroll to the current step or stop.
    span : tuple or None
        The context, the axis of the curve, and the interval (low, high) kept for them;
        None for the default.
    """

    def __init__(self, scenes: Sequence[SceneEntry]) -> None:
        self.opened_scenes = [OpenScene(scene) for scene in scenes]
        self.index = 0
        self.view = DisplayOptions()
        self.playback = Playback()
        self.aimed: Params | None = None
        self.notice = ""
        self.gesture_id = 0
        self.seed = 1
        # False during the replay of a log, which must not run code.
        self.opens_code = True
        # Whether user code has a page of its own, besides the listing's.
        self.has_user_code_page = False
        # The scene file that is reloaded on every save.
        self.watched_scene: WatchedScene | None = None
        # The open lesson, and closed ones that can be continued, the last one first.
        self.lesson: OpenLesson | None = None
        self.closed_lessons: list[OpenLesson] = []
        # The state before the current talk.
        self.before_talk: SessionSnapshot | None = None
        # The context in which a lesson or a talk that was left put all back.
        self.restored_context_id: Hashable = None
        # How far lessons were walked, by their names, as JSON values.
        self.lesson_progress: dict[str, Any] = {}
        # Saves an invalid saved scene elsewhere, and returns a message about it.
        self.quarantine: Callable[[str, Any], str] = lambda scene_id, left: ""
        # Whether the system's settings ask for reduced motion.
        self.prefers_reduced_motion: Callable[[], bool] = lambda: False
        # Folder of the file opened or saved last; "" for none.
        self.folder = ""
        # Paths of opened and saved files, the last one first.
        self.recent_files: tuple[str, ...] = ()
        # The guided start on offer.
        self.start_offer: StartOffer | None = None
        # Whether the guided start displayed the map, which then disappears with it.
        self.is_map_of_offer = False
        self.step_age = math.inf
        self.revealed = 0
        self.span: tuple[Hashable, Axis, tuple[float, float]] | None = None
        self._context_count = 0
        self._scene_view: SceneView | None = None

    def run_guarded(self, work: Callable[[], T]) -> T | None:
        """Run code of a scene; return its result, or None after an exception.

        The exception's message becomes the notice.
        """
        return run_guarded(work, None, self.set_notice)

    def set_notice(self, notice: str) -> None:
        """Display a short message."""
        self.notice = notice

    def look(self, /, **changes: Any) -> None:
        """Change display options, given by the names of `DisplayOptions`' fields."""
        self.view = replace(self.view, **changes)
        if "map" in changes:
            self.is_map_of_offer = False
        self._restore_round()

    def _restore_round(self) -> None:
        """Continue the saved quiz round if its page is displayed."""
        opened = self.current_scene
        if self.view.page is Page.PREDICT and opened.saved_round is not None:
            self.run_guarded(opened.restore_round)

    @property
    def scenes(self) -> list[SceneEntry]:
        """All scenes, whether they were opened or not."""
        return [opened.scene for opened in self.opened_scenes]

    @property
    def current_scene(self) -> OpenScene:
        """The current scene, even if a quiz question is displayed in its place."""
        return self.opened_scenes[self.index]

    @property
    def open_scene(self) -> OpenScene:
        """The current scene, or that of the quiz question on its page."""
        opened = self.current_scene
        return (
            opened.question_scene
            if opened.question_scene and self.view.page is Page.PREDICT
            else opened
        )

    @property
    def context_id(self) -> Hashable:
        """Identity of the context, with whose end drags and hovers end.

        It changes with the scene, the case, an opened state and the quiz question.
        """
        return self._context_count, self.open_scene

    @property
    def display_key(self) -> Hashable:
        """Key of what panels and canvas display of the session.

        It changes with that.
        """
        opened, stop_index = self.open_scene, self.lesson and self.lesson.at
        shown_state = self.view, opened, self.params, opened.step, opened.mapped
        return *shown_state, self.quiz, stop_index

    @property
    def active_offer(self) -> "StartOffer | None":
        """The guided start on offer; None if something has been opened since.

        None with user code, since it tells of the article's mistake.
        """
        first = self.start_offer
        if first is None or self.open_scene.is_user_code_shown:
            return None
        return first if first.context_id == self.context_id else None

    @property
    def quiz(self) -> QuizRound | None:
        """The current scene's quiz round while its page is displayed; else None."""
        predicts = self.view.page is Page.PREDICT
        return self.current_scene.quiz if predicts else None

    @property
    def asking(self) -> bool:
        """Whether a question of quiz or lesson is open, so that answers are hidden."""
        return self._is_asking(self.quiz)

    def _is_asking(self, quiz: QuizRound | None) -> bool:
        if quiz is not None:
            return quiz.answer is None
        return self.lesson is not None and self.lesson.asking and self.is_at_stop

    @property
    def is_at_stop(self) -> bool:
        """Whether the current stop of the open lesson is displayed."""
        opened, walk = self.current_scene, self.lesson
        return walk is not None and walk.stop_state.opened is opened is self.open_scene

    @property
    def current_stop(self) -> "Stop | None":
        """The current stop of the open lesson if it is displayed; else None."""
        return self.lesson.stop if self.lesson and self.is_at_stop else None

    @property
    def has_question(self) -> bool:
        """Whether a question is displayed, during which nothing can be edited."""
        return self.quiz is not None or self.asking

    @property
    def scene(self) -> SceneEntry:
        """The current scene."""
        return self.open_scene.scene

    @property
    def params(self) -> Params:
        """The current params."""
        return self.open_scene.history.present.params

    @property
    def units(self) -> Units:
        """Units of displayed numbers in the current scene."""
        return self.open_scene.units

    @property
    def scene_view(self) -> SceneView:
        """View model of the current scene, cached."""
        cached, opened, quiz = self._scene_view, self.open_scene, self.quiz
        asking, setting = self._is_asking(quiz), opened.history.present
        params, view_class = setting.params, RevealedSceneView if quiz else SceneView
        kind = HiddenSceneView if asking else view_class
        options = self._make_view_options(opened, setting, quiz, asking=asking)
        if (
            type(cached) is not kind
            or cached.entry is not opened.scene
            or not (cached.params is params or cached.params == params)
        ):
            view = kind(opened.scene, params, cached, options)
        elif cached.options != options:
            view = cached.with_options(options)
        else:
            return cached
        self._scene_view = view
        return view

    def _make_view_options(
        self,
        opened: OpenScene,
        setting: Setting,
        quiz: QuizRound | None,
        *,
        asking: bool,
    ) -> ViewOptions:
        """Return the options of the view model."""
        span, view = self.span, self.view
        if self.lesson and self.is_at_stop and not self.lesson.writing:
            view = replace(view, curve=self.lesson.stop_state.shows_curve)
        has_comparison = self.view.compare and not (asking or self.is_user_code_awaited)
        return ViewOptions(
            view,
            setting.case,
            opened.step,
            opened.dtype,
            opened.axis,
            span[1:] if span and span[0] == self.context_id else None,
            opened.mapped,
            has_question=quiz is not None or asking,
            compared=quiz.question.of_article if quiz else has_comparison,
            hidden_maps=self._list_hidden_maps(opened),
        )

    def _list_hidden_maps(self, opened: OpenScene) -> tuple[MapKind, ...]:
        """Return the maps of the article's code that the code page does not offer.

        They are of its mistakes, and while user code is loading also of its lines.
        """
        if (
            self.view.page is not Page.CODE
            or self.lesson
            or self.has_user_code_page
            or opened.is_user_code_shown
        ):
            return ()
        hidden = (MapKind.MISTAKES, MapKind.BLAME)
        return hidden if opened.user_code else hidden[:1]

    def toggle_curve(self) -> None:
        """Show or hide the curve; at a stop of a lesson for that stop only.

        While the lesson is edited it is for all.
        """
        is_shown = not self.scene_view.showing.curve
        if self.lesson and self.is_at_stop and not self.lesson.writing:
            self.lesson.stop_state.curve = is_shown
        else:
            self.look(curve=is_shown)

    @property
    def is_user_code_awaited(self) -> bool:
        """Whether the page of user code is displayed while none is loaded."""
        return (
            self.view.page is Page.CODE
            and self.view.user_code
            and self.lesson is None
            and not self.current_scene.is_user_code_shown
            and self.scene.resolve(self.params)[0].query is not None
        )

    def begin_gesture(self) -> None:
        """Count a press; edits until the next one are one undoable step."""
        self.gesture_id += 1

    def open(self, index: int) -> None:
        """Switch to the scene with this index, and restore it if it was saved."""
        if index != self.index:
            self.index = index
            self.begin_context()
            self.stop_playback()
            self.restore_saved_scene()
            self._restore_round()

    def find(self, scene_id: str) -> int:
        """Return the index of a scene by its id.

        Raises
        ------
        ValueError
            There is no such scene.
        """
        ids = [scene.id for scene in self.scenes]
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
        """Change the params, as an undoable step.

        Parameters
        ----------
        params : Params
            The new params of the current scene.
        gesture : hashable, optional
            Edits in a row with an equal gesture, other than None, are one step.
        """
        part = self._scene_part
        setting = replace(self.open_scene.history.present, params=params, shown=None)
        self.open_scene.history = self.open_scene.history.edit(setting, gesture)
        if self._scene_part is not part:
            self.open_scene.fit()

    @property
    def _scene_part(self) -> object:
        """The scene, or of one with modes the mode that the params select."""
        return self.scene.resolve(self.params)[0]

    def set_value(self, name: str, value: Any, gesture: Hashable = None) -> None:
        """Set one parameter, clamped to its limits.

        A change of the time is not undoable. The views are fitted again if the figure
        leaves or enters the usual range of sizes.

        Parameters
        ----------
        name : str
            Name of a parameter of the current scene.
        value : object
            Its new value, in stored units.
        gesture : hashable, optional
            Edits in a row with an equal gesture, other than None, are one undoable
            step.

        Raises
        ------
        KeyError
            There is no such parameter.
        """
        gesture_before, params = self.open_scene.history.gesture, self.params
        changed_params = parameters.with_values(params, **{name: value})
        timeline = self.scene_view.timeline
        if timeline and timeline.parameter == name:
            setting = replace(self.open_scene.history.present, params=changed_params)
            self.open_scene.history = self.open_scene.history.replace_present(setting)
        else:
            self.edit(changed_params, gesture)
            goes_on = gesture is not None and gesture == gesture_before
            if not goes_on and parameters.changes_scale(params, self.params):
                self.open_scene.fit()

    def set_scene_options(self, /, **changes: Any) -> None:
        """Set options of the current scene, by the names of `OpenScene`'s attributes.

        They are `axis`, `dtype`, `precision_axis` and `units`.
        """
        vars(self.open_scene).update(changes)

    def reset_value(self, name: str) -> None:
        """Reset one parameter to its value in the current or else the first case."""
        case = self.scene.cases[self.open_scene.case or self.scene.first_case_name()]
        self.set_value(name, getattr(case.params, name))

    def choose_case(self, name: str) -> None:
        """Open a case of the scene by its name, as an undoable step.

        Raises
        ------
        ValueError
            There is no such case.
        """
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
        case, options_before = self.scene.cases[name], self.map_options
        self.look(compare=bool(case.mistake))
        self.begin_at(name, case.params, options_before)
        self.reset_view()

    @property
    def state(self) -> State:
        """The state of the current scene as displayed."""
        return self.state_of(self.open_scene)

    def state_of(self, own: OpenScene) -> State:
        """Return the state of a scene as displayed, or as it would be if opened."""
        if own not in (self.open_scene, self.current_scene):
            return own.state()
        return own.state(self.scene_view.page, self.view.map, compare=self.view.compare)

    @property
    def has_unsaved_changes(self) -> bool:
        """Whether the current scene differs from its file; False without one."""
        file = self.open_scene.file
        return file is not None and file.state != self.state

    def restore_saved_scene(self) -> State | None:
        """Restore the current scene from saved values if it was not opened yet.

        Returns its state; None if there is nothing to restore, or after a notice if it
        is invalid.
        """
        opened = self.current_scene
        saved_values = opened.saved_values
        try:
            state = opened.restore_saved()
        except ValueError as error:
            lies = self.quarantine(opened.scene.id, saved_values)
            self.notice = message(
                "The saved state of {scene} cannot be restored: {why}{lies}",
                scene=opened.scene.title,
                why=str(error),
                lies=lies,
            )
            return None
        if state:
            self._restore_cameras(opened, state)
        return state

    def show(self, state: State) -> None:
        """Open a saved state, as an undoable step; a quiz is left but kept.

        Raises
        ------
        ValueError
            The session does not have the state's scene.
        """
        self.open(self.find(state.scene.id))
        self.leave_predict()
        page = Page.EXPLORE if state.page is Page.PREDICT else state.page
        case, before = state.case or self._case_of(state.params), self.map_options
        opened = self.open_scene
        opened.mapped, opened.dtype, opened.axis = state.mapped, state.dtype, state.axis
        self.look(page=page, map=state.map, compare=state.compare)
        self.begin_at(case, state.params, before)
        self.reset_view()
        self._restore_cameras(opened, state)

    def _restore_cameras(self, opened: OpenScene, state: State) -> None:
        """Restore a state's cameras, where they fit the views, and its step."""
        # A listing's answer adds primitives, but no views.
        views = self.scene_view.picture.self_and_views
        opened.cameras.update(
            (number, camera)
            for number, camera in state.cameras.items()
            if number < len(views)
            and isinstance(camera, Camera2D) == (views[number].dimension == 2)
        )
        last = len(self.scene_view.steps)
        opened.step = min(state.step, last) if state.step and last else None

    def _case_of(self, params: Params) -> str:
        """Return the name of the case with these params; "" for none."""
        cases = self.scene.cases
        return next((n for n in cases if is_case(self.scene, n, params)), "")

    @property
    def map_options(self) -> MapOptions:
        """The displayed map and comparison."""
        return MapOptions(self.view.map, self.open_scene.mapped, self.view.compare)

    def begin_at(
        self, case: str, params: Params, before: MapOptions | None = None
    ) -> None:
        """Set the params, from the case with a name or "", as an undoable step.

        Undo also restores the map and comparison `before`, by default the current ones.
        """
        history, options = self.open_scene.history, self.map_options
        history = history.replace_present(
            replace(history.present, shown=before or options)
        )
        self.open_scene.history = history.edit(Setting(case, params, options))

    def begin_context(self) -> None:
        """Start a new context: end drags and hovers, hide a guided start's map."""
        self._context_count += 1
        if self.is_map_of_offer:
            self.look(map=None)

    def reset_view(self) -> None:
        """Start a new context with fitted views, all of the derivation, no playback."""
        self.begin_context()
        self.open_scene.fit()
        self.open_scene.step = None
        self.stop_playback()

    def set_playback(self, /, **changes: Any) -> None:
        """Change playback options, by the names of `Playback`'s attributes."""
        self.playback = replace(self.playback, **changes)

    def stop_playback(self) -> None:
        """Stop playback, and any move of the time."""
        self.set_playback(playing=False, move=None)

    def play_move(self, begin: float | None, goal: float | None) -> None:
        """Animate the scene's time, or with reduced motion set it at once.

        Parameters
        ----------
        begin : float or None
            The time to start at; None for the current one.
        goal : float or None
            The time to end at; None only stops the current animation.
        """
        begin = self.scene_view.current_time if begin is None else begin
        self.stop_playback()
        if goal is not None and self.scene_view.timeline and begin != goal:
            self.set_time(begin)
            self.set_playback(move=Move(begin, goal))
            if self.prefers_reduced_motion():
                self.finish_move()

    def finish_move(self) -> bool:
        """Finish the animated move of the time at its goal.

        Return whether there was one.
        """
        move = self.playback.move
        if move:
            self.stop_playback()
            self.set_time(move.goal)
        return move is not None

    def reset(self) -> None:
        """Reset to the current case, or the first one; not during a question."""
        if not self.has_question:
            name = self.open_scene.case or self.scene.first_case_name()
            self.begin_at(name, self.scene.cases[name].params)
            self.reset_view()

    def leave_predict(self) -> None:
        """Leave the page of the quiz, if a question is displayed."""
        if self.quiz:
            self.look(page=Page.EXPLORE)

    def undo(self) -> None:
        """Undo the last step of the current scene; the time stays."""
        self._apply_history(self.open_scene.history.undo())

    def redo(self) -> None:
        """Redo the last undone step of the current scene; the time stays."""
        self._apply_history(self.open_scene.history.redo())

    def _apply_history(self, history: History[Setting]) -> None:
        timeline, left = self.scene_view.timeline, self.open_scene.history.present
        params = self.params
        part = self._scene_part
        if timeline:
            time = {timeline.parameter: self.scene_view.current_time}
            kept = replace(history.present.params, **time)
            history = history.replace_present(replace(history.present, params=kept))
        self.open_scene.history = history
        if (
            self.open_scene.case != left.case
            or self._scene_part is not part
            or parameters.changes_scale(params, self.params)
        ):
            self.open_scene.fit()
        if (shown := history.present.shown) and left.shown:
            self.open_scene.mapped = shown.over
            self.look(map=shown.map, compare=shown.compare)

    def restore_history(self, history: History[Setting]) -> None:
        """Replace the history of the current scene, as when a drag is canceled."""
        self.open_scene.history = history

    def refit(self, places: tuple[Viewport, ...] = ()) -> None:
        """Let those views fit a window of another size that nobody has moved.

        Those of scenes that were fitted for the same `places` stay.
        """
        for opened in self.opened_scenes:
            opened.refit(places)
            if opened.question_scene:
                opened.question_scene.refit(places)

    def go_to(self, time: float) -> None:
        """Set the scene's time, end its animation, and show the step for it."""
        self.set_playback(move=None)
        self.set_time(time)
        self._show_step_of_time()

    def set_time(self, time: float) -> None:
        """Set the scene's time, clamped to the timeline.

        Without one nothing happens.
        """
        timeline = self.scene_view.timeline
        if timeline:
            self.set_value(timeline.parameter, timeline.clamp(time))

    def advance(self, elapsed: float) -> None:
        """Advance time, step and guided start by `elapsed` seconds of real time."""
        self.step_age += elapsed
        if self.start_offer and self.start_offer.pulsing:
            self.start_offer = replace(
                self.start_offer, age=self.start_offer.age + elapsed
            )
        timeline = self.scene_view.timeline if self.playback.moving else None
        if timeline:
            time_now, playing = self.scene_view.current_time, self.playback.move is None
            self.playback, time = self.playback.advance(time_now, elapsed, timeline)
            self.set_time(time)
            if playing:
                self._show_step_of_time()

    def _show_step_of_time(self) -> None:
        """Show the step of the derivation for the current time."""
        if self.has_question:
            return
        view = self.scene_view
        number = view.find_step_of_time(view.current_step)
        if number and number != self.open_scene.step:
            self.show_step(number)

    def show_step(self, number: int) -> None:
        """Show a step of the derivation, numbered from 1, which fades in."""
        self.open_scene.step, self.step_age = number, 0.0

    def reveal(self) -> None:
        """Request scrolling to the current step or the lesson's stop."""
        self.revealed += 1
