"""Parameters of a scene, declared once as the fields of a frozen dataclass.

The class inherits from `Params`, and the functions of this module make its fields.
Slider, number entry, handle, clamping, reset, file format and test strategies all
follow from this one declaration.
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
"""The key of a parameter's declaration in the field's metadata."""

# Usual ranges of numbers that are declared without a limit.
_USUAL_COORDINATE_LIMIT = 20.0
_USUAL_LENGTH_LIMIT = 10.0
_USUAL_TURN_COUNT = 0.5


class ParameterOptions(TypedDict, total=False):
    """Options of every declaration.

    A declaration returns the default of a dataclass field. The examples show the
    field's type; vectors, points and lengths are `Vec2` or `Vec3`, with the unit "m" by
    default.

    Attributes
    ----------
    label : str
        The name next to the slider; required.
    unit : str
        "m", "°" or the like, after the number.
    help : str
        A sentence for the tooltip.
    handle : Handle
        The handle on the canvas that changes it.
    when : tuple of str and value
        Another parameter, and the only value of it for which this one matters.
    listed : bool
        Whether it has fields in the panel; if not, the window shows at most one
        point's.
    """

    label: Required[str]
    unit: str
    help: str
    handle: Handle
    when: tuple[str, Any]
    listed: bool


def declare_field(default: Any, spec: Parameter) -> Any:
    """Return a dataclass field with a default, whose metadata holds the declaration."""
    return field(
        default=default, metadata={PARAMETER_KEY: spec, SCHEMA_KEY: spec.schema}
    )


@with_texts("label", "help")
def point(
    *coordinates: float, limit: float | None = None, **about: Unpack[ParameterOptions]
) -> Any:
    """Declare a point in the world, draggable by default.

    Parameters
    ----------
    *coordinates : float
        The default: 2 or 3 numbers, metres.
    limit : float or None
        Each coordinate is in [-limit, limit]; None for no limit.
    **about
        `label` and further options, as in `ParameterOptions`.

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
    """Declare a vector that is not a position; `handle=TipHandle(tail)` drags its tip.

    Parameters
    ----------
    *components : float
        The default: 2 or 3 numbers.
    limit : float or None
        Each component is in [-limit, limit]; None for no limit.
    nonzero : bool
        Whether the zero vector has no answer, as for a direction; `solve` never gets
        one.
    **about
        `label` and further options, as in `ParameterOptions`.

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
        The default: 2 or 3 lengths, metres.
    low, high : float
        The range of each length; without `high` there is no upper limit.
    open_ended : bool
        Whether values above `high` may be typed.
    parts : tuple of str
        The names of the lengths, if x, y and z do not fit.
    **about
        `label` and further options, as in `ParameterOptions`.

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
        The default and the range.
    open_ended : bool
        Whether values above `high` may be typed, and below `low` if it is negative.
    **about
        `label` and further options, as in `ParameterOptions`.

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
    """Declare an `int`, such as a count; it is no axis of curves or maps.

    Parameters
    ----------
    default, low, high : int
        The default and the range, both ends included.
    **about
        `label` and further options, as in `ParameterOptions`.

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

    The field is a `tuple[Vec2, ...]` or `tuple[Vec3, ...]`. Each point has a handle,
    and dragging the interior of the polygon moves them all. Give
    `handle=VerticesHandle(closed=False)` for a polyline, which is moved by its line.

    Parameters
    ----------
    *places : sequence of float
        The default points: 2 or 3 coordinates each, metres.
    min_count, max_count : int
        The allowed number of points.
    limit : float or None
        Each coordinate is in [-limit, limit]; None for no limit.
    **about
        `label` and further options, as in `ParameterOptions`.

    Raises
    ------
    ValueError
        There are fewer than `min_count` or more than `max_count` points, or their
        numbers of coordinates differ.

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
    """Declare the number that the playback bar plays and scrubs.

    The scene's `timeline` names it.

    Parameters
    ----------
    default, low, high : float
        The default and the range, in the timeline's unit.
    view : bool
        Whether no answer depends on it, so that playing needs no new solution.
    **about
        `label` and further options, as in `ParameterOptions`.

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
        The default in radians, counter-clockwise; shown in degrees.
    turns : float or None
        The largest number of full turns in either direction; None for no limit.
    **about
        `label` and further options, as in `ParameterOptions`.

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
    """Declare a choice among a few words.

    Parameters
    ----------
    default : str
        The default, one of `options`.
    *options : str
        All words.
    **about
        `label` and further options, as in `ParameterOptions`.

    Examples
    --------
    ``mode: str = choice("disc", "disc", "ring", label="Mode")``
    """
    return declare_field(default, Choice(options=options, **about))


@with_texts("label", "help")
def toggle(default: bool, **about: Unpack[ParameterOptions]) -> Any:
    """Declare a `bool`, with the options in `ParameterOptions`."""
    return declare_field(default, Toggle(**about))


# ----------------------------------------------------------------------------


Vec2 = tuple[float, float]
Vec3 = tuple[float, float, float]


@dataclass(frozen=True)
class Params:
    """Base class of a scene's params, each a frozen dataclass.

    Each field's default is made by a function of this module.

    Raises
    ------
    TypeError
        The subclass is not a dataclass.

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
        """Create params; raise a clear TypeError if the class is not a dataclass."""
        if "__dataclass_fields__" not in vars(cls):
            raise TypeError(
                message(
                    "{name} is not a dataclass: write @dataclass(frozen=True) above it",
                    name=cls.__name__,
                )
            )
        return super().__new__(cls)


