"""The scenes in the order of the articles; a new scene is one line here."""

from playground.scene import Entry
from scenes import circle_rect, point_ellipse, ray_circle

SCENES: tuple[Entry, ...] = (ray_circle.SCENE, circle_rect.SCENE, point_ellipse.SCENE)
