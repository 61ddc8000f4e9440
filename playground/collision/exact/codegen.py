"""Code for blocks of queries, by NumPy.

What varies along one axis only stays a row or a column.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from playground.collision.exact.expression import FormulaRecord, Operand, Term, ordered

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray


SIGNS = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "less": "<",
    "less_equal": "<=", "greater": ">", "greater_equal": ">=", "equal": "==",
    "bitwise_and": "&", "bitwise_or": "|",
}  # fmt: skip
TRUTHS = {
    "less", "less_equal", "greater", "greater_equal", "equal", "bitwise_and",
    "bitwise_or", "logical_not",
}  # fmt: skip
_SMALL = ("add", "multiply", "where")
_GIVEN = ("input", "name")
BOUNDS = ("peak", "least")


def expression(term: Term, a: Sequence[str]) -> str:
    """Return the step as an expression for single numbers."""
    match term.operation:
        case sign if sign in SIGNS:
            return f"{a[0]} {SIGNS[sign]} {a[1]}"
        case "where":
            return f"{a[1]} if {a[0]} else {a[2]}"
        case "maximum":
            return f"{a[1]} if {a[0]} < {a[1]} else {a[0]}"  # NaN stays, as in NumPy
        case "minimum":
            return f"{a[1]} if {a[0]} > {a[1]} else {a[0]}"
        case "negative":
            return f"-{a[0]}"
        case "absolute":
            return f"abs({a[0]})"
        case "logical_not":
            return f"not {a[0]}"
        case "sqrt":
            return f"sqrt({a[0]})"
        case _:  # a bound of one number is the number
            return a[0]


def name_of(operand: Operand) -> str:
    """Return what an operand is called in the code."""
    if isinstance(operand, Term):
        return str(operand.operands[0] if is_given(operand) else f"v{operand.index}")
    return "nan" if operand != operand else repr(operand)


def is_given(operand: Operand) -> bool:
    """Tell whether it is no step, but comes from outside."""
    return isinstance(operand, Term) and operand.operation in _GIVEN


def index_of(operand: Operand) -> int:
    """Return its number; -1 of a constant."""
    return operand.index if isinstance(operand, Term) else -1


def kinds_of(terms: Sequence[Term]) -> dict[int, str]:
    """Return what each step makes; sums of truths and the like are small numbers."""
    held: dict[int, str] = {}

    def of(operand: Operand) -> str:
        if isinstance(operand, Term):
            return held[operand.index]
        return "constant" if operand in range(100) else "f"

    for term in terms:
        made = {of(o) for o in term.operands[term.operation == "where" :]}
        small = made <= {"b", "i", "constant"} and made != {"constant"}
        if is_given(term):
            kind = "f"
        elif term.operation in TRUTHS or (term.operation == "where" and made == {"b"}):
            kind = "b"
        else:
            kind = "i" if small and term.operation in _SMALL else "f"
        held[term.index] = kind
    return held


def is_summed(operand: Operand, term: Term, held: Mapping[int, str]) -> bool:
    """Return whether a step adds up a truth, which NumPy's own truths do not do."""
    truth = isinstance(operand, Term) and held[operand.index] == "b"
    return truth and held[term.index] == "i" and term.operation != "where"


def unbounded(outputs: Sequence[Term]) -> list[Term]:
    """Return the same outputs, each number its own bound: no second name for it.

    A buffer of two names would be handed out again while one of them is to be read.
    Squares of absolute numbers are those of the numbers.
    """

    def step(record: FormulaRecord, term: Term, operands: list[Operand]) -> Term:
        x = operands[0]
        if term.operation in BOUNDS and isinstance(x, Term):
            return x
        if term.operation == "multiply" and x is operands[1]:
            if isinstance(x, Term) and x.operation == "absolute":
                x = x.operands[0]  # that square is often known
            return record.note("multiply", x, x)
        return record.note(term.operation, *operands)

    return rewritten(outputs, step)


