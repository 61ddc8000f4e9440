"""Marked terms of a derivation."""

from playground.scene import Dot, DrawList, Step, mark_drawn_symbols

STEP = Step(
    "A step", "It says.", r"\term{a}{A} = \term{b}{B}", r"\term{b}{2}", r"\term{c}{C}"
)


def test_only_terms_that_are_drawn_by_their_step_stay_marked():
    picture = DrawList()
    picture.add(Dot((0.0, 0.0), key="a"), Dot((0.0, 0.0), key="b", first_step=2))
    picture.view("Another").add(Dot((0.0, 0.0), key="c", first_step=1))
    first, second = mark_drawn_symbols([STEP, STEP], picture)
    assert first.formula == r"\term{a}{A} = B"
    assert (first.numbers, first.result) == ("2", r"\term{c}{C}")
    assert second == STEP


def test_a_term_counts_from_the_first_record_that_shows_it():
    picture = DrawList()
    picture.add(Dot((0.0, 0.0), key="a", first_step=5), Dot((1.0, 0.0), key="a"))
    (step,) = mark_drawn_symbols([STEP], picture)
    assert step.formula == r"\term{a}{A} = B"
