"""Figures as SVG: vectors, with their texts as text.

The format: https://www.w3.org/TR/SVG2/
"""

import base64
import math
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import singledispatchmethod
from xml.sax.saxutils import escape

import numpy as np

from playground.i18n import translated
from playground.render import grid, png
from playground.render.fonts import (
    BOLD,
    JAPANESE_FAMILY,
    MATH,
    MATH_FAMILY,
    MONO,
    picture_faces,
)
from playground.render.instance_buffer import Sheet
from playground.render.instance_format import Array, Point
from playground.render.labels import Measure, PlacedText, Words
from playground.render.magnifier import Loupe
from playground.render.map_colors import Backdrop
from playground.render.shapes import Area, Chain, Mark, Oval, Pieces, Prim, Ring
from playground.render.space_painter import Space
from playground.render.stroke_style import Pen
from playground.render.svg.map_image import picture
from playground.render.svg.plane import FlatPicture, Through, noted
from playground.render.svg.space import Cloud, Gradient, SpaceBody, floor, shapes
from playground.render.text_layout import LinePiece, has_japanese, line
from playground.render.theme import RGBA, Theme, name_size
from playground.render.view_composer import Composer, PlaneView
from playground.render.viewport import PixelViewport
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Marker, Record


@dataclass(frozen=True)
class Figure:
    """What one view shows: under everything its ground, then shapes, then texts."""

    size: Point
    theme: Theme
    ground: tuple[Prim, ...]
    prims: tuple[Prim, ...]
    texts: tuple[PlacedText, ...]


def figure_of(
    drawlist: DrawList,
    camera: Camera2D | OrbitCamera,
    size: Point,
    theme: Theme,
    measure: Measure,
    *,
    name: float = 0.0,
    overlay: Sequence[Record] = (),
    backdrop: Backdrop | None = None,
    lens: Loupe | None = None,
) -> Figure:
    """Return what `Canvas` would show of a view of `size` pixels; see there."""
    viewport = Viewport(0.0, 0.0, *size)
    frame = PixelViewport.of(viewport, (round(size[0]), round(size[1])), 1.0)
    words = Words(measure, name or name_size(size[1]), None, theme)
    composer, picture = Composer(), []
    if isinstance(camera, OrbitCamera):
        seen = composer.in_space(drawlist, camera, frame, overlay, backdrop, words)
        if backdrop:
            picture = [
                FlatPicture(backdrop.painted, _ends(seen.space, backdrop), size, theme)
            ]
        ground = *floor(seen), *picture
        prims, texts = tuple(shapes(seen)), seen.texts
    else:
        view = composer.in_plane(
            drawlist, camera, frame, overlay, backdrop, words, lens
        )
        if backdrop:
            flat = camera.to_screen(backdrop.corners[:, :2], viewport)
            ends = np.column_stack([flat, np.ones(4)])
            picture = [FlatPicture(backdrop.painted, ends, size, theme)]
        ruled = Sheet(frame.box)
        grid.draw(ruled, camera, viewport, 1.0, theme, view.opacity)
        covered = backdrop and backdrop.painted.covers
        lines = noted(ruled)
        ground = (*lines, *picture) if covered else (*picture, *lines)
        prims, texts = tuple(_shapes(view)), view.texts
    return Figure(size, theme, ground, prims, tuple(texts))


def _ends(space: Space, backdrop: Backdrop) -> np.ndarray:
    """Return a map's corners in pixels from the corner of the view, times w, and w."""
    eye = space.eye(backdrop.corners)
    weight = -eye[:, 2]
    wide, tall = space.sheet.box
    x = eye[:, 0] * space.focal + wide * weight
    y = -eye[:, 1] * space.focal + tall * weight
    return np.column_stack([x, y, weight])


def _shapes(view: PlaneView) -> Iterator[Prim]:
    yield from noted(view.plane.sheet)
    if view.glass:
        lens, inside = view.glass.lens, view.glass.inside
        yield from noted(view.glass.ground)
        yield Through(lens.center, lens.radius, tuple(noted(inside.sheet)))
        yield from noted(view.glass.rim)
    if view.leaders:
        yield from noted(view.leaders)


# ----------------------------------------------------------------------------


