"""Figures as SVG: vectors with selectable text.

The format: https://www.w3.org/TR/SVG2/
"""

import base64
import math
import zlib
from collections.abc import Iterator, Sequence
from functools import singledispatchmethod
from html import escape

import numpy as np

from playground.i18n import translate
from playground.quick_dataclass import dataclass
from playground.render import grid, png
from playground.render.fonts import (
    BOLD,
    JAPANESE_FAMILY,
    MATH,
    MATH_FAMILY,
    MONO,
    figure_font_css,
)
from playground.render.instance_buffer import InstanceBuffer
from playground.render.instance_format import Array, Point
from playground.render.labels import LabelStyle, Measure, PlacedText
from playground.render.magnifier import MagnifierState
from playground.render.map_colors import MapImage
from playground.render.shapes import (
    Area,
    Band,
    Clipped,
    ColourBar,
    Mark,
    Oval,
    Ring,
    ScreenPolyline,
    ScreenSegments,
    ScreenShape,
    rectangle_corners,
)
from playground.render.space_painter import SpacePainter
from playground.render.stroke_style import Pen
from playground.render.svg.map_image import render_map
from playground.render.svg.screen_shapes import (
    MagnifierShapes,
    PlaneMapView,
    to_screen_shapes,
)
from playground.render.svg.space_shapes import (
    Gradient,
    ShadowRaster,
    SpaceBody,
    compose_floor_shapes,
    compose_space_shapes,
)
from playground.render.text_layout import LinePiece, has_japanese, typeset_line
from playground.render.theme import RGBA, Theme, canvas_label_size
from playground.render.view_composer import PlaneView, ViewComposer
from playground.render.viewport import PixelViewport
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Marker, Primitive


@dataclass(frozen=True)
class Figure:
    """A composed view: background shapes, shapes and texts, bottom to top.

    All are in pixels from its upper left corner, y down; `size` is width and height.
    """

    size: Point
    theme: Theme
    background: tuple[ScreenShape, ...]
    shapes: tuple[ScreenShape, ...]
    texts: tuple[PlacedText, ...]


def render_figure(
    drawlist: DrawList,
    camera: Camera2D | OrbitCamera,
    size: Point,
    theme: Theme,
    measure: Measure,
    *,
    label_size: float = 0.0,
    overlay: Sequence[Primitive] = (),
    map_image: MapImage | None = None,
    magnifier_state: MagnifierState | None = None,
) -> Figure:
    """Compose the same view as `Canvas.draw` for a figure of `size` pixels.

    The other parameters are those of `Canvas.draw`, with one pixel per logical pixel.
    """
    viewport = Viewport(0.0, 0.0, *size)
    frame = PixelViewport.from_viewport(viewport, (round(size[0]), round(size[1])), 1.0)
    style = LabelStyle(measure, label_size or canvas_label_size(size[1]), None, theme)
    composer, picture = ViewComposer(), []
    if isinstance(camera, OrbitCamera):
        seen = composer.compose_space(
            drawlist, camera, frame, overlay, map_image, style
        )
        if map_image:
            picture = [
                PlaneMapView(
                    map_image.raster, _map_corners(seen.space, map_image), size, theme
                )
            ]
        ground = *compose_floor_shapes(seen), *picture
        prims, texts = tuple(compose_space_shapes(seen)), seen.texts
    else:
        view = composer.compose_plane(
            drawlist, camera, frame, overlay, map_image, style, magnifier_state
        )
        if map_image:
            flat = camera.to_screen(map_image.corners[:, :2], viewport)
            ends = np.column_stack([flat, np.ones(4)])
            picture = [PlaneMapView(map_image.raster, ends, size, theme)]
        ruled = InstanceBuffer(frame.box)
        grid.draw_grid(ruled, camera, viewport, 1.0, theme, view.opacity)
        is_covered = map_image and map_image.raster.is_opaque
        lines = to_screen_shapes(ruled)
        ground = (*lines, *picture) if is_covered else (*picture, *lines)
        prims, texts = tuple(_compose_plane_shapes(view)), view.texts
    return Figure(size, theme, ground, prims, tuple(texts))


