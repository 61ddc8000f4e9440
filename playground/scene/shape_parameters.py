"""Whole shapes as parameters: a box, a disc, a segment, a capsule.

Each is one line of the params and gives its numbers, their sliders and handles, arrays
to solve with and the record to draw:

>>> @dataclass(frozen=True)
... class Numbers(Params):
...     plate: Rect = box((1.0, 0.5), (2.0, 1.0), label="Plate")
...     ball: Circle = disc((-2.0, 1.0), 0.5, label="Ball")
>>> p = Numbers(ball=Circle((0.0, 0.0), 1.0))
>>> p.ball_radius
1.0
>>> p.plate.corners().tolist()
[[3.0, 1.5], [-1.0, 1.5], [-1.0, -0.5], [3.0, -0.5]]
>>> DrawList().add(p.plate.copy_with(role=Role.OBSTACLE, fill=0.15), p.ball)

A record that is given so tells where the shape is; how it looks is not kept.
"""

import math
from collections.abc import Mapping
from typing import Any, Required, TypedDict, Unpack

from playground.i18n import join_sentences, join_texts, message, with_texts
from playground.scene import params as declare
from playground.scene.handles import (
    CapsuleRadiusHandle,
    CornerHandle,
    MoveHandle,
    ResizeHandle,
    RotatedFrame,
    RotateHandle,
    Vec,
    rim_handle,
)
from playground.scene.parameter_types import CompositeParameter
from playground.scene.primitives import Capsule, Circle, Rect, Segment
from playground.scene.refusal import refusal


class ShapeOptions(TypedDict, total=False):
    """What every declaration of a shape may say.

    `label` is its name, before those of its numbers; `help` a sentence before theirs;
    `when` a pair (parameter, value), the only value with which the shape matters.
    """

    label: Required[str]
    help: str
    when: tuple[str, Any] | None


@with_texts("label", "help")
def _component_options(shape: ShapeOptions, label: str, help: str) -> Any:
    """Return what the declaration of one of a shape's numbers says."""
    return {
        "label": message(label, shape=shape["label"]),
        "help": join_sentences(shape.get("help", ""), help),
        "when": shape.get("when"),
    }


@with_texts("label", "help")
def box(
    center: Vec,
    half_extents: Vec,
    angle: float = 0.0,
    *,
    limit: float = 20.0,
    high: float = 10.0,
    **about: Unpack[ShapeOptions],
) -> Any:
    """Declare a rectangle that turns about its own centre: a `Rect`.

    It is moved by its inside, resized by sides and corners, the opposite ones staying,
    and turned by the grip beside it.

    Parameters
    ----------
    center, half_extents : pair of float
        The centre in the world, metres; half the width and height along its own sides.
    angle : float
        How far it is turned, radians counter-clockwise.
    limit, high : float
        The centre's coordinates are within `limit` of 0, the half extents in
        0 to `high`.
    **about
        `label`, `help` and `when`, as of all shapes.

    Returns
    -------
    Any
        The default of a field `name: Rect`. Its parameters are `name_center`,
        `name_half_extents` and `name_angle`.

    Raises
    ------
    ValueError
        The centre or the half extents are not two numbers.

    Examples
    --------
    ``plate: Rect = box((1.0, 0.5), (2.0, 1.0), math.radians(30), label="Plate")``
    """
    _check_size("center", center, (2,))
    _check_size("half_extents", half_extents, (2,))
    label = about["label"]

    def parts(names: Mapping[str, str]) -> dict[str, Any]:
        frame = RotatedFrame(names["center"], names["angle"])
        return {
            "center": declare.point(
                *center,
                limit=limit,
                handle=MoveHandle(frame=frame, box=names["half_extents"]),
                **_component_options(
                    about, "{shape} centre", "Its centre, in the world."
                ),
            ),
            "half_extents": declare.lengths(
                *half_extents,
                high=high,
                parts=(
                    message("{shape} half width", shape=label),
                    message("{shape} half height", shape=label),
                ),
                handle=ResizeHandle(names["center"], frame),
                **_component_options(
                    about,
                    "{shape} half extents",
                    "Half of its width and height, along its own sides.",
                ),
            ),
            "angle": declare.angle(
                angle,
                handle=RotateHandle(
                    names["center"], names["half_extents"], names["center"]
                ),
                **_component_options(
                    about,
                    "{shape} angle",
                    "How far it is turned about its centre, counter-clockwise.",
                ),
            ),
        }

    return CompositeParameter(Rect, parts, ("center", "half_extents", "angle"))


