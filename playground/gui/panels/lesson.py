"""Lesson panel: the current stop with its question or task, marks of stops, the end."""

from imgui_bundle import imgui

from playground.gui import imgui_fonts
from playground.gui.commands.registry import CLOSE_LESSON, RESET_STOP
from playground.gui.imgui_backend import click_area, pack_colour, push_style
from playground.gui.panels.code import MIN_LISTING_HEIGHT_PX, draw_listing
from playground.gui.panels.comparison import (
    LESSON_PAIR_STYLE,
    current_answer_texts,
    draw_verdict_pair,
)
from playground.gui.panels.context import Ui
from playground.gui.panels.derivation_page import draw_step_formulas
from playground.gui.panels.sidebar import draw_scene_picture
from playground.gui.widgets import localized, symbol_text
from playground.gui.widgets.paragraphs import line_height
from playground.i18n import message, translate
from playground.quick_dataclass import dataclass
from playground.render.text_layout import insert_no_break_spaces
from playground.render.theme import RGBA
from playground.scene.camera import Viewport
from playground.scene.math_text import format_number
from playground.scene.primitives import Role
from playground.scene.scene import SceneEntry
from playground.session.answer_pair import AnswerPair
from playground.session.lesson import lesson_texts, player
from playground.session.lesson.document import LessonQuestion, LessonTask, QuantityCheck
from playground.session.lesson.open_lesson import OpenLesson, StopMark, StopState
from playground.session.view_options import Page

# Font sizes relative to the sentence.
_QUESTION_SIZE_RATIO = 0.94
_REASON_SIZE_RATIO = 0.86
_ANSWER_GAP_PX = 6.0
_MIN_ANSWER_HEIGHT_PX = 32.0
_ANSWER_PADDING_PX = 12.0


def draw_stop_text(ui: Ui, walk: OpenLesson, size: float) -> None:
    """Draw the current stop's text at font size `size` (px), with question or task.

    After a try, the reason replaces the sentence.
    """
    if not walk.stop_state.tries:
        sentence, pitch = stop_sentence(walk), line_height(size)
        ui.write_paragraph(sentence, size, pitch, text_colour=ui.theme.text)
    for number, (text, text_size, tone) in enumerate(_stop_texts(ui, walk, size)):
        ui.write_bold(text, text_size, tone)
        if walk.stop.question and number == 0:
            _draw_answers(ui, walk, walk.stop.question, text_size)


def _stop_texts(
    ui: Ui, walk: OpenLesson, size: float, *, is_done: bool | None = None
) -> list[tuple[str, float, RGBA]]:
    """Return the question and reason, or the task, with font sizes and colours."""
    stop, theme, texts = walk.stop, ui.theme, list[tuple[str, float, RGBA]]()
    if stop.question:
        texts.append((stop.question.text, size * _QUESTION_SIZE_RATIO, theme.text))
        if reason := lesson_texts.feedback_text(walk, stop.question):
            right = walk.stop_state.mark is StopMark.RIGHT
            tone = theme.text if right else theme.warning
            texts.append((reason, size * _REASON_SIZE_RATIO, tone))
    if stop.task:
        is_complete = player.is_task_done(ui.session) if is_done is None else is_done
        tone = theme.accent if is_complete else theme.text
        text = task_text(stop.task, done=is_complete)
        texts.append((text, size * _QUESTION_SIZE_RATIO, tone))
    return texts


def stop_text_height(ui: Ui, walk: OpenLesson, size: float, wide: float) -> float:
    """Return the height of the stop's text in px, in a column `wide` px wide."""
    heights = [
        symbol_text.measure_height(ui.gui, text, text_size, wide, bold=True)
        for text, text_size, _ in _stop_texts(ui, walk, size, is_done=True)
    ]
    if not walk.stop_state.tries:
        sentence, pitch = stop_sentence(walk), line_height(size)
        heights.append(ui.paragraph_height(sentence, size, pitch, wide))
    if question := walk.stop.question:
        large = size * _QUESTION_SIZE_RATIO
        buttons = _lay_out_answers(ui, walk, question, large, wide)
        heights.append(max(b.y + b.high for b in buttons))
    return sum(heights) + len(heights) * imgui.get_style().item_spacing.y


