"""The articles' listings and their mistakes, one module per article.

Each module holds a listing in the article's own names, and its `MistakeKind`s.
`array_compiler` runs a listing on arrays; `results` are the public functions;
`mistakes` defines kinds and cases. Imports nothing of the program but
`collision` and `i18n`.
"""

from collections.abc import Mapping

from playground.collision.articles.ball_block import KINDS as _BALL_BLOCK
from playground.collision.articles.circle_rect import KINDS as _CIRCLE_RECT
from playground.collision.articles.mistakes import MistakeCase, MistakeKind, Nature
from playground.collision.articles.point_ellipse import KINDS as _POINT_ELLIPSE
from playground.collision.articles.ray_circle import KINDS as _RAY_CIRCLE
from playground.collision.articles.results import (
    ArticleCircleRect,
    ArticlePointEllipse,
    CircleRay,
    CircleRectangle,
    SphereLine,
    circle_ray,
    circle_rect,
    circle_rectangle,
    circle_rotated_rect,
    corner_bounce,
    point_ellipse,
    sphere_line,
)
from playground.collision.articles.sphere_line import FLT_MAX
from playground.collision.articles.sphere_line import KINDS as _SPHERE_LINE

__all__ = [
    "FLT_MAX",
    "KINDS",
    "ArticleCircleRect",
    "ArticlePointEllipse",
    "CircleRay",
    "CircleRectangle",
    "MistakeCase",
    "MistakeKind",
    "Nature",
    "SphereLine",
    "circle_ray",
    "circle_rect",
    "circle_rectangle",
    "circle_rotated_rect",
    "corner_bounce",
    "point_ellipse",
    "sphere_line",
]

KINDS: Mapping[int, tuple[MistakeKind, ...]] = {
    1: _RAY_CIRCLE,
    2: _CIRCLE_RECT,
    3: _POINT_ELLIPSE,
    4: _SPHERE_LINE,
    5: _BALL_BLOCK,
}
"""Kinds of mistakes by number of the article, with their smallest cases."""