def rewritten(
    outputs: Sequence[Term],
    step: Callable[[FormulaRecord, Term, list[Operand]], Term],
) -> list[Term]:
    """Return the same outputs in a record of their own, where `step` notes each step.

    It takes that record, the old step, and its operands in the new record.
    """
    record, made = FormulaRecord(), dict[int, Term]()
    for term in ordered(outputs):
        operands = [
            made[index_of(o)] if isinstance(o, Term) else o for o in term.operands
        ]
        made[term.index] = step(record, term, operands)
    return [made[o.index] for o in outputs]


def function(
    name: str, takes: Sequence[str], lines: Sequence[str], gives: Sequence[str] = ()
) -> str:
    """Return the text of a function."""
    answer = f"    return ({''.join(f'{x}, ' for x in gives)})\n"
    return "\n".join([f"def {name}({', '.join(takes)}):", *lines, answer])


# ----------------------------------------------------------------------------
# Steps written to buffers, which are handed out again when nothing needs them.
# ----------------------------------------------------------------------------


_FILLS = {"bitwise_and": ("not ", False), "bitwise_or": ("", True)}


class Buffer(NamedTuple):
    """Something to write to: what it holds, and the axes along which that varies."""

    kind: str
    """`b` truths, `i` small whole numbers, `f` floats."""
    axes: int
    number: int

    @property
    def name(self) -> str:
        """Its name in the code."""
        return f"{self.kind}{self.axes}_{self.number}"


