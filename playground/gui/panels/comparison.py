"""Comparison of the exact answer with the code's, as cards and as a line."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from imgui_bundle import imgui

from playground.gui import imgui_fonts
from playground.gui.commands.registry import ARTICLE
from playground.gui.imgui_backend import click_area, pack_colour, push_style
from playground.gui.panels.context import Ui, find_largest_size
from playground.gui.widgets import localized, symbol_text
from playground.i18n import join_sentences, message, translate
from playground.quick_dataclass import dataclass
from playground.render.text_layout import insert_no_break_spaces
from playground.render.theme import RGBA
from playground.scene.listing import ListingVerdict, Precision
from playground.scene.primitives import Role
from playground.session import step_navigation
from playground.session.answer_pair import (
    ANSWER,
    GEOMETRY,
    YOUR_CODE,
    AnswerPair,
    AnswerSign,
    AnswerText,
    answer_pair,
    geometry_answer,
)
from playground.session.session import Session
from playground.session.view_options import Page

_CORNER_RADIUS_PX = 10.0
_SIGN_WIDTH_PX = 34.0
# Sizes are line heights, including ascenders and descenders.
_LABEL_SIZE_PX = 15.0
_LABEL_LINE_HEIGHT_PX = 20.0
_SIGN_SIZE_PX = 28.0
_CARD_PADDING_PX = 15.0
_MIN_WORD_SIZE_PX = 17.0


@dataclass(frozen=True)
class VerdictPairStyle:
    """Sizes of the cards in px, and whether they contain sentences.

    Attributes
    ----------
    word, line : float
        Font size of the word, and the least height of its line.
    above : float
        Padding above and below.
    room : float
        Height of the lines below the word, in which longer ones are smaller, so that
        cards keep their size; 0 if the height varies.
    sentences : bool
        Whether they contain the details.
    """

    word: float
    line: float
    above: float
    room: float
    sentences: bool


PANEL_PAIR_STYLE = VerdictPairStyle(26.0, 28.0, 5.0, 22.0, sentences=False)
LESSON_PAIR_STYLE = replace(PANEL_PAIR_STYLE, room=0.0)
FIGURE_PAIR_STYLE = VerdictPairStyle(33.0, 38.0, 11.0, 60.0, sentences=True)
_LINE_SIZES_PX = (15.0, 14.0, 13.0, 12.0, 11.0)


def article_colour(ui: Ui) -> RGBA:
    """Return the colour of the listing's answer."""
    return ui.theme.texts[Role.ARTICLE]


def current_answer_texts(ui: Ui) -> AnswerPair:
    """Return the texts of the current answers."""
    session = ui.session
    is_own, units = session.open_scene.is_user_code_shown, session.units
    is_awaited = session.is_user_code_awaited

    def rewrite(side: AnswerText) -> AnswerText:
        return replace(side, detail=units.rewrite(side.detail))

    def pair_answers() -> AnswerPair:
        if is_awaited:
            return AnswerPair(rewrite(geometry_answer(ui.study)))
        pair = answer_pair(ui.study, is_user_code=is_own)
        code = pair.code and rewrite(pair.code)
        agreement = units.rewrite(pair.agreement)
        geometry = rewrite(pair.geometry)
        return replace(pair, geometry=geometry, code=code, agreement=agreement)

    inputs = ui.study, is_own, ui.study.comparison, is_awaited, units
    return ui.widgets.memoize("pair", inputs, pair_answers)


def draw_verdict_pair(
    ui: Ui, told: AnswerPair, wide: float, look: VerdictPairStyle
) -> None:
    """Draw a card for each answer, with the sign between two, `wide` px in all."""
    sides = [told.geometry, *([told.code] if told.code else [])]
    room = (wide - _SIGN_WIDTH_PX * (len(sides) - 1)) / len(sides)
    inside = room - 2 * _CARD_PADDING_PX
    size, words, line_size, lines = ui.widgets.memoize(
        f"pair {look}", (told, wide), lambda: _measure_cards(ui, sides, inside, look)
    )
    high = 2 * look.above + _LABEL_LINE_HEIGHT_PX + words + lines
    at, cursor = imgui.get_cursor_screen_pos(), imgui.get_cursor_pos()
    for number, side in enumerate(sides):
        article, x = number == 1, number * (room + _SIGN_WIDTH_PX)
        stale, differs = article and told.is_stale, article and told.differs
        _draw_card(ui, (at.x + x, at.y), (room, high), is_highlighted=differs)
        imgui.set_cursor_pos((cursor.x + x + _CARD_PADDING_PX, cursor.y + look.above))
        imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + inside)
        tone, whose = answer_style(ui)[0], side.whose
        if article:
            tone = article_colour(ui) if differs else ui.theme.text_muted
            whose = _source_label(ui, side, look, inside)
        imgui.begin_disabled(stale)
        _draw_card_text(ui, side, whose, size, words, tone)
        imgui.end_disabled()
        _draw_card_lines(ui, side, look, line_size, is_stale=stale)
        imgui.pop_text_wrap_pos()
    if len(sides) == 2:
        is_other, bold = told.sign is AnswerSign.OTHER, ui.gui.fonts.bold
        tone = article_colour(ui) if is_other else ui.theme.text_muted
        middle = at.x + room + _SIGN_WIDTH_PX / 2, at.y + high / 2
        sign = told.sign.value
        ui.gui.draw_text(sign, _SIGN_SIZE_PX, middle, tone, bold, (0.5, 0.5))
    imgui.set_cursor_pos(cursor)
    imgui.dummy((wide, high))


