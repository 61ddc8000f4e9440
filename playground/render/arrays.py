"""What numbers of a picture are kept as."""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Packed = NDArray[np.float32]
"""As the graphics card has them."""
Point = tuple[float, float]