class BufferWriter:
    """Writes steps, and hands out buffers."""

    def __init__(
        self,
        along: Mapping[int, int],
        held: Mapping[int, str],
        *,
        out: Mapping[int, str] | None = None,
        keep: set[int] | None = None,
    ) -> None:
        self.lines: list[str] = []
        self.work: list[Buffer] = []
        self.placed: dict[int, str] = {}
        self._along, self._held = along, held
        self._out, self._keep = out or {}, keep or set()
        self._own: dict[int, Buffer] = {}
        self._free: list[Buffer] = []

    @property
    def names(self) -> list[str]:
        """Its buffers' names."""
        return [buffer.name for buffer in self.work]

    def write(self, steps: Sequence[Term]) -> None:
        """Append the code of the steps."""
        last = {index_of(o): t.index for t in steps for o in t.operands}
        for term in steps:
            names = [self._called(o, term) for o in term.operands]
            ends = {i for o in term.operands if last[i := index_of(o)] == term.index}
            self._step(term, names, ends - self._keep)

    def _called(self, operand: Operand, term: Term) -> str:
        """Return an operand's name in a step; to small numbers truths are 0 and 1."""
        if self._held[term.index] != "i":
            return name_of(operand)
        if not isinstance(operand, Term):
            return repr(int(operand))
        name = name_of(operand)
        if not is_summed(operand, term, self._held):
            return name
        return f"{name}.view(uint8)" if self._along[operand.index] else f"int({name})"

    def _step(self, term: Term, names: list[str], ends: set[int]) -> None:
        target = f"v{term.index}"
        if self._along[term.index] == 0:
            self._of_one(term, target, names)
        elif term.operation == "where":
            self._where(term, target, names, ends)
        elif term.operation in _FILLS and self._of_all(term, target, names, ends):
            pass
        else:
            self._release(ends)
            place = self._place(term)
            self.lines.append(
                f"    {target} = {term.operation}({', '.join(names)}, out={place})"
            )
            return
        self._release(ends)

    def _of_one(self, term: Term, target: str, names: list[str]) -> None:
        if term.operation in BOUNDS and self._along[index_of(term.operands[0])]:
            ends = {"peak": "max", "least": "min"}[term.operation]
            # To find where the largest is takes less time than `max`, of a few numbers.
            self.lines.append(f"    {target} = {names[0]}.item({names[0]}.arg{ends}())")
        elif term.operation == "divide":
            self.lines.append(f"    {target} = divide({', '.join(names)})")
        elif term.operation == "sqrt":
            of = names[0]
            self.lines.append(f"    {target} = root({of}) if {of} >= 0.0 else nan")
        else:
            self.lines.append(f"    {target} = {expression(term, names)}")

    def _where(self, term: Term, target: str, names: list[str], ends: set[int]) -> None:
        condition, yes, no = names
        for operand, held, other, when in (
            (2, no, yes, condition),
            (1, yes, no, f"logical_not({condition})"),
        ):
            if self._take_over(term, index_of(term.operands[operand]), ends):
                self.lines.append(f"    {target} = {held}")
                self._put(term, 3 - operand, other, when)
                return
        self.lines += [
            f"    {target} = {self._place(term)}",
            f"    copyto({target}, {no})",
        ]
        self._put(term, 1, yes, condition)

    def _of_all(
        self, term: Term, target: str, names: list[str], ends: set[int]
    ) -> bool:
        """Join truths with one that is the same for all of them, if there is one."""
        alike = [self._along[index_of(o)] == 0 for o in term.operands]
        if not any(alike):
            return False
        one = alike.index(True)
        if self._take_over(term, index_of(term.operands[1 - one]), ends):
            self.lines.append(f"    {target} = {names[1 - one]}")
        else:
            self.lines += [
                f"    {target} = {self._place(term)}",
                f"    copyto({target}, {names[1 - one]})",
            ]
        unless, value = _FILLS[term.operation]
        self.lines.append(f"    if {unless}{names[one]}: {target}.fill({value})")
        return True

    def _take_over(self, term: Term, index: int, ends: set[int]) -> bool:
        """Let a step have the place of an earlier one that nothing else needs."""
        out = self._out.get(term.index)
        if out is not None:
            if self.placed.get(index) == out:
                self.placed[term.index] = out
                return True
            return False
        own = self._own.get(index)
        if own is None or index not in ends or own.axes != self._along[term.index]:
            return False
        self._own[term.index] = self._own.pop(index)
        return True

    def _put(self, term: Term, operand: int, name: str, when: str) -> None:
        """Write the other value where it holds.

        `putmask` does not care how often that is; `copyto` is quicker where it is rare,
        and the one that knows rows and columns.
        """
        condition, other = (term.operands[i] for i in (0, operand))
        axes = self._along[term.index]
        rare = isinstance(condition, Term) and condition.operation == "equal"
        if (
            not rare
            and self._along[index_of(condition)] == axes
            and self._along[index_of(other)] in (0, axes)
        ):
            self.lines.append(f"    putmask(v{term.index}, {when}, {name})")
        else:
            self.lines.append(f"    copyto(v{term.index}, {name}, where={when})")

    def _place(self, term: Term) -> str:
        if term.index in self._out:
            self.placed[term.index] = self._out[term.index]
            return self.placed[term.index]
        kind, axes = self._held[term.index], self._along[term.index]
        for buffer in reversed(self._free):
            if (buffer.kind, buffer.axes) == (kind, axes):
                self._free.remove(buffer)
                break
        else:
            buffer = Buffer(kind, axes, len(self.work))
            self.work.append(buffer)
        self._own[term.index] = buffer
        return buffer.name

    def _release(self, ends: set[int]) -> None:
        for index in ends:
            if index in self._own:
                self._free.append(self._own.pop(index))


# ----------------------------------------------------------------------------


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


# ----------------------------------------------------------------------------
# Code for single numbers: of Python, and of a loop that numba compiles.
# ----------------------------------------------------------------------------


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


# ----------------------------------------------------------------------------
# Arrays that the steps of a block write to.
# ----------------------------------------------------------------------------


TYPES: dict[str, type] = {"b": bool, "i": np.uint8, "f": float}
"""What a kind of buffer holds."""


def empty_buffers(
    wanted: Sequence[Buffer], shape: tuple[int, ...], rows: int
) -> list[NDArray[Any]]:
    """Return the buffers of a block of so many rows."""
    row, flat = tuple(shape[1:]), (1,) * (len(shape) - 1)
    sizes = (1, *flat), (rows, *flat), (1, *row), (rows, *row)
    return [np.empty(sizes[b.axes], TYPES[b.kind]) for b in wanted]
