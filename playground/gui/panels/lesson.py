"""What a stop of a lesson says: its sentence, its question or task, and the answers."""

from collections.abc import Callable
from dataclasses import dataclass

from imgui_bundle import imgui

from playground.gui import fonts
from playground.gui.commands.registry import AS_PREPARED, CLOSE_LESSON, WRITE
from playground.gui.imgui_backend import colour, packed
from playground.gui.panels.code import LEAST_LINES, listed
from playground.gui.panels.comparison import PANEL, told_now, verdict_pair
from playground.gui.panels.context import (
    Ui,
    bold,
    command_button,
    filled,
    hint,
    muted,
    panel,
    scrolled,
    whole_of,
)
from playground.gui.panels.derivation import formula_lines
from playground.gui.panels.sidebar import scene_picture
from playground.gui.widgets import localized
from playground.gui.widgets import text as widgets_text
from playground.gui.widgets.paragraphs import line_height, spaced, spaced_height
from playground.i18n import message, translated
from playground.render.text_layout import unbroken
from playground.render.theme import RGBA
from playground.scene.camera import Viewport
from playground.scene.math_text import show
from playground.scene.primitives import Role
from playground.scene.scene import Entry
from playground.session.lesson import player
from playground.session.lesson import texts as lesson_texts
from playground.session.lesson.document import LessonQuestion, LessonTask, Measured
from playground.session.lesson.open_lesson import OpenLesson, OpenStop, StopMark
from playground.session.open_scene import OpenScene
from playground.session.texts import Pair, Sign
from playground.session.view_options import Page

# A question or task is set a little smaller than the sentence, and its reason too.
_ASKED = 0.94
_WHY = 0.86
_GAP = 6.0
# What is given as an answer is a button of at least this height, of so much padding.
_ANSWER = 32.0
_BESIDE = 12.0


def counted(ui: Ui, walk: OpenLesson[OpenScene], size: float = 13.0) -> None:
    """Write which stop it is of how many, and of what lesson."""
    imgui.push_font(ui.gui.fonts.body, size)
    imgui.push_style_color(imgui.Col_.text, colour(ui.theme.text_muted))
    where, title = lesson_texts.where(walk), walk.title
    localized.text_unformatted(
        localized.together("{where} · {title}", where=where, title=title)
    )
    imgui.pop_style_color()
    imgui.pop_font()


def told(ui: Ui, walk: OpenLesson[OpenScene], size: float) -> None:
    """Write the sentence in that size, and draw the question or the task.

    Once a question is answered the sentence makes room for the reason.
    """
    stop = walk.stop
    if walk.visit.given is None:
        room, pitch = imgui.get_content_region_avail().x, line_height(size)
        widgets_text.write_spaced(
            ui.gui, sentence(walk), ui.theme.text, size, pitch, room
        )
    if stop.question:
        bold(ui, stop.question.text, size * _ASKED)
        _answers(ui, walk, stop.question, size * _ASKED)
        if reason := lesson_texts.why(walk, stop.question):
            right = walk.visit.given == stop.question.right
            tone = ui.theme.text if right else ui.theme.warning
            bold(ui, reason, size * _WHY, tone)
    if stop.task:
        done = ui.facts.done
        tone = ui.theme.accent if done else ui.theme.text
        bold(ui, task_words(stop.task, done=done), size * _ASKED, tone)


def told_height(ui: Ui, walk: OpenLesson[OpenScene], size: float, wide: float) -> float:
    """Return how high that would be, in a column so wide."""
    stop = walk.stop
    texts = list[tuple[bool, str, float]]()
    between = imgui.get_style().item_spacing.y
    high = 0.0
    if walk.visit.given is None:
        pitch = line_height(size)
        said = ui.gui.paragraph(sentence(walk), size, wide, pitch=pitch)
        high += said.height + between
    if stop.question:
        texts.append((True, stop.question.text, size * _ASKED))
        if reason := lesson_texts.why(walk, stop.question):
            texts.append((True, reason, size * _WHY))
        buttons = _laid_out(ui, walk, stop.question, size * _ASKED, wide)
        high += max(b.y + b.high for b in buttons) + between
    if stop.task:
        texts.append((True, task_words(stop.task, done=True), size * _ASKED))
    for bold_, text, large in texts:
        high += widgets_text.height(ui.gui, text, large, wide, bold=bold_) + between
    return high


