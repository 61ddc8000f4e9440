"""The legend of a map as a figure of its own, as wide as the canvas above it."""

from collections.abc import Iterator, Sequence

import numpy as np

from playground.explore.map import MapKind
from playground.language import message, translated
from playground.render.arrays import Array, Point
from playground.render.labels import PlacedText
from playground.render.map_looks import LOW, Edge, Texture, edge, texture
from playground.render.paint import OPACITY, Painted, Scale, tone
from playground.render.paragraphs import unbreakable
from playground.render.pen import Pen
from playground.render.shapes import Area, Chain, Mark, Prim
from playground.render.svg.bodies import Gradient, SpaceBody
from playground.render.svg.figure import Figure
from playground.render.theme import RGBA, Theme, mix
from playground.render.typeset import Voice, measure
from playground.scene.camera import Viewport
from playground.scene.mathtext import show
from playground.scene.roles import Marker
from playground.study.map_words import LegendLine, nothing
from playground.study.session import Session

_SIZE, _LINE, _LEFT, _TOP = 13.0, 21.0, 18.0, 11.0
# Lines of code are long: there are more rows of them.
_CODE_LINE = 16.0
_SWATCH, _BESIDE, _BETWEEN = 14.0, 8.0, 18.0
# The bar of shades, in a picture of this width and less.
_BAR, _SHORT, _NARROW, _STOPS = (220.0, 14.0), 110.0, 480.0, 32


class _LegendPen:
    """Writes from left to right, and where there is no room in the next line."""

    def __init__(self, width: float, line: float = _LINE) -> None:
        self.width, self.line = width, line
        self.x, self.y = _LEFT, _TOP
        self.prims: list[Prim] = []
        self.texts: list[PlacedText] = []

    def room(self, wide: float) -> None:
        """Begin a line if there is no room in this one."""
        if self.x > _LEFT and self.x + wide > self.width - _LEFT:
            self.x, self.y = _LEFT, self.y + self.line

    def text(
        self, text: str, colour: RGBA, after: float, *, code: bool = False
    ) -> None:
        """Write some words."""
        voice = Voice.CODE if code else Voice.PROSE
        extent = measure(text, _SIZE, voice)
        self.texts.append(
            PlacedText(self.x, self.y, text, _SIZE, colour, *extent, voice=voice)
        )
        self.x += extent[0] + after


def legend_figure(
    session: Session,
    painted: Painted,
    lines: Sequence[LegendLine],
    place: Viewport,
    theme: Theme,
) -> Figure:
    """Return what stands under a map, whose kinds are told by `lines`."""
    blamed = painted.field.question.kind is MapKind.BLAME
    size = place.width, place.height
    pen = _LegendPen(place.width, _CODE_LINE if blamed else _LINE)
    if painted.field.question.kind is MapKind.VALUES and painted.scale:
        _values(pen, painted, painted.scale, theme)
    else:
        _kinds(pen, session, painted, lines, theme)
    ground = Area(_box((0.0, 0.0), size), theme.panel)
    return Figure(size, theme, (ground,), tuple(pen.prims), tuple(pen.texts))


def _kinds(
    pen: _LegendPen,
    session: Session,
    painted: Painted,
    lines: Sequence[LegendLine],
    theme: Theme,
) -> None:
    for entry in lines:
        voice = Voice.CODE if entry.code else Voice.PROSE
        wide = measure(entry.text, _SIZE, voice)[0]
        wide += _BESIDE + _wide(entry.share) if entry.share else 0.0
        pen.room(wide + _SWATCH + _BESIDE)
        pen.prims += _look(entry, painted, (pen.x, pen.y + 1.0), theme)
        pen.x += _SWATCH + _BESIDE
        after = _BESIDE if entry.share else _BETWEEN
        pen.text(entry.text, theme.text, after, code=entry.code)
        if entry.share:
            pen.text(entry.share, theme.text_muted, _BETWEEN)
    if not lines:
        for part in _words(session, painted):
            word = part.rstrip()
            pen.room(_wide(word))
            pen.text(word, theme.text_muted, _wide(" ") if part != word else 0.0)


