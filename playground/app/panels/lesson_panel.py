"""The panel of a lesson, in the inspector's place: where one is, what it says, Next."""

from collections.abc import Callable

from imgui_bundle import imgui

from playground.app.panels import prose, worded
from playground.app.panels.code import LEAST_LINES, listed
from playground.app.panels.common import Ui, filled, hint, muted, panel, scrolled
from playground.app.panels.imgui_window import colour, packed
from playground.app.panels.lesson import (
    answer_sign,
    sentence,
    task_words,
)
from playground.app.panels.lesson_end import end, ways_on
from playground.app.panels.lesson_marks import looks, marks_row, shape
from playground.app.panels.spaced import spaced, spaced_height
from playground.app.panels.steps_panel import formula_lines
from playground.app.panels.verdict_pair import PANEL, told_now, verdict_pair
from playground.language import message, translated
from playground.render.theme import RGBA
from playground.scene.camera import Viewport
from playground.scene.mathtext import show
from playground.scene.roles import Role
from playground.study import lesson_walking, lesson_words
from playground.study.lesson import LessonQuestion, Measured
from playground.study.open_lesson import OpenLesson, StopMark
from playground.study.open_scene import OpenScene
from playground.study.shown import Page
from playground.study.told import Pair, Sign

# Sizes and the way from line to line.
_TEXT, _ANSWER = (21.0, 28.0), (17.5, 22.0)
_KEYS = 14.5
# A row of the list of all stops.
_ROW, _TITLE = 38.0, 17.0
_BUTTON, _GAP, _PAD, _BADGE = 44.0, 8.0, 14.0, 24.0
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
        with scrolled(ui, "stop", -tall - _GAP):
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
        if worded.selectable(f"##stop {place + 1} of all", here, 0, size)[0]:
            ui.do(lesson_walking.go, place)
        middle = at.y + size.y / 2
        tone, full = looks(ui, visit.mark)
        shape(visit, at.x + 12.0, middle, tone, full=full)
        words = worded.signed(str(place + 1), visit.stop.called)
        where = at.x + 30.0, middle - _TITLE / 2
        prose.write_name_at(ui.gui, words, _TITLE, ui.theme.text, where)


def _stop(ui: Ui, walk: OpenLesson[OpenScene]) -> None:
    stop = walk.stop
    spaced(ui, sentence(walk), *_TEXT)
    if elsewhere := lesson_words.elsewhere(walk, ui.study.entry):
        # Its question would be asked of a scene that it does not mean.
        _space(6.0)
        muted(ui, elsewhere, 15.0)
        return
    if stop.question:
        _space(6.0)
        spaced(ui, stop.question.text, *_TEXT, bold=True)
        _answers(ui, walk, stop.question)
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


def _answers(ui: Ui, walk: OpenLesson[OpenScene], question: LessonQuestion) -> None:
    """Draw a large button for each answer, with the key that chooses it."""
    given = walk.visit.given
    for place, words in enumerate(question.answers):
        wide = imgui.get_content_region_avail().x
        room = wide - 3 * _PAD - _BADGE
        right, chosen = place == question.right, place == given
        face = given is not None and right
        high = max(_BUTTON, spaced_height(ui, words, *_ANSWER, room, bold=face) + 22.0)
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
        if worded.button(f"##answer {place + 1}", imgui.ImVec2(wide, high)):
            ui.do(lesson_walking.answer, place)
        imgui.pop_style_var(2)
        imgui.pop_style_color(2)
        after = imgui.get_cursor_pos()
        sign = answer_sign(walk, question, place)
        _badge(ui, sign, imgui.ImVec2(at.x + _PAD, at.y + high / 2), rim)
        imgui.set_cursor_screen_pos(imgui.ImVec2(at.x + 2 * _PAD + _BADGE, at.y + 11.0))
        spaced(ui, words, *_ANSWER, bold=face, tone=tone, wide=room)
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
    words = lesson_words.why(walk, question)
    if not words:
        return
    right = walk.visit.mark is StopMark.RIGHT
    tone = _right(ui) if right else ui.theme.texts[Role.ARTICLE]
    _space(4.0)
    _barred(ui, tone, lambda wide: spaced(ui, words, *_ANSWER, wide=wide))
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
            value = worded.valued(row.name, show(row.value, row.digits), row.unit)
            spaced(ui, value, *_TEXT, tone=ui.theme.accent)


def _shown(ui: Ui) -> None:
    """Draw what the stop's page has: the step, the code, and the two answers."""
    study = ui.study
    if study.page is Page.DERIVATION and study.wanted.step and study.reached:
        step = study.steps[study.reached - 1]
        _space(8.0)
        muted(ui, worded.signed(str(study.reached), step.title), 15.0)
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
    if worded.button("Back", imgui.ImVec2(back, _BUTTON), name="lesson"):
        if walk.listing:
            ui.do(lesson_walking.list_stops, False)
        else:
            ui.do(lesson_walking.step, -1)
    imgui.end_disabled()
    imgui.same_line(0.0, _GAP)
    size = imgui.ImVec2(wide - back - _GAP, _BUTTON)
    if ui.study.asking and not walk.listing:
        imgui.begin_disabled()
        worded.button("Choose an answer", size, name="on")
        imgui.end_disabled()
    elif filled(ui, lesson_words.way_on(walk, ui.study.entry), size, name="on"):
        ui.do(lesson_walking.go_on)
    words = message("Enter goes on. Esc leaves; you go on at this stop")
    imgui.push_font(ui.gui.fonts.body, _KEYS)
    shown = worded.shortened(words, wide)
    imgui.pop_font()
    left = (wide - ui.gui.measure(shown, _KEYS)[0]) / 2
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + left)
    muted(ui, shown, _KEYS)
    if shown != translated(words):
        hint(words)


def _space(high: float) -> None:
    imgui.dummy(imgui.ImVec2(0.0, high))
