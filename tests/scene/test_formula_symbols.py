"""Marked formulas: their highlight keys, and their text."""

import pytest

from playground.scene import formula_symbols

FORMULA = r"\term{C}{\vec{C}} = \term{A}{\vec{A}} + t\,\term{V}{\frac{\vec{V}}{2}}"


def test_keys_come_in_order():
    assert formula_symbols.symbol_keys(FORMULA) == ["C", "A", "V"]
    assert formula_symbols.symbol_keys(r"x^{2} + 1") == []


def test_plain_formula_has_no_marks():
    assert (
        formula_symbols.strip_symbols(FORMULA)
        == r"\vec{C} = \vec{A} + t\,\frac{\vec{V}}{2}"
    )


def test_only_known_terms_are_coloured():
    text = formula_symbols.colour_symbols(r"\term{a}{x} + \term{b}{y}", {"a": "ff0000"})
    assert "{ff0000}" in text
    assert text.endswith("+ y")


def test_every_term_has_a_colour_of_its_own():
    colours = [formula_symbols.symbol_colour(number) for number in range(40)]
    for i, one in enumerate(colours):
        for two in colours[:i]:
            assert max(abs(a - b) for a, b in zip(one, two, strict=True)) > 18


def test_an_open_term_is_refused():
    with pytest.raises(ValueError, match="not closed"):
        formula_symbols.strip_symbols(r"\term{a}{x")


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"|\vec{C} - O| \le r", "|C − O| ≤ r"),
        (r"\frac{-b \pm \sqrt{b^2 - 4ac}}{2a}", "(−b ± √(b² − 4ac))/(2a)"),
        (r"\frac{a}{b} + \frac{-a}{b}", "a/b + (−a)/(b)"),
        (r"\theta = 30^\circ", "θ = 30°"),
        (r"\term{t}{t_{1}} = \text{none}", "t_1 = none"),
        (r"\left( a \right) \Rightarrow b", "( a ) ⇒ b"),
    ],
)
def test_text_of_a_formula(latex, text):
    assert formula_symbols.to_unicode(latex) == text