# The window's face, or what a system has that is like it, and what has the signs and
# the letters of Japanese.
_FAMILY = (
    "Roboto, 'Helvetica Neue', Arial, 'Liberation Sans', 'Noto Sans', 'DejaVu Sans', "
    "'Noto Sans Math', 'Noto Sans CJK JP', 'Hiragino Sans', 'Yu Gothic', sans-serif"
)
_SYMBOLS = (
    f"'{MATH_FAMILY}', 'Latin Modern Math', 'Cambria Math', 'STIX Two Math', serif"
)
_CODE = "Inconsolata, Consolas, Menlo, 'DejaVu Sans Mono', monospace"
# The stroke of the ground about letters that lie on lines.
_HALO = 5.0
# How a face differs from that of the picture.
_LOOKS = {
    BOLD: ' font-weight="bold"',
    MATH: f' font-family="{_SYMBOLS}"',
    MONO: f' font-family="{_CODE}"',
}
# Stands for what makes the ids of one picture its own.
_OWN = "own-id-"


@dataclass(frozen=True)
class Placed:
    """A figure, and where it lies in the picture."""

    figure: Figure
    at: Point


def svg(
    figures: Sequence[Placed],
    size: Point,
    theme: Theme,
    title: str,
    about: str,
    scale: float = 1.0,
) -> str:
    """Return a picture of `size` pixels with the figures beside each other.

    `title` and `about` are what a screen reader says of it. It is shown `scale` times
    as large.
    """
    writer = _SvgWriter()
    inside = "".join(writer.placed(one, theme) for one in figures)
    japanese = has_japanese(inside)
    family = f"'{JAPANESE_FAMILY}', {_FAMILY}" if japanese else _FAMILY
    own = f"p{zlib.crc32(inside.encode()):08x}-"
    width, height = (_number(side) for side in size)
    wide, tall = (_number(side * scale) for side in size)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{tall}" '
        f'viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="{own}title {own}about" font-family="{family}">\n'
        f'<title id="{own}title">{escape(translated(title))}</title>\n'
        f'<desc id="{own}about">{escape(translated(about))}</desc>\n'
        f"<style>{picture_faces(japanese=japanese)}</style>\n"
        f'<rect width="{width}" height="{height}" {_fill(theme.background)}/>\n'
        f"{inside.replace(_OWN, own)}</svg>\n"
    )


