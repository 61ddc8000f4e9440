"""What lies on a presented picture: the step's formula, and the two answers."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from imgui_bundle import imgui

from playground.gui.imgui_backend import colour, packed
from playground.gui.layout import CAPTION_ROOM, KEY_ROOM, caption_most
from playground.gui.panels.comparison import answer_looks, article_tone, told_now
from playground.gui.panels.context import Ui, panel, rule_below
from playground.gui.panels.lesson import told, told_height
from playground.gui.panels.quiz import asked_now
from playground.gui.widgets import localized
from playground.gui.widgets import text as widgets_text
from playground.gui.widgets.paragraphs import (
    RunIn,
    RunInLines,
    beside,
    formula_tones,
    line_height,
)
from playground.i18n import message, sentences
from playground.quiz.round import QuizRound
from playground.render.theme import RGBA, faded
from playground.scene.camera import Viewport
from playground.scene.derivation import Step
from playground.scene.listing import Comparison
from playground.scene.math_text import show
from playground.session import quiz as session_quiz
from playground.session import texts as session_texts
from playground.session.lesson import texts
from playground.session.lesson.document import Measured
from playground.session.lesson.open_lesson import OpenLesson
from playground.session.open_scene import OpenScene
from playground.session.texts import answer as answer_text
from playground.session.view_options import Page

# A window is scaled so that its least height, 600, fills it: of that these are the
# words 3.5 %, the first formula 7.0 % and those below it 5.2 %.
WORDS = 21.0
_FIRST = 42.0
_NEXT = 31.0
# Where there is too little room they are that share as large; a pixel is rounded.
_SHARES = (1.0, 0.92, 0.84, 0.76, 0.68, 0.6)
_SLACK = 2.0
# That share of words, where they would be cut even so.
_SMALLER = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.35)
# From the sides of the canvas, between formulas, and of the plate below them.
_SIDE = 27.0
_TOP = 18.0
_BETWEEN = 7.0
_PLATE = 8.0
# No more of the canvas is covered, across and down; but by what would be smaller than
# words then.
_ACROSS = 0.66
_DOWN = 0.4
# In space the little axes take so much of the upper right corner.
_AXES = 120.0
# How much of the figure a plate hides.
_OPAQUE = 0.86
# Of several views the first gives way to formulas that take so much of it.
_INSTEAD = 0.4
# The two answers: between a name and its answer, lines, and the rim.
_APART = 36.0
_PITCH = 27.0
_RIM = 15.0

OVER = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_bring_to_front_on_focus
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_background
    | imgui.WindowFlags_.no_nav
)


def presented_step(ui: Ui) -> Step | None:
    """Return the step that is on show, if one is."""
    steps, now = ui.study.steps, ui.study.wanted.step
    return steps[now - 1] if now and now <= len(steps) else None


def on_the_figure(ui: Ui, canvas: Viewport) -> None:
    """Draw what lies on the canvas; `ui.covers` takes where that is."""
    shown, below = presented_step(ui), _title_room(ui)
    if shown and not ui.study.asking:
        _formulas(ui, shown, canvas, below)
    elif lines := _spoken_of(ui):
        _lines(ui, lines, canvas, below)
    _answers(ui, canvas)


def _title_room(ui: Ui) -> float:
    """Return how far down a title of the first view reaches."""
    titled = ui.controls.motion.picture.caption
    return _TOP + WORDS if titled else 0.0


@dataclass(frozen=True)
class _Set:
    """How formulas are set: in what sizes, and how wide and high all of them are.

    Their lines were broken where there is so much `room`.
    """

    room: float
    sizes: tuple[float, ...]
    wide: float
    high: float


def _formulas(ui: Ui, shown: Step, canvas: Viewport, below: float) -> None:
    """Draw a step's formulas, the first larger, as large as there is room for."""
    wide = _ACROSS * canvas.width
    if _compared(ui):
        wide = min(wide, canvas.width - _answers_wide(ui) - 3.0 * _SIDE)
    if ui.controls.motion.picture.dimension == 3:
        wide = min(wide, ui.controls.places[0].width - 2.0 * _SIDE - _AXES)
    # ImGui gives a window whole pixels: in fewer, a line that just fits would break.
    wide = float(math.floor(wide))
    every = (shown.formula, _FIRST), (shown.numbers, _NEXT), (shown.result, _NEXT)
    parts = tuple([part for part in every if part[0]])
    if not parts:
        return
    first = ui.controls.places[0]
    of = parts, wide, canvas, below, ui.ratio, first
    best = ui.widgets.kept("stage", of, lambda: _placed(ui, parts, wide, canvas, below))
    wide = min(wide, best.room)
    tones, lit = formula_tones(ui), ui.controls.motion.lit
    instead = _given_up(ui, best, below)
    top = canvas.y + _down(best, below, instead)
    at, room = (canvas.x + _SIDE, top), (best.wide, best.high)
    # The lines are those that it was measured in, however narrow the plate is.
    imgui.set_next_window_content_size(imgui.ImVec2(wide, 0.0))
    with _plate(ui, "formula", at, room, instead=instead):
        spacing = imgui.ImVec2(0.0, _BETWEEN)
        imgui.push_style_var(imgui.StyleVar_.item_spacing, spacing)
        for (line, _), size in zip(parts, best.sizes, strict=True):
            pointed = ui.formulas.draw(
                line, size, ui.theme.text, ui.theme, ui.ratio, tones=tones, lit=lit
            )
            if not ui.window_view.pen:
                ui.pointed.key = pointed or ui.pointed.key
        imgui.pop_style_var()


