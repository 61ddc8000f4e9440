"""The strip under a map: what its colours mean, and what is under the pointer."""

import math
from typing import TYPE_CHECKING

from imgui_bundle import imgui

from playground.app.canvas.maps import Maps
from playground.app.panels import icons, keyboard_focus
from playground.app.panels.common import Ui, hint, muted, panel, rule_below
from playground.app.panels.imgui_window import colour, packed
from playground.app.panels.layout import KEY_ROOM
from playground.explore.map import MapKind, MapQuestion
from playground.render.paint import OPACITY, Painted, Scale, tone
from playground.render.theme import RGBA, mix
from playground.scene.camera import Viewport
from playground.scene.mathtext import show
from playground.scene.params import Params
from playground.study import charts
from playground.study.map_words import LegendLine, cut, entries, nothing
from playground.study.study import Study
from playground.study.view.map_samples import charted

if TYPE_CHECKING:  # what lays code open is slow to import
    from playground.explore.laid_open.lay_open import LaidOpen

_SWATCH = 14.0
# The size of its words, and of those that a room reads.
_WORDS, _STAGE_WORDS = 13.0, 19.0
_BAR = (220.0, 14.0)
_BANDS = 32
# Where the words beside the pointer are broken.
_WIDE = 260.0
# Room for two lines at the bottom.
_READ_OUT = 46.0


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
        imgui.set_cursor_pos(imgui.ImVec2(27, 2) if staged else imgui.ImVec2(18, 11))
        if maps.worker.failure:
            imgui.push_style_color(imgui.Col_.text, colour(ui.theme.warning))
            imgui.text_wrapped(f"{icons.WARNING}  {maps.worker.failure}")
            imgui.pop_style_color()
            return
        painted = maps.painted(ui.study)
        if painted is None:
            muted(ui, "…")
        elif painted.field.question.kind is MapKind.VALUES:
            _values(ui, painted)
        else:
            _kinds(ui, place, painted)
        if staged:
            ui.widgets.heights[KEY_ROOM] = imgui.get_cursor_pos_y() + 5.0
        if still:
            return
        below = max(imgui.get_cursor_pos_y(), place.height - _READ_OUT)
        imgui.set_cursor_pos(imgui.ImVec2(18, below))
        imgui.push_text_wrap_pos(place.width - 18)
        _read_out(ui, maps, at)
        imgui.pop_text_wrap_pos()


def _words(ui: Ui) -> float:
    return _STAGE_WORDS if ui.window_view.presenting else _WORDS


def _kinds(ui: Ui, place: Viewport, painted: Painted) -> None:
    kind_of_map, theme = painted.field.question.kind, ui.theme
    found = entries(ui.study, painted.field)
    if not found:
        muted(ui, nothing(ui.study, painted.field))
    between = imgui.get_style().item_spacing
    if kind_of_map is MapKind.BLAME:  # lines are long: there are more rows of them
        between = imgui.ImVec2(between.x, 2.0)
    imgui.push_style_var(imgui.StyleVar_.item_spacing, between)
    for number, entry in enumerate(found):
        head, text = entry.head, entry.text
        room = place.width - 18 - imgui.get_item_rect_max().x + place.x
        imgui.push_font(_font(ui, entry), _words(ui))
        wide = ui.gui.measure(head, _words(ui))[0] + imgui.calc_text_size(text).x
        imgui.pop_font()
        if number and room > wide + _SWATCH + 33:
            imgui.same_line(0.0, 18.0)
        elif number:
            imgui.set_cursor_pos_x(18)
        full = theme.roles[entry.role]
        shade = tone(kind_of_map, entry.role, theme)
        shade = mix(theme.background, shade, OPACITY[kind_of_map])
        _swatch(ui, entry, shade, full)
        hint(_told(ui, entry))
    imgui.pop_style_var()


def _told(ui: Ui, entry: LegendLine) -> str:
    """Return what a click on a swatch does, and what has no room at it."""
    alone = ui.study.wanted.mapped.alone == entry.name
    click = "Show all kinds again" if alone else "Show only this kind"
    return f"{entry.more}\n{click}" if entry.more else click


def _font(ui: Ui, entry: LegendLine) -> imgui.ImFont:
    """Return the font of a kind: that of code for a line of it."""
    fonts = ui.gui.fonts
    return fonts.mono if entry.code else fonts.body


