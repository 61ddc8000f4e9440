"""Figures as SVG: vectors with selectable text.

The format: https://www.w3.org/TR/SVG2/
"""

import base64
import math
import zlib
from collections.abc import Iterable, Iterator, Sequence
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
    inputs = frame, overlay, map_image, style
    if isinstance(camera, OrbitCamera):
        space_view = ViewComposer().compose_space(drawlist, camera, *inputs)
        corners, texts = space_view.map_corners, space_view.texts
        below = compose_floor_shapes(space_view)
        shapes = compose_space_shapes(space_view)
    else:
        view = ViewComposer().compose_plane(drawlist, camera, *inputs, magnifier_state)
        corners, texts = view.map_corners, view.texts
        ruled = grid.compose_grid(camera, frame, theme, view.opacity)
        below, shapes = to_screen_shapes(ruled), _compose_plane_shapes(view)
    ground = [*below]
    if map_image and corners is not None:
        picture = PlaneMapView(map_image.raster, corners, size, theme)
        # The floor and an opaque map hide what is below them.
        is_on_top = isinstance(camera, OrbitCamera) or map_image.raster.is_opaque
        ground.insert(len(ground) if is_on_top else 0, picture)
    return Figure(size, theme, tuple(ground), tuple(shapes), tuple(texts))


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
    BOLD: {"font_weight": "bold"},
    MATH: {"font_family": _SYMBOL_FONT_FAMILY},
    MONO: {"font_family": _CODE_FONT_FAMILY},
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
    writer, (width, height) = _SvgWriter(), size
    inside = "".join(writer.write_figure(figure, theme) for figure in figures)
    japanese = has_japanese(inside)
    family = (
        f"'{JAPANESE_FAMILY}', {_TEXT_FONT_FAMILY}" if japanese else _TEXT_FONT_FAMILY
    )
    prefix = f"p{zlib.crc32(inside.encode()):08x}-"
    words = {"title": translate(title), "desc": translate(description)}
    ids = {"title": f"{prefix}title", "desc": f"{prefix}about"}
    parts = [
        *(_tag(name, escape(words[name], quote=False), id=ids[name]) for name in words),
        _tag("style", figure_font_css(japanese=japanese)),
        _tag("rect", width=width, height=height, **_fill(theme.background)),
        inside.replace(_ID_PLACEHOLDER, prefix),
    ]
    image = _tag(
        "svg",
        "\n" + "\n".join(parts),
        xmlns="http://www.w3.org/2000/svg",
        width=scale * width,
        height=scale * height,
        viewBox=f"0 0 {_format_point(size)}",
        role="img",
        aria_labelledby=" ".join(ids.values()),
        font_family=family,
    )
    return image + "\n"


def write_fragment(
    shapes: Sequence[ScreenShape], texts: Sequence[PlacedText], size: Point
) -> str:
    """Return an SVG element of `size` pixels for a page, hidden from screen readers."""
    inside = "".join([*map(_SvgWriter().shape, shapes), *map(_write_text, texts)])
    caps = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    group = _tag("g", inside, fill="none", **caps)
    look = {"font_family": _TEXT_FONT_FAMILY, "aria_hidden": "true"}
    return _tag("svg", group, width=size[0], height=size[1], **look)


