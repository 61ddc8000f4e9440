"""A picture as a list: what is drawn, in order, and the views beside it."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from playground.i18n import message, with_texts
from playground.scene.bounds import Extent
from playground.scene.names import Name
from playground.scene.primitives import Dot, Filled, Label, Record, Stroke

# What is left of the other records while one quantity is pointed at.
_FAINT = 0.55


@dataclass(frozen=True)
class Bounds:
    """An axis-aligned box, `low <= high` in each axis."""

    low: tuple[float, ...]
    high: tuple[float, ...]


@with_texts("caption", kept=False)
@dataclass
class DrawList:
    """An ordered list of records, and the further views beside it.

    Attributes
    ----------
    caption : str
        The name of the view on screen.
    dimension : int
        2 or 3.
    records : list of Record
        What is drawn, the first lowest.
    views : list of DrawList
        The further views.
    to_scale : bool
        Whether it is first shown as large as the view that it stands beside.
    """

    caption: str = ""
    dimension: int = 2
    records: list[Record] = field(default_factory=list)
    views: list["DrawList"] = field(default_factory=list)
    to_scale: bool = False

    def add(
        self, *records: Record, of: Name | None = None, since: int = 0, **looks: Any
    ) -> None:
        """Append records.

        Parameters
        ----------
        *records : Record
            What is drawn, on top of what is there.
        of : Name or None
            What they show, whose looks they have, but for other `looks`.
        since : int
            The first step of the derivation of those that name none.

        Raises
        ------
        TypeError
            A record cannot be drawn in a view of this dimension.
        """
        if of:
            looks |= {"since": since} if since else {}
            records, since = tuple(of.drawn(*records, **looks)), 0
        self.records += self._taken(records, since)

    def add_below(self, *records: Record, since: int = 0) -> None:
        """Put records below all that are there, as `add` puts them on top."""
        self.records[:0] = self._taken(records, since)

    def _taken(self, records: Sequence[Record], since: int) -> list[Record]:
        for record in records:
            if self.dimension not in record.dimensions:
                raise TypeError(_undrawable(record, self.dimension))
        return [
            record.but(since=since) if since and not record.since else record
            for record in records
        ]

    @with_texts("caption")
    def view(
        self, caption: str, dimension: int = 2, *, to_scale: bool = False
    ) -> "DrawList":
        """Open a further view with a camera of its own, shown beside this one.

        Parameters
        ----------
        caption : str
            What it is called on screen.
        dimension : int
            2 or 3.
        to_scale : bool
            Whether it shows the same lengths: at first at the same scale.

        Returns
        -------
        DrawList
            To which its records are added.
        """
        self.views.append(DrawList(caption, dimension, to_scale=to_scale))
        return self.views[-1]

    @property
    def all_views(self) -> list["DrawList"]:
        """The view itself and the further ones, in the order of their places."""
        return [self, *self.views]

    @property
    def labels(self) -> list[Label]:
        """The labels of all views, in their order."""
        return [
            r for view in self.all_views for r in view.records if isinstance(r, Label)
        ]

    def copied(self) -> "DrawList":
        """Return a list of the same records, to which others can be added."""
        views = [view.copied() for view in self.views]
        return replace(self, records=[*self.records], views=views)

    def upto(self, step: int) -> "DrawList":
        """Return what is known at `step`: records whose `since` is not later."""
        return replace(
            self,
            records=[record for record in self.records if record.since <= step],
            views=[view.upto(step) for view in self.views],
        )

    def without(self, keys: Collection[str]) -> "DrawList":
        """Return the list without the records of those keys."""
        return replace(
            self,
            records=[record for record in self.records if record.key not in keys],
            views=[view.without(keys) for view in self.views],
        )

    def outlined(self) -> "DrawList":
        """Return the picture without the insides of its plane shapes."""
        records = [
            r.but(fill=0.0) if isinstance(r, Filled) else r for r in self.records
        ]
        return replace(self, records=records)

    def plain(self, glow: Mapping[str, float]) -> "DrawList":
        """Return the list without what only explains, but for what is pointed at.

        `glow` has each such key's share, 0 to 1, as in `lit`.
        """
        shown = [
            r.but(alpha=r.alpha * glow[r.key]) if r.derivation else r
            for r in self.records
            if not r.derivation or r.key in glow
        ]
        views = [view.plain(glow) for view in self.views]
        return replace(self, records=shown, views=views)

    def naming(self, keys: Collection[str], left: float = 0.0) -> "DrawList":
        """Return the list with the names of those keys; `left` (0..1) of the others."""
        shown = [
            record.but(alpha=record.alpha * left)
            if _named_else(record, keys)
            else record
            for record in self.records
            if left > 0.0 or not _named_else(record, keys)
        ]
        views = [view.naming(keys, left) for view in self.views]
        return replace(self, records=shown, views=views)

    def arriving(self, step: int, share: float) -> "DrawList":
        """Return the list with that step's records `share` (0..1) of the way in."""
        return self._mapped(
            lambda record: (
                record.but(alpha=record.alpha * share)
                if share < 1.0 and record.since == step
                else record
            )
        )

    def lit(self, glow: Mapping[str, float]) -> "DrawList":
        """Return the list with the records of those keys strong, the others faint.

        Each key has a share of the way, in 0..1. Where no record has one of them
        nothing changes.
        """
        known = self.keys()
        shares = {key: share for key, share in glow.items() if key in known}
        most = max(shares.values(), default=0.0)
        if not most:
            return self

        def seen(record: Record) -> Record:
            own = shares.get(record.key, 0.0)
            faint = 1.0 - (most - own) * (1.0 - _FAINT)
            return _strong(record.but(alpha=record.alpha * faint), own)

        return self._mapped(seen)

    def keys(self) -> set[str]:
        """Return the keys of all records, in the further views too."""
        return {r.key for view in self.all_views for r in view.records if r.key}

    def _mapped(self, change: Callable[[Record], Record]) -> "DrawList":
        return replace(
            self,
            records=[change(record) for record in self.records],
            views=[view._mapped(change) for view in self.views],
        )

    def extents(self) -> list[Extent]:
        """Return how far each record reaches that does not only decorate."""
        return [extent for record in self.records if (extent := record.extent())]

    def bounds(self) -> Bounds | None:
        """Return the box around everything finite, or None if there is nothing."""
        boxes = [box for record in self.records if (box := record.box())]
        if not boxes:
            return None
        axes = range(self.dimension)
        return Bounds(
            tuple(min(low[i] for low, _ in boxes) for i in axes),
            tuple(max(high[i] for _, high in boxes) for i in axes),
        )


def _named_else(record: Record, keys: Collection[str]) -> bool:
    """Return whether a record is a name, and of none of those keys."""
    return isinstance(record, Label) and bool(record.key) and record.key not in keys


def _undrawable(record: Record, dimension: int) -> str:
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


def _strong(record: Record, share: float) -> Record:
    """Return the record as it looks while its quantity is pointed at, so far."""
    if not share:
        return record
    full = record.but(alpha=record.alpha + share * (1.0 - record.alpha))
    if isinstance(full, Stroke):
        return full.but(width=full.width + 1.5 * share)
    return full.but(size=full.size + 2.0 * share) if isinstance(full, Dot) else full
