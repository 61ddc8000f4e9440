"""Parameters and query of the mode "one hit"."""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

import playground.scene as sc
from playground.collision import SweepBallBlock, sweep_ball_block
from playground.collision._arguments import Array, length
from playground.scene.query import query_of


@dataclass(frozen=True)
class OneHitParams(sc.Params):
    """Block, ball, and one step of the ball."""

    center: sc.Vec2 = sc.point(
        -2.8,
        3.4,
        label="Ball P₀",
        help="The ball's centre at t = 0, in the world.",
        handle=sc.MoveHandle(disc="radius"),
    )
    radius: float = sc.slider(
        0.9,
        0.0,
        3.0,
        open_ended=True,
        label="Radius r",
        unit="m",
        help="The ball's radius, and so the depth of the zones.",
        handle=sc.RimHandle("center", (-math.sqrt(0.5), math.sqrt(0.5))),
    )
    velocity: sc.Vec2 = sc.vector(
        2.6,
        -2.45,
        label="Velocity V",
        unit=sc.message("m/frame"),
        help="Displacement over one frame, in the world.",
        handle=sc.TipHandle("center"),
    )
    block: sc.Vec2 = sc.point(
        0.6,
        -0.6,
        label="Block centre",
        help="The centre of the block, in the world.",
        handle=sc.MoveHandle(box="half_extents"),
    )
    half_extents: sc.Vec2 = sc.lengths(
        2.4,
        1.2,
        label="Block half extents",
        parts=("Block half width", "Block half height"),
        help="Half of the block's width and height.",
        handle=sc.ResizeHandle("block"),
    )
    t: float = sc.time(
        1.0,
        0.0,
        1.0,
        label="Moment t",
        help="When the rule looks at the ball, as a fraction of the frame; a game "
        "looks at 1, the frame's end.",
    )

    @property
    def center_at_t(self) -> sc.Vec2:
        """The centre at time t, without a bounce before."""
        return sc.point_along(self.center, self.velocity, self.t)

    @property
    def low(self) -> sc.Vec2:
        """The block's lower left corner."""
        (x, y), (w, h) = self.block, self.half_extents
        return x - w, y - h

    @property
    def high(self) -> sc.Vec2:
        """The block's upper right corner."""
        (x, y), (w, h) = self.block, self.half_extents
        return x + w, y + h


# ----------------------------------------------------------------------------
# Query of the mode, for the evaluation of user code.
#
# The gap is the distance of the centre's path from the block minus the radius; for a
# path through the block, minus the distance by which it would have to move out.
# ----------------------------------------------------------------------------


# Closer to the edge than this, relative to the largest length, fractions decide.
_EXACT_CHECK_TOLERANCE = 1e-12


def _arguments(p: OneHitParams) -> dict[str, Any]:
    return {
        "center": p.center,
        "radius": p.radius,
        "velocity": p.velocity,
        "rect_min": p.low,
        "rect_max": p.high,
    }


def _params(a: sc.Arguments) -> OneHitParams:
    sides = [
        _middle_and_half(low, high)
        for low, high in zip(a["rect_min"], a["rect_max"], strict=True)
    ]
    (x, half_width), (y, half_height) = sides
    ball = {name: a[name] for name in ("center", "radius", "velocity")}
    return OneHitParams(**ball, block=(x, y), half_extents=(half_width, half_height))


def _middle_and_half(low: float, high: float) -> tuple[float, float]:
    """Return middle and half extent that give exactly these ends, if there are any."""
    middle, half = (low + high) / 2, (high - low) / 2
    pairs = list(product(_neighbouring_floats(middle), _neighbouring_floats(half)))
    return next(
        (p for p in pairs if (p[0] - p[1], p[0] + p[1]) == (low, high)), pairs[0]
    )


def _neighbouring_floats(x: float) -> list[float]:
    """Return a number rounded, unchanged, and its two neighbours."""
    return [round(x, 12), x, math.nextafter(x, math.inf), math.nextafter(x, -math.inf)]


def _normalize(a: sc.Arguments) -> sc.Arguments:
    ends = list(zip(a["rect_min"], a["rect_max"], strict=True))
    low = tuple(np.minimum(*pair)[()] for pair in ends)
    high = tuple(np.maximum(*pair)[()] for pair in ends)
    return {**a, "rect_min": low, "rect_max": high}


