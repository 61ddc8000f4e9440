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

from playground.analysis.curve import Axis, Curve, axes, deciding, named, sample
from playground.analysis.heat_map import MapKind, MapQuestion, kinds_of, moved
from playground.analysis.precision import LensReading, readings
from playground.quiz.questions import asked_for
from playground.quiz.round import (
    deciding_step,
    given_timeline,
    has_questions,
    hidden_timeline,
)
from playground.scene import params as parameters
from playground.scene.answer import Quantity, Row, Verdict, is_number
from playground.scene.derivation import Step
from playground.scene.draw_list import DrawList
from playground.scene.listing import Comparison, Listing, Precision, WaitingError
from playground.scene.params import Grip, Params
from playground.scene.scene import Entry
from playground.scene.solution import Solution, ask, sketched
from playground.scene.timeline import Timeline
from playground.session.errors import FAILED, tried
from playground.session.open_scene import is_case
from playground.session.view_options import MapChoice, Page, Showing

if TYPE_CHECKING:
    from playground.tracing.trace import LaidOpen


K = TypeVar("K")
T = TypeVar("T")


class Wanted(NamedTuple):
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
    questioned : bool
        Whether a question is on show, which nothing is to change.
    compared : bool
        Whether the listing's answer is drawn beside the truth.
    """

    showing: Showing = Showing()
    case: str = ""
    step: int | None = None
    dtype: Precision | None = None
    axis: Axis | None = None
    span: tuple[Axis, tuple[float, float]] | None = None
    mapped: MapChoice = MapChoice()
    questioned: bool = False
    compared: bool = False


_PLAIN = Wanted()
# What hangs on what is wanted.
_SEEN = (
    "dtype", "page", "edited", "reached", "untold", "verdict", "rows", "timeline",
    "curve", "map_axes", "question",
)  # fmt: skip


class Study:
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
        entry: Entry,
        params: Params,
        before: "Study | None" = None,
        wanted: Wanted = _PLAIN,
    ) -> None:
        self.entry = entry
        self.params = params
        self.wanted = wanted
        self.scene, _ = entry.at(params)
        self._failures: list[str] = []
        self._curves: dict[Hashable, Curve | None] = {}
        self._pictures: dict[Precision, DrawList] = {}
        self._comparisons: dict[Precision, Comparison | None] = {}
        self._laid_open: dict[Precision, LaidOpen | None] = {}
        self._grips: dict[float, list[Grip]] = {}
        self._first_steps: dict[str, int] | None = None
        self._before = before.solved if before and before.entry is entry else None

    def seen_as(self, wanted: Wanted) -> Self:
        """Return the same where something else is wanted; what is known stays known."""
        other = copy(self)
        other.wanted = wanted
        for name in _SEEN:
            vars(other).pop(name, None)
        return other

    @property
    def showing(self) -> Showing:
        """How it is shown."""
        return self.wanted.showing

    @property
    def solved(self) -> "Study | None":
        """The same, if it was solved; else the one before it, if that was."""
        return self if "solution" in self.__dict__ else self._before

    @cached_property
    def solution(self) -> Solution | None:
        """The answer; None where there is none."""
        before, self._before = self._before, None
        known = before.solution if before else None
        found: Solution | None = self._tried(
            lambda: ask(self.entry, self.params, known), None
        )
        if before and known and found and found.result is known.result:
            # Only the view has changed. What failed is tried again, to be said again.
            self._curves.update(_found(before._curves))
            self._comparisons.update(_found(before._comparisons))
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

    def _tried(self, work: Callable[[], T], otherwise: T) -> T:
        """Do a scene's work; what it raises is this study's error."""
        return tried(work, otherwise, self._failures.append)

    def _of(self, work: Callable[[Solution], T], otherwise: T) -> T:
        """Do a scene's work on its answer, if there is one."""
        solution = self.solution
        if solution is None:
            return otherwise
        return self._tried(lambda: work(solution), otherwise)

    @cached_property
    def picture(self) -> DrawList:
        """The records to draw."""
        drawn = self._of(lambda solution: solution.drawn(), None)
        if drawn is not None:
            return drawn
        blank = DrawList(dimension=self.entry.dimension)
        return self._tried(lambda: sketched(self.entry, self.params), blank)

    @property
    def compared_picture(self) -> DrawList:
        """All there is to draw: with the listing's answer, where that is shown."""
        if self.wanted.compared and self.scene.listing and not self.untold:
            return self.picture_with(self.dtype)
        return self.picture

    def picture_with(self, dtype: Precision) -> DrawList:
        """Return the picture with the listing's answer in it, once that is there."""
        if dtype not in self._pictures:
            with suppress(WaitingError):
                picture = self.picture
                self._pictures[dtype] = self._of(
                    lambda s: s.beside(picture, dtype), picture
                )
        return self._pictures.get(dtype, self.picture)

    @cached_property
    def dtype(self) -> Precision:
        """The numbers that the listing computes with: its own, or those chosen."""
        listing = self.scene.listing
        own = listing.dtypes if listing else (np.float64,)
        wanted = self.wanted.dtype
        return wanted if wanted in own else own[0]

    @property
    def comparison(self) -> Comparison | None:
        """The listing's answer beside the truth; None where that would tell it."""
        hidden = self.wanted.questioned or self.untold
        return None if hidden else self.comparison_in(self.dtype)

    def comparison_in(self, dtype: Precision) -> Comparison | None:
        """Return the listing's answer beside the truth.

        None where there is no listing, or its answer is still on its way.
        """
        if self.solution and dtype not in self._comparisons:
            with suppress(WaitingError):
                self._comparisons[dtype] = self._of(lambda s: s.compare(dtype), None)
        return self._comparisons.get(dtype)

    @cached_property
    def reached(self) -> int | None:
        """The step up to which all is derived, from 1; None for the whole answer.

        Nothing tells more than that: no picture, verdict, number, curve, map or time.
        """
        step = self.wanted.step
        stepped = self.page is Page.DERIVATION and step and step <= len(self.steps)
        return step if stepped else None

    @cached_property
    def untold(self) -> bool:
        """Whether the answer is still to come."""
        return self.reached is not None and self.reached < self.concluding

    @cached_property
    def concluding(self) -> int:
        """The number of the step that gives the answer: the last where none says so."""
        return self.deciding(of_article=False) or len(self.steps)

    def known(self, quantity: Quantity[Any, Any]) -> bool:
        """Return whether a quantity is derived by now.

        It is from the first step on that draws what shows it; one that nothing shows,
        or only what is given, and any word, is part of the answer.
        """
        solution, reached = self.solution, self.reached
        if reached is None or solution is None:
            return solution is not None
        given = solution.params, solution.result
        first = self._drawn_since(solution.scene.answer.key(quantity, *given))
        if quantity.words or not first or not is_number(quantity.value(*given)):
            return not self.untold
        return first <= reached

    def _drawn_since(self, key: str) -> int:
        """Return the first step that draws records of a key; 0 for none."""
        if self._first_steps is None:
            self._first_steps = {}
            for view in self.picture.all_views:
                for r in view.records:
                    before = self._first_steps.get(r.key, r.since)
                    self._first_steps[r.key] = min(before, r.since)
        return self._first_steps.get(key, 0)

    @cached_property
    def verdict(self) -> Verdict | None:
        """The answer in a word, if there is one and it is derived."""
        return None if self.untold else self._verdict

    @cached_property
    def _verdict(self) -> Verdict | None:
        return self._of(lambda solution: solution.verdict, None)

    @cached_property
    def rows(self) -> list[Row]:
        """The numbers of the result that are derived."""
        if self.reached is None:
            return self._rows
        known = {q.title for q in self.scene.answer.quantities if self.known(q)}
        return [row for row in self._rows if row.name in known]

    @cached_property
    def _rows(self) -> list[Row]:
        nothing: list[Row] = []
        return self._of(lambda solution: solution.rows, nothing)

    @cached_property
    def steps(self) -> list[Step]:
        """The derivation."""
        nothing: list[Step] = []
        return self._of(lambda solution: solution.steps, nothing)

    @cached_property
    def precision(self) -> list[LensReading]:
        """What three kinds of numbers say; nothing for degenerate params."""
        nothing: list[LensReading] = []
        return self._of(lambda _: readings(self.entry, self.params), nothing)

    @property
    def timed(self) -> bool:
        """Whether there is a time axis."""
        return self.scene.timeline is not None

    @cached_property
    def timeline(self) -> Timeline | None:
        """The time axis, with no stop that would tell what is not derived."""
        if not self.timed:
            return None
        if self.untold:
            return self._tried(lambda: given_timeline(self.entry, self.params), None)
        found = self._of(lambda solution: solution.timeline, None)
        return found or self._tried(
            lambda: hidden_timeline(self.entry, self.params), None
        )

    @property
    def now(self) -> float:
        """The present time; NaN where the scene has none."""
        line = self.timeline
        return getattr(self.params, line.parameter) if line else float("nan")

    @cached_property
    def quizzed(self) -> bool:
        """Whether there is a quiz."""
        return self._tried(lambda: has_questions(self.entry), False)

    def deciding(self, *, of_article: bool) -> int:
        """Return the number of the step that decides the answer, from 1; 0 for none."""
        return self._of(partial(deciding_step, of_article=of_article), 0)

    @cached_property
    def maps(self) -> tuple[MapKind, ...]:
        """The maps that there are."""
        return kinds_of(self.entry, self.params)

    @property
    def studied(self) -> bool:
        """Whether there is anything for the laboratory."""
        return bool(self.maps or self.scene.lens)

    @property
    def listed(self) -> bool:
        """Whether there is code to show, or a place for somebody's own."""
        listing = self.scene.listing
        shown = listing is not None and (listing.code or listing.lines) is not None
        return shown or self.scene.query is not None

    @cached_property
    def pages(self) -> tuple[Page, ...]:
        """The pages that the scene has something for."""
        there = {
            Page.EXPLORE: True,
            Page.DERIVATION: self.scene.derivation is not None,
            Page.CODE: self.listed,
            Page.PREDICT: self.quizzed,
            Page.LAB: self.studied,
        }
        return tuple([page for page, declared in there.items() if declared])

    @cached_property
    def page(self) -> Page:
        """The page on show: the one wanted, if there is anything for it."""
        wanted = self.showing.page
        return wanted if wanted in self.pages else Page.EXPLORE

    @cached_property
    def edited(self) -> bool:
        """Whether the params are no longer the case's; the time may be any."""
        case = self.wanted.case
        return bool(case) and not is_case(self.entry, case, self.params)

    @property
    def laid_open(self) -> "LaidOpen | None":
        """The code's run, line by line, in the numbers chosen."""
        return self.laid_open_in(self.dtype)

    def laid_open_in(self, dtype: Precision) -> "LaidOpen | None":
        """Return the code's run, line by line.

        None where there is no code, or it is still on its way.
        """
        listing, compared = self.scene.listing, self.comparison_in(dtype)
        if listing is None or compared is None:
            return None
        if dtype not in self._laid_open:
            with suppress(WaitingError):
                self._laid_open[dtype] = self._of(
                    lambda s: _laid_open(listing, s.params, compared, dtype), None
                )
        return self._laid_open.get(dtype)

    @property
    def quantities(self) -> tuple[str, ...]:
        """What a value map can show."""
        return tuple(quantity.label for quantity in self.scene.answer.maps)

    @property
    def curve_axis(self) -> Axis | None:
        """What the curve runs over; None where there is none, or a question is."""
        known, answer = axes(self.params), self.scene.answer
        if self.wanted.questioned or not answer.curves or not known:
            return None
        if self.wanted.axis in known:
            return self.wanted.axis
        against = answer.against
        return named(self.params, against) if against else known[0]

    @cached_property
    def curve(self) -> Curve | None:
        """The curve to show of what is derived; None where there is none of it.

        None while a question is on show too.
        """
        axis, held = self.curve_axis, self.wanted.span
        if axis is None:
            return None
        answer = self.scene.answer
        span = held[1] if held and held[0] == axis else None
        if span and not span[0] <= axis.value(self.params) <= span[1]:
            span = None
        # The steps are worked out where they are walked alone.
        if self.untold and not any(s.plots for s in self.steps[: self.reached]):
            return None
        whole = self.curve_over(axis, span)
        if whole is None or self.reached is None:
            return whole
        derived = {q.label for q in answer.curves if self.known(q)}
        return whole.only(derived, answered=not self.untold) if derived else None

    @cached_property
    def map_axes(self) -> tuple[Axis, Axis]:
        """The two numbers that the map is over: those chosen, or those that move."""
        known, chosen = deciding(self.params), self.wanted.mapped.over
        if chosen and set(chosen) <= set(known):
            return chosen
        return moved(self.entry, self.params) or (known[0], known[-1])

    @cached_property
    def question(self) -> MapQuestion | None:
        """What the map on show asks; None without one, or where that would tell."""
        maps, wanted = self.maps, self.showing.map
        if wanted is None or self.wanted.questioned or self.untold or not maps:
            return None
        known, chosen = self.quantities, self.wanted.mapped.quantity
        asked = MapQuestion(
            self.entry,
            self.params,
            *self.map_axes,
            wanted if wanted in maps else maps[0],
            chosen if chosen in known else next(iter(known), ""),
            self.dtype,
        )
        return asked.settled()

    def grips(self, pixel: float) -> list[Grip]:
        """Return the grips where a pixel is so long; a question has none."""
        if self.wanted.questioned:
            return []
        if pixel not in self._grips:
            self._grips = {pixel: parameters.grips(self.params, pixel)}
        return self._grips[pixel]

    def curve_over(
        self, axis: Axis, span: tuple[float, float] | None = None
    ) -> Curve | None:
        """Return the curve against one number of the params."""
        if self.solution and (axis, span) not in self._curves:
            self._curves[axis, span] = self._of(
                lambda _: sample(self.entry, self.params, axis, span), None
            )
        return self._curves.get((axis, span))


