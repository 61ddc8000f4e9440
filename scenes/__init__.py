"""The scenes in the order of the articles; a new scene is one line here."""

from playground.scene import Entry
from scenes import point_ellipse, ray_circle

SCENES: tuple[Entry, ...] = (ray_circle.SCENE, point_ellipse.SCENE)
