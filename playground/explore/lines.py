"""The lines of a listing's code that are to blame for its mistakes: kinds of a map."""

from collections.abc import Iterator
from itertools import cycle
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from playground.explore.source import named, source_of
from playground.scene.drawlist import MISTAKES, Role
from playground.scene.kinds import NONE, Index, Kind, Regions
from playground.scene.listing import Listing

ROUNDING = "Rounding: point for its line"


def by_line(listing: Listing[Any, Any, Any, Any], blamed: Index) -> Regions:
    """Return what `Listing.blamed` found, a kind for each line: "12  if s < 0.0:".

    They have the numbers and the order of the page Code; rounding is the last.
    """
    lines = _shown(listing.code)
    before = min(lines) - 1
    names = {at: f"{at - before}  {text.strip()}" for at, text in lines.items()}
    roles = roles_of_lines(listing)
    order, place = list(roles), np.full(NONE + 1, NONE, np.uint8)
    for known, piece in enumerate(listing.blamable):
        place[known] = order.index(_line(lines, piece))
    kinds = tuple(Kind(names.get(at, ROUNDING), roles[at]) for at in order)
    return Regions(kinds, np.asarray(place.take(blamed)))


def roles_of_lines(listing: Listing[Any, Any, Any, Any]) -> dict[int, Role]:
    """Return the colour of each line that may be to blame, by its number in its file.

    They are in the order of the lines; 0, the last, is rounding.
    """
    lines = _shown(listing.code)
    places = {_line(lines, piece) for piece in listing.blamable}
    order = sorted(places, key=lambda at: (not at, at))
    return dict(zip(order, cycle(MISTAKES), strict=False))


def _line(lines: dict[int, str], piece: str) -> int:
    """Return the number of the line that a piece names; 0 for those of rounding."""
    if not piece:
        return 0
    (found,) = (at for at, text in lines.items() if named(text, (piece,)))
    return found


def _shown(code: Any) -> dict[int, str]:
    """Return the lines of a function, and of those of its file that it calls."""
    source = source_of(code.__code__)
    return {at: source.line(at) for at in source.shown(set(_called(code)))}


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
