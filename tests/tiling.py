"""Tilings: rectangles that fill another one without overlap."""

from itertools import combinations

import pytest

from playground.scene.camera import Viewport


def area(panel: Viewport) -> float:
    return panel.width * panel.height


def overlap(a: Viewport, b: Viewport) -> float:
    width = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
    height = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
    return max(width, 0.0) * max(height, 0.0)


def tiles(parts: list[Viewport], whole: Viewport) -> bool:
    """Return whether parts fill the whole and neither exceed it nor overlap."""
    apart = all(overlap(a, b) < 1e-6 for a, b in combinations(parts, 2))
    within = all(overlap(part, whole) == pytest.approx(area(part)) for part in parts)
    return apart and within and sum(map(area, parts)) == pytest.approx(area(whole))
