"""The scenes in the order of the articles; a new scene is one line here."""

from playground.scene import Entry
from scenes import ball_block, ray_circle

SCENES: tuple[Entry, ...] = (ray_circle.SCENE, ball_block.SCENE)
