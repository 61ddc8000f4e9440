"""`dataclass`, quicker to declare: one function is compiled for a class, not six.

Python 3.11 writes and compiles `__init__`, `__repr__`, `__eq__`, `__hash__`,
`__setattr__` and `__delattr__` of each class; for two hundred classes that is a fifth
of the window's start. Here only `__init__` is compiled, and the others are functions
that know the fields. The rest stays Python's own: `fields`, `replace`, `asdict`,
patterns, pickling. A class may derive from one made either way.
"""

import dataclasses
from abc import update_abstractmethods
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError
from functools import cache
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, ClassVar, get_origin

__all__ = ["dataclass"]

_OWN_OPTIONS = {"frozen", "eq", "kw_only"}


def _dataclass(cls: Any = None, /, **options: bool) -> Any:
    """Decorate as Python's `dataclass`, which still makes what has other options."""
    if cls is None:
        return lambda cls: _dataclass(cls, **options)
    if not options.keys() <= _OWN_OPTIONS:
        return dataclasses.dataclass(cls, **options)
    return _add_methods(cls, **options)


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _dataclass


def _add_methods(
    cls: Any, *, frozen: bool = False, eq: bool = True, kw_only: bool = False
) -> Any:
    example = _make_example(frozen=frozen, eq=eq, kw_only=kw_only)
    cls.__dataclass_params__ = example.__dataclass_params__
    cls.__dataclass_fields__ = _collect_fields(cls, example)
    fields = dataclasses.fields(cls)
    added: dict[str, Any] = {"__init__": _compile_init(cls, fields, frozen=frozen)}
    added["__repr__"] = _repr
    added["__match_args__"] = tuple(f.name for f in fields if f.init and not f.kw_only)
    if eq:
        added["__eq__"] = _make_eq([f.name for f in fields if f.compare])
        added["__hash__"] = _make_hash(fields) if frozen else None
    if frozen:
        added |= _make_frozen(cls, {f.name for f in fields})
    own_names = set(vars(cls))
    if vars(cls).get("__hash__") is None:  # set by Python beside an own `__eq__`
        own_names.discard("__hash__")
    for name in added.keys() - own_names:
        setattr(cls, name, added[name])
    return update_abstractmethods(cls)


@cache
def _make_example(**options: bool) -> Any:
    """Return a dataclass of Python's own: what it notes only it can make."""
    field: Any = dataclasses.field(default_factory=list)
    body = {"__annotations__": {"only": list}, "only": field}
    return dataclasses.dataclass(type("Example", (), body), **options)


# The default of an argument in whose place a field's factory is called.
[_MADE_BY_FACTORY] = _make_example().__init__.__defaults__


def _collect_fields(cls: Any, example: Any) -> dict[str, Any]:
    """Return the fields by name, and put their defaults in their places."""
    [like] = dataclasses.fields(example)
    fields: dict[str, Any] = {}
    for base in reversed(cls.__mro__[1:]):
        fields |= getattr(base, "__dataclass_fields__", {})
    for name, hint in vars(cls).get("__annotations__", {}).items():
        if ClassVar in (hint, get_origin(hint)):
            continue
        default = vars(cls).get(name, MISSING)
        is_field = isinstance(default, Field)
        field = default if is_field else dataclasses.field(default=default)
        if field.default is not MISSING:
            setattr(cls, name, field.default)
        elif is_field:
            delattr(cls, name)
        if field.kw_only is MISSING:
            field.kw_only = like.kw_only
        field.name, field.type = name, hint
        field._field_type = like._field_type  # type: ignore[attr-defined]
        fields[name] = field
    return fields


def _compile_init(
    cls: Any, fields: Sequence["Field[Any]"], *, frozen: bool
) -> Callable[..., None]:
    """Return the `__init__` that Python's `dataclass` would write."""
    namespace: dict[str, Any] = {"_set": object.__setattr__, "_made": _MADE_BY_FACTORY}
    parameters, keywords = ["self"], list[str]()
    lines = []
    for field in fields:
        name = value = argument = field.name
        default = f"_default_{name}"
        if field.default_factory is not MISSING:
            namespace[default] = field.default_factory
            value = f"{name} if {name} is not _made else {default}()"
            argument = f"{name}=_made"
            if not field.init:
                value = f"{default}()"
        elif not field.init:
            continue  # a default is found in the class
        elif field.default is not MISSING:
            namespace[default] = field.default
            argument = f"{name}={default}"
        if field.init:
            (keywords if field.kw_only else parameters).append(argument)
        lines.append(
            f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}"
        )
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    arguments = ", ".join([*parameters, *(["*", *keywords] if keywords else [])])
    text = f"def __init__({arguments}):\n " + "\n ".join(lines or ["pass"])
    results: dict[str, Any] = {}
    exec(text, namespace, results)
    init: Callable[..., None] = results["__init__"]
    init.__annotations__ = {f.name: f.type for f in fields if f.init} | {"return": None}
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__module__ = cls.__module__
    return init


@recursive_repr()
def _repr(self: Any) -> str:
    shown_fields = (f for f in dataclasses.fields(self) if f.repr)
    values = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in shown_fields)
    return f"{type(self).__qualname__}({values})"


def _values_of(names: Sequence[str]) -> Callable[[Any], Any]:
    """Return the function from an object to the tuple of these attributes."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)


def _make_eq(names: Sequence[str]) -> Callable[[Any, Any], Any]:
    values = _values_of(names)

    def __eq__(self: Any, other: Any) -> Any:  # noqa: N807
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    return __eq__


def _make_hash(fields: Sequence["Field[Any]"]) -> Callable[[Any], int]:
    hashed_fields = (f for f in fields if (f.compare if f.hash is None else f.hash))
    values = _values_of([f.name for f in hashed_fields])
    return lambda self: hash(values(self))


def _make_frozen(cls: Any, names: set[str]) -> dict[str, Callable[..., None]]:
    """Return the methods by which fields cannot be assigned or deleted."""

    def __setattr__(self: Any, name: str, value: object) -> None:  # noqa: N807
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:  # noqa: N807
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return {"__setattr__": __setattr__, "__delattr__": __delattr__}
