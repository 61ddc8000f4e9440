"""View model of a scene: everything derived from one state, computed when first read.

It does not depend on pyglet or ImGui. Exceptions of a scene become messages.
"""

from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

import numpy as np

from playground.analysis.curve import (
    Axis,
    Curve,
    answer_axes,
    axes,
    find_axis,
    sample_curve,
)
from playground.analysis.heat_map import MapKind, MapQuery, list_maps, map_point_axes
from playground.analysis.precision import PrecisionReading, readings
from playground.quiz.questions import target_of_question
from playground.quiz.round import (
    deciding_step,
    has_questions,
    timeline_without_answer,
    timeline_without_stops,
)
from playground.scene import params as parameters
from playground.scene.answer import Quantity, ResultRow, Verdict, is_number
from playground.scene.derivation import Step
from playground.scene.draw_list import DrawList
from playground.scene.listing import (
    AnswerPendingError,
    Listing,
    ListingVerdict,
    Precision,
)
from playground.scene.parameter_types import Angle, Number
from playground.scene.params import HandleMark, Params
from playground.scene.scene import SceneEntry
from playground.scene.solution import Solution, draw_sketch, solve_scene
from playground.scene.timeline import Timeline
from playground.session.errors import FAILED, run_guarded
from playground.session.open_scene import is_case
from playground.session.view_options import DisplayOptions, MapChoice, Page

if TYPE_CHECKING:
    from playground.tracing.trace import Trace


K = TypeVar("K")
T = TypeVar("T")


class ViewOptions(NamedTuple):
    """Options that select what is displayed of a scene.

    Attributes
    ----------
    showing : DisplayOptions
        Options shared by all scenes.
    case : str
        Name of the case that the params came from; "" for none.
    step : int or None
        The step of the derivation, from 1; None for all of them.
    dtype : type or None
        Float type chosen for the listing; None for its default.
    axis : Axis or None
        Axis chosen for the curve; None for its default.
    span : tuple or None
        An axis and its interval (low, high) that the curve covers; None for the
        default.
    mapped : MapChoice
        Axes and quantity chosen for the maps.
    has_question : bool
        Whether a quiz question is displayed, during which nothing can be edited.
    compared : bool
        Whether the listing's answer is drawn as well.
    hidden_maps : tuple of MapKind
        Maps that are not offered.
    """

    showing: DisplayOptions = DisplayOptions()
    case: str = ""
    step: int | None = None
    dtype: Precision | None = None
    axis: Axis | None = None
    span: tuple[Axis, tuple[float, float]] | None = None
    mapped: MapChoice = MapChoice()
    has_question: bool = False
    compared: bool = False
    hidden_maps: tuple[MapKind, ...] = ()


_PLAIN = ViewOptions()
# Cached properties that depend on the options.
_OPTION_DEPENDENT = (
    "dtype", "page", "is_edited", "current_step", "is_answer_hidden", "verdict", "rows",
    "timeline", "curve", "maps", "map_axes", "question",
)  # fmt: skip


