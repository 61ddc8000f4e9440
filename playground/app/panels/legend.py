"""The strip under a map: what its colours mean, and what is under the pointer."""

import math
from typing import TYPE_CHECKING

from imgui_bundle import imgui

from playground.app.canvas.maps import Maps
from playground.app.panels import icons, keyboard_focus, prose, worded
from playground.app.panels.common import Ui, muted, panel, rule_below
from playground.app.panels.imgui_window import colour, packed
from playground.app.panels.layout import KEY_ROOM
from playground.app.panels.legend_kinds import (
    LEFT,
    STAGE_BELOW,
    STAGE_LEFT,
    WORDS,
    kinds,
    words,
)
from playground.explore.map import MapKind, MapQuestion
from playground.language import listed, message, sentences, translated
from playground.render.labels import PlacedText
from playground.render.paint import OPACITY, Painted, Scale
from playground.render.theme import RGBA, mix
from playground.render.typeset import Voice
from playground.scene.camera import Viewport
from playground.scene.mathtext import show
from playground.scene.params import Params
from playground.study.map_words import cut, nothing, textures
from playground.study.study import Study
from playground.study.view.map_samples import charted

if TYPE_CHECKING:  # what lays code open is slow to import
    from playground.explore.laid_open.lay_open import LaidOpen

_BAR = (220.0, 14.0)
_BANDS = 32
# Where the words beside the pointer are broken.
_WIDE = 260.0
# Room for two lines at the bottom, and above them at least that.
_READ_OUT, _ABOVE = 46.0, 3.0


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
            worded.text_wrapped(worded.signed(icons.WARNING, why))
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
        from playground.explore.laid_open.lines_to_blame import line_of  # slow

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
    text = worded.cut_to(
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
    told = worded.signed(here, _said(maps.study_at(at), question))
    muted(ui, _fitting(ui, told, high))
    if not keyboard_focus.panel(ui):
        _beside_pointer(told)


def _fitting(ui: Ui, told: str, high: float) -> str:
    """Return a text, or as much of it as fits a line where it is higher than that."""
    wide = worded.room()
    if prose.height(ui.gui, told, WORDS, wide, bold=False) <= high:
        return told
    imgui.push_font(ui.gui.fonts.body, WORDS)
    line = prose.shortened(ui.gui, translated(told).replace("\n", " "), wide)
    imgui.pop_font()
    return line


def _key(ui: Ui, maps: Maps) -> str:
    """Return what textures mean, and what to do with a map."""
    point = message("Point at the map to read it. Click to go there.")
    said = textures(maps.lines(ui.study))
    both = worded.signed(said, point)
    room = imgui.get_content_region_avail().x
    return both if ui.gui.measure(both, WORDS)[0] < room else said


def _beside_pointer(told: str) -> None:
    """Say it on a small plate beside the mouse too: the strip is far from there."""
    imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(10, 7))
    imgui.begin_tooltip()
    imgui.push_text_wrap_pos(_WIDE)
    worded.text_unformatted(told)
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
        pairs = [worded.together("{name}: {value}", name=n, value=v) for n, v in named]
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
        return worded.together("{name}: {value}", name=name, value=next(values, ""))
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
    return worded.below(line, laid.why)
