"""Code for blocks of queries, by NumPy.

What varies along one axis only stays a row or a column.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, cast

from playground.collision.emit.buffers import Buffer, BufferWriter
from playground.collision.emit.steps import (
    BOUNDS,
    function,
    index_of,
    is_given,
    kinds_of,
    name_of,
    rewritten,
    unbounded,
)
from playground.collision.formula import FormulaRecord, Operand, Term, ordered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_BYTES = {"b": 1, "i": 1, "f": 8}
_OWN = {"b": "bool", "i": "int", "f": "float"}


class BlockCode(NamedTuple):
    """`once(*inputs, *once_work)` and `solve(*known, *inputs, *outputs, *work)`."""

    source: str
    once_work: list[Buffer]
    work: list[Buffer]


def for_blocks(
    inputs: Sequence[str],
    axes: Mapping[str, int],
    outputs: Sequence[Term],
    kinds: Sequence[str],
    strided: Sequence[bool],
    *,
    single: bool = False,
) -> BlockCode:
    """Return the code for blocks of queries.

    `axes` says of each input along which axes it varies: 1 the first, over which the
    blocks go, 2 the second, 3 both, 0 neither. `once` does what does not vary along
    the first. `kinds` says what each output holds (as of a `Buffer`), and `strided`
    whether its numbers lie apart, as a vector's component does. With
    `single` each number is its own bound, not the block's largest.
    """
    outputs = unbounded(outputs) if single else _bounded_apart(outputs, axes)
    terms = ordered(outputs)
    along, held = _axes(terms, axes), kinds_of(terms)
    steps = [t for t in terms if not is_given(t)]
    early = _early(terms, along)
    first, then = ([t for t in steps if (t.index in early) == e] for e in (True, False))
    then = _scheduled(then, along, held, {o.index for o in outputs})
    kept = sorted(
        {i for t in then for o in t.operands if (i := index_of(o)) in early}
        | {t.index for t in outputs if t.index in early}
    )
    made = {t.index for t in steps}
    known = [f"v{i}" for i in kept if i in made]
    # Python's own numbers are faster than NumPy's.
    given = [
        f"v{i}" if along[i] else f"{_OWN[held[i]]}(v{i})" for i in kept if i in made
    ]
    once = BufferWriter(along, held, keep={*kept})
    everywhere = 0
    for axis in axes.values():
        everywhere |= axis
    out = {
        o.index: f"out{i}"
        for i, (o, kind, apart) in enumerate(zip(outputs, kinds, strided, strict=True))
        if along[o.index] == everywhere
        and held.get(o.index) == kind
        and not (apart and o.operation == "where")
    }
    _pass_on(out, then, outputs, along, held)
    body = BufferWriter(along, held, out=out, keep={o.index for o in outputs})
    for writer, some in ((once, first), (body, then)):
        writer.write(some)
    body.lines += [
        f"    copyto(out{i}, {name_of(o)}, casting='unsafe')"
        for i, o in enumerate(outputs)
        if body.placed.get(o.index) != f"out{i}"
    ]
    outs = [f"out{i}" for i in range(len(outputs))]
    return BlockCode(
        function("once", [*inputs, *once.names], once.lines, given)
        + function("solve", [*known, *inputs, *outs, *body.names], body.lines),
        once.work,
        body.work,
    )


def _scheduled(
    steps: Sequence[Term],
    along: Mapping[int, int],
    held: Mapping[int, str],
    keep: set[int],
) -> list[Term]:
    """Return the steps in an order that needs few buffers: those stay in the cache.

    Next comes what frees most and makes least of what is ready; then what reads the
    latest.
    """
    made = {t.index for t in steps}
    reads = {t.index: {index_of(o) for o in t.operands} & made for t in steps}
    uses = Counter(i for some in reads.values() for i in some)
    missing = {index: len(some) for index, some in reads.items()}
    readers: dict[int, list[Term]] = {}
    for t in steps:
        for index in reads[t.index]:
            readers.setdefault(index, []).append(t)
    size = {index: _BYTES[held[index]] if along[index] else 0 for index in made}
    done: list[Term] = []
    place: dict[int, int] = {}
    ready = [t for t in steps if not missing[t.index]]

    def cost(t: Term) -> tuple[int, int, int]:
        freed = sum(size[i] for i in reads[t.index] - keep if uses[i] == 1)
        latest = max((place[i] for i in reads[t.index]), default=-1)
        return size[t.index] - freed, -latest, t.index

    while ready:
        term = min(ready, key=cost)
        ready.remove(term)
        place[term.index] = len(done)
        done.append(term)
        for index in reads[term.index]:
            uses[index] -= 1
        for reader in readers.get(term.index, ()):
            missing[reader.index] -= 1
            if not missing[reader.index]:
                ready.append(reader)
    return done


def _pass_on(
    out: dict[int, str],
    steps: Sequence[Term],
    outputs: Sequence[Term],
    along: Mapping[int, int],
    held: Mapping[int, str],
) -> None:
    """Let one side of a choice be written where the choice goes, if to nowhere else."""
    uses = Counter(index_of(o) for t in steps for o in {*t.operands})
    uses.update(o.index for o in outputs)
    made = {t.index for t in steps}
    for term in reversed(steps):
        if term.index not in out or term.operation != "where":
            continue
        for side in (term.operands[2], term.operands[1]):
            index = index_of(side)
            if (
                index in made - {*out}
                and uses[index] == 1
                and along[index] == along[term.index]
                and held[index] == held[term.index]
            ):
                out[index] = out[term.index]
                break


def _axes(terms: Sequence[Term], given: Mapping[str, int]) -> dict[int, int]:
    along = {-1: 0}
    for term in terms:
        if is_given(term):
            along[term.index] = given.get(str(term.operands[0]), 0)
        elif term.operation in BOUNDS:
            along[term.index] = 0
        else:
            found = 0
            for operand in term.operands:
                found |= along[index_of(operand)]
            along[term.index] = found
    return along


def _bounded_apart(outputs: Sequence[Term], axes: Mapping[str, int]) -> list[Term]:
    """Return the same outputs, a sum of a row and a column bounded by both apart.

    That is the same number: rounded sums rise with what is added, so that the largest
    is that of the largest two. And it goes through a row, and not through a block.
    """
    along = _axes(ordered(outputs), axes)

    def step(record: FormulaRecord, term: Term, operands: list[Operand]) -> Term:
        inner, old = operands[0], term.operands[0]
        if term.operation in BOUNDS and isinstance(inner, Term):
            ways = {along[index_of(o)] for o in cast("Term", old).operands}
            if inner.operation == "add" and ways == {1, 2}:
                a, b = (record.note(term.operation, o) for o in inner.operands)
                return a + b
        return record.note(term.operation, *operands)

    return rewritten(outputs, step)


def _early(terms: Sequence[Term], along: Mapping[int, int]) -> set[int]:
    """Return the steps that do not vary along the first axis, from block to block."""
    varies: set[int] = set()
    for term in terms:
        if along[term.index] & 1 or any(index_of(o) in varies for o in term.operands):
            varies.add(term.index)
    return {t.index for t in terms} - varies
