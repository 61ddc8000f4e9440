"""Straight-line Python code from the record of a formula.

`for_floats` is for one query of Python floats, `for_loops` for numba. `for_blocks`
calls NumPy
with buffers to write to, which it hands out again as soon as nothing needs them; what
varies along one axis only stays a row or a column. `for_whole_numbers` keeps track of
units: a length of a query is a whole number of one power of two, its square of that
power's square, and where a formula adds a number of another unit (1 to a squared
cosine) it is brought to the same one.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, cast

from playground.collision.formula import Operand, Record, Term, ordered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SIGNS = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "less": "<",
    "less_equal": "<=", "greater": ">", "greater_equal": ">=", "equal": "==",
    "bitwise_and": "&", "bitwise_or": "|",
}  # fmt: skip
_TRUTHS = {
    "less", "less_equal", "greater", "greater_equal", "equal", "bitwise_and",
    "bitwise_or", "logical_not",
}  # fmt: skip
_FILLS = {"bitwise_and": ("not ", False), "bitwise_or": ("", True)}
_SMALL = ("add", "multiply", "where")
_GIVEN = ("input", "name")
_BOUNDS = ("peak", "least")
_LONG = 400
"""Python reads only so many brackets in one another."""
_BYTES = {"b": 1, "i": 1, "f": 8}


def _plain(term: Term, a: Sequence[str]) -> str:
    """Return the step as an expression for single numbers."""
    match term.operation:
        case sign if sign in _SIGNS:
            return f"{a[0]} {_SIGNS[sign]} {a[1]}"
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


def _name(operand: Operand) -> str:
    if isinstance(operand, Term):
        return str(operand.operands[0] if _given(operand) else f"v{operand.index}")
    return "nan" if operand != operand else repr(operand)


def _given(operand: Operand) -> bool:
    return isinstance(operand, Term) and operand.operation in _GIVEN


def for_floats(inputs: Sequence[str], outputs: Sequence[Term]) -> str:
    """Return `solve(*inputs)`, which returns the outputs of one query.

    Python does not divide by zero as IEEE 754 does; `over` does.
    """
    outputs = _unbounded(outputs)
    terms = ordered(outputs)
    return _of_numbers("solve", inputs, terms, outputs, _kinds(terms), over=True)


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
    held = _kinds(terms)
    # What is only compared is as quickly compared for each query.
    readers = [t for t in terms if t.operation not in _TRUTHS]
    read = {_index(o) for t in readers for o in t.operands}
    ends = [t for t in terms if t.operation == "peak" and t.index in read]
    alike = {t.index for t in ends}
    for t in terms:
        hangs_on = {o.index for o in t.operands if isinstance(o, Term)}
        if hangs_on and hangs_on <= alike:
            alike.add(t.index)
    found = [*outputs, *(cast("Term", t.operands[0]) for t in ends)]
    late = [t for t in ordered(found, until=alike) if t.index not in alike]
    early = [t for t in terms if t.index in alike and t not in ends]
    wanted = {_index(o) for t in late for o in t.operands} | {o.index for o in found}
    kept = [t for t in terms if t.index in alike & wanted]
    names = [_name(t) for t in kept]
    source = _of_numbers("once", [_name(t) for t in ends], early, kept, held)
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
    uses = Counter(_index(o) for t in terms for o in t.operands)
    uses.update(2 * [o.index for o in outputs])
    inside: dict[int, str] = {}

    def called(operand: Operand, term: Term) -> str:
        name = inside.get(_index(operand)) or _name(operand)
        return f"int({name})" if _summed(operand, term, held) else name

    def written(term: Term) -> str:
        a = [called(o, term) for o in term.operands]
        if term.operation == "divide" and over:
            return f"{a[0]} / {a[1]} if {a[1]} else over({a[0]}, {a[1]})"
        return _plain(term, a)

    twice = {
        _index(o)
        for t in terms
        if t.operation in ("maximum", "minimum", "divide")
        for o in t.operands
    }
    lines = []
    for term in (t for t in terms if not _given(t)):
        text = written(term)
        alone = over and uses[term.index] == 1 and term.index not in twice
        if alone and len(text) < _LONG:
            inside[term.index] = f"({text})"
        else:
            lines.append(f"    v{term.index} = {text}")
    return _function(name, takes, lines, [_name(o) for o in outputs])


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
    if single:
        outputs = _unbounded(outputs)
    terms = ordered(outputs)
    along, held = _axes(terms, axes), _kinds(terms)
    steps = [t for t in terms if not _given(t)]
    early = _early(terms, along)
    first, then = ([t for t in steps if (t.index in early) == e] for e in (True, False))
    then = _scheduled(then, along, held, {o.index for o in outputs})
    kept = sorted(
        {i for t in then for o in t.operands if (i := _index(o)) in early}
        | {t.index for t in outputs if t.index in early}
    )
    made = {t.index for t in steps}
    known = [f"v{i}" for i in kept if i in made]
    once = _Writer(along, held, keep={*kept})
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
    body = _Writer(along, held, out=out, keep={o.index for o in outputs})
    for writer, some in ((once, first), (body, then)):
        writer.write(some)
    body.lines += [
        f"    copyto(out{i}, {_name(o)}, casting='unsafe')"
        for i, o in enumerate(outputs)
        if body.placed.get(o.index) != f"out{i}"
    ]
    outs = [f"out{i}" for i in range(len(outputs))]
    return BlockCode(
        _function("once", [*inputs, *once.names], once.lines, known)
        + _function("solve", [*known, *inputs, *outs, *body.names], body.lines),
        once.work,
        body.work,
    )


def _unbounded(outputs: Sequence[Term]) -> list[Term]:
    """Return the same outputs, each number its own bound: no second name for it.

    A buffer of two names would be handed out again while one of them is to be read.
    Squares of absolute numbers are those of the numbers.
    """
    record, made = Record(), dict[int, Term]()
    for term in ordered(outputs):
        operands = [
            made[_index(o)] if isinstance(o, Term) else o for o in term.operands
        ]
        if term.operation in _BOUNDS:
            made[term.index] = made[_index(term.operands[0])]
        elif term.operation == "multiply" and operands[0] is operands[1]:
            x = operands[0]
            if isinstance(x, Term) and x.operation == "absolute":
                x = x.operands[0]  # that square is often known
            made[term.index] = record.note("multiply", x, x)
        else:
            made[term.index] = record.note(term.operation, *operands)
    return [made[o.index] for o in outputs]


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
    reads = {t.index: {_index(o) for o in t.operands} & made for t in steps}
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
    uses = Counter(_index(o) for t in steps for o in {*t.operands})
    uses.update(o.index for o in outputs)
    made = {t.index for t in steps}
    for term in reversed(steps):
        if term.index not in out or term.operation != "where":
            continue
        for side in (term.operands[2], term.operands[1]):
            index = _index(side)
            if (
                index in made - {*out}
                and uses[index] == 1
                and along[index] == along[term.index]
                and held[index] == held[term.index]
            ):
                out[index] = out[term.index]
                break


def _function(
    name: str, takes: Sequence[str], lines: Sequence[str], gives: Sequence[str] = ()
) -> str:
    """Return the text of a function."""
    answer = f"    return ({''.join(f'{x}, ' for x in gives)})\n"
    return "\n".join([f"def {name}({', '.join(takes)}):", *lines, answer])


def _index(operand: Operand) -> int:
    return operand.index if isinstance(operand, Term) else -1


def _axes(terms: Sequence[Term], given: Mapping[str, int]) -> dict[int, int]:
    along = {-1: 0}
    for term in terms:
        if _given(term):
            along[term.index] = given.get(str(term.operands[0]), 0)
        elif term.operation in _BOUNDS:
            along[term.index] = 0
        else:
            found = 0
            for operand in term.operands:
                found |= along[_index(operand)]
            along[term.index] = found
    return along


def _kinds(terms: Sequence[Term]) -> dict[int, str]:
    """Return what each step makes; sums of truths and the like are small numbers."""
    held: dict[int, str] = {}

    def of(operand: Operand) -> str:
        if isinstance(operand, Term):
            return held[operand.index]
        return "constant" if operand in range(100) else "f"

    for term in terms:
        made = {of(o) for o in term.operands[term.operation == "where" :]}
        small = made <= {"b", "i", "constant"} and made != {"constant"}
        if _given(term):
            kind = "f"
        elif term.operation in _TRUTHS or (term.operation == "where" and made == {"b"}):
            kind = "b"
        else:
            kind = "i" if small and term.operation in _SMALL else "f"
        held[term.index] = kind
    return held


def _summed(operand: Operand, term: Term, held: Mapping[int, str]) -> bool:
    """Return whether a step adds up a truth, which NumPy's own truths do not do."""
    truth = isinstance(operand, Term) and held[operand.index] == "b"
    return truth and held[term.index] == "i" and term.operation != "where"


