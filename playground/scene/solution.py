"""A scene asked about params: one state, or many at once."""

from dataclasses import field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

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
from playground.scene.listing import ListingVerdict, Precision
from playground.scene.params import Params
from playground.scene.scene import Scene, SceneEntry
from playground.scene.timeline import Timeline

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Solution:
    """What a scene answers.

    Attributes
    ----------
    scene : Scene
        The one that was asked: of several modes that of the params.
    params : Params
        Its own params; their numbers may be arrays.
    view_free_params : Params
        The same without what no answer depends on.
    result : any
        What `solve` returned.
    is_degenerate : boolean array
        Where degenerate params have no answer, if there are many.
    """

    scene: Scene[Any, Any]
    params: Params
    view_free_params: Params
    result: Any
    is_degenerate: NDArray[np.bool_]
    # Made anew with the params, also where these differ in the view alone.
    _comparisons: dict[Precision, Any] = field(
        init=False, repr=False, default_factory=dict
    )

    @property
    def regions(self) -> Regions:
        """The outcome of each answer."""
        answer = self.scene.answer
        found = call_limited("an outcome", answer.regions, self.params, self.result)
        return found.mask_out(self.is_degenerate)

    @property
    def zones(self) -> Regions:
        """The zone of each answer."""
        answer = self.scene.answer
        found = call_limited("a zone", answer.zone_regions, self.params, self.result)
        return found.mask_out(self.is_degenerate)

    def value(self, quantity: Quantity[Any, Any]) -> Array:
        """Return a quantity of each answer; NaN where there is no finite number.

        It has the shape of the states asked, and for vectors one axis more.
        """
        found = call_limited("a quantity", quantity.value, self.params, self.result)
        values = np.asarray(found, np.float64)
        known = np.isfinite(values)
        if known.all() and not self.is_degenerate.any():
            return values
        return np.where(known & ~self.is_degenerate, values, np.nan)

    def threshold(self, quantity: Quantity[Any, Any]) -> Array:
        """Return the value of a quantity at which the verdict turns; NaN for none."""
        level = quantity.threshold
        at = call_limited("threshold", level, self.params) if callable(level) else level
        return np.asarray(np.nan if at is None else at, np.float64)

    def margin_over_threshold(self, quantity: Quantity[Any, Any]) -> Array:
        """Return by how much a quantity is above the value where the verdict turns."""
        return self.value(quantity) - self.threshold(quantity)

    def mistakes(self, dtype: Precision) -> Regions:
        """Return the kind of the listing's mistake in each answer."""
        listing = self.scene.listing
        assert listing is not None
        return listing.regions(self.compare_many(dtype)).mask_out(self.is_degenerate)

    def compare_many(self, dtype: Precision) -> Any:
        """Return the listing's trial of many answers; it is not kept."""
        listing = self.scene.listing
        assert listing is not None
        who = listing.name_in_sentence
        return call_limited(
            who, listing.compare_with_truth, self.view_free_params, self.result, dtype
        )

    def find_faulty_lines(self, dtype: Precision) -> Index:
        """Return each mistake's faulty line among the listing's fragments."""
        listing = self.scene.listing
        assert listing is not None
        found = listing.find_faulty_lines(self.compare_many(dtype))
        return np.where(self.is_degenerate, np.uint8(NO_KIND_INDEX), found)

    def _compare_cached(self, dtype: Precision) -> Any:
        """Ask the listing, once in each precision."""
        listing = self.scene.listing
        assert listing is not None
        if dtype not in self._comparisons:
            who = listing.name_in_sentence
            trial = call_limited(
                who, listing.compare_with_truth, self.params, self.result, dtype
            )
            self._comparisons[dtype] = trial
        return self._comparisons[dtype]

    @property
    def verdict(self) -> Verdict | None:
        """The outcome of one answer."""
        answer = self.scene.answer
        return call_limited("an outcome", answer.verdict, self.params, self.result)

    @property
    def rows(self) -> list[ResultRow]:
        """The numbers of one answer."""
        answer = self.scene.answer
        return call_limited("a quantity", answer.rows, self.params, self.result)

    @cached_property
    def steps(self) -> list[Step]:
        """The derivation of one answer."""
        derivation = self.scene.derivation
        if derivation is None:
            return []
        return call_limited(
            "the derivation", derivation.steps, self.params, self.result
        )

    @property
    def timeline(self) -> Timeline | None:
        """The time axis of one answer."""
        axis = self.scene.timeline
        if axis is None:
            return None
        return call_limited("timeline", axis, self.params, self.result)

    def draw(self, compared: Precision | None = None) -> DrawList:
        """Return the picture of one answer, with the listing's if in a precision."""
        out = DrawList(dimension=self.scene.dimension)
        call_limited("picture", self.scene.picture, self.params, self.result, out)
        return self.add_listing_drawing(out, compared) if compared else out

    def add_listing_drawing(self, drawn: DrawList, compared: Precision) -> DrawList:
        """Return a picture of this answer with the listing's, in a precision, in it."""
        listing = self.scene.listing
        if not (listing and listing.draw):
            return drawn
        out = drawn.copy()
        call_limited(
            "the listing's draw", listing.draw, self._compare_cached(compared), out
        )
        return out

    def listing_verdict(self, dtype: Precision) -> ListingVerdict | None:
        """Return the listing's answer beside one true one."""
        listing = self.scene.listing
        if listing is None:
            return None
        return call_limited(
            listing.name_in_sentence, listing.verdict, self._compare_cached(dtype)
        )


def solve_scene(
    entry: SceneEntry, p: Params, previous: Solution | None = None
) -> Solution:
    """Ask a scene.

    Parameters
    ----------
    entry : SceneEntry
        A scene, or several behind one choice.
    p : Params
        One state, or many: any of its numbers may be arrays. Of many the degenerate
        ones are noted as lost.
    previous : Solution or None
        An earlier answer: where only the view has changed, nothing is solved again.

    Raises
    ------
    ValueError
        One state is degenerate, or the scene refuses it.
    TimeLimitError
        The scene's `solve` does not come to an end.

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
    """Return what can be drawn of params that are refused."""
    scene, own = entry.resolve(p)
    out = DrawList(dimension=scene.dimension)
    if scene.sketch:
        call_limited("sketch", scene.sketch, own, out)
    return out


def draw_solution(entry: SceneEntry, p: Params) -> DrawList:
    """Solve and draw; of params that are refused only what can be sketched."""
    try:
        return solve_scene(entry, p).draw()
    except ValueError:
        return draw_sketch(entry, p)