Parts = Sequence[tuple[str, float]]


def _placed(ui: Ui, parts: Parts, wide: float, canvas: Viewport, below: float) -> _Set:
    """Return the formulas as they fit over the views, or in the place of the first."""
    most = canvas.height - below - _TOP - _PLATE
    best = _fitting(ui, parts, wide, _DOWN * canvas.height - below, most)
    instead = _given_up(ui, best, below)
    if instead is None:
        return best
    most -= canvas.height - instead.height
    if best.wide <= instead.width - _SIDE and best.high <= most:
        return best
    room = min(wide, float(math.floor(instead.width - 2.0 * _SIDE)))
    found = _fitting(ui, parts, room, most, most)
    if found.high <= most:
        return found
    # The view's name is not there either: they may begin where it was.
    most = instead.height - 2.0 * _PLATE
    return _fitting(ui, parts, room, most, most)


def _down(formulas: _Set, below: float, instead: Viewport | None) -> float:
    """Return how far down they begin: higher than usual if they end in sight then."""
    if instead is None:
        return _TOP + below
    highest = instead.height - _PLATE - formulas.high
    return max(_PLATE, min(_TOP + below, highest))


def _fitting(ui: Ui, parts: Parts, wide: float, high: float, most: float) -> _Set:
    """Return the formulas as large as they may be: in more lines before smaller.

    They are no smaller than words, unless they would be higher than `most` then.
    """
    tried = (_set(ui, parts, share, wide) for share in _SHARES)
    fits = (found for found in tried if found.high <= high)
    small = (_set(ui, parts, 0.0, wide, share * WORDS) for share in _SMALLER)
    whole = (found for found in small if found.high <= most)
    last = _set(ui, parts, 0.0, wide, _SMALLER[-1] * WORDS)
    return next(fits, None) or next(whole, last)


def _set(ui: Ui, parts: Parts, share: float, room: float, least: float = WORDS) -> _Set:
    """Return the formulas that share as large as usual, or the least, in lines."""
    sizes, wide, high = [], 0.0, 0.0
    for latex, usual in parts:
        size = max(share * usual, least)
        lines = ui.formulas.lines(latex, size, ui.ratio, room)
        extents = [ui.formulas.extent(line, size, ui.ratio) for line in lines]
        across = max(w for w, _ in extents)
        # A line that goes on with the one before is moved in by its size.
        moved = [w + size for w, _ in extents[1:] if w + size <= room]
        # One that no line can be made of is made smaller.
        fits = min(1.0, room / max(across, 1.0))
        wide = max([wide, fits * across, *moved])
        high += sum(fits * h + _BETWEEN for _, h in extents)
        sizes.append(fits * size)
    # Numbers and result are alike, however long one of them is.
    found = [(usual, size) for (_, usual), size in zip(parts, sizes, strict=True)]
    alike = [min(s for other, s in found if other == usual) for usual, _ in found]
    return _Set(room, tuple(alike), wide + _SLACK, high - _BETWEEN)


def _given_up(ui: Ui, formulas: _Set, below: float) -> Viewport | None:
    """Return the view in whose place the formulas are, if they would hide it.

    Or if there is no room for them below its name.
    """
    first, *others = ui.controls.places
    taken = formulas.wide * formulas.high
    hidden = taken > _INSTEAD * first.width * first.height
    beyond = _TOP + below + formulas.high > first.height
    return first if others and (hidden or beyond) else None


