"""Code for single numbers: of Python, and of a loop that numba compiles."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, cast

from playground.collision.emit.steps import (
    TRUTHS,
    expression,
    function,
    index_of,
    is_given,
    is_summed,
    kinds_of,
    name_of,
    unbounded,
)
from playground.collision.formula import Operand, Term, ordered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_LONG = 400
"""Python reads only so many brackets in one another."""


def for_floats(inputs: Sequence[str], outputs: Sequence[Term]) -> str:
    """Return `solve(*inputs)`, which returns the outputs of one query.

    Python does not divide by zero as IEEE 754 does; `over` does.
    """
    outputs = unbounded(outputs)
    terms = ordered(outputs)
    return _of_numbers("solve", inputs, terms, outputs, kinds_of(terms), over=True)


class LoopCode(NamedTuple):
    """Two functions for a compiled loop over blocks, of one query each.

    `once(*bounds)` returns what hangs on a block's bounds alone, and
    `solve(*inputs, *once(...))` the outputs, and the numbers that the bounds are of.
    """

    source: str
    bounds: int
    """How many bounds a block has: each is from above (`peak`)."""
    known: int
    """How many numbers `once` returns."""


def for_loops(inputs: Sequence[str], outputs: Sequence[Term]) -> LoopCode:
    """Return the code for a compiled loop, which divides as IEEE 754 says."""
    terms = ordered(outputs)
    held = kinds_of(terms)
    # What is only compared is as quickly compared for each query.
    readers = [t for t in terms if t.operation not in TRUTHS]
    read = {index_of(o) for t in readers for o in t.operands}
    ends = [t for t in terms if t.operation == "peak" and t.index in read]
    alike = {t.index for t in ends}
    for t in terms:
        hangs_on = {o.index for o in t.operands if isinstance(o, Term)}
        if hangs_on and hangs_on <= alike:
            alike.add(t.index)
    found = [*outputs, *(cast("Term", t.operands[0]) for t in ends)]
    late = [t for t in ordered(found, until=alike) if t.index not in alike]
    early = [t for t in terms if t.index in alike and t not in ends]
    wanted = {index_of(o) for t in late for o in t.operands} | {o.index for o in found}
    kept = [t for t in terms if t.index in alike & wanted]
    names = [name_of(t) for t in kept]
    source = _of_numbers("once", [name_of(t) for t in ends], early, kept, held)
    source += _of_numbers("solve", [*inputs, *names], late, found, held)
    return LoopCode(source, len(ends), len(kept))


def _of_numbers(
    name: str,
    takes: Sequence[str],
    terms: Sequence[Term],
    outputs: Sequence[Term],
    held: Mapping[int, str],
    *,
    over: bool = False,
) -> str:
    """Return the text of a function of single numbers.

    For Python (`over`) what is read once is written where it is read: without a name it
    takes less time, and where it is not chosen none.
    """
    uses = Counter(index_of(o) for t in terms for o in t.operands)
    uses.update(2 * [o.index for o in outputs])
    inside: dict[int, str] = {}

    def called(operand: Operand, term: Term) -> str:
        name = inside.get(index_of(operand)) or name_of(operand)
        return f"int({name})" if is_summed(operand, term, held) else name

    def written(term: Term) -> str:
        a = [called(o, term) for o in term.operands]
        if term.operation == "divide" and over:
            return f"{a[0]} / {a[1]} if {a[1]} else over({a[0]}, {a[1]})"
        return expression(term, a)

    twice = {
        index_of(o)
        for t in terms
        if t.operation in ("maximum", "minimum", "divide")
        for o in t.operands
    }
    lines = []
    for term in (t for t in terms if not is_given(t)):
        text = written(term)
        alone = over and uses[term.index] == 1 and term.index not in twice
        if alone and len(text) < _LONG:
            inside[term.index] = f"({text})"
        else:
            lines.append(f"    v{term.index} = {text}")
    return function(name, takes, lines, [name_of(o) for o in outputs])
