"""Sentences about a sphere and a line, against geometry in integers."""

import re
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import assume, given
from sphere_states import drawn_at_random
from strategies import params_of

from playground.scene.solution import solve_scene
from scenes.sphere_line import SCENE
from scenes.sphere_line.params import SphereLineParams

Vector = list[Fraction]


def exact(vector: tuple[float, ...]) -> Vector:
    return [Fraction(float(x)) for x in vector]


def dot(a: Vector, b: Vector) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction())


def cross(a: Vector, b: Vector) -> Vector:
    pairs = (1, 2), (2, 0), (0, 1)
    return [a[i] * b[j] - a[j] * b[i] for i, j in pairs]


def root(square: Fraction) -> Fraction:
    with localcontext() as context:
        context.prec, context.Emin, context.Emax = 60, -9999999, 9999999
        return Fraction((Decimal(square.numerator) / square.denominator).sqrt())


def number(sentence: str) -> Fraction:
    (found,) = re.findall(r"−?\d+(?:\.\d+)?(?:e[+−]\d+)?", sentence)
    return Fraction(found.replace("−", "-"))


def tells(sentence: str, value: Fraction) -> bool:
    """Return whether a text's only number is the value, as far as digits are shown."""
    size = abs(value)
    slack = Fraction(51, 100000) if Fraction(1, 10) <= size < 10**6 else size / 190
    return abs(number(sentence) - value) <= slack


def check(p: SphereLineParams) -> str:
    """Check a verdict's sentence, and return its word."""
    verdict = solve_scene(SCENE, p).verdict
    start, end, q, d = map(exact, (p.start, p.end, p.line_point, p.line_direction))
    radius, square = Fraction(p.radius), dot(d, d)
    way = cross([b - a for a, b in zip(start, end, strict=True)], d)
    off = cross([a - b for a, b in zip(start, q, strict=True)], d)
    # The square of the distance is (a t² + 2 b t + c) / square.
    a, b, c = dot(way, way), dot(way, off), dot(off, off)
    reach = radius * radius * square
    at = max(Fraction(), min(Fraction(1), -b / a)) if a else Fraction()
    least = root((a * at * at + 2 * b * at + c) / square) - radius
    touching = a * at * at + 2 * b * at + c <= reach
    disc = b * b - a * (c - reach)
    said = verdict.detail
    assert verdict.hit == touching
    match verdict.text:
        case "Embedded":
            assert c < reach
            assert said == "The sphere overlaps the line at the start, so t = 0."
        case "Hit" | "Touch":
            assert c >= reach
            first = Fraction()
            if c > reach:
                first = (-b - root(disc)) / a
                assert 0 < first <= 1
            assert tells(said, first)
            overlaps = a * at * at + 2 * b * at + c < reach
            assert (verdict.text == "Hit") == overlaps
            assert said.startswith("First touch" if overlaps else "Touches at")
            assert overlaps or said.endswith("does not overlap.")
        case _:
            assert verdict.text == "Miss"
            if a and disc >= 0 and b < 0:
                assert said.startswith("It would touch at")
                assert said.endswith("after the motion ends.")
                assert tells(said, (-b - root(disc)) / a)
                assert number(said) > 1
            elif a and disc >= 0:
                assert said.startswith("Extended backwards, the motion last touches")
                assert tells(said, (-b + root(disc)) / a)
            else:
                assert said.startswith("During the motion the gap is never less than")
                assert tells(said, least)
    return verdict.text


def test_sentences_of_coarse_states_are_true() -> None:
    words = {check(p) for p in drawn_at_random(600)}
    assert words == {"Hit", "Touch", "Embedded", "Miss"}


@pytest.mark.parametrize("name", SCENE.cases)
def test_sentences_of_the_cases_are_true(name: str) -> None:
    params = SCENE.cases[name].params
    assert check(params) == SCENE.cases[name].outcome


@pytest.mark.slow
@given(params_of(SphereLineParams))
def test_sentences_are_true(p: SphereLineParams) -> None:
    assume(any(p.line_direction))
    check(p)
