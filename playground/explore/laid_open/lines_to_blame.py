"""The lines of a listing's code that are to blame for its mistakes: kinds of a map."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import cycle
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from playground.explore.laid_open.source import named, source_of
from playground.scene.kinds import NONE, Index, Kind, Regions
from playground.scene.listing import Listing
from playground.scene.roles import MISTAKE_ROLES, Role

ROUNDING = "Rounding: point at the map to see its line"
# The ninth and tenth colour are told from two others by few of the colour-blind: they
# are those of the first lines, which come on a map with few others.
_ROLES = (*MISTAKE_ROLES[8:10], *MISTAKE_ROLES[:8], *MISTAKE_ROLES[10:])


def by_line(listing: Listing[Any, Any, Any, Any], blamed: Index) -> Regions:
    """Return what `Listing.blamed` found, a kind for each line: "12  if s < 0.0:".

    They have the numbers and the order of the page Code; rounding is the last.
    """
    lines, roles = _named(listing.code, listing.blamable), roles_of_lines(listing)
    order, place = list(roles), np.full(NONE + 1, NONE, np.uint8)
    place[: len(lines)] = [order.index(at) for at, _ in lines]
    kinds = tuple(Kind(dict(lines)[at], roles[at]) for at in order)
    return Regions(kinds, np.asarray(place.take(blamed)))


def roles_of_lines(listing: Listing[Any, Any, Any, Any]) -> dict[int, Role]:
    """Return the colour of each line that may be to blame, by its number in its file.

    They are in the order of the lines; 0, the last, is rounding.
    """
    places = {at for at, _ in _named(listing.code, listing.blamable)}
    order = sorted(places, key=lambda at: (not at, at))
    return dict(zip(order, cycle(_ROLES), strict=False))


@lru_cache(maxsize=16)
def _named(code: Any, pieces: tuple[str, ...]) -> list[tuple[int, str]]:
    """Return for each piece the number of its line, 0 for rounding, and its name."""
    source = source_of(code.__code__)
    shown = source.shown(set(_called(code)))
    found = []
    for piece in pieces:
        if piece:
            lines = [n for n in shown if named(source.line(n), (piece,))]
            if len(lines) != 1:
                raise ValueError(f"{len(lines)} lines of the code have {piece!r}")
            at = lines[0]
            found.append((at, f"{at - shown[0] + 1}  {source.line(at).strip()}"))
        else:
            found.append((0, ROUNDING))
    return found


def _called(function: FunctionType) -> Iterator[CodeType]:
    seen, left = set[CodeType](), [function]
    while left:
        now = left.pop()
        code = now.__code__
        if code in seen:
            continue
        seen.add(code)
        yield code
        others = (now.__globals__.get(name) for name in code.co_names)
        left += [
            other
            for other in others
            if isinstance(other, FunctionType)
            and other.__code__.co_filename == code.co_filename
        ]
