"""Which terms of a derivation stay marked."""

from playground.scene import Dot, DrawList, Step, with_terms_drawn

STEP = Step(
    "A step", "It says.", r"\term{a}{A} = \term{b}{B}", r"\term{b}{2}", r"\term{c}{C}"
)


def test_only_terms_that_are_drawn_by_their_step_stay_marked():
    picture = DrawList()
    picture.add(Dot((0.0, 0.0), key="a"), Dot((0.0, 0.0), key="b", since=2))
    picture.view("Another").add(Dot((0.0, 0.0), key="c", since=1))
    first, second = with_terms_drawn([STEP, STEP], picture)
    assert first.formula == r"\term{a}{A} = B"
    assert (first.numbers, first.result) == ("2", r"\term{c}{C}")
    assert second == STEP


def test_a_term_counts_from_the_first_record_that_shows_it():
    picture = DrawList()
    picture.add(Dot((0.0, 0.0), key="a", since=5), Dot((1.0, 0.0), key="a"))
    (step,) = with_terms_drawn([STEP], picture)
    assert step.formula == r"\term{a}{A} = B"
