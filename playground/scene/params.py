"""A scene's params: what is declared once of each, and what follows from it.

They are a frozen dataclass that inherits from `Params` and whose fields are made by
the functions here. Slider, number entry, drag handle,
clamping, reset, file format and test strategies all come from that one declaration.
"""

import math
from collections.abc import Mapping
from dataclasses import field, fields, replace
from functools import cache
from typing import Any, Required, TypedDict, TypeVar, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from playground.i18n import message, with_texts
from playground.quick_dataclass import dataclass
from playground.scene.handles import (
    Handle,
    HandleKind,
    MoveHandle,
    PressedHandle,
    Vec,
    VerticesHandle,
    add,
)
from playground.scene.parameter_types import (
    Angle,
    Choice,
    Integer,
    Number,
    Parameter,
    Points,
    Ranged,
    Toggle,
    Vector,
)
from playground.scene.refusal import refusal
from playground.scene.serialization import SCHEMA_KEY

PARAMETER_KEY = "spec"
"""Where the metadata of a field say how its parameter is declared."""

# How far numbers usually go that are declared without a limit.
_USUAL_COORDINATE_LIMIT = 20.0
_USUAL_LENGTH_LIMIT = 10.0
_USUAL_TURN_COUNT = 0.5


class ParameterOptions(TypedDict, total=False):
    """What every declaration may say of its parameter.

    The declaration returns the default of a field, whose type its example shows; of
    vectors, points and lengths that is `Vec2` or `Vec3`, and their unit "m" if none is
    given.

    Attributes
    ----------
    label : str
        Its name beside the slider; the only one that must be given.
    unit : str
        "m", "°" or the like, behind the number.
    help : str
        A sentence that is shown when the pointer rests on it.
    handle : Handle
        What is dragged on the canvas to change it.
    when : tuple of str and value
        Another parameter and the only value of it with which this one matters.
    listed : bool
        Whether it has fields beside the picture; if not it is changed there alone.
    """

    label: Required[str]
    unit: str
    help: str
    handle: Handle
    when: tuple[str, Any]
    listed: bool


def declare_field(default: Any, spec: Parameter) -> Any:
    """Return the default of a field that is declared so."""
    return field(
        default=default, metadata={PARAMETER_KEY: spec, SCHEMA_KEY: spec.schema}
    )


@with_texts("label", "help")
def point(
    *coordinates: float, limit: float | None = None, **about: Unpack[ParameterOptions]
) -> Any:
    """Declare a point in the world that is dragged, unless it has another handle.

    Parameters
    ----------
    *coordinates : float
        Where it is at first: 2 or 3 numbers, metres.
    limit : float or None
        Each coordinate is from -limit to limit; without one it may be any.

    Examples
    --------
    ``at: Vec2 = point(1.0, 0.5, label="Point P", help="The point.")``
    """
    about.setdefault("handle", MoveHandle())
    return vector(*coordinates, limit=limit, **about)


@with_texts("label", "help")
def vector(
    *components: float,
    limit: float | None = None,
    nonzero: bool = False,
    **about: Unpack[ParameterOptions],
) -> Any:
    """Declare a vector that is no place; give `handle=TipHandle(tail)` to drag its end.

    Parameters
    ----------
    *components : float
        What it is at first: 2 or 3 numbers.
    limit : float or None
        Each component is from -limit to limit; without one it may be any.
    nonzero : bool
        Whether there is no answer where all of it is 0, as of a direction. `solve` is
        never asked of such a state.

    Examples
    --------
    ``way: Vec2 = vector(3.0, 1.0, label="Way", nonzero=True, handle=TipHandle("a"))``
    """
    about.setdefault("unit", "m")
    spec = Vector(
        size=len(components), nonzero=nonzero, **_coordinate_range(limit), **about
    )
    return declare_field(components, spec)


def _coordinate_range(limit: float | None) -> dict[str, Any]:
    high = _USUAL_COORDINATE_LIMIT if limit is None else limit
    return {"low": -high, "high": high, "open_ended": limit is None}