def _map_corners(space: SpacePainter, map_image: MapImage) -> np.ndarray:
    """Return a map's corners as homogeneous pixels (x w, y w, w) from the corner."""
    eye = space.to_eye(map_image.corners)
    weight = -eye[:, 2]
    wide, tall = space.buffer.box
    x = eye[:, 0] * space.focal + wide * weight
    y = -eye[:, 1] * space.focal + tall * weight
    return np.column_stack([x, y, weight])


def _compose_plane_shapes(view: PlaneView) -> Iterator[ScreenShape]:
    yield from to_screen_shapes(view.plane.buffer)
    if view.magnifier_view:
        lens, inside = view.magnifier_view.magnifier, view.magnifier_view.contents
        yield from to_screen_shapes(view.magnifier_view.background)
        yield MagnifierShapes(
            lens.center, lens.radius, tuple(to_screen_shapes(inside.buffer))
        )
        yield from to_screen_shapes(view.magnifier_view.rim)
    if view.leaders:
        yield from to_screen_shapes(view.leaders)


# ----------------------------------------------------------------------------


# The window's font or a similar system font, and fonts with mathematical signs and
# Japanese letters.
_TEXT_FONT_FAMILY = (
    "Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', 'Noto Sans', 'DejaVu Sans', "
    "'Noto Sans Math', 'Noto Sans CJK JP', 'Hiragino Sans', 'Yu Gothic', sans-serif"
)
_SYMBOL_FONT_FAMILY = (
    f"'{MATH_FAMILY}', 'Latin Modern Math', 'Cambria Math', 'STIX Two Math', serif"
)
_CODE_FONT_FAMILY = "Inconsolata, Consolas, Menlo, 'DejaVu Sans Mono', monospace"
# The stroke width of halos around letters.
_HALO_WIDTH_PX = 5.0
# Attributes of fonts other than the figure's default.
_FONT_ATTRIBUTES = {
    BOLD: ' font-weight="bold"',
    MATH: f' font-family="{_SYMBOL_FONT_FAMILY}"',
    MONO: f' font-family="{_CODE_FONT_FAMILY}"',
}
# A placeholder for the prefix that makes a figure's ids unique.
_ID_PLACEHOLDER = "own-id-"


@dataclass(frozen=True)
class PlacedFigure:
    """A figure with its upper left corner in the image, in pixels."""

    figure: Figure
    at: Point


def write_svg(
    figures: Sequence[PlacedFigure],
    size: Point,
    theme: Theme,
    title: str,
    description: str,
    scale: float = 1.0,
) -> str:
    """Return an SVG image of `size` pixels with some figures.

    `title` and `description` are for screen readers, in the active language. The image
    is displayed at `scale` times its size.
    """
    writer = _SvgWriter()
    inside = "".join(writer.write_figure(figure, theme) for figure in figures)
    japanese = has_japanese(inside)
    family = (
        f"'{JAPANESE_FAMILY}', {_TEXT_FONT_FAMILY}" if japanese else _TEXT_FONT_FAMILY
    )
    prefix = f"p{zlib.crc32(inside.encode()):08x}-"
    width, height = (_format_number(side) for side in size)
    wide, tall = (_format_number(side * scale) for side in size)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{tall}" '
        f'viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="{prefix}title {prefix}about" font-family="{family}">\n'
        f'<title id="{prefix}title">{escape(translate(title), quote=False)}</title>\n'
        f'<desc id="{prefix}about">'
        f"{escape(translate(description), quote=False)}</desc>\n"
        f"<style>{figure_font_css(japanese=japanese)}</style>\n"
        f'<rect width="{width}" height="{height}" {_format_fill(theme.background)}/>\n'
        f"{inside.replace(_ID_PLACEHOLDER, prefix)}</svg>\n"
    )


def write_fragment(
    shapes: Sequence[ScreenShape], texts: Sequence[PlacedText], size: Point
) -> str:
    """Return an SVG element of `size` pixels for a page, hidden from screen readers."""
    writer, (width, height) = _SvgWriter(), map(_format_number, size)
    inside = "".join([*map(writer.shape, shapes), *map(_write_text, texts)])
    return (
        f'<svg width="{width}" height="{height}" font-family="{_TEXT_FONT_FAMILY}" '
        'aria-hidden="true"><g fill="none" stroke-linejoin="round" '
        f'stroke-linecap="round">{inside}</g></svg>'
    )