def stop_sentence(walk: OpenLesson) -> str:
    """Return the stop's sentence; while writing, a placeholder if it is empty."""
    return walk.stop.say or (message("What can be seen here?") if walk.writing else "")


def task_text(task: LessonTask, *, done: bool) -> str:
    """Return the task's text after a sign for to do or done; if done, it says so."""
    if not done:
        return localized.prefix_sign(imgui_fonts.TO_DO, task.text)
    return message("{sign}  {task}  Done.", sign=imgui_fonts.DONE, task=task.text)


def task_quantities(ui: Ui, walk: OpenLesson) -> list[str]:
    """Return the names and values of the quantities that the task checks."""
    checks = walk.stop.task.checks if walk.stop.task else ()
    named = {check.quantity for check in checks if isinstance(check, QuantityCheck)}
    return [
        localized.format_quantity(
            row.name, format_number(row.value, row.digits), row.unit
        )
        for row in ui.study.rows
        if row.name in named
    ]


def answer_sign(walk: OpenLesson, question: LessonQuestion, place: int) -> str:
    """Return the digit key that gives the answer `place`, "1" for 0.

    Once it is known to be right or wrong, it is the sign for that.
    """
    if _is_shown_right(walk, question, place):
        return imgui_fonts.AGREES
    return imgui_fonts.CLOSE if place in walk.stop_state.tries else str(place + 1)


def _is_shown_right(walk: OpenLesson, question: LessonQuestion, place: int) -> bool:
    """Return whether an answer is marked as right, since the question is answered."""
    return walk.stop_state.is_answered and place == question.right


@dataclass(frozen=True)
class _AnswerButton:
    """Button of an answer, with its position in the column."""

    place: int
    label: str
    x: float
    y: float
    wide: float
    high: float


def _lay_out_answers(
    ui: Ui,
    walk: OpenLesson,
    question: LessonQuestion,
    size: float,
    wide: float,
) -> list[_AnswerButton]:
    """Return the buttons of the answers in rows; long texts take several lines.

    Once the question is answered, only the tried and right answers stay.
    """
    visit = walk.stop_state
    shown_answers = (
        {*visit.tries, question.right}
        if visit.is_answered
        else range(len(question.answers))
    )
    buttons: list[_AnswerButton] = []
    with push_style(ui.gui.fonts.body, size):
        x = y = below = 0.0
        for place in sorted(shown_answers):
            sign = answer_sign(walk, question, place)
            words = insert_no_break_spaces(translate(question.answers[place]))
            label = f"{sign}  {words}"
            room = min(localized.calc_text_size(label).x + 2 * _ANSWER_PADDING_PX, wide)
            extent = localized.calc_text_size(
                label, wrap_width=room - 2 * _ANSWER_PADDING_PX + 1.0
            )
            high = max(_MIN_ANSWER_HEIGHT_PX, extent.y + 0.7 * size)
            if x and x + room > wide:
                x, y = 0.0, below + _ANSWER_GAP_PX
            buttons.append(_AnswerButton(place, label, x, y, room, high))
            x, below = x + room + _ANSWER_GAP_PX, max(below, y + high)
    return buttons


def _draw_answers(
    ui: Ui, walk: OpenLesson, question: LessonQuestion, size: float
) -> None:
    left_edge, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    room = imgui.get_content_region_avail().x
    for button in _lay_out_answers(ui, walk, question, size, room):
        imgui.set_cursor_pos((left_edge + button.x, top + button.y))
        if _draw_answer(ui, walk, question, button, size):
            ui.enqueue(player.answer_question, button.place)


