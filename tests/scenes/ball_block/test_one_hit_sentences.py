"""Sentences about a ball and a block, against geometry in integers."""

import re
from collections.abc import Iterator
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from balls import HITS, QUARTERS, STEPS, asked, hit_case
from hypothesis import given

from scenes.ball_block.one_hit.params import OneHitParams

Point = tuple[Fraction, Fraction]
# A root has 700 digits, for the sake of very small balls.
NOTHING = Fraction(1, 10**40)


class Block:
    """The block and the path of the centre, exact."""

    def __init__(self, p: OneHitParams) -> None:
        self.start, self.way = self._exact(p.center), self._exact(p.velocity)
        self.low, self.high = self._exact(p.low), self._exact(p.high)
        self.radius = Fraction(p.radius)

    @staticmethod
    def _exact(point: tuple[float, float]) -> Point:
        return Fraction(float(point[0])), Fraction(float(point[1]))

    def at(self, t: Fraction) -> Point:
        return tuple(a + t * v for a, v in zip(self.start, self.way, strict=True))

    def away(self, t: Fraction) -> Point:
        """Return the vector from the nearest point of the block to the centre."""
        ends = zip(self.at(t), self.low, self.high, strict=True)
        return tuple(x - min(max(x, low), high) for x, low, high in ends)

    def power(self, t: Fraction) -> Fraction:
        """Return the squared distance minus the squared radius."""
        x, y = self.away(t)
        return x * x + y * y - self.radius * self.radius

    def touches(self) -> Iterator[Fraction]:
        """Yield the times at which the centre is at distance r from the block."""
        for i in (0, 1):
            for side in (self.low[i] - self.radius, self.high[i] + self.radius):
                if self.way[i]:
                    yield (side - self.start[i]) / self.way[i]
        a = sum(v * v for v in self.way)
        for corner in ((x, y) for x in (0, 1) for y in (0, 1)):
            q = [(self.low, self.high)[k][i] for i, k in enumerate(corner)]
            u = [s - x for s, x in zip(self.start, q, strict=True)]
            b = sum(x * v for x, v in zip(u, self.way, strict=True))
            square = b * b - a * (sum(x * x for x in u) - self.radius * self.radius)
            if a and square >= 0:
                yield (-b - root(square)) / a

    def first(self) -> Fraction | None:
        """Return the time of the first touch."""
        rounded = NOTHING * self.radius * self.radius
        times = [t for t in self.touches() if 0 <= t <= 1 and self.power(t) <= rounded]
        return min([Fraction()] if self.power(Fraction()) <= 0 else times, default=None)

    @property
    def meets(self) -> str:
        """Return the kind of the touch at the start, if any."""
        ends = zip(self.low, self.start, self.high, strict=True)
        inside = all(low < x < high for low, x, high in ends)
        return "overlaps" if inside or self.power(Fraction()) < 0 else "touches"

    def pace_out(self, t: Fraction) -> Fraction:
        """Return a number with the sign of the speed out of the block."""
        out: list[Fraction] = list(self.away(t))
        if t and not any(out):
            return Fraction(-1)  # a point that arrives comes in
        if not any(out):
            # Inside, out of the nearest side; exactly on a corner out of both.
            below = [a - x for a, x in zip(self.low, self.at(t), strict=True)]
            above = [x - b for b, x in zip(self.high, self.at(t), strict=True)]
            gaps = [max(pair) for pair in zip(below, above, strict=True)]
            sign = [-1 if below[0] >= above[0] else 1, -1 if below[1] > above[1] else 1]
            out = [
                Fraction(s * (gap == max(gaps)))
                for s, gap in zip(sign, gaps, strict=True)
            ]
            if gaps[0] == gaps[1] != 0:
                out[0] = Fraction()
        return sum((v * x for v, x in zip(self.way, out, strict=True)), Fraction())


def root(square: Fraction) -> Fraction:
    with localcontext() as context:
        context.prec, context.Emin, context.Emax = 700, -9999999, 9999999
        return Fraction((Decimal(square.numerator) / square.denominator).sqrt())


def time(sentence: str) -> float:
    (found,) = re.findall(r"t = (\d+(?:\.\d+)?(?:e−\d+)?)", sentence)
    return float(found.replace("−", "-"))


def check(p: OneHitParams) -> str:
    """Check a verdict's sentence, and return its word."""
    verdict, block = asked(p).verdict, Block(p)
    said, first = verdict.detail, block.first()
    if verdict.text == "No hit":
        assert first is None
        assert said == "No touch within the frame."
        return verdict.text
    assert first is not None
    if "t = " in said:
        assert time(said) == pytest.approx(float(first), rel=0.006, abs=5.1e-4)
    meets, out = block.meets, block.pace_out(first)
    rounded = NOTHING * block.radius * (abs(block.way[0]) + abs(block.way[1]))
    match verdict.text:
        case "Leaving":
            assert first == 0
            assert out > 0
            assert said.startswith(f"It {meets} at the start and moves out")
        case "Resting or gliding":
            assert abs(out) <= rounded
            if any(block.way):
                assert said.startswith(f"It {meets} at t = ")
                assert said.endswith(" and moves neither in nor out.")
            else:
                assert said == f"It {meets} and does not move."
        case _:
            assert out < 0
            if first == 0:
                assert said.startswith(f"It {meets} at the start and moves in, at the ")
            else:
                assert said.startswith("First touch at t = ")
            x, y = (abs(part) > NOTHING * block.radius for part in block.away(first))
            if x != y:
                assert verdict.text in (
                    "Corner",
                    "Left or right" if x else "Top or bottom",
                )
            elif x and y:
                assert verdict.text == "Corner"
    return verdict.text


@pytest.mark.parametrize("name", HITS)
def test_sentences_of_the_cases_are_true(name: str) -> None:
    check(hit_case(name))


@pytest.mark.slow
@given(QUARTERS)
def test_sentences_of_coarse_states_are_true(p: OneHitParams) -> None:
    check(p)


@pytest.mark.slow
@given(STEPS)
def test_sentences_are_true(p: OneHitParams) -> None:
    check(p)