def _found(kept: Mapping[K, T | None]) -> dict[K, T | None]:
    return {key: value for key, value in kept.items() if value is not None}


def _laid_open(
    listing: Listing[Any, Any, Any, Any],
    p: Params,
    compared: Comparison,
    dtype: Precision,
) -> "LaidOpen | None":
    from playground.tracing.trace import lay_listing_open  # slow to import

    if listing.lines:
        laid: LaidOpen = listing.lines(p, dtype)
        return laid
    return lay_listing_open(listing, p, compared, dtype) if listing.code else None


# ----------------------------------------------------------------------------
# A state whose answer is still asked for: nothing tells it.
# ----------------------------------------------------------------------------


class HiddenStudy(Study):
    """A question that is still open: the given shapes, and nothing of the answer."""

    asking = untold = True
    reached = 0
    verdict = None
    rows: list[Row] = []  # noqa: RUF012
    steps: list[Step] = []  # noqa: RUF012
    precision: list[LensReading] = []  # noqa: RUF012

    @cached_property
    def picture(self) -> DrawList:
        """What is given; a view in which nothing is given is left out."""
        shown = Study(self.entry, self.params, self)
        given = shown.picture.upto(0)
        self._failures += shown._failures
        given.views = [view for view in given.views if view.records]
        return given

    def picture_with(self, dtype: Precision) -> DrawList:
        """Return what is given."""
        return self.picture

    def comparison_in(self, dtype: Precision) -> None:
        """Return nothing."""

    @cached_property
    def timed(self) -> bool:
        """Whether a time is what is asked for."""
        wanted = self._tried(lambda: asked_for(self.entry), None)
        return wanted is not None and isinstance(wanted.value, float)

    @cached_property
    def timeline(self) -> Timeline | None:
        """The time axis without its stops, where a time is what is asked for."""
        return hidden_timeline(self.entry, self.params) if self.timed else None


# ----------------------------------------------------------------------------
# A question whose answer is told: all of it, in the figure in which it was asked.
# ----------------------------------------------------------------------------


class RevealedStudy(Study):
    """A question that was answered, in as large a figure as it was asked in."""

    @cached_property
    def _whole(self) -> Study:
        return Study(self.entry, self.params, self)

    @cached_property
    def picture(self) -> DrawList:
        """All there is, but for views that show the same shapes once more."""
        found = _once(self._whole.picture)
        self._failures += self._whole._failures
        return found

    def picture_with(self, dtype: Precision) -> DrawList:
        """Return the same with the listing's answer in it, once that is there."""
        found = self._whole.picture_with(dtype)
        if found is self._whole.picture:
            return self.picture
        if dtype not in self._pictures:
            self._pictures[dtype] = _once(found)
        return self._pictures[dtype]


def _once(drawn: DrawList) -> DrawList:
    return replace(drawn, views=[view for view in drawn.views if not view.to_scale])