@contextmanager
def _plate(
    ui: Ui,
    name: str,
    at: tuple[float, float],
    room: tuple[float, float],
    *,
    instead: Viewport | None = None,
) -> Iterator[None]:
    """Open a window on the figure, over ground that dims what is below it.

    It may stand `instead` of a view, of which nothing is seen then.
    """
    (x, y), (wide, high) = at, (length + 2.0 * _PLATE for length in room)
    place = instead or Viewport(x - _PLATE, y - _PLATE, wide, high)
    padding = imgui.ImVec2(x - place.x, y - place.y)
    ui.covers.append(place)
    imgui.set_next_window_pos(imgui.ImVec2(place.x, place.y))
    imgui.set_next_window_size(imgui.ImVec2(place.width, place.height))
    imgui.push_style_var(imgui.StyleVar_.window_padding, padding)
    imgui.begin(name, None, OVER)
    imgui.pop_style_var()
    ground = packed(faded(ui.theme.background, 1.0 if instead else _OPAQUE))
    corner = imgui.ImVec2(place.x + place.width, place.y + place.height)
    draw = imgui.get_window_draw_list()
    draw.add_rect_filled(imgui.ImVec2(place.x, place.y), corner, ground, 8.0)
    yield
    imgui.end()


def _spoken_of(ui: Ui) -> list[tuple[imgui.ImFont, str, RGBA]]:
    """Return what a lesson's words speak of and only a panel would show.

    That is the line of code to blame, and the numbers of a task.
    """
    walk, fonts = ui.facts.walk, ui.gui.fonts
    if walk is None or ui.study.asking:
        return []
    code = ui.study.page is Page.CODE
    laid = ui.study.laid_open_in(ui.study.dtype) if code else None
    said = list[tuple[imgui.ImFont, str, RGBA]]()
    if laid and laid.blamed:
        (text,) = (x.text.strip() for x in laid.lines if x.number == laid.blamed)
        said.append((fonts.mono, text, ui.theme.warning))
    checks = walk.stop.task.checks if walk.stop.task else ()
    named = {check.quantity for check in checks if isinstance(check, Measured)}
    for row in ui.study.rows:
        if row.name in named:
            value = show(row.value, row.digits)
            told = localized.valued(row.name, value, row.unit)
            said.append((fonts.bold, told, ui.theme.text))
    return said


def _lines(
    ui: Ui,
    lines: Sequence[tuple[imgui.ImFont, str, RGBA]],
    canvas: Viewport,
    below: float,
) -> None:
    fonts, wide = ui.gui.fonts, 0.0
    for font, text, _ in lines:
        named = ui.gui.paragraph(text, WORDS, math.inf, bold=True).width + _SLACK
        wide = max(wide, _extent(font, text) if font is fonts.mono else named)
    at = canvas.x + _SIDE, canvas.y + _TOP + below
    with _plate(ui, "spoken of", at, (wide, _PITCH * len(lines))):
        left, top = imgui.get_cursor_pos()
        for number, (font, text, tone) in enumerate(lines):
            imgui.set_cursor_pos(imgui.ImVec2(left, top + number * _PITCH))
            if font is fonts.mono:
                _write(font, text, tone)
            else:
                imgui.push_font(font, WORDS)
                widgets_text.write(ui.gui, text, tone, bold=True)
                imgui.pop_font()


def _write(font: imgui.ImFont, text: str, tone: RGBA) -> None:
    imgui.push_font(font, WORDS)
    imgui.push_style_color(imgui.Col_.text, colour(tone))
    localized.text(text)
    imgui.pop_style_color()
    imgui.pop_font()


def _compared(ui: Ui) -> Comparison | None:
    """Return the listing's answer, where it is on show beside the truth."""
    study = ui.study
    return None if study.asking or not study.showing.compare else study.comparison


def _rows(ui: Ui) -> list[tuple[str, str, RGBA]]:
    """Return whose answers there are, what they are, and in what colour."""
    compared, told = _compared(ui), told_now(ui)
    if ui.study.verdict is None or ui.study.asking:
        return []
    rows = [(told.geometry.whose, told.geometry.word, answer_looks(ui)[0])]
    if compared and told.code:
        tone = ui.theme.text_muted if compared.agrees else article_tone(ui)
        return [*rows, (told.code.whose, told.code.word, tone)]
    # A lesson says what it has to say, and not the verdict.
    return rows if ui.facts.walk and presented_step(ui) is None else []


def _measured(ui: Ui) -> float:
    """Return how wide the answers are with their names."""
    fonts = ui.gui.fonts
    wide = _extent(fonts.bold, _differs(ui))
    for name, answer, _ in _rows(ui):
        row = _extent(fonts.body, name) + _APART + _extent(fonts.bold, answer)
        wide = max(wide, row)
    return wide


