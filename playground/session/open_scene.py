"""Open state of one scene: params with history, cameras, step, quiz, user code."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playground.analysis.curve import Axis
from playground.analysis.heat_map import MapKind
from playground.quick_dataclass import dataclass
from playground.quiz.round import QuizRound
from playground.scene import params as parameters
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.listing import Precision
from playground.scene.loader import load_error
from playground.scene.params import Params
from playground.scene.scene import SceneEntry
from playground.scene.serialization import from_json_values
from playground.scene.units import METRES, Units
from playground.session.history import History
from playground.session.saved_round import parse_round
from playground.session.saved_state import SavedFile, SavedScene, State
from playground.session.view_options import DisplayOptions, MapChoice, Page
from playground.session.watched_file import WatchedFile

if TYPE_CHECKING:
    from playground.session.user_code_run import UserCode

Camera = Camera2D | OrbitCamera


@dataclass(frozen=True)
class MapOptions:
    """The displayed map with its choices, and whether the comparison is displayed."""

    map: MapKind | None
    over: MapChoice
    compare: bool


@dataclass(frozen=True)
class Setting:
    """An entry of the undo history.

    Attributes
    ----------
    case : str
        Name of the case that the params came from; "" for none.
    params : Params
        The params.
    shown : MapOptions or None
        The map and comparison, set on both sides of a step that changed them, so that
        undo and redo restore them.
    """

    case: str
    params: Params
    shown: MapOptions | None = field(default=None, compare=False)


@dataclass(eq=False)
class OpenScene:
    """Open state of one scene.

    Attributes
    ----------
    cameras : dict
        The camera of each view, by the view's index; none until it is first drawn.
    fitted : dict
        The camera of each view that was fitted last, before the user moved it.
    step : int or None
        The displayed step of the derivation, from 1; None for all of it.
    selected_handle : tuple or None
        Name and index of the selected handle; None for none.
    axis : Axis or None
        Axis of the curve; None for the default.
    mapped : MapChoice
        Choices for the maps.
    precision_axis : Axis or None
        Axis of the precision panel; None for the default.
    dtype : Precision or None
        Float type of the listing; None for its default.
    quiz : QuizRound or None
        The quiz round; None if none was started.
    question_scene : OpenScene or None
        The scene of the quiz question, which replaces this one on the page "Predict".
    view_before_quiz : DisplayOptions or None
        The display options before the quiz; None outside of one.
    saved_round : mapping or None
        A round as JSON values, until it is continued.
    user_code : UserCode or None
        The user code in place of the listing; None for none.
    code_failure : str
        Why the code chosen last is not open, or that no editor displays it; "" for
        neither.
    saved_values : object
        The saved scene as JSON values, until the scene is first opened; else None.
    file : SavedFile or None
        The file that the state was opened from or saved to.
    units : Units
        Units of displayed numbers.
    """

    scene: SceneEntry
    cameras: dict[int, Camera] = field(default_factory=dict)
    fitted: dict[int, Camera] = field(default_factory=dict)
    fitted_places: tuple[Viewport, ...] = ()
    step: int | None = None
    selected_handle: tuple[str, int] | None = None
    axis: Axis | None = None
    mapped: MapChoice = MapChoice()
    precision_axis: Axis | None = None
    dtype: Precision | None = None
    quiz: QuizRound | None = None
    question_scene: "OpenScene | None" = None
    view_before_quiz: DisplayOptions | None = None
    saved_round: Mapping[str, Any] | None = None
    user_code: "UserCode | None" = None
    code_failure: str = ""
    saved_values: Any = None
    file: SavedFile | None = None
    units: Units = METRES

    @cached_property
    def history(self) -> History[Setting]:
        """The undo history; it begins when the scene is first opened."""
        return History(
            Setting(self.scene.first_case_name(), self.scene.initial_params())
        )

    @property
    def is_user_code_shown(self) -> bool:
        """Whether the user's code answers: until it is loaded the article does."""
        return self.user_code is not None and self.user_code.opened is not None

    @property
    def original_scene(self) -> SceneEntry:
        """The scene with its own listing, even if user code is in its place."""
        return self.user_code.entry if self.user_code else self.scene

    def close_user_code(self) -> None:
        """Close the user code, if any, and put the listing back."""
        if self.user_code:
            self.user_code.close()
            self.scene, self.user_code = self.user_code.entry, None

    @property
    def preview_key(self) -> object:
        """Identity of the result of `preview_params`."""
        if "history" in vars(self):
            return self.history.present.params
        return id(self.saved_values)

    def preview_params(self) -> Params:
        """Return the params that the scene has, or would have if it were opened."""
        if "history" in vars(self):
            return self.history.present.params
        try:
            saved = from_json_values(SavedScene, self.saved_values)
            state = from_json_values(State, saved.state, scenes=[self.scene])
        except ValueError:
            return self.scene.initial_params()
        return state.params

    @property
    def case(self) -> str:
        """Name of the case that the params came from; "" for none."""
        return self.history.present.case

    @property
    def is_edited(self) -> bool:
        """Whether the params differ from the case's, apart from the time.

        It is False without a case.
        """
        present = self.history.present
        return bool(self.case) and not is_case(self.scene, self.case, present.params)

    def state(
        self,
        page: Page = Page.EXPLORE,
        mapped: MapKind | None = None,
        *,
        compare: bool = False,
    ) -> State:
        """Return the state of the scene, displayed with this page, map and comparison.

        Parameters
        ----------
        page : Page
            Page of the inspector.
        mapped : MapKind or None
            The displayed map; None for none.
        compare : bool
            Whether the listing's answer is displayed.
        """
        present = self.history.present
        changes = {
            view: camera
            for view, camera in self.cameras.items()
            if self.fitted.get(view) is not camera
        }
        return State(
            self.scene,
            present.params,
            self.case,
            page,
            self.step,
            mapped,
            self.mapped,
            compare,
            self.dtype,
            self.axis,
            changes,
        )

    def fit(self) -> None:
        """Drop all cameras; views are fitted anew, from the default direction."""
        self.cameras.clear()
        self.fitted.clear()

    def refit(self, places: tuple[Viewport, ...] = ()) -> None:
        """Drop the cameras that the user has not moved; their views are fitted anew."""
        if places and self.fitted_places == places:
            return
        for view, camera in [*self.cameras.items()]:
            if self.fitted.get(view) is camera:
                del self.cameras[view]

    def restore_saved(self) -> State | None:
        """Restore the saved scene if it was not opened yet; return its state.

        It is None if it was opened, has no saved values, or cannot be loaded, which
        keeps them.

        Raises
        ------
        ValueError
            The saved values are invalid.
        """
        if self.saved_values is None or load_error(self.scene):
            return None
        values, self.saved_values = self.saved_values, None
        saved = from_json_values(SavedScene, values)
        state = from_json_values(State, saved.state, scenes=[self.scene])
        self.history = History(Setting(state.case, state.params))
        self.mapped, self.dtype, self.axis = state.mapped, state.dtype, state.axis
        self.saved_round = saved.quiz
        self.units = saved.units
        if saved.file:
            self.file = SavedFile(Path(saved.file), None if saved.changed else state)
        return state

    def ask(self, quiz: QuizRound) -> None:
        """Show the scene of a round's question in place of this one.

        It is shown on the page "Predict" only.
        """
        self.quiz, self.saved_round = quiz, None
        setting = Setting(quiz.question.figure, quiz.question.params)
        self.question_scene = OpenScene(self.scene)
        self.question_scene.history = History(setting)

    def restore_round(self) -> None:
        """Continue the saved round; an invalid one is dropped."""
        values, self.saved_round = self.saved_round, None
        if values is not None:
            with suppress(ValueError):
                self.ask(parse_round(values, self.scene))


@dataclass(eq=False)
class WatchedScene:
    """A watched scene file and its open scene.

    Attributes
    ----------
    file : WatchedFile
        The file.
    opened : OpenScene
        The scene of the last version that could be loaded.
    failure : str
        Why the current version cannot be loaded; "" if it can.
    """

    file: WatchedFile
    opened: OpenScene
    failure: str = ""


def is_case(scene: SceneEntry, name: str, params: Params) -> bool:
    """Return whether the params equal those of the case `name`, apart from the time."""
    case_params = scene.cases[name].params
    return parameters.reset_times(case_params) == parameters.reset_times(params)