P = TypeVar("P", bound=Params)


def params_class(params: Params) -> Any:
    """Return the class of `params`, typed as hashable for caches despite mypy."""
    return type(params)


def parameters_of(kind: type[Params]) -> Mapping[str, Parameter]:
    """Return the parameters of a params class by name, in the order of declaration.

    Raises
    ------
    TypeError
        A field was not made by a function of this module.
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
    """Check that handles and conditions refer to existing parameters.

    Raises
    ------
    TypeError
        A field is no declared parameter.
    ValueError
        One refers to an unknown parameter, or a condition can never hold.
    """
    specs = parameters_of(kind)
    for name, spec in specs.items():
        for dependency in spec.handle.depends_on() if spec.handle else ():
            if dependency not in specs:
                raise refusal(
                    "{name}: its handle refers to {other!r}, which is not a parameter",
                    name=name,
                    other=dependency,
                )
        if spec.when is None:
            continue
        dependency, value = spec.when
        if dependency not in specs:
            raise refusal(
                "{name}: `when` names {other!r}, which is not a parameter",
                name=name,
                other=dependency,
            )
        try:
            specs[dependency].validate(dependency, value)
        except ValueError as error:
            raise refusal(
                "{name}: `when` can never be true: {error}", name=name, error=str(error)
            ) from error


@cache
def group_handles(kind: Any) -> Mapping[str, str]:
    """Return a group for each parameter: handles that depend on each other share one.

    Parameters
    ----------
    kind : type
        The params class.

    Returns
    -------
    mapping
        The name of a parameter of the group, by the name of each parameter.
    """
    specs = parameters_of(kind)
    shapes = {name: name for name in specs}
    for name, spec in specs.items():
        for dependency in spec.handle.depends_on() if spec.handle else ():
            old, new = shapes[name], shapes[dependency]
            shapes = {k: new if shape == old else shape for k, shape in shapes.items()}
    return shapes


@cache
def _has_conditions(kind: Any) -> bool:
    return any(spec.when is not None for spec in parameters_of(kind).values())


def relevant_parameters(params: Params) -> Mapping[str, Parameter]:
    """Return the parameters whose conditions hold for `params`."""
    specs = parameters_of(type(params))
    if not _has_conditions(cast("Any", type(params))):
        return specs

    def matters(spec: Parameter) -> bool:
        if spec.when is None:
            return True
        other_name, value = spec.when
        return getattr(params, other_name) == value and matters(specs[other_name])

    return {name: spec for name, spec in specs.items() if matters(spec)}


def reset_view_parameters(params: P) -> P:
    """Return params with each number that affects no answer set to 0.

    Where 0 is out of range, it is the allowed value nearest to 0.
    """
    idle = {
        name: spec.clamp(0.0)
        for name, spec in parameters_of(type(params)).items()
        if isinstance(spec, Number) and spec.view
    }
    return replace(params, **idle) if idle else params


def replace_degenerate(params: P) -> tuple[NDArray[np.bool_], P]:
    """Replace vectors that must not be zero, and return a mask of the states concerned.

    Parameters
    ----------
    params : Params
        Any of their numbers may be arrays.

    Returns
    -------
    lost : boolean array (...)
        Where a vector declared `nonzero` is zero, and so the params have no answer.
    sound : Params
        The params with that vector replaced by ones there.

    Raises
    ------
    ValueError
        The params are a single state, which has no answer.
    """
    is_lost, sound, refused = np.zeros((), np.bool_), params, ""
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
            safe_parts = tuple(np.where(zero, 1.0, part) for part in parts)
            sound = replace(sound, **{name: safe_parts})
            is_lost = is_lost | zero
    if refused and not _has_arrays(params):
        raise ValueError(refused)
    return is_lost, sound


def _has_arrays(params: Params) -> bool:
    """Return whether any relevant parameter holds an array."""
    for name in relevant_parameters(params):
        value = getattr(params, name)
        if any(map(np.ndim, value if isinstance(value, tuple) else (value,))):
            return True
    return False


def with_values(params: P, **values: Any) -> P:
    """Return params with some values replaced, each clamped to its range.

    Raises
    ------
    KeyError
        There is no parameter of that name.
    """
    specs = parameters_of(type(params))
    return replace(params, **{k: specs[k].clamp(v) for k, v in values.items()})


def changes_scale(before: Params, after: Params) -> bool:
    """Return whether a parameter differs, and is or was outside its usual range."""
    return any(
        values[0] != values[1] and not all(map(spec.includes, values))
        for name, spec in parameters_of(type(after)).items()
        if isinstance(spec, Ranged)
        for values in [(getattr(before, name), getattr(after, name))]
    )


def reset_times(params: P) -> P:
    """Return params with each time at the low end of its range."""
    specs = parameters_of(type(params)).items()
    times = {k: s.low for k, s in specs if isinstance(s, Number) and s.time}
    return replace(params, **times)


@dataclass(frozen=True)
class HandleMark:
    """A handle's mark on the canvas.

    Attributes
    ----------
    name : str
        The parameter.
    index : int
        The index among the marks of its handle.
    kind : HandleKind
        The kind of mark.
    at : tuple of float
        The position in the world, metres.
    label : str
        The parameter's label.
    """

    name: str
    index: int
    kind: HandleKind
    at: Vec
    label: str


def list_handle_marks(params: Params, pixel: float) -> list[HandleMark]:
    """Return the marks of all handles.

    Parameters
    ----------
    params : Params
        A single state.
    pixel : float
        The size of one pixel in the world, metres.
    """
    return [
        HandleMark(name, index, kind, at, spec.label)
        for name, spec in relevant_parameters(params).items()
        if spec.handle
        for index, (kind, at) in enumerate(spec.handle.list_marks(params, name, pixel))
    ]


# A mark is picked within this distance, a rim or a side within half of it.
PICK_RADIUS_PX = 12.0


def pick(params: Params, at: Vec, pixel: float) -> tuple[str, PressedHandle] | None:
    """Return the handle that a press picks, or None if it picks none.

    A mark within 12 pixels takes precedence over a rim or side within 6 pixels, and
    these over a shape's interior.

    Parameters
    ----------
    params : Params
        A single state.
    at : tuple of float
        The pressed position in the world, metres.
    pixel : float
        The size of one pixel in the world, metres.

    Returns
    -------
    name : str
        The parameter of the handle.
    hold : PressedHandle
        The picked part of the handle.
    """
    held = [
        (name, spec.handle.pick(params, name, at, pixel))
        for name, spec in relevant_parameters(params).items()
        if spec.handle
    ]
    markers = [
        g
        for g in list_handle_marks(params, pixel)
        if math.dist(g.at, at) <= PICK_RADIUS_PX * pixel
    ]
    if markers:
        best = min(markers, key=lambda g: (math.dist(g.at, at), *_pick_order(g.kind)))
        return best.name, PressedHandle(best.index, best.at, math.dist(best.at, at))
    near = [(name, h) for name, h in held if h.distance <= PICK_RADIUS_PX * pixel / 2]
    if near:
        return min(near, key=lambda item: item[1].distance)
    inside = [(name, h) for name, h in held if h.body]
    return min(inside, key=lambda item: item[1].distance) if inside else None


def _pick_order(kind: HandleKind) -> tuple[bool, bool]:
    """Return a sort key for coincident marks: those of a whole shape come last."""
    return kind is HandleKind.CENTER, kind is HandleKind.SIDE


# A size may stop a drag, then a point that moves with it.
_MAX_CLAMP_COUNT = 2


def drag(params: P, name: str, index: int, target: Vec, snap: float | None = None) -> P:
    """Return the params after a handle is dragged, clamped to their ranges.

    Parameters
    ----------
    params : Params
        A single state.
    name : str
        The parameter whose handle is dragged.
    index : int
        The index of the mark, as in `PressedHandle.index`.
    target : tuple of float
        The new position of the held point in the world, metres.
    snap : float or None
        The step of the snapping grid, metres.

    Raises
    ------
    ValueError
        The parameter has no handle.
    KeyError
        There is no parameter of that name.
    """
    handle = parameters_of(type(params))[name].handle
    if handle is None:
        raise refusal("{name} has no handle", name=name)
    wanted = handle.drag(params, name, index, target, snap)
    changed_params = with_values(params, **wanted)
    for _ in range(_MAX_CLAMP_COUNT):
        if all(getattr(changed_params, key) == value for key, value in wanted.items()):
            break
        wanted = handle.adjust_clamped_drag(params, wanted, changed_params, name, index)
        changed_params = with_values(changed_params, **wanted)
    return changed_params


def nudge(params: P, mark: HandleMark, step: Vec) -> P:
    """Return the params after a mark is moved by the vector `step` (world, metres)."""
    return drag(params, mark.name, mark.index, add(mark.at, step))
