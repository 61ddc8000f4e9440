"""The scenes in the order of the articles; a new scene is one line here."""

from playground.scene import Entry
from scenes import ball_block, circle_rect, point_ellipse, ray_circle, sphere_line

SCENES: tuple[Entry, ...] = (
    ray_circle.SCENE,
    circle_rect.SCENE,
    point_ellipse.SCENE,
    sphere_line.SCENE,
    ball_block.SCENE,
)
