"""What declares a parameter: the defaults of the fields of a params class."""

import math
from dataclasses import field
from typing import Any, Required, TypedDict, Unpack

from playground.language import message, with_texts
from playground.scene.bodies import Vertices
from playground.scene.codec import FORM
from playground.scene.handles import Handle, Move, Vec
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

SPEC = "spec"
"""Where the metadata of a field say how its parameter is declared."""


class SpecOptions(TypedDict, total=False):
    """What every declaration may say of its parameter.

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
    """

    label: Required[str]
    unit: str
    help: str
    handle: Handle
    when: tuple[str, Any]


def declared(default: Any, spec: Spec) -> Any:
    """Return the default of a field that is declared so."""
    return field(default=default, metadata={SPEC: spec, FORM: spec.form})


@with_texts("label", "help")
def point(
    *coordinates: float, limit: float = 20.0, **about: Unpack[SpecOptions]
) -> Any:
    """Declare a point in the world that is dragged, unless it has another handle.

    Parameters
    ----------
    *coordinates : float
        Where it is at first: 2 or 3 numbers, metres.
    limit : float
        Each coordinate is from -limit to limit.
    **about
        As `SpecOptions` has it.

    Returns
    -------
    Any
        The default of a field `Vec2` or `Vec3`.

    Examples
    --------
    ``at: Vec2 = point(1.0, 0.5, label="Point P", help="The point.")``
    """
    about.setdefault("handle", Move())
    return vector(*coordinates, limit=limit, **about)


@with_texts("label", "help")
def vector(
    *components: float,
    limit: float = 20.0,
    nonzero: bool = False,
    **about: Unpack[SpecOptions],
) -> Any:
    """Declare a vector that is no place; give `handle=Tip(tail)` to drag its end.

    Parameters
    ----------
    *components : float
        What it is at first: 2 or 3 numbers.
    limit : float
        Each component is from -limit to limit.
    nonzero : bool
        Whether there is no answer where all of it is 0, as of a direction. `solve` is
        never asked of such a state.
    **about
        As `SpecOptions` has it; the unit is "m" unless another is given.

    Returns
    -------
    Any
        The default of a field `Vec2` or `Vec3`.

    Examples
    --------
    ``way: Vec2 = vector(3.0, 1.0, nonzero=True, label="Way", handle=Tip("origin"))``
    """
    about.setdefault("unit", "m")
    spec = Vector(
        size=len(components), low=-limit, high=limit, nonzero=nonzero, **about
    )
    return declared(components, spec)


@with_texts("parts", "label", "help")
def lengths(
    *values: float,
    low: float = 0.0,
    high: float = 10.0,
    parts: tuple[str, ...] = (),
    **about: Unpack[SpecOptions],
) -> Any:
    """Declare half extents or radii.

    Parameters
    ----------
    *values : float
        What they are at first: 2 or 3 lengths.
    low, high : float
        The range of each of them.
    parts : tuple of str
        What each is called, where x, y and z would not do.
    **about
        As `SpecOptions` has it; the unit is "m" unless another is given.

    Returns
    -------
    Any
        The default of a field `Vec2` or `Vec3`.

    Examples
    --------
    ``half: Vec2 = lengths(2.0, 1.0, label="Half extents", handle=Resize("center"))``
    """
    about.setdefault("unit", "m")
    size = len(values)
    spec = Vector(size=size, low=low, high=high, parts=parts, **about)
    return declared(values, spec)


@with_texts("label", "help")
def slider(
    default: float, low: float, high: float, **about: Unpack[SpecOptions]
) -> Any:
    """Declare a number in [low, high].

    Parameters
    ----------
    default, low, high : float
        What it is at first, and its range.
    **about
        As `SpecOptions` has it.

    Returns
    -------
    Any
        The default of a field `float`.

    Examples
    --------
    ``radius: float = slider(2.0, 0.0, 5.0, label="Radius r", unit="m")``
    """
    return declared(default, Number(low=low, high=high, **about))


