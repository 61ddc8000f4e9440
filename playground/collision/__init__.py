"""Shared collision core: queries on NumPy arrays that return frozen results.

`articles` has the results of each article's own listing, mistakes included.
"""

from playground.collision import articles
from playground.collision._arguments import Components
from playground.collision.ball_block import (
    BallBlock,
    BlockFace,
    SweepBallBlock,
    ball_block,
    reflect,
    sweep_ball_block,
)
from playground.collision.circle_rect import CircleRect, RectFeature, circle_rect
from playground.collision.point_ellipse import (
    PointEllipse,
    normalizing_transform,
    point_ellipse,
)
from playground.collision.ray_circle import RayCircle, ray_circle
from playground.collision.swept_sphere_line import (
    SphereMotion,
    SweptSphereLine,
    swept_sphere_line,
)

__all__ = [
    "BallBlock",
    "BlockFace",
    "CircleRect",
    "Components",
    "PointEllipse",
    "RayCircle",
    "RectFeature",
    "SphereMotion",
    "SweepBallBlock",
    "SweptSphereLine",
    "articles",
    "ball_block",
    "circle_rect",
    "normalizing_transform",
    "point_ellipse",
    "ray_circle",
    "reflect",
    "sweep_ball_block",
    "swept_sphere_line",
]
