"""The articles' listings as plain functions of one query, with their branches.

Each is its article's code in our own words, with the article's names; its text is what
is shown of it. It computes with whatever numbers it is given. The array form beside it
in `articles` answers the same, bit by bit.
"""

from playground.collision.articles.plain.ball_block import ball_block, circle_rectangle
from playground.collision.articles.plain.circle_rect import circle_rotated_rect
from playground.collision.articles.plain.point_ellipse import point_ellipse
from playground.collision.articles.plain.ray_circle import circle_ray
from playground.collision.articles.plain.sphere_line import sphere_line

__all__ = [
    "ball_block",
    "circle_ray",
    "circle_rectangle",
    "circle_rotated_rect",
    "point_ellipse",
    "sphere_line",
]