@with_texts("parts", "label", "help")
def lengths(
    *values: float,
    low: float = 0.0,
    high: float | None = None,
    open_ended: bool = False,
    parts: tuple[str, ...] = (),
    **about: Unpack[ParameterOptions],
) -> Any:
    """Declare half extents or radii.

    Parameters
    ----------
    *values : float
        What they are at first: 2 or 3 lengths.
    low, high : float
        The range of each of them; without a `high` it has no end.
    open_ended : bool
        Whether `high` is only the usual end, and larger ones may be typed.
    parts : tuple of str
        What each is called, where x, y and z would not do.

    Examples
    --------
    ``half: Vec2 = lengths(2.0, 1.0, label="Extents", handle=ResizeHandle("center"))``
    """
    about.setdefault("unit", "m")
    spec = Vector(
        size=len(values),
        low=low,
        high=_USUAL_LENGTH_LIMIT if high is None else high,
        open_ended=open_ended or high is None,
        parts=parts,
        **about,
    )
    return declare_field(values, spec)


@with_texts("label", "help")
def slider(
    default: float,
    low: float,
    high: float,
    *,
    open_ended: bool = False,
    **about: Unpack[ParameterOptions],
) -> Any:
    """Declare a number in [low, high].

    Parameters
    ----------
    default, low, high : float
        What it is at first, and its range.
    open_ended : bool
        Whether `high` is only the usual end, and larger ones may be typed; so is a
        `low` that is below 0.

    Examples
    --------
    ``radius: float = slider(2.0, 0.0, 5.0, label="Radius r", unit="m")``
    """
    spec = Number(low=low, high=high, open_ended=open_ended, **about)
    return declare_field(default, spec)


@with_texts("label", "help")
def integer(
    default: int, low: int, high: int, **about: Unpack[ParameterOptions]
) -> Any:
    """Declare a field `int`, such as a count. No curve or map runs over it.

    Parameters
    ----------
    default, low, high : int
        What it is at first, and its range with both ends.

    Raises
    ------
    ValueError
        `low` is not below `high`.
    """
    if not low < high:
        raise refusal(
            "low must be below high, not {low} and {high}", low=low, high=high
        )
    return declare_field(default, Integer(low=low, high=high, **about))


@with_texts("label", "help")
def points(
    *places: Vec,
    min_count: int = 1,
    max_count: int = 24,
    limit: float | None = None,
    **about: Unpack[ParameterOptions],
) -> Any:
    """Declare a list of points, such as the corners of a polygon.

    The field is a `tuple[Vec2, ...]` or `tuple[Vec3, ...]`. Each point is dragged, and
    the inside of their polygon moves them all. Give
    `handle=VerticesHandle(closed=False)` for a chain, whose line moves them.

    Parameters
    ----------
    *places : sequence of float
        Where they are at first: 2 or 3 coordinates each, metres.
    min_count, max_count : int
        How many there may be.
    limit : float or None
        Each coordinate is from -limit to limit; without one it may be any.

    Raises
    ------
    ValueError
        There are fewer than `min_count` or more than `max_count`, or they differ in how
        many coordinates they have.

    Examples
    --------
    ``outline: Outline = points((0, 0), (2, 0), (1, 2), min_count=3, label="Outline")``
    """
    about.setdefault("handle", VerticesHandle())
    about.setdefault("unit", "m")
    if not 1 <= min_count <= len(places) <= max_count:
        raise refusal(
            "there must be {least} to {most} points, not {count}",
            least=min_count,
            most=max_count,
            count=len(places),
        )
    size = len(places[0])
    if any(len(place) != size for place in places):
        raise refusal("the points must have as many coordinates as the first")
    default = tuple(tuple(float(x) for x in place) for place in places)
    spec = Points(
        size=size,
        min_count=min_count,
        max_count=max_count,
        **_coordinate_range(limit),
        **about,
    )
    return declare_field(default, spec)


