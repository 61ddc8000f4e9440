"""The listing's answer beside the truth, at the foot of the panel."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from imgui_bundle import imgui

from playground.gui import fonts
from playground.gui.commands.registry import ARTICLE
from playground.gui.imgui_backend import colour, packed
from playground.gui.panels.context import Ui, hint, muted, whole_of
from playground.gui.widgets import localized
from playground.gui.widgets import text as widgets_text
from playground.i18n import message, sentences, translated
from playground.render.text_layout import unbroken
from playground.render.theme import RGBA
from playground.scene.listing import Comparison, Precision
from playground.scene.primitives import Role
from playground.session import plots, step_navigation
from playground.session.session import Session
from playground.session.texts import (
    ANSWER,
    GEOMETRY,
    YOUR_CODE,
    Pair,
    Sign,
    ToldAnswer,
    pair,
)
from playground.session.view_options import Page

_ROUND = 10.0
_SIGN = 34.0
# The sizes are those of a line with all that reaches above and below its letters.
_LABEL = 15.0
_LABEL_LINE = 20.0
_MARK = 28.0
_PADDING = 15.0
_SMALLEST = 17.0


@dataclass(frozen=True)
class PairLook:
    """How large a pair is: its words, its rim, whether its cards hold the sentences."""

    word: float
    line: float
    above: float
    sentences: bool


PANEL = PairLook(26.0, 28.0, 7.0, sentences=False)
FIGURE = PairLook(33.0, 38.0, 11.0, sentences=True)


def article_tone(ui: Ui) -> RGBA:
    """Return the colour of what a listing answers."""
    return ui.theme.texts[Role.ARTICLE]


def told_now(ui: Ui) -> Pair:
    """Return what there is to say of what is on show."""
    judged = ui.facts.judged
    # Until it can be loaded the article answers.
    own = judged is not None and judged.opened is not None
    return ui.widgets.kept(
        "pair", (ui.study, own, ui.study.comparison), lambda: pair(ui.study, own=own)
    )


def verdict_pair(ui: Ui, told: Pair, wide: float, look: PairLook) -> None:
    """Draw the cards in a width; one that stands alone takes all of it."""
    sides = [told.geometry, *([told.code] if told.code else [])]
    room = (wide - _SIGN * (len(sides) - 1)) / len(sides)
    inside = room - 2 * _PADDING
    size, words, lines = ui.widgets.kept(
        f"pair {look}", (told, wide), lambda: _measured(ui, sides, inside, look)
    )
    high = 2 * look.above + _LABEL_LINE + words + lines
    at, left = imgui.get_cursor_screen_pos(), imgui.get_cursor_pos()
    other = told.sign is Sign.OTHER
    for number, side in enumerate(sides):
        x = number * (room + _SIGN)
        low = imgui.ImVec2(at.x + x, at.y)
        article = number == 1
        _card(ui, low, imgui.ImVec2(low.x + room, low.y + high), lit=other and article)
        imgui.set_cursor_pos(imgui.ImVec2(left.x + x + _PADDING, left.y + look.above))
        imgui.push_text_wrap_pos(imgui.get_cursor_pos_x() + inside)
        whose = _whose(ui, side, look, inside) if article else side.whose
        _side(ui, side, whose, size, words, _tone(ui, told, article=article))
        if look.sentences and side.detail:
            muted(ui, side.detail, _LABEL)
        imgui.pop_text_wrap_pos()
    if len(sides) == 2:
        _sign(ui, told.sign, at.x + room + _SIGN / 2, at.y + high / 2)
    imgui.set_cursor_pos(left)
    imgui.dummy(imgui.ImVec2(wide, high))


def _measured(
    ui: Ui, sides: list[ToldAnswer], inside: float, look: PairLook
) -> tuple[float, float, float]:
    """Return the words' size, and how high the words and the sentences are."""
    size = min(_fitting(ui, side.word, inside, look.word) for side in sides)
    details = [side.detail if look.sentences else "" for side in sides]
    lines = max(_lines_high(ui, detail, inside) for detail in details)
    words = max(_word_high(ui, side.word, size, inside, look.line) for side in sides)
    return size, words, lines


def _card(ui: Ui, low: imgui.ImVec2, high: imgui.ImVec2, *, lit: bool) -> None:
    draw, theme = imgui.get_window_draw_list(), ui.theme
    draw.add_rect_filled(low, high, packed(theme.panel_alt), _ROUND)
    rim = theme.texts[Role.ARTICLE] if lit else theme.border
    draw.add_rect(low, high, packed(rim), _ROUND, 2.0 if lit else 1.0)