def _draw_answer(
    ui: Ui,
    walk: OpenLesson,
    question: LessonQuestion,
    button: _AnswerButton,
    size: float,
) -> bool:
    theme, was_tried = ui.theme, button.place in walk.stop_state.tries
    tone = theme.warning if was_tried else theme.text
    if _is_shown_right(walk, question, button.place):
        tone = theme.accent
    # A tried answer has to stay readable, so it is not dimmed.
    back = theme.hover if was_tried else theme.panel_alt
    with push_style(ui.gui.fonts.body, size, button=back, button_active=theme.hover):
        drawn = imgui.get_font_size()  # rounded, as in measurements
        inside = button.wide - 2 * _ANSWER_PADDING_PX + 1.0
        extent = localized.calc_text_size(button.label, wrap_width=inside)
        at = imgui.get_cursor_screen_pos()
        extents = (button.wide, button.high)
        is_pressed = localized.button(f"##answer {button.place + 1}", extents)
        words = (at.x + _ANSWER_PADDING_PX, at.y + (button.high - extent.y) / 2)
        lines = localized.break_japanese(button.label, inside)
        imgui.get_window_draw_list().add_text(
            ui.gui.fonts.body, drawn, words, pack_colour(tone), lines, wrap_width=inside
        )
    return bool(is_pressed)


# ----------------------------------------------------------------------------
# Marks of the lesson's stops, as buttons.
# ----------------------------------------------------------------------------


_MARKS_ROW_HEIGHT_PX = 30.0
_MIN_MARK_GAP_PX = 20.0
_MARK_HALF_WIDTH_PX = 6.0
_COMMANDS = RESET_STOP, CLOSE_LESSON
_MARKS_BUTTON_SIZE_PX = 26.0
_MARKS_BUTTON_GAP_PX = 5.0