class _SvgWriter:
    """Writes shapes; counts what needs an id."""

    def __init__(self) -> None:
        self._ids = 0

    def _id(self) -> str:
        self._ids += 1
        return f"{_OWN}{self._ids}"

    def placed(self, one: Placed, theme: Theme) -> str:
        figure, (x, y) = one.figure, one.at
        width, height = (_number(side) for side in figure.size)
        clip = self._id()
        parts = [
            f'<clipPath id="{clip}"><rect width="{width}" height="{height}"/>'
            f'</clipPath>\n<g transform="translate({_pair((x, y))})" '
            f'clip-path="url(#{clip})">\n'
            '<g fill="none" stroke-linecap="round" stroke-linejoin="round">\n',
            *(self.shape(prim) for prim in (*figure.ground, *figure.prims)),
            "</g>\n",
            *(_text(text) for text in figure.texts),
        ]
        return "".join(parts) + "</g>\n" + _hairline(one, theme)

    @singledispatchmethod
    def shape(self, prim: Prim) -> str:
        """Return the elements that show a shape."""
        raise TypeError(f"no {type(prim).__name__} in an SVG")

    @shape.register
    def _(self, chain: Chain) -> str:
        if not _seen(chain.pen):
            return ""
        points = chain.points[:, :2]
        if not chain.head[0]:
            way = _way(points) + ("Z" if chain.closed else "")
            return f'<path d="{way}"{_stroke(chain.pen, chain.phase)}/>\n'
        shaft, tip = _arrow(points, chain.head)
        alpha = chain.pen.colour[3]
        whole = Pen((*chain.pen.colour[:3], 1.0), chain.pen.width, chain.pen.dashed)
        # Where both lie on each other they are no stronger.
        faint = f' opacity="{_number(alpha)}"' if alpha < 1 else ""
        return (
            f'<g{faint}><path d="{_way(shaft)}"{_stroke(whole, chain.phase)}/>'
            f'<path d="{_way(tip)}Z" {_fill(whole.colour)}/></g>\n'
        )

    @shape.register
    def _(self, pieces: Pieces) -> str:
        ends = pieces.ends.reshape(-1, 2, 2)
        way = "".join(_way(one) for one in ends)
        return f'<path d="{way}"{_stroke(pieces.pen)}/>\n' if _seen(pieces.pen) else ""

    @shape.register
    def _(self, ring: Ring) -> str:
        parts = []
        x, y = ring.center
        if ring.fill[3]:
            r = _number(ring.radius)
            shape = (
                f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{r}"'
                if ring.whole
                else f'<path d="M{_pair(ring.center)}L{_arc(ring)[1:]}Z"'
            )
            parts.append(f"{shape} {_fill(ring.fill)}/>\n")
        if _seen(ring.pen):
            around = math.tau * ring.radius if ring.whole else 0.0
            parts.append(f'<path d="{_arc(ring)}"{_stroke(ring.pen, 0.0, around)}/>\n')
        return "".join(parts)

    @shape.register
    def _(self, oval: Oval) -> str:
        (x, y), (a, b) = oval.center, oval.radii
        turn = _number(math.degrees(oval.angle))
        return (
            f'<ellipse rx="{_number(a)}" ry="{_number(b)}" '
            f'transform="translate({_pair((x, y))}) rotate({turn})" '
            f"{_fill(oval.fill)}/>\n"
        )

    @shape.register
    def _(self, area: Area) -> str:
        return f'<path d="{_way(area.points[:, :2])}Z" {_fill(area.fill)}/>\n'

    @shape.register
    def _(self, mark: Mark) -> str:
        shown = "".join(_mark(mark))
        if mark.share < 1:
            return f'<g opacity="{_share(mark.share)}">{shown}</g>\n'
        return shown

    @shape.register
    def _(self, through: Through) -> str:
        r = through.radius
        corner = through.center[0] - r, through.center[1] - r
        clip = self._id()
        radius = _number(r)
        return (
            f'<clipPath id="{clip}"><circle cx="{radius}" cy="{radius}" r="{radius}"/>'
            f'</clipPath>\n<g transform="translate({_pair(corner)})" '
            f'clip-path="url(#{clip})">\n'
            + "".join(self.shape(prim) for prim in through.prims)
            + "</g>\n"
        )

    @shape.register
    def _(self, body: SpaceBody) -> str:
        way = _outline(body.outline)
        parts = []
        for paint in body.paints:
            if isinstance(paint, Gradient):
                name, gradient = self._gradient(paint)
                parts.append(f'{gradient}<path d="{way}" fill="url(#{name})"/>\n')
            else:
                parts.append(f'<path d="{way}" {_fill(paint)}/>\n')
        if body.rims:
            clip = self._id()
            parts.append(
                f'<clipPath id="{clip}"><path d="{way}"/></clipPath>\n'
                f'<g clip-path="url(#{clip})">\n'
            )
            for width, colour in body.rims:
                parts.append(f'<path d="{way}"{_stroke(Pen(colour, width))}/>\n')
            parts.append("</g>\n")
        return "".join(parts)

    def _gradient(self, one: Gradient) -> tuple[str, str]:
        """Return the id of a gradient, and what defines it."""
        name = self._id()
        (x, y), (u, v) = ((_number(a), _number(b)) for a, b in (one.start, one.end))
        kind, where = "linear", f'x1="{x}" y1="{y}" x2="{u}" y2="{v}"'
        if one.radius:
            radius = _number(one.radius)
            kind, where = "radial", f'fx="{x}" fy="{y}" cx="{u}" cy="{v}" r="{radius}"'
        stops = "".join(
            f'<stop offset="{_share(share)}" stop-color="{_colour(colour)}" '
            f'stop-opacity="{_share(colour[3])}"/>'
            for share, colour in one.stops
        )
        return name, (
            f'<{kind}Gradient id="{name}" gradientUnits="userSpaceOnUse" {where}>'
            f"{stops}</{kind}Gradient>\n"
        )

    @shape.register
    def _(self, seen: FlatPicture) -> str:
        corner, each, pixels = picture(seen)
        if not pixels.size:
            return ""
        return _image(corner, pixels, each)

    @shape.register
    def _(self, cloud: Cloud) -> str:
        pixels = np.zeros((*cloud.alphas.shape, 4))
        pixels[..., :3], pixels[..., 3] = cloud.colour[:3], cloud.alphas
        return _image((0.0, 0.0), np.round(pixels * 255).astype(np.uint8), cloud.cell)