@with_texts("label", "help")
def time(
    default: float,
    low: float,
    high: float,
    *,
    view: bool = False,
    **about: Unpack[ParameterOptions],
) -> Any:
    """Declare the number that the transport bar plays and scrubs.

    The scene's `timeline` names it.

    Parameters
    ----------
    default, low, high : float
        What it is at first, and its range.
    view : bool
        Whether no answer depends on it: playing solves nothing again.

    Examples
    --------
    ``t: float = time(0.0, 0.0, 1.0, view=True, label="Time t")``
    """
    return declare_field(
        default, Number(low=low, high=high, time=True, view=view, **about)
    )


@with_texts("label", "help")
def angle(
    default: float, *, turns: float | None = None, **about: Unpack[ParameterOptions]
) -> Any:
    """Declare an angle.

    Parameters
    ----------
    default : float
        What it is at first: radians, counter-clockwise. It is shown in degrees.
    turns : float or None
        How many full turns either way it may go; without it any.

    Examples
    --------
    ``turn: float = angle(math.radians(30.0), label="Angle")``
    """
    about.setdefault("unit", "°")
    limit = (_USUAL_TURN_COUNT if turns is None else turns) * math.tau
    spec = Angle(low=-limit, high=limit, open_ended=turns is None, **about)
    return declare_field(default, spec)


@with_texts("options", "label", "help")
def choice(default: str, *options: str, **about: Unpack[ParameterOptions]) -> Any:
    """Declare one of a few words.

    Parameters
    ----------
    default : str
        The one that is chosen at first.
    *options : str
        All of them, the default among them.

    Examples
    --------
    ``mode: str = choice("disc", "disc", "ring", label="Mode")``
    """
    return declare_field(default, Choice(options=options, **about))


@with_texts("label", "help")
def toggle(default: bool, **about: Unpack[ParameterOptions]) -> Any:
    """Declare a field `bool`.

    Parameters
    ----------
    default : bool
        What it is at first.
    """
    return declare_field(default, Toggle(**about))


# ----------------------------------------------------------------------------


Vec2 = tuple[float, float]
Vec3 = tuple[float, float, float]


@dataclass(frozen=True)
class Params:
    """Base of every scene's params, which are frozen dataclasses.

    Each field has a default made by a function of this module.

    Raises
    ------
    TypeError
        The class of these params is no dataclass of its own.

    Examples
    --------
    >>> @dataclass(frozen=True)
    ... class Numbers(Params):
    ...     at: Vec2 = point(1.0, 0.5, label="Point P")
    ...     radius: float = slider(2.0, 0.0, 5.0, label="Radius r")
    >>> Numbers(radius=3.0)
    Numbers(at=(1.0, 0.5), radius=3.0)
    """

    def __new__(cls, *_: Any, **__: Any) -> "Params":
        """Say in words what Python would say of an argument."""
        if "__dataclass_fields__" not in vars(cls):
            raise TypeError(
                message(
                    "{name} is no dataclass: write @dataclass(frozen=True) over it",
                    name=cls.__name__,
                )
            )
        return super().__new__(cls)


P = TypeVar("P", bound=Params)


def params_class(params: Params) -> Any:
    """Return the class of these params, for caches: mypy takes none for hashable."""
    return type(params)


def parameters_of(kind: type[Params]) -> Mapping[str, Parameter]:
    """Return the declared parameters of a params class, in order.

    Raises
    ------
    TypeError
        A field is not declared by one of the functions made for it.
    """
    return _parameters_of(cast("Any", kind))  # mypy takes no dataclass for hashable


@cache
def _parameters_of(kind: Any) -> Mapping[str, Parameter]:
    for f in fields(kind):
        if PARAMETER_KEY not in f.metadata:
            raise TypeError(
                message(
                    "{name} is not declared: give it a default made by point, points, "
                    "vector, lengths, slider, integer, angle, time, choice or toggle",
                    name=f"{kind.__name__}.{f.name}",
                )
            )
    return {f.name: f.metadata[PARAMETER_KEY] for f in fields(kind)}