def draw_stop_marks(ui: Ui, walk: OpenLesson) -> None:
    """Draw the marks in as many rows as needed, with the current position below."""
    wide, count = imgui.get_content_region_avail().x, len(walk.stop_states)
    per_row = min(count, int(wide / _MIN_MARK_GAP_PX))
    spacing = wide / per_row
    left_edge, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    for place, visit in enumerate(walk.stop_states):
        row, column = divmod(place, per_row)
        position = (left_edge + column * spacing, top + row * _MARKS_ROW_HEIGHT_PX)
        imgui.set_cursor_pos(position)
        _draw_stop_mark(ui, walk, place, visit, min(spacing, 36.0))
    imgui.set_cursor_pos(
        (left_edge, top + _MARKS_ROW_HEIGHT_PX * ((count - 1) // per_row + 1) + 2.0)
    )
    _draw_marks_footer(ui, walk, wide)


def _draw_stop_mark(
    ui: Ui,
    walk: OpenLesson,
    place: int,
    visit: StopState,
    wide: float,
) -> None:
    position = imgui.get_cursor_screen_pos()
    if click_area(f"##to stop {place + 1}", (wide, _MARKS_ROW_HEIGHT_PX)):
        ui.enqueue(player.go_to_stop, place)
    lit = imgui.is_item_hovered() or imgui.is_item_focused()
    ui.show_tooltip(localized.prefix_sign(str(place + 1), visit.stop.display_title))
    is_current = place == walk.at and not walk.ending
    draw = imgui.get_window_draw_list()
    x = position.x + _MARK_HALF_WIDTH_PX + 3.0
    y = position.y + _MARKS_ROW_HEIGHT_PX / 2
    if is_current:
        low, high = (x - 11, y - 11), (x + 11, y + 11)
        draw.add_rect(low, high, pack_colour(ui.theme.accent), 6.0, 2.0)
    task_done = is_current and player.is_task_done(ui.session)
    mark = StopMark.RIGHT if task_done else visit.mark
    tone, full = mark_style(ui, mark)
    if mark is StopMark.OPEN and (lit or is_current):
        tone, full = ui.theme.accent, is_current
    draw_stop_shape(visit, x, y, tone, full=full)


def mark_style(ui: Ui, mark: StopMark) -> tuple[RGBA, bool]:
    """Return the colour of a mark, and whether it is filled."""
    return {
        StopMark.OPEN: (ui.theme.text_muted, False),
        StopMark.SEEN: (ui.theme.accent, True),
        StopMark.RIGHT: (ui.theme.texts[Role.ENTER], True),
        StopMark.AGAIN: (ui.theme.texts[Role.ARTICLE], False),
    }[mark]


def draw_stop_shape(
    visit: StopState, x: float, y: float, tone: RGBA, *, full: bool
) -> None:
    """Draw a stop's mark: a square for a question, a diamond for a task, else a dot.

    Its middle is at `x` and `y` on the screen; it is filled if `full`.
    """
    draw, pen, h = imgui.get_window_draw_list(), pack_colour(tone), _MARK_HALF_WIDTH_PX
    if visit.stop.question:
        low, high = (x - h + 1, y - h + 1), (x + h - 1, y + h - 1)
        if full:
            draw.add_rect_filled(low, high, pen, 2.0)
        else:
            draw.add_rect(low, high, pen, 2.0, 2.0)
    elif visit.stop.task:
        corners = (x, y - h), (x + h, y), (x, y + h), (x - h, y)
        if full:
            draw.add_quad_filled(*corners, pen)
        else:
            draw.add_quad(*corners, pen, 1.8)
    elif full:
        draw.add_circle_filled((x, y), h - 0.5, pen)
    else:
        draw.add_circle((x, y), h - 1.0, pen, 0, 1.8)


def _draw_marks_footer(ui: Ui, walk: OpenLesson, wide: float) -> None:
    left_edge, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    back = message("The end") if walk.ending else message("This stop")
    words = back if walk.listing else message("All stops")
    labels = message("The end"), message("This stop"), message("All stops")
    room = max(ui.gui.measure(label, 15.0)[0] for label in labels) + 12.0
    with push_style(ui.gui.fonts.body, 15.0):
        imgui.set_cursor_pos_y(top + 5.0)
        commands = [CLOSE_LESSON] if walk.ending else _COMMANDS
        buttons_width = len(commands) * (_MARKS_BUTTON_SIZE_PX + _MARKS_BUTTON_GAP_PX)
        where = lesson_texts.END if walk.ending else lesson_texts.position_text(walk)
        free = wide - room - buttons_width - _MARKS_BUTTON_GAP_PX
        with push_style(text=ui.theme.text_muted):
            ui.write_truncated(where, free)
        x = left_edge + wide - room - buttons_width
        for command in commands:
            imgui.set_cursor_pos((x, top))
            ui.command_button(command, size=_MARKS_BUTTON_SIZE_PX)
            x += _MARKS_BUTTON_SIZE_PX + _MARKS_BUTTON_GAP_PX
        imgui.set_cursor_pos((left_edge + wide - room, top + 1.0))
        clear = (0.0, 0.0, 0.0, 0.0)
        with push_style(
            button=clear, border=clear, text=ui.theme.accent, frame_padding=(6.0, 3.0)
        ):
            if localized.button(words, name="all stops"):
                ui.enqueue(player.set_lesson, listing=not walk.listing)
    imgui.dummy((0.0, 2.0))


# ----------------------------------------------------------------------------
# The end of a lesson: score, takeaways, stops to review, next activities.
# ----------------------------------------------------------------------------


_END_TITLE_SIZE_AND_PITCH_PX, _END_TEXT_SIZE_AND_PITCH_PX = (26.0, 32.0), (18.0, 24.0)
_END_BUTTON_HEIGHT_PX = 44.0
_REPEAT_BUTTON_HEIGHT_PX = 34.0
_END_GAP_PX = 8.0
_GO_BUTTON_SIZE_PX = 56.0, 32.0
# The next lesson: its picture, how far that is from the rim, and its title.
_NEXT_LESSON_PICTURE_SIZE_PX = (120.0, 68.0)
_NEXT_LESSON_PADDING_PX = 12.0
_NEXT_TITLE_SIZE_AND_PITCH_PX = (17.0, 22.0)


def draw_lesson_end(ui: Ui, walk: OpenLesson) -> None:
    """Draw score, takeaways and stops to review."""
    ui.write_paragraph(
        lesson_texts.end_title(walk), *_END_TITLE_SIZE_AND_PITCH_PX, bold=True
    )
    score = lesson_texts.score_text(walk)
    ui.write_paragraph(score, *_END_TEXT_SIZE_AND_PITCH_PX, bold=True)
    for words in lesson_texts.takeaway_texts(walk):
        _write_learned_line(ui, words)
    for place in walk.stops_to_review:
        _draw_stop_to_repeat(ui, walk, place)


def _write_learned_line(ui: Ui, words: str) -> None:
    top = imgui.get_cursor_pos_y()
    imgui.set_cursor_pos_y(top + 4.0)
    with push_style(text=ui.theme.texts[Role.ENTER]):
        localized.text(imgui_fonts.AGREES)
    imgui.set_cursor_pos_y(top)
    imgui.indent(26.0)
    ui.write_paragraph(words, *_END_TEXT_SIZE_AND_PITCH_PX)
    imgui.unindent(26.0)


def _draw_stop_to_repeat(ui: Ui, walk: OpenLesson, place: int) -> None:
    """Draw a stop to review with a button to go there."""
    visit = walk.stop_states[place]
    again = visit.mark is StopMark.AGAIN
    tone = ui.theme.texts[Role.ARTICLE] if again else ui.theme.text_muted
    button_width, button_height = _GO_BUTTON_SIZE_PX
    imgui.dummy((0.0, 2.0))
    left_edge, top = imgui.get_cursor_pos_x(), imgui.get_cursor_pos_y()
    position, wide = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x
    draw_stop_shape(visit, position.x + 9.0, position.y + 13.0, tone, full=False)
    imgui.set_cursor_pos_x(left_edge + 26.0)
    words = lesson_texts.review_text(walk, place)
    ui.write_paragraph(
        words,
        *_END_TEXT_SIZE_AND_PITCH_PX,
        width=wide - 26.0 - button_width - _END_GAP_PX,
    )
    bottom = imgui.get_cursor_pos_y()
    # Its middle is that of the first line.
    above = (button_height - _END_TEXT_SIZE_AND_PITCH_PX[1]) / 2.0
    imgui.set_cursor_pos((left_edge + wide - button_width, top - above))
    if localized.button(message("Go"), _GO_BUTTON_SIZE_PX, name=f"{place}"):
        ui.enqueue(player.go_to_stop, place)
    imgui.set_cursor_pos_y(max(bottom, imgui.get_cursor_pos_y()))
    imgui.dummy((0.0, 0.0))


def _end_footer_height(ui: Ui) -> float:
    """Return the height of the buttons at the end of a lesson in px."""
    height = 24.0 + _REPEAT_BUTTON_HEIGHT_PX + _END_GAP_PX
    if player.next_lesson(ui.session):
        picture_height = _NEXT_LESSON_PICTURE_SIZE_PX[1]
        height += picture_height + 2.0 * _NEXT_LESSON_PADDING_PX + _END_GAP_PX
    if ui.study.has_code or ui.study.has_quiz:
        height += _END_BUTTON_HEIGHT_PX + _END_GAP_PX
    return height


def _draw_end_footer(ui: Ui, walk: OpenLesson) -> None:
    """Draw the buttons: restart, copy the result, next lesson, user code, quiz."""
    next_scene = player.next_lesson(ui.session)
    wide = imgui.get_content_region_avail().x
    half = ((wide - _END_GAP_PX) / 2.0, _REPEAT_BUTTON_HEIGHT_PX)
    if localized.button("From the beginning", half):
        ui.enqueue(player.restart_lesson)
    imgui.same_line(0.0, _END_GAP_PX)
    if localized.button("Copy result", half):
        imgui.set_clipboard_text(lesson_texts.format_result(walk))
    ui.show_tooltip("Copy the score and the result of each question as text to hand in")
    ui.write_muted(message("Go on"))
    if next_scene:
        _draw_next_lesson(ui, next_scene, wide)
    acts = {
        player.TRY_USER_CODE: player.open_code_page,
        player.TRY_QUIZ: player.start_quiz,
    }
    activities = [(words, acts[words]) for words in player.next_activities(ui.study)]
    room = (wide - _END_GAP_PX * (len(activities) - 1)) / max(len(activities), 1)
    for number, (words, act) in enumerate(activities):
        if number:
            imgui.same_line(0.0, _END_GAP_PX)
        size, leads = (room, _END_BUTTON_HEIGHT_PX), not (next_scene or number)
        if ui.primary_button(words, size) if leads else localized.button(words, size):
            ui.enqueue(act)
        ui.show_cut_text(words, room)


def _draw_next_lesson(ui: Ui, next_scene: SceneEntry, wide: float) -> None:
    """Draw a button with the next lesson's picture and title."""
    at = imgui.get_cursor_screen_pos()
    size = _NEXT_LESSON_PICTURE_SIZE_PX[1] + 2.0 * _NEXT_LESSON_PADDING_PX
    with push_style(
        button=ui.theme.panel_alt,
        border=ui.theme.accent,
        frame_border_size=2.0,
        frame_rounding=10.0,
    ):
        if localized.button("", (wide, size), name="Next lesson"):
            ui.enqueue(player.open_next_lesson, next_scene)
    below = imgui.get_cursor_pos()
    place = ui.session.find(next_scene.id)
    draw_scene_picture(
        ui,
        place,
        imgui.ImVec2(at.x + _NEXT_LESSON_PADDING_PX, at.y + _NEXT_LESSON_PADDING_PX),
        _NEXT_LESSON_PICTURE_SIZE_PX,
    )
    left_edge = at.x + 2.0 * _NEXT_LESSON_PADDING_PX + _NEXT_LESSON_PICTURE_SIZE_PX[0]
    room = wide - 3.0 * _NEXT_LESSON_PADDING_PX - _NEXT_LESSON_PICTURE_SIZE_PX[0]
    size_and_pitch = _NEXT_TITLE_SIZE_AND_PITCH_PX
    high = ui.paragraph_height(next_scene.title, *size_and_pitch, room, bold=True)
    high += size_and_pitch[1]
    imgui.set_cursor_screen_pos((left_edge, at.y + (size - high) / 2.0))
    imgui.begin_group()
    ui.write_muted("Next lesson")
    ui.write_paragraph(next_scene.title, *size_and_pitch, bold=True, width=room)
    imgui.end_group()
    imgui.set_cursor_pos(below)


# ----------------------------------------------------------------------------
# The lesson panel, which replaces the inspector.
# ----------------------------------------------------------------------------


_TEXT_SIZE_AND_PITCH_PX, _ANSWER_SIZE_AND_PITCH_PX = (21.0, 28.0), (17.5, 22.0)
_KEYS_TEXT_SIZE_PX = 14.5
# The list of all stops.
_STOP_ROW_HEIGHT_PX = 38.0
_STOP_TITLE_SIZE_PX = 17.0
_BUTTON_HEIGHT_PX = 44.0
_PANEL_GAP_PX = 8.0
_BADGE_PADDING_PX = 14.0
_BADGE_SIZE_PX = 24.0
_FOOTER_HEIGHT_PX = 44.0 + 8.0 + 22.0
# The sentences below the two answers.
_DETAILS_HEIGHT_PX = 90.0
# Distance of a reason from the bottom, where cut text fades out.
_REASON_MARGIN_PX = 24.0


def draw_lesson_panel(ui: Ui, place: Viewport) -> None:
    """Draw the marks, the current stop, list or end, and the footer."""
    walk = ui.session.lesson
    if walk is None:
        return
    with ui.panel("lesson", place):
        draw_stop_marks(ui, walk)
        is_end = walk.ending and not walk.listing
        tall = _end_footer_height(ui) if is_end else _FOOTER_HEIGHT_PX
        with ui.scroll_area("stop", -tall - _PANEL_GAP_PX):
            if ui.controls.motion.is_scrolling:
                imgui.set_scroll_y(0.0)
            if walk.listing:
                _draw_stop_list(ui, walk)
            elif walk.ending:
                draw_lesson_end(ui, walk)
            else:
                _draw_stop(ui, walk)
        if is_end:
            _draw_end_footer(ui, walk)
        else:
            _draw_footer(ui, walk)


def _draw_stop_list(ui: Ui, walk: OpenLesson) -> None:
    for place, visit in enumerate(walk.stop_states):
        position = imgui.get_cursor_screen_pos()
        size = imgui.ImVec2(0, _STOP_ROW_HEIGHT_PX - imgui.get_style().item_spacing.y)
        is_current = place == walk.at and not walk.ending
        if localized.selectable(f"##stop {place + 1} of all", is_current, 0, size):
            ui.enqueue(player.go_to_stop, place)
        middle = position.y + size.y / 2
        tone, full = mark_style(ui, visit.mark)
        draw_stop_shape(visit, position.x + 12.0, middle, tone, full=full)
        words = localized.prefix_sign(str(place + 1), visit.stop.display_title)
        title_corner = position.x + 30.0, middle - _STOP_TITLE_SIZE_PX / 2
        symbol_text.write_name_at(
            ui.gui, words, _STOP_TITLE_SIZE_PX, ui.theme.text, title_corner
        )


def _draw_stop(ui: Ui, walk: OpenLesson) -> None:
    stop = walk.stop
    ui.write_paragraph(stop_sentence(walk), *_TEXT_SIZE_AND_PITCH_PX)
    if elsewhere := lesson_texts.different_scene_text(walk, ui.study.entry):
        # The question is about another scene.
        _add_space(6.0)
        ui.write_muted(elsewhere, 15.0)
        return
    if stop.question:
        _add_space(6.0)
        ui.write_paragraph(stop.question.text, *_TEXT_SIZE_AND_PITCH_PX, bold=True)
        _draw_panel_answers(ui, walk, stop.question)
        _draw_reason(ui, walk, stop.question)
    if stop.task:
        _add_space(6.0)
        is_done = player.is_task_done(ui.session)
        tone = _right_answer_colour(ui) if is_done else ui.theme.text
        ui.write_paragraph(
            task_text(stop.task, done=is_done),
            *_TEXT_SIZE_AND_PITCH_PX,
            bold=True,
            text_colour=tone,
        )
        for quantity in task_quantities(ui, walk):
            ui.write_paragraph(
                quantity, *_TEXT_SIZE_AND_PITCH_PX, text_colour=ui.theme.accent
            )
    if not ui.study.asking:
        _draw_stop_page(ui)


def _right_answer_colour(ui: Ui) -> RGBA:
    return ui.theme.texts[Role.ENTER]


def _draw_panel_answers(ui: Ui, walk: OpenLesson, question: LessonQuestion) -> None:
    """Draw a large button for each answer, with its key."""
    visit = walk.stop_state
    for place, words in enumerate(question.answers):
        wide = imgui.get_content_region_avail().x
        room = wide - 3 * _BADGE_PADDING_PX - _BADGE_SIZE_PX
        right, was_tried = _is_shown_right(walk, question, place), place in visit.tries
        size_and_pitch = _ANSWER_SIZE_AND_PITCH_PX
        text_height = ui.paragraph_height(words, *size_and_pitch, room, bold=right)
        high = max(_BUTTON_HEIGHT_PX, text_height + 22.0)
        at = imgui.get_cursor_screen_pos()
        tone, rim = ui.theme.text, ui.theme.edge
        if right:
            rim = _right_answer_colour(ui)
        elif was_tried or visit.is_answered:
            tone = ui.theme.text_muted
            rim = ui.theme.texts[Role.ARTICLE] if was_tried else rim
        wider = 2.0 if right or was_tried else 1.0
        with push_style(
            button=ui.theme.panel_alt,
            border=rim,
            frame_border_size=wider,
            frame_rounding=10.0,
        ):
            if localized.button(f"##answer {place + 1}", (wide, high)):
                ui.enqueue(player.answer_question, place)
        cursor_after = imgui.get_cursor_pos()
        sign = answer_sign(walk, question, place)
        _draw_badge(
            ui, sign, imgui.ImVec2(at.x + _BADGE_PADDING_PX, at.y + high / 2), rim
        )
        imgui.set_cursor_screen_pos(
            (at.x + 2 * _BADGE_PADDING_PX + _BADGE_SIZE_PX, at.y + 11.0)
        )
        ui.write_paragraph(
            words, *size_and_pitch, bold=right, text_colour=tone, width=room
        )
        imgui.set_cursor_pos(cursor_after)
        imgui.dummy((0.0, 0.0))


def _draw_badge(ui: Ui, sign: str, at: imgui.ImVec2, rim: RGBA) -> None:
    """Draw a key in a frame; `at` is the middle of its left edge."""
    draw, half = imgui.get_window_draw_list(), _BADGE_SIZE_PX / 2
    low = (at.x, at.y - half)
    high = (at.x + _BADGE_SIZE_PX, at.y + half)
    draw.add_rect(low, high, pack_colour(rim), 5.0, 1.0)
    middle = (at.x + half, at.y)
    ui.gui.draw_text(sign, 14.0, middle, ui.theme.text, align=(0.5, 0.5))


def _draw_reason(ui: Ui, walk: OpenLesson, question: LessonQuestion) -> None:
    """Draw the reason beside a bar in the colour for right or wrong."""
    words = lesson_texts.feedback_text(walk, question)
    if not words:
        return
    right = walk.stop_state.mark is StopMark.RIGHT
    tone = _right_answer_colour(ui) if right else ui.theme.texts[Role.ARTICLE]
    _add_space(4.0)
    position = imgui.get_cursor_screen_pos()
    imgui.indent(16.0)
    imgui.begin_group()
    ui.write_paragraph(words, *_ANSWER_SIZE_AND_PITCH_PX)
    imgui.end_group()
    high = imgui.get_item_rect_size().y
    imgui.unindent(16.0)
    low, end = (position.x, position.y), (position.x + 4.0, position.y + high)
    imgui.get_window_draw_list().add_rect_filled(low, end, pack_colour(tone), 2.0)
    if ui.controls.motion.is_scrolling:
        # If not everything fits, the reason is visible.
        foot = imgui.get_cursor_pos_y() - imgui.get_scroll_y() + _REASON_MARGIN_PX
        imgui.set_scroll_from_pos_y(foot, 1.0)


def _draw_stop_page(ui: Ui) -> None:
    """Draw the content of the stop's page: step, code, and the two answers."""
    study = ui.study
    if study.page is Page.DERIVATION and study.options.step and study.current_step:
        step = study.steps[study.current_step - 1]
        _add_space(8.0)
        ui.write_muted(localized.prefix_sign(str(study.current_step), step.title), 15.0)
        draw_step_formulas(ui, step)
    if study.verdict or study.error:
        _add_space(8.0)
        answers = current_answer_texts(ui)
        if not study.showing.compare:
            answers = AnswerPair(answers.geometry)
        draw_verdict_pair(
            ui, answers, imgui.get_content_region_avail().x, LESSON_PAIR_STYLE
        )
        code = answers.code if answers.differs else None
        room = imgui.get_content_region_avail().y
        # In little space, the faulty line is more important than these sentences.
        brief = (
            study.page is Page.CODE
            and room < MIN_LISTING_HEIGHT_PX + _DETAILS_HEIGHT_PX
        )
        for side in (answers.geometry, code):
            if side and side.detail and not brief:
                ui.write_muted(side.detail, 15.0)
    if study.page is Page.CODE:
        _add_space(4.0)
        draw_listing(ui)


def _draw_footer(ui: Ui, walk: OpenLesson) -> None:
    wide = imgui.get_content_region_avail().x
    back = round(0.3 * wide)
    imgui.begin_disabled(walk.at == 0 and not walk.listing)
    if localized.button("Back", (back, _BUTTON_HEIGHT_PX), name="lesson"):
        if walk.listing:
            ui.enqueue(player.set_lesson, listing=False)
        else:
            ui.enqueue(player.step_stop, -1)
    imgui.end_disabled()
    imgui.same_line(0.0, _PANEL_GAP_PX)
    size = (wide - back - _PANEL_GAP_PX, _BUTTON_HEIGHT_PX)
    asks = ui.study.asking and not walk.listing
    if asks and walk.stop_state.tries:
        if localized.button("Show the answer", size, name="on"):
            ui.enqueue(player.show_answer)
    elif asks:
        imgui.begin_disabled()
        localized.button("Choose an answer", size, name="on")
        imgui.end_disabled()
    elif ui.primary_button(
        lesson_texts.next_button_text(walk, ui.study.entry), size, name="on"
    ):
        ui.enqueue(player.continue_lesson)
    words = message("Enter: go on. Esc: close; the lesson stays at this stop.")
    with push_style(ui.gui.fonts.body, _KEYS_TEXT_SIZE_PX, text=ui.theme.text_muted):
        visible_words = localized.truncate_text(words, wide)
        spare = wide - localized.calc_text_size(visible_words).x
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + spare / 2)
        ui.write_truncated(words, wide)


def _add_space(high: float) -> None:
    imgui.dummy((0.0, high))