def _image(at: Point, pixels: png.Pixels, each: float) -> str:
    """Return a picture whose pixels are so wide and high."""
    height, width = (_number(side * each) for side in pixels.shape[:2])
    data = base64.b64encode(png.encoded(pixels)).decode()
    return (
        f'<image x="{_number(at[0])}" y="{_number(at[1])}" width="{width}" '
        f'height="{height}" preserveAspectRatio="none" '
        f'href="data:image/png;base64,{data}"/>\n'
    )


def _number(value: float) -> str:
    """Return a number to a hundredth, without noughts that say nothing."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _pair(at: Sequence[float]) -> str:
    return f"{_number(at[0])} {_number(at[1])}"


def _way(points: Array) -> str:
    first, *others = (_pair(point) for point in points.tolist())
    return f"M{first}" + "".join(f"L{point}" for point in others)


def _colour(rgba: RGBA) -> str:
    red, green, blue = (round(255 * min(max(c, 0.0), 1.0)) for c in rgba[:3])
    return f"#{red:02x}{green:02x}{blue:02x}"


def _fill(rgba: RGBA) -> str:
    faint = f' fill-opacity="{_share(rgba[3])}"' if rgba[3] < 1 else ""
    return f'fill="{_colour(rgba)}"{faint}'


def _share(alpha: float) -> str:
    return f"{alpha:.3f}".rstrip("0").rstrip(".")


def _stroke(pen: Pen, phase: float = 0.0, around: float = 0.0) -> str:
    """Return how a line is drawn; one that goes `around` has whole dashes."""
    text = f' stroke="{_colour(pen.colour)}" stroke-width="{_number(pen.width)}"'
    if pen.colour[3] < 1:
        text += f' stroke-opacity="{_share(pen.colour[3])}"'
    period, on = pen.dash
    if not period:
        return text
    if around:
        period = around / max(round(around / period), 1)
        on = min(on, period)
    text += f' stroke-dasharray="{_number(on)} {_number(period - on)}"'
    begin = _number(math.fmod(phase, period))
    return text if begin == "0" else f'{text} stroke-dashoffset="{begin}"'


def _seen(pen: Pen) -> bool:
    return pen.width > 0 and pen.colour[3] > 0


def _arrow(points: Array, head: Point) -> tuple[Array, Array]:
    """Return the points of an arrow's shaft, and those of its head."""
    length, half = head
    tip, before = points[-1], points[-2]
    size = math.hypot(*(tip - before))
    # What is cut at the sheet's rim may be a point.
    along = (tip - before) / size if 0.0 < size < math.inf else np.zeros(2)
    beside = np.array([-along[1], along[0]]) * half
    back = tip - length * along
    shaft = np.concatenate([points[:-1], [tip - 0.85 * length * along]])
    return shaft, np.array(
        [tip, back + beside, tip - 0.8 * length * along, back - beside]
    )


def _outline(outline: Oval | Area) -> str:
    if isinstance(outline, Area):
        return _way(outline.points[:, :2]) + "Z"
    (x, y), (a, b) = outline.center, outline.radii
    along = a * math.cos(outline.angle), a * math.sin(outline.angle)
    radii = f"A{_number(a)} {_number(b)} {_number(math.degrees(outline.angle))} 1 1 "
    one, two = _pair((x - along[0], y - along[1])), _pair((x + along[0], y + along[1]))
    return f"M{one}{radii}{two}{radii}{one}Z"


def _arc(ring: Ring) -> str:
    """Return the way of a ring, clockwise, as its dashes count."""
    (x, y), r = ring.center, ring.radius
    low, high = sorted((ring.start, ring.start + ring.sweep))
    one, two = (
        (x + r * math.cos(angle), y + r * math.sin(angle)) for angle in (low, high)
    )
    begin, radii = f"M{_pair(one)}", f"A{_number(r)} {_number(r)} 0"
    if ring.whole:
        across = _pair((2 * x - one[0], 2 * y - one[1]))
        return f"{begin}{radii} 1 1 {across}{radii} 1 1 {_pair(one)}Z"
    return f"{begin}{radii} {int(high - low > math.pi)} 1 {_pair(two)}"