@with_texts("label", "help")
def whole(default: int, low: int, high: int, **about: Unpack[SpecOptions]) -> Any:
    """Declare a whole number, such as a count. No curve or map runs over it.

    Parameters
    ----------
    default, low, high : int
        What it is at first, and its range with both ends.
    **about
        As `SpecOptions` has it.

    Returns
    -------
    Any
        The default of a field `int`.

    Raises
    ------
    ValueError
        `low` is not below `high`.
    """
    if not low < high:
        raise ValueError(
            message("low must be below high, not {low} and {high}", low=low, high=high)
        )
    return declared(default, Whole(low=low, high=high, **about))


@with_texts("label", "help")
def points(
    *places: Vec,
    least: int = 1,
    most: int = 24,
    limit: float = 20.0,
    **about: Unpack[SpecOptions],
) -> Any:
    """Declare a list of points, such as the corners of a polygon.

    Each is dragged, and the inside of their polygon moves them all. Give
    `handle=Vertices(closed=False)` for a chain, whose line moves them.

    Parameters
    ----------
    *places : sequence of float
        Where they are at first: 2 or 3 coordinates each, metres.
    least, most : int
        How many there may be.
    limit : float
        Each coordinate is from -limit to limit.
    **about
        As `SpecOptions` has it.

    Returns
    -------
    Any
        The default of a field `tuple[Vec2, ...]` or `tuple[Vec3, ...]`.

    Raises
    ------
    ValueError
        There are fewer than `least` or more than `most`, or they differ in how many
        coordinates they have.

    Examples
    --------
    ``outline: Outline = points((0, 0), (2, 0), (1, 2), least=3, label="Outline")``
    """
    about.setdefault("handle", Vertices())
    about.setdefault("unit", "m")
    if not 1 <= least <= len(places) <= most:
        raise ValueError(
            message(
                "there must be {least} to {most} points, not {count}",
                least=least,
                most=most,
                count=len(places),
            )
        )
    size = len(places[0])
    if any(len(place) != size for place in places):
        raise ValueError(
            message("the points must have as many coordinates as the first")
        )
    default = tuple(tuple(float(x) for x in place) for place in places)
    spec = Points(size=size, low=-limit, high=limit, least=least, most=most, **about)
    return declared(default, spec)


@with_texts("label", "help")
def time(
    default: float,
    low: float,
    high: float,
    *,
    view: bool = False,
    **about: Unpack[SpecOptions],
) -> Any:
    """Declare the number that the transport bar plays and scrubs.

    Parameters
    ----------
    default, low, high : float
        What it is at first, and its range.
    view : bool
        Whether no answer depends on it: playing solves nothing again.
    **about
        As `SpecOptions` has it.

    Returns
    -------
    Any
        The default of a field `float`, which the scene's `timeline` names.

    Examples
    --------
    ``t: float = time(0.0, 0.0, 1.0, view=True, label="Time t")``
    """
    return declared(default, Number(low=low, high=high, time=True, view=view, **about))


@with_texts("label", "help")
def angle(default: float, *, turns: float = 0.5, **about: Unpack[SpecOptions]) -> Any:
    """Declare an angle.

    Parameters
    ----------
    default : float
        What it is at first: radians, counter-clockwise. It is shown in degrees.
    turns : float
        How many full turns either way it may go.
    **about
        As `SpecOptions` has it.

    Returns
    -------
    Any
        The default of a field `float`.

    Examples
    --------
    ``turn: float = angle(math.radians(30.0), label="Angle")``
    """
    about.setdefault("unit", "°")
    limit = turns * math.tau
    return declared(default, Angle(low=-limit, high=limit, **about))


@with_texts("options", "label", "help")
def choice(default: str, *options: str, **about: Unpack[SpecOptions]) -> Any:
    """Declare one of a few words.

    Parameters
    ----------
    default : str
        The one that is chosen at first.
    *options : str
        All of them, the default among them.
    **about
        As `SpecOptions` has it.

    Returns
    -------
    Any
        The default of a field `str`.

    Examples
    --------
    ``mode: str = choice("disc", "disc", "ring", label="Mode")``
    """
    return declared(default, Choice(options=options, **about))


@with_texts("label", "help")
def toggle(default: bool, **about: Unpack[SpecOptions]) -> Any:
    """Declare a yes or no.

    Parameters
    ----------
    default : bool
        What it is at first.
    **about
        As `SpecOptions` has it.

    Returns
    -------
    Any
        The default of a field `bool`.
    """
    return declared(default, Toggle(**about))