def check_names(kind: type[Params]) -> None:
    """See that handles and conditions name parameters.

    Raises
    ------
    ValueError
        Which one does not.
    """
    known = parameters_of(kind)
    for name, spec in known.items():
        for other in spec.handle.depends_on() if spec.handle else ():
            if other not in known:
                raise refusal(
                    "{name}: its handle leans on {other!r}, which is no parameter",
                    name=name,
                    other=other,
                )
        if spec.when is None:
            continue
        other, value = spec.when
        if other not in known:
            raise refusal(
                "{name}: `when` names {other!r}, which is no parameter",
                name=name,
                other=other,
            )
        try:
            known[other].validate(other, value)
        except ValueError as error:
            raise refusal(
                "{name}: `when` cannot come true: {error}", name=name, error=str(error)
            ) from error


@cache
def group_handles(kind: Any) -> Mapping[str, str]:
    """Return the shape of each parameter: handles that lean on others are of one."""
    known = parameters_of(kind)
    shapes = {name: name for name in known}
    for name, spec in known.items():
        for other in spec.handle.depends_on() if spec.handle else ():
            old, new = shapes[name], shapes[other]
            shapes = {k: new if one == old else one for k, one in shapes.items()}
    return shapes


@cache
def _has_conditions(kind: Any) -> bool:
    return any(spec.when is not None for spec in parameters_of(kind).values())


def relevant_parameters(params: Params) -> Mapping[str, Parameter]:
    """Return the parameters that matter in this state."""
    known = parameters_of(type(params))
    if not _has_conditions(cast("Any", type(params))):
        return known

    def matters(spec: Parameter) -> bool:
        if spec.when is None:
            return True
        other, value = spec.when
        return getattr(params, other) == value and matters(known[other])

    return {name: spec for name, spec in known.items() if matters(spec)}


def conditional_fields(
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
            declare_field(
                getattr(defaults, name),
                replace(spec, when=when) if spec.when is None else spec,
            ),
        )
        for name, spec in parameters_of(kind).items()
    ]


def reset_view_parameters(params: P) -> P:
    """Return the params without what no answer depends on."""
    idle = {
        name: spec.clamp(0.0)
        for name, spec in parameters_of(type(params)).items()
        if isinstance(spec, Number) and spec.view
    }
    return replace(params, **idle) if idle else params


def replace_degenerate(params: P) -> tuple[NDArray[np.bool_], P]:
    """Return where params have no answer, and params that have one everywhere.

    Parameters
    ----------
    params : Params
        Any of their numbers may be arrays.

    Returns
    -------
    lost : boolean array (...)
        Where a vector that is declared `nonzero` is zero.
    sound : Params
        The same params with another vector there.

    Raises
    ------
    ValueError
        The params are a single state, which has no answer.
    """
    lost, sound, refused = np.zeros((), np.bool_), params, ""
    for name, spec in relevant_parameters(params).items():
        if not (isinstance(spec, Vector) and spec.nonzero):
            continue
        parts = getattr(params, name)
        if all(isinstance(part, float) for part in parts) and any(parts):
            continue
        zero = np.asarray(True)
        for part in parts:
            zero = zero & (np.asarray(part) == 0.0)
        if zero.any():
            refused = refused or message("{name} must not be zero", name=spec.label)
            filled = tuple(np.where(zero, 1.0, part) for part in parts)
            sound = replace(sound, **{name: filled})
            lost = lost | zero
    if refused and not _has_arrays(params):
        raise ValueError(refused)
    return lost, sound


def _has_arrays(params: Params) -> bool:
    """Return whether any number of the params that matters is an array."""
    for name in relevant_parameters(params):
        value = getattr(params, name)
        if any(map(np.ndim, value if isinstance(value, tuple) else (value,))):
            return True
    return False


def with_values(params: P, **values: Any) -> P:
    """Return params with some values replaced, each clamped to its range."""
    known = parameters_of(type(params))
    return replace(params, **{k: known[k].clamp(v) for k, v in values.items()})


def changes_scale(before: Params, after: Params) -> bool:
    """Return whether a parameter that changed is or was outside its usual range."""
    return any(
        values[0] != values[1] and not all(map(spec.includes, values))
        for name, spec in parameters_of(type(after)).items()
        if isinstance(spec, Ranged)
        for values in [(getattr(before, name), getattr(after, name))]
    )


