"""A scene asked about params: one state, or many at once."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.scene import params as parameters
from playground.scene.answer import NONE, Index, Quantity, Regions, Row, Verdict
from playground.scene.author_files import limited
from playground.scene.derivation import Step
from playground.scene.draw_list import DrawList
from playground.scene.listing import Comparison, Precision
from playground.scene.params import Params
from playground.scene.scene import Entry, Scene
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
    asked : Params
        The same without what no answer depends on.
    result : any
        What `solve` returned.
    lost : boolean array
        Where degenerate params have no answer, if there are many.
    """

    scene: Scene[Any, Any]
    params: Params
    asked: Params
    result: Any
    lost: NDArray[np.bool_]
    # Made anew with the params, also where these differ in the view alone.
    _trials: dict[Precision, Any] = field(init=False, repr=False, default_factory=dict)

    @property
    def regions(self) -> Regions:
        """The outcome of each answer."""
        answer = self.scene.answer
        found = limited("an outcome", answer.regions, self.params, self.result)
        return found.without(self.lost)

    @property
    def zones(self) -> Regions:
        """The zone of each answer."""
        answer = self.scene.answer
        found = limited("a zone", answer.zones_of, self.params, self.result)
        return found.without(self.lost)

    def value(self, quantity: Quantity[Any, Any]) -> Array:
        """Return a quantity of each answer; NaN where there is no finite number.

        It has the shape of the states asked, and for vectors one axis more.
        """
        found = limited("a quantity", quantity.value, self.params, self.result)
        values = np.asarray(found, np.float64)
        known = np.isfinite(values)
        if known.all() and not self.lost.any():
            return values
        return np.where(known & ~self.lost, values, np.nan)

    def level(self, quantity: Quantity[Any, Any]) -> Array:
        """Return the value of a quantity at which the verdict turns; NaN for none."""
        level = quantity.turns_at
        at = limited("turns_at", level, self.params) if callable(level) else level
        return np.asarray(np.nan if at is None else at, np.float64)

    def turned(self, quantity: Quantity[Any, Any]) -> Array:
        """Return by how much a quantity is above the value where the verdict turns."""
        return self.value(quantity) - self.level(quantity)

    def mistakes(self, dtype: Precision) -> Regions:
        """Return the kind of the listing's mistake in each answer."""
        listing = self.scene.listing
        assert listing is not None
        return listing.regions(self.many_tried(dtype)).without(self.lost)

    def many_tried(self, dtype: Precision) -> Any:
        """Return the listing's trial of many answers; it is not kept."""
        listing = self.scene.listing
        assert listing is not None
        who = listing.called
        return limited(who, listing.tried, self.asked, self.result, dtype)

    def blamed(self, dtype: Precision) -> Index:
        """Return the line to blame for each mistake, among the listing's `blamable`."""
        listing = self.scene.listing
        assert listing is not None
        found = listing.blamed(self.many_tried(dtype))
        return np.where(self.lost, np.uint8(NONE), found)

    def _tried(self, dtype: Precision) -> Any:
        """Ask the listing, once in each precision."""
        listing = self.scene.listing
        assert listing is not None
        if dtype not in self._trials:
            who = listing.called
            trial = limited(who, listing.tried, self.params, self.result, dtype)
            self._trials[dtype] = trial
        return self._trials[dtype]

    @property
    def verdict(self) -> Verdict | None:
        """The outcome of one answer."""
        answer = self.scene.answer
        return limited("an outcome", answer.verdict, self.params, self.result)

    @property
    def rows(self) -> list[Row]:
        """The numbers of one answer."""
        answer = self.scene.answer
        return limited("a quantity", answer.rows, self.params, self.result)

    @cached_property
    def steps(self) -> list[Step]:
        """The derivation of one answer."""
        derivation = self.scene.derivation
        if derivation is None:
            return []
        return limited("the derivation", derivation.steps, self.params, self.result)

    @property
    def timeline(self) -> Timeline | None:
        """The time axis of one answer."""
        axis = self.scene.timeline
        if axis is None:
            return None
        return limited("timeline", axis, self.params, self.result)

    def drawn(self, compared: Precision | None = None) -> DrawList:
        """Return the picture of one answer, with the listing's if in a precision."""
        out = DrawList(dimension=self.scene.dimension)
        limited("picture", self.scene.picture, self.params, self.result, out)
        return self.beside(out, compared) if compared else out

    def beside(self, drawn: DrawList, compared: Precision) -> DrawList:
        """Return a picture of this answer with the listing's, in a precision, in it."""
        listing = self.scene.listing
        if not (listing and listing.draw):
            return drawn
        out = drawn.copied()
        limited("the listing's draw", listing.draw, self._tried(compared), out)
        return out

    def compare(self, dtype: Precision) -> Comparison | None:
        """Return the listing's answer beside one true one."""
        listing = self.scene.listing
        if listing is None:
            return None
        return limited(listing.called, listing.compare, self._tried(dtype))


def ask(entry: Entry, p: Params, known: Solution | None = None) -> Solution:
    """Ask a scene.

    Parameters
    ----------
    entry : Entry
        A scene, or several behind one choice.
    p : Params
        One state, or many: any of its numbers may be arrays. Of many the degenerate
        ones are noted as lost.
    known : Solution or None
        An earlier answer: where only the view has changed, nothing is solved again.

    Raises
    ------
    ValueError
        One state is degenerate, or the scene refuses it.
    TooLongError
        The scene's `solve` does not come to an end.

    Examples
    --------
    >>> from scenes import SCENES
    >>> scene = SCENES[0]
    >>> ask(scene, scene.opened()).verdict.text
    'Hit'
    """
    scene, own = entry.at(p)
    asked = parameters.without_view(own)
    if known and known.scene is scene and known.asked == asked:
        return replace(known, params=own)
    lost, asked = parameters.without_degenerate(asked)
    return Solution(scene, own, asked, limited("solve", scene.solve, asked), lost)


def sketched(entry: Entry, p: Params) -> DrawList:
    """Return what can be drawn of params that are refused."""
    scene, own = entry.at(p)
    out = DrawList(dimension=scene.dimension)
    if scene.sketch:
        limited("sketch", scene.sketch, own, out)
    return out


def picture(entry: Entry, p: Params) -> DrawList:
    """Solve and draw; of params that are refused only what can be sketched."""
    try:
        return ask(entry, p).drawn()
    except ValueError:
        return sketched(entry, p)