def sentence(walk: OpenLesson[OpenScene]) -> str:
    """Return what the stop says."""
    return walk.stop.say or (message("What can be seen here?") if walk.writing else "")


def task_words(task: LessonTask, *, done: bool) -> str:
    """Return a task, and whether it is done."""
    if not done:
        return localized.signed(fonts.TO_DO, task.text)
    return message("{sign}  {task}  Done.", sign=fonts.DONE, task=task.text)


def answer_sign(
    walk: OpenLesson[OpenScene], question: LessonQuestion, place: int
) -> str:
    """Return the key of an answer, or once it is given whether it is right."""
    if walk.visit.given is None:
        return str(place + 1)
    if place == question.right:
        return fonts.AGREES
    return fonts.CLOSE if place == walk.visit.given else str(place + 1)


@dataclass(frozen=True)
class _StopButton:
    """The button of an answer: where it lies beside or below the others."""

    place: int
    label: str
    x: float
    y: float
    wide: float
    high: float


def _laid_out(
    ui: Ui,
    walk: OpenLesson[OpenScene],
    question: LessonQuestion,
    size: float,
    wide: float,
) -> list[_StopButton]:
    """Return the buttons of the answers in rows; their words may take more lines.

    Once it is answered the other answers make room for the reason.
    """
    given = walk.visit.given
    shown = range(len(question.answers)) if given is None else {given, question.right}
    buttons: list[_StopButton] = []
    imgui.push_font(ui.gui.fonts.body, size)
    x = y = below = 0.0
    for place in sorted(shown):
        sign = answer_sign(walk, question, place)
        words = unbroken(translated(question.answers[place]))
        label = f"{sign}  {words}"
        room = min(localized.calc_text_size(label).x + 2 * _BESIDE, wide)
        extent = localized.calc_text_size(label, wrap_width=room - 2 * _BESIDE + 1.0)
        high = max(_ANSWER, extent.y + 0.7 * size)
        if x and x + room > wide:
            x, y = 0.0, below + _GAP
        buttons.append(_StopButton(place, label, x, y, room, high))
        x, below = x + room + _GAP, max(below, y + high)
    imgui.pop_font()
    return buttons


def _answers(
    ui: Ui, walk: OpenLesson[OpenScene], question: LessonQuestion, size: float
) -> None:
    left, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    room = imgui.get_content_region_avail().x
    for button in _laid_out(ui, walk, question, size, room):
        imgui.set_cursor_pos(imgui.ImVec2(left + button.x, top + button.y))
        if _answer(ui, walk, question, button, size):
            ui.do(player.answer, button.place)


def _answer(
    ui: Ui,
    walk: OpenLesson[OpenScene],
    question: LessonQuestion,
    button: _StopButton,
    size: float,
) -> bool:
    theme, given = ui.theme, walk.visit.given
    tone = theme.text
    if given is not None:
        right = button.place == question.right
        tone = theme.accent if right else theme.warning
    # What cannot be pressed any more is still to be read: it is not dimmed.
    back = theme.hover if given == button.place else theme.panel_alt
    imgui.push_style_color(imgui.Col_.button, colour(back))
    imgui.push_style_color(imgui.Col_.button_active, colour(theme.hover))
    imgui.push_font(ui.gui.fonts.body, size)
    drawn = imgui.get_font_size()  # rounded, as all that is measured
    inside = button.wide - 2 * _BESIDE + 1.0
    extent = localized.calc_text_size(button.label, wrap_width=inside)
    at = imgui.get_cursor_screen_pos()
    extents = imgui.ImVec2(button.wide, button.high)
    pressed = localized.button(f"##answer {button.place + 1}", extents)
    words = imgui.ImVec2(at.x + _BESIDE, at.y + (button.high - extent.y) / 2)
    lines = localized.in_lines(button.label, inside)
    imgui.get_window_draw_list().add_text(
        ui.gui.fonts.body, drawn, words, packed(tone), lines, wrap_width=inside
    )
    imgui.pop_font()
    imgui.pop_style_color(2)
    return bool(pressed)


# ----------------------------------------------------------------------------
# The row of a lesson's stops: a mark each, which leads there.
# ----------------------------------------------------------------------------


