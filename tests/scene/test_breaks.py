"""Positions at which a formula may be broken into lines."""

import pytest

from playground.scene.formula_symbols import split_formula


@pytest.mark.parametrize(
    ("latex", "level", "parts"),
    [
        (r"a = b, \; c = d", 0, ["a = b,", "c = d"]),
        (r"a = b \quad c", 0, ["a = b", "c"]),
        ("a = b + (c = d)", 1, ["a", "= b + (c = d)"]),
        (r"\frac{a = b}{c} \le 1", 1, [r"\frac{a = b}{c}", r"\le 1"]),
        (r"|a + b| - c = -5", 2, ["|a + b|", "- c", "= -5"]),
        (r"\term{V}{a + b} + 1", 2, [r"\term{V}{a + b}", "+ 1"]),
        (r"\left| a = b \right| = 1", 1, [r"\left| a = b \right|", "= 1"]),
        (r"\begin{array}{rl} t & = 1 \\ q & = 2 \end{array}", 0, ["t  = 1", "q  = 2"]),
        (r"\begin{array}{ccl} a & = 1 \\ b & c \end{array}", 2, None),
    ],
)
def test_it_is_broken_between_statements_then_relations_then_sums(latex, level, parts):
    found = split_formula(latex, level)
    assert found == ([latex] if parts is None else parts)
    # What is broken is still all there.
    if parts and "array" not in latex:
        bare = latex.replace(r"\;", "").replace(r"\quad", "")
        assert "".join(found).replace(" ", "") == bare.replace(" ", "")
