"""Source lines of listings, and the kinds of a map of their faulty lines."""

import ast
import dis
import linecache
from collections.abc import Iterator
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from playground.collision.articles.mistakes import Nature
from playground.i18n import message
from playground.scene.answer import NO_KIND_INDEX, Index, RegionKind, Regions
from playground.scene.listing import Listing
from playground.scene.primitives import MISTAKE_ROLES

_Function = ast.FunctionDef | ast.AsyncFunctionDef


class SourceText:
    """Text of one Python file; lines are numbered from 1.

    Parameters
    ----------
    text : str
        Whole text, without a syntax error.

    Attributes
    ----------
    head : dict of int to int
        First line of each line's statement, for `if` and the like without the body. An
        `else` or a comment belongs to the statement after it.
    names : dict of int to list of str
        Names that the statement starting in a line assigns to, in order.
    returns : set of int
        Lines in which a `return` starts.
    """

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self.head: dict[int, int] = {}
        self.names: dict[int, list[str]] = {}
        self.returns: set[int] = set()
        self._functions: dict[int, range] = {}
        self._docstring_lines: set[int] = set()
        self._positions: dict[int, tuple[CodeType, list[str]]] = {}
        nodes = list(ast.walk(ast.parse(text)))
        for node in nodes:
            if isinstance(node, ast.stmt):
                self._read_statement(node)
        end = 0
        for number in range(len(self._lines), 0, -1):
            end = self.head.setdefault(number, end or number)
        for node in nodes:
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names = self.names.setdefault(self.head[node.lineno], [])
                names.extend([node.id] if node.id not in names else [])

    def _read_statement(self, node: ast.stmt) -> None:
        first, last = node.lineno, node.end_lineno or node.lineno
        body = getattr(node, "body", None)
        if isinstance(node, _Function):
            tops = (decorator.lineno for decorator in node.decorator_list)
            self._functions[min((*tops, first))] = range(first, last + 1)
            if ast.get_docstring(node) is not None:
                end = node.body[0].end_lineno or first
                self._docstring_lines.update(range(node.body[0].lineno, end + 1))
        if isinstance(node, ast.Return):
            self.returns.add(first)
        if body:
            last = max(first, body[0].lineno - 1)
        self.head.update(dict.fromkeys(range(first, last + 1), first))

    @property
    def text(self) -> str:
        """The whole text."""
        return "\n".join(self._lines)

    def line(self, number: int) -> str:
        """Return the text of line `number`, from 1."""
        return self._lines[number - 1]

    def has_function(self, code: CodeType) -> bool:
        """Return whether `code` is a function of this file, not a lambda or class."""
        return code.co_firstlineno in self._functions and code.co_name.isidentifier()

    def span(self, code: CodeType) -> range:
        """Return the lines of a function, from its `def`."""
        return self._functions[code.co_firstlineno]

    def list_visible_lines(self, codes: set[CodeType]) -> list[int]:
        """Return the lines of these functions in order, without docstrings."""
        spans = {line for code in codes for line in self.span(code)}
        return sorted(spans - self._docstring_lines)

    def find_comparison_text(self, code: CodeType, at: int) -> str:
        """Return the text of the comparison at instruction offset `at`.

        It is empty for a comparison within a call, such as `max`, or over several
        lines.
        """
        position = self._positions.get(id(code))
        if position is None:
            position = self._positions[id(code)] = code, self._comparison_texts(code)
        return position[1][at // 2]

    def _comparison_texts(self, code: CodeType) -> list[str]:
        texts = [""] * (len(code.co_code) // 2)
        places = list(code.co_positions())
        for step in dis.get_instructions(code):
            first, last, start, end = places[step.offset // 2]
            if first is None or first != last or "CALL" in step.opname:
                continue
            line = self._lines[first - 1].encode()
            texts[step.offset // 2] = line[start:end].decode()
        return texts


_MAX_CACHED_SOURCES = 64
_SOURCE_CACHE: dict[int, tuple[CodeType, SourceText]] = {}


def read_source(code: CodeType) -> SourceText:
    """Return the text of a function's file; ValueError if it is not available.

    It is read once per function: a function reloaded from a changed file is another
    one, and the old one keeps its text.
    """
    source = _SOURCE_CACHE.get(id(code))
    if source is None:
        linecache.checkcache(code.co_filename)
        text = "".join(linecache.getlines(code.co_filename))
        if not text:
            raise ValueError(
                message("the source code of {name} is not available", name=code.co_name)
            )
        while len(_SOURCE_CACHE) >= _MAX_CACHED_SOURCES:
            _SOURCE_CACHE.pop(next(iter(_SOURCE_CACHE)), None)
        source = _SOURCE_CACHE[id(code)] = code, SourceText(text)
    return source[1]


def has_fragment(text: str, pieces: tuple[str, ...]) -> bool:
    """Return whether a line contains one of these fragments of code.

    A fragment that begins with a space must be the line's beginning.
    """
    return any(
        text.startswith(piece) if piece.startswith(" ") else piece in text
        for piece in pieces
    )


# ----------------------------------------------------------------------------


ROUNDING = message("Rounding: point at the map to see its line")


def group_by_line(listing: Listing[Any, Any, Any, Any], line_indices: Index) -> Regions:
    """Return the regions of a map of faulty lines, with one kind per line.

    Parameters
    ----------
    listing : Listing
        Listing with code and mistakes.
    line_indices : uint8 array, shape (...)
        Result of `find_faulty_lines`: indices into `listing.faulty_line_fragments`.

    Returns
    -------
    Regions
        Kinds named like "12  if s < 0.0:" with line numbers of the file; rounding is
        last.

    Raises
    ------
    ValueError
        If a fragment is not in exactly one line of the code.
    """
    lines = _locate_lines(listing.code, listing.faulty_line_fragments)
    names = possible_faulty_lines(listing)
    order, place = list(names), np.full(NO_KIND_INDEX + 1, NO_KIND_INDEX, np.uint8)
    place[: len(lines)] = [order.index(line) for line, _ in lines]
    natures = _worst_natures(listing)
    kinds = tuple(
        RegionKind(name, MISTAKE_ROLES[0], nature=natures[line])
        for line, name in names.items()
    )
    return Regions(kinds, np.asarray(place.take(line_indices)))


def possible_faulty_lines(listing: Listing[Any, Any, Any, Any]) -> dict[int, str]:
    """Return the label of each line that may be faulty, by its number in the file.

    They are in the order of the lines; 0, the last, is rounding.

    Raises
    ------
    ValueError
        If a fragment is not in exactly one line of the code.
    """
    names = dict(_locate_lines(listing.code, listing.faulty_line_fragments))
    return {line: names[line] for line in sorted(names, key=lambda at: (not at, at))}


def faulty_line(listing: Listing[Any, Any, Any, Any], kind: str) -> str:
    """Return the label, such as "12  if s < 0.0:", of a kind of mistake's faulty line.

    "" if there is no such mistake, or not one fixed line.

    Raises
    ------
    ValueError
        If the fragment is not in exactly one line of the code.
    """
    lines = {
        m.line if isinstance(m.line, str) else ""
        for m in listing.mistakes
        if m.kind.name == kind
    }
    if len(lines) != 1 or "" in lines:
        return ""
    ((_, name),) = _locate_lines(listing.code, tuple(lines))
    return name


def _worst_natures(listing: Listing[Any, Any, Any, Any]) -> dict[int, Nature]:
    """Return the most serious nature of the mistakes of each line."""
    pieces = listing.faulty_line_fragments
    lines = dict(zip(pieces, _locate_lines(listing.code, pieces), strict=True))
    worst: dict[int, Nature] = {}
    for nature in reversed(Nature):
        for mistake in listing.mistakes:
            if mistake.kind.nature is nature:
                worst |= {
                    lines[piece][0]: nature
                    for piece, _ in mistake.faulty_line_candidates
                }
    return worst


@lru_cache(maxsize=16)
def _locate_lines(code: Any, pieces: tuple[str, ...]) -> list[tuple[int, str]]:
    """Return the line number and label of each fragment; an empty one is rounding."""
    source = read_source(code.__code__)
    visible_lines = source.list_visible_lines(set(_reachable_code(code)))
    places = []
    for piece in pieces:
        if piece:
            lines = [n for n in visible_lines if has_fragment(source.line(n), (piece,))]
            if len(lines) != 1:
                raise ValueError(
                    message(
                        "{piece!r} is in {number} lines of the code; it must be in one",
                        number=len(lines),
                        piece=piece,
                    )
                )
            line = lines[0]
            places.append((line, f"{line}  {source.line(line).strip()}"))
        else:
            places.append((0, ROUNDING))
    return places


def _reachable_code(function: FunctionType) -> Iterator[CodeType]:
    visited, pending = set[CodeType](), [function]
    while pending:
        code_object = pending.pop()
        code = code_object.__code__
        if code in visited:
            continue
        visited.add(code)
        yield code
        values = (code_object.__globals__.get(name) for name in code.co_names)
        pending += [
            value
            for value in values
            if isinstance(value, FunctionType)
            and value.__code__.co_filename == code.co_filename
        ]
