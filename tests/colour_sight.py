"""Colour difference: CIEDE2000, in normal vision and without one kind of cones."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

Array = NDArray[np.float64]

# Machado, Oliveira and Fernandes ("A Physiologically-based Model for Simulation of
# Color Vision Deficiency", 2009), severity 1, on linear RGB.
SIGHTS: dict[str, Array] = {
    "normal": np.eye(3),
    "deutan": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "protan": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
}
_TO_XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)


def linear(colour: ArrayLike) -> Array:
    """Return linear RGB `(3,)` of an sRGB colour in 0..1, without its opacity."""
    c = np.asarray(colour, np.float64)[:3]
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)


def lab(colour: ArrayLike, sight: str = "normal") -> Array:
    """Return the CIELAB `(3,)` of an sRGB colour in a kind of vision, for D65."""
    xyz = _TO_XYZ @ np.clip(SIGHTS[sight] @ linear(colour), 0.0, 1.0)
    xyz /= _TO_XYZ.sum(axis=1)
    low = xyz / (3 * (6 / 29) ** 2) + 4 / 29
    x, y, z = np.where(xyz > (6 / 29) ** 3, np.cbrt(xyz), low)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def difference(first: ArrayLike, second: ArrayLike) -> float:
    """Return the CIEDE2000 difference of two CIELAB colours `(3,)`.

    As in Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula" (2005).
    """
    (l1, a1, b1), (l2, a2, b2) = (np.asarray(c, np.float64) for c in (first, second))
    chroma = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    grey = 1.5 - 0.5 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7))
    c1, c2 = np.hypot(a1 * grey, b1), np.hypot(a2 * grey, b2)
    h1, h2 = (
        np.degrees(np.arctan2(b, a * grey)) % 360.0 for a, b in ((a1, b1), (a2, b2))
    )
    turn = (h2 - h1 + 180.0) % 360.0 - 180.0 if c1 * c2 else 0.0
    hue = (h1 + turn / 2) % 360.0 if c1 * c2 else h1 + h2
    light, chroma = (l1 + l2) / 2 - 50.0, (c1 + c2) / 2
    cos = [np.cos(np.radians(k * hue + off)) for k, off in _COSINES]
    by_hue = 1.0 + np.dot((-0.17, 0.24, 0.32, -0.20), cos)
    lightness = (l2 - l1) / (1.0 + 0.015 * light**2 / np.sqrt(20.0 + light**2))
    strength = (c2 - c1) / (1.0 + 0.045 * chroma)
    sine = 2.0 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    sideways = sine / (1.0 + 0.015 * chroma * by_hue)
    angle = np.radians(60.0 * np.exp(-(((hue - 275.0) / 25.0) ** 2)))
    blue = -2.0 * np.sqrt(chroma**7 / (chroma**7 + 25.0**7)) * np.sin(angle)
    squares = lightness**2 + strength**2 + sideways**2 + blue * strength * sideways
    return float(np.sqrt(squares))


_COSINES = (1, -30.0), (2, 0.0), (3, 6.0), (4, -63.0)


def apart(first: ArrayLike, second: ArrayLike, sight: str = "normal") -> float:
    """Return the CIEDE2000 difference of two sRGB colours in a kind of vision."""
    return difference(lab(first, sight), lab(second, sight))
