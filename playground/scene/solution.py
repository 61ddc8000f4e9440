"""Solutions: a scene's results for one state or many, evaluated on demand."""

from collections.abc import Callable
from dataclasses import field, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from playground.i18n import with_texts
from playground.quick_dataclass import dataclass
from playground.scene import params as parameters
from playground.scene.answer import (
    NO_KIND_INDEX,
    Index,
    Quantity,
    Regions,
    ResultRow,
    Verdict,
)
from playground.scene.author_files import call_limited
from playground.scene.derivation import Step
from playground.scene.draw_list import DrawList
from playground.scene.listing import Listing, ListingVerdict, Precision
from playground.scene.params import Params
from playground.scene.scene import Scene, SceneEntry
from playground.scene.timeline import Timeline

Array = NDArray[np.float64]
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Solution:
    """A scene's result for some params, with everything derived from it.

    Quantities have one element per state; properties such as `verdict` and `rows`
    require a single state. All that calls the scene's code may raise TimeLimitError, or
    any exception of that code.

    Attributes
    ----------
    scene : Scene
        The solved scene; of several modes that of the params.
    params : Params
        The scene's params; their numbers may be arrays.
    view_free_params : Params
        The params with all parameters reset that affect no answer.
    result : any
        The return value of `solve`.
    is_degenerate : boolean array (...)
        True where the params are degenerate, and so have no answer.
    """

    scene: Scene[Any, Any]
    params: Params
    view_free_params: Params
    result: Any
    is_degenerate: NDArray[np.bool_]
    # Not shared by solutions whose params differ, even if only in the view.
    _comparisons: dict[Precision, Any] = field(
        init=False, repr=False, default_factory=dict
    )

    @with_texts("what")
    def _call_author(self, what: str, function: Callable[[Any, Any], T]) -> T:
        """Return `function` of params and result, called with the time limit."""
        return call_limited(what, function, self.params, self.result)

    @property
    def regions(self) -> Regions:
        """The outcome of each answer, no kind where none holds or it is degenerate."""
        regions = self._call_author("an outcome", self.scene.answer.regions)
        return regions.mask_out(self.is_degenerate)

    @property
    def zones(self) -> Regions:
        """The zone of each answer, no kind where none holds or it is degenerate."""
        zones = self._call_author("a zone", self.scene.answer.zone_regions)
        return zones.mask_out(self.is_degenerate)

    def value(self, quantity: Quantity[Any, Any]) -> Array:
        """Return a quantity of each answer, NaN where it is not finite.

        Returns
        -------
        ndarray (...) or (..., n)
            One number or vector per state.
        """
        values = np.asarray(self._call_author("a quantity", quantity.value), np.float64)
        is_finite = np.isfinite(values)
        if is_finite.all() and not self.is_degenerate.any():
            return values
        return np.where(is_finite & ~self.is_degenerate, values, np.nan)

    def threshold(self, quantity: Quantity[Any, Any]) -> Array:
        """Return the threshold of a quantity, () or (...); NaN if it has none."""
        level = quantity.threshold
        at = call_limited("threshold", level, self.params) if callable(level) else level
        return np.asarray(np.nan if at is None else at, np.float64)

    def margin_over_threshold(self, quantity: Quantity[Any, Any]) -> Array:
        """Return the quantity minus its threshold, shape (...) or (..., n).

        NaN where it is undefined, and everywhere if it has no threshold.
        """
        return self.value(quantity) - self.threshold(quantity)

    @property
    def _listing(self) -> Listing[Any, Any, Any, Any]:
        assert self.scene.listing is not None
        return self.scene.listing

    def mistakes(self, dtype: Precision) -> Regions:
        """Return the kind of mistake in each answer of the listing, which must exist.

        It has no kind where the answer agrees with the truth or is degenerate.
        """
        mistakes = self._listing.regions(self.compare_many(dtype))
        return mistakes.mask_out(self.is_degenerate)

    def compare_many(self, dtype: Precision) -> Any:
        """Return the `ListingComparison` of many answers, uncached.

        The scene must have a listing, which computes in `dtype`.
        """
        return self._compare(self.view_free_params, dtype)

    def _compare(self, p: Params, dtype: Precision) -> Any:
        listing = self._listing
        return call_limited(
            listing.name_in_sentence, listing.compare_with_truth, p, self.result, dtype
        )

    def find_faulty_lines(self, dtype: Precision) -> Index:
        """Return each answer's faulty line, uint8 (...).

        It is an index into the listing's `faulty_line_fragments`, `NO_KIND_INDEX` where
        the answer agrees with the truth or is degenerate. The scene must have a
        listing.
        """
        lines = self._listing.find_faulty_lines(self.compare_many(dtype))
        return np.where(self.is_degenerate, np.uint8(NO_KIND_INDEX), lines)

    def _compare_cached(self, dtype: Precision) -> Any:
        """Return the listing's comparison, cached by precision."""
        if dtype not in self._comparisons:
            self._comparisons[dtype] = self._compare(self.params, dtype)
        return self._comparisons[dtype]

    @property
    def verdict(self) -> Verdict | None:
        """The outcome of a single answer; None if none holds."""
        return self._call_author("an outcome", self.scene.answer.verdict)

    @property
    def rows(self) -> list[ResultRow]:
        """The result rows of a single answer."""
        return self._call_author("a quantity", self.scene.answer.rows)

    @cached_property
    def steps(self) -> list[Step]:
        """The steps of the derivation of a single answer; empty if it has none."""
        if self.scene.derivation is None:
            return []
        return self._call_author("the derivation", self.scene.derivation.steps)

    @property
    def timeline(self) -> Timeline | None:
        """The time axis of a single answer; None if it has none."""
        axis = self.scene.timeline
        return self._call_author("timeline", axis) if axis else None

    def draw(self, compared: Precision | None = None) -> DrawList:
        """Return the draw list of a single answer.

        With a number type `compared`, the listing's answer in that type is added.
        """
        drawing = DrawList(dimension=self.scene.dimension)
        call_limited("picture", self.scene.picture, self.params, self.result, drawing)
        return self.add_listing_drawing(drawing, compared) if compared else drawing

    def add_listing_drawing(self, drawn: DrawList, compared: Precision) -> DrawList:
        """Return a copy of `drawn` with the listing's answer in type `compared` added.

        If the listing draws nothing, it is `drawn` itself.
        """
        listing = self.scene.listing
        if not (listing and listing.draw):
            return drawn
        drawing = drawn.copy()
        call_limited(
            "the listing's draw", listing.draw, self._compare_cached(compared), drawing
        )
        return drawing

    def listing_verdict(self, dtype: Precision) -> ListingVerdict | None:
        """Return the listing's verdict for a single answer; None without a listing."""
        listing = self.scene.listing
        if listing is None:
            return None
        return call_limited(
            listing.name_in_sentence, listing.verdict, self._compare_cached(dtype)
        )


