"""One scene that is open: its params with their history, and how it is looked at."""

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
from playground.scene.camera import Camera2D, OrbitCamera
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

if TYPE_CHECKING:
    from playground.session.user_code_run import UserCode

Camera = Camera2D | OrbitCamera


@dataclass(frozen=True)
class MapOptions:
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
    shown: MapOptions | None = field(default=None, compare=False)


@dataclass(eq=False)
class OpenScene:
    """One scene as it was left: setting, cameras, step and selected grip.

    `fitted` are the cameras as they were before anybody moved them.

    `question_scene` is that of the question that `quiz` asks, put in place of this one
    on the page "Predict"; this one stays as it is. `view_before_quiz` is how it was
    shown before, `saved_round` a round as JSON values, until it goes on there. `mapped`
    says what its maps are over, `user_code` is the code that was opened in its
    listing's place, if any, `precision_axis` is the number under the lens, and `dtype`
    the numbers that the
    listing computes with, once they are chosen.

    `code_failure` says why the code that was chosen last is not open, or that no
    editor shows it; it stays until the next try.

    `saved_values` is how it was left at the last time, as JSON values, until it is
    first opened; `file` is where its state lies, once it was opened from there or
    saved. Its numbers are shown in `units`.
    """

    scene: SceneEntry
    cameras: dict[int, Camera] = field(default_factory=dict)
    fitted: dict[int, Camera] = field(default_factory=dict)
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
        """What undo and redo go through; it begins when the scene is first opened."""
        return History(
            Setting(self.scene.first_case_name(), self.scene.initial_params())
        )

    @property
    def preview_key(self) -> object:
        """Another thing whenever `preview_params` may return something else."""
        if "history" in vars(self):
            return self.history.present.params
        return id(self.saved_values)

    def preview_params(self) -> Params:
        """Return the params that it has, or would have if it were opened now."""
        if "history" in vars(self):
            return self.history.present.params
        try:
            left = from_json_values(SavedScene, self.saved_values)
            state = from_json_values(State, left.state, scenes=[self.scene])
        except ValueError:
            return self.scene.initial_params()
        return state.params

    @property
    def case(self) -> str:
        """The name of the case that the params came from; "" if from none."""
        return self.history.present.case

    @property
    def is_edited(self) -> bool:
        """Whether the params are no longer the case's; the time may be any."""
        present = self.history.present
        return bool(self.case) and not is_case(self.scene, self.case, present.params)

    def state(
        self,
        page: Page = Page.EXPLORE,
        mapped: MapKind | None = None,
        *,
        compare: bool = False,
    ) -> State:
        """Return the scene as it is shown so, on a page and with a map or none."""
        present = self.history.present
        moved = {
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
            moved,
        )

    def fit(self) -> None:
        """Let every view show all of its shapes, from where one looks at first."""
        self.cameras.clear()
        self.fitted.clear()

    def refit(self) -> None:
        """Let those views fit another size that nobody has moved."""
        for view, camera in [*self.cameras.items()]:
            if self.fitted.get(view) is camera:
                del self.cameras[view]

    def restore_saved(self) -> State | None:
        """Be as it was left, if it was not opened since; return how that was.

        ValueError where it cannot be so any more. A scene that cannot be shown stays
        as it was left.
        """
        if self.saved_values is None or load_error(self.scene):
            return None
        values, self.saved_values = self.saved_values, None
        left = from_json_values(SavedScene, values)
        state = from_json_values(State, left.state, scenes=[self.scene])
        self.history = History(Setting(state.case, state.params))
        self.mapped, self.dtype, self.axis = state.mapped, state.dtype, state.axis
        self.saved_round = left.quiz
        self.units = left.units
        if left.file:
            self.file = SavedFile(Path(left.file), None if left.changed else state)
        return state

    def ask(self, quiz: QuizRound) -> None:
        """Put the scene of a round's question in place of this one on its page."""
        self.quiz, self.saved_round = quiz, None
        setting = Setting(quiz.question.figure, quiz.question.params)
        self.question_scene = OpenScene(self.scene)
        self.question_scene.history = History(setting)

    def restore_round(self) -> None:
        """Go on with the round that was left; one that cannot be read is dropped."""
        values, self.saved_round = self.saved_round, None
        if values is not None:
            with suppress(ValueError):
                self.ask(parse_round(values, self.scene))


def is_case(scene: SceneEntry, name: str, params: Params) -> bool:
    """Return whether the params are the case's, but for the time."""
    own = scene.cases[name].params
    return parameters.reset_times(own) == parameters.reset_times(params)
