"""What each article's own listing answers, quirks and all: a file an article.

How every listing is asked, and what its trace is, stands in `listing`.
"""

from playground.collision.articles.ball_block import DIFFERENCES as _BALL_BLOCK
from playground.collision.articles.ball_block import (
    CircleRectangle,
    CircleRectangleTrace,
    circle_rectangle,
    corner_bounce,
)
from playground.collision.articles.circle_rect import DIFFERENCES as _CIRCLE_RECT
from playground.collision.articles.circle_rect import (
    CircleRect,
    CircleRectTrace,
    circle_rect,
    circle_rotated_rect,
)
from playground.collision.articles.listing import Difference, Nature
from playground.collision.articles.point_ellipse import DIFFERENCES as _POINT_ELLIPSE
from playground.collision.articles.point_ellipse import (
    PointEllipse,
    PointEllipseTrace,
    point_ellipse,
)
from playground.collision.articles.ray_circle import DIFFERENCES as _RAY_CIRCLE
from playground.collision.articles.ray_circle import (
    CircleRay,
    CircleRayTrace,
    circle_ray,
)
from playground.collision.articles.sphere_line import DIFFERENCES as _SPHERE_LINE
from playground.collision.articles.sphere_line import (
    FLT_MAX,
    SphereLine,
    SphereLineTrace,
    sphere_line,
)

__all__ = [
    "DIFFERENCES",
    "FLT_MAX",
    "CircleRay",
    "CircleRayTrace",
    "CircleRect",
    "CircleRectTrace",
    "CircleRectangle",
    "CircleRectangleTrace",
    "Difference",
    "Nature",
    "PointEllipse",
    "PointEllipseTrace",
    "SphereLine",
    "SphereLineTrace",
    "circle_ray",
    "circle_rect",
    "circle_rectangle",
    "circle_rotated_rect",
    "corner_bounce",
    "point_ellipse",
    "sphere_line",
]

DIFFERENCES: tuple[Difference, ...] = (
    *_RAY_CIRCLE,
    *_CIRCLE_RECT,
    *_POINT_ELLIPSE,
    *_SPHERE_LINE,
    *_BALL_BLOCK,
)
"""Where the listings differ from the truth, article by article: the smallest cases.

Found by comparing with the core over random and adversarial inputs, and by reading
the listings. Every one is tested with both answers worked out by hand.
"""