def solve_scene(
    entry: SceneEntry, p: Params, previous: Solution | None = None
) -> Solution:
    """Return a scene's solution for some params.

    Parameters
    ----------
    entry : SceneEntry
        A scene, or several modes.
    p : Params
        A single state or many: any of its numbers may be arrays.
    previous : Solution or None
        An earlier solution, whose result is reused if only the view has changed.

    Raises
    ------
    ValueError
        A single state is degenerate, or the scene rejects it.
    TimeLimitError
        The scene's `solve` exceeds the time limit.
    Exception
        The scene's `solve` raises it.

    Examples
    --------
    >>> from scenes import SCENES
    >>> scene = SCENES[0]
    >>> solve_scene(scene, scene.initial_params()).verdict.text
    'Hit'
    """
    scene, own = entry.resolve(p)
    asked = parameters.reset_view_parameters(own)
    if previous and previous.scene is scene and previous.view_free_params == asked:
        return replace(previous, params=own)
    lost, asked = parameters.replace_degenerate(asked)
    return Solution(scene, own, asked, call_limited("solve", scene.solve, asked), lost)


def draw_sketch(entry: SceneEntry, p: Params) -> DrawList:
    """Return the scene's sketch of params that `solve` rejects; empty without one.

    Raises
    ------
    TimeLimitError
        The scene's `sketch` exceeds the time limit.
    Exception
        The scene's `sketch` raises it.
    """
    scene, own_params = entry.resolve(p)
    drawing = DrawList(dimension=scene.dimension)
    if scene.sketch:
        call_limited("sketch", scene.sketch, own_params, drawing)
    return drawing


def draw_solution(entry: SceneEntry, p: Params) -> DrawList:
    """Return the draw list of a single state; of rejected params, the sketch.

    Raises
    ------
    TimeLimitError
        The scene's code exceeds the time limit.
    Exception
        The scene's code raises it, unless it is a ValueError of `solve` or `picture`.
    """
    try:
        return solve_scene(entry, p).draw()
    except ValueError:
        return draw_sketch(entry, p)
