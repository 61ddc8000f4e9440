"""Reader of the lessons' LaTeX, which recomputes results from displayed numbers.

It skips what it cannot read (an unknown name, words); `faults` also counts the
comparisons.
"""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation, localcontext
from itertools import pairwise
from typing import Any, TypeAlias

from playground.scene import Step
from playground.scene.formula_symbols import strip_symbols

PLACES = 3
_LEAST = Decimal(math.ulp(0.0))
_RELATIONS = {
    "=": "=",
    "<": "<",
    ">": ">",
    r"\le": "<=",
    r"\ge": ">=",
    r"\ne": "!=",
    r"\approx": "~",
}
_SPACE = re.compile(r"\s|\\[,;:! ]|\\left(?![a-z])|\\right(?![a-z])")
_TOKEN = re.compile(
    r"(?P<number>\d+(?:\.\d+)?(?:\s*\\times\s*10\^\{-?\d+\})?|10\^\{-?\d+\})"
    r"|(?P<text>\\text\{[^{}]*\})"
    r"|(?P<degree>\^\{?\\circ\}?)"
    r"|(?P<name>[A-Za-z]'?(?:_\{?\w+\}?)?'?|"
    r"\\(?:alpha|beta|omega|theta|tau)(?:_\w)?)"
    r"|(?P<sign>\\[a-zA-Z]+|\\.|.)"
)


class UnreadableError(Exception):
    """Raised for a side of a relation that has no displayed number as value."""


@dataclass(frozen=True)
class Span:
    """All numbers from `low` to `high`, in `Decimal`, whose squares never underflow."""

    low: Decimal
    high: Decimal

    @classmethod
    def of(cls, *ends: Decimal) -> "Span":
        if any(end.is_nan() for end in ends):
            raise UnreadableError
        return cls(min(ends), max(ends))

    def __add__(self, other: "Span") -> "Span":
        return Span.of(self.low + other.low, self.high + other.high)

    def __neg__(self) -> "Span":
        return Span(-self.high, -self.low)

    def __sub__(self, other: "Span") -> "Span":
        return self + -other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Vector):
            return other * self
        ends = self.low, self.high
        return Span.of(*(a * b for a in ends for b in (other.low, other.high)))

    def __truediv__(self, other: "Span") -> "Span":
        if other.low <= 0 <= other.high:
            raise UnreadableError
        result: Span = self * Span.of(1 / other.low, 1 / other.high)
        return result

    def __pow__(self, power: int) -> "Span":
        ends = sorted((abs(self.low), abs(self.high)))
        within = self.low <= 0 <= self.high
        return Span(Decimal(0) if within else ends[0] ** power, ends[1] ** power)

    def gap(self, other: "Span") -> Decimal:
        """Return the distance of two spans, 0 if they overlap."""
        return max(other.low - self.high, self.low - other.high, Decimal(0))


class Vector(tuple[Span, ...]):
    """A displayed vector; its product with another one is the dot product."""

    def __add__(self, other: Any) -> "Vector":
        return Vector(a + b for a, b in zip(self, other, strict=True))

    def __neg__(self) -> "Vector":
        return Vector(-x for x in self)

    def __sub__(self, other: "Vector") -> "Vector":
        return self + -other

    def __mul__(self, other: Any) -> Any:
        if isinstance(other, Span):
            return Vector(x * other for x in self)
        first, *others = (a * b for a, b in zip(self, other, strict=True))
        return sum(others, first)

    def __truediv__(self, other: Span) -> "Vector":
        return Vector(x / other for x in self)


@dataclass(frozen=True)
class Turn:
    """A rotation."""

    degrees: Span

    def __mul__(self, vector: Vector) -> Vector:
        ends = [math.radians(float(d)) for d in (self.degrees.low, self.degrees.high)]
        # Over so small an angle cosine and sine are all but straight.
        c = Span.of(*(Decimal(math.cos(end)) for end in ends))
        s = Span.of(*(Decimal(math.sin(end)) for end in ends))
        x, y = vector
        return Vector([c * x - s * y, s * x + c * y])


Value: TypeAlias = Span | Vector | Turn


def _root(square: Span) -> Span:
    if square.high < 0:
        raise UnreadableError
    return Span(max(square.low, Decimal(0)).sqrt(), square.high.sqrt())


def _size(value: Span | Vector) -> Span:
    first, *others = (x**2 for x in ((value,) if isinstance(value, Span) else value))
    return _root(sum(others, first))


def unit(text: str) -> Decimal:
    """Return the value of the last digit of a displayed number.

    Trailing zeros are not displayed: three decimal places are meant, and below 0.1 or
    with a power of ten three significant digits.
    """
    number, _, power = text.replace(" ", "").partition(r"\times10^{")
    if number.startswith("10^{"):
        number, power = "1", number[4:]
    places = len(number.partition(".")[2])
    if power:
        return Decimal(10) ** (int(power.rstrip("}")) - max(places, PLACES - 1))
    value, least = Decimal(number), PLACES
    if 0 < value < Decimal("0.1"):
        least -= value.adjusted() + 1
    return Decimal(10) ** -max(places, least)


