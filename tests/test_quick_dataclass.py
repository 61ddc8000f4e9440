"""Classes of our `dataclass`, which behave like those of Python's."""

import dataclasses
import inspect
import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import field, fields, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from playground.quick_dataclass import dataclass as quick

T = TypeVar("T")
Decorator = Callable[..., Any]


def make_plain(decorator: Decorator, **options: bool) -> Any:
    @decorator(**options)
    class Made:
        """A class."""

        x: float
        name: "str" = "a"
        tags: list[str] = field(default_factory=list, compare=not options)
        cached: float = field(default=2.0, compare=False, repr=False)
        late: dict[str, int] = field(init=False, default_factory=dict, hash=False)
        fixed: int = field(init=False, default=3)
        side: int = field(default=1, kw_only=True)
        count: ClassVar[int] = 7

        @cached_property
        def double(self) -> float:
            return 2 * self.x

    return Made


def make_derived(decorator: Decorator, **options: bool) -> Any:
    class Derived(make_plain(decorator, **options)):  # type: ignore[misc]
        y: float = 0.0
        name: str = "b"

        def __post_init__(self) -> None:
            object.__setattr__(self, "fixed", self.y + 1)

    return decorator(**options)(Derived)


def make_own_methods(decorator: Decorator, **options: bool) -> Any:
    @decorator(**options)
    class Made:
        """A class."""

        x: float

        def __init__(self, twice: float) -> None:
            object.__setattr__(self, "x", twice / 2)

        def __repr__(self) -> str:
            return "own"

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Made)

    return Made


def make_own_hash(decorator: Decorator, **options: bool) -> Any:
    @decorator(**options)
    class Made:
        """A class."""

        x: float

        def __hash__(self) -> int:
            return 5

    return Made


def make_generic(decorator: Decorator, **options: bool) -> Any:
    @decorator(**options)
    class Base(ABC, Generic[T]):
        """A base without fields."""

        @abstractmethod
        def told(self) -> str: ...

    @decorator(**options)
    class Made(Base[T]):
        """A class."""

        x: T

        def told(self) -> str:
            return ""

    return Made[float]


BODIES = (
    make_plain, make_derived, make_own_methods, make_own_hash, make_generic,
)  # fmt: skip
OPTIONS = (
    {}, {"frozen": True}, {"eq": False}, {"frozen": True, "eq": False},
    {"frozen": True, "kw_only": True}, {"kw_only": True},
    {"frozen": True, "slots": True}, {"frozen": True, "order": True},
)  # fmt: skip
ARGUMENTS: tuple[tuple[tuple[Any, ...], dict[str, Any]], ...] = (
    ((), {}), ((1.0,), {}), ((2.0,), {}), ((1.0, "c"), {}), ((), {"x": 1.0}),
    ((1.0,), {"side": 4}), ((1.0, "a", ["t"]), {}), ((1.0,), {"cached": 9.0}),
    ((1.0,), {"fixed": 9}), ((), {"x": 1.0, "y": 3.0}), ((), {"twice": 6.0}),
)  # fmt: skip


def attempt(act: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Return the result of a call, or the type and text of its error."""
    try:
        return act(*given, **named)
    except (TypeError, ValueError, AttributeError) as error:
        return type(error), str(error)


def describe_class(kind: Any) -> list[Any]:
    signature = str(attempt(inspect.signature, kind))
    told: list[Any] = [attempt(getattr, kind, "__match_args__"), signature]
    told += [str(kind.__dataclass_params__), kind.__hash__ is None]
    told += [(f.name, f.type, f.default, f.kw_only, f.init) for f in fields(kind)]
    return [*told, [str(attempt(getattr, kind, f.name)) for f in fields(kind)]]


def describe_object(made: Any) -> list[Any]:
    if isinstance(made, tuple):
        return [made]
    told = [repr(made), attempt(hash, made), dataclasses.asdict(made)]
    told += [repr(attempt(replace, made, x=5.0)), repr(attempt(replace, made, fixed=1))]
    told += [attempt(setattr, made, "x", 8.0), attempt(delattr, made, "side")]
    told += [attempt(setattr, made, "new", 8.0), attempt(getattr, made, "double")]
    return [*told, repr(made)]


@pytest.mark.parametrize("options", OPTIONS, ids=lambda x: "-".join(x) or "plain")
@pytest.mark.parametrize("body", BODIES, ids=lambda body: body.__name__[5:])
def test_a_class_behaves_as_one_of_pythons_own(
    body: Callable[..., Any], options: dict[str, bool]
) -> None:
    kinds = [attempt(body, d, **options) for d in (dataclasses.dataclass, quick)]
    if isinstance(kinds[0], tuple):
        assert kinds[0] == kinds[1]
        return
    theirs, ours = (
        [attempt(kind, *given, **named) for given, named in ARGUMENTS] for kind in kinds
    )
    equal = [
        [attempt(lambda a, b: a == b, a, b) for a in m for b in m]
        for m in (theirs, ours)
    ]
    assert equal[0] == equal[1]
    for one, other in zip(theirs, ours, strict=True):
        if options.get("eq", True) or isinstance(one, tuple):
            assert describe_object(one) == describe_object(other)
        else:
            assert repr(one) == repr(other)
    first, second = (describe_class(getattr(k, "__origin__", k)) for k in kinds)
    assert first == second


@pytest.mark.parametrize(
    ("base", "derived"),
    [(quick, dataclasses.dataclass), (dataclasses.dataclass, quick)],
)
def test_a_class_derives_from_one_made_the_other_way(
    base: Decorator, derived: Decorator
) -> None:
    @derived(frozen=True)
    class Derived(make_plain(base, frozen=True)):  # type: ignore[misc]
        y: float = 0.0

    made = Derived(1.0, side=2, y=4.0)
    assert replace(made, x=2.0) == Derived(2.0, side=2, y=4.0) != made
    assert [f.name for f in fields(made)][-1] == "y"
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field"):
        made.x = 3.0


@quick(frozen=True)
class Point:
    """A class that pickle finds."""

    x: float
    y: float = 0.0


def test_pickled_and_matched() -> None:
    made = Point(1.0, 2.0)
    assert pickle.loads(pickle.dumps(made)) == made
    match made:
        case Point(x, y):
            assert (x, y) == (1.0, 2.0)


def test_a_value_within_itself_is_shown() -> None:
    made = make_plain(quick)(1.0)
    made.tags.append(made)
    assert "tags=[...]" in repr(made)