def _measure_cards(
    ui: Ui, sides: list[AnswerText], inside: float, look: VerdictPairStyle
) -> tuple[float, float, float, float]:
    """Return font size and height of the words, and of the lines below, in px.

    `inside` is the width within a card.
    """
    size = min(_fit_word_size(ui, side.word, inside, look.word) for side in sides)
    bold = ui.gui.fonts.bold
    measured = [ui.gui.measure(side.word, size, bold, inside)[1] for side in sides]
    words = max(look.line, *measured)
    # A word of two lines has some of the room of the lines below, if there is any.
    room = max(look.room + look.line - words, 0.0)
    fits = [
        fit_lines(ui, _card_lines(side, look), inside, room if look.room else math.inf)
        for side in sides
    ]
    line_size = min(size for size, _ in fits)
    lines = max(height for _, height in fits)
    if look.room:
        lines = room if words == look.line else max(room, lines)
    return size, words, line_size, lines


def fit_lines(
    ui: Ui, lines: Sequence[str], wide: float, room: float
) -> tuple[float, float]:
    """Return the largest font size at which wrapped lines fit, and their height.

    `wide` and `room` are the width and height available; all are in px. If none fits it
    is the smallest size.
    """

    def measure(size: float) -> float:
        height = partial(symbol_text.measure_height, ui.gui, size=size, room=wide)
        return sum(height(line, bold=False) for line in lines)

    size = find_largest_size(_LINE_SIZES_PX, lambda size: measure(size) <= room)
    return size, measure(size)


def _draw_card(
    ui: Ui,
    low: tuple[float, float],
    size: tuple[float, float],
    *,
    is_highlighted: bool,
) -> None:
    draw, theme = imgui.get_window_draw_list(), ui.theme
    high = low[0] + size[0], low[1] + size[1]
    draw.add_rect_filled(low, high, pack_colour(theme.panel_alt), _CORNER_RADIUS_PX)
    rim = pack_colour(article_colour(ui) if is_highlighted else theme.border)
    draw.add_rect(low, high, rim, _CORNER_RADIUS_PX, 1.0 + is_highlighted)


def _draw_card_text(
    ui: Ui, side: AnswerText, whose: str, size: float, words: float, tone: RGBA
) -> None:
    left_edge, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    with push_style(ui.gui.fonts.body, _LABEL_SIZE_PX, text=ui.theme.text_muted):
        if side.whose in (GEOMETRY, ANSWER, YOUR_CODE) or not ARTICLE.is_available(ui):
            localized.text(whose)
        else:
            draw_article_link(ui, whose)
    imgui.set_cursor_pos((left_edge, top + _LABEL_LINE_HEIGHT_PX))
    sign = answer_style(ui)[1] if side.whose in (GEOMETRY, ANSWER) else ""
    wrong = sign == imgui_fonts.WARNING
    word = localized.prefix_sign(sign, side.word) if wrong else side.word
    with push_style(ui.gui.fonts.bold, size, text=tone):
        localized.text_wrapped(word)
    imgui.set_cursor_pos((left_edge, top + _LABEL_LINE_HEIGHT_PX + words))


def _card_lines(side: AnswerText, look: VerdictPairStyle) -> list[str]:
    """Return the lines below the word: time, difference and detail."""
    lines = side.scope, side.difference, side.detail if look.sentences else ""
    return [line for line in lines if line]


def _draw_card_lines(
    ui: Ui, side: AnswerText, look: VerdictPairStyle, size: float, *, is_stale: bool
) -> None:
    left_edge = imgui.get_cursor_pos_x()
    with push_style(item_spacing=(0.0, 0.0)):
        for line in _card_lines(side, look):
            imgui.set_cursor_pos_x(left_edge)
            differs = line is side.difference and not is_stale
            tone = article_colour(ui) if differs else ui.theme.text_muted
            with push_style(ui.gui.fonts.body, size):
                symbol_text.write(ui.gui, line, tone)