def _value(text: str) -> Decimal:
    text = text.replace(" ", "").replace(r"\times10^{", "e").rstrip("}")
    return Decimal(text.replace("10^{", "1e"))


Token = tuple[str, str]


def tokens(latex: str) -> list[Token]:
    """Return the parts of a formula, each with its kind."""
    text = strip_symbols(latex).replace(r"\quad", ",").replace(r"\dfrac", r"\frac")
    text = re.sub(r"\\begin\{array\}\{\w*\}|\\end\{array\}|&", "", text)
    text = text.replace(r"\\", ",")
    found = []
    for part in _split_spaces(text):
        found += [(str(m.lastgroup), m.group()) for m in _TOKEN.finditer(part)]
    return found


def _split_spaces(text: str) -> Iterator[str]:
    # The blanks in a number such as 1.2 \times 10^{-7} are its own.
    text = re.sub(r"\s*\\times\s*(?=10\^)", r"\\times", text)
    return (part for part in _SPACE.split(text) if part)


# What a formula's signs are in Python.
_SIGNS = {r"\cdot": "*", r"\times": "*", "^": "**", ")": ")", "}": ")"}
_SIGNS |= {sign: sign for sign in "+-,"}
_FUNCTIONS: dict[str, Any] = {
    "group": lambda *parts: parts[0] if len(parts) == 1 else Vector(parts),
    "size": _size,
    r"\sqrt": _root,
    r"\max": lambda *parts: Span(max(x.low for x in parts), max(x.high for x in parts)),
    "R": Turn,
}


def _read_number(text: str, loose: bool) -> Span:
    if text == r"\infty":
        return Span(Decimal("inf"), Decimal("inf"))
    half = max(unit(text) / 2, _LEAST) if loose else Decimal(0)
    return Span(_value(text) - half, _value(text) + half)


def evaluate(found: Sequence[Token], *, loose: bool = False, sign: str = "") -> Value:
    """Return the value of an expression.

    A `loose` number stands for all that round to it. `sign`, plus or minus, takes the
    place of the signs that are minus or plus.
    """
    held = {f"f{i}": function for i, function in enumerate(_FUNCTIONS.values())}
    python, ends_value, size_is_open = "", False, False
    signs = _SIGNS | {r"\mp": sign, r"\pm": sign}
    rest = [token for token in found if token[0] != "degree" and token[1] != r"\frac"]
    while rest:
        kind, part = rest.pop(0)
        function = {"(": "group", "{": "group", "|": "size"}.get(part, "")
        if part in _FUNCTIONS and rest and rest[0][1] in "({":
            function, _ = part, rest.pop(0)
        if part == "|" and size_is_open and ends_value:
            python, size_is_open = python + ")", False
        elif function:
            size_is_open |= part == "|"
            between = "/" if part == "{" and python.endswith(")") else "*"
            python += between * ends_value + f"f{[*_FUNCTIONS].index(function)}("
            ends_value = False
        elif part == "2" and python.endswith(("**", "**f0(")):
            python, ends_value = python + part, True
        elif kind == "number" or part == r"\infty":
            name = f"x{len(held)}"
            held[name] = _read_number(part, loose)
            python += "*" * ends_value + name
            ends_value = True
        elif signs.get(part):
            python, ends_value = python + signs[part], part in (")", "}")
        else:
            raise UnreadableError
    try:
        value: Value = eval(python, held)
    except (AttributeError, SyntaxError, TypeError, ValueError) as error:
        raise UnreadableError from error
    return value


@dataclass(frozen=True)
class Side:
    """One side of a relation, as tokens."""

    found: tuple[Token, ...]

    @property
    def name(self) -> str:
        """The name, if the side is only a name; otherwise ""."""
        text = "".join(part for _, part in self.found)
        if any(kind == "number" for kind, _ in self.found):
            return ""
        return text if text and self.found[0][0] in ("name", "sign") else ""

    @property
    def bare(self) -> bool:
        """Whether it is a number or a vector without any operation."""
        marks = {"-", "(", ")", ",", r"\infty"}
        return all(
            kind in ("number", "degree") or part in marks for kind, part in self.found
        ) and not any(
            part == "-" and before[0] == "number"
            for before, (_, part) in pairwise(self.found)
        )

    @property
    def units(self) -> list[Decimal]:
        """The values of the last digits of its numbers."""
        return [unit(part) for kind, part in self.found if kind == "number"]

    @property
    def text(self) -> str:
        return " ".join(part for _, part in self.found)

    def value(self, *, loose: bool = False, sign: str = "") -> Value | None:
        """Return the value, None if it cannot be read."""
        try:
            return evaluate(self.found, loose=loose, sign=sign)
        except (UnreadableError, InvalidOperation):
            return None