def _early(terms: Sequence[Term], along: Mapping[int, int]) -> set[int]:
    """Return the steps that do not vary along the first axis, from block to block."""
    varies: set[int] = set()
    for term in terms:
        if along[term.index] & 1 or any(_index(o) in varies for o in term.operands):
            varies.add(term.index)
    return {t.index for t in terms} - varies


class _Writer:
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
        self._bounds: set[int] = set()
        self._free: list[Buffer] = []

    @property
    def names(self) -> list[str]:
        """Its buffers' names."""
        return [buffer.name for buffer in self.work]

    def write(self, steps: Sequence[Term]) -> None:
        """Append the code of the steps."""
        last = {_index(o): t.index for t in steps for o in t.operands}
        for term in steps:
            names = [self._called(o, term) for o in term.operands]
            ends = {i for o in term.operands if last[i := _index(o)] == term.index}
            self._step(term, names, ends - self._keep)

    def _called(self, operand: Operand, term: Term) -> str:
        """Return an operand's name in a step; to small numbers truths are 0 and 1."""
        if self._held[term.index] != "i":
            return _name(operand)
        if not isinstance(operand, Term):
            return repr(int(operand))
        name = _name(operand)
        if not _summed(operand, term, self._held):
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
        if term.operation in _BOUNDS and self._along[_index(term.operands[0])]:
            ends = {"peak": "max", "least": "min"}[term.operation]
            # Python's own numbers are faster, where nothing is divided; and to find
            # where the largest is takes less time than `max`, of a few numbers.
            self.lines.append(f"    {target} = {names[0]}.item({names[0]}.arg{ends}())")
            self._bounds.add(term.index)
            return
        plain = _plain(term, names)
        operands = {_index(o) for o in term.operands} - {-1}
        if operands and operands <= self._bounds and term.operation != "divide":
            self._bounds.add(term.index)
            if term.operation == "sqrt":
                plain = f"root({names[0]})"
        self.lines.append(f"    {target} = {plain}")

    def _where(self, term: Term, target: str, names: list[str], ends: set[int]) -> None:
        condition, yes, no = names
        for operand, held, other, when in (
            (2, no, yes, condition),
            (1, yes, no, f"logical_not({condition})"),
        ):
            if self._take_over(term, _index(term.operands[operand]), ends):
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
        alike = [self._along[_index(o)] == 0 for o in term.operands]
        if not any(alike):
            return False
        one = alike.index(True)
        if self._take_over(term, _index(term.operands[1 - one]), ends):
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
            and self._along[_index(condition)] == axes
            and self._along[_index(other)] in (0, axes)
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


