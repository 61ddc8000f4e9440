"""Formulas of every case as MathML: well-formed, complete, with highlight keys."""

import re
from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree

import pytest
from latex2mathml.converter import convert

from playground.scene import formula_symbols
from playground.session.view_model import SceneView
from playground.web.serialize.sample_texts import split_formula, to_mathml
from scenes import SCENES


@cache
def formulas() -> frozenset[str]:
    return frozenset(latex for latex in _formulas() if latex)


def _formulas() -> Iterator[str]:
    for scene in SCENES:
        for case in scene.cases.values():
            for step in SceneView(scene, case.params).steps:
                yield from (step.formula, step.numbers, step.result)


def read(markup: str) -> str:
    words = "".join(ElementTree.fromstring(markup).itertext())
    return words.replace("−", "-").replace("∘", "°")


@pytest.mark.slow
def test_every_formula_is_well_formed_and_says_all_that_it_said() -> None:
    assert len(formulas()) > 1000
    for latex in formulas():
        markup = to_mathml(latex)
        assert not set("\\$") & set(markup), latex
        plain = convert(formula_symbols.strip_symbols(latex).replace("$", ""))
        assert read(markup) == read(plain), latex


def test_a_prime_and_a_degree_are_raised_once() -> None:
    assert "msup" not in to_mathml(r"C' = 30^{\circ}")
    above = ElementTree.fromstring(to_mathml("v_x'")).find(".//msubsup/mpadded")
    assert above is not None
    assert above.get("voffset", "").startswith("-")


def test_terms_keep_their_keys() -> None:
    for latex in formulas():
        keys = re.findall(
            r'class="symbol" data-highlight-key="([^"]*)"', to_mathml(latex)
        )
        assert sorted(keys) == sorted(formula_symbols.symbol_keys(latex)), latex


def test_formulas_that_differ_in_numbers_share_their_markup() -> None:
    one, two = (
        split_formula(rf"\term{{x}}{{{n}}}^2 - {n} = (-{n}, 2)") for n in (1.5, 22.75)
    )
    assert one[0] == two[0]
    assert one[1] == ("1.5", "1.5", "−1.5", "2")


def test_a_minus_between_numbers_is_an_operator() -> None:
    assert split_formula("2-3")[1] == ("2", "3")
    assert split_formula("2 - 3")[1] == ("2", "3")
    assert split_formula("-3, -4")[1] == ("−3", "−4")


@pytest.mark.parametrize(
    ("latex", "words"),
    [
        ("2-3", "2-3"),
        ("(-3, 4)", "(-3,4)"),
        (r"x_1^2 \le -0.5", "x12≤-0.5"),
        (r"1.2 \times 10^{-7}", "1.2×10-7"),
        ("", ""),
    ],
)
def test_numbers_and_their_signs_stay(latex: str, words: str) -> None:
    assert (read(to_mathml(latex)) if latex else to_mathml(latex)) == words


@pytest.mark.parametrize(
    ("latex", "signs"),
    [
        ("-x", 1),
        ("a - x", 0),
        ("(-x, -y)", 2),
        ("a = -x - y", 1),
        ("2 - x", 0),
        (r"x, \quad -y", 1),
        ("|P'| - r", 1),
        ("a = |V| t, b = |C|^2 - r^2", 2),
        (r"\begin{array}{l} |N|^2 - 1 \\ |A| \end{array}", 2),
    ],
)
def test_a_sign_stands_close_to_what_it_belongs_to(latex: str, signs: int) -> None:
    markup = to_mathml(latex)
    assert markup.count('form="prefix"') == signs
    assert markup.count('form="postfix"') == latex.count("|") / 2


def test_the_larger_of_two_stands_close_to_its_bracket() -> None:
    for latex in (r"\max(x, 0)^2", r"t = \min \left( t_i \right)", r"\sqrt{\max(x)}"):
        assert 'lspace="0" rspace="0">m' in to_mathml(latex)
    assert "rspace" not in to_mathml(r"\min_{0 \le t} x")
