"""Two ellipses of radii 2 and 1, and helpers to read the answer and its picture."""

import math

import numpy as np

from playground.scene import DrawList, Primitive
from playground.scene.params import with_values
from playground.scene.solution import Solution, draw_solution, solve_scene
from scenes.point_ellipse import SCENE
from scenes.point_ellipse.params import PointEllipseParams

# Its right tip is (4, 1).
UPRIGHT = PointEllipseParams((4.0, 3.0), (2.0, 1.0), (2.0, 1.0), 0.0)
TURNED = with_values(UPRIGHT, angle=math.pi / 6)


def asked(name: str) -> Solution:
    return solve_scene(SCENE, SCENE.cases[name].params)


def drawn(p: PointEllipseParams, **values: object) -> DrawList:
    """Return the picture, by default at the end of the three moves."""
    return draw_solution(SCENE, with_values(p, **{"progress": 3.0, **values}))


def only(out: DrawList, kind: type[Primitive], key: str = "") -> list[Primitive]:
    return [x for x in out.primitives if isinstance(x, kind) and key in ("", x.key)]


def row(p: PointEllipseParams, name: str) -> object:
    return next(x.value for x in solve_scene(SCENE, p).rows if x.name == name)


def on_ellipse(p: PointEllipseParams, at: object, tolerance: float = 1e-12) -> bool:
    dx, dy = np.asarray(at) - p.center
    c, s = math.cos(p.angle), math.sin(p.angle)
    level = math.hypot((c * dx + s * dy) / p.radii[0], (c * dy - s * dx) / p.radii[1])
    return abs(level - 1.0) <= tolerance