class _SvgWriter:
    """A writer of shapes that generates unique ids."""

    def __init__(self) -> None:
        self._ids = 0

    def _next_id(self) -> str:
        self._ids += 1
        return f"{_ID_PLACEHOLDER}{self._ids}"

    def write_figure(self, one: PlacedFigure, theme: Theme) -> str:
        figure = one.figure
        outline = _tag("rect", width=figure.size[0], height=figure.size[1])
        return self._clip(outline, self._write_view(figure), one.at) + _write_divider(
            one, theme
        )

    def _write_view(self, figure: Figure) -> Iterator[str]:
        shapes = map(self.shape, (*figure.background, *figure.shapes))
        caps = {"stroke_linecap": "round", "stroke_linejoin": "round"}
        yield _tag("g", "\n" + "".join(shapes), fill="none", **caps) + "\n"
        yield from map(_write_text, figure.texts)

    def _clip(
        self, outline: str, parts: Iterable[str], corner: Point | None = None
    ) -> str:
        """Return a group of parts, written after it, clipped to an outline.

        Its origin is moved to `corner`.
        """
        clip = self._next_id()
        look = {"clip_path": f"url(#{clip})"}
        if corner is not None:
            look = {"transform": f"translate({_format_point(corner)})", **look}
        group = _tag("g", "\n" + "".join(parts), **look)
        return f"{_tag('clipPath', outline, id=clip)}\n{group}\n"

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
            return _tag("path", d=way, **_stroke(chain.pen, chain.phase)) + "\n"
        shaft, tip = _split_arrow(points, chain.head)
        alpha = chain.pen.colour[3]
        whole = Pen((*chain.pen.colour[:3], 1.0), chain.pen.width, chain.pen.dashed)
        # Group opacity: the overlap of shaft and head is no denser.
        faint = {"opacity": alpha} if alpha < 1 else {}
        arrow = [
            _tag("path", d=_format_path(shaft), **_stroke(whole, chain.phase)),
            _tag("path", d=_format_path(tip) + "Z", **_fill(whole.colour)),
        ]
        return _tag("g", "".join(arrow), **faint) + "\n"

    @shape.register
    def _(self, pieces: ScreenSegments) -> str:
        if not _is_visible(pieces.pen):
            return ""
        way = "".join(map(_format_path, pieces.ends.reshape(-1, 2, 2)))
        return _tag("path", d=way, **_stroke(pieces.pen)) + "\n"

    @shape.register
    def _(self, ring: Ring) -> str:
        parts = ""
        if ring.fill[3] and ring.is_circle:
            parts += _write_circle(ring.center, ring.radius, ring.fill)
        elif ring.fill[3]:
            way = f"M{_format_point(ring.center)}L{_format_arc(ring)[1:]}Z"
            parts += _tag("path", d=way, **_fill(ring.fill)) + "\n"
        if _is_visible(ring.pen):
            circumference = math.tau * ring.radius if ring.is_circle else 0.0
            stroke = _stroke(ring.pen, 0.0, circumference)
            parts += _tag("path", d=_format_arc(ring), **stroke) + "\n"
        return parts

    @shape.register
    def _(self, oval: Oval) -> str:
        turn = _format_number(math.degrees(oval.angle))
        transform = f"translate({_format_point(oval.center)}) rotate({turn})"
        rx, ry = oval.radii
        look = _fill(oval.fill)
        return _tag("ellipse", rx=rx, ry=ry, transform=transform, **look) + "\n"

    @shape.register
    def _(self, area: Area) -> str:
        return _write_polygon(area.points, area.fill)

    @shape.register
    def _(self, band: Band) -> str:
        return _write_polygon(np.concatenate([band.upper, band.lower[::-1]]), band.fill)

    @shape.register
    def _(self, bar: ColourBar) -> str:
        end = bar.at[0] + bar.size[0], bar.at[1]
        shares = np.linspace(0.0, 1.0, len(bar.colours)).tolist()
        stops = tuple(zip(shares, bar.colours, strict=True))
        outline = Area(rectangle_corners(bar.at, bar.size), bar.colours[0])
        return self.shape(SpaceBody(outline, (Gradient(bar.at, end, stops),)))

    @shape.register
    def _(self, clipped: Clipped) -> str:
        way = _format_path(rectangle_corners(clipped.at, clipped.size)) + "Z"
        return self._clip(_tag("path", d=way), map(self.shape, clipped.shapes))

    @shape.register
    def _(self, mark: Mark) -> str:
        marker = "".join(_write_marker(mark))
        if mark.share < 1:
            return _tag("g", marker, opacity=_format_share(mark.share)) + "\n"
        return marker

    @shape.register
    def _(self, through: MagnifierShapes) -> str:
        (x, y), r = through.center, through.radius
        outline = _tag("circle", cx=r, cy=r, r=r)
        return self._clip(outline, map(self.shape, through.shapes), (x - r, y - r))

    @shape.register
    def _(self, body: SpaceBody) -> str:
        way = _format_outline(body.outline)
        parts = ""
        for paint in body.paints:
            if isinstance(paint, Gradient):
                name = self._next_id()
                parts += _write_gradient(name, paint)
                look = {"fill": f"url(#{name})"}
            else:
                look = _fill(paint)
            parts += _tag("path", d=way, **look) + "\n"
        if body.rims:
            pens = (Pen(colour, width) for width, colour in body.rims)
            lines = (_tag("path", d=way, **_stroke(pen)) + "\n" for pen in pens)
            parts += self._clip(_tag("path", d=way), lines)
        return parts

    @shape.register
    def _(self, view: PlaneMapView) -> str:
        corner, pixel_size, pixels = render_map(view)
        return _write_image(corner, pixels, pixel_size) if pixels.size else ""

    @shape.register
    def _(self, cloud: ShadowRaster) -> str:
        pixels = np.zeros((*cloud.alphas.shape, 4))
        pixels[..., :3], pixels[..., 3] = cloud.colour[:3], cloud.alphas
        return _write_image(
            (0.0, 0.0), np.round(pixels * 255).astype(np.uint8), cloud.cell_size
        )


