"""`dataclass`, which makes frozen classes in a quarter of the time of Python's own.

That one lets Python compile six functions for every class, which for the hundred and
fifty classes of this program was half of the time until its window is there. Here
`__init__` is compiled; what compares, hashes, shows and refuses is the same for all of
them. What is not frozen, or wants more, is left to Python's.
"""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, eq=True, kw_only=False, **more):
        """Make a dataclass of a class, as `dataclasses.dataclass` does."""

        def made(cls):
            if more or not frozen:
                return dataclasses.dataclass(
                    frozen=frozen, eq=eq, kw_only=kw_only, **more
                )(cls)
            return _frozen(cls, eq=eq, kw_only=kw_only)

        return made if cls is None else made(cls)


__all__ = ["dataclass"]


def _frozen(cls: type, *, eq: bool, kw_only: bool) -> type:
    documented = cls.__doc__
    cls.__doc__ = documented or cls.__name__  # else a signature is looked up for it
    with _as_if_not_frozen(cls.__mro__[1:]):
        dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(cls)
    cls.__doc__ = documented
    vars(cls)["__dataclass_params__"].frozen = True
    known = dataclasses.fields(cls)
    methods: dict[str, Any] = {
        "__init__": _init(cls, known),
        "__repr__": _repr([f.name for f in known if f.repr]),
        "__setattr__": _refuse_to_set,
        "__delattr__": _refuse_to_delete,
    }
    if eq:
        values = _values([f.name for f in known if f.compare])
        methods["__eq__"] = _equals(values)
        methods["__hash__"] = lambda self: hash(values(self))
    own = {name for name in vars(cls) if vars(cls)[name] is not None}
    for name, method in methods.items():
        if name not in own:
            setattr(cls, name, method)
    return cls


@contextmanager
def _as_if_not_frozen(bases: Sequence[type]) -> Iterator[None]:
    """Let a class be derived from frozen ones without what refuses being compiled."""
    marks = [vars(base).get("__dataclass_params__") for base in bases]
    frozen = [mark for mark in marks if mark and mark.frozen]
    for mark in frozen:
        mark.frozen = False
    try:
        yield
    finally:
        for mark in frozen:
            mark.frozen = True


def _init(cls: type, known: Sequence[dataclasses.Field[Any]]) -> Callable[..., None]:
    """Compile what sets the fields, in their order, and then asks `__post_init__`."""
    names: dict[str, Any] = {"put": object.__setattr__, "absent": dataclasses.MISSING}
    takes, only, lines = ["self"], ["*"], []
    for f in known:
        given, value = f.name, f.name
        if f.default_factory is not dataclasses.MISSING:
            names[f"make_{f.name}"] = f.default_factory
            given, value = f"{f.name}=absent", f"make_{f.name}()"
            if f.init:
                value += f" if {f.name} is absent else {f.name}"
        elif f.default is not dataclasses.MISSING:
            names[f"usual_{f.name}"] = f.default
            given = f"{f.name}=usual_{f.name}"
        if f.init:
            (only if f.kw_only else takes).append(given)
        if f.init or value != f.name:
            lines.append(f"    put(self, {f.name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("    self.__post_init__()")
    takes += only if len(only) > 1 else []
    head = f"def __init__({', '.join(takes)}):"
    exec("\n".join([head, *(lines or ["    pass"])]), names)
    init: Callable[..., None] = names["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = {f.name: f.type for f in known} | {"return": None}
    init.__module__ = cls.__module__
    return init


def _values(names: Sequence[str]) -> Callable[[Any], Any]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)


def _equals(values: Callable[[Any], Any]) -> Callable[[Any, object], bool]:
    def equals(self: Any, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented  # type: ignore[no-any-return]
        return bool(values(self) == values(other))

    return equals


def _repr(names: Sequence[str]) -> Callable[[Any], str]:
    @recursive_repr()
    def shown(self: Any) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({values})"

    return shown


def _refuse_to_set(self: object, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
