"""The OpenGL layer of maps, below a view or on their own."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from playground.analysis.heat_map import MapKind
from playground.render import map_colors
from playground.render.gl.framebuffer import PixelTexture, Texels, TextureTarget
from playground.render.gl.shape_layer import GLProgram
from playground.render.instance_format import Point
from playground.render.map_colors import MapRaster
from playground.render.theme import Theme, luminance

Array = NDArray[np.float64]

# The whole viewport, in clip coordinates.
CLIP_CORNERS = np.array([(x, y, 1.0) for y in (-1.0, 1.0) for x in (-1.0, 1.0)])


class MapLayer:
    """An OpenGL layer that draws maps into the current viewport."""

    def __init__(self) -> None:
        self._values = GLProgram("map_vertex", "map_values_fragment")
        # Tiles of one kind are drawn with less work than those of several.
        self._plain_tiles = GLProgram("map_tiles_vertex", "map_plain_fragment")
        self._mixed_tiles = GLProgram("map_tiles_vertex", "map_kinds_fragment")
        names = "u_palette", "u_cells", "u_turns", "u_tiles"
        self._textures = {name: PixelTexture() for name in names}
        # The same array as before need not be uploaded again.
        self._tiles = lru_cache(maxsize=1)(_compute_tiles)
        self._palette = lru_cache(maxsize=1)(_stack_palette)
        self._array = gl.GLuint()
        gl.glGenVertexArrays(1, self._array)

    def draw(
        self,
        raster: MapRaster,
        corners: Array,
        theme: Theme,
        pixel_ratio: float,
        begin: Point = (0.0, 0.0),
    ) -> None:
        """Draw a map.

        Parameters
        ----------
        raster : MapRaster
            The map.
        corners : array (4, 3)
            Its lower left, lower right, upper left and upper right corner, in
            homogeneous clip coordinates (x w, y w, w).
        theme : Theme
            The theme.
        pixel_ratio : float
            Physical pixels per logical pixel.
        begin : tuple of float
            The origin of patterns, in physical pixels of the target, y up.
        """
        textures: dict[str, Texels] = {"u_palette": self._palette(raster, theme)}
        if raster.field.query.kind is MapKind.VALUES:
            programs, count = [self._values], 1
            looks = _contour_uniforms(raster, theme, pixel_ratio)
            textures |= {"u_cells": raster.cells, "u_turns": raster.thresholds}
        else:
            tiles = self._tiles(raster)
            programs, count = [self._plain_tiles, self._mixed_tiles], tiles.size
            looks = _pattern_uniforms(raster, theme, pixel_ratio)
            looks["u_corner"] = begin
            textures |= {"u_cells": raster.cells, "u_tiles": tiles}
        clip = np.insert(corners, 2, 0.0, axis=1).astype(np.float32)
        for program in programs:
            program.use()
            program.set_vectors("u_corners", clip)
            program.set_floats("u_opacity", raster.opacity)
            for name, values in looks.items():
                program.set_floats(name, *values)
            program.set_integer("u_lined", raster.fine)
            program.set_integer("u_tile", map_colors.tile_side(raster.cells))
            program.set_integer("u_mixed", program is self._mixed_tiles)
            self._draw_quads(program, textures, count)
            program.stop()

    def _draw_quads(
        self, program: GLProgram, textures: dict[str, Texels], count: int
    ) -> None:
        for unit, (name, texels) in enumerate(textures.items()):
            program.set_integer(name, unit)
            gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
            self._textures[name].bind(texels, smooth=False)
        gl.glBindVertexArray(self._array)
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, count)
        gl.glBindVertexArray(0)
        for unit in reversed(range(len(textures))):
            gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
            gl.glBindTexture(gl.GL_TEXTURE_2D, 0)

    def delete(self) -> None:
        """Free the GL objects."""
        gl.glDeleteVertexArrays(1, self._array)
        for texture in self._textures.values():
            texture.delete()
        for program in (self._values, self._plain_tiles, self._mixed_tiles):
            program.delete()


def _compute_tiles(raster: MapRaster) -> NDArray[np.uint8]:
    return map_colors.compute_tiles(np.asarray(raster.cells, np.uint8))


def _stack_palette(raster: MapRaster, theme: Theme) -> NDArray[np.uint8]:
    return np.concatenate([raster.palette(theme), raster.patterns])


def _pattern_uniforms(
    raster: MapRaster, theme: Theme, pixel_ratio: float
) -> dict[str, tuple[float, ...]]:
    """Return the uniforms of kinds: their patterns and the lines between them."""
    seam, edge = map_colors.SEAM_HALF_WIDTH_PX, map_colors.EDGE_WIDTH_PX
    mistakes = raster.field.query.kind.is_code_map
    rows, columns = raster.cells.shape
    return {
        "u_size": (columns, rows),
        "u_seam": (seam * pixel_ratio * (raster.fine and not mistakes),),
        "u_edge": (edge * pixel_ratio * (raster.fine and mistakes),),
        "u_faint": (map_colors.SEAM_OPACITY,),
        "u_ground": theme.background[:3],
        "u_ratio": (pixel_ratio,),
        "u_low": (map_colors.PATTERN_GAP_OPACITY,),
        "u_stripe": (map_colors.STRIPE_PERIOD_PX,),
        "u_dots": map_colors.DOTS_PX,
        "u_specks": map_colors.SPECKS_PX,
        "u_dashes": map_colors.DASHES_PX,
    }


def _contour_uniforms(
    raster: MapRaster, theme: Theme, pixel_ratio: float
) -> dict[str, tuple[float, ...]]:
    """Return the uniforms of values and their contour lines."""
    dark, light = sorted((theme.background, theme.text), key=luminance)
    widths = map_colors.CONTOUR_HALF_WIDTH_PX, map_colors.THRESHOLD_HALF_WIDTH_PX
    return {
        "u_faint": (map_colors.CONTOUR_OPACITY,),
        "u_dark": dark[:3],
        "u_light": light[:3],
        "u_middle": (map_colors.DARK_LINE_MIN_LUMA,),
        "u_span": (raster.scale.span if raster.scale else 1.0,),
        "u_widths": tuple(width * pixel_ratio for width in widths),
        "u_sparse": (
            1 / map_colors.MIN_CONTOUR_SPACING_CELLS,
            1 / map_colors.MAX_CONTOUR_SPACING_CELLS,
        ),
    }


# ----------------------------------------------------------------------------
# Maps as textures, for charts.
# ----------------------------------------------------------------------------


class MapTexture:
    """A texture of a map on the background, redrawn when map, theme or size change."""

    def __init__(self) -> None:
        self._layer, self._target = MapLayer(), TextureTarget()
        self._inputs: object = None

    def bind(
        self, raster: MapRaster, theme: Theme, size: tuple[int, int], pixel_ratio: float
    ) -> int:
        """Return the name of a texture with the map, of `size` physical pixels.

        `pixel_ratio` is physical per logical pixels.
        """
        inputs = raster, theme, size, pixel_ratio
        if inputs != self._inputs:
            self._draw(*inputs)
            self._inputs = inputs
        return self._target.name

    def _draw(
        self, raster: MapRaster, theme: Theme, size: tuple[int, int], pixel_ratio: float
    ) -> None:
        with self._target.bind_for_drawing(size):
            gl.glDisable(gl.GL_SCISSOR_TEST)
            gl.glClearColor(*theme.background)
            gl.glClear(gl.GL_COLOR_BUFFER_BIT)
            gl.glEnable(gl.GL_BLEND)
            gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)
            top = 0.0, float(size[1])
            self._layer.draw(raster, CLIP_CORNERS, theme, pixel_ratio, top)

    def delete(self) -> None:
        """Free the GL objects."""
        self._target.delete()
        self._layer.delete()
