"""The lines of a listing's code that are to blame for its mistakes: kinds of a map."""

from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from playground.collision.articles.mistakes import Nature
from playground.explore.laid_open.source import named, source_of
from playground.language import message
from playground.scene.kinds import NONE, Index, Kind, Regions
from playground.scene.listing import Listing
from playground.scene.roles import MISTAKE_ROLES

ROUNDING = message("Rounding: point at the map to see its line")


def by_line(listing: Listing[Any, Any, Any, Any], blamed: Index) -> Regions:
    """Return what `Listing.blamed` found, a kind for each line: "12  if s < 0.0:".

    They have the numbers of their file, as on the page Code; rounding is the last.
    """
    lines, names = _named(listing.code, listing.blamable), blamable_lines(listing)
    order, place = list(names), np.full(NONE + 1, NONE, np.uint8)
    place[: len(lines)] = [order.index(at) for at, _ in lines]
    natures = _natures(listing)
    kinds = tuple(
        Kind(name, MISTAKE_ROLES[0], nature=natures[at]) for at, name in names.items()
    )
    return Regions(kinds, np.asarray(place.take(blamed)))


def blamable_lines(listing: Listing[Any, Any, Any, Any]) -> dict[int, str]:
    """Return the name of each line that may be to blame, by its number in its file.

    They are in the order of the lines; 0, the last, is rounding.
    """
    names = dict(_named(listing.code, listing.blamable))
    return {at: names[at] for at in sorted(names, key=lambda at: (not at, at))}


def line_of(listing: Listing[Any, Any, Any, Any], kind: str) -> str:
    """Return the one line to blame for a kind of mistake; "" if there are several."""
    lines = {
        m.line if isinstance(m.line, str) else ""
        for m in listing.mistakes
        if m.kind.name == kind
    }
    if len(lines) != 1 or "" in lines:
        return ""
    ((_, name),) = _named(listing.code, tuple(lines))
    return name


def _natures(listing: Listing[Any, Any, Any, Any]) -> dict[int, Nature]:
    """Return what is wrong with each line at worst."""
    lines = dict(
        zip(listing.blamable, _named(listing.code, listing.blamable), strict=True)
    )
    worst: dict[int, Nature] = {}
    for nature in reversed(Nature):
        for mistake in listing.mistakes:
            if mistake.kind.nature is nature:
                worst |= {lines[piece][0]: nature for piece, _ in mistake.named}
    return worst


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
                raise ValueError(
                    message(
                        "{number} lines of the code have {piece!r}",
                        number=len(lines),
                        piece=piece,
                    )
                )
            at = lines[0]
            found.append((at, f"{at}  {source.line(at).strip()}"))
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
