"""The kinds in a map's legend: how each looks, its name, its share, what is wrong."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce

from imgui_bundle import imgui

from playground.app.panels import worded
from playground.app.panels.common import Ui, hint
from playground.app.panels.imgui_window import advance, packed
from playground.app.panels.layout import caption_most
from playground.explore.map import MapKind
from playground.language import message, translated
from playground.render import map_looks
from playground.render.labels import PlacedText
from playground.render.map_looks import Edge, Texture
from playground.render.paint import OPACITY, tone
from playground.render.theme import RGBA, mix
from playground.render.typeset import Voice
from playground.scene.camera import Viewport
from playground.study import charts
from playground.study.map_words import LegendLine

# What a stage has below it.
STAGE_BELOW = 5.0
# The size of its words, and of those that a room reads.
WORDS, STAGE_WORDS = 13.0, 19.0
# From the strip's sides, below a caption as far as its words, and above what is in it.
LEFT, STAGE_LEFT, _TOP = 18.0, 27.0, 10.0
_SWATCH, _LARGE, _BESIDE, _BETWEEN = 14.0, 22.0, 8.0, 18.0
# Where there is room, kinds stand in columns, two rows of them, each with a reason.
_COLUMN, _ROW, _LINE, _TALL = 270.0, 37.0, 17.0, 90.0
_CODE_LINE, _PLAIN_LINE = 16.0, 21.0


@dataclass(frozen=True)
class _KindPart:
    """A text at a kind, its width, its voice, None for code, and if it is the name."""

    text: str
    wide: float
    voice: Voice | None
    named: bool


def words(ui: Ui) -> float:
    """Return the size of the words in a legend."""
    return STAGE_WORDS if ui.window_view.presenting else WORDS


def kinds(ui: Ui, place: Viewport, found: Sequence[LegendLine], blame: str) -> None:
    """Draw the kinds of a map, and last the line to blame if there is room for it."""
    room = place.width - 2 * LEFT + _BETWEEN
    most = max(int(room // _COLUMN), 1)
    told = bool(found) and bool(found[0].why) and not ui.window_view.presenting
    if told and place.height >= _TALL and len(found) <= 2 * most:
        # So many columns as cut no reason, but no more than two rows of them.
        long = max(ui.gui.measure(entry.why, WORDS)[0] for entry in found)
        most = min(most, int(room // (long + _LARGE + _BESIDE + _BETWEEN)))
        shown = blame if len(found) < 2 * most else ""
        count = len(found) + bool(shown)
        _in_columns(ui, place, found, shown, max(min(most, count), -(-count // 2)))
    else:
        _in_rows(ui, place, found)


def _in_columns(
    ui: Ui, place: Viewport, found: Sequence[LegendLine], blame: str, across: int
) -> None:
    count = len(found) + bool(blame)
    wide = (place.width - 2 * LEFT + _BETWEEN) / across
    for number in range(count):
        x = place.x + LEFT + wide * (number % across)
        y = place.y + _TOP + _ROW * (number // across)
        if number < len(found):
            _reasoned(ui, found[number], (x, y), wide - _BETWEEN)
        else:
            _to_blame(ui, found[0], blame, (x, y), wide - _BETWEEN)
    imgui.set_cursor_pos_y(_TOP + _ROW * -(-count // across))


def _in_rows(ui: Ui, place: Viewport, found: Sequence[LegendLine]) -> None:
    """Draw the kinds one after the other, in as many rows as there may be."""
    size = words(ui)
    low = place.y + place.height
    if ui.window_view.presenting:
        # As high as it can become by what is drawn in it now.
        low += caption_most(low) / 2.0 - place.height - STAGE_BELOW
    side = _SWATCH + size - WORDS
    line = (_CODE_LINE if found and found[0].code else _PLAIN_LINE) + size - WORDS
    x, y = begin = imgui.get_cursor_screen_pos()
    for number, entry in enumerate(found):
        parts = list(_parts(ui, entry, strong=False))
        wide = side + sum(part.wide + _BESIDE for part in parts)
        if x > begin.x and x + wide > place.x + place.width - LEFT:
            if y + 2 * line > low:
                _more(ui, found[number:], (x, y), size)
                break
            x, y = begin.x, y + line
        with_room = imgui.ImVec2(wide, line)
        _swatch(ui, entry, (x, y + 1.0), side)
        _write(ui, entry, parts, (x + side + _BESIDE, y), size)
        _button(ui, entry, (x, y), with_room)
        x += wide + _BETWEEN
    if found:
        imgui.set_cursor_screen_pos(imgui.ImVec2(begin.x, y + line))


def _more(
    ui: Ui, rest: Sequence[LegendLine], at: tuple[float, float], size: float
) -> None:
    """Draw dots for the smallest kinds, which the pointer is told."""
    imgui.set_cursor_screen_pos(imgui.ImVec2(*at))
    imgui.push_font(ui.gui.fonts.body, size)
    worded.text("…")
    imgui.pop_font()
    told: list[str] = [
        worded.together("{kind}  {share}", kind=entry.text, share=entry.share)
        for entry in rest
    ]
    hint(reduce(worded.below, told))


def _reasoned(ui: Ui, entry: LegendLine, at: tuple[float, float], wide: float) -> None:
    x, y = at
    _swatch(ui, entry, (x, y + 4.0), _LARGE)
    left = x + _LARGE + _BESIDE
    _write(ui, entry, list(_parts(ui, entry, strong=True)), (left, y), WORDS)
    _fitted(ui, entry.why, (left, y + _LINE), x + wide, mono=False)
    _button(ui, entry, at, imgui.ImVec2(wide, _ROW - 3.0))


def _to_blame(
    ui: Ui, entry: LegendLine, line: str, at: tuple[float, float], wide: float
) -> None:
    """Write the line that is to blame for a kind, beside its colour."""
    x, y = at
    draw, tint = imgui.get_window_draw_list(), ui.theme.roles[entry.role]
    low, high = imgui.ImVec2(x + 9.0, y + 2.0), imgui.ImVec2(x + 13.0, y + 30.0)
    draw.add_rect_filled(low, high, packed(tint), 2.0)
    left = x + _LARGE + _BESIDE
    note = packed(ui.theme.text_muted)
    place = imgui.ImVec2(left, y)
    words = translated(message("The line to blame"))
    draw.add_text(ui.gui.fonts.body, WORDS, place, note, words)
    _fitted(ui, line, (left, y + _LINE), x + wide, mono=True)
    imgui.set_cursor_screen_pos(imgui.ImVec2(x, y))
    imgui.dummy(imgui.ImVec2(wide, _ROW - 3.0))
    hint(line)


def _parts(ui: Ui, entry: LegendLine, *, strong: bool) -> Iterator[_KindPart]:
    """Yield what stands at a kind."""
    voice = None if entry.code else Voice.TITLE if strong else Voice.PROSE
    for text, spoken in ((entry.text, voice), (entry.share, Voice.PROSE)):
        if text:
            size, mono = words(ui), ui.gui.fonts.mono
            wide = (
                ui.gui.line(text, size, spoken).width
                if spoken
                else advance(text, size, mono)
            )
            yield _KindPart(text, wide, spoken, text is entry.text)


def _write(
    ui: Ui,
    entry: LegendLine,
    parts: Sequence[_KindPart],
    at: tuple[float, float],
    size: float,
) -> None:
    alone, theme = ui.study.wanted.mapped.alone, ui.theme
    aside = bool(alone) and alone != entry.name
    x, draw = at[0], imgui.get_window_draw_list()
    for part in parts:
        text, wide = part.text, part.wide
        shown = theme.text if part.named and not aside else theme.text_muted
        if part.voice:
            placed = PlacedText(
                x, at[1], text, size, shown, wide, size, voice=part.voice
            )
            ui.gui.draw_line(draw, placed)
        else:
            place = imgui.ImVec2(x, at[1])
            draw.add_text(ui.gui.fonts.mono, size, place, packed(shown), text)
        x += wide + _BESIDE


def _fitted(
    ui: Ui, text: str, at: tuple[float, float], right: float, *, mono: bool
) -> None:
    """Write a line as far as there is room."""
    font = ui.gui.fonts.mono if mono else ui.gui.fonts.body
    room = right - at[0]
    told = text if mono else translated(text)
    shown = ui.widgets.kept(f"told {told}", room, lambda: _shortened(font, told, room))
    tint = packed(ui.theme.text if mono else ui.theme.text_muted)
    draw = imgui.get_window_draw_list()
    draw.add_text(font, WORDS, imgui.ImVec2(*at), tint, shown)


def _shortened(font: imgui.ImFont, text: str, room: float) -> str:
    imgui.push_font(font, WORDS)
    shown = worded.cut_to(text, room, lambda cut: imgui.calc_text_size(cut).x)
    imgui.pop_font()
    return shown


def _button(
    ui: Ui, entry: LegendLine, at: tuple[float, float], size: imgui.ImVec2
) -> None:
    """Take a click on a kind, which shows it alone; another shows all of them."""
    name, alone = entry.name, ui.study.wanted.mapped.alone
    imgui.set_cursor_screen_pos(imgui.ImVec2(*at))
    effect = f" {entry.kind.effect}" if entry.kind.effect else ""
    steered = imgui.ButtonFlags_.enable_nav
    if imgui.invisible_button(f"##kind {name}{effect}", size, steered):
        ui.do(charts.map_over, alone="" if alone == name else name)
    again = message("Show all kinds again")
    click = again if alone == name else message("Show only this kind")
    hint(worded.below(worded.below(entry.more, entry.why), click))


def _swatch(ui: Ui, entry: LegendLine, at: tuple[float, float], side: float) -> None:
    """Draw how a kind looks on the map."""
    theme, draw = ui.theme, imgui.get_window_draw_list()
    full = theme.roles[entry.role]
    low, high = imgui.ImVec2(*at), imgui.ImVec2(at[0] + side, at[1] + side)
    filled = map_looks.texture(entry.kind)
    if entry.kind.effect is None:
        question = ui.study.question
        of = question.kind if question else MapKind.REGIONS
        shade = mix(theme.background, tone(of, entry.role, theme), OPACITY[of])
        draw.add_rect_filled(low, high, packed(shade), 3.0)
        draw.add_rect(low, high, packed(full), 3.0)
        return
    share = {Texture.SOLID: 1.0, Texture.SPECKS: 0.0}.get(filled, map_looks.LOW)
    draw.add_rect_filled(low, high, packed(mix(theme.background, full, share)), 3.0)
    draw.push_clip_rect(low, high, True)
    if filled is Texture.STRIPES:
        _stripes(draw, low, side, full)
    elif filled is not Texture.SOLID:
        _dots(draw, low, side, full, fine=filled is Texture.SPECKS)
    draw.pop_clip_rect()
    _rim(draw, low, side, full, map_looks.edge(entry.kind))


def _stripes(
    draw: imgui.ImDrawList, low: imgui.ImVec2, side: float, tint: RGBA
) -> None:
    period = side * 0.55
    for k in range(5):
        x = low.x + (k - 0.5) * period
        ends = imgui.ImVec2(x, low.y), imgui.ImVec2(x - side, low.y + side)
        draw.add_line(*ends, packed(tint), period * 0.36)


def _dots(
    draw: imgui.ImDrawList, low: imgui.ImVec2, side: float, tint: RGBA, *, fine: bool
) -> None:
    gap = side / (5.0 if fine else 3.0)
    radius = 0.8 if fine else gap * 0.3
    for row in range(int(side / gap) + 1):
        for column in range(int(side / gap) + 1):
            x = gap * (column + (0.5 if row % 2 else 0.0)) + gap / 4
            y = gap * (row + 0.5)
            # Cut by the rim they would look like a part of it.
            if max(x, y) < side - radius:
                at = imgui.ImVec2(low.x + x, low.y + y)
                draw.add_circle_filled(at, radius, packed(tint), 12)


def _rim(
    draw: imgui.ImDrawList, low: imgui.ImVec2, side: float, tint: RGBA, edge: Edge
) -> None:
    high = imgui.ImVec2(low.x + side, low.y + side)
    if edge is Edge.LINE:
        draw.add_rect(low, high, packed(tint), 3.0, 2.0)
    elif edge is Edge.DASHED:
        dash = side / 5.0
        for begin in (0.0, 2.0 * dash, 4.0 * dash):
            end = begin + dash
            for off in (0.0, side):
                level = [imgui.ImVec2(low.x + x, low.y + off) for x in (begin, end)]
                upright = [imgui.ImVec2(low.x + off, low.y + y) for y in (begin, end)]
                draw.add_line(level[0], level[1], packed(tint), 2.0)
                draw.add_line(upright[0], upright[1], packed(tint), 2.0)