def _mark(mark: Mark) -> Iterator[str]:
    """Yield a marker's rim, and the marker on it."""
    wide = 2 * mark.rim_width
    rim = (
        f'{_fill(mark.rim)} stroke="{_colour(mark.rim)}" '
        f'stroke-width="{_number(wide)}" stroke-opacity="{_share(mark.rim[3])}"'
    )
    r, at = mark.size, f'transform="translate({_pair(mark.at)})"'
    if mark.marker in (Marker.DISC, Marker.RING):
        round_ = f'<circle cx="{_number(mark.at[0])}" cy="{_number(mark.at[1])}"'
        if mark.rim_width:
            yield f'{round_} r="{_number(r + mark.rim_width)}" {_fill(mark.rim)}/>\n'
        yield f'{round_} r="{_number(r)}" {_fill(mark.colour)}/>\n'
        if mark.marker is Marker.RING:
            inner = r - max(0.4 * r, 1.0)
            yield f'{round_} r="{_number(inner)}" {_fill(mark.rim)}/>\n'
        return
    half = 0.88 * r
    if mark.marker is Marker.CROSS:
        long, thin = 1.2 * r, 0.26 * r
        corners = _cross(long, thin)
    else:
        corners = np.array([(half, half), (-half, half), (-half, -half), (half, -half)])
    if mark.marker is not Marker.SQUARE:
        corners = corners @ _TURNED
    way = _way(corners) + "Z"
    if mark.rim_width:
        yield f'<path d="{way}" {at} {rim}/>\n'
    yield f'<path d="{way}" {at} {_fill(mark.colour)}/>\n'


_TURNED = np.array([[1.0, 1.0], [-1.0, 1.0]]) / math.sqrt(2)


def _cross(long: float, thin: float) -> Array:
    """Return the corners of an upright cross."""
    arm = [(thin, thin), (thin, long), (-thin, long)]
    turns = [np.array(arm)]
    for _ in range(3):
        turns.append(turns[-1] @ np.array([[0.0, 1.0], [-1.0, 0.0]]))
    return np.concatenate(turns)


def _text(text: PlacedText) -> str:
    plate = ""
    if text.plate[3]:
        plate = _plate(
            (text.x - 3, text.y - 1), (text.width + 6, text.height + 2), text.plate
        )
    set_ = line(text.text, text.size, text.voice)
    # Measured otherwise, it takes the room all the same for which a place was found.
    stretch = text.width / set_.width if set_.width else 1.0
    halo = ""
    if text.halo[3]:
        halo = (
            f' paint-order="stroke" stroke="{_colour(text.halo)}" '
            f'stroke-width="{_number(_HALO)}" stroke-linejoin="round"'
        )
    parts = (_piece(piece, text, set_.base, stretch) for piece in set_.pieces)
    return (
        f'{plate}<text {_fill(text.colour)}{halo} xml:space="preserve">'
        f"{''.join(parts)}</text>\n"
    )


def _piece(piece: LinePiece, text: PlacedText, base: float, stretch: float) -> str:
    """Return one face's part of a line of words."""
    x, y = text.x + piece.x * stretch, text.y + base + piece.down
    return (
        f'<tspan x="{_number(x)}" y="{_number(y)}" '
        f'font-size="{_number(piece.em)}"{_LOOKS.get(piece.faces, "")} '
        f'textLength="{_number(piece.width * stretch)}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(piece.text)}</tspan>'
    )


def _plate(at: Point, size: Point, colour: RGBA) -> str:
    return (
        f'<rect x="{_number(at[0])}" y="{_number(at[1])}" width="{_number(size[0])}" '
        f'height="{_number(size[1])}" rx="4" {_fill(colour)}/>\n'
    )


def _hairline(one: Placed, theme: Theme) -> str:
    """Return the line that parts a view from the one before it."""
    (x, y), (width, height) = one.at, one.figure.size
    if not (x or y):
        return ""
    way = f"M{_pair((x, y))}" + (f"v{_number(height)}" if x else f"h{_number(width)}")
    return f'<path d="{way}" stroke="{_colour(theme.border)}"/>\n'