class SceneView:
    """View model of a scene for one value of its params.

    Every property is computed when it is first read, and cached.

    Parameters
    ----------
    entry : SceneEntry
        The scene.
    params : Params
        Its params.
    before : SceneView, optional
        The previous view model, whose solution is reused where only the view changed.
    wanted : ViewOptions
        Options that select what is displayed.
    """

    # Whether a question is open, whose answer must not be revealed.
    asking = False

    def __init__(
        self,
        entry: SceneEntry,
        params: Params,
        before: "SceneView | None" = None,
        wanted: ViewOptions = _PLAIN,
    ) -> None:
        self.entry = entry
        self.params = params
        self.options = wanted
        self.scene, _ = entry.resolve(params)
        self._failures: list[str] = []
        self._curves: dict[Hashable, Curve | None] = {}
        self._pictures: dict[Precision, DrawList] = {}
        self._comparisons: dict[Precision, ListingVerdict | None] = {}
        self._traces: dict[Precision, Trace | None] = {}
        self._grips: dict[float, list[HandleMark]] = {}
        self._first_steps: dict[str, int] | None = None
        earlier = before if before and before.entry is entry else None
        self._before = earlier.latest_solved if earlier else None
        self._outdated_comparison = earlier._last_comparison if earlier else None

    def with_options(self, wanted: ViewOptions) -> Self:
        """Return a copy with other options; it keeps values independent of them."""
        view = copy(self)
        view.options = wanted
        for name in _OPTION_DEPENDENT:
            vars(view).pop(name, None)
        return view

    @property
    def showing(self) -> DisplayOptions:
        """Display options shared by all scenes."""
        return self.options.showing

    @property
    def latest_solved(self) -> "SceneView | None":
        """The last view model that was solved: this or an earlier one.

        It is None if none was.
        """
        return self if "solution" in self.__dict__ else self._before

    @cached_property
    def solution(self) -> Solution | None:
        """The scene's solution.

        It is None if it refuses the params or fails (see `error`).
        """
        previous, self._before = self._before, None
        known = previous.solution if previous else None
        solution: Solution | None = self._run_guarded(
            lambda: solve_scene(self.entry, self.params, known), None
        )
        if previous and known and solution and solution.result is known.result:
            # Only the view has changed. Failures are computed again, to be reported
            # again.
            self._curves.update(_drop_missing(previous._curves))
            self._comparisons.update(_drop_missing(previous._comparisons))
        return solution

    @property
    def error(self) -> str:
        """The first error, of the scene or its params; "" for none."""
        _ = self.solution
        return next(iter(self._failures), "")

    @property
    def failure(self) -> str:
        """The first error other than a refusal of the params; "" for none.

        To find it, everything that a page displays is computed.
        """
        refusal = "" if self.solution or self.error.startswith(FAILED) else self.error
        for ask_all in ("picture", "verdict", "rows", "steps", "timeline"):
            getattr(self, ask_all)
        return next((text for text in self._failures if text != refusal), "")

    def _run_guarded(self, work: Callable[[], T], otherwise: T) -> T:
        """Run code of the scene; record an exception as an error."""
        return run_guarded(work, otherwise, self._failures.append)

    def _run_on_solution(self, work: Callable[[Solution], T], otherwise: T) -> T:
        """Run code of the scene on its solution, if there is one."""
        solution = self.solution
        if solution is None:
            return otherwise
        return self._run_guarded(lambda: work(solution), otherwise)

    @cached_property
    def picture(self) -> DrawList:
        """The primitives to draw.

        Without a solution the scene's sketch, or else none.
        """
        drawing = self._run_on_solution(lambda solution: solution.draw(), None)
        if drawing is not None:
            return drawing
        blank = DrawList(dimension=self.entry.dimension)
        return self._run_guarded(lambda: draw_sketch(self.entry, self.params), blank)

    @property
    def comparison_primitives(self) -> DrawList:
        """The primitives to draw, with the listing's answer if it is displayed."""
        if self.options.compared and self.scene.listing and not self.is_answer_hidden:
            return self.picture_with(self.dtype)
        return self.picture

    def picture_with(self, dtype: Precision) -> DrawList:
        """Return the primitives with the listing's answer in a float type.

        While that is pending, they are without it.
        """
        if dtype not in self._pictures:
            with suppress(AnswerPendingError):
                picture = self.picture
                self._pictures[dtype] = self._run_on_solution(
                    lambda s: s.add_listing_drawing(picture, dtype), picture
                )
        return self._pictures.get(dtype, self.picture)

    @cached_property
    def dtype(self) -> Precision:
        """Float type of the listing: the chosen one if it has that, else its first."""
        listing = self.scene.listing
        dtypes = listing.dtypes if listing else (np.float64,)
        dtype = self.options.dtype
        return dtype if dtype in dtypes else dtypes[0]

    @property
    def comparison(self) -> ListingVerdict | None:
        """The listing's answer compared with the exact one.

        It is None without a listing or a solution, after an error of the scene's code,
        while it is hidden, and while it is pending.
        """
        return None if self._hides_comparison else self.comparison_in(self.dtype)

    @property
    def latest_comparison(self) -> ListingVerdict | None:
        """The comparison, or while it is pending that of the previous params.

        It is None without one.
        """
        comparison = self.comparison
        return self._outdated_comparison if self.is_comparison_stale else comparison

    @property
    def is_comparison_stale(self) -> bool:
        """Whether the comparison is pending; the latest one is of earlier params."""
        if self._hides_comparison or self.solution is None:
            return False
        return self.comparison is None and self.dtype not in self._comparisons

    @property
    def _last_comparison(self) -> ListingVerdict | None:
        return self._comparisons.get(self.dtype) or self._outdated_comparison

    @property
    def is_comparison_hidden(self) -> bool:
        """Whether a question about something other than the listing is displayed."""
        return self.options.has_question and not self.options.compared

    @property
    def _hides_comparison(self) -> bool:
        return self.is_comparison_hidden or self.is_answer_hidden

    def comparison_in(self, dtype: Precision) -> ListingVerdict | None:
        """Return the comparison in a float type; None if missing, failed or pending."""
        if self.solution and dtype not in self._comparisons:
            with suppress(AnswerPendingError):
                self._comparisons[dtype] = self._run_on_solution(
                    lambda s: s.listing_verdict(dtype), None
                )
        return self._comparisons.get(dtype)

    @cached_property
    def current_step(self) -> int | None:
        """Number of the displayed derivation step, from 1; None for the answer.

        Pictures, verdicts, numbers, curves and maps reveal nothing of later steps.
        """
        step = self.options.step
        is_stepped = self.page is Page.DERIVATION and step and step <= len(self.steps)
        return step if is_stepped else None

    @cached_property
    def is_answer_hidden(self) -> bool:
        """Whether the derivation is displayed up to a step before the answer's."""
        return (
            self.current_step is not None and self.current_step < self.conclusion_step
        )

    @cached_property
    def conclusion_step(self) -> int:
        """Number of the step that gives the answer, from 1; the last one by default."""
        return self.deciding(of_article=False) or len(self.steps)

    def is_derived(self, quantity: Quantity[Any, Any]) -> bool:
        """Return whether a quantity is derived by the current step; False unsolved.

        It is from the first step that draws its highlight key. Quantities without such
        a step, and words, are part of the answer.
        """
        solution, step = self.solution, self.current_step
        if step is None or solution is None:
            return solution is not None
        arguments = solution.params, solution.result
        first = self._find_first_step(solution.scene.answer.key(quantity, *arguments))
        if quantity.words or not first or not is_number(quantity.value(*arguments)):
            return not self.is_answer_hidden
        return first <= step

    def _find_first_step(self, key: str) -> int:
        """Return the first step that draws primitives of a key; 0 for none."""
        if self._first_steps is None:
            self._first_steps = {}
            for view in self.picture.self_and_views:
                for r in view.primitives:
                    previous_step = self._first_steps.get(r.key, r.first_step)
                    self._first_steps[r.key] = min(previous_step, r.first_step)
        return self._first_steps.get(key, 0)

    @cached_property
    def verdict(self) -> Verdict | None:
        """The verdict.

        It is None without one, and while the derivation has not reached it.
        """
        return None if self.is_answer_hidden else self._verdict

    @property
    def has_answer_text(self) -> bool:
        """Whether there is an answer, a hidden one or an error to show.

        There is none in a scene without outcomes.
        """
        return bool(self.is_answer_hidden or self.verdict or self.error)

    @cached_property
    def _verdict(self) -> Verdict | None:
        return self._run_on_solution(lambda solution: solution.verdict, None)

    @cached_property
    def rows(self) -> list[ResultRow]:
        """The rows of the result.

        During a derivation those derived by the current step.
        """
        if self.current_step is None:
            return self._rows
        titles = {q.title for q in self.scene.answer.quantities if self.is_derived(q)}
        return [row for row in self._rows if row.name in titles]

    @cached_property
    def _rows(self) -> list[ResultRow]:
        return self._run_on_solution(lambda solution: solution.rows, [])

    @cached_property
    def steps(self) -> list[Step]:
        """The steps of the derivation; empty without a solution or derivation."""
        return self._run_on_solution(lambda solution: solution.steps, [])

    @cached_property
    def precision(self) -> list[PrecisionReading]:
        """Readings of the precision panel.

        Empty without a solution or a test to compare.
        """
        return self._run_on_solution(lambda _: readings(self.entry, self.params), [])

    @property
    def has_timeline(self) -> bool:
        """Whether the scene has a time axis."""
        return self.scene.timeline is not None

    @cached_property
    def timeline(self) -> Timeline | None:
        """The time axis, without stops that would reveal the answer.

        It is None without one.
        """
        if not self.has_timeline:
            return None
        if self.is_answer_hidden:
            return self._run_guarded(
                lambda: timeline_without_answer(self.entry, self.params), None
            )
        line = self._run_on_solution(lambda solution: solution.timeline, None)
        return line or self._run_guarded(
            lambda: timeline_without_stops(self.entry, self.params), None
        )

    @property
    def current_time(self) -> float:
        """The scene's current time; NaN without a time axis."""
        line = self.timeline
        return getattr(self.params, line.parameter) if line else float("nan")

    def find_step_of_time(self, shown: int | None) -> int | None:
        """Return the number of the step for the current time.

        It is the displayed step if that is for this time, else the first step whose
        interval contains the time. If the time is a parameter of the answer, not just
        of the view, every step is for it.

        Parameters
        ----------
        shown : int or None
            The displayed step, from 1; None or 0 for none, which is returned.
        """
        line = self.timeline
        if line is None or not shown or self.steps[shown - 1].time is None:
            return shown
        spec = parameters.parameters_of(type(self.params))[line.parameter]
        if not (isinstance(spec, Number) and spec.view):
            return shown
        now, reached = self.current_time, line.start
        if self.steps[shown - 1].time == now:
            return shown
        for number, step in enumerate(self.steps, 1):
            if step.time is None:
                continue
            if reached <= now <= step.time and (now > reached or now == line.start):
                return number
            reached = step.time
        return shown

    @cached_property
    def has_quiz(self) -> bool:
        """Whether the scene has quiz questions."""
        return self._run_guarded(lambda: has_questions(self.entry), False)

    def deciding(self, *, of_article: bool) -> int:
        """Return the number of the step that decides the answer, from 1; 0 for none."""
        return self._run_on_solution(partial(deciding_step, of_article=of_article), 0)

    @cached_property
    def maps(self) -> tuple[MapKind, ...]:
        """The kinds of map that are offered."""
        all_maps, hidden = list_maps(self.entry, self.params), self.options.hidden_maps
        return tuple([kind for kind in all_maps if kind not in hidden])

    @property
    def has_code(self) -> bool:
        """Whether the scene has a listing or accepts user code."""
        listing = self.scene.listing
        is_shown = listing is not None and (listing.code or listing.trace) is not None
        return is_shown or self.scene.query is not None

    @property
    def unit_choices(self) -> tuple[str, ...]:
        """The fields of `Units` that change how a number of the state is shown."""
        specs = parameters.relevant_parameters(self.params).values()
        there = {
            "pixels": True,
            "y_down": self.entry.dimension == 2,
            "clockwise": any(isinstance(spec, Angle) for spec in specs),
        }
        return tuple(name for name, is_there in there.items() if is_there)

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The inspector pages that have content."""
        page_states = {
            Page.EXPLORE: True,
            Page.DERIVATION: self.scene.derivation is not None,
            Page.CODE: self.has_code,
            Page.PREDICT: self.has_quiz,
            Page.LAB: bool(self.maps or self.scene.precision_formula),
        }
        return tuple([page for page, is_declared in page_states.items() if is_declared])

    @cached_property
    def page(self) -> Page:
        """The displayed page: the chosen one if it has content."""
        wanted_page = self.showing.page
        return wanted_page if wanted_page in self.pages else Page.EXPLORE

    @cached_property
    def is_edited(self) -> bool:
        """Whether the params differ from the case's, apart from the time."""
        case = self.options.case
        return bool(case) and not is_case(self.entry, case, self.params)

    @property
    def trace(self) -> "Trace | None":
        """The traced listing in the current float type; None as for `trace_in`."""
        return self.trace_in(self.dtype)

    def trace_in(self, dtype: Precision) -> "Trace | None":
        """Return the traced listing in a float type.

        It is None without code, or while pending.
        """
        listing, comparison = self.scene.listing, self.comparison_in(dtype)
        if listing is None or comparison is None:
            return None
        if dtype not in self._traces:
            with suppress(AnswerPendingError):
                self._traces[dtype] = self._run_on_solution(
                    lambda s: _run_trace(listing, s.params, comparison, dtype), None
                )
        return self._traces.get(dtype)

    @property
    def quantities(self) -> tuple[str, ...]:
        """Labels of the quantities that a value map can show."""
        return tuple(quantity.label for quantity in self.scene.answer.maps)

    @property
    def curve_axis(self) -> Axis | None:
        """Axis of the curve: the chosen one, or else the scene's default.

        It is None if the scene has no curve or no axis, and during a question.
        """
        known_axes, answer = axes(self.params), self.scene.answer
        if self.options.has_question or not answer.curves or not known_axes:
            return None
        if self.options.axis in known_axes:
            return self.options.axis
        declared_axis = answer.curve_axis
        return find_axis(self.params, declared_axis) if declared_axis else known_axes[0]

    @cached_property
    def curve(self) -> Curve | None:
        """The curve of the quantities that are derived by the current step.

        It is None if there is none yet, without a curve axis, during a question and
        without a solution.
        """
        axis, held = self.curve_axis, self.options.span
        if axis is None:
            return None
        answer = self.scene.answer
        span = held[1] if held and held[0] == axis else None
        if span and not span[0] <= axis.value(self.params) <= span[1]:
            span = None
        # The steps are computed only during a derivation.
        if self.is_answer_hidden and not any(
            s.plots for s in self.steps[: self.current_step]
        ):
            return None
        if self.solution and (axis, span) not in self._curves:
            self._curves[axis, span] = self._run_on_solution(
                lambda _: sample_curve(self.entry, self.params, axis, span), None
            )
        full_curve = self._curves.get((axis, span))
        if full_curve is None or self.current_step is None:
            return full_curve
        labels = {q.label for q in answer.curves if self.is_derived(q)}
        if not labels:
            return None
        return full_curve.select_lines(labels, is_answered=not self.is_answer_hidden)

    @cached_property
    def map_axes(self) -> tuple[Axis, Axis]:
        """The map's axes x and y: the chosen ones, or those of a movable point."""
        known, chosen_axes = answer_axes(self.params), self.options.mapped.over
        if chosen_axes and set(chosen_axes) <= set(known):
            return chosen_axes
        return map_point_axes(self.entry, self.params) or (known[0], known[-1])

    @cached_property
    def question(self) -> MapQuery | None:
        """The query of the displayed map.

        It is None if no map is chosen or offered, or if it would reveal an answer.
        """
        maps, wanted_map = self.maps, self.showing.map
        if (
            wanted_map is None
            or self.options.has_question
            or self.is_answer_hidden
            or not maps
            or wanted_map in self.options.hidden_maps
        ):
            return None
        kind = wanted_map if wanted_map in maps else maps[0]
        quantity = self.options.mapped.quantity
        if quantity not in self.quantities:
            quantity = next(iter(self.quantities), "")
        query = MapQuery(
            self.entry, self.params, *self.map_axes, kind, quantity, self.dtype
        )
        return query.canonicalize()

    def list_handle_marks(self, pixel: float) -> list[HandleMark]:
        """Return the handles; none during a question.

        `pixel` is the world length of a logical pixel.
        """
        if self.options.has_question:
            return []
        if pixel not in self._grips:
            self._grips = {pixel: parameters.list_handle_marks(self.params, pixel)}
        return self._grips[pixel]


