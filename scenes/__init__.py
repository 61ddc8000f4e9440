"""The scenes in the order of the articles; a new scene is one line here."""

from playground.scene import Entry
from scenes import ray_circle, sphere_line

SCENES: tuple[Entry, ...] = (ray_circle.SCENE, sphere_line.SCENE)