def for_whole_numbers(
    inputs: Mapping[str, str], outputs: Sequence[Term]
) -> tuple[str, list[dict[str, int]]]:
    """Return `solve(*inputs, *units)`, and the power of each unit in each output.

    `inputs` names the unit of each input. A unit comes as the whole number that 1 is.
    """
    degree: dict[int, dict[str, int]] = {}
    lines: list[str] = []

    def free(operand: Operand) -> bool:
        """Tell whether it is the same in every unit: zero, and what is no number."""
        return not isinstance(operand, Term) and (operand != operand or not operand)

    def lifted(operand: Operand, to: Mapping[str, int]) -> str:
        if free(operand):
            return _whole(operand)
        own = degree.get(_index(operand), {})
        units = [
            "root_unit" if unit == "root" else unit
            for unit in to
            for _ in range(to[unit] - own.get(unit, 0))
        ]
        return " * ".join([_whole(operand), *units])

    for term in ordered(outputs):
        if term.operation == "input":
            name = str(term.operands[0])
            degree[term.index] = {inputs[name]: 1}
            continue
        a = [degree.get(_index(o), {}) for o in term.operands]
        units = sorted({unit for powers in a for unit in powers})
        if term.operation in ("multiply", "divide"):
            sign = 1 if term.operation == "multiply" else -1
            degree[term.index] = {
                u: a[0].get(u, 0) + sign * a[1].get(u, 0) for u in units
            }
            x, y = (_whole(o) for o in term.operands)
            line = f"{x} * {y}" if sign > 0 else f"ratio({x}, {y})"
        elif term.operation == "sqrt":
            if any(power % 2 for power in a[0].values()):
                raise ValueError(f"a root of {a[0]} has no unit")
            halves = {u: power // 2 for u, power in a[0].items()}
            degree[term.index] = {**halves, "root": halves.get("root", 0) + 1}
            line = f"root({_whole(term.operands[0])})"
        elif term.operation in ("negative", "absolute", "logical_not"):
            degree[term.index] = a[0]
            line = _plain(term, [_whole(term.operands[0])])
        else:
            split = 1 if term.operation == "where" else 0
            several = [
                d for d, o in zip(a[split:], term.operands[split:], strict=True)
                if not free(o)
            ]  # fmt: skip
            common = {u: max(d.get(u, 0) for d in several) for u in units}
            names = [_whole(o) for o in term.operands[:split]]
            names += [lifted(o, common) for o in term.operands[split:]]
            line = _plain(term, names)
            degree[term.index] = {} if term.operation in _TRUTHS else common
        lines.append(f"    v{term.index} = {line}")
    answer = ", ".join(_whole(o) for o in outputs)
    lines.insert(0, "    root_unit = 1 << 64")
    head = f"def solve({', '.join([*inputs, *dict.fromkeys(inputs.values())])}):"
    source = "\n".join([head, *lines, f"    return ({answer},)\n"])
    return source, [degree[o.index] for o in outputs]


def _whole(operand: Operand) -> str:
    """Return an operand by its name; a constant must be a whole number."""
    if isinstance(operand, Term) or operand != operand:
        return _name(operand)
    if operand != int(operand):
        raise ValueError(f"{operand} is no whole number")
    return repr(int(operand))