def _swatch(ui: Ui, entry: LegendLine, shade: RGBA, rim: RGBA) -> None:
    """Draw a kind; a click shows it alone, another all of them again."""
    name, alone = entry.name, ui.study.wanted.mapped.alone
    corner = imgui.get_cursor_screen_pos()
    imgui.begin_group()
    imgui.push_font(_font(ui, entry), _words(ui))
    if entry.head:
        imgui.push_style_color(imgui.Col_.text, colour(ui.theme.text_muted))
        imgui.text(entry.head)
        imgui.pop_style_color()
        imgui.same_line(0.0, 7.0)
    at = imgui.get_cursor_screen_pos()
    side = _SWATCH + _words(ui) - _WORDS
    low, high = imgui.ImVec2(at.x, at.y + 1), imgui.ImVec2(at.x + side, at.y + side + 1)
    draw = imgui.get_window_draw_list()
    draw.add_rect_filled(low, high, packed(shade), 3.0)
    draw.add_rect(low, high, packed(rim), 3.0)
    imgui.dummy(imgui.ImVec2(side, side))
    imgui.same_line(0.0, 7.0)
    aside = bool(alone) and alone != name
    words = ui.theme.text_muted if aside else ui.theme.text
    imgui.push_style_color(imgui.Col_.text, colour(words))
    imgui.text(entry.text)
    imgui.pop_style_color()
    imgui.pop_font()
    imgui.end_group()
    size = imgui.get_item_rect_size()
    imgui.set_cursor_screen_pos(corner)
    steered = imgui.ButtonFlags_.enable_nav
    if imgui.invisible_button(f"##kind {name}", size, steered):
        ui.do(charts.map_over, alone="" if alone == name else name)


def _values(ui: Ui, painted: Painted) -> None:
    scale = painted.scale
    if scale is None:
        muted(ui, nothing(ui.study, painted.field))
        return
    imgui.push_font(ui.gui.fonts.body, _words(ui))
    imgui.text(painted.field.question.quantity)
    imgui.same_line(0.0, 16.0)
    imgui.text(show(scale.low))
    imgui.same_line(0.0, 8.0)
    _bar(painted, scale, ui)
    imgui.same_line(0.0, 8.0)
    imgui.text(show(scale.high))
    imgui.same_line(0.0, 16.0)
    imgui.push_style_color(imgui.Col_.text, colour(ui.theme.text_muted))
    imgui.text(f"a line every {show(scale.step)}")
    imgui.pop_style_color()
    imgui.pop_font()


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


def _read_out(ui: Ui, maps: Maps, at: Params | None) -> None:
    question = ui.study.question
    if at is None or question is None:
        muted(ui, "Point at the map to read it. Click to go there.")
        return
    words = (
        f"{_place(ui, maps, question, at)}  {_said(maps.study_at(at), question, maps)}"
    )
    muted(ui, words)
    if not keyboard_focus.panel(ui):
        _beside_pointer(words)


def _beside_pointer(words: str) -> None:
    """Say it on a small plate beside the mouse too: the strip is far from there."""
    imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(10, 7))
    imgui.begin_tooltip()
    imgui.push_text_wrap_pos(_WIDE)
    imgui.text_unformatted(words)
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
        return ", ".join(f"{n}: {v}" for n, v in zip(names, said, strict=True)) + "."
    return f"({', '.join(said)})"


def _said(study: Study, question: MapQuestion, maps: Maps) -> str:
    kind, scene = question.kind, study.scene
    solution = study.solution
    if solution is None or study.verdict is None:
        return f"No answer: {study.error}"
    if kind is MapKind.ZONES:
        return f"Zone: {solution.zones.name()}. Verdict: {study.verdict.text}."
    if kind is MapKind.REGIONS:
        return f"{study.verdict.text}. {study.verdict.detail}"
    if kind is MapKind.VALUES:
        values = (
            show(float(solution.value(quantity)))
            for quantity in scene.answer.maps
            if quantity.label == question.quantity
        )
        return f"{question.quantity}: {next(values, '')}"
    comparison = study.comparison_in(question.dtype)
    if comparison is None or comparison.agrees:
        return f"{study.verdict.text}; the article agrees."
    laid = study.laid_open_in(question.dtype) if kind is MapKind.BLAME else None
    if laid and laid.blamed:
        return _blamed(laid)
    return f"{study.verdict.text}; the article: {comparison.answer}. {comparison.why}"


def _blamed(laid: "LaidOpen") -> str:
    first = laid.lines[0].number
    (text,) = (x.text.strip() for x in laid.lines if x.number == laid.blamed)
    return f"Line {laid.blamed - first + 1}, {cut(text)}\n{laid.why}"
