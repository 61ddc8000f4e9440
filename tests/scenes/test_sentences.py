"""Sentences of verdicts, against geometry in integers and many digits."""

import math
import re
from collections.abc import Iterable
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import assume
from shown import unit
from states import set_by_hand, walk

from playground.scene import rotation
from playground.scene.solution import solve_scene
from scenes import circle_rect, point_ellipse, ray_circle
from scenes.circle_rect.params import CircleRectParams
from scenes.point_ellipse.params import PointEllipseParams
from scenes.ray_circle.params import RayCircleParams

pytestmark = pytest.mark.slow
STATES = 300


def exact(numbers: Iterable[float]) -> list[Fraction]:
    return [Fraction(float(x)) for x in numbers]


def root(square: Fraction) -> Fraction:
    """Return the square root with far more digits than a float."""
    with localcontext() as context:
        context.prec = 800
        context.Emin, context.Emax = -9999999, 9999999
        return Fraction((Decimal(square.numerator) / square.denominator).sqrt())


LOWERED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


def numbers(sentence: str) -> list[str]:
    """Return the numbers of a sentence, with `e` for the power of ten."""
    found = re.findall(
        r"−?\d+(?:\.\d+)?(?:×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]{2,})?", sentence
    )
    return [e_form(text) for text in found]


def e_form(text: str) -> str:
    mantissa, power = re.fullmatch(
        r"(−?[\d.]+?)(?:×10)?([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]*)", text
    ).groups()
    if not power:
        return mantissa
    if "×" not in text:
        mantissa = mantissa.removesuffix("0")
    return f"{mantissa}e{power.translate(LOWERED)}"


def said(sentence: str, *values: Fraction) -> None:
    """Assert that a sentence states these numbers, as far as it shows digits."""
    texts = numbers(sentence)
    assert len(texts) == len(values), sentence
    # The reference has some 800 digits of the largest.
    least = max(map(abs, values), default=Fraction(0)) / 10**700
    for text, value in zip(texts, values, strict=True):
        plain = text.replace("−", "-")
        mantissa, _, power = plain.lstrip("-").partition("e")
        worth = unit(rf"{mantissa}\times10^{{{int(power)}}}" if power else mantissa)
        most = Fraction(worth) * Fraction(51, 100) + least
        assert abs(Fraction(plain) - value) <= most, (text, value)


def test_a_rays_sentence_is_true() -> None:
    walk(RayCircleParams, STATES, _ray)


def _ray(p: RayCircleParams) -> None:
    # In multiples of a shorter V a time is beyond every float.
    assume(any(p.direction) and math.hypot(*p.direction) > 1e-300)
    verdict = solve_scene(ray_circle.SCENE, p).verdict
    word, sentence = verdict.text, verdict.detail
    (ax, ay), (vx, vy), (ox, oy) = map(exact, (p.origin, p.direction, p.center))
    mx, my, r = ax - ox, ay - oy, Fraction(p.radius)
    vv, mv, power = vx * vx + vy * vy, mx * vx + my * vy, mx * mx + my * my - r * r
    under = mv * mv - vv * power
    if under < 0:
        assert word == "Miss"
        assert sentence.startswith("The line passes farther from the centre than")
        return
    enter, leave = (-mv - root(under)) / vv, (-mv + root(under)) / vv
    if power < 0:
        assert word == "Inside"
        assert sentence.startswith("Starts inside the circle and leaves it at t = ")
        said(sentence, leave)
    elif mv > 0 and power > 0:
        assert word == "Behind"
        assert sentence == "The line meets the circle only behind the start."
    elif power == 0 and mv > 0:
        assert sentence == "Starts on the circle and leaves it: one point, at t = 0."
        assert word == "Touch"
    elif under == 0:
        assert word == "Touch"
        assert sentence.startswith("Touches the circle in one point, at t = ")
        said(sentence, enter)
    else:
        assert word == "Hit"
        assert re.fullmatch(
            r"Enters the circle at t = \S+, leaves it at t = \S+", sentence
        )
        said(sentence, enter, leave)


def test_a_discs_sentence_is_true() -> None:
    walk(CircleRectParams, STATES, _disc)


def _disc(p: CircleRectParams) -> None:
    verdict = solve_scene(circle_rect.SCENE, p).verdict
    word, sentence = verdict.text, verdict.detail
    c, s = exact(rotation(p.angle).tolist())
    dx, dy = (a - b for a, b in zip(exact(p.center), exact(p.pivot), strict=True))
    kx, ky = (a - b for a, b in zip(exact(p.rect_center), exact(p.pivot), strict=True))
    (w, h), r = exact(p.half_extents), Fraction(p.radius)
    # A cosine and a sine that floats hold are not quite a unit long together.
    long = root(c * c + s * s)
    qx, qy = (c * dx + s * dy) / long - kx, (c * dy - s * dx) / long - ky
    over = abs(qx) - w, abs(qy) - h
    # Where rounding decides what is nearest there is no word to be held to.
    assume(all(abs(x) > 1e-9 for x in over) or p.angle == 0.0)
    beyond = [max(x, Fraction(0)) for x in over]
    apart = root(beyond[0] ** 2 + beyond[1] ** 2) - r
    inside = max(over) < 0
    gap = max(over) - r if inside else apart
    assume(abs(gap) > 1e-9 or p.angle == 0.0)
    if gap > 0:
        assert (word, sentence[:9]) == ("Miss", "A gap of ")
        said(sentence, gap)
    elif inside:
        assert word == "Inside"
        assert sentence.startswith(
            "The centre is inside. The shortest way out, over a "
        )
        said(sentence, -gap)
    elif apart == 0:
        assert word == "Touch"
        assert sentence == "Circle and rectangle share a single point."
    else:
        what = "side" if min(over) < 0 else "corner"
        assert word == f"{what.capitalize()} hit"
        assert sentence.startswith(f"The disc overlaps a {what} by ")
        said(sentence, -gap)


def test_a_points_sentence_is_true() -> None:
    walk(PointEllipseParams, STATES, _point)


def _point(p: PointEllipseParams) -> None:
    set_by_hand(p)
    verdict = solve_scene(point_ellipse.SCENE, p).verdict
    word, sentence = verdict.text, verdict.detail
    if 0.0 in p.radii:
        assert (word, sentence) == (
            "Refused",
            "No answer: radii must be greater than zero.",
        )
        return
    c, s = exact(rotation(p.angle).tolist())
    long = root(c * c + s * s)
    dx, dy = (a - b for a, b in zip(exact(p.point), exact(p.center), strict=True))
    x, y = (c * dx + s * dy) / long, (c * dy - s * dx) / long
    rx, ry = exact(p.radii)
    length = root(x * x + (y * rx / ry) ** 2)
    assume(math.isfinite(float(length)) if length < 10**300 else False)
    off = length - rx
    assume(abs(off) > 1e-9 * rx or p.angle == 0.0)
    expected, relation = (
        ("Inside", "less than") if off < 0 else ("Outside", "more than")
    )
    if off == 0:
        expected, relation = "On the edge", "exactly"
    assert word == expected
    assert f"is {relation} rx" in sentence
    if "=" in sentence:
        said(sentence, length, rx)
