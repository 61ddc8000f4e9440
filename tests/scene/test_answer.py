"""Outcomes: each element has the first outcome whose condition it meets."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.scene.answer import NO_KIND_INDEX, RegionKind, Regions, classify_regions
from playground.scene.primitives import Role

ROLES = (Role.HIT, Role.MISS, Role.ACCENT, Role.NORMAL)
KINDS = tuple(RegionKind(name, role) for name, role in zip("abcd", ROLES, strict=True))


@given(
    st.lists(st.lists(st.booleans(), min_size=3, max_size=3), min_size=4, max_size=4)
)
def test_the_first_kind_that_holds_wins(met):
    found = classify_regions(*zip(KINDS, met, strict=True))
    for element in range(3):
        true = [name for name, row in zip("abcd", met, strict=True) if row[element]]
        single = Regions(found.kinds, found.index[element])
        assert single.name() == (true[0] if true else "")


def test_conditions_of_all_shapes_broadcast():
    rows, columns = np.array([[True], [False]]), np.array([True, False, True])
    found = classify_regions((KINDS[0], rows), (KINDS[1], columns), (KINDS[2], True))
    assert found.index.tolist() == [[0, 0, 0], [1, 2, 1]]


def test_a_number_that_is_not_zero_counts_as_true():
    assert classify_regions((KINDS[0], [0.0, 2.0])).index.tolist() == [NO_KIND_INDEX, 0]


def test_what_is_lost_is_of_no_kind():
    found = classify_regions((KINDS[0], [True, True, False])).mask_out(
        [False, True, True]
    )
    assert found.index.tolist() == [0, NO_KIND_INDEX, NO_KIND_INDEX]


def test_as_many_kinds_as_a_byte_has_room_for_and_no_more():
    many = tuple(RegionKind(str(number), Role.HIT) for number in range(256))
    last = [False] * 254 + [True]
    found = classify_regions(*zip(many[:255], last, strict=True))
    assert found.name() == "254"
    assert found.index.dtype == np.uint8
    with pytest.raises(ValueError, match="256 kinds; at most 255"):
        classify_regions(*((kind, True) for kind in many))
