"""The strip under a map: what its colours mean, and what is under the pointer."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

from imgui_bundle import imgui

from playground.analysis.heat_map import MapKind, MapQuestion
from playground.gui import fonts
from playground.gui.commands import focus
from playground.gui.heat_map import Maps
from playground.gui.imgui_backend import advance, colour, packed
from playground.gui.layout import KEY_ROOM, caption_most
from playground.gui.panels.context import Ui, hint, muted, panel, rule_below
from playground.gui.widgets import localized
from playground.gui.widgets import text as widgets_text
from playground.i18n import listed, message, sentences, translated
from playground.render import map_colors
from playground.render.labels import PlacedText
from playground.render.map_colors import OPACITY, Edge, Painted, Scale, Texture, tone
from playground.render.text_layout import Voice
from playground.render.theme import RGBA, mix
from playground.scene.camera import Viewport
from playground.scene.math_text import show
from playground.scene.params import Params
from playground.session import plots
from playground.session.texts import LegendLine, cut, nothing, textures
from playground.session.view.map_samples import charted
from playground.session.view_model import Study

if TYPE_CHECKING:
    from playground.tracing.trace import LaidOpen


# What a stage has below it.
STAGE_BELOW = 5.0
# The size of its words, and of those that a room reads.
WORDS = 13.0
STAGE_WORDS = 19.0
# From the strip's sides, below a caption as far as its words, and above what is in it.
LEFT = 18.0
STAGE_LEFT = 27.0
_TOP = 10.0
_SWATCH = 14.0
_LARGE = 22.0
_BESIDE = 8.0
_BETWEEN = 18.0
# Where there is room, kinds stand in columns, two rows of them, each with a reason.
_COLUMN = 270.0
_ROW = 37.0
_LINE = 17.0
_TALL = 90.0
_CODE_LINE = 16.0
_PLAIN_LINE = 21.0


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
    localized.text("…")
    imgui.pop_font()
    told: list[str] = [
        localized.together("{kind}  {share}", kind=entry.text, share=entry.share)
        for entry in rest
    ]
    hint(reduce(localized.below, told))


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
    shown = localized.cut_to(text, room, lambda cut: imgui.calc_text_size(cut).x)
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
        ui.do(plots.map_over, alone="" if alone == name else name)
    again = message("Show all kinds again")
    click = again if alone == name else message("Show only this kind")
    hint(localized.below(localized.below(entry.more, entry.why), click))


def _swatch(ui: Ui, entry: LegendLine, at: tuple[float, float], side: float) -> None:
    """Draw how a kind looks on the map."""
    theme, draw = ui.theme, imgui.get_window_draw_list()
    full = theme.roles[entry.role]
    low, high = imgui.ImVec2(*at), imgui.ImVec2(at[0] + side, at[1] + side)
    filled = map_colors.texture(entry.kind)
    if entry.kind.effect is None:
        question = ui.study.question
        of = question.kind if question else MapKind.REGIONS
        shade = mix(theme.background, tone(of, entry.role, theme), OPACITY[of])
        draw.add_rect_filled(low, high, packed(shade), 3.0)
        draw.add_rect(low, high, packed(full), 3.0)
        return
    share = {Texture.SOLID: 1.0, Texture.SPECKS: 0.0}.get(filled, map_colors.LOW)
    draw.add_rect_filled(low, high, packed(mix(theme.background, full, share)), 3.0)
    draw.push_clip_rect(low, high, True)
    if filled is Texture.STRIPES:
        _stripes(draw, low, side, full)
    elif filled is not Texture.SOLID:
        _dots(draw, low, side, full, fine=filled is Texture.SPECKS)
    draw.pop_clip_rect()
    _rim(draw, low, side, full, map_colors.edge(entry.kind))


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


# ----------------------------------------------------------------------------


_BAR = (220.0, 14.0)
_BANDS = 32
# Where the words beside the pointer are broken.
_WIDE = 260.0
# Room for two lines at the bottom, and above them at least that.
_READ_OUT = 46.0
_ABOVE = 3.0


def legend(
    ui: Ui, place: Viewport, maps: Maps, at: Params | None, *, still: bool
) -> None:
    """Draw the strip; `at` are the params of the cell that is pointed at.

    In a picture that stays `still` nobody points at anything.
    """
    staged = ui.window_view.presenting
    with panel("legend", place):
        if not staged:
            rule_below(ui, place, top=True)
        left = STAGE_LEFT if staged else LEFT
        imgui.set_cursor_pos(imgui.ImVec2(left, 2.0 if staged else 11.0))
        if maps.worker.failure:
            imgui.push_style_color(imgui.Col_.text, colour(ui.theme.warning))
            why = str(maps.worker.failure)
            localized.text_wrapped(localized.signed(fonts.WARNING, why))
            imgui.pop_style_color()
            return
        painted = maps.painted(ui.study)
        if painted is None:
            muted(ui, "…")
        elif painted.field.question.kind is MapKind.VALUES:
            _values(ui, painted)
        else:
            _kinds(ui, place, maps, painted)
        if staged:
            ui.widgets.heights[KEY_ROOM] = imgui.get_cursor_pos_y() + STAGE_BELOW
        if still:
            return
        below = max(imgui.get_cursor_pos_y() + _ABOVE, place.height - _READ_OUT)
        imgui.set_cursor_pos(imgui.ImVec2(LEFT, below))
        imgui.push_text_wrap_pos(place.width - LEFT)
        _read_out(ui, maps, at, place.height - below)
        imgui.pop_text_wrap_pos()


def _kinds(ui: Ui, place: Viewport, maps: Maps, painted: Painted) -> None:
    found = maps.lines(ui.study)
    if not found:
        muted(ui, nothing(ui.study, painted.field), words(ui))
        return
    first = found[0].name

    def blamed() -> str:
        listing = ui.study.scene.listing
        if listing is None or not listing.blames or not painted.covers:
            return ""
        from playground.tracing.listing_lines import line_of  # slow

        return line_of(listing, first)

    kinds(ui, place, found, ui.widgets.kept("blame", (ui.study.entry, first), blamed))


def _values(ui: Ui, painted: Painted) -> None:
    scale = painted.scale
    if scale is None:
        muted(ui, nothing(ui.study, painted.field), words(ui))
        return
    _word(ui, painted.field.question.quantity, ui.theme.text)
    imgui.same_line(0.0, 16.0)
    _word(ui, show(scale.low), ui.theme.text)
    if scale.single:
        return
    imgui.same_line(0.0, 8.0)
    _bar(painted, scale, ui)
    imgui.same_line(0.0, 8.0)
    _word(ui, show(scale.high), ui.theme.text)
    imgui.same_line(0.0, 16.0)
    every = message("a line every {step}", step=show(scale.step))
    _word(ui, every, ui.theme.text_muted)


def _word(ui: Ui, text: str, tone: RGBA) -> None:
    """Write as much of some words as fits; their symbols are as in the figure."""
    at, size = imgui.get_cursor_screen_pos(), words(ui)
    room = imgui.get_content_region_avail().x
    text = localized.cut_to(
        translated(text), room, lambda t: ui.gui.line(t, size, Voice.PROSE).width
    )
    wide = ui.gui.line(text, size, Voice.PROSE).width
    placed = PlacedText(at.x, at.y, text, size, tone, wide, size, voice=Voice.PROSE)
    ui.gui.draw_line(imgui.get_window_draw_list(), placed)
    imgui.dummy(imgui.ImVec2(wide, size))


def _bar(painted: Painted, scale: Scale, ui: Ui) -> None:
    """Draw the shades from low to high, with a tick where a value is zero."""
    at, draw = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    width, height = _BAR
    shades = painted.palette(ui.theme)[0]
    ground, opacity = ui.theme.background, OPACITY[MapKind.VALUES]
    tones = [
        mix(ground, (rgb[0], rgb[1], rgb[2], 1.0), opacity)
        for rgb in (shades[:: 256 // _BANDS] / 255.0).tolist()
    ]
    top, bottom, step = at.y + 1, at.y + 1 + height, width / len(tones)
    for place, left_tone in enumerate(tones):
        after = tones[min(place + 1, len(tones) - 1)]
        left, right = packed(left_tone), packed(after)
        draw.add_rect_filled_multi_color(
            imgui.ImVec2(at.x + place * step, top),
            imgui.ImVec2(at.x + (place + 1) * step, bottom),
            left,
            right,
            right,
            left,
        )
    if scale.low < 0.0 < scale.high:
        x = at.x + width * -scale.low / (scale.high - scale.low)
        ends = imgui.ImVec2(x, top - 2), imgui.ImVec2(x, bottom + 2)
        draw.add_line(*ends, packed(ui.theme.text), 2.0)
    imgui.dummy(imgui.ImVec2(width, height))


def _read_out(ui: Ui, maps: Maps, at: Params | None, high: float) -> None:
    """Write what is under the pointer, whose plate says all of it."""
    question = ui.study.question
    if at is None or question is None:
        muted(ui, _key(ui, maps))
        return
    here = _place(ui, maps, question, at)
    told = localized.signed(here, _said(maps.study_at(at), question))
    muted(ui, _fitting(ui, told, high))
    if not focus.panel(ui):
        _beside_pointer(told)


def _fitting(ui: Ui, told: str, high: float) -> str:
    """Return a text, or as much of it as fits a line where it is higher than that."""
    wide = localized.room()
    if widgets_text.height(ui.gui, told, WORDS, wide, bold=False) <= high:
        return told
    imgui.push_font(ui.gui.fonts.body, WORDS)
    line = widgets_text.shortened(ui.gui, translated(told).replace("\n", " "), wide)
    imgui.pop_font()
    return line


def _key(ui: Ui, maps: Maps) -> str:
    """Return what textures mean, and what to do with a map."""
    point = message("Point at the map to read it. Click to go there.")
    said = textures(maps.lines(ui.study))
    both = localized.signed(said, point)
    room = imgui.get_content_region_avail().x
    return both if ui.gui.measure(both, WORDS)[0] < room else said


def _beside_pointer(told: str) -> None:
    """Say it on a small plate beside the mouse too: the strip is far from there."""
    imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(10, 7))
    imgui.begin_tooltip()
    imgui.push_text_wrap_pos(_WIDE)
    localized.text_unformatted(told)
    imgui.pop_text_wrap_pos()
    imgui.end_tooltip()
    imgui.pop_style_var()


def _place(ui: Ui, maps: Maps, question: MapQuestion, at: Params) -> str:
    """Return the two numbers of a cell, with the digits that tell it from others."""
    painted, said = maps.painted(ui.study), []
    if painted is None:
        return ""
    for axis, samples in (
        (question.x, painted.field.columns),
        (question.y, painted.field.rows),
    ):
        scale = axis.shown(at)
        digits = max(math.ceil(-math.log10(samples.step * scale)), 0)
        said.append(show(axis.value(at) * scale, digits))
    if charted(ui.study):
        names = question.x.label(at), question.y.label(at)
        named = zip(names, said, strict=True)
        pairs = [
            localized.together("{name}: {value}", name=n, value=v) for n, v in named
        ]
        return message("{pairs}.", pairs=listed(pairs, ","))
    return f"({', '.join(said)})"


def _said(study: Study, question: MapQuestion) -> str:
    kind, solution, verdict = question.kind, study.solution, study.verdict
    if solution is None or verdict is None:
        return message("No answer: {why}", why=study.error)
    if kind is MapKind.ZONES:
        zone = solution.zones.name()
        return message("Zone: {zone}. Verdict: {word}.", zone=zone, word=verdict.text)
    if kind is MapKind.REGIONS:
        return sentences(message("{word}.", word=verdict.text), verdict.detail)
    if kind is MapKind.VALUES:
        values = (
            show(float(solution.value(quantity)))
            for quantity in study.scene.answer.maps
            if quantity.label == question.quantity
        )
        name = question.quantity
        return localized.together("{name}: {value}", name=name, value=next(values, ""))
    return _of_code(study, verdict.text, question)


def _of_code(study: Study, word: str, question: MapQuestion) -> str:
    """Return what the geometry answers in a word, and what the code does."""
    listing, compared = study.scene.listing, study.comparison_in(question.dtype)
    who = listing.called if listing else message("the code")
    if compared is None:
        return message("{word}; {who} has not answered yet.", word=word, who=who)
    if compared.agrees:
        return message("{word}; {who} agrees.", word=word, who=who)
    blames = question.kind is MapKind.BLAME
    laid = study.laid_open_in(question.dtype) if blames else None
    if laid and laid.blamed:
        return _blamed(laid)
    answer = compared.answer
    told = message("{word}; {who}: {answer}.", word=word, who=who, answer=answer)
    return sentences(told, compared.why)


def _blamed(laid: "LaidOpen") -> str:
    (text,) = (x.text.strip() for x in laid.lines if x.number == laid.blamed)
    line = message("Line {number}, {text}", number=laid.blamed, text=cut(text))
    return localized.below(line, laid.why)