def _side(
    ui: Ui, side: ToldAnswer, whose: str, size: float, words: float, tone: RGBA
) -> None:
    left, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    imgui.push_font(ui.gui.fonts.body, _LABEL)
    imgui.push_style_color(imgui.Col_.text, colour(ui.theme.text_muted))
    if side.whose in (GEOMETRY, ANSWER, YOUR_CODE) or not ARTICLE.there(ui):
        localized.text(whose)
    else:
        article_link(ui, whose)
    imgui.pop_style_color()
    imgui.pop_font()
    imgui.set_cursor_pos(imgui.ImVec2(left, top + _LABEL_LINE))
    imgui.push_font(ui.gui.fonts.bold, size)
    imgui.push_style_color(imgui.Col_.text, colour(tone))
    sign = answer_looks(ui)[1] if side.whose in (GEOMETRY, ANSWER) else ""
    wrong = sign == fonts.WARNING
    localized.text_wrapped(localized.signed(sign, side.word) if wrong else side.word)
    imgui.pop_style_color()
    imgui.pop_font()
    imgui.set_cursor_pos(imgui.ImVec2(left, top + _LABEL_LINE + words))


def _whose(ui: Ui, side: ToldAnswer, look: PairLook, inside: float) -> str:
    """Return whose the code is; where there is room, what an article is too."""
    source = ui.study.entry.source
    if side.whose == YOUR_CODE or source is None or not look.sentences:
        return side.whose
    given = {"article": side.whose, "author": source.author.partition(",")[0]}
    for whose in (
        message("{article}, code published by {author}", **given),
        message("{article}, published by {author}", **given),
        message("{article}, {author}", **given),
    ):
        if ui.gui.measure(_linked(whose), _LABEL)[0] <= inside:
            return whose
    return side.whose


def _linked(text: str) -> str:
    return localized.together("{text}  {sign}", text=text, sign=fonts.LINK)


def article_link(ui: Ui, text: str) -> None:
    """Write a text that leads to the scene's article, and explains what that is."""
    at = imgui.get_cursor_screen_pos()
    label = translated(_linked(text))
    extent = imgui.calc_text_size(label)
    steered = imgui.ButtonFlags_.enable_nav
    pressed = imgui.invisible_button(f"##article {text}", extent, steered)
    tone = ui.theme.accent if imgui.is_item_hovered() else ui.theme.text_muted
    imgui.get_window_draw_list().add_text(at, packed(tone), label)
    hint(explained(ui))
    if pressed:
        ui.act(ARTICLE.act)


def explained(ui: Ui) -> str:
    """Return what the article is, in some sentences."""
    source = ui.study.entry.source
    if source is None:
        return ""
    given = {"name": source.name, "title": source.title, "author": source.author}
    told = message(
        "{name}: {title}, by {author}. A published routine that answers the same "
        "question; its code runs here beside the exact geometry.",
        **given,
    )
    opens = message("Click to open it in the browser.")
    return sentences(told, opens if source.url else message("Click to copy its title."))


def _tone(ui: Ui, told: Pair, *, article: bool) -> RGBA:
    if not article:
        return answer_looks(ui)[0]
    return article_tone(ui) if told.sign is Sign.OTHER else ui.theme.text_muted


def answer_looks(ui: Ui) -> tuple[RGBA, str]:
    """Return the colour and the sign of the geometry's answer, an error's as none's."""
    theme, verdict = ui.theme, ui.study.verdict
    if ui.study.untold:
        return theme.text_muted, ""
    if verdict is None:
        return theme.warning, fonts.WARNING
    if verdict.wrong:
        return theme.texts[verdict.role], fonts.WARNING
    if verdict.hit:
        return theme.texts[Role.HIT], fonts.HIT
    return theme.texts[Role.MISS], fonts.MISS


def _sign(ui: Ui, sign: Sign, x: float, y: float) -> None:
    tone = ui.theme.texts[Role.ARTICLE] if sign is Sign.OTHER else ui.theme.text_muted
    imgui.push_font(ui.gui.fonts.bold, _MARK)
    size = localized.calc_text_size(sign.value)
    imgui.pop_font()
    at = imgui.ImVec2(x - size.x / 2, y - size.y / 2)
    draw = imgui.get_window_draw_list()
    draw.add_text(ui.gui.fonts.bold, _MARK, at, packed(tone), sign.value)


def _fitting(ui: Ui, word: str, room: float, size: float) -> float:
    """Return the size at which a word fits a line; a longer one takes two."""
    imgui.push_font(ui.gui.fonts.bold, size)
    wide = localized.calc_text_size(word).x
    imgui.pop_font()
    return size if wide <= room else max(round(size * room / wide), _SMALLEST)


def _word_high(ui: Ui, word: str, size: float, room: float, line: float) -> float:
    imgui.push_font(ui.gui.fonts.bold, size)
    high = localized.calc_text_size(word, wrap_width=room).y
    imgui.pop_font()
    return float(max(high, line))


def _lines_high(ui: Ui, text: str, room: float) -> float:
    return widgets_text.height(ui.gui, text, _LABEL, room, bold=False) if text else 0.0


# ----------------------------------------------------------------------------


_GAP = 8.0
# The button of the number's type.
_TYPE = 92.0