class _SvgWriter:
    """A writer of shapes that generates unique ids."""

    def __init__(self) -> None:
        self._ids = 0

    def _next_id(self) -> str:
        self._ids += 1
        return f"{_ID_PLACEHOLDER}{self._ids}"

    def write_figure(self, one: PlacedFigure, theme: Theme) -> str:
        figure, (x, y) = one.figure, one.at
        width, height = (_format_number(side) for side in figure.size)
        clip = self._next_id()
        parts = [
            f'<clipPath id="{clip}"><rect width="{width}" height="{height}"/>'
            f'</clipPath>\n<g transform="translate({_format_point((x, y))})" '
            f'clip-path="url(#{clip})">\n'
            '<g fill="none" stroke-linecap="round" stroke-linejoin="round">\n',
            *(self.shape(prim) for prim in (*figure.background, *figure.shapes)),
            "</g>\n",
            *(_write_text(text) for text in figure.texts),
        ]
        return "".join(parts) + "</g>\n" + _write_divider(one, theme)

    @singledispatchmethod
    def shape(self, prim: ScreenShape) -> str:
        """Return the elements of a shape; "" if it is not visible.

        Raises
        ------
        TypeError
            There is no element for shapes of this type.
        """
        raise TypeError(f"no {type(prim).__name__} in an SVG")

    @shape.register
    def _(self, chain: ScreenPolyline) -> str:
        if not _is_visible(chain.pen):
            return ""
        points = chain.points[:, :2]
        if not chain.head[0]:
            way = _format_path(points) + ("Z" if chain.closed else "")
            return f'<path d="{way}"{_format_stroke(chain.pen, chain.phase)}/>\n'
        shaft, tip = _split_arrow(points, chain.head)
        alpha = chain.pen.colour[3]
        whole = Pen((*chain.pen.colour[:3], 1.0), chain.pen.width, chain.pen.dashed)
        # Group opacity: the overlap of shaft and head is no denser.
        faint = f' opacity="{_format_number(alpha)}"' if alpha < 1 else ""
        stroke = _format_stroke(whole, chain.phase)
        return (
            f'<g{faint}><path d="{_format_path(shaft)}"{stroke}/>'
            f'<path d="{_format_path(tip)}Z" {_format_fill(whole.colour)}/></g>\n'
        )

    @shape.register
    def _(self, pieces: ScreenSegments) -> str:
        ends = pieces.ends.reshape(-1, 2, 2)
        way = "".join(_format_path(end) for end in ends)
        return (
            f'<path d="{way}"{_format_stroke(pieces.pen)}/>\n'
            if _is_visible(pieces.pen)
            else ""
        )

    @shape.register
    def _(self, ring: Ring) -> str:
        parts = []
        x, y = ring.center
        if ring.fill[3]:
            r = _format_number(ring.radius)
            shape = (
                f'<circle cx="{_format_number(x)}" cy="{_format_number(y)}" r="{r}"'
                if ring.is_circle
                else f'<path d="M{_format_point(ring.center)}L{_format_arc(ring)[1:]}Z"'
            )
            parts.append(f"{shape} {_format_fill(ring.fill)}/>\n")
        if _is_visible(ring.pen):
            circumference = math.tau * ring.radius if ring.is_circle else 0.0
            stroke = _format_stroke(ring.pen, 0.0, circumference)
            parts.append(f'<path d="{_format_arc(ring)}"{stroke}/>\n')
        return "".join(parts)

    @shape.register
    def _(self, oval: Oval) -> str:
        (x, y), (a, b) = oval.center, oval.radii
        turn = _format_number(math.degrees(oval.angle))
        return (
            f'<ellipse rx="{_format_number(a)}" ry="{_format_number(b)}" '
            f'transform="translate({_format_point((x, y))}) rotate({turn})" '
            f"{_format_fill(oval.fill)}/>\n"
        )

    @shape.register
    def _(self, area: Area) -> str:
        way = _format_path(area.points[:, :2])
        return f'<path d="{way}Z" {_format_fill(area.fill)}/>\n'

    @shape.register
    def _(self, band: Band) -> str:
        way = _format_path(np.concatenate([band.upper, band.lower[::-1]]))
        return f'<path d="{way}Z" {_format_fill(band.fill)}/>\n'

    @shape.register
    def _(self, bar: ColourBar) -> str:
        end = bar.at[0] + bar.size[0], bar.at[1]
        shares = np.linspace(0.0, 1.0, len(bar.colours)).tolist()
        stops = tuple(zip(shares, bar.colours, strict=True))
        outline = Area(rectangle_corners(bar.at, bar.size), bar.colours[0])
        return self.shape(SpaceBody(outline, (Gradient(bar.at, end, stops),)))

    @shape.register
    def _(self, clipped: Clipped) -> str:
        clip = self._next_id()
        way = _format_path(rectangle_corners(clipped.at, clipped.size))
        return (
            f'<clipPath id="{clip}"><path d="{way}Z"/></clipPath>\n'
            f'<g clip-path="url(#{clip})">\n'
            + "".join(self.shape(shape) for shape in clipped.shapes)
            + "</g>\n"
        )

    @shape.register
    def _(self, mark: Mark) -> str:
        marker = "".join(_write_marker(mark))
        if mark.share < 1:
            return f'<g opacity="{_format_share(mark.share)}">{marker}</g>\n'
        return marker

    @shape.register
    def _(self, through: MagnifierShapes) -> str:
        r = through.radius
        corner = through.center[0] - r, through.center[1] - r
        clip = self._next_id()
        radius = _format_number(r)
        return (
            f'<clipPath id="{clip}"><circle cx="{radius}" cy="{radius}" r="{radius}"/>'
            f'</clipPath>\n<g transform="translate({_format_point(corner)})" '
            f'clip-path="url(#{clip})">\n'
            + "".join(self.shape(prim) for prim in through.shapes)
            + "</g>\n"
        )

    @shape.register
    def _(self, body: SpaceBody) -> str:
        way = _format_outline(body.outline)
        parts = []
        for paint in body.paints:
            if isinstance(paint, Gradient):
                name, gradient = self._write_gradient(paint)
                parts.append(f'{gradient}<path d="{way}" fill="url(#{name})"/>\n')
            else:
                parts.append(f'<path d="{way}" {_format_fill(paint)}/>\n')
        if body.rims:
            clip = self._next_id()
            parts.append(
                f'<clipPath id="{clip}"><path d="{way}"/></clipPath>\n'
                f'<g clip-path="url(#{clip})">\n'
            )
            for width, colour in body.rims:
                parts.append(f'<path d="{way}"{_format_stroke(Pen(colour, width))}/>\n')
            parts.append("</g>\n")
        return "".join(parts)

    def _write_gradient(self, one: Gradient) -> tuple[str, str]:
        """Return the id of a gradient, and its definition."""
        name = self._next_id()
        (x, y), (u, v) = (
            (_format_number(a), _format_number(b)) for a, b in (one.start, one.end)
        )
        kind, where = "linear", f'x1="{x}" y1="{y}" x2="{u}" y2="{v}"'
        if one.radius:
            radius = _format_number(one.radius)
            kind, where = "radial", f'fx="{x}" fy="{y}" cx="{u}" cy="{v}" r="{radius}"'
        stops = "".join(
            f'<stop offset="{_format_share(share)}" '
            f'stop-color="{_format_colour(colour)}" '
            f'stop-opacity="{_format_share(colour[3])}"/>'
            for share, colour in one.stops
        )
        return name, (
            f'<{kind}Gradient id="{name}" gradientUnits="userSpaceOnUse" {where}>'
            f"{stops}</{kind}Gradient>\n"
        )

    @shape.register
    def _(self, view: PlaneMapView) -> str:
        corner, pixel_size, pixels = render_map(view)
        if not pixels.size:
            return ""
        return _write_image(corner, pixels, pixel_size)

    @shape.register
    def _(self, cloud: ShadowRaster) -> str:
        pixels = np.zeros((*cloud.alphas.shape, 4))
        pixels[..., :3], pixels[..., 3] = cloud.colour[:3], cloud.alphas
        return _write_image(
            (0.0, 0.0), np.round(pixels * 255).astype(np.uint8), cloud.cell_size
        )