def _source_label(
    ui: Ui, side: AnswerText, look: VerdictPairStyle, inside: float
) -> str:
    """Return the source of the code; for an article with its author if that fits.

    `inside` is the width within a card, in px.
    """
    source = ui.study.entry.source
    if side.whose == YOUR_CODE or source is None or not look.sentences:
        return side.whose
    arguments = {"article": side.whose, "author": source.author.partition(",")[0]}
    for whose in (
        message("{article}, code published by {author}", **arguments),
        message("{article}, published by {author}", **arguments),
        message("{article}, {author}", **arguments),
    ):
        if ui.gui.measure(_add_link_sign(whose), _LABEL_SIZE_PX)[0] <= inside:
            return whose
    return side.whose


def _add_link_sign(text: str) -> str:
    return localized.combine_texts("{text}  {sign}", text=text, sign=imgui_fonts.LINK)


def draw_article_link(ui: Ui, text: str) -> None:
    """Draw a text that links to the scene's article."""
    position = imgui.get_cursor_screen_pos()
    label = translate(_add_link_sign(text))
    is_pressed = click_area(f"##article {text}", imgui.calc_text_size(label))
    tone = ui.theme.accent if imgui.is_item_hovered() else ui.theme.text_muted
    imgui.get_window_draw_list().add_text(position, pack_colour(tone), label)
    ui.show_tooltip(explain_article(ui))
    if is_pressed:
        ui.enqueue_action(ARTICLE.act)


def explain_article(ui: Ui) -> str:
    """Return a description of the article, for a tooltip; "" without one."""
    source = ui.study.entry.source
    if source is None:
        return ""
    arguments = {"name": source.name, "title": source.title, "author": source.author}
    description = message(
        "{name}: {title}, by {author}. A published routine that answers the same "
        "question; its code runs here together with the exact geometry.",
        **arguments,
    )
    opens = message("Click to open it in the browser.")
    return join_sentences(
        description, opens if source.url else message("Click to copy its title.")
    )


def answer_style(ui: Ui) -> tuple[RGBA, str]:
    """Return the colour and the sign of the exact answer, or of an error.

    The sign is "" while the answer is hidden.
    """
    theme, verdict = ui.theme, ui.study.verdict
    if ui.study.is_answer_hidden:
        return theme.text_muted, ""
    if verdict is None:
        return theme.warning, imgui_fonts.WARNING
    if verdict.is_mistake:
        return theme.texts[verdict.role], imgui_fonts.WARNING
    if verdict.hit:
        return theme.texts[Role.HIT], imgui_fonts.HIT
    return theme.texts[Role.MISS], imgui_fonts.MISS


def _fit_word_size(ui: Ui, word: str, room: float, size: float) -> float:
    """Return the font size at which a word fits a line; below a limit it takes two.

    `room` is the width, `size` the largest font size, in px.
    """
    wide, _ = ui.gui.measure(word, size, ui.gui.fonts.bold)
    return size if wide <= room else max(round(size * room / wide), _MIN_WORD_SIZE_PX)


# ----------------------------------------------------------------------------


_BUTTON_GAP_PX = 8.0
# The button of the number type.
_PRECISION_BUTTON_WIDTH_PX = 92.0


def comparison_height(ui: Ui) -> float:
    """Return the height of the comparison in px; 0 if it is not drawn."""
    study = ui.study
    if study.scene.listing is None or study.solution is None:
        return 0.0
    if study.options.has_question or ui.session.is_user_code_awaited:
        return 0.0
    spacing = imgui.get_style().item_spacing.y
    switch = imgui.get_frame_height() + 2.0 * spacing
    if not ui.study.showing.compare or ui.study.latest_comparison is None:
        return float(switch)
    return float(switch + ui.widgets.last_height(_height_key(ui)) + spacing)


def _height_key(ui: Ui) -> str:
    return f"article {ui.study.entry.id} {ui.session.open_scene.is_user_code_shown}"


