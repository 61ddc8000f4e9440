"""A map spread over a flat piece of the world, under everything else, or on its own."""

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from playground.analysis.heat_map import MapKind
from playground.render import map_colors
from playground.render.gl.framebuffer import PixelTexture, Texels, TextureTarget
from playground.render.gl.shape_layer import Uniforms, program
from playground.render.instance_format import Point
from playground.render.map_colors import (
    BOLD,
    CROWDED,
    FAINT,
    FLAT,
    MIDDLE,
    PALE,
    SEAM,
    THIN,
    Painted,
)
from playground.render.theme import Theme, luminance

Array = NDArray[np.float64]

# The whole of what is drawn to, in clip coordinates.
WHOLE = np.array([(x, y, 1.0) for y in (-1.0, 1.0) for x in (-1.0, 1.0)])


class BackdropLayer:
    """Draws a map into the current viewport."""

    def __init__(self) -> None:
        self._kinds = program("map_tiles_vertex", "map_kinds_fragment")
        self._plain = program("map_tiles_vertex", "map_plain_fragment")
        self._values = program("map_vertex", "map_values_fragment")
        self._programs = self._plain, self._kinds, self._values
        self._uniforms = {own: Uniforms(own) for own in self._programs}
        self._cells, self._turns = PixelTexture(), PixelTexture()
        self._palette, self._tiles = PixelTexture(), PixelTexture()
        self._tiled: tuple[object, NDArray[np.uint8]] = None, np.zeros((1, 1), np.uint8)
        self._toned: object = None
        self._tones = np.zeros((1, 1, 4), np.uint8)
        self._array = gl.GLuint()
        gl.glGenVertexArrays(1, self._array)

    def draw(
        self,
        painted: Painted,
        corners: Array,
        theme: Theme,
        pixel_ratio: float,
        begin: Point = (0.0, 0.0),
    ) -> None:
        """Draw it with its corners at clip coordinates `(4, 3)`: x, y and w.

        Textures begin at a pixel of the target, y up.
        """
        valued = painted.field.question.kind is MapKind.VALUES
        clip = np.insert(corners, 2, 0.0, axis=1).astype(np.float32)
        for own in [self._values] if valued else [self._plain, self._kinds]:
            own.use()
            uniforms = self._uniforms[own]
            uniforms.vectors("u_corners", clip)
            uniforms.floats("u_opacity", painted.opacity)
            uniforms.floats("u_faint", FAINT if valued else PALE)
            textures: dict[str, tuple[PixelTexture, Texels]] = {}
            count = 1
            if valued:
                self._lines(uniforms, painted, theme, pixel_ratio)
                textures["u_turns"] = self._turns, painted.turns
            else:
                uniforms.floats("u_corner", *begin)
                self._textures(uniforms, painted, theme, pixel_ratio)
                found = self._in_tiles(painted)
                uniforms.integer("u_tile", map_colors.side(painted.cells))
                uniforms.integer("u_mixed", own is self._kinds)
                uniforms.floats("u_size", *reversed(painted.cells.shape))
                textures["u_tiles"] = self._tiles, found
                count = found.size
            textures["u_palette"] = self._palette, self._colours(painted, theme)
            if own is not self._plain:
                textures["u_cells"] = self._cells, painted.cells
            self._draw(uniforms, textures, count)
            # Left current it would outlive its own end, and nobody could go back to it.
            own.stop()

    def _draw(
        self,
        uniforms: Uniforms,
        textures: dict[str, tuple[PixelTexture, Texels]],
        count: int,
    ) -> None:
        for unit, (name, (texture, texels)) in enumerate(textures.items()):
            uniforms.integer(name, unit)
            gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
            texture.bind(texels, smooth=False)
        gl.glBindVertexArray(self._array)
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, count)
        gl.glBindVertexArray(0)
        for unit in reversed(range(len(textures))):
            gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
            gl.glBindTexture(gl.GL_TEXTURE_2D, 0)

    def _in_tiles(self, painted: Painted) -> NDArray[np.uint8]:
        """Return the tiles; the very same as before where the cells are."""
        if self._tiled[0] is not painted.cells:
            self._tiled = (
                painted.cells,
                map_colors.tiles(np.asarray(painted.cells, np.uint8)),
            )
        return self._tiled[1]

    def _textures(
        self, uniforms: Uniforms, painted: Painted, theme: Theme, pixel_ratio: float
    ) -> None:
        mistakes = painted.field.question.kind.of_code
        for name, width, drawn in (
            ("u_seam", SEAM, not mistakes),
            ("u_edge", map_colors.EDGE, mistakes),
        ):
            uniforms.floats(name, width * pixel_ratio * (painted.fine and drawn))
        uniforms.floats("u_ground", *theme.background[:3])
        uniforms.floats("u_ratio", pixel_ratio)
        uniforms.floats("u_low", map_colors.LOW)
        uniforms.floats("u_stripe", map_colors.STRIPE)
        uniforms.floats(
            "u_dots", map_colors.DOT_GAP, map_colors.DOT_ROW, map_colors.DOT
        )
        uniforms.floats(
            "u_specks", map_colors.SPECK_GAP, map_colors.SPECK_ROW, map_colors.SPECK
        )
        uniforms.floats("u_dashes", map_colors.DASHES, map_colors.DASH)

    def _lines(
        self, uniforms: Uniforms, painted: Painted, theme: Theme, pixel_ratio: float
    ) -> None:
        dark, light = sorted((theme.background, theme.text), key=luminance)
        uniforms.floats("u_dark", *dark[:3])
        uniforms.floats("u_light", *light[:3])
        uniforms.floats("u_middle", MIDDLE)
        uniforms.floats("u_span", painted.scale.span if painted.scale else 1.0)
        uniforms.floats("u_widths", THIN * pixel_ratio, BOLD * pixel_ratio)
        uniforms.floats("u_sparse", 1.0 / CROWDED, 1.0 / FLAT)
        uniforms.integer("u_lined", painted.fine)

    def _colours(self, painted: Painted, theme: Theme) -> NDArray[np.uint8]:
        """Return the palette; the very same as before if it would be equal."""
        field = painted.field
        kinds = field.question.kind, field.kinds, painted.roles
        of = kinds, painted.middle, theme
        if self._toned != of:
            tones = painted.palette(theme), painted.looks
            self._toned, self._tones = of, np.concatenate(tones)
        return self._tones

    def delete(self) -> None:
        """Free the GL objects."""
        gl.glDeleteVertexArrays(1, self._array)
        for texture in (self._cells, self._turns, self._palette, self._tiles):
            texture.delete()
        for own in self._programs:
            own.delete()