@with_texts("label", "help")
def disc(
    center: Vec,
    radius: float,
    *,
    limit: float = 20.0,
    high: float = 10.0,
    **about: Unpack[ShapeOptions],
) -> Any:
    """Declare a round shape in the plane: a `Circle`.

    It is moved by its inside and resized by its rim.

    Parameters
    ----------
    center : pair of float
        The centre in the world, metres.
    radius : float
        The radius, metres.
    limit, high : float
        The centre's coordinates are within `limit` of 0, the radius in 0 to `high`.
    **about
        `label`, `help` and `when`, as of all shapes.

    Returns
    -------
    Any
        The default of a field `name: Circle`. Its parameters are `name_center` and
        `name_radius`.

    Raises
    ------
    ValueError
        The centre is not two numbers.

    Examples
    --------
    ``ball: Circle = disc((-2.0, 1.0), 0.5, label="Ball")``
    """
    _check_size("center", center, (2,))

    def parts(names: Mapping[str, str]) -> dict[str, Any]:
        return {
            "center": declare.point(
                *center,
                limit=limit,
                handle=MoveHandle(disc=names["radius"]),
                **_component_options(
                    about, "{shape} centre", "Its centre, in the world."
                ),
            ),
            "radius": declare.slider(
                radius,
                0.0,
                high,
                unit="m",
                handle=rim_handle(names["center"], (math.sqrt(0.5), math.sqrt(0.5))),
                **_component_options(
                    about, "{shape} radius", "Its radius; with 0 it is a point."
                ),
            ),
        }

    return CompositeParameter(Circle, parts, ("center", "radius"))


@with_texts("label", "help")
def segment(
    a: Vec, b: Vec, *, limit: float = 20.0, **about: Unpack[ShapeOptions]
) -> Any:
    """Declare a segment in the plane or in space: a `Segment`.

    Each end is moved alone, the line between them moves both.

    Parameters
    ----------
    a, b : 2 or 3 floats
        The ends in the world, metres.
    limit : float
        The ends' coordinates are within `limit` of 0.
    **about
        `label`, `help` and `when`, as of all shapes.

    Returns
    -------
    Any
        The default of a field `name: Segment`. Its parameters are `name_a` and
        `name_b`.

    Raises
    ------
    ValueError
        The ends are not both two or both three numbers.

    Examples
    --------
    ``wall: Segment = segment((-3.0, 0.0), (3.0, 1.0), label="Wall")``
    """
    _check_ends(a, b)

    def parts(names: Mapping[str, str]) -> dict[str, Any]:
        return _end_declarations(a, b, limit, about, CornerHandle((names["b"],)))

    return CompositeParameter(Segment, parts, ("a", "b"))


@with_texts("label", "help")
def capsule(
    a: Vec,
    b: Vec,
    radius: float,
    *,
    limit: float = 20.0,
    high: float = 10.0,
    **about: Unpack[ShapeOptions],
) -> Any:
    """Declare all that is within a radius of a segment: a `Capsule`.

    Each end of the segment is moved alone, the inside moves both, the outline changes
    the radius; in space a grip beyond end B does.

    Parameters
    ----------
    a, b : 2 or 3 floats
        The ends of its axis in the world, metres.
    radius : float
        The radius, metres.
    limit, high : float
        The ends' coordinates are within `limit` of 0, the radius in 0 to `high`.
    **about
        `label`, `help` and `when`, as of all shapes.

    Returns
    -------
    Any
        The default of a field `name: Capsule`. Its parameters are `name_a`, `name_b`
        and `name_radius`.

    Raises
    ------
    ValueError
        The ends are not both two or both three numbers.

    Examples
    --------
    ``arm: Capsule = capsule((-3.0, 0.0), (3.0, 1.0), 0.5, label="Arm")``
    """
    _check_ends(a, b)

    def parts(names: Mapping[str, str]) -> dict[str, Any]:
        radial = declare.slider(
            radius,
            0.0,
            high,
            unit="m",
            handle=CapsuleRadiusHandle(names["a"], names["b"]),
            **_component_options(
                about, "{shape} radius", "Its radius; with 0 it is its axis."
            ),
        )
        body = CornerHandle((names["b"],), names["radius"])
        return _end_declarations(a, b, limit, about, body) | {"radius": radial}

    return CompositeParameter(Capsule, parts, ("a", "b", "radius"))


def _end_declarations(
    a: Vec, b: Vec, limit: float, about: ShapeOptions, body: CornerHandle
) -> dict[str, Any]:
    return {
        "a": declare.point(
            *a,
            limit=limit,
            handle=body,
            **_component_options(
                about, "{shape} end A", "One of its ends, in the world."
            ),
        ),
        "b": declare.point(
            *b,
            limit=limit,
            **_component_options(
                about, "{shape} end B", "The other of its ends, in the world."
            ),
        ),
    }


def _check_ends(a: Vec, b: Vec) -> None:
    _check_size("a", a, (2, 3))
    _check_size("b", b, (len(a),))


def _check_size(name: str, numbers: Vec, sizes: tuple[int, ...]) -> None:
    if len(numbers) not in sizes:
        raise refusal(
            "{name} must be {wanted} numbers, not {count}",
            name=name,
            wanted=join_texts(map(str, sizes), "or"),
            count=len(numbers),
        )
