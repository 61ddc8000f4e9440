"""One declaration that makes several parameters, as a box its centre and its angle.

What is stored stays plain: `plate: Rect = box(…)` makes the fields `plate_center`,
`plate_half_extents` and `plate_angle`, so that sliders, files and undo know nothing of
shapes. An author gives and reads them together: `Numbers(plate=Rect(…))`, `p.plate`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from inspect import get_annotations
from typing import Any

from playground.language import message


@dataclass(frozen=True)
class Composite:
    """A declaration of several parameters, which are the first fields of a record.

    Attributes
    ----------
    record : class
        What the parameters are together; its fields have the names of the parts.
    parts : callable
        Given the name of each part's parameter by the name of the part, returns the
        declaration of each part: its handle names other parts.
    names : tuple of str
        The parts, in order.
    """

    record: type
    parts: Callable[[Mapping[str, str]], Mapping[str, Any]]
    names: tuple[str, ...]

    def parameters(self, name: str) -> dict[str, str]:
        """Return the name of each part's parameter."""
        return {part: f"{name}_{part}" for part in self.names}

    def declarations(self, name: str) -> dict[str, Any]:
        """Return the declaration of each part by its parameter."""
        parameters = self.parameters(name)
        parts = self.parts(parameters)
        return {parameters[part]: parts[part] for part in self.names}

    def read(self, params: Any, name: str) -> Any:
        """Return the record of the parameters in that state."""
        given = {k: getattr(params, v) for k, v in self.parameters(name).items()}
        return self.record(**given)

    def values(self, name: str, record: Any) -> dict[str, Any]:
        """Return the parameters' values from a record; TypeError for anything else."""
        if not isinstance(record, self.record):
            wanted = self.record.__name__
            raise TypeError(
                message(
                    "{name} must be a {wanted}, not {given}",
                    name=name,
                    wanted=wanted,
                    given=type(record).__name__,
                )
            )
        return {v: getattr(record, k) for k, v in self.parameters(name).items()}


class Composed(type):
    """The class of params: it makes fields of composites, and takes records for them.

    A record that is given whole goes before parameters of it that are given alone.
    """

    def __init__(
        cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **rest: Any
    ) -> None:
        super().__init__(name, bases, namespace, **rest)
        own = {k: v for k, v in namespace.items() if isinstance(v, Composite)}
        cls._composites: dict[str, Composite] = {}
        for base in reversed(cls.__mro__[1:]):
            cls._composites |= vars(base).get("_composites", {})
        cls._composites |= own
        if own:
            _lay_out(cls, own)

    def __call__(cls, *args: Any, **given: Any) -> Any:
        """Make params, each of whose composites may be given as a record."""
        if not cls._composites:
            return super().__call__(*args, **given)
        names = _in_order(cls)
        if len(args) > len(names):
            raise TypeError(
                message(
                    "{name} takes {count} values, not {given}",
                    name=cls.__name__,
                    count=len(names),
                    given=len(args),
                )
            )
        for name, value in zip(names, args, strict=False):
            if name in given:
                raise TypeError(
                    message(
                        "{name} is given {part} twice", name=cls.__name__, part=name
                    )
                )
            given[name] = value
        for name, composite in cls._composites.items():
            if name in given:
                given |= composite.values(name, given.pop(name))
        return super().__call__(**given)


def _lay_out(cls: Any, own: Mapping[str, Composite]) -> None:
    """Put the fields of the parts where the composites are declared."""
    annotations: dict[str, Any] = {}
    for name, kind in get_annotations(cls).items():
        if name not in own:
            annotations[name] = kind
            continue
        for parameter, declared in own[name].declarations(name).items():
            annotations[parameter] = Any
            setattr(cls, parameter, declared)
        setattr(cls, name, _reader(name, own[name]))
    cls.__annotations__ = annotations


def _reader(name: str, composite: Composite) -> cached_property[Any]:
    reader = cached_property(lambda params: composite.read(params, name))
    reader.__doc__ = f"The {composite.record.__name__} of its parameters."
    reader.attrname = name
    return reader


@cache
def _in_order(cls: Any) -> tuple[str, ...]:
    """Return what params are made of, in order: composites in place of their parts."""
    whole = {
        parameter: name
        for name, composite in cls._composites.items()
        for parameter in composite.parameters(name).values()
    }
    return tuple(dict.fromkeys(whole.get(f.name, f.name) for f in fields(cls)))