# ----------------------------------------------------------------------------
# A map on its own, as a texture that a plot shows.
# ----------------------------------------------------------------------------


class Inset:
    """Draws a map on the background, again when it, the theme or the size is new."""

    def __init__(self) -> None:
        self._layer, self._target = BackdropLayer(), TextureTarget()
        self._painted: Painted | None = None
        self._look: tuple[object, ...] = ()

    def bind(
        self, painted: Painted, theme: Theme, size: tuple[int, int], pixel_ratio: float
    ) -> int:
        """Return the name of a texture of `size` physical pixels with the map."""
        look = theme, size, pixel_ratio
        if painted is not self._painted or look != self._look:
            self._draw(painted, *look)
            self._painted, self._look = painted, look
        return self._target.name

    def _draw(
        self, painted: Painted, theme: Theme, size: tuple[int, int], pixel_ratio: float
    ) -> None:
        with self._target.drawn(size):
            gl.glDisable(gl.GL_SCISSOR_TEST)
            gl.glClearColor(*theme.background)
            gl.glClear(gl.GL_COLOR_BUFFER_BIT)
            gl.glEnable(gl.GL_BLEND)
            gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)
            top = 0.0, float(size[1])
            self._layer.draw(painted, WHOLE, theme, pixel_ratio, top)

    def delete(self) -> None:
        """Free the GL objects."""
        self._target.delete()
        self._layer.delete()