def _write_image(at: Point, pixels: png.Pixels, each: float) -> str:
    """Return an image element; `pixels` (rows, columns, 4) are each of size `each`."""
    height, width = (_format_number(side * each) for side in pixels.shape[:2])
    data = base64.b64encode(png.encode_png(pixels)).decode()
    return (
        f'<image x="{_format_number(at[0])}" y="{_format_number(at[1])}" '
        f'width="{width}" height="{height}" preserveAspectRatio="none" '
        f'href="data:image/png;base64,{data}"/>\n'
    )


def _format_number(value: float) -> str:
    """Return a number with at most two decimals, without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _format_point(at: Sequence[float]) -> str:
    return f"{_format_number(at[0])} {_format_number(at[1])}"


def _format_path(points: Array) -> str:
    first, *other_points = (_format_point(point) for point in points.tolist())
    return f"M{first}" + "".join(f"L{point}" for point in other_points)


def _format_colour(rgba: RGBA) -> str:
    red, green, blue = (round(255 * min(max(c, 0.0), 1.0)) for c in rgba[:3])
    return f"#{red:02x}{green:02x}{blue:02x}"


def _format_fill(rgba: RGBA) -> str:
    faint = f' fill-opacity="{_format_share(rgba[3])}"' if rgba[3] < 1 else ""
    return f'fill="{_format_colour(rgba)}"{faint}'


def _format_share(alpha: float) -> str:
    return f"{alpha:.3f}".rstrip("0").rstrip(".")


def _format_stroke(pen: Pen, phase: float = 0.0, around: float = 0.0) -> str:
    """Return stroke attributes; a closed line of length `around` has whole dashes.

    `phase` is the offset into the dash pattern; all are in pixels.
    """
    text = (
        f' stroke="{_format_colour(pen.colour)}"'
        f' stroke-width="{_format_number(pen.width)}"'
    )
    if pen.colour[3] < 1:
        text += f' stroke-opacity="{_format_share(pen.colour[3])}"'
    period, dash_length = pen.dash
    if not period:
        return text
    if around:
        period = around / max(round(around / period), 1)
        dash_length = min(dash_length, period)
    lengths = _format_number(dash_length), _format_number(period - dash_length)
    text += f' stroke-dasharray="{" ".join(lengths)}"'
    begin = _format_number(math.fmod(phase, period))
    return text if begin == "0" else f'{text} stroke-dashoffset="{begin}"'


def _is_visible(pen: Pen) -> bool:
    return pen.width > 0 and pen.colour[3] > 0


def _split_arrow(points: Array, head: Point) -> tuple[Array, Array]:
    """Return the points of an arrow's shaft and of its head.

    `head` is its length and half width in pixels.
    """
    length, half = head
    tip, previous = points[-1], points[-2]
    size = math.hypot(*(tip - previous))
    # An arrow clipped at the border may have length 0.
    direction = (tip - previous) / size if 0.0 < size < math.inf else np.zeros(2)
    normal = np.array([-direction[1], direction[0]]) * half
    back = tip - length * direction
    shaft = np.concatenate([points[:-1], [tip - 0.85 * length * direction]])
    return shaft, np.array(
        [tip, back + normal, tip - 0.8 * length * direction, back - normal]
    )


def _format_outline(outline: Oval | Area) -> str:
    if isinstance(outline, Area):
        return _format_path(outline.points[:, :2]) + "Z"
    (x, y), (a, b) = outline.center, outline.radii
    axis = a * math.cos(outline.angle), a * math.sin(outline.angle)
    turn = _format_number(math.degrees(outline.angle))
    radii = f"A{_format_number(a)} {_format_number(b)} {turn} 1 1 "
    start, two = (
        _format_point((x - axis[0], y - axis[1])),
        _format_point((x + axis[0], y + axis[1])),
    )
    return f"M{start}{radii}{two}{radii}{start}Z"


def _format_arc(ring: Ring) -> str:
    """Return the path of a ring, clockwise, the direction of its dashes."""
    (x, y), r = ring.center, ring.radius
    low, high = sorted((ring.start, ring.start + ring.sweep))
    start, two = (
        (x + r * math.cos(angle), y + r * math.sin(angle)) for angle in (low, high)
    )
    begin, radii = (
        f"M{_format_point(start)}",
        f"A{_format_number(r)} {_format_number(r)} 0",
    )
    if ring.is_circle:
        opposite = _format_point((2 * x - start[0], 2 * y - start[1]))
        return f"{begin}{radii} 1 1 {opposite}{radii} 1 1 {_format_point(start)}Z"
    return f"{begin}{radii} {int(high - low > math.pi)} 1 {_format_point(two)}"


def _write_marker(mark: Mark) -> Iterator[str]:
    """Yield a marker's rim, and the marker on it."""
    wide = 2 * mark.rim_width
    rim = (
        f'{_format_fill(mark.rim)} stroke="{_format_colour(mark.rim)}" '
        f'stroke-width="{_format_number(wide)}" '
        f'stroke-opacity="{_format_share(mark.rim[3])}"'
    )
    r, transform = mark.size, f'transform="translate({_format_point(mark.at)})"'
    corners = mark.corners
    if corners is None:
        x, y = map(_format_number, mark.at[:2])
        round_ = f'<circle cx="{x}" cy="{y}"'
        if mark.rim_width:
            outer = _format_number(r + mark.rim_width)
            yield f'{round_} r="{outer}" {_format_fill(mark.rim)}/>\n'
        yield f'{round_} r="{_format_number(r)}" {_format_fill(mark.colour)}/>\n'
        if mark.marker is Marker.RING:
            inner = r - max(0.4 * r, 1.0)
            yield f'{round_} r="{_format_number(inner)}" {_format_fill(mark.rim)}/>\n'
        return
    way = _format_path(corners) + "Z"
    if mark.rim_width:
        yield f'<path d="{way}" {transform} {rim}/>\n'
    yield f'<path d="{way}" {transform} {_format_fill(mark.colour)}/>\n'