def reset_times(params: P) -> P:
    """Return the params with each time at the low end of its range."""
    known = parameters_of(type(params)).items()
    times = {k: s.low for k, s in known if isinstance(s, Number) and s.time}
    return replace(params, **times)


@dataclass(frozen=True)
class HandleMark:
    """One grip on the canvas: parameter, index within its handle, kind, place."""

    name: str
    index: int
    kind: HandleKind
    at: Vec
    label: str


def list_handle_marks(params: Params, pixel: float) -> list[HandleMark]:
    """Return every grip of the params.

    Parameters
    ----------
    params : Params
        A single state.
    pixel : float
        The length of one pixel in the world, metres.
    """
    return [
        HandleMark(name, index, kind, at, spec.label)
        for name, spec in relevant_parameters(params).items()
        if spec.handle
        for index, (kind, at) in enumerate(spec.handle.list_marks(params, name, pixel))
    ]


# Within this many pixels a grip is taken; its own marker wins over a rim or a side.
PICK_RADIUS_PX = 12.0


def pick(params: Params, at: Vec, pixel: float) -> tuple[str, PressedHandle] | None:
    """Return what a press at a place takes hold of, or None.

    A visible grip goes before a rim or side, and these before the inside of a shape.

    Parameters
    ----------
    params : Params
        A single state.
    at : tuple of float
        The place in the world, metres.
    pixel : float
        The length of one pixel in the world, metres.

    Returns
    -------
    name : str
        The parameter whose handle it is.
    hold : PressedHandle
        What of it is held.
    """
    held = [
        (name, spec.handle.pick(params, name, at, pixel))
        for name, spec in relevant_parameters(params).items()
        if spec.handle
    ]
    markers = [
        g
        for g in list_handle_marks(params, pixel)
        if _distance(g.at, at) <= PICK_RADIUS_PX * pixel
    ]
    if markers:
        best = min(markers, key=lambda g: (_distance(g.at, at), *_pick_order(g.kind)))
        return best.name, PressedHandle(best.index, best.at, _distance(best.at, at))
    near = [(name, h) for name, h in held if h.distance <= PICK_RADIUS_PX * pixel / 2]
    if near:
        return min(near, key=lambda item: item[1].distance)
    inside = [(name, h) for name, h in held if h.body]
    return min(inside, key=lambda item: item[1].distance) if inside else None


def _pick_order(kind: HandleKind) -> tuple[bool, bool]:
    """Order grips in one place: before those of a whole shape, or they stay there."""
    return kind is HandleKind.CENTER, kind is HandleKind.SIDE


def _distance(a: Vec, b: Vec) -> float:
    return math.dist(a, b)


# A size stops a drag, then what moves with it.
_MAX_CLAMP_COUNT = 2


def drag(params: P, name: str, index: int, target: Vec, snap: float | None = None) -> P:
    """Return the params after a drag, kept within their ranges.

    Parameters
    ----------
    params : Params
        A single state.
    name : str
        The parameter whose handle is dragged.
    index : int
        Which of its grips, as `PressedHandle.index` has it.
    target : tuple of float
        Where the point that is held goes in the world, metres.
    snap : float or None
        The step of the grid that it snaps to, metres.

    Raises
    ------
    ValueError
        The parameter has no handle.
    """
    handle = parameters_of(type(params))[name].handle
    if handle is None:
        raise refusal("{name} has no handle", name=name)
    wanted = handle.drag(params, name, index, target, snap)
    changed = with_values(params, **wanted)
    for _ in range(_MAX_CLAMP_COUNT):
        if all(getattr(changed, key) == value for key, value in wanted.items()):
            break
        wanted = handle.adjust_clamped_drag(params, wanted, changed, name, index)
        changed = with_values(changed, **wanted)
    return changed


def nudge(params: P, mark: HandleMark, step: Vec) -> P:
    """Return the params after the grip is moved by `step` in the world."""
    return drag(params, mark.name, mark.index, add(mark.at, step))
