"""Parameters, symbols and query of article 2's scene."""

import math
from dataclasses import dataclass

import numpy as np

import playground.scene as sc
from playground.collision import RectFeature, circle_rect
from playground.scene.query import query_of

FRAME = sc.RotatedFrame("pivot", "angle")
RIM = (math.sqrt(0.5), math.sqrt(0.5))
VALUES, NODE = sc.message("plain values"), sc.message("engine node")


@dataclass(frozen=True)
class CircleRectParams(sc.Params):
    """Disc and rectangle rotated about a pivot.

    The rectangle's centre and half extents are those before the rotation. The pivot is
    declared before them, so that its handle is on top where they coincide.
    """

    center: sc.Vec2 = sc.point(
        0.5,
        2.4,
        label="Circle centre C",
        help="Centre of the circle, in the world.",
        handle=sc.MoveHandle(disc="radius"),
    )
    radius: float = sc.slider(
        1.5,
        0.0,
        10.0,
        open_ended=True,
        label="Radius r",
        unit="m",
        help="Radius of the circle; a circle of radius 0 is a point.",
        handle=sc.RimHandle("center", RIM),
    )
    pivot: sc.Vec2 = sc.point(
        -2.5,
        -1.75,
        label="Pivot P",
        help="The world point that the rectangle is turned about.",
        handle=sc.PivotHandle("rect_center", "angle"),
    )
    rect_center: sc.Vec2 = sc.point(
        -1.0,
        -1.5,
        label="Rectangle centre K",
        help="Centre of the rectangle before the turn, in the world.",
        handle=sc.MoveHandle(carries=("pivot",), frame=FRAME, box="half_extents"),
    )
    half_extents: sc.Vec2 = sc.lengths(
        2.5,
        1.25,
        label="Half extents h",
        parts=("Half width hx", "Half height hy"),
        help="Half of the rectangle's width and height, along its own sides.",
        handle=sc.ResizeHandle("rect_center", FRAME),
    )
    angle: float = sc.angle(
        math.radians(30.0),
        label="Angle θ",
        help="How far the rectangle is turned about P, counter-clockwise. The "
        "article's engine, Cocos2d-x, counts clockwise.",
        handle=sc.RotateHandle("rect_center", "half_extents", "pivot"),
    )
    call: str = sc.choice(
        VALUES,
        VALUES,
        NODE,
        label="Article is given",
        help="Which of the article's two functions is called: the one that takes "
        "plain values, or the one that takes a node of the engine, anchored at "
        "P.",
    )
    turned: float = sc.time(
        1.0,
        0.0,
        1.0,
        view=True,
        label="Turned back",
        help="How far the second view is turned back: at 0 it shows the world; at 1 θ "
        "is undone, and it shows the rectangle's frame.",
    )


# Colour, first step, symbol in formulas and listing variables of each quantity.
N = sc.SymbolTable(
    rectangle=sc.Symbol(sc.Role.OBSTACLE, listing="left bottom right top x1 y1 x2 y2"),
    expanded=sc.Symbol(sc.Role.CONSTRUCTION, 6),
    K=sc.Symbol(sc.Role.OBSTACLE),
    circle=sc.Symbol(sc.Role.MOVER),
    C=sc.Symbol(sc.Role.MOVER),
    local_center=sc.Symbol(sc.Role.MOVER, tex="C'", listing="xc yc x y"),
    P=sc.Symbol(sc.Role.ACCENT, listing="px py"),
    angle=sc.Symbol(sc.Role.ACCENT, tex=r"\theta", listing="angle theta cosine sine"),
    arm=sc.Symbol(sc.Role.CONSTRUCTION, 1, "(C - P)"),
    article=sc.Symbol(sc.Role.ARTICLE, 1),
    h=sc.Symbol(sc.Role.OBSTACLE, 2, derivation=True, listing="width height"),
    q=sc.Symbol(sc.Role.INK, 2, derivation=True),
    regions=sc.Symbol(sc.Role.CONSTRUCTION, 3),
    k=sc.Symbol(sc.Role.EXIT, 3, derivation=True),
    excess=sc.Symbol(sc.Role.ACCENT, 4, "e", derivation=True),
    distance=sc.Symbol(sc.Role.INK, 5, "d"),
    r=sc.Symbol(sc.Role.MOVER, 6, listing="r r2"),
    depth=sc.Symbol(sc.Role.HIT, 6, "g"),
    compared=sc.Symbol(sc.Role.HIT, 6, derivation=True),
    test=sc.Symbol(sc.Role.HIT, 7, derivation=True),
    tests=sc.Symbol(
        sc.Role.CONSTRUCTION,
        7,
        derivation=True,
        listing="x1c2 x2c2 y1c2 y2c2 a b c d e f",
    ),
    closest=sc.Symbol(sc.Role.HIT, 8, "Q"),
    normal=sc.Symbol(sc.Role.NORMAL, 9, "n"),
)


# ----------------------------------------------------------------------------
# Query of the scene, for the evaluation of user code.
# ----------------------------------------------------------------------------


def _params(a: sc.Arguments) -> CircleRectParams:
    pivot = a["rect_center"] if a["pivot"] is None else a["pivot"]
    return CircleRectParams(**{**a, "pivot": pivot})


def _aim(a: sc.Arguments, aim: sc.MoverAim) -> sc.Arguments:
    cosine, sine = np.moveaxis(sc.rotation(a["angle"]), -1, 0)
    px, py = a["rect_center"] if a["pivot"] is None else a["pivot"]
    (u, v, _), (rx, ry), (w, h) = aim.at, a["rect_center"], a["half_extents"]
    x, y = rx - px + u * (w + a["radius"]), ry - py + v * (h + a["radius"])
    return {**a, "center": (px + cosine * x - sine * y, py + sine * x + cosine * y)}


QUERY = query_of(
    circle_rect,
    CircleRectParams,
    "distance depth closest normal",
    lambda a, e: sc.sign_by_verdict(e.distance, e.hit, e.hit & ~e.overlaps),
    kinds={"pivot": sc.ArgumentKind.PLACE},
    ignored="call",
    params=_params,
    number="distance",
    choices={"center_inside": lambda a, e: e.feature == RectFeature.INSIDE},
    fixed={"angle": 0.0, "pivot": None},
    aim=_aim,
)
