"""A scene at one value of its params: everything derived, each at most once.

Nothing here knows pyglet or ImGui. A scene that raises is a message in its place.
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
from playground.scene.parameter_types import Number
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
    """What of a scene is to be seen, besides its params.

    Attributes
    ----------
    showing : Showing
        How whatever is open is shown.
    case : str
        The name of the case that the params came from; "" if from none.
    step : int or None
        The step of the derivation, from 1; None for all of them.
    dtype : type or None
        The numbers that the listing is to compute with, once they are chosen.
    axis : Axis or None
        What the curve is to run over, once that is chosen.
    span : tuple or None
        The axis that is held still, and its stretch.
    mapped : MapChoice
        What the maps are over.
    has_question : bool
        Whether a question is on show, which nothing is to change.
    compared : bool
        Whether the listing's answer is drawn beside the truth.
    hidden_maps : tuple
        The maps that are not shown.
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
# What hangs on what is wanted.
_OPTION_DEPENDENT = (
    "dtype", "page", "is_edited", "current_step", "is_answer_hidden", "verdict", "rows",
    "timeline", "curve", "maps", "map_axes", "question",
)  # fmt: skip


class SceneView:
    """What a scene says and shows of its params, as far as it is wanted.

    Each field is worked out when it is first read, and then kept: what a scene has at
    all, its declarations say. `error` says why there is no answer: the params are
    degenerate, or the scene itself failed. What `before` has solved is not solved
    again.
    """

    # Whether a question is open: nothing may give its answer away.
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
        """Return the same where something else is wanted; what is known stays known."""
        other = copy(self)
        other.options = wanted
        for name in _OPTION_DEPENDENT:
            vars(other).pop(name, None)
        return other

    @property
    def showing(self) -> DisplayOptions:
        """How it is shown."""
        return self.options.showing

    @property
    def latest_solved(self) -> "SceneView | None":
        """The same, if it was solved; else the one before it, if that was."""
        return self if "solution" in self.__dict__ else self._before

    @cached_property
    def solution(self) -> Solution | None:
        """The answer; None where there is none."""
        before, self._before = self._before, None
        known = before.solution if before else None
        found: Solution | None = self._run_guarded(
            lambda: solve_scene(self.entry, self.params, known), None
        )
        if before and known and found and found.result is known.result:
            # Only the view has changed. What failed is tried again, to be said again.
            self._curves.update(_drop_missing(before._curves))
            self._comparisons.update(_drop_missing(before._comparisons))
        return found

    @property
    def error(self) -> str:
        """The first that went wrong; "" if nothing did."""
        _ = self.solution
        return next(iter(self._failures), "")

    @property
    def failure(self) -> str:
        """What goes wrong in the scene itself; "" where it only refuses the params."""
        refusal = "" if self.solution or self.error.startswith(FAILED) else self.error
        for ask_all in ("picture", "verdict", "rows", "steps", "timeline"):
            getattr(self, ask_all)
        return next((text for text in self._failures if text != refusal), "")

    def _run_guarded(self, work: Callable[[], T], otherwise: T) -> T:
        """Do a scene's work; what it raises is this study's error."""
        return run_guarded(work, otherwise, self._failures.append)

    def _run_on_solution(self, work: Callable[[Solution], T], otherwise: T) -> T:
        """Do a scene's work on its answer, if there is one."""
        solution = self.solution
        if solution is None:
            return otherwise
        return self._run_guarded(lambda: work(solution), otherwise)

    @cached_property
    def picture(self) -> DrawList:
        """The records to draw."""
        drawn = self._run_on_solution(lambda solution: solution.draw(), None)
        if drawn is not None:
            return drawn
        blank = DrawList(dimension=self.entry.dimension)
        return self._run_guarded(lambda: draw_sketch(self.entry, self.params), blank)

    @property
    def comparison_primitives(self) -> DrawList:
        """All there is to draw: with the listing's answer, where that is shown."""
        if self.options.compared and self.scene.listing and not self.is_answer_hidden:
            return self.picture_with(self.dtype)
        return self.picture

    def picture_with(self, dtype: Precision) -> DrawList:
        """Return the picture with the listing's answer in it, once that is there."""
        if dtype not in self._pictures:
            with suppress(AnswerPendingError):
                picture = self.picture
                self._pictures[dtype] = self._run_on_solution(
                    lambda s: s.add_listing_drawing(picture, dtype), picture
                )
        return self._pictures.get(dtype, self.picture)

    @cached_property
    def dtype(self) -> Precision:
        """The numbers that the listing computes with: its own, or those chosen."""
        listing = self.scene.listing
        own = listing.dtypes if listing else (np.float64,)
        wanted = self.options.dtype
        return wanted if wanted in own else own[0]

    @property
    def comparison(self) -> ListingVerdict | None:
        """The listing's answer beside the truth; None where that would tell it."""
        return None if self._hides_comparison else self.comparison_in(self.dtype)

    @property
    def latest_comparison(self) -> ListingVerdict | None:
        """The same; while it is on its way, that of the params before."""
        found = self.comparison
        return self._outdated_comparison if self.is_comparison_stale else found

    @property
    def is_comparison_stale(self) -> bool:
        """Whether the latest comparison is of other params."""
        if self._hides_comparison or self.solution is None:
            return False
        return self.comparison is None and self.dtype not in self._comparisons

    @property
    def _last_comparison(self) -> ListingVerdict | None:
        return self._comparisons.get(self.dtype) or self._outdated_comparison

    @property
    def is_comparison_hidden(self) -> bool:
        """Whether a question that is on show is not about the listing."""
        return self.options.has_question and not self.options.compared

    @property
    def _hides_comparison(self) -> bool:
        return self.is_comparison_hidden or self.is_answer_hidden

    def comparison_in(self, dtype: Precision) -> ListingVerdict | None:
        """Return the listing's answer beside the truth.

        None where there is no listing, or its answer is still on its way.
        """
        if self.solution and dtype not in self._comparisons:
            with suppress(AnswerPendingError):
                self._comparisons[dtype] = self._run_on_solution(
                    lambda s: s.listing_verdict(dtype), None
                )
        return self._comparisons.get(dtype)

    @cached_property
    def current_step(self) -> int | None:
        """The step up to which all is derived, from 1; None for the whole answer.

        Nothing tells more than that: no picture, verdict, number, curve, map or time.
        """
        step = self.options.step
        stepped = self.page is Page.DERIVATION and step and step <= len(self.steps)
        return step if stepped else None

    @cached_property
    def is_answer_hidden(self) -> bool:
        """Whether the answer is still to come."""
        return (
            self.current_step is not None and self.current_step < self.conclusion_step
        )

    @cached_property
    def conclusion_step(self) -> int:
        """The number of the step that gives the answer: the last where none says so."""
        return self.deciding(of_article=False) or len(self.steps)

    def is_derived(self, quantity: Quantity[Any, Any]) -> bool:
        """Return whether a quantity is derived by now.

        It is from the first step on that draws what shows it; one that nothing shows,
        or only what is given, and any word, is part of the answer.
        """
        solution, reached = self.solution, self.current_step
        if reached is None or solution is None:
            return solution is not None
        given = solution.params, solution.result
        first = self._find_first_step(solution.scene.answer.key(quantity, *given))
        if quantity.words or not first or not is_number(quantity.value(*given)):
            return not self.is_answer_hidden
        return first <= reached

    def _find_first_step(self, key: str) -> int:
        """Return the first step that draws records of a key; 0 for none."""
        if self._first_steps is None:
            self._first_steps = {}
            for view in self.picture.self_and_views:
                for r in view.primitives:
                    before = self._first_steps.get(r.key, r.first_step)
                    self._first_steps[r.key] = min(before, r.first_step)
        return self._first_steps.get(key, 0)

    @cached_property
    def verdict(self) -> Verdict | None:
        """The answer in a word, if there is one and it is derived."""
        return None if self.is_answer_hidden else self._verdict

    @cached_property
    def _verdict(self) -> Verdict | None:
        return self._run_on_solution(lambda solution: solution.verdict, None)

    @cached_property
    def rows(self) -> list[ResultRow]:
        """The numbers of the result that are derived."""
        if self.current_step is None:
            return self._rows
        known = {q.title for q in self.scene.answer.quantities if self.is_derived(q)}
        return [row for row in self._rows if row.name in known]

    @cached_property
    def _rows(self) -> list[ResultRow]:
        nothing: list[ResultRow] = []
        return self._run_on_solution(lambda solution: solution.rows, nothing)

    @cached_property
    def steps(self) -> list[Step]:
        """The derivation."""
        nothing: list[Step] = []
        return self._run_on_solution(lambda solution: solution.steps, nothing)

    @cached_property
    def precision(self) -> list[PrecisionReading]:
        """What three kinds of numbers say; nothing for degenerate params."""
        nothing: list[PrecisionReading] = []
        return self._run_on_solution(
            lambda _: readings(self.entry, self.params), nothing
        )

    @property
    def has_timeline(self) -> bool:
        """Whether there is a time axis."""
        return self.scene.timeline is not None

    @cached_property
    def timeline(self) -> Timeline | None:
        """The time axis, with no stop that would tell what is not derived."""
        if not self.has_timeline:
            return None
        if self.is_answer_hidden:
            return self._run_guarded(
                lambda: timeline_without_answer(self.entry, self.params), None
            )
        found = self._run_on_solution(lambda solution: solution.timeline, None)
        return found or self._run_guarded(
            lambda: timeline_without_stops(self.entry, self.params), None
        )

    @property
    def current_time(self) -> float:
        """The present time; NaN where the scene has none."""
        line = self.timeline
        return getattr(self.params, line.parameter) if line else float("nan")

    @property
    def step_of_time(self) -> int | None:
        """The step of the derivation that speaks of the present time."""
        return self.find_step_of_time(self.current_step)

    def find_step_of_time(self, shown: int | None) -> int | None:
        """Return the step that speaks of the present time, beside one that is shown.

        The one on show, unless it is of another time: then the first that leads to the
        present one. Where the answer itself is of a time, every step is of that.
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
        """Whether there is a quiz."""
        return self._run_guarded(lambda: has_questions(self.entry), False)

    def deciding(self, *, of_article: bool) -> int:
        """Return the number of the step that decides the answer, from 1; 0 for none."""
        return self._run_on_solution(partial(deciding_step, of_article=of_article), 0)

    @cached_property
    def maps(self) -> tuple[MapKind, ...]:
        """The maps that there are."""
        every, hidden = list_maps(self.entry, self.params), self.options.hidden_maps
        return tuple([kind for kind in every if kind not in hidden])

    @property
    def has_lab(self) -> bool:
        """Whether there is anything for the laboratory."""
        return bool(self.maps or self.scene.precision_formula)

    @property
    def has_code(self) -> bool:
        """Whether there is code to show, or a place for somebody's own."""
        listing = self.scene.listing
        shown = listing is not None and (listing.code or listing.trace) is not None
        return shown or self.scene.query is not None

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The pages that the scene has something for."""
        there = {
            Page.EXPLORE: True,
            Page.DERIVATION: self.scene.derivation is not None,
            Page.CODE: self.has_code,
            Page.PREDICT: self.has_quiz,
            Page.LAB: self.has_lab,
        }
        return tuple([page for page, declared in there.items() if declared])

    @cached_property
    def page(self) -> Page:
        """The page on show: the one wanted, if there is anything for it."""
        wanted = self.showing.page
        return wanted if wanted in self.pages else Page.EXPLORE

    @cached_property
    def is_edited(self) -> bool:
        """Whether the params are no longer the case's; the time may be any."""
        case = self.options.case
        return bool(case) and not is_case(self.entry, case, self.params)

    @property
    def trace(self) -> "Trace | None":
        """The code's run, line by line, in the numbers chosen."""
        return self.trace_in(self.dtype)

    def trace_in(self, dtype: Precision) -> "Trace | None":
        """Return the code's run, line by line.

        None where there is no code, or it is still on its way.
        """
        listing, compared = self.scene.listing, self.comparison_in(dtype)
        if listing is None or compared is None:
            return None
        if dtype not in self._traces:
            with suppress(AnswerPendingError):
                self._traces[dtype] = self._run_on_solution(
                    lambda s: _run_trace(listing, s.params, compared, dtype), None
                )
        return self._traces.get(dtype)

    @property
    def quantities(self) -> tuple[str, ...]:
        """What a value map can show."""
        return tuple(quantity.label for quantity in self.scene.answer.maps)

    @property
    def curve_axis(self) -> Axis | None:
        """What the curve runs over; None where there is none, or a question is."""
        known, answer = axes(self.params), self.scene.answer
        if self.options.has_question or not answer.curves or not known:
            return None
        if self.options.axis in known:
            return self.options.axis
        against = answer.curve_axis
        return find_axis(self.params, against) if against else known[0]

    @cached_property
    def curve(self) -> Curve | None:
        """The curve to show of what is derived; None where there is none of it.

        None while a question is on show too.
        """
        axis, held = self.curve_axis, self.options.span
        if axis is None:
            return None
        answer = self.scene.answer
        span = held[1] if held and held[0] == axis else None
        if span and not span[0] <= axis.value(self.params) <= span[1]:
            span = None
        # The steps are worked out where they are walked alone.
        if self.is_answer_hidden and not any(
            s.plots for s in self.steps[: self.current_step]
        ):
            return None
        whole = self.curve_over(axis, span)
        if whole is None or self.current_step is None:
            return whole
        derived = {q.label for q in answer.curves if self.is_derived(q)}
        return (
            whole.select_lines(derived, is_answered=not self.is_answer_hidden)
            if derived
            else None
        )

    @cached_property
    def map_axes(self) -> tuple[Axis, Axis]:
        """The two numbers that the map is over: those chosen, or those that move."""
        known, chosen = answer_axes(self.params), self.options.mapped.over
        if chosen and set(chosen) <= set(known):
            return chosen
        return map_point_axes(self.entry, self.params) or (known[0], known[-1])

    @cached_property
    def question(self) -> MapQuery | None:
        """What the map on show asks; None without one, or where that would tell."""
        maps, wanted = self.maps, self.showing.map
        if (
            wanted is None
            or self.options.has_question
            or self.is_answer_hidden
            or not maps
            or wanted in self.options.hidden_maps
        ):
            return None
        known, chosen = self.quantities, self.options.mapped.quantity
        asked = MapQuery(
            self.entry,
            self.params,
            *self.map_axes,
            wanted if wanted in maps else maps[0],
            chosen if chosen in known else next(iter(known), ""),
            self.dtype,
        )
        return asked.canonicalize()

    def list_handle_marks(self, pixel: float) -> list[HandleMark]:
        """Return the grips where a pixel is so long; a question has none."""
        if self.options.has_question:
            return []
        if pixel not in self._grips:
            self._grips = {pixel: parameters.list_handle_marks(self.params, pixel)}
        return self._grips[pixel]

    def curve_over(
        self, axis: Axis, span: tuple[float, float] | None = None
    ) -> Curve | None:
        """Return the curve against one number of the params."""
        if self.solution and (axis, span) not in self._curves:
            self._curves[axis, span] = self._run_on_solution(
                lambda _: sample_curve(self.entry, self.params, axis, span), None
            )
        return self._curves.get((axis, span))