def _write_image(at: Point, pixels: png.Pixels, each: float) -> str:
    """Return an image element; `pixels` (rows, columns, 4) are each of size `each`."""
    height, width = pixels.shape[:2]
    data = base64.b64encode(png.encode_png(pixels)).decode()
    box = {"x": at[0], "y": at[1], "width": width * each, "height": height * each}
    href = f"data:image/png;base64,{data}"
    return _tag("image", **box, preserveAspectRatio="none", href=href) + "\n"


def _tag(name: str, content: str | None = None, /, **attributes: float | str) -> str:
    """Return an element; in the attributes' names, `_` stands for a hyphen."""
    text = name
    for key, value in attributes.items():
        written = value if isinstance(value, str) else _format_number(value)
        text += f' {key.replace("_", "-")}="{written}"'
    return f"<{text}/>" if content is None else f"<{text}>{content}</{name}>"


def _format_number(value: float) -> str:
    """Return a number with at most two decimals, without trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _format_point(at: Sequence[float]) -> str:
    return f"{_format_number(at[0])} {_format_number(at[1])}"


def _format_path(points: Array) -> str:
    return "M" + "L".join(map(_format_point, points.tolist()))


def _format_colour(rgba: RGBA) -> str:
    red, green, blue = (round(255 * min(max(c, 0.0), 1.0)) for c in rgba[:3])
    return f"#{red:02x}{green:02x}{blue:02x}"


def _format_share(alpha: float) -> str:
    return f"{alpha:.3f}".rstrip("0").rstrip(".")


def _fill(rgba: RGBA) -> dict[str, str]:
    """Return the attributes of an interior."""
    faint = {"fill_opacity": _format_share(rgba[3])} if rgba[3] < 1 else {}
    return {"fill": _format_colour(rgba), **faint}


def _stroke(pen: Pen, phase: float = 0.0, around: float = 0.0) -> dict[str, str]:
    """Return stroke attributes; a closed line of length `around` has whole dashes.

    `phase` is the offset into the dash pattern; all are in pixels.
    """
    look = {
        "stroke": _format_colour(pen.colour),
        "stroke_width": _format_number(pen.width),
    }
    if pen.colour[3] < 1:
        look["stroke_opacity"] = _format_share(pen.colour[3])
    period, dash_length = pen.dash
    if not period:
        return look
    if around:
        period = around / max(round(around / period), 1)
        dash_length = min(dash_length, period)
    look["stroke_dasharray"] = _format_point((dash_length, period - dash_length))
    begin = _format_number(math.fmod(phase, period))
    return look if begin == "0" else {**look, "stroke_dashoffset": begin}


def _is_visible(pen: Pen) -> bool:
    return pen.width > 0 and pen.colour[3] > 0


def _write_polygon(points: Array, fill: RGBA) -> str:
    return _tag("path", d=_format_path(points[:, :2]) + "Z", **_fill(fill)) + "\n"


def _write_circle(center: Sequence[float], radius: float, fill: RGBA) -> str:
    x, y = center[:2]
    return _tag("circle", cx=x, cy=y, r=radius, **_fill(fill)) + "\n"


def _write_gradient(name: str, one: Gradient) -> str:
    """Return the definition of a gradient with an id."""
    (x, y), (u, v) = one.start, one.end
    kind, where = "linearGradient", {"x1": x, "y1": y, "x2": u, "y2": v}
    if one.radius:
        kind = "radialGradient"
        where = {"fx": x, "fy": y, "cx": u, "cy": v, "r": one.radius}
    stops = [
        _tag(
            "stop",
            offset=_format_share(share),
            stop_color=_format_colour(colour),
            stop_opacity=_format_share(colour[3]),
        )
        for share, colour in one.stops
    ]
    inside = "".join(stops)
    return _tag(kind, inside, id=name, gradientUnits="userSpaceOnUse", **where) + "\n"


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
    (x, y), (a, b), angle = outline.center, outline.radii, outline.angle
    dx, dy = a * math.cos(angle), a * math.sin(angle)
    radii = f"A{_format_point((a, b))} {_format_number(math.degrees(angle))} 1 1 "
    start, end = _format_point((x - dx, y - dy)), _format_point((x + dx, y + dy))
    return f"M{start}{radii}{end}{radii}{start}Z"


def _format_arc(ring: Ring) -> str:
    """Return the path of a ring, clockwise, the direction of its dashes."""
    (x, y), r = ring.center, ring.radius
    low, high = sorted((ring.start, ring.start + ring.sweep))
    start, end = (
        (x + r * math.cos(angle), y + r * math.sin(angle)) for angle in (low, high)
    )
    begin, radii = _format_point(start), f"A{_format_point((r, r))} 0"
    if ring.is_circle:
        opposite = _format_point((2 * x - start[0], 2 * y - start[1]))
        return f"M{begin}{radii} 1 1 {opposite}{radii} 1 1 {begin}Z"
    return f"M{begin}{radii} {int(high - low > math.pi)} 1 {_format_point(end)}"


def _write_marker(mark: Mark) -> Iterator[str]:
    """Yield a marker's rim, and the marker on it."""
    r, corners = mark.size, mark.corners
    if corners is None:
        if mark.rim_width:
            yield _write_circle(mark.at, r + mark.rim_width, mark.rim)
        yield _write_circle(mark.at, r, mark.colour)
        if mark.marker is Marker.RING:
            yield _write_circle(mark.at, r - max(0.4 * r, 1.0), mark.rim)
        return
    way = _format_path(corners) + "Z"
    transform = f"translate({_format_point(mark.at)})"
    if mark.rim_width:
        rim = {
            **_fill(mark.rim),
            "stroke": _format_colour(mark.rim),
            "stroke_width": _format_number(2 * mark.rim_width),
            "stroke_opacity": _format_share(mark.rim[3]),
        }
        yield _tag("path", d=way, transform=transform, **rim) + "\n"
    yield _tag("path", d=way, transform=transform, **_fill(mark.colour)) + "\n"