def _drop_missing(kept: Mapping[K, T | None]) -> dict[K, T | None]:
    return {key: value for key, value in kept.items() if value is not None}


def _run_trace(
    listing: Listing[Any, Any, Any, Any],
    p: Params,
    comparison: ListingVerdict,
    dtype: Precision,
) -> "Trace | None":
    from playground.tracing.trace import trace_listing  # slow to import

    if listing.trace:
        trace: Trace = listing.trace(p, dtype)
        return trace
    return trace_listing(listing, p, comparison, dtype) if listing.code else None


# ----------------------------------------------------------------------------
# An open question.
# ----------------------------------------------------------------------------


class HiddenSceneView(SceneView):
    """View model during an open question: the given shapes, no verdict and no steps."""

    asking = is_answer_hidden = True
    current_step = 0
    verdict = None
    rows: list[ResultRow] = []  # noqa: RUF012
    steps: list[Step] = []  # noqa: RUF012
    precision: list[PrecisionReading] = []  # noqa: RUF012

    @cached_property
    def picture(self) -> DrawList:
        """The given primitives; views without any are left out."""
        shown = SceneView(self.entry, self.params, self)
        given = shown.picture.limit_to_step(0)
        self._failures += shown._failures
        given.views = [view for view in given.views if view.primitives]
        return given

    def picture_with(self, dtype: Precision) -> DrawList:
        """Return the given primitives."""
        return self.picture

    def comparison_in(self, dtype: Precision) -> None:
        """Return None, as the listing's answer is hidden."""

    @cached_property
    def has_timeline(self) -> bool:
        """Whether the question asks for a time."""
        target = self._run_guarded(lambda: target_of_question(self.entry), None)
        return target is not None and isinstance(target.value, float)

    @cached_property
    def timeline(self) -> Timeline | None:
        """The time axis without its stops; None unless the question asks for a time."""
        if not self.has_timeline:
            return None
        return timeline_without_stops(self.entry, self.params)


# ----------------------------------------------------------------------------
# An answered question.
# ----------------------------------------------------------------------------


class RevealedSceneView(SceneView):
    """View model of an answered question, with the views in which it was asked."""

    @cached_property
    def _full_view(self) -> SceneView:
        return SceneView(self.entry, self.params, self)

    @cached_property
    def picture(self) -> DrawList:
        """All primitives of the views in which it was asked."""
        picture = _keep_asked_views(self._full_view.picture)
        self._failures += self._full_view._failures
        return picture

    def picture_with(self, dtype: Precision) -> DrawList:
        """Return the primitives with the listing's answer in a float type.

        While that is pending, they are without it.
        """
        picture = self._full_view.picture_with(dtype)
        if picture is self._full_view.picture:
            return self.picture
        if dtype not in self._pictures:
            self._pictures[dtype] = _keep_asked_views(picture)
        return self._pictures[dtype]


def _keep_asked_views(drawing: DrawList) -> DrawList:
    asked = zip(drawing.views, drawing.limit_to_step(0).views, strict=True)
    return replace(drawing, views=[view for view, given in asked if given.primitives])