def _measure_gaps(a: sc.Arguments) -> tuple[Any, Any, Any]:
    """Return the gaps between path and block: along the axes, across, and squared.

    Along the axes: the larger one. Across the path: times the path's length. Both are
    negative if path and block meet; otherwise the third is the square of their
    distance. The numbers may be fractions.
    """
    (cx, cy), (vx, vy) = a["center"], a["velocity"]
    (x0, y0), (x1, y1) = a["rect_min"], a["rect_max"]
    low, high = np.minimum, np.maximum
    ends = (cx, cy), (cx + vx, cy + vy)
    x_left, right = low(ends[0][0], ends[1][0]), high(ends[0][0], ends[1][0])
    bottom, top = low(ends[0][1], ends[1][1]), high(ends[0][1], ends[1][1])
    along_axes = reduce(high, [x0 - right, x_left - x1, y0 - top, bottom - y1])

    corners = [(x - cx, y - cy) for x, y in product((x0, x1), (y0, y1))]
    sides = [x * vy - y * vx for x, y in corners]
    off_line = high(reduce(low, sides), -reduce(high, sides))

    square = vx * vx + vy * vy
    safe_square = np.where(square == 0, 1, square)
    squares = []
    for x, y in corners:
        t = low(high((x * vx + y * vy) / safe_square, 0), 1)
        squares.append((x - t * vx) ** 2 + (y - t * vy) ** 2)
    for x, y in ends:
        dx, dy = high(high(x0 - x, x - x1), 0), high(high(y0 - y, y - y1), 0)
        squares.append(dx * dx + dy * dy)
    return along_axes, np.where(square == 0, along_axes, off_line), reduce(low, squares)


def _measure_exactly(a: sc.Arguments) -> tuple[NDArray[np.bool_], Array]:
    """Return whether they merely touch, and the gap, computed with fractions."""
    fractions: dict[str, Any] = {
        name: tuple(map(_to_fractions, x)) if isinstance(x, tuple) else _to_fractions(x)
        for name, x in a.items()
    }
    along_axes, off_line, square = _measure_gaps(fractions)
    apart, radius = np.maximum(along_axes, off_line), fractions["radius"]
    excess = np.where(apart > 0, square - radius**2, apart)
    touching = (excess == 0) & ((apart > 0) | (radius == 0))
    reach = np.sqrt(square.astype(np.float64)) + radius.astype(np.float64)
    gap = np.where(
        apart > 0, excess / np.where(reach > 0.0, reach, 1.0), apart - radius
    )
    return np.asarray(touching, bool), gap.astype(np.float64)


def _to_fractions(numbers: Any) -> NDArray[np.object_]:
    return np.array([Fraction(float(x)) for x in numbers], object)


def _gap(a: sc.Arguments, e: SweepBallBlock) -> Array:
    """Return the least gap between ball and block; negative for an overlap."""
    radius = np.asarray(a["radius"], np.float64)
    vx, vy = a["velocity"]
    along_axes, off_line, square = _measure_gaps(a)
    # A speed whose square underflows counts as 0.
    speed = np.where(vx * vx + vy * vy == 0.0, 1.0, length(sc.stack_components(vx, vy)))
    inner = np.maximum(along_axes, off_line / speed)
    raw = np.asarray(np.where(inner > 0.0, np.sqrt(square), inner) - radius)
    numbers = (x for v in a.values() for x in (v if isinstance(v, tuple) else (v,)))
    doubtful = np.asarray(
        np.abs(raw) <= _EXACT_CHECK_TOLERANCE * sc.max_magnitude(*numbers)
    )
    touches = np.zeros(doubtful.shape, bool)
    if doubtful.any():
        touches[doubtful], raw[doubtful] = _measure_exactly(_select_cases(a, doubtful))
    return sc.sign_by_verdict(raw, e.hit, touches)


def _select_cases(a: sc.Arguments, where: NDArray[np.bool_]) -> dict[str, Any]:
    def select(x: Any) -> Any:
        return np.broadcast_to(x, where.shape)[where]

    return {
        name: tuple(map(select, x)) if isinstance(x, tuple) else select(x)
        for name, x in a.items()
    }


def _aim(a: sc.Arguments, aim: sc.MoverAim) -> sc.Arguments:
    velocity = aim.displacement_or(a["velocity"])
    sides = zip(a["rect_min"], a["rect_max"], aim.at, velocity, strict=False)
    center = tuple(
        (low + high) / 2 + u * ((high - low) / 2 + a["radius"]) - aim.fraction * v
        for low, high, u, v in sides
    )
    return {**a, "velocity": velocity, "center": center}


QUERY = query_of(
    sweep_ball_block,
    OneHitParams,
    "t center contact normal",
    _gap,
    kinds={"rect_min": sc.ArgumentKind.PLACE, "rect_max": sc.ArgumentKind.PLACE},
    ignored="block half_extents t",
    arguments=_arguments,
    params=_params,
    speed=lambda a: length(sc.stack_components(*a["velocity"])),
    position_at=lambda a, t: sc.point_along(a["center"], a["velocity"], t),
    choices={"start_inside": lambda a, e: e.t == 0.0},
    normalize=_normalize,
    aim=_aim,
)
