"""Mistakes by severity: missed hits, phantom hits, wrong answers, rounding."""

from dataclasses import replace

import numpy as np
from map_fields import kinds

from playground.analysis.heat_map import (
    MapField,
    MapKind,
    assign_roles,
    sort_for_legend,
)
from playground.scene import Nature
from playground.scene.answer import NO_KIND_INDEX, Effect, RegionKind
from playground.scene.primitives import MISTAKE_ROLES, Role

MISSED, MADE_UP, WRONG = Effect


def field(*found: tuple[str, Effect, int], rounded: tuple[str, ...] = ()) -> MapField:
    """Return a map with the given number of cells of each mistake."""
    natures = {name: Nature.ROUNDING for name in rounded}
    every = tuple(
        RegionKind(name, Role.HIT, effect, natures.get(name, Nature.ERROR))
        for name, effect, _ in found
    )
    index = np.repeat(np.arange(len(found)), [count for *_, count in found])
    return replace(kinds([[*index, NO_KIND_INDEX]], MapKind.MISTAKES), kinds=every)


def colours(of: MapField, **before: Role) -> dict[str, int]:
    """Return the index of each kind's colour."""
    shown = assign_roles(of, before)
    names = (kind.name for kind in of.kinds)
    return {n: MISTAKE_ROLES.index(r) for n, r in zip(names, shown, strict=True)}


def test_colours_go_to_the_worst_first_and_of_those_to_the_largest() -> None:
    found = field(
        ("turned", WRONG, 90),
        ("small", MISSED, 2),
        ("noise", MISSED, 50),
        ("made", MADE_UP, 70),
        ("large", MISSED, 9),
        rounded=("noise",),
    )
    expected = {"large": 0, "small": 1, "made": 2, "turned": 3, "noise": 4}
    assert colours(found) == expected


def test_a_kind_has_one_colour_whatever_it_makes_of_an_answer() -> None:
    found = field(("a", MADE_UP, 30), ("b", MISSED, 5), ("a", MISSED, 1))
    assert colours(found) == {"a": 1, "b": 0}
    # By its own worst: the one cell of it that misses is less than b's five.


def test_from_the_seventh_on_kinds_share_a_colour() -> None:
    found = field(*((f"k{i}", MISSED, 20 - i) for i in range(9)))
    assert list(colours(found).values()) == [0, 1, 2, 3, 4, 5, 5, 5, 5]


def test_a_colour_stays_with_its_kind_while_the_map_changes() -> None:
    first = field(("a", MISSED, 9), ("b", MISSED, 5))
    kept = dict(zip("ab", assign_roles(first, {}), strict=True))
    later = field(("a", MISSED, 1), ("b", MISSED, 50), ("c", MISSED, 70))
    assert colours(later, **kept) == {"a": 0, "b": 1, "c": 2}
    # One that is out of view gets its own back when it returns.
    without = field(("b", MISSED, 5), ("c", MADE_UP, 2))
    assert colours(without, **kept) == {"b": 1, "c": 2}


def test_what_is_no_mistake_keeps_the_colour_of_its_meaning() -> None:
    plain = kinds([[0, 1, 2]])
    assert assign_roles(plain, {}) == (Role.HIT, Role.MISS, Role.ACCENT)


def test_a_legend_has_colours_in_their_order_and_the_effects_of_one_together() -> None:
    found = field(
        ("noise", MISSED, 50),
        ("b", WRONG, 4),
        ("a", MADE_UP, 30),
        ("a", MISSED, 20),
        rounded=("noise",),
    )
    listed = sort_for_legend([*enumerate(found.kinds)], assign_roles(found, {}))
    named = [(kind.name, kind.effect) for _, kind in listed]
    assert named == [("a", MISSED), ("a", MADE_UP), ("b", WRONG), ("noise", MISSED)]
