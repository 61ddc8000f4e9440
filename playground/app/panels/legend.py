"""The strip under a map: what its colours mean, and what is under the pointer."""

import math
from typing import TYPE_CHECKING

from imgui_bundle import imgui

from playground.app import icons
from playground.app.gui import colour, packed
from playground.app.maps import Maps
from playground.app.moment import Moment
from playground.app.panels.common import Ui, hint, muted, panel, rule_below
from playground.explore.map import MapKind, Question
from playground.render.paint import OPACITY, Painted, Scale, tone
from playground.render.theme import RGBA, mix
from playground.scene import Nature
from playground.scene.kinds import Kind
from playground.scene.mathtext import show
from playground.scene.params import Params
from playground.view.camera import Viewport

if TYPE_CHECKING:  # what lays code open is slow to import
    from playground.explore.laid_open import LaidOpen

_SWATCH = 14.0
_BAR = (220.0, 14.0)
_BANDS = 32
# Where the words beside the pointer are broken.
_WIDE = 260.0
# A line of code is cut after so many letters; later where there are a few alone.
_LONG, _LONGER, _FEW = 32, 60, 3
# Room for two lines at the bottom.
_READ_OUT = 46.0


def legend(ui: Ui, place: Viewport, maps: Maps, at: Params | None) -> None:
    """Draw the strip; `at` are the params of the cell that is pointed at."""
    with panel("legend", place):
        rule_below(ui, place, top=True)
        imgui.set_cursor_pos(imgui.ImVec2(18, 11))
        if maps.worker.failure:
            imgui.push_style_color(imgui.Col_.text, colour(ui.theme.warning))
            imgui.text_wrapped(f"{icons.WARNING}  {maps.worker.failure}")
            imgui.pop_style_color()
            return
        painted = maps.painted
        if painted is None:
            muted(ui, "…")
        elif painted.field.question.kind is MapKind.VALUES:
            _values(ui, painted)
        else:
            _kinds(ui, place, painted)
        below = max(imgui.get_cursor_pos_y(), place.height - _READ_OUT)
        imgui.set_cursor_pos(imgui.ImVec2(18, below))
        imgui.push_text_wrap_pos(place.width - 18)
        _read_out(ui, maps, at)
        imgui.pop_text_wrap_pos()


def _kinds(ui: Ui, place: Viewport, painted: Painted) -> None:
    kind_of_map, theme = painted.field.question.kind, ui.theme
    known = zip(painted.field.kinds, painted.field.counts, strict=True)
    groups = _groups(ui, painted)
    shown = [(kind, count) for kind, count in known if count]
    # What is no error stands apart, behind the errors.
    shown.sort(key=lambda item: groups.get(item[0].name, ""))
    if not shown:
        muted(ui, _nothing(ui, painted))
    last = ""
    between = imgui.get_style().item_spacing
    if kind_of_map is MapKind.BLAME:  # lines are long: there are more rows of them
        between = imgui.ImVec2(between.x, 2.0)
    imgui.push_style_var(imgui.StyleVar_.item_spacing, between)
    for number, (kind, count) in enumerate(shown):
        few = len(shown) <= _FEW
        text, group = _entry(kind, count, painted, few=few), groups.get(kind.name, "")
        head, last = ("" if group == last else f"{group}:"), group
        room = place.width - 18 - imgui.get_item_rect_max().x + place.x
        imgui.push_font(_font(ui, kind), 13.0)
        wide = ui.gui.measure(head, 13.0)[0] + imgui.calc_text_size(text).x
        imgui.pop_font()
        if number and room > wide + _SWATCH + 33:
            imgui.same_line(0.0, 18.0)
        elif number:
            imgui.set_cursor_pos_x(18)
        full = theme.roles[kind.role]
        shade = tone(kind_of_map, kind.role, theme)
        shade = mix(theme.background, shade, OPACITY[kind_of_map])
        _swatch(ui, text, shade, full, head, kind)
        hint(_told(ui, kind, count, painted))
    imgui.pop_style_var()


def _groups(ui: Ui, painted: Painted) -> dict[str, str]:
    """Return under what the kinds of mistake stand that are no errors."""
    listing = ui.session.moment.scene.listing
    if painted.field.question.kind is not MapKind.MISTAKES or listing is None:
        return {}
    words = {Nature.ERROR: "", Nature.CHOICE: "By choice", Nature.ROUNDING: "Rounding"}
    return {mistake.kind: words[mistake.nature] for mistake in listing.mistakes}


def _nothing(ui: Ui, painted: Painted) -> str:
    text = "At none of the places looked at does the code err."
    comparison = ui.session.comparison
    if comparison and not comparison.agrees:
        return f"{text} Between them there are some: your own case is one."
    return text


def _entry(kind: Kind, count: int, painted: Painted, *, few: bool) -> str:
    """Return what stands at a swatch; a line of code leaves no room for its share."""
    of, name = painted.field.question.kind, kind.name
    if of is MapKind.BLAME:
        return _cut(name, _LONGER if few else _LONG)
    return f"{name}  {_share(count, painted)}" if of.of_code else name


def _cut(text: str, long: int) -> str:
    return text if len(text) <= long else f"{text[: long - 1].rstrip()}…"