def _words(session: Session, painted: Painted) -> list[str]:
    """Return why there is no legend, as what stays in one line each."""
    return unbreakable(translated(nothing(session.study, painted.field)))


def _look(
    entry: LegendLine, painted: Painted, at: Point, theme: Theme
) -> Iterator[Prim]:
    """Yield how a kind looks on the map."""
    of, full = painted.field.question.kind, theme.roles[entry.role]
    square, filled = _box(at, (_SWATCH, _SWATCH)), texture(entry.kind)
    if entry.kind.effect is None:
        shade = mix(theme.background, tone(of, entry.role, theme), OPACITY[of])
        yield Area(square, shade)
        yield Chain(square, Pen(full, 1.0), closed=True)
        return
    share = {Texture.SOLID: 1.0, Texture.SPECKS: 0.0}.get(filled, LOW)
    yield Area(square, mix(theme.background, full, share))
    (x, y), stripe = at, Pen(full, 2.6)
    if filled is Texture.STRIPES:
        for way in np.arange(0.35, 2.0, 0.55) * _SWATCH:
            near, far = min(way, _SWATCH), max(way - _SWATCH, 0.0)
            yield Chain(np.array([(x + near, y + far), (x + far, y + near)]), stripe)
    elif filled is not Texture.SOLID:
        size, gap = (0.7, 3.0) if filled is Texture.SPECKS else (1.5, 4.6)
        for row in range(int(_SWATCH // gap)):
            for column in range(int(_SWATCH // gap)):
                spot = (
                    x + gap * (column + 0.35 + 0.4 * (row % 2)),
                    y + gap * (row + 0.5),
                )
                yield Mark(spot, size, Marker.DISC, full, full, 0.0)
    if edge(entry.kind) is not Edge.NONE:
        dashed = edge(entry.kind) is Edge.DASHED
        yield Chain(square, Pen(full, 1.5, dashed), closed=True)


def _values(pen: _LegendPen, painted: Painted, scale: Scale, theme: Theme) -> None:
    pen.text(painted.field.question.quantity, theme.text, 16.0)
    ends = show(scale.low), show(scale.high)
    if scale.single:
        pen.text(ends[0], theme.text, 0.0)
        return
    width, height = _BAR if pen.width > _NARROW else (_SHORT, _BAR[1])
    pen.room(width + 16.0 + sum(_wide(end) for end in ends))
    pen.text(ends[0], theme.text, 8.0)
    shades = painted.palette(theme)[0, :, :3] / 255.0
    stops = []
    for share in np.linspace(0.0, 1.0, _STOPS).tolist():
        red, green, blue = shades[int(share * 255)].tolist()
        shade = mix(theme.background, (red, green, blue, 1.0), OPACITY[MapKind.VALUES])
        stops.append((share, shade))
    at = pen.x, pen.y
    along = Gradient(at, (at[0] + width, at[1]), tuple(stops))
    pen.prims.append(SpaceBody(Area(_box(at, (width, height)), theme.panel), (along,)))
    if scale.low < 0.0 < scale.high:
        x = at[0] + width * -scale.low / (scale.high - scale.low)
        tick = np.array([(x, at[1] - 2), (x, at[1] + height + 2)])
        pen.prims.append(Chain(tick, Pen(theme.text, 2.0)))
    pen.x += width + 8.0
    pen.text(ends[1], theme.text, 16.0)
    pen.room(_wide(every := message("a line every {step}", step=show(scale.step))))
    pen.text(every, theme.text_muted, 0.0)


def _wide(text: str) -> float:
    return measure(text, _SIZE, Voice.PROSE)[0]


def _box(at: Point, size: Point) -> Array:
    (x, y), (width, height) = at, size
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
