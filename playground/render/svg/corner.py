"""Pixels from the middle of a view in space, and from its corner."""

import numpy as np

from playground.render.arrays import Array
from playground.render.space import Space


def from_corner(space: Space, points: Array) -> Array:
    """Return pixels from the middle, y up, as pixels from the corner, y down."""
    wide, tall = space.sheet.box
    return np.asarray(points * (1.0, -1.0) + (wide, tall))


def from_middle(space: Space, points: Array) -> Array:
    """Return pixels from the corner, y down, as pixels from the middle, y up."""
    wide, tall = space.sheet.box
    return np.asarray((points - (wide, tall)) * (1.0, -1.0))
