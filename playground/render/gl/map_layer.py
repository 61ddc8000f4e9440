"""The OpenGL layer of maps, below a view or on their own."""

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from playground.analysis.heat_map import MapKind
from playground.render import map_colors
from playground.render.gl.framebuffer import PixelTexture, Texels, TextureTarget
from playground.render.gl.shape_layer import Uniforms, compile_program
from playground.render.instance_format import Point
from playground.render.map_colors import (
    CONTOUR_HALF_WIDTH_PX,
    CONTOUR_OPACITY,
    DARK_LINE_MIN_LUMA,
    MAX_CONTOUR_SPACING_CELLS,
    MIN_CONTOUR_SPACING_CELLS,
    SEAM_HALF_WIDTH_PX,
    SEAM_OPACITY,
    THRESHOLD_HALF_WIDTH_PX,
    MapRaster,
)
from playground.render.theme import Theme, luminance

Array = NDArray[np.float64]

# The whole viewport, in clip coordinates.
CLIP_CORNERS = np.array([(x, y, 1.0) for y in (-1.0, 1.0) for x in (-1.0, 1.0)])


class MapLayer:
    """An OpenGL layer that draws maps into the current viewport."""

    def __init__(self) -> None:
        self._kinds_program = compile_program("map_tiles_vertex", "map_kinds_fragment")
        self._plain_program = compile_program("map_tiles_vertex", "map_plain_fragment")
        self._values_program = compile_program("map_vertex", "map_values_fragment")
        self._programs = self._plain_program, self._kinds_program, self._values_program
        self._uniforms = {program: Uniforms(program) for program in self._programs}
        self._cells, self._threshold_texture = PixelTexture(), PixelTexture()
        self._palette, self._tiles = PixelTexture(), PixelTexture()
        self._tile_cache: tuple[object, NDArray[np.uint8]] = (
            None,
            np.zeros((1, 1), np.uint8),
        )
        self._palette_key: object = None
        self._palette_pixels = np.zeros((1, 1, 4), np.uint8)
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
        valued = raster.field.query.kind is MapKind.VALUES
        clip = np.insert(corners, 2, 0.0, axis=1).astype(np.float32)
        for program in (
            [self._values_program]
            if valued
            else [self._plain_program, self._kinds_program]
        ):
            program.use()
            uniforms = self._uniforms[program]
            uniforms.set_vectors("u_corners", clip)
            uniforms.set_floats("u_opacity", raster.opacity)
            uniforms.set_floats("u_faint", CONTOUR_OPACITY if valued else SEAM_OPACITY)
            textures: dict[str, tuple[PixelTexture, Texels]] = {}
            count = 1
            if valued:
                self._set_contour_uniforms(uniforms, raster, theme, pixel_ratio)
                textures["u_turns"] = self._threshold_texture, raster.thresholds
            else:
                uniforms.set_floats("u_corner", *begin)
                self._set_pattern_uniforms(uniforms, raster, theme, pixel_ratio)
                tiles = self._update_tiles(raster)
                uniforms.set_integer("u_tile", map_colors.tile_side(raster.cells))
                uniforms.set_integer("u_mixed", program is self._kinds_program)
                uniforms.set_floats("u_size", *reversed(raster.cells.shape))
                textures["u_tiles"] = self._tiles, tiles
                count = tiles.size
            textures["u_palette"] = self._palette, self._update_palette(raster, theme)
            if program is not self._plain_program:
                textures["u_cells"] = self._cells, raster.cells
            self._draw(uniforms, textures, count)
            # A program that stays current is not freed when it is deleted.
            program.stop()

    def _draw(
        self,
        uniforms: Uniforms,
        textures: dict[str, tuple[PixelTexture, Texels]],
        count: int,
    ) -> None:
        for unit, (name, (texture, texels)) in enumerate(textures.items()):
            uniforms.set_integer(name, unit)
            gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
            texture.bind(texels, smooth=False)
        gl.glBindVertexArray(self._array)
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, count)
        gl.glBindVertexArray(0)
        for unit in reversed(range(len(textures))):
            gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
            gl.glBindTexture(gl.GL_TEXTURE_2D, 0)

    def _update_tiles(self, raster: MapRaster) -> NDArray[np.uint8]:
        """Return the tiles; the same array as before for the same cells."""
        if self._tile_cache[0] is not raster.cells:
            self._tile_cache = (
                raster.cells,
                map_colors.compute_tiles(np.asarray(raster.cells, np.uint8)),
            )
        return self._tile_cache[1]

    def _set_pattern_uniforms(
        self, uniforms: Uniforms, raster: MapRaster, theme: Theme, pixel_ratio: float
    ) -> None:
        mistakes = raster.field.query.kind.is_code_map
        for name, width, is_drawn in (
            ("u_seam", SEAM_HALF_WIDTH_PX, not mistakes),
            ("u_edge", map_colors.EDGE_WIDTH_PX, mistakes),
        ):
            uniforms.set_floats(name, width * pixel_ratio * (raster.fine and is_drawn))
        uniforms.set_floats("u_ground", *theme.background[:3])
        uniforms.set_floats("u_ratio", pixel_ratio)
        uniforms.set_floats("u_low", map_colors.PATTERN_GAP_OPACITY)
        uniforms.set_floats("u_stripe", map_colors.STRIPE_PERIOD_PX)
        uniforms.set_floats(
            "u_dots",
            map_colors.DOT_SPACING_PX,
            map_colors.DOT_ROW_HEIGHT_PX,
            map_colors.DOT_RADIUS_PX,
        )
        uniforms.set_floats(
            "u_specks",
            map_colors.SPECK_SPACING_PX,
            map_colors.SPECK_ROW_HEIGHT_PX,
            map_colors.SPECK_RADIUS_PX,
        )
        uniforms.set_floats(
            "u_dashes", map_colors.DASH_PERIOD_PX, map_colors.DASH_LENGTH_PX
        )

    def _set_contour_uniforms(
        self, uniforms: Uniforms, raster: MapRaster, theme: Theme, pixel_ratio: float
    ) -> None:
        dark, light = sorted((theme.background, theme.text), key=luminance)
        uniforms.set_floats("u_dark", *dark[:3])
        uniforms.set_floats("u_light", *light[:3])
        uniforms.set_floats("u_middle", DARK_LINE_MIN_LUMA)
        uniforms.set_floats("u_span", raster.scale.span if raster.scale else 1.0)
        uniforms.set_floats(
            "u_widths",
            CONTOUR_HALF_WIDTH_PX * pixel_ratio,
            THRESHOLD_HALF_WIDTH_PX * pixel_ratio,
        )
        uniforms.set_floats(
            "u_sparse", 1.0 / MIN_CONTOUR_SPACING_CELLS, 1.0 / MAX_CONTOUR_SPACING_CELLS
        )
        uniforms.set_integer("u_lined", raster.fine)

    def _update_palette(self, raster: MapRaster, theme: Theme) -> NDArray[np.uint8]:
        """Return the palette; the same array as before if it would be equal."""
        field = raster.field
        kinds = field.query.kind, field.kinds, raster.roles
        inputs = kinds, raster.threshold_share, theme
        if self._palette_key != inputs:
            tones = raster.palette(theme), raster.patterns
            self._palette_key, self._palette_pixels = inputs, np.concatenate(tones)
        return self._palette_pixels

    def delete(self) -> None:
        """Free the GL objects."""
        gl.glDeleteVertexArrays(1, self._array)
        for texture in (
            self._cells,
            self._threshold_texture,
            self._palette,
            self._tiles,
        ):
            texture.delete()
        for program in self._programs:
            program.delete()


# ----------------------------------------------------------------------------
# Maps as textures, for charts.
# ----------------------------------------------------------------------------


class MapTexture:
    """A texture of a map on the background, redrawn when map, theme or size change."""

    def __init__(self) -> None:
        self._layer, self._target = MapLayer(), TextureTarget()
        self._painted: MapRaster | None = None
        self._options: tuple[object, ...] = ()

    def bind(
        self, raster: MapRaster, theme: Theme, size: tuple[int, int], pixel_ratio: float
    ) -> int:
        """Return the name of a texture with the map, of `size` physical pixels.

        `pixel_ratio` is physical per logical pixels.
        """
        look = theme, size, pixel_ratio
        if raster is not self._painted or look != self._options:
            self._draw(raster, *look)
            self._painted, self._options = raster, look
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