def chains(latex: str) -> list[tuple[list[Side], list[str]]]:
    """Return each statement of a line as its sides and the relations between them."""
    statements: list[list[Token]] = [[]]
    depth = 0
    for kind, part in tokens(latex):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(part, 0)
        if depth == 0 and part in (",", ":", r"\Rightarrow"):
            statements.append([])
        else:
            statements[-1].append((kind, part))
    return [_chain(statement) for statement in statements if statement]


def _chain(statement: list[Token]) -> tuple[list[Side], list[str]]:
    sides: list[list[Token]] = [[]]
    relations = []
    for token in statement:
        if token[1] in _RELATIONS:
            relations.append(_RELATIONS[token[1]])
            sides.append([])
        else:
            sides[-1].append(token)
    return [Side(tuple(side)) for side in sides], relations


_HOLDS: dict[str, Callable[[Decimal, Decimal], bool]] = {
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "!=": lambda a, b: a != b,
}


@dataclass
class Account:
    """Number of comparisons, and those that disagree."""

    held: int = 0
    wrong: list[str] = field(default_factory=list)

    def hold(self, left: Side, relation: str, right: Side) -> None:
        """Compare two sides, if both can be read."""
        loose = relation == "~"
        a, b = left.value(loose=loose), right.value()
        if a is None or b is None:
            return
        if relation in ("=", "~"):
            self.equal(left, right, a, b)
        elif isinstance(a, Span) and isinstance(b, Span):
            self.held += 1
            if not _HOLDS[relation](a.low, b.low):
                self.wrong.append(f"{left.text} is not {relation} {right.text}")

    def equal(self, left: Side, right: Side, a: Value, b: Value) -> None:
        """Compare the values of two sides, to the last digit."""
        if type(a) is not type(b) or isinstance(a, Turn) or isinstance(b, Turn):
            return
        ones = (a,) if isinstance(a, Span) else a
        others = (b,) if isinstance(b, Span) else b
        if len(ones) != len(others):
            return
        slack = [Decimal(0)] * len(ones)
        for side in (left, right):
            if side.bare and len(side.units) == len(ones):
                pairs = zip(slack, side.units, strict=True)
                slack = [max(one, other) for one, other in pairs]
        if not any(slack):
            slack = [Decimal(10) ** -PLACES] * len(ones)
        self.held += 1
        for x, y, most in zip(ones, others, slack, strict=True):
            if x.high.is_infinite() or y.high.is_infinite():
                continue
            # Cosines and sines are floats, and none is nearer to 0 than the least.
            noise = Decimal("1e-14") * max(abs(x.high), abs(y.high)) + _LEAST
            if x.gap(y) > most + noise:
                self.wrong.append(f"{left.text} gives {_short(a)}, not {right.text}")
                return


def _short(value: Value) -> str:
    if isinstance(value, Turn):
        return "a turn"
    spans = (value,) if isinstance(value, Span) else value
    return "(" + ", ".join(f"{(x.low + x.high) / 2:.9g}" for x in spans) + ")"


def account(step: Step) -> Account:
    """Return the comparisons between a step's numbers and its result."""
    with localcontext() as context:
        context.prec = 60
        return _account(step)


def _account(step: Step) -> Account:
    told = Account()
    for line in (step.numbers, step.result):
        for sides, relations in chains(line):
            for (left, right), relation in zip(pairwise(sides), relations, strict=True):
                told.hold(left, relation, right)
    named = _named(step.numbers, step.result)
    for said in named.values():
        for (one, sign), (other, _) in pairwise(said):
            told.hold(one, sign, other)
    _hold_both_roots(told, named)
    _hold_unnamed(told, step)
    return told


def _named(*lines: str) -> dict[str, list[tuple[Side, str]]]:
    """Return the sides that each name equals ("=") or approximates ("~")."""
    named: dict[str, list[tuple[Side, str]]] = {}
    for sides, relations in (chain for line in lines for chain in chains(line)):
        if relations and sides[0].name and relations[0] in ("=", "~"):
            named.setdefault(sides[0].name, []).append((sides[1], relations[0]))
    return named


def _hold_both_roots(told: Account, named: dict[str, list[tuple[Side, str]]]) -> None:
    """Compare `t = a -+ b` with `t_1 = ...` and `t_2 = ...`."""
    for side, sign in named.get("t", []):
        if not {r"\mp", r"\pm"} & {part for _, part in side.found}:
            continue
        for name, lower_or_upper in (("t_1", "-"), ("t_2", "+")):
            root = side.value(loose=sign == "~", sign=lower_or_upper)
            for shown, _ in named.get(name, []):
                value = shown.value()
                if root is not None and isinstance(value, Span):
                    told.equal(side, shown, root, value)


def _hold_unnamed(told: Account, step: Step) -> None:
    """Compare numbers without a name with the first named result."""
    numbers, results = chains(step.numbers), chains(step.result)
    if len(numbers) != 1 or not results or len(results[0][0]) < 2:
        return
    (sides, relations), (named, signs) = numbers[0], results[0]
    if not relations and signs[0] == "=":
        told.hold(sides[0], "=", named[1])
        _hold_both_roots(told, _named(step.result) | {"t": [(sides[0], "=")]})
