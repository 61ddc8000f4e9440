"""The end of a lesson: what can now be said, what to look at again, and ways on."""

from collections.abc import Callable
from dataclasses import dataclass

from imgui_bundle import imgui

from playground.app.panels import icons, worded
from playground.app.panels.common import Ui, filled, muted, whole_of
from playground.app.panels.imgui_window import colour
from playground.app.panels.lesson_marks import shape
from playground.app.panels.sidebar import scene_picture
from playground.app.panels.spaced import spaced, spaced_height
from playground.language import message
from playground.scene.roles import Role
from playground.scene.scene import Entry
from playground.study import after_lesson, lesson_walking, lesson_words
from playground.study.open_lesson import OpenLesson, StopMark
from playground.study.open_scene import OpenScene

_TITLE, _SAID = (26.0, 32.0), (18.0, 24.0)
_BUTTON, _GAP, _GO = 44.0, 8.0, 56.0
# The next lesson: its picture, how far that is from the rim, and its title.
_PICTURE, _RIM, _NEXT = (120.0, 68.0), 12.0, (17.0, 22.0)


def end(ui: Ui, walk: OpenLesson[OpenScene]) -> None:
    """Draw what was understood, and what to look at again."""
    learned = walk.learned
    spaced(ui, lesson_words.ended(walk), *_TITLE, bold=True)
    for words in learned:
        _ticked(ui, words)
    for place in walk.again:
        _again(ui, walk, place)
    imgui.dummy(imgui.ImVec2(0.0, 4.0))
    if worded.button("From the beginning"):
        ui.do(lesson_walking.begin_again)


def _ticked(ui: Ui, words: str) -> None:
    imgui.push_style_color(imgui.Col_.text, colour(ui.theme.texts[Role.ENTER]))
    top = imgui.get_cursor_pos_y()
    imgui.set_cursor_pos_y(top + 4.0)
    worded.text(icons.AGREES)
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
    words = lesson_words.again(walk, place)
    spaced(ui, words, *_SAID, wide=wide - 26.0 - _GO - _GAP)
    after = imgui.get_cursor_pos_y()
    imgui.set_cursor_pos(imgui.ImVec2(left + wide - _GO, top))
    if worded.button(message("Go"), imgui.ImVec2(_GO, 32.0), name=f"{place}"):
        ui.do(lesson_walking.go, place)
    imgui.set_cursor_pos_y(max(after, imgui.get_cursor_pos_y()))


@dataclass(frozen=True)
class WaysOn:
    """The buttons at the foot, and how high they are together."""

    height: float
    draw: Callable[[], None]


def ways_on(ui: Ui, walk: OpenLesson[OpenScene]) -> WaysOn:
    """Return where a lesson leads: the next one, one's own code, the quiz."""
    after = ui.facts.next_lesson
    height = _PICTURE[1] + 2.0 * _RIM + _GAP if after else 0.0
    if ui.study.listed or ui.study.quizzed:
        height += _BUTTON + _GAP
    height += 24.0
    return WaysOn(height, lambda: _draw(ui, after))


def _draw(ui: Ui, after: Entry | None) -> None:
    muted(ui, message("Go on"))
    wide = imgui.get_content_region_avail().x
    if after:
        _next_lesson(ui, after, wide)
    acts = {
        after_lesson.OWN_CODE: after_lesson.own_code,
        after_lesson.QUIZ: after_lesson.quiz,
    }
    there = [(words, acts[words]) for words in after_lesson.there(ui.study)]
    room = (wide - _GAP * (len(there) - 1)) / max(len(there), 1)
    for number, (words, act) in enumerate(there):
        if number:
            imgui.same_line(0.0, _GAP)
        size, leads = imgui.ImVec2(room, _BUTTON), not (after or number)
        if filled(ui, words, size) if leads else worded.button(words, size):
            ui.do(act)
        whole_of(words, room)


def _next_lesson(ui: Ui, after: Entry, wide: float) -> None:
    """Draw the next lesson as a picture with its name: one button."""
    at, size = imgui.get_cursor_screen_pos(), _PICTURE[1] + 2.0 * _RIM
    imgui.push_style_color(imgui.Col_.button, colour(ui.theme.panel_alt))
    imgui.push_style_color(imgui.Col_.border, colour(ui.theme.accent))
    imgui.push_style_var(imgui.StyleVar_.frame_border_size, 2.0)
    imgui.push_style_var(imgui.StyleVar_.frame_rounding, 10.0)
    if worded.button("", imgui.ImVec2(wide, size), name="Next lesson"):
        ui.do(after_lesson.next_lesson, after)
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
