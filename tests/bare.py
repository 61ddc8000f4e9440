"""Test style of pictures with single records: white on black, plain text."""

from dataclasses import replace
from types import MappingProxyType

from playground.render.theme import DARK
from playground.scene.primitives import Role

BLACK = (0.0, 0.0, 0.0, 1.0)
WHITE = (1.0, 1.0, 1.0, 1.0)
# White on black without grid, axes or their numbers: a pixel is its coverage.
BARE = replace(
    DARK,
    background=BLACK,
    grid_minor=BLACK,
    grid_major=BLACK,
    axis=BLACK,
    tick_text=BLACK,
    axes=(BLACK, BLACK, BLACK),
    shadow=(0.0, 0.0, 0.0, 0.0),
    roles=MappingProxyType({role: WHITE for role in Role}),
)


def measure(text: str, size: float) -> tuple[float, float]:
    return 0.5 * size * len(text), 1.2 * size