# So high a row of marks is, and so far apart they stand at least; a mark's half width.
_MARKS_ROW = 30.0
_LEAST = 20.0
_HALF = 6.0
_COMMANDS = AS_PREPARED, WRITE, CLOSE_LESSON
_MARKS_BUTTON = 26.0
_MARKS_GAP = 5.0


def marks_row(ui: Ui, walk: OpenLesson[OpenScene]) -> None:
    """Draw them in as many rows as they need, and under them which stop it is."""
    wide, count = imgui.get_content_region_avail().x, len(walk.visits)
    per_row = min(count, int(wide / _LEAST))
    apart = wide / per_row
    left, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    for place, visit in enumerate(walk.visits):
        row, column = divmod(place, per_row)
        at = imgui.ImVec2(left + column * apart, top + row * _MARKS_ROW)
        imgui.set_cursor_pos(at)
        _mark(ui, walk, place, visit, min(apart, 36.0))
    imgui.set_cursor_pos(
        imgui.ImVec2(left, top + _MARKS_ROW * ((count - 1) // per_row + 1) + 2.0)
    )
    _below(ui, walk, wide)


def _mark(
    ui: Ui,
    walk: OpenLesson[OpenScene],
    place: int,
    visit: OpenStop[OpenScene],
    wide: float,
) -> None:
    at = imgui.get_cursor_screen_pos()
    size, steered = imgui.ImVec2(wide, _MARKS_ROW), imgui.ButtonFlags_.enable_nav
    if imgui.invisible_button(f"##to stop {place + 1}", size, steered):
        ui.do(player.go, place)
    lit = imgui.is_item_hovered() or imgui.is_item_focused()
    hint(localized.signed(str(place + 1), visit.stop.called))
    here = place == walk.at and not walk.ending
    draw, x, y = imgui.get_window_draw_list(), at.x + _HALF + 3.0, at.y + _MARKS_ROW / 2
    if here:
        low, high = imgui.ImVec2(x - 11, y - 11), imgui.ImVec2(x + 11, y + 11)
        draw.add_rect(low, high, packed(ui.theme.accent), 6.0, 2.0)
    task_done = here and visit.stop.task is not None and ui.facts.done
    mark = StopMark.RIGHT if task_done else visit.mark
    tone, full = looks(ui, mark)
    if mark is StopMark.OPEN and (lit or here):
        tone, full = ui.theme.accent, here
    shape(visit, x, y, tone, full=full)


def looks(ui: Ui, mark: StopMark) -> tuple[RGBA, bool]:
    """Return the colour of a mark, and whether it is filled."""
    return {
        StopMark.OPEN: (ui.theme.text_muted, False),
        StopMark.SEEN: (ui.theme.accent, True),
        StopMark.RIGHT: (ui.theme.texts[Role.ENTER], True),
        StopMark.AGAIN: (ui.theme.texts[Role.ARTICLE], False),
    }[mark]


def shape(
    visit: OpenStop[OpenScene], x: float, y: float, tone: RGBA, *, full: bool
) -> None:
    """Draw a stop's shape on the screen: dot, square for a question, diamond."""
    draw, pen, h = imgui.get_window_draw_list(), packed(tone), _HALF
    if visit.stop.question:
        low, high = (
            imgui.ImVec2(x - h + 1, y - h + 1),
            imgui.ImVec2(x + h - 1, y + h - 1),
        )
        if full:
            draw.add_rect_filled(low, high, pen, 2.0)
        else:
            draw.add_rect(low, high, pen, 2.0, 2.0)
    elif visit.stop.task:
        way = imgui.ImVec2(x, y - h), imgui.ImVec2(x + h, y), imgui.ImVec2(x, y + h)
        last = imgui.ImVec2(x - h, y)
        if full:
            draw.add_quad_filled(*way, last, pen)
        else:
            draw.add_quad(*way, last, pen, 1.8)
    elif full:
        draw.add_circle_filled(imgui.ImVec2(x, y), h - 0.5, pen)
    else:
        draw.add_circle(imgui.ImVec2(x, y), h - 1.0, pen, 0, 1.8)


def _below(ui: Ui, walk: OpenLesson[OpenScene], wide: float) -> None:
    left, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    back = message("The end") if walk.ending else message("This stop")
    words = back if walk.listing else message("All stops")
    room = ui.gui.measure(words, 15.0)[0] + 12.0
    imgui.push_font(ui.gui.fonts.body, 15.0)
    imgui.set_cursor_pos_y(top + 5.0)
    imgui.push_style_color(imgui.Col_.text, colour(ui.theme.text_muted))
    commands = [CLOSE_LESSON] if walk.ending else _COMMANDS
    beside = len(commands) * (_MARKS_BUTTON + _MARKS_GAP)
    where, free = lesson_texts.where(walk), wide - room - beside - _MARKS_GAP
    localized.text(localized.shortened(where, free))
    imgui.pop_style_color()
    whole_of(where, free)
    for number, command in enumerate(commands):
        x = left + wide - room - beside + number * (_MARKS_BUTTON + _MARKS_GAP)
        imgui.set_cursor_pos(imgui.ImVec2(x, top))
        command_button(ui, command, size=_MARKS_BUTTON)
    imgui.set_cursor_pos(imgui.ImVec2(left + wide - room, top + 1.0))
    clear = colour((0.0, 0.0, 0.0, 0.0))
    imgui.push_style_color(imgui.Col_.button, clear)
    imgui.push_style_color(imgui.Col_.border, clear)
    imgui.push_style_color(imgui.Col_.text, colour(ui.theme.accent))
    imgui.push_style_var(imgui.StyleVar_.frame_padding, imgui.ImVec2(6.0, 3.0))
    if localized.button(words, name="all stops"):
        ui.do(player.list_stops, not walk.listing)
    imgui.pop_style_var()
    imgui.pop_style_color(3)
    imgui.pop_font()
    imgui.dummy(imgui.ImVec2(0.0, 2.0))


# ----------------------------------------------------------------------------
# The end of a lesson: what can now be said, what to look at again, and ways on.
# ----------------------------------------------------------------------------


_END_TITLE, _SAID = (26.0, 32.0), (18.0, 24.0)
_END_BUTTON = 44.0
_END_GAP = 8.0
_GO = 56.0
# The next lesson: its picture, how far that is from the rim, and its title.
_PICTURE = (120.0, 68.0)
_RIM = 12.0
_NEXT = (17.0, 22.0)


def end(ui: Ui, walk: OpenLesson[OpenScene]) -> None:
    """Draw what was understood, and what to look at again."""
    learned = walk.learned
    spaced(ui, lesson_texts.ended(walk), *_END_TITLE, bold=True)
    for words in learned:
        _ticked(ui, words)
    for place in walk.again:
        _again(ui, walk, place)
    imgui.dummy(imgui.ImVec2(0.0, 4.0))
    if localized.button("From the beginning"):
        ui.do(player.begin_again)


def _ticked(ui: Ui, words: str) -> None:
    imgui.push_style_color(imgui.Col_.text, colour(ui.theme.texts[Role.ENTER]))
    top = imgui.get_cursor_pos_y()
    imgui.set_cursor_pos_y(top + 4.0)
    localized.text(fonts.AGREES)
    imgui.pop_style_color()
    imgui.set_cursor_pos_y(top)
    imgui.indent(26.0)
    spaced(ui, words, *_SAID)
    imgui.unindent(26.0)


def _again(ui: Ui, walk: OpenLesson[OpenScene], place: int) -> None:
    """Draw a stop to go back to, with a button that goes there."""
    visit = walk.visits[place]
    again = visit.mark is StopMark.AGAIN
    tone = ui.theme.texts[Role.ARTICLE] if again else ui.theme.text_muted
    imgui.dummy(imgui.ImVec2(0.0, 2.0))
    left, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    at, wide = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    shape(visit, at.x + 9.0, at.y + 13.0, tone, full=False)
    imgui.set_cursor_pos_x(left + 26.0)
    words = lesson_texts.again(walk, place)
    spaced(ui, words, *_SAID, wide=wide - 26.0 - _GO - _END_GAP)
    after = imgui.get_cursor_pos_y()
    imgui.set_cursor_pos(imgui.ImVec2(left + wide - _GO, top))
    if localized.button(message("Go"), imgui.ImVec2(_GO, 32.0), name=f"{place}"):
        ui.do(player.go, place)
    imgui.set_cursor_pos_y(max(after, imgui.get_cursor_pos_y()))


@dataclass(frozen=True)
class WaysOn:
    """The buttons at the foot, and how high they are together."""

    height: float
    draw: Callable[[], None]


def ways_on(ui: Ui, walk: OpenLesson[OpenScene]) -> WaysOn:
    """Return where a lesson leads: the next one, one's own code, the quiz."""
    after = ui.facts.next_lesson
    height = _PICTURE[1] + 2.0 * _RIM + _END_GAP if after else 0.0
    if ui.study.listed or ui.study.quizzed:
        height += _END_BUTTON + _END_GAP
    height += 24.0
    return WaysOn(height, lambda: _draw(ui, after))


def _draw(ui: Ui, after: Entry | None) -> None:
    muted(ui, message("Go on"))
    wide = imgui.get_content_region_avail().x
    if after:
        _next_lesson(ui, after, wide)
    acts = {
        player.OWN_CODE: player.own_code,
        player.QUIZ: player.quiz,
    }
    there = [(words, acts[words]) for words in player.there(ui.study)]
    room = (wide - _END_GAP * (len(there) - 1)) / max(len(there), 1)
    for number, (words, act) in enumerate(there):
        if number:
            imgui.same_line(0.0, _END_GAP)
        size, leads = imgui.ImVec2(room, _END_BUTTON), not (after or number)
        if filled(ui, words, size) if leads else localized.button(words, size):
            ui.do(act)
        whole_of(words, room)


def _next_lesson(ui: Ui, after: Entry, wide: float) -> None:
    """Draw the next lesson as a picture with its name: one button."""
    at, size = imgui.get_cursor_screen_pos(), _PICTURE[1] + 2.0 * _RIM
    imgui.push_style_color(imgui.Col_.button, colour(ui.theme.panel_alt))
    imgui.push_style_color(imgui.Col_.border, colour(ui.theme.accent))
    imgui.push_style_var(imgui.StyleVar_.frame_border_size, 2.0)
    imgui.push_style_var(imgui.StyleVar_.frame_rounding, 10.0)
    if localized.button("", imgui.ImVec2(wide, size), name="Next lesson"):
        ui.do(player.open_next_lesson, after)
    imgui.pop_style_var(2)
    imgui.pop_style_color(2)
    below = imgui.get_cursor_pos()
    place = ui.facts.entries.index(after)
    scene_picture(ui, place, imgui.ImVec2(at.x + _RIM, at.y + _RIM), _PICTURE)
    left, room = at.x + 2.0 * _RIM + _PICTURE[0], wide - 3.0 * _RIM - _PICTURE[0]
    high = spaced_height(ui, after.title, *_NEXT, room, bold=True) + _NEXT[1]
    imgui.set_cursor_screen_pos(imgui.ImVec2(left, at.y + (size - high) / 2.0))
    imgui.begin_group()
    muted(ui, "Next lesson")
    spaced(ui, after.title, *_NEXT, bold=True, wide=room)
    imgui.end_group()
    imgui.set_cursor_pos(below)


# ----------------------------------------------------------------------------
# The panel of a lesson, in the inspector's place: where one is, what it says, Next.
# ----------------------------------------------------------------------------


# Sizes and the way from line to line.
_TEXT, _PANEL_ANSWER = (21.0, 28.0), (17.5, 22.0)
_KEYS = 14.5
# A row of the list of all stops.
_ROW = 38.0
_TITLE = 17.0
_BUTTON = 44.0
_PANEL_GAP = 8.0
_PAD = 14.0
_BADGE = 24.0
_FOOT = 44.0 + 8.0 + 22.0
# So high are the sentences below the two answers.
_DETAILS = 90.0
# A reason keeps so much off the foot, where what is cut fades out.
_CLEAR = 24.0


def lesson_panel(ui: Ui, place: Viewport) -> None:
    """Draw it: a row of stops, the stop in the middle, and the way on at its foot."""
    walk = ui.facts.walk
    if walk is None:
        return
    with panel("lesson", place):
        marks_row(ui, walk)
        foot = ways_on(ui, walk) if walk.ending and not walk.listing else None
        tall = foot.height if foot else _FOOT
        with scrolled(ui, "stop", -tall - _PANEL_GAP):
            if ui.controls.motion.scrolls:
                imgui.set_scroll_y(0.0)
            if walk.listing:
                _all_stops(ui, walk)
            elif walk.ending:
                end(ui, walk)
            else:
                _stop(ui, walk)
        if foot:
            foot.draw()
        else:
            _footer(ui, walk)


def _all_stops(ui: Ui, walk: OpenLesson[OpenScene]) -> None:
    for place, visit in enumerate(walk.visits):
        at = imgui.get_cursor_screen_pos()
        size = imgui.ImVec2(0, _ROW - imgui.get_style().item_spacing.y)
        here = place == walk.at and not walk.ending
        if localized.selectable(f"##stop {place + 1} of all", here, 0, size)[0]:
            ui.do(player.go, place)
        middle = at.y + size.y / 2
        tone, full = looks(ui, visit.mark)
        shape(visit, at.x + 12.0, middle, tone, full=full)
        words = localized.signed(str(place + 1), visit.stop.called)
        where = at.x + 30.0, middle - _TITLE / 2
        widgets_text.write_name_at(ui.gui, words, _TITLE, ui.theme.text, where)


def _stop(ui: Ui, walk: OpenLesson[OpenScene]) -> None:
    stop = walk.stop
    spaced(ui, sentence(walk), *_TEXT)
    if elsewhere := lesson_texts.elsewhere(walk, ui.study.entry):
        # Its question would be asked of a scene that it does not mean.
        _space(6.0)
        muted(ui, elsewhere, 15.0)
        return
    if stop.question:
        _space(6.0)
        spaced(ui, stop.question.text, *_TEXT, bold=True)
        _panel_answers(ui, walk, stop.question)
        _reason(ui, walk, stop.question)
    if stop.task:
        _space(6.0)
        done = ui.facts.done
        tone = _right(ui) if done else ui.theme.text
        spaced(ui, task_words(stop.task, done=done), *_TEXT, bold=True, tone=tone)
        _watched(ui, walk)
    if not ui.study.asking:
        _shown(ui)


def _right(ui: Ui) -> RGBA:
    return ui.theme.texts[Role.ENTER]


def _panel_answers(
    ui: Ui, walk: OpenLesson[OpenScene], question: LessonQuestion
) -> None:
    """Draw a large button for each answer, with the key that chooses it."""
    given = walk.visit.given
    for place, words in enumerate(question.answers):
        wide = imgui.get_content_region_avail().x
        room = wide - 3 * _PAD - _BADGE
        right, chosen = place == question.right, place == given
        face = given is not None and right
        high = max(
            _BUTTON, spaced_height(ui, words, *_PANEL_ANSWER, room, bold=face) + 22.0
        )
        at = imgui.get_cursor_screen_pos()
        tone, rim = ui.theme.text, ui.theme.edge
        if given is not None:
            tone = ui.theme.text if right else ui.theme.text_muted
            again = ui.theme.texts[Role.ARTICLE] if chosen else rim
            rim = _right(ui) if right else again
        wider = 2.0 if given is not None and (right or chosen) else 1.0
        imgui.push_style_color(imgui.Col_.button, colour(ui.theme.panel_alt))
        imgui.push_style_color(imgui.Col_.border, colour(rim))
        imgui.push_style_var(imgui.StyleVar_.frame_border_size, wider)
        imgui.push_style_var(imgui.StyleVar_.frame_rounding, 10.0)
        if localized.button(f"##answer {place + 1}", imgui.ImVec2(wide, high)):
            ui.do(player.answer, place)
        imgui.pop_style_var(2)
        imgui.pop_style_color(2)
        after = imgui.get_cursor_pos()
        sign = answer_sign(walk, question, place)
        _badge(ui, sign, imgui.ImVec2(at.x + _PAD, at.y + high / 2), rim)
        imgui.set_cursor_screen_pos(imgui.ImVec2(at.x + 2 * _PAD + _BADGE, at.y + 11.0))
        spaced(ui, words, *_PANEL_ANSWER, bold=face, tone=tone, wide=room)
        imgui.set_cursor_pos(after)
        imgui.dummy(imgui.ImVec2(0.0, 0.0))


def _badge(ui: Ui, sign: str, at: imgui.ImVec2, rim: RGBA) -> None:
    """Draw a key's sign in its frame, left of what it chooses; `at` is its left end."""
    draw, half = imgui.get_window_draw_list(), _BADGE / 2
    low = imgui.ImVec2(at.x, at.y - half)
    high = imgui.ImVec2(at.x + _BADGE, at.y + half)
    draw.add_rect(low, high, packed(rim), 5.0, 1.0)
    width, height = ui.gui.measure(sign, 14.0)
    where = imgui.ImVec2(at.x + half - width / 2, at.y - height / 2)
    draw.add_text(ui.gui.fonts.body, 14.0, where, packed(ui.theme.text), sign)


def _reason(ui: Ui, walk: OpenLesson[OpenScene], question: LessonQuestion) -> None:
    """Say why, beside a bar in the colour of a right answer or of one to look at."""
    words = lesson_texts.why(walk, question)
    if not words:
        return
    right = walk.visit.mark is StopMark.RIGHT
    tone = _right(ui) if right else ui.theme.texts[Role.ARTICLE]
    _space(4.0)
    _barred(ui, tone, lambda wide: spaced(ui, words, *_PANEL_ANSWER, wide=wide))
    if ui.controls.motion.scrolls:
        # Where not all has room, this is what is to be read now.
        foot = imgui.get_cursor_pos_y() - imgui.get_scroll_y() + _CLEAR
        imgui.set_scroll_from_pos_y(foot, 1.0)


def _barred(ui: Ui, tone: RGBA, inside: Callable[[float], None]) -> None:
    at = imgui.get_cursor_screen_pos()
    imgui.indent(16.0)
    imgui.begin_group()
    inside(imgui.get_content_region_avail().x)
    imgui.end_group()
    high = imgui.get_item_rect_size().y
    imgui.unindent(16.0)
    low, end = imgui.ImVec2(at.x, at.y), imgui.ImVec2(at.x + 4.0, at.y + high)
    imgui.get_window_draw_list().add_rect_filled(low, end, packed(tone), 2.0)


def _watched(ui: Ui, walk: OpenLesson[OpenScene]) -> None:
    """Write the numbers that the task is about."""
    checks = walk.stop.task.checks if walk.stop.task else ()
    named = {check.quantity for check in checks if isinstance(check, Measured)}
    for row in ui.study.rows:
        if row.name in named:
            value = localized.valued(row.name, show(row.value, row.digits), row.unit)
            spaced(ui, value, *_TEXT, tone=ui.theme.accent)


def _shown(ui: Ui) -> None:
    """Draw what the stop's page has: the step, the code, and the two answers."""
    study = ui.study
    if study.page is Page.DERIVATION and study.wanted.step and study.reached:
        step = study.steps[study.reached - 1]
        _space(8.0)
        muted(ui, localized.signed(str(study.reached), step.title), 15.0)
        formula_lines(ui, step)
    if study.verdict or study.error:
        _space(8.0)
        told = told_now(ui)
        if not study.showing.compare:
            told = Pair(told.geometry)
        verdict_pair(ui, told, imgui.get_content_region_avail().x, PANEL)
        code = told.code if told.sign is Sign.OTHER else None
        room = imgui.get_content_region_avail().y
        # Where there is little, the line to blame comes before these sentences.
        brief = study.page is Page.CODE and room < LEAST_LINES + _DETAILS
        for side in (told.geometry, code):
            if side and side.detail and not brief:
                muted(ui, side.detail, 15.0)
    if study.page is Page.CODE:
        _space(4.0)
        listed(ui)


def _footer(ui: Ui, walk: OpenLesson[OpenScene]) -> None:
    wide = imgui.get_content_region_avail().x
    back = round(0.3 * wide)
    imgui.begin_disabled(walk.at == 0 and not walk.listing)
    if localized.button("Back", imgui.ImVec2(back, _BUTTON), name="lesson"):
        if walk.listing:
            ui.do(player.list_stops, False)
        else:
            ui.do(player.step, -1)
    imgui.end_disabled()
    imgui.same_line(0.0, _PANEL_GAP)
    size = imgui.ImVec2(wide - back - _PANEL_GAP, _BUTTON)
    if ui.study.asking and not walk.listing:
        imgui.begin_disabled()
        localized.button("Choose an answer", size, name="on")
        imgui.end_disabled()
    elif filled(ui, lesson_texts.way_on(walk, ui.study.entry), size, name="on"):
        ui.do(player.go_on)
    words = message("Enter goes on. Esc leaves; you go on at this stop")
    imgui.push_font(ui.gui.fonts.body, _KEYS)
    shown = localized.shortened(words, wide)
    imgui.pop_font()
    left = (wide - ui.gui.measure(shown, _KEYS)[0]) / 2
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + left)
    muted(ui, shown, _KEYS)
    if shown != translated(words):
        hint(words)


def _space(high: float) -> None:
    imgui.dummy(imgui.ImVec2(0.0, high))