def draw_comparison(ui: Ui) -> None:
    """Draw the code's answer, with the switch below at a fixed position."""
    listing = ui.study.scene.listing
    if listing is None:
        return
    imgui.separator()
    comparison = ui.study.latest_comparison if ui.study.showing.compare else None
    if comparison:
        imgui.begin_disabled(ui.study.is_comparison_stale)
        with ui.widgets.reserve_height(_height_key(ui)):
            _draw_listing_answer(ui, comparison)
        imgui.end_disabled()
    style = imgui.get_style()
    foot = imgui.get_window_height() - style.window_padding.y
    imgui.set_cursor_pos_y(foot - imgui.get_frame_height())
    code_answer = current_answer_texts(ui).code
    whose = code_answer.whose if code_answer else listing.name
    label = message("{whose} vs. exact", whose=whose)
    wide = imgui.get_content_region_avail().x
    room = wide - imgui.get_frame_height() - style.item_inner_spacing.x
    if comparison:
        room -= _PRECISION_BUTTON_WIDTH_PX + _BUTTON_GAP_PX
    is_shown = ui.study.showing.compare
    is_toggled = localized.checkbox(label, is_shown, room)
    ui.show_cut_text(label, room)
    ui.show_tooltip(
        "Show the answer of its code as an outline, together with the exact answer"
    )
    if is_toggled:
        ui.enqueue(Session.look, compare=not is_shown)
    if comparison:
        imgui.same_line(wide - _PRECISION_BUTTON_WIDTH_PX + style.window_padding.x)
        dtype, dtypes = ui.study.dtype, listing.dtypes
        size = _PRECISION_BUTTON_WIDTH_PX, 0
        if localized.button(dtype.__name__, size, name="precision"):
            following = dtypes[(dtypes.index(dtype) + 1) % len(dtypes)]
            ui.enqueue(Session.set_scene_options, dtype=following)
        ui.show_tooltip(_explain_precision(dtype, dtypes))


def _draw_listing_answer(ui: Ui, comparison: ListingVerdict) -> None:
    buttons = _difference_buttons(ui, comparison)
    padding = imgui.get_style().frame_padding.x
    widths = (
        localized.calc_text_size(b.label).x + 2.0 * padding + _BUTTON_GAP_PX
        for b in buttons
    )
    # Beside the buttons, if there are any.
    right = imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - sum(widths)
    imgui.push_text_wrap_pos(right if buttons else 0.0)
    tone, sign = article_colour(ui), imgui_fonts.DIFFERS
    if comparison.agrees:
        tone, sign = ui.theme.text_muted, imgui_fonts.AGREES
    top = imgui.get_cursor_pos_y()
    sentence = localized.prefix_sign(sign, current_answer_texts(ui).agreement)
    with push_style(text=tone):
        localized.text(insert_no_break_spaces(translate(sentence)))
    imgui.pop_text_wrap_pos()
    below = imgui.get_cursor_pos_y()
    if buttons:
        imgui.set_cursor_pos((right + _BUTTON_GAP_PX, top))
        with push_style(frame_padding=(padding, 1.0)):
            for number, button in enumerate(buttons):
                if number:
                    imgui.same_line(0.0, _BUTTON_GAP_PX)
                if localized.button(button.label):
                    button.act()
                ui.show_tooltip(button.help)
        imgui.set_cursor_pos_y(max(below, imgui.get_cursor_pos_y()))
    # The code page shows the expected values beside the user's lines.
    is_code_page = ui.study.page is Page.CODE
    is_beside_lines = ui.session.open_scene.is_user_code_shown and is_code_page
    if not (comparison.agrees or is_beside_lines):
        ui.write_muted(comparison.why)


class _CompareButton(NamedTuple):
    label: str
    help: str
    act: Callable[[], object]


def _difference_buttons(ui: Ui, comparison: ListingVerdict) -> list[_CompareButton]:
    """Return the buttons that lead to the step and the line of the difference."""
    step = comparison.step
    buttons: list[_CompareButton] = []
    if comparison.agrees:
        return buttons
    if 0 < step <= len(ui.study.steps):
        label = message("See step {step}", step=step)
        hint = message("The step of the derivation where the two start to differ")
        work = partial(ui.enqueue, step_navigation.go_to_step, step)
        buttons.append(_CompareButton(label, hint, work))
    if ui.study.has_code and ui.study.page is not Page.CODE:
        label, hint = message("See line"), message("The faulty line of the code")
        work = partial(ui.enqueue, Session.look, page=Page.CODE)
        buttons.append(_CompareButton(label, hint, work))
    return buttons


def _explain_precision(now: Precision, own: tuple[Precision, ...]) -> str:
    """Return a description of the number type `now`, for a tooltip.

    `own` are the listing's types, its usual one first.
    """
    if now is not own[0]:
        return message(
            "What its code would answer in {name}; click for other types",
            name=now.__name__,
        )
    if len(own) == 1:
        return message("The type of number that its code computes with")
    return message(
        "The type of number that its code computes with; click for other types"
    )