def _share(count: int, painted: Painted) -> str:
    percent = 100.0 * count / painted.field.index.size
    if percent >= 0.5:
        return f"{percent:.0f} %"
    return "< 1 %" if count >= 100 else f"{count} {'place' if count == 1 else 'places'}"


def _told(ui: Ui, kind: Kind, count: int, painted: Painted) -> str:
    """Return what a click on a swatch does, and what has no room at it."""
    alone = ui.session.opened.mapped.alone == kind.name
    click = "Show all kinds again" if alone else "Show this kind alone"
    if painted.field.question.kind is not MapKind.BLAME:
        return click
    return f"{kind.name}: {_share(count, painted)}\n{click}"


def _font(ui: Ui, kind: Kind) -> imgui.ImFont:
    """Return the font of a kind: that of code for a line of it."""
    fonts = ui.gui.fonts
    return fonts.mono if kind.name[:1].isdigit() else fonts.body


def _swatch(ui: Ui, text: str, shade: RGBA, rim: RGBA, head: str, kind: Kind) -> None:
    """Draw a kind; a click shows it alone, another all of them again."""
    name, alone = kind.name, ui.session.opened.mapped.alone
    corner = imgui.get_cursor_screen_pos()
    imgui.begin_group()
    imgui.push_font(_font(ui, kind), 13.0)
    if head:
        imgui.push_style_color(imgui.Col_.text, colour(ui.theme.text_muted))
        imgui.text(head)
        imgui.pop_style_color()
        imgui.same_line(0.0, 7.0)
    at = imgui.get_cursor_screen_pos()
    low, high = imgui.ImVec2(at.x, at.y + 1), imgui.ImVec2(at.x + _SWATCH, at.y + 15)
    draw = imgui.get_window_draw_list()
    draw.add_rect_filled(low, high, packed(shade), 3.0)
    draw.add_rect(low, high, packed(rim), 3.0)
    imgui.dummy(imgui.ImVec2(_SWATCH, _SWATCH))
    imgui.same_line(0.0, 7.0)
    aside = bool(alone) and alone != name
    words = ui.theme.text_muted if aside else ui.theme.text
    imgui.push_style_color(imgui.Col_.text, colour(words))
    imgui.text(text)
    imgui.pop_style_color()
    imgui.pop_font()
    imgui.end_group()
    size = imgui.get_item_rect_size()
    imgui.set_cursor_screen_pos(corner)
    steered = imgui.ButtonFlags_.enable_nav
    if imgui.invisible_button(f"##kind {name}", size, steered):
        ui.session.map_over(alone="" if alone == name else name)


def _values(ui: Ui, painted: Painted) -> None:
    scale = painted.scale
    if scale is None:
        verdict = ui.session.moment.verdict
        why = ui.session.moment.error if verdict is None else verdict.detail
        muted(ui, f"There is no such number anywhere here. {why}")
        return
    imgui.push_font(ui.gui.fonts.body, 13.0)
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
    question = maps.session.question
    if at is None or question is None:
        muted(ui, "Point at the map to read it. Click to go there.")
        return
    words = f"{_place(maps, question, at)}  {_said(maps.moment(at), question, maps)}"
    muted(ui, words)
    if not ui.session.panel:
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


def _place(maps: Maps, question: Question, at: Params) -> str:
    """Return the two numbers of a cell, with the digits that tell it from others."""
    painted = maps.painted
    assert painted is not None
    said = []
    for axis, samples in (
        (question.x, painted.field.columns),
        (question.y, painted.field.rows),
    ):
        scale = axis.shown(at)
        digits = max(math.ceil(-math.log10(samples.step * scale)), 0)
        said.append(show(axis.value(at) * scale, digits))
    if maps.charted:
        names = question.x.label(at), question.y.label(at)
        return ", ".join(f"{n}: {v}" for n, v in zip(names, said, strict=True)) + "."
    return f"({', '.join(said)})"


def _said(moment: Moment, question: Question, maps: Maps) -> str:
    kind, scene = question.kind, moment.scene
    solution = moment.solution
    if solution is None or moment.verdict is None:
        return f"No answer: {moment.error}"
    if kind is MapKind.ZONES:
        return f"Zone: {solution.zones.name()}. Verdict: {moment.verdict.text}."
    if kind is MapKind.REGIONS:
        return f"{moment.verdict.text}. {moment.verdict.detail}"
    if kind is MapKind.VALUES:
        shown = next(q for q in scene.answer.maps if q.label == question.quantity)
        return f"{shown.label}: {show(float(solution.value(shown)))}"
    comparison = moment.comparison(question.dtype)
    if comparison is None or comparison.agrees:
        return f"{moment.verdict.text}; the article agrees."
    laid = moment.laid_open(question.dtype) if kind is MapKind.BLAME else None
    if laid and laid.blamed:
        return _blamed(laid)
    return f"{moment.verdict.text}; the article: {comparison.answer}. {comparison.why}"


def _blamed(laid: "LaidOpen") -> str:
    first = laid.lines[0].number
    (text,) = (x.text.strip() for x in laid.lines if x.number == laid.blamed)
    return f"Line {laid.blamed - first + 1}, {_cut(text, _LONGER)}\n{laid.why}"