def _write_text(text: PlacedText) -> str:
    plate = ""
    if text.background[3]:
        box = {"x": text.x - 3, "y": text.y - 1}
        box |= {"width": text.width + 6, "height": text.height + 2, "rx": 4.0}
        plate = _tag("rect", **box, **_fill(text.background)) + "\n"
    set_ = typeset_line(text.text, text.size, text.style)
    # Scaled to the measured width, for which its place was found.
    stretch = text.width / set_.width if set_.width else 1.0
    look = _fill(text.colour)
    if text.halo[3]:
        look |= {
            "paint_order": "stroke",
            "stroke": _format_colour(text.halo),
            "stroke_width": _format_number(_HALO_WIDTH_PX),
            "stroke_linejoin": "round",
        }
    look["xml:space"] = "preserve"
    parts = (_write_piece(piece, text, set_.base, stretch) for piece in set_.pieces)
    return f"{plate}{_tag('text', ''.join(parts), **look)}\n"


def _write_piece(
    piece: LinePiece, text: PlacedText, base: float, stretch: float
) -> str:
    """Return the tspan of one piece of a line.

    `base` is the baseline below the text's top, `stretch` a factor of widths.
    """
    return _tag(
        "tspan",
        escape(piece.text, quote=False),
        x=text.x + piece.x * stretch,
        y=text.y + base + piece.down,
        font_size=piece.em,
        **_FONT_ATTRIBUTES.get(piece.font_stack, {}),
        textLength=piece.width * stretch,
        lengthAdjust="spacingAndGlyphs",
    )


def _write_divider(one: PlacedFigure, theme: Theme) -> str:
    """Return the line between a view and the previous one; "" for the first."""
    (x, y), (width, height) = one.at, one.figure.size
    if not (x or y):
        return ""
    side = f"v{_format_number(height)}" if x else f"h{_format_number(width)}"
    way, colour = f"M{_format_point(one.at)}{side}", _format_colour(theme.border)
    return _tag("path", d=way, stroke=colour) + "\n"
