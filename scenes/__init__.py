"""The scenes in the order of the articles; a new scene is one line here."""

from playground.scene.scene import (Entry)
from scenes import ray_circle

SCENES: tuple[Entry, ...] = (ray_circle.SCENE,)
