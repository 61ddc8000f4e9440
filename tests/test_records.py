"""A record behaves as a frozen dataclass of Python's own."""

import copy
import dataclasses
import inspect
import pickle
from dataclasses import FrozenInstanceError, field, replace
from functools import cached_property
from typing import Any

import pytest

from playground import records


def made_by(dataclass: Any) -> Any:
    @dataclass(frozen=True)
    class Base:
        """A base."""

        a: int
        b: tuple[int, ...] = (1, 2)
        listed: list[int] = field(default_factory=list, repr=False)

    @dataclass(frozen=True)
    class Derived(Base):
        c: float = field(default=2.0, compare=False)
        made: str = field(init=False, default="")
        d: str = field(default="d", kw_only=True)
        shared = 7

        def __post_init__(self) -> None:
            object.__setattr__(self, "made", f"{self.a}{self.d}")

        @cached_property
        def twice(self) -> int:
            return 2 * self.a

    return Base, Derived


WAYS = {way: made_by(way) for way in (dataclasses.dataclass, records.dataclass)}
KNOWN, OURS = WAYS.values()


@records.dataclass(frozen=True)
class Pair:
    x: float
    y: float = 0.0


@records.dataclass(frozen=True, eq=False)
class Alone:
    x: float


@records.dataclass(frozen=True, kw_only=True)
class Named:
    x: float
    y: float = 0.0


@records.dataclass(frozen=True)
class Own:
    x: float

    def __repr__(self) -> str:
        return "mine"

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 5


@pytest.mark.parametrize("base_or_derived", [0, 1])
def test_fields_signature_and_text_are_the_same(base_or_derived):
    one, two = KNOWN[base_or_derived], OURS[base_or_derived]
    assert [f.name for f in dataclasses.fields(one)] == [
        f.name for f in dataclasses.fields(two)
    ]
    given, taken = (inspect.signature(c).parameters.values() for c in (one, two))
    assert [(p.name, p.kind) for p in given] == [(p.name, p.kind) for p in taken]
    assert repr(one(3, listed=[4])) == repr(two(3, listed=[4]))
    assert dataclasses.asdict(one(3)) == dataclasses.asdict(two(3))
    assert one.__match_args__ == two.__match_args__


def test_values_and_defaults_arrive():
    derived = OURS[1](1, (5,), d="e")
    assert (derived.a, derived.b, derived.listed) == (1, (5,), [])
    assert (derived.c, derived.d, derived.made, derived.shared) == (2.0, "e", "1e", 7)
    assert OURS[1](1).listed is not OURS[1](1).listed
    assert replace(derived, a=2).made == "2e"
    with pytest.raises(TypeError, match="missing 1 required positional"):
        OURS[1]()
    with pytest.raises(TypeError, match="positional"):
        Named(1.0)
    assert Named(x=1.0) == Named(y=0.0, x=1.0)


def test_it_refuses_to_be_changed():
    pair = Pair(1.0)
    for change in (
        lambda: setattr(pair, "x", 2.0),
        lambda: setattr(pair, "other", 2.0),
        lambda: delattr(pair, "x"),
    ):
        with pytest.raises(FrozenInstanceError):
            change()
    assert pair == Pair(1.0)
    derived = OURS[1](4)
    assert derived.twice == 8  # what is remembered is no change
    assert derived == OURS[1](4)


@pytest.mark.parametrize("first", [dataclasses.dataclass, records.dataclass])
@pytest.mark.parametrize("then", [dataclasses.dataclass, records.dataclass])
def test_one_kind_is_derived_from_the_other(first, then):
    @first(frozen=True)
    class Base:
        x: int

    @then(frozen=True)
    class Derived(Base):
        y: int = 2

    derived = Derived(1)
    assert (derived.x, derived.y) == (1, 2)
    for change in (lambda: setattr(derived, "x", 2), lambda: setattr(derived, "y", 2)):
        with pytest.raises(FrozenInstanceError):
            change()
    assert derived == Derived(1) != Derived(2)
    with pytest.raises(TypeError, match="cannot inherit non-frozen"):

        @dataclasses.dataclass
        class Loose(Derived):
            z: int = 3


def test_equal_values_of_one_kind_are_equal():
    base, derived = OURS
    assert base(1, listed=[2]) == base(1, listed=[2]) != base(1)
    assert derived(1, c=5.0) == derived(1, c=6.0)
    assert base(1) != derived(1)
    assert Pair(1.0, 2.0) != (1.0, 2.0)
    assert len({Pair(1.0), Pair(1.0), Pair(2.0)}) == 2
    nan = float("nan")
    assert Pair(nan) == Pair(nan)  # the same object, as in a tuple
    assert Alone(1.0) != Alone(1.0)
    assert len({Alone(1.0), Alone(1.0)}) == 2


def test_what_a_class_says_itself_stays():
    assert (repr(Own(1.0)), Own(1.0) == 3, hash(Own(1.0))) == ("mine", True, 5)


def test_copies_are_equal():
    pair = Pair(1.0, 2.0)
    assert pickle.loads(pickle.dumps(pair)) == copy.deepcopy(pair) == pair


def test_what_is_not_frozen_is_left_to_python():
    @records.dataclass
    class Loose:
        x: int

    loose = Loose(1)
    loose.x = 2
    assert loose == Loose(2)

    @records.dataclass(frozen=True, slots=True)
    class Slotted:
        x: int

    assert not hasattr(Slotted(1), "__dict__")
