"""The rules that every scene must keep, and advice that an author may decline."""

from playground.explore.check.answered import (
    answers,
    answers_any_state,
    answers_many_as_one,
    asks_what_can_be_answered,
    decides,
    decides_exactly,
    has_numbers,
    keeps_its_cases,
    keeps_time,
    turns_where_it_says,
)
from playground.explore.check.compared import (
    agrees,
    answers_as_it_says,
    compares,
    compares_in_words,
    names_lines_and_variables,
    runs_its_code,
    starts_beside_a_mistake,
)
from playground.explore.check.declared import (
    explains_its_parameters,
    names_what_there_is,
    says_what_it_is,
    tells_kinds_apart,
)
from playground.explore.check.derived import derives_in_steps, writes_whole_formulas
from playground.explore.check.drawn import (
    draws,
    draws_what_can_be_drawn,
    fits_the_canvas,
    has_handles_that_hold,
    holds,
)
from playground.explore.check.finding import Rule

RULES: tuple[Rule, ...] = (
    says_what_it_is,
    explains_its_parameters,
    names_what_there_is,
    tells_kinds_apart,
    keeps_its_cases,
    answers_any_state,
    answers_many_as_one,
    turns_where_it_says,
    has_numbers,
    compares_in_words,
    answers_as_it_says,
    starts_beside_a_mistake,
    runs_its_code,
    names_lines_and_variables,
    draws_what_can_be_drawn,
    fits_the_canvas,
    has_handles_that_hold,
    derives_in_steps,
    writes_whole_formulas,
    keeps_time,
    decides_exactly,
    asks_what_can_be_answered,
)

ANYWHERE = (answers, compares, agrees, draws, holds, decides)
"""What must hold of any single state: each takes the scene and the state."""
