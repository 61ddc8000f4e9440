"""Draw lists: the primitives of a figure in order, and its further views."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import field, replace
from typing import Any

from playground.i18n import message, with_texts
from playground.quick_dataclass import dataclass
from playground.scene.bounds import Extent, bounding_box
from playground.scene.primitives import Dot, Filled, Label, Primitive, Stroke
from playground.scene.symbols import Symbol

# The opacity of all other primitives while one quantity is highlighted.
_FAINT_OPACITY = 0.55


@dataclass(frozen=True)
class Bounds:
    """An axis-aligned box, `low <= high` on each axis, metres."""

    low: tuple[float, ...]
    high: tuple[float, ...]


@with_texts("caption", as_messages=False)
@dataclass
class DrawList:
    """An ordered list of primitives, with further views.

    Attributes
    ----------
    caption : str
        The name of the view on screen.
    dimension : int
        2 or 3.
    primitives : list of Primitive
        The primitives, bottommost first.
    views : list of DrawList
        The further views, each with its own camera.
    to_scale : bool
        Whether a further view begins at the scale of the main one.
    """

    caption: str = ""
    dimension: int = 2
    primitives: list[Primitive] = field(default_factory=list)
    views: list["DrawList"] = field(default_factory=list)
    to_scale: bool = False

    def add(
        self,
        *records: Primitive,
        symbol: Symbol | None = None,
        first_step: int = 0,
        **looks: Any,
    ) -> None:
        """Append primitives, on top of the others.

        Parameters
        ----------
        *records : Primitive
            The primitives.
        symbol : Symbol or None
            The quantity that they show, which decides their style.
        first_step : int
            The first step of primitives that have none.
        **looks
            Style fields that replace those of `symbol`.

        Raises
        ------
        TypeError
            A primitive cannot be drawn in a view of this dimension.
        """
        if symbol:
            looks |= {"first_step": first_step} if first_step else {}
            styled_primitives = symbol.style_primitives(*records, **looks)
            self.primitives += self._check_primitives(styled_primitives)
        else:
            self.primitives += self._check_primitives(records, first_step)

    def add_below(self, *records: Primitive, first_step: int = 0) -> None:
        """Insert primitives below all others.

        `first_step` is the first step of those that have none.

        Raises
        ------
        TypeError
            A primitive cannot be drawn in a view of this dimension.
        """
        self.primitives[:0] = self._check_primitives(records, first_step)

    def _check_primitives(
        self, records: Sequence[Primitive], first_step: int = 0
    ) -> Sequence[Primitive]:
        for record in records:
            if self.dimension not in record.dimensions:
                raise TypeError(_dimension_error(record, self.dimension))
        if not first_step:
            return records
        return [
            record if record.first_step else record.copy_with(first_step=first_step)
            for record in records
        ]

    @with_texts("caption")
    def view(
        self, caption: str, dimension: int = 2, *, to_scale: bool = False
    ) -> "DrawList":
        """Add a further view, shown next to this one with its own camera.

        Parameters
        ----------
        caption : str
            The name on screen.
        dimension : int
            2 or 3.
        to_scale : bool
            Whether it begins at the scale of this view.

        Returns
        -------
        DrawList
            The new view, empty.
        """
        self.views.append(DrawList(caption, dimension, to_scale=to_scale))
        return self.views[-1]

    @property
    def self_and_views(self) -> list["DrawList"]:
        """The main view, followed by the further ones."""
        return [self, *self.views]

    @property
    def labels(self) -> list[Label]:
        """The labels of all views, in order."""
        return [
            r
            for view in self.self_and_views
            for r in view.primitives
            if isinstance(r, Label)
        ]

    def copy(self) -> "DrawList":
        """Return a copy to which primitives can be added without changing this list."""
        return self._map_primitives(lambda record: record)

    def limit_to_step(self, step: int) -> "DrawList":
        """Return the list without primitives whose `first_step` is after `step`."""
        return self._map_primitives(
            lambda record: record if record.first_step <= step else None
        )

    def remove_keys(self, keys: Collection[str]) -> "DrawList":
        """Return the list without the primitives of some highlight keys."""
        return self._map_primitives(
            lambda record: None if record.key in keys else record
        )

    def remove_fills(self) -> "DrawList":
        """Return the list with all its shapes unfilled; further views are unchanged."""
        records = [
            r.copy_with(fill=0.0) if isinstance(r, Filled) else r
            for r in self.primitives
        ]
        return replace(self, primitives=records)

    def hide_derivation(self, strengths: Mapping[str, float]) -> "DrawList":
        """Return the list without the derivation's primitives, except highlighted ones.

        `strengths` has the opacity of each highlighted key, 0 to 1.
        """

        def fade(record: Primitive) -> Primitive | None:
            if record.derivation and record.key not in strengths:
                return None
            return _fade(record, strengths[record.key]) if record.derivation else record

        return self._map_primitives(fade)

    def filter_labels(
        self, keys: Collection[str], opacity_of_others: float = 0.0
    ) -> "DrawList":
        """Return the list with the labels of other highlight keys faint or removed.

        The opacity of labels whose key is not in `keys` is multiplied by
        `opacity_of_others`, 0 to 1; at 0 they are removed. Labels without a key stay.
        """

        def fade(record: Primitive) -> Primitive | None:
            if not isinstance(record, Label) or not record.key or record.key in keys:
                return record
            return _fade(record, opacity_of_others) if opacity_of_others else None

        return self._map_primitives(fade)

    def fade_in_step(self, step: int, share: float) -> "DrawList":
        """Return the list with the primitives of `step` at opacity `share` (0 to 1)."""
        return self._map_primitives(
            lambda record: _fade(record, share) if record.first_step == step else record
        )

    def highlight(self, strengths: Mapping[str, float]) -> "DrawList":
        """Return the list with some keys emphasized and all else faint.

        `strengths` has the strength of each highlighted key, 0 to 1. Without a
        primitive that has one of these keys, the list stays as it is.
        """
        all_keys = self.keys()
        shares = {key: share for key, share in strengths.items() if key in all_keys}
        max_share = max(shares.values(), default=0.0)
        if not max_share:
            return self

        def restyle(record: Primitive) -> Primitive:
            share = shares.get(record.key, 0.0)
            faint = 1.0 - (max_share - share) * (1.0 - _FAINT_OPACITY)
            return _emphasize(_fade(record, faint), share)

        return self._map_primitives(restyle)

    def keys(self) -> set[str]:
        """Return the highlight keys of all primitives, in all views."""
        return {r.key for view in self.self_and_views for r in view.primitives if r.key}

    def _map_primitives(
        self, change: Callable[[Primitive], Primitive | None]
    ) -> "DrawList":
        """Return the list with changed primitives in all views; None removes one."""
        return replace(
            self,
            primitives=[r for record in self.primitives if (r := change(record))],
            views=[view._map_primitives(change) for view in self.views],
        )

    def extents(self) -> list[Extent]:
        """Return the extents of the primitives that have one, without further views."""
        return [extent for record in self.primitives if (extent := record.extent())]

    def bounds(self) -> Bounds | None:
        """Return the box around all primitives that have an extent.

        None if none has. Further views are ignored, and of an infinite line all but its
        point `at`.
        """
        boxes = [bounding_box(*extent) for extent in self.extents()]
        if not boxes:
            return None
        axes = range(self.dimension)
        return Bounds(
            tuple(min(low[i] for low, _ in boxes) for i in axes),
            tuple(max(high[i] for _, high in boxes) for i in axes),
        )


def _fade(record: Primitive, share: float) -> Primitive:
    """Return a primitive with its opacity multiplied by `share`."""
    return record if share == 1.0 else record.copy_with(alpha=record.alpha * share)


def _dimension_error(record: Primitive, dimension: int) -> str:
    name = type(record).__name__
    if name[0] in "AEIOU":
        return message(
            "an {name} cannot be drawn in {dimension} dimensions",
            name=name,
            dimension=dimension,
        )
    return message(
        "a {name} cannot be drawn in {dimension} dimensions",
        name=name,
        dimension=dimension,
    )


def _emphasize(record: Primitive, share: float) -> Primitive:
    """Return a primitive emphasized by `share`, 0 to 1: more opaque, wider, larger."""
    if not share:
        return record
    full = record.copy_with(alpha=record.alpha + share * (1.0 - record.alpha))
    if isinstance(full, Stroke):
        return full.copy_with(width=full.width + 1.5 * share)
    return (
        full.copy_with(size=full.size + 2.0 * share) if isinstance(full, Dot) else full
    )
