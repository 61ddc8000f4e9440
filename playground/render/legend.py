"""Legend symbols of maps: swatches of kinds and colour bars of scales."""

from collections.abc import Iterator

import numpy as np

from playground.analysis.heat_map import MapKind
from playground.render.instance_format import Point
from playground.render.map_colors import (
    OPACITY,
    PATTERN_GAP_OPACITY,
    Edge,
    MapRaster,
    Texture,
    kind_colour,
    kind_edge,
    kind_texture,
)
from playground.render.shapes import (
    Area,
    Clipped,
    ColourBar,
    Mark,
    ScreenPolyline,
    ScreenSegments,
    ScreenShape,
    rectangle_corners,
)
from playground.render.stroke_style import Pen
from playground.render.theme import RGBA, Theme, mix
from playground.scene.answer import RegionKind
from playground.scene.primitives import Marker, Role

_RIM_WIDTH_PX = 2.0
# Period and width of stripes, relative to a swatch's side.
_STRIPE_PERIOD_RATIO = 0.55
_STRIPE_WIDTH_RATIO = 0.2
# Number per row and size of dots and specks.
_DOT_COUNT = 3
_DOT_RADIUS_RATIO = 0.1
_SPECK_COUNT = 5
_SPECK_RADIUS_PX = 0.8
_BAR_COLOUR_COUNT = 32


def draw_swatch(
    kind: RegionKind, role: Role, of: MapKind, at: Point, side: float, theme: Theme
) -> Iterator[ScreenShape]:
    """Yield the shapes of a square swatch.

    Parameters
    ----------
    kind : RegionKind
        The kind.
    role : Role
        Its role on the map.
    of : MapKind
        The kind of map.
    at : tuple of float
        The upper left corner, pixels, y down.
    side : float
        The side, pixels.
    theme : Theme
        The theme.
    """
    full, size, texture = theme.roles[role], (side, side), kind_texture(kind)
    square = rectangle_corners(at, size)
    if kind.effect is None:
        shade = mix(theme.background, kind_colour(of, role, theme), OPACITY[of])
        yield Area(square, shade)
        yield ScreenPolyline(_inset(at, side, 0.5), Pen(full, 1.0), closed=True)
        return
    share = {Texture.SOLID: 1.0, Texture.SPECKS: 0.0}.get(texture, PATTERN_GAP_OPACITY)
    yield Area(square, mix(theme.background, full, share))
    if texture is Texture.STRIPES:
        x, y = at
        ways = side * _STRIPE_PERIOD_RATIO * np.arange(-0.5, 4.0)
        ends = [
            end for way in ways for end in ((x + way, y), (x + way - side, y + side))
        ]
        pen = Pen(full, side * _STRIPE_WIDTH_RATIO)
        yield Clipped(at, size, [ScreenSegments(np.array(ends), pen)])
    elif texture is not Texture.SOLID:
        yield from _draw_dots(at, side, full, is_fine=texture is Texture.SPECKS)
    edge = kind_edge(kind)
    if edge is not Edge.NONE:
        pen = Pen(full, _RIM_WIDTH_PX, edge is Edge.DASHED)
        yield ScreenPolyline(_inset(at, side, _RIM_WIDTH_PX / 2), pen, closed=True)


def _inset(at: Point, side: float, by: float) -> np.ndarray:
    return rectangle_corners((at[0] + by, at[1] + by), (side - 2 * by, side - 2 * by))


def _draw_dots(
    at: Point, side: float, colour: RGBA, *, is_fine: bool
) -> Iterator[ScreenShape]:
    gap = side / (_SPECK_COUNT if is_fine else _DOT_COUNT)
    radius = _SPECK_RADIUS_PX if is_fine else side * _DOT_RADIUS_RATIO
    for row in range(int(side / gap)):
        for column in range(int(side / gap)):
            x, y = gap * (column + 0.25 + 0.5 * (row % 2)), gap * (row + 0.5)
            # A dot cut by the rim would look like a part of it.
            if max(x, y) < side - radius:
                spot = at[0] + x, at[1] + y
                yield Mark(spot, radius, Marker.DISC, colour, colour, 0.0)


def draw_colour_bar(
    raster: MapRaster, at: Point, size: Point, theme: Theme
) -> Iterator[ScreenShape]:
    """Yield the colour bar of a value map with a scale, and a tick at zero.

    `at` is the upper left corner and `size` the width and height, pixels, y down.
    """
    scale, shades = raster.scale, raster.palette(theme)[0, :, :3] / 255.0
    assert scale is not None
    places = np.linspace(0, 255, _BAR_COLOUR_COUNT).astype(int)
    opacity = OPACITY[MapKind.VALUES]
    colours = [
        mix(theme.background, (red, green, blue, 1.0), opacity)
        for red, green, blue in shades[places].tolist()
    ]
    yield ColourBar(at, size, colours)
    if scale.low < 0.0 < scale.high:
        x = at[0] + size[0] * -scale.low / (scale.high - scale.low)
        ends = np.array([(x, at[1] - 2.0), (x, at[1] + size[1] + 2.0)])
        yield ScreenSegments(ends, Pen(theme.text, 2.0))