def _write_text(text: PlacedText) -> str:
    plate = ""
    if text.background[3]:
        plate = _write_background(
            (text.x - 3, text.y - 1), (text.width + 6, text.height + 2), text.background
        )
    set_ = typeset_line(text.text, text.size, text.style)
    # Scaled to the measured width, for which its place was found.
    stretch = text.width / set_.width if set_.width else 1.0
    halo = ""
    if text.halo[3]:
        halo = (
            f' paint-order="stroke" stroke="{_format_colour(text.halo)}" '
            f'stroke-width="{_format_number(_HALO_WIDTH_PX)}" stroke-linejoin="round"'
        )
    parts = (_write_piece(piece, text, set_.base, stretch) for piece in set_.pieces)
    return (
        f'{plate}<text {_format_fill(text.colour)}{halo} xml:space="preserve">'
        f"{''.join(parts)}</text>\n"
    )


def _write_piece(
    piece: LinePiece, text: PlacedText, base: float, stretch: float
) -> str:
    """Return the tspan of one piece of a line.

    `base` is the baseline below the text's top, `stretch` a factor of widths.
    """
    x, y = text.x + piece.x * stretch, text.y + base + piece.down
    font = _FONT_ATTRIBUTES.get(piece.font_stack, "")
    return (
        f'<tspan x="{_format_number(x)}" y="{_format_number(y)}" '
        f'font-size="{_format_number(piece.em)}"{font} '
        f'textLength="{_format_number(piece.width * stretch)}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(piece.text, quote=False)}</tspan>'
    )


def _write_background(at: Point, size: Point, colour: RGBA) -> str:
    return (
        f'<rect x="{_format_number(at[0])}" y="{_format_number(at[1])}" '
        f'width="{_format_number(size[0])}" '
        f'height="{_format_number(size[1])}" rx="4" {_format_fill(colour)}/>\n'
    )


def _write_divider(one: PlacedFigure, theme: Theme) -> str:
    """Return the line between a view and the previous one; "" for the first."""
    (x, y), (width, height) = one.at, one.figure.size
    if not (x or y):
        return ""
    way = f"M{_format_point((x, y))}" + (
        f"v{_format_number(height)}" if x else f"h{_format_number(width)}"
    )
    return f'<path d="{way}" stroke="{_format_colour(theme.border)}"/>\n'
