"""Steps written to buffers, which are handed out again when nothing needs them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from playground.collision.emit.steps import (
    BOUNDS,
    expression,
    index_of,
    is_summed,
    name_of,
)
from playground.collision.formula import Operand, Term

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