def _extent(font: imgui.ImFont, text: str) -> float:
    imgui.push_font(font, WORDS)
    wide = localized.calc_text_size(text).x
    imgui.pop_font()
    return float(wide)


def _differs(ui: Ui) -> str:
    compared, told = _compared(ui), told_now(ui)
    if compared is None or compared.agrees or told.code is None:
        return ""
    how = message("{whose} {how}", whose=told.code.whose, how=compared.how)
    return localized.together("{sign} {words}", sign=told.sign, words=told.apart or how)


def _answers_wide(ui: Ui) -> float:
    return _measured(ui) + 2.0 * _RIM


def _answers(ui: Ui, canvas: Viewport) -> None:
    """Draw the two answers in the upper right corner, and that they differ."""
    rows, differs = _rows(ui), _differs(ui)
    if not rows:
        return
    wide = _answers_wide(ui)
    high = _PITCH * len(rows) + (_PITCH + _RIM if differs else 0.0) + 2.0 * _RIM - 10.0
    at = imgui.ImVec2(canvas.x + canvas.width - _SIDE - wide, canvas.y + _TOP)
    ui.covers.append(Viewport(at.x, at.y, wide, high))
    corner = imgui.ImVec2(at.x + wide, at.y + high)
    imgui.set_next_window_pos(at)
    imgui.set_next_window_size(imgui.ImVec2(wide, high))
    imgui.begin("answers", None, OVER)
    draw = imgui.get_window_draw_list()
    draw.add_rect_filled(at, corner, packed(ui.theme.panel), 8.0)
    rim = packed(article_tone(ui) if differs else ui.theme.edge)
    draw.add_rect(at, corner, rim, 8.0, thickness=1.5)
    y = _RIM - 4.0
    for name, answer, tone in rows:
        imgui.set_cursor_pos(imgui.ImVec2(_RIM, y))
        _write(ui.gui.fonts.body, name, ui.theme.text)
        right = wide - _RIM - _extent(ui.gui.fonts.bold, answer)
        imgui.set_cursor_pos(imgui.ImVec2(right, y))
        _write(ui.gui.fonts.bold, answer, tone)
        y += _PITCH
    if differs:
        line = at.y + y + _RIM / 2.0 + 2.0
        ends = imgui.ImVec2(at.x + _RIM, line), imgui.ImVec2(corner.x - _RIM, line)
        draw.add_line(*ends, packed(ui.theme.border))
        imgui.set_cursor_pos(imgui.ImVec2(_RIM, y + _RIM))
        _write(ui.gui.fonts.bold, differs, article_tone(ui))
    imgui.end()


# ----------------------------------------------------------------------------
# What stands below a presented picture: sentences, and where one is in the steps.
# ----------------------------------------------------------------------------


# Where more is said than there is room for, the words are smaller.
_SIZES = (WORDS, 20.0, 19.0, 18.0, 17.0, 16.0, 15.0, 14.0)
_THE_END = message("The end of this lesson.")
# From the words to the sides, and above and below them.
_CAPTION_SIDE = 27.0
_ABOVE = 12.0
# A caption is never less than so many lines high: the picture would jump.
_LEAST = 2
# The dots: how far apart their middles are, how large, and how long the present one is.
_CAPTION_APART = 10.0
_DOT = 2.6
_LONG = 14.0


def caption(ui: Ui, place: Viewport) -> None:
    """Draw the caption: prose, and as its last line dots for steps or stops."""
    padding = imgui.ImVec2(_CAPTION_SIDE, _ABOVE)
    imgui.push_style_var(imgui.StyleVar_.window_padding, padding)
    with panel("caption", place, scrolls=True):
        rule_below(ui, place, top=True)
        now, count = _counted(ui)
        walk = ui.facts.walk
        if walk and not (texts.elsewhere(walk, ui.study.entry) or walk.ending):
            _lesson(ui, walk, _dots_room(count))
        else:
            _prose(ui, _dots_room(count))
    imgui.pop_style_var()
    view, below = ui.window_view, ui.layout.legend or place
    # It lies over everything, and a page or a field would be below it.
    if count and not (view.keys or view.field_open or view.recording):
        _dots(ui, below, now, count)


def _room(ui: Ui) -> float:
    """Return how high the words may be."""
    most = caption_most(imgui.get_io().display_size.y) - 2.0 * _ABOVE
    return most - (ui.widgets.heights.get(KEY_ROOM, 0.0) if ui.layout.legend else 0.0)


