"""An angle's cosine and sine, with quarter turns as people mean them.

The float64 nearest to 90 degrees is not 90 degrees, and its cosine is 6e-17. Decided
exactly, a shape turned by it no longer touches what it touches in the picture.
"""

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray


def rotation(angle: ArrayLike) -> NDArray[np.float64]:
    """Return (cosine, sine) `(..., 2)`; of quarter turns exactly 0, 1 or -1."""
    theta = np.asarray(angle, dtype=np.float64)
    quarters = np.round(theta / (math.pi / 2))
    turned = np.stack([np.cos(theta), np.sin(theta)], axis=-1)
    whole = (quarters * (math.pi / 2) == theta)[..., None]
    return np.where(whole, np.round(turned), turned)