def comparison_room(ui: Ui) -> float:
    """Return how high it is; 0 where there is nothing to compare."""
    study = ui.study
    asked = study.wanted.questioned
    if study.scene.listing is None or asked or study.solution is None:
        return 0.0
    spacing = imgui.get_style().item_spacing.y
    switch = imgui.get_frame_height() + 2.0 * spacing
    if not ui.study.showing.compare or ui.study.comparison is None:
        return float(switch)
    return float(switch + ui.widgets.room(_name(ui)) + spacing)


def _name(ui: Ui) -> str:
    return f"article {ui.study.entry.id}"


def comparison(ui: Ui) -> None:
    """Draw the answer, and under it the switch, which so stays where it is."""
    listing = ui.study.scene.listing
    if listing is None:
        return
    imgui.separator()
    compared = ui.study.comparison if ui.study.showing.compare else None
    if compared:
        with ui.widgets.kept_room(_name(ui)):
            _answer(ui, compared)
    style = imgui.get_style()
    foot = imgui.get_window_height() - style.window_padding.y
    imgui.set_cursor_pos_y(foot - imgui.get_frame_height())
    told = told_now(ui).code
    whose = told.whose if told else listing.name
    label = message("{whose} beside truth", whose=whose)
    wide = imgui.get_content_region_avail().x
    room = wide - imgui.get_frame_height() - style.item_inner_spacing.x
    if compared:
        room -= _TYPE + _GAP
    toggled, shown = localized.checkbox(label, ui.study.showing.compare, room)
    whole_of(label, room)
    hint("Show what its code answers, in outline, beside the exact answer")
    if toggled:
        ui.do(Session.look, compare=shown)
    if compared:
        imgui.same_line(wide - _TYPE + style.window_padding.x)
        now, own = ui.study.dtype, listing.dtypes
        if localized.button(now.__name__, imgui.ImVec2(_TYPE, 0), name="precision"):
            ui.do(plots.compute_in, own[(own.index(now) + 1) % len(own)])
        hint(_numbers(now, own))


def _look(ui: Ui, compared: Comparison) -> tuple[RGBA, str]:
    if compared.agrees:
        return ui.theme.text_muted, fonts.AGREES
    return ui.theme.texts[Role.ARTICLE], fonts.DIFFERS


def _answer(ui: Ui, compared: Comparison) -> None:
    buttons = _buttons(ui, compared)
    padding = imgui.get_style().frame_padding.x
    widths = (
        localized.calc_text_size(b.label).x + 2.0 * padding + _GAP for b in buttons
    )
    # Beside the buttons, if there are any.
    right = imgui.get_cursor_pos_x() + imgui.get_content_region_avail().x - sum(widths)
    imgui.push_text_wrap_pos(right if buttons else 0.0)
    tone, sign = _look(ui, compared)
    imgui.push_style_color(imgui.Col_.text, colour(tone))
    top = imgui.get_cursor_pos_y()
    said = message("{how}: {answer}", how=compared.how, answer=compared.answer)
    localized.text(unbroken(translated(localized.signed(sign, said))))
    imgui.pop_style_color()
    imgui.pop_text_wrap_pos()
    below = imgui.get_cursor_pos_y()
    if buttons:
        imgui.set_cursor_pos(imgui.ImVec2(right + _GAP, top))
        imgui.push_style_var(imgui.StyleVar_.frame_padding, imgui.ImVec2(padding, 1.0))
        for number, button in enumerate(buttons):
            if number:
                imgui.same_line(0.0, _GAP)
            if localized.button(button.label):
                button.act()
            hint(button.help)
        imgui.pop_style_var()
        imgui.set_cursor_pos_y(max(below, imgui.get_cursor_pos_y()))
    if not compared.agrees:
        muted(ui, compared.why)


class _CompareButton(NamedTuple):
    label: str
    help: str
    act: Callable[[], object]


def _buttons(ui: Ui, compared: Comparison) -> list[_CompareButton]:
    """Return what leads to where the two part."""
    step = compared.step
    found: list[_CompareButton] = []
    if compared.agrees:
        return found
    if 0 < step <= len(ui.study.steps):
        found.append(
            _CompareButton(
                message("See step {step}", step=step),
                message("The step of the derivation where the two start to differ"),
                lambda: ui.do(step_navigation.go_to_step, step),
            )
        )
    if ui.study.listed and ui.study.page is not Page.CODE:
        found.append(
            _CompareButton(
                message("See line"),
                message("The line of the code that is to blame"),
                lambda: ui.do(Session.look, page=Page.CODE),
            )
        )
    return found


def _numbers(now: Precision, own: tuple[Precision, ...]) -> str:
    """Return what the numbers are to the code."""
    alone, name = len(own) == 1, now.__name__
    if now is not own[0]:
        return message(
            "What its code would answer in {name}; click for other types", name=name
        )
    if alone:
        return message("The type of number that its code computes with")
    return message(
        "The type of number that its code computes with; click for other types"
    )