def _drop_missing(kept: Mapping[K, T | None]) -> dict[K, T | None]:
    return {key: value for key, value in kept.items() if value is not None}


def _run_trace(
    listing: Listing[Any, Any, Any, Any],
    p: Params,
    compared: ListingVerdict,
    dtype: Precision,
) -> "Trace | None":
    from playground.tracing.trace import trace_listing  # slow to import

    if listing.trace:
        laid: Trace = listing.trace(p, dtype)
        return laid
    return trace_listing(listing, p, compared, dtype) if listing.code else None


# ----------------------------------------------------------------------------
# A state whose answer is still asked for: nothing tells it.
# ----------------------------------------------------------------------------


class HiddenSceneView(SceneView):
    """A question that is still open: the given shapes, and nothing of the answer."""

    asking = is_answer_hidden = True
    current_step = 0
    verdict = None
    rows: list[ResultRow] = []  # noqa: RUF012
    steps: list[Step] = []  # noqa: RUF012
    precision: list[PrecisionReading] = []  # noqa: RUF012

    @cached_property
    def picture(self) -> DrawList:
        """What is given; a view in which nothing is given is left out."""
        shown = SceneView(self.entry, self.params, self)
        given = shown.picture.limit_to_step(0)
        self._failures += shown._failures
        given.views = [view for view in given.views if view.primitives]
        return given

    def picture_with(self, dtype: Precision) -> DrawList:
        """Return what is given."""
        return self.picture

    def comparison_in(self, dtype: Precision) -> None:
        """Return nothing."""

    @cached_property
    def has_timeline(self) -> bool:
        """Whether a time is what is asked for."""
        wanted = self._run_guarded(lambda: target_of_question(self.entry), None)
        return wanted is not None and isinstance(wanted.value, float)

    @cached_property
    def timeline(self) -> Timeline | None:
        """The time axis without its stops, where a time is what is asked for."""
        return (
            timeline_without_stops(self.entry, self.params)
            if self.has_timeline
            else None
        )


# ----------------------------------------------------------------------------
# A question whose answer is told: all of it, in the figure in which it was asked.
# ----------------------------------------------------------------------------


class RevealedSceneView(SceneView):
    """A question that was answered, in as large a figure as it was asked in."""

    @cached_property
    def _full_view(self) -> SceneView:
        return SceneView(self.entry, self.params, self)

    @cached_property
    def picture(self) -> DrawList:
        """All there is in the views in which it was asked."""
        found = _keep_asked_views(self._full_view.picture)
        self._failures += self._full_view._failures
        return found

    def picture_with(self, dtype: Precision) -> DrawList:
        """Return the same with the listing's answer in it, once that is there."""
        found = self._full_view.picture_with(dtype)
        if found is self._full_view.picture:
            return self.picture
        if dtype not in self._pictures:
            self._pictures[dtype] = _keep_asked_views(found)
        return self._pictures[dtype]


def _keep_asked_views(drawn: DrawList) -> DrawList:
    asked = zip(drawn.views, drawn.limit_to_step(0).views, strict=True)
    return replace(drawn, views=[view for view, given in asked if given.primitives])
