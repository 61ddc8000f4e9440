"""The smallest cases of what an article answers wrongly, asked of its scene."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from playground.check.sample_states import solve_state
from playground.collision.articles import KINDS, MistakeCase, MistakeKind, Nature
from playground.scene.params import Params, parameters_of
from playground.scene.scene import SceneEntry

# By the name of the article's function: the params that ask the scene the same. They
# are made of the function's arguments, and of those that it should have used.
Table = Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any]], Params]]


@dataclass(frozen=True)
class Asked:
    """A smallest case of a kind, and the state of the scene that shows it."""

    kind: MistakeKind
    case: MistakeCase
    params: Params

    @property
    def in_reach(self) -> bool:
        """Whether the scene's sliders go there."""
        for name, spec in parameters_of(type(self.params)).items():
            try:
                spec.validate(name, getattr(self.params, name))
            except ValueError:
                return False
        return True


def asked(entry: SceneEntry, table: Table) -> Iterator[Asked]:
    """Yield each case of the table's functions that the scene has an answer to.

    Params that the core refuses count only where the scene says so itself.
    """
    every = ((k, case) for kinds in KINDS.values() for k in kinds for case in k.cases)
    for kind, case in every:
        if case.function in table:
            given = case.arguments
            params = table[case.function](given, {**given, **case.meant})
            found = Asked(kind, case, params)
            answered = solve_state(entry, params).solution is not None
            if answered and (found.in_reach or not case.core_refuses):
                yield found


def each_difference(entry: SceneEntry, table: Table) -> pytest.MarkDecorator:
    """Ask a test about each of them."""
    return pytest.mark.parametrize(
        "asked", list(asked(entry, table)), ids=lambda found: found.case.name
    )


def told(entry: SceneEntry, p: Params) -> tuple[str, Nature]:
    """Return what the scene says of it, in the listing's own numbers."""
    solution = solve_state(entry, p).solution
    assert solution is not None
    listing = solution.scene.listing
    assert listing is not None
    compared = solution.listing_verdict(listing.dtypes[0])
    assert compared is not None
    return compared.kind, compared.nature


def kinds_without_a_case(entry: SceneEntry, table: Table) -> set[str]:
    """Return the kinds that the sliders reach and that no case shows."""
    shown = {case.mistake for case in entry.cases.values()}
    reached = {a.kind.name for a in asked(entry, table) if a.in_reach}
    return reached - shown
