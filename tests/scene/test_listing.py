"""Table of mistakes in many answers at once."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from playground.scene import (
    NO_KIND_INDEX,
    Listing,
    ListingComparison,
    Mistake,
    MistakeKind,
    Nature,
    Params,
    Reason,
    Vec2,
    choice,
    point,
    slider,
)
from playground.scene.answer import EFFECTS, Effect, RegionKind
from playground.scene.listing import classify_effects
from playground.scene.primitives import MISTAKE_ROLES


@dataclass(frozen=True)
class Toy(Params):
    at: Vec2 = point(0.0, 0.0, label="At")
    size: float = slider(1.0, 0.0, 9.0, label="Size")
    call: str = choice("one", "one", "two", label="Call")


@dataclass(frozen=True)
class Sum:
    total: np.ndarray
    place: np.ndarray


ToyTrial = ListingComparison[Toy, Sum, Sum]
X, Y = np.arange(4.0), np.arange(3.0)[:, None]
MANY = Toy(at=(X, Y), size=1.0)  # type: ignore[arg-type]


def truth(p: Toy) -> Sum:
    x, y = np.broadcast_arrays(*p.at)
    return Sum(x + y * p.size, np.stack([x, y], axis=-1))


def added(x: float, y: float, size: float) -> float:
    """Return a sum, too large by 1 or by 10 if it is above 2."""
    total = x + y * size
    if total > 2:
        if y > 1:
            return total + 10
        return total + 1
    return total


def wrong(t: ToyTrial) -> np.ndarray:
    return t.truth.total != t.answer.total


def listing(seen: list[ToyTrial], *, picking: bool) -> Listing[Toy, Sum, Sum, ToyTrial]:
    def by_ten(t: ToyTrial) -> np.ndarray:
        seen.append(t)
        # What is told of params, truth and answer belongs to one element.
        assert np.array_equal(*np.broadcast_arrays(t.p.at[0], t.truth.place[..., 0]))
        return t.answer.total - t.truth.total > 5

    return Listing(
        code=added,
        arguments=lambda p: (*p.at, p.size),
        answer=lambda found: Sum(found.return_value(), found["x, y"]),
        describe_answer=lambda t: "",
        mistakes=(
            Mistake(MistakeKind("by ten"), by_ten, ""),
            Mistake(MistakeKind("by one"), wrong, ""),
        ),
        comparison=ListingComparison,
        is_suspect=wrong if picking else None,
    )


def compare(asked: Listing[Toy, Sum, Sum, ToyTrial], p: Toy) -> ToyTrial:
    return asked.compare_with_truth(p, truth(p), np.float64)


@pytest.mark.parametrize("picking", [True, False])
def test_each_answer_has_its_mistake_wherever_they_are_looked_for(
    picking: bool,
) -> None:
    seen: list[ToyTrial] = []
    asked = listing(seen, picking=picking)
    found = asked.regions(compare(asked, MANY))
    assert [kind.name for kind in found.kinds] == ["by ten", "by one"]
    n = NO_KIND_INDEX
    assert found.index.tolist() == [[n, n, n, 1], [n, n, 1, 1], [n, 0, 0, 0]]
    assert seen[0].truth.total.size == (6 if picking else 12)
    assert (seen[0].p.size, seen[0].p.call) == (1.0, "one")


def test_a_plain_mistake_is_told_where_nothing_is_looked_for() -> None:
    asked = listing([], picking=True)
    small = Mistake(
        MistakeKind("none"), lambda t: t.answer.total < 1.0, "", is_always_checked=True
    )
    asked = replace(asked, mistakes=(*asked.mistakes, small))
    found = asked.regions(compare(asked, MANY))
    assert found.kinds[found.index[0, 0]].name == "none"
    assert found.index[0].tolist() == [2, NO_KIND_INDEX, NO_KIND_INDEX, 1]
    zero = Toy(at=(0.0, 0.0))
    assert asked.verdict(compare(asked, zero)).kind == "none"


def naming() -> Listing[Toy, Sum, Sum, ToyTrial]:
    """Return a listing in which some mistakes have closer reasons, in other lines."""
    by_ten: Mistake[ToyTrial] = Mistake(
        MistakeKind("by ten"),
        lambda t: (t.p.at[1] > 1.0) & wrong(t),
        "",
        line={"near =": lambda t: t.p.at[0] < 2.0, "away =": lambda t: True},
    )
    early: Mistake[ToyTrial] = Mistake(
        MistakeKind("early"),
        lambda t: t.p.at[0] == 3.0,
        "",
        reasons=(
            Reason(
                lambda t: t.p.at[1] == 1.0,
                "",
                0,
                {"small =": lambda t: t.p.size < 1.0, "large =": lambda t: True},
            ),
            Reason(lambda t: t.p.size == 0.0, "of one alone", 0),
        ),
        line="one = ",
    )
    by_one = Mistake(
        MistakeKind("by one", Nature.ROUNDING),
        wrong,
        "",
        reasons=(Reason[ToyTrial](lambda t: t.p.at[0] == 2.0, "far", 0, "far = "),),
        line=("one = ", "two = "),
    )
    return replace(listing([], picking=True), mistakes=(by_ten, early, by_one))


@pytest.mark.parametrize(
    ("at", "line"),
    [
        ((1.0, 2.0), ("near =",)),
        ((3.0, 2.0), ("away =",)),
        ((3.0, 0.0), ("one = ",)),
        ((3.0, 1.0), ("large =",)),
        ((4.0, 0.0), ("one = ", "two = ")),
        ((2.0, 1.0), ("far = ",)),
        ((1.0, 0.0), ()),
    ],
)
def test_a_mistake_names_its_line_and_a_closer_reason_another(
    at: Vec2, line: tuple[str, ...]
) -> None:
    asked, p = naming(), Toy(at=at)
    assert asked.verdict(compare(asked, p)).line == line


def test_a_closer_reason_is_of_its_mistake_s_step_unless_it_names_one() -> None:
    closer = (
        Reason[ToyTrial](lambda t: t.p.at[0] == 3.0, "there"),
        Reason[ToyTrial](lambda t: t.p.at[0] == 4.0, "later", 7),
    )
    late = Mistake(MistakeKind("late"), wrong, "", 2, closer)
    asked = replace(listing([], picking=False), mistakes=(late,))
    said = {}
    for x in (2.0, 3.0, 4.0):
        p = Toy(at=(x, 1.0))
        found = asked.verdict(compare(asked, p))
        said[x] = (found.why, found.step)
    assert said == {2.0: ("", 2), 3.0: ("there", 2), 4.0: ("later", 7)}


@pytest.mark.parametrize("picking", [True, False])
def test_of_many_answers_each_has_its_line(picking: bool) -> None:
    asked = naming()
    asked = asked if picking else replace(asked, is_suspect=None)
    found = asked.find_faulty_lines(compare(asked, MANY))
    # "" is one of several lines: where rounding decides.
    assert set(asked.faulty_line_fragments) == {
        "near =",
        "away =",
        "small =",
        "large =",
        "one = ",
        "",
    }
    names = dict(enumerate(asked.faulty_line_fragments)) | {NO_KIND_INDEX: "-"}
    assert [[names[int(kind)] for kind in row] for row in found] == [
        ["-", "-", "-", "one = "],
        ["-", "-", "", "large ="],
        ["-", "near =", "away =", "away ="],
    ]


def test_each_kind_has_a_mistake_s_colour_and_what_it_is_at_bottom() -> None:
    rounded = Mistake(MistakeKind("rounded", Nature.ROUNDING), wrong, "")
    one, two = (Mistake(MistakeKind("late"), wrong, why) for why in "ab")
    asked = replace(listing([], picking=True), mistakes=(rounded, one, two))
    found = asked.regions(compare(asked, MANY))
    assert found.kinds == (
        RegionKind("rounded", MISTAKE_ROLES[0], nature=Nature.ROUNDING),
        RegionKind("late", MISTAKE_ROLES[0]),
    )


@pytest.mark.parametrize("true", [True, False])
@pytest.mark.parametrize("told", [True, False])
def test_what_a_mistake_makes_of_an_answer(true: bool, told: bool) -> None:
    expected = {(True, False): Effect.MISSED_HIT, (False, True): Effect.PHANTOM_HIT}
    found = classify_effects(np.array([true]), told)
    assert EFFECTS[found[0]] is expected.get((true, told), Effect.WRONG)


def test_an_answer_that_tells_of_no_hit_is_answered_wrongly() -> None:
    asked = listing([], picking=True)
    trial = compare(asked, MANY)
    assert trial.hits is None
    assert EFFECTS[trial.effects] is Effect.WRONG


@dataclass(frozen=True)
class Spare(Toy):
    spare: float = slider(1.0, 0.0, 3.0, label="Spare")


def test_a_listing_may_use_a_parameter_that_the_truth_does_not_know() -> None:
    """Suspect cells do not vary along its axis, but the mistakes do."""
    asked = replace(
        listing([], picking=True),
        arguments=lambda p: (*p.at, p.spare),
        mistakes=(
            Mistake(
                MistakeKind("far"), lambda t: t.answer.total > 2.0, "", line="one ="
            ),
        ),
        is_suspect=lambda t: t.truth.total > 1.0,
        answer=lambda found: Sum(found.return_value(), found["x, y"]),
    )
    p = Spare(at=(1.0, np.arange(3.0)[:, None]), spare=np.arange(4.0)[None, :])  # type: ignore[arg-type]
    trial = compare(asked, p)
    assert trial.truth.total.shape == (3, 1)
    n = NO_KIND_INDEX
    expected = [[n, n, n, n], [n, n, 0, 0], [n, 0, 0, 0]]
    assert asked.regions(trial).index.tolist() == expected
    assert asked.find_faulty_lines(trial).tolist() == expected