def _prose(ui: Ui, dots: float) -> None:
    wide, most = imgui.get_content_region_avail().x, _room(ui)
    said = _said(ui)
    # The legend, if there is one, is the last line.
    free = 0.0 if ui.layout.legend else dots

    def fitted() -> RunInLines:
        tried = (beside(ui, said, size, wide, free) for size in _SIZES)
        fits = (words for words in tried if words.height <= most)
        return next(fits, beside(ui, said, _SIZES[-1], wide, free))

    words = ui.widgets.kept("caption", (said, wide, most, free, ui.ratio), fitted)
    words.draw(ui)
    least = line_height(WORDS) * (1 if ui.layout.legend else _LEAST)
    ui.widgets.heights[CAPTION_ROOM] = max(words.height, least) + 2.0 * _ABOVE


def _said(ui: Ui) -> RunIn:
    """Return what is said: a lesson's end, a step's words, a question, the verdict."""
    walk = ui.facts.walk
    if walk and walk.ending:
        learned = sentences(*walk.learned)
        said = message("You can now say why."), learned
        return RunIn(*(said if learned else (_THE_END,)))
    step = presented_step(ui)
    if step:
        return RunIn(_sentence(step.title), step.text)
    quiz = ui.facts.quiz
    if quiz and not quiz.ended:
        words = _seen(ui, quiz) if quiz.answer else asked_now(ui, quiz)
        return RunIn(_sentence(session_texts.numbered(quiz)), words)
    study = ui.study
    if not (study.untold or study.verdict or study.error):
        return RunIn()
    found, (tone, sign) = answer_text(study, beside=False), answer_looks(ui)
    compared = study.comparison if study.showing.compare else None
    why = compared.why if compared and not compared.agrees else ""
    text = sentences(found.detail, why)
    return RunIn(_sentence(localized.signed(sign, found.word)), text, tone)


def _seen(ui: Ui, quiz: QuizRound) -> str:
    """Return what was right of a revealed answer, and what shows it."""
    detail = _look_at(ui, quiz)
    ended = detail if not detail or detail.endswith(".") else _sentence(detail)
    return sentences(_sentence(session_texts.answered(quiz)), ended)


def _look_at(ui: Ui, quiz: QuizRound) -> str:
    """Return what in the figure shows a revealed answer."""
    compared = session_quiz.article(ui.study, quiz)
    if compared and not compared.agrees:
        return compared.why
    return answer_text(ui.study, beside=False).detail


def _sentence(title: str) -> str:
    """Return a title that a sentence follows."""
    if title.endswith((".", "?", "!", ":")):
        return title
    return message("{title}.", title=title)


def _counted(ui: Ui) -> tuple[int, int]:
    """Return which stop or step it is, from 0, and of how many; (0, 0) of none."""
    walk, step = ui.facts.walk, ui.study.wanted.step
    if walk:
        return walk.at, len(walk.visits)
    return (step - 1, len(ui.study.steps)) if step and presented_step(ui) else (0, 0)


def _dots_room(count: int) -> float:
    return count * _CAPTION_APART + _LONG + _CAPTION_SIDE if count else 0.0


def _dots(ui: Ui, place: Viewport, now: int, count: int) -> None:
    """Draw a dot for each, the present one longer, in the lower right corner."""
    draw = imgui.get_foreground_draw_list()
    past, coming = packed(ui.theme.accent), packed(ui.theme.edge)
    extra = _LONG - 2.0 * _DOT
    x = (
        place.x
        + place.width
        - _CAPTION_SIDE
        - (count - 1) * _CAPTION_APART
        - extra
        - _DOT
    )
    y = place.y + place.height - _ABOVE - _DOT - 4.0
    for number in range(count):
        end = x + (extra if number == now else 0.0)
        tone = past if number <= now else coming
        low, high = imgui.ImVec2(x - _DOT, y - _DOT), imgui.ImVec2(end + _DOT, y + _DOT)
        draw.add_rect_filled(low, high, tone, _DOT)
        x = end + _CAPTION_APART


def _lesson(ui: Ui, walk: OpenLesson[OpenScene], dots: float) -> None:
    """Draw what a lesson says here, with its question or its task."""
    wide, most = imgui.get_content_region_avail().x, _room(ui)
    below = 0.0 if ui.layout.legend else 2.0 * _DOT + 8.0
    fits = (s for s in _SIZES if told_height(ui, walk, s, wide) + below <= most)
    begin = imgui.get_cursor_pos_y()
    told(ui, walk, next(fits, _SIZES[-1]))
    high = imgui.get_cursor_pos_y() - begin - imgui.get_style().item_spacing.y
    ui.widgets.heights[CAPTION_ROOM] = high + below + 2.0 * _ABOVE
