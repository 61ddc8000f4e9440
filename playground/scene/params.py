"""Declaring a parameter once.

A scene's params are a frozen dataclass that inherits from `Params` and whose fields
are made by the functions here. Slider, number entry, drag handle, clamping, reset,
file format and test strategies all come from that one declaration.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any, Required, TypedDict, TypeVar, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from playground.scene.bodies import Vertices
from playground.scene.composite import Composed
from playground.scene.handles import GripKind, Handle, Hold, Move, Vec, add
from playground.scene.specs import (
    Angle,
    Choice,
    Number,
    Points,
    Spec,
    Toggle,
    Vector,
    Whole,
)

Vec2 = tuple[float, float]
Vec3 = tuple[float, float, float]
_SPEC = "spec"
# A message quotes so many letters of what is wrong.
_QUOTED = 40


def brief(text: str) -> str:
    """Return the beginning of a text that was given, short enough for a message."""
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"


class About(TypedDict, total=False):
    """What every declaration may say, as `Spec` has it."""

    label: Required[str]
    unit: str
    help: str
    handle: Handle
    when: tuple[str, Any]


def _declare(default: Any, spec: Spec) -> Any:
    return field(default=default, metadata={_SPEC: spec})


def point(*coordinates: float, limit: float = 20.0, **about: Unpack[About]) -> Any:
    """Declare a point in the world, 2 or 3 coordinates, dragged by default."""
    about.setdefault("handle", Move())
    return vector(*coordinates, limit=limit, **about)


def vector(
    *components: float,
    limit: float = 20.0,
    nonzero: bool = False,
    **about: Unpack[About],
) -> Any:
    """Declare a free vector, 2 or 3 components; give `Tip(tail)` to drag it.

    One that is `nonzero`, such as a direction, has no answer where it is (0, 0).
    """
    about.setdefault("unit", "m")
    spec = Vector(
        size=len(components), low=-limit, high=limit, nonzero=nonzero, **about
    )
    return _declare(components, spec)


def lengths(
    *values: float,
    low: float = 0.0,
    high: float = 10.0,
    parts: tuple[str, ...] = (),
    **about: Unpack[About],
) -> Any:
    """Declare half extents or radii: 2 or 3 lengths in [low, high]."""
    about.setdefault("unit", "m")
    size = len(values)
    spec = Vector(size=size, low=low, high=high, parts=parts, **about)
    return _declare(values, spec)


def slider(default: float, low: float, high: float, **about: Unpack[About]) -> Any:
    """Declare a number in [low, high]."""
    return _declare(default, Number(low=low, high=high, **about))


def whole(default: int, low: int, high: int, **about: Unpack[About]) -> Any:
    """Declare a whole number from `low` to `high`, such as a count."""
    if not low < high:
        raise ValueError(f"low must be below high, not {low} and {high}")
    return _declare(default, Whole(low=low, high=high, **about))


def points(
    *places: Vec,
    least: int = 1,
    most: int = 24,
    limit: float = 20.0,
    **about: Unpack[About],
) -> Any:
    """Declare a list of points, such as the corners of a polygon.

    Each is dragged by default, and the inside of their polygon moves them all; give
    `Vertices(closed=False)` for a chain.
    """
    about.setdefault("handle", Vertices())
    about.setdefault("unit", "m")
    if not 1 <= least <= len(places) <= most:
        raise ValueError(f"there must be {least} to {most} points, not {len(places)}")
    size = len(places[0])
    if any(len(place) != size for place in places):
        raise ValueError("the points must have as many coordinates as the first")
    default = tuple(tuple(float(x) for x in place) for place in places)
    spec = Points(size=size, low=-limit, high=limit, least=least, most=most, **about)
    return _declare(default, spec)


def time(
    default: float,
    low: float,
    high: float,
    *,
    view: bool = False,
    **about: Unpack[About],
) -> Any:
    """Declare the number that the transport bar plays and scrubs.

    With `view` no answer depends on it: playing solves nothing again.
    """
    return _declare(default, Number(low=low, high=high, time=True, view=view, **about))


def angle(default: float, *, turns: float = 0.5, **about: Unpack[About]) -> Any:
    """Declare an angle in radians within `turns` either way, shown in degrees."""
    about.setdefault("unit", "°")
    limit = turns * math.tau
    return _declare(default, Angle(low=-limit, high=limit, **about))


def choice(default: str, *options: str, **about: Unpack[About]) -> Any:
    """Declare one of a few named values."""
    return _declare(default, Choice(options=options, **about))


def toggle(default: bool, **about: Unpack[About]) -> Any:
    """Declare a yes or no."""
    return _declare(default, Toggle(**about))


@dataclass(frozen=True)
class Params(metaclass=Composed):
    """Base of every scene's params, which are frozen dataclasses.

    Raises
    ------
    TypeError
        The class of these params is no dataclass of its own.
    """

    def __new__(cls, *_: Any, **__: Any) -> "Params":
        """Say in words what Python would say of an argument."""
        if "__dataclass_fields__" not in vars(cls):
            raise TypeError(
                f"{cls.__name__} is no dataclass: write @dataclass(frozen=True) over it"
            )
        return super().__new__(cls)


P = TypeVar("P", bound=Params)


@cache
def _specs(kind: Any) -> Mapping[str, Spec]:
    for f in fields(kind):
        if _SPEC not in f.metadata:
            raise TypeError(
                f"{kind.__name__}.{f.name} is not declared: give it a default made by "
                "point, points, vector, lengths, slider, whole, angle, time, choice, "
                "toggle, box, disc, segment or capsule"
            )
    return {f.name: f.metadata[_SPEC] for f in fields(kind)}


def specs(kind: type[Params]) -> Mapping[str, Spec]:
    """Return the declared parameters of a params class, in order."""
    return _specs(cast("Any", kind))


def check_names(kind: type[Params]) -> None:
    """See that handles and conditions name parameters; else ValueError saying which."""
    known = specs(kind)
    for name, spec in known.items():
        for other in spec.handle.leans_on() if spec.handle else ():
            if other not in known:
                raise ValueError(
                    f"{name}: its handle leans on {other!r}, which is no parameter"
                )
        if spec.when is None:
            continue
        other, value = spec.when
        if other not in known:
            raise ValueError(f"{name}: `when` names {other!r}, which is no parameter")
        try:
            known[other].check(other, value)
        except ValueError as error:
            raise ValueError(f"{name}: `when` cannot come true: {error}") from error


@cache
def _conditional(kind: Any) -> bool:
    return any(spec.when is not None for spec in specs(kind).values())


def relevant(params: Params) -> Mapping[str, Spec]:
    """Return the parameters that matter in this state."""
    known = specs(type(params))
    if not _conditional(cast("Any", type(params))):
        return known

    def matters(spec: Spec) -> bool:
        if spec.when is None:
            return True
        other, value = spec.when
        return getattr(params, other) == value and matters(known[other])

    return {name: spec for name, spec in known.items() if matters(spec)}


def fields_when(
    kind: type[Params], when: tuple[str, Any]
) -> list[tuple[str, Any, Any]]:
    """Return the declarations of a params class, to matter only on a condition.

    They are as `dataclasses.make_dataclass` takes them.
    """
    defaults = kind()
    return [
        (
            name,
            type(getattr(defaults, name)),
            _declare(
                getattr(defaults, name),
                replace(spec, when=when) if spec.when is None else spec,
            ),
        )
        for name, spec in specs(kind).items()
    ]


def without_view(params: P) -> P:
    """Return the params without what no answer depends on."""
    idle = {
        name: spec.clamp(0.0)
        for name, spec in specs(type(params)).items()
        if isinstance(spec, Number) and spec.view
    }
    return replace(params, **idle) if idle else params


def without_degenerate(params: P) -> tuple[NDArray[np.bool_], P]:
    """Return where params have no answer, and params that have one everywhere.

    Any of their numbers may be arrays. ValueError for a single state without answer.
    """
    lost, sound, refused = np.zeros((), np.bool_), params, ""
    for name, spec in relevant(params).items():
        if not (isinstance(spec, Vector) and spec.nonzero):
            continue
        parts = getattr(params, name)
        if all(isinstance(part, float) for part in parts) and any(parts):
            continue
        zero = np.asarray(True)
        for part in parts:
            zero = zero & (np.asarray(part) == 0.0)
        if zero.any():
            refused = refused or f"{spec.label} must not be zero"
            filled = tuple(np.where(zero, 1.0, part) for part in parts)
            sound = replace(sound, **{name: filled})
            lost = lost | zero
    if refused and not _many(params):
        raise ValueError(refused)
    return lost, sound


def _many(params: Params) -> bool:
    """Return whether any number of the params that matters is an array."""
    for name in relevant(params):
        value = getattr(params, name)
        if any(map(np.ndim, value if isinstance(value, tuple) else (value,))):
            return True
    return False


def with_values(params: P, **values: Any) -> P:
    """Return params with some values replaced, each clamped to its range."""
    known = specs(type(params))
    return replace(params, **{k: known[k].clamp(v) for k, v in values.items()})


def at_no_time(params: P) -> P:
    """Return the params with each time at the low end of its range."""
    known = specs(type(params)).items()
    times = {k: s.low for k, s in known if isinstance(s, Number) and s.time}
    return replace(params, **times)


def to_dict(params: Params) -> dict[str, Any]:
    """Return the params as plain JSON values."""
    return {name: _plain(getattr(params, name)) for name in specs(type(params))}


def _plain(value: Any) -> Any:
    return [_plain(x) for x in value] if isinstance(value, tuple) else value


def from_dict(kind: type[P], values: Mapping[str, Any]) -> P:
    """Return params from plain JSON values; ValueError naming what is wrong."""
    known = specs(kind)
    unknown = sorted(set(values) - set(known))
    if unknown:
        raise ValueError(f"unknown parameter {brief(repr(unknown[0])[1:-1])}")
    return kind(**{name: known[name].check(name, v) for name, v in values.items()})


@dataclass(frozen=True)
class Grip:
    """One grip on the canvas: parameter, index within its handle, kind, place."""

    name: str
    index: int
    kind: GripKind
    at: Vec
    label: str


def grips(params: Params, pixel: float) -> list[Grip]:
    """Return every grip of the params; `pixel` is the world length of one pixel."""
    return [
        Grip(name, index, kind, at, spec.label)
        for name, spec in relevant(params).items()
        if spec.handle
        for index, (kind, at) in enumerate(spec.handle.grips(params, name, pixel))
    ]


# Within this many pixels a grip is taken; its own marker wins over a rim or a side.
REACH = 12.0


def pick(params: Params, at: Vec, pixel: float) -> tuple[str, Hold] | None:
    """Return the parameter and hold under the world point `at`, or None.

    A visible grip goes before a rim or side, and these before the inside of a shape.
    """
    held = [
        (name, spec.handle.hold(params, name, at, pixel))
        for name, spec in relevant(params).items()
        if spec.handle
    ]
    markers = [g for g in grips(params, pixel) if _gap(g.at, at) <= REACH * pixel]
    if markers:
        best = min(markers, key=lambda g: (_gap(g.at, at), *_freed_last(g.kind)))
        return best.name, Hold(best.index, best.at, _gap(best.at, at))
    near = [(name, h) for name, h in held if h.gap <= REACH * pixel / 2]
    if near:
        return min(near, key=lambda item: item[1].gap)
    inside = [(name, h) for name, h in held if h.body]
    return min(inside, key=lambda item: item[1].gap) if inside else None


def _freed_last(kind: GripKind) -> tuple[bool, bool]:
    """Order grips in one place: before those of a whole shape, or they stay there."""
    return kind is GripKind.CENTER, kind is GripKind.SIDE


def _gap(a: Vec, b: Vec) -> float:
    return math.dist(a, b)


# A size stops a drag, then what moves with it.
_STOPS = 2


def drag(params: P, name: str, index: int, target: Vec, snap: float | None = None) -> P:
    """Return the params after the grip's held point is moved to `target`."""
    handle = specs(type(params))[name].handle
    if handle is None:
        raise ValueError(f"{name} has no handle")
    wanted = handle.dragged(params, name, index, target, snap)
    changed = with_values(params, **wanted)
    for _ in range(_STOPS):
        if all(getattr(changed, key) == value for key, value in wanted.items()):
            break
        wanted = handle.stopped(params, wanted, changed, name, index)
        changed = with_values(changed, **wanted)
    return changed


def nudge(params: P, grip: Grip, step: Vec) -> P:
    """Return the params after the grip is moved by `step` in the world."""
    return drag(params, grip.name, grip.index, add(grip.at, step))
