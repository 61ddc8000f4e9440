"""What stands below a presented picture: the verdict, or a step in large type."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from playground.app.panels import prose
from playground.app.panels.common import Ui, bold, muted, panel, rule_below
from playground.app.panels.comparison import answer_line
from playground.app.panels.imgui_window import colour
from playground.app.panels.inspector import formula_lines, symbol_tones, verdict_line
from playground.app.panels.layout import CAPTION_MOST, CAPTION_ROOM
from playground.app.panels.lesson import counted, told, told_height
from playground.scene.camera import Viewport
from playground.scene.derivation import Step
from playground.scene.mathtext import show
from playground.study.lesson import Measured
from playground.study.open_lesson import OpenLesson
from playground.study.open_scene import OpenScene
from playground.study.shown import Page

_TITLE, _TEXT = 26.0, 20.0
# The sizes that a step's words may have.
_WORDS = (_TEXT, 18.0, 16.0, 15.0, 14.0, 13.0, 12.0)
# Formulas are as large as there is room for; for so large ones room is asked.
_LARGEST, _WANTED = 27.0, 17.0
# A lesson's words take this share of the width, in the largest size that fits.
_LESSON, _SENTENCE = 0.58, (26.0, 23.0, 20.0, 18.0, 16.0, 14.0)
# Between a formula and what is set beside it.
_BESIDE = 28.0
# Of the room, what a formula set at another size may take more than its share.
_SPARE = 0.95


@dataclass(frozen=True)
class _Set:
    """How a step's formulas stand: below each other, or all but the first beside it.

    `width` and `height` are those at the largest size.
    """

    beside: bool
    width: float
    height: float

    def size(self, wide: float, tall: float) -> float:
        """Return the size at which they fill a room, and no more."""
        least = min(wide / max(self.width, 1.0), tall / max(self.height, 1.0))
        return _LARGEST * min(_SPARE * least, 1.0)


def caption(ui: Ui, place: Viewport) -> None:
    """Draw the caption: words on the left, formulas on the right."""
    steps, now = ui.study.steps, ui.study.wanted.step
    with panel("caption", place, scrolls=True):
        rule_below(ui, place, top=True)
        if ui.facts.walk:
            shown = steps[now - 1 : now] if now else []
            _lesson(ui, ui.facts.walk, shown[0] if shown else None)
        elif now is None or now > len(steps):
            _two_answers(ui)
        else:
            _step(ui, f"{now} of {len(steps)}", steps[now - 1])


def _two_answers(ui: Ui) -> None:
    """Draw the verdict, and beside it the listing's answer where that is on show."""
    begin, padding = imgui.get_cursor_pos_y(), imgui.get_style().window_padding.y
    compared = ui.study.comparison if ui.study.showing.compare else None
    if compared is None or ui.study.asking:
        verdict_line(ui, _TITLE, _TEXT)
    elif imgui.begin_table("##answers", 2):
        imgui.table_next_column()
        verdict_line(ui, _TITLE, _TEXT)
        imgui.table_next_column()
        answer_line(ui, compared, _TITLE, _TEXT)
        imgui.end_table()
    high = imgui.get_cursor_pos_y() - begin
    ui.widgets.heights[CAPTION_ROOM] = high + 2.0 * padding


def _lesson(ui: Ui, walk: OpenLesson[OpenScene], step: Step | None) -> None:
    """Draw what a lesson says here, and beside it the step or the verdict."""
    style, room = imgui.get_style(), imgui.get_content_region_avail()
    around = 2 * (style.window_padding.y + style.cell_padding.y)
    most = CAPTION_MOST * imgui.get_io().display_size.y - around
    if not imgui.begin_table("##lesson", 2):
        return
    imgui.table_setup_column("", imgui.TableColumnFlags_.width_stretch, _LESSON)
    imgui.table_setup_column("", imgui.TableColumnFlags_.width_stretch, 1.0 - _LESSON)
    imgui.table_next_column()
    begin, above = imgui.get_cursor_pos_y(), _WORDS[3] + style.item_spacing.y
    counted(ui, walk, _WORDS[3])
    wide = room.x * _LESSON - 2 * style.cell_padding.x
    fitting = (s for s in _SENTENCE if told_height(ui, walk, s, wide) + above <= most)
    told(ui, walk, next(fitting, _SENTENCE[-1]))
    high = imgui.get_cursor_pos_y() - begin
    imgui.table_next_column()
    begin = imgui.get_cursor_pos_y()
    if step and not ui.study.asking:
        wide = room.x * (1.0 - _LESSON) - 2 * style.cell_padding.x
        bold(ui, step.title, _TEXT)
        stood = _best(ui, step, wide)
        left = most - (imgui.get_cursor_pos_y() - begin) - style.item_spacing.y
        _formulas(ui, step, stood, min(stood.size(wide, left), _TEXT))
    else:
        verdict_line(ui, _TITLE, _WORDS[2])
        if not ui.study.asking:
            _spoken_of(ui, walk)
    high = max(high, imgui.get_cursor_pos_y() - begin)
    imgui.end_table()
    ui.widgets.heights[CAPTION_ROOM] = high + around


def _spoken_of(ui: Ui, walk: OpenLesson[OpenScene]) -> None:
    """Draw what the words speak of and only a panel would show.

    That is the line of code to blame, and the numbers of a task.
    """
    code = ui.study.page is Page.CODE
    laid = ui.study.laid_open_in(ui.study.dtype) if code else None
    if laid and laid.blamed:
        (text,) = (x.text.strip() for x in laid.lines if x.number == laid.blamed)
        imgui.push_font(ui.gui.fonts.mono, _WORDS[1])
        imgui.push_style_color(imgui.Col_.text, colour(ui.theme.warning))
        imgui.text_wrapped(text)
        imgui.pop_style_color()
        imgui.pop_font()
    checks = walk.stop.task.checks if walk.stop.task else ()
    named = {check.quantity for check in checks if isinstance(check, Measured)}
    for row in ui.study.rows:
        if row.name in named:
            value = show(row.value, row.digits)
            bold(ui, f"{row.name} = {value} {row.unit}".strip(), _TEXT)


def _step(ui: Ui, count: str, step: Step) -> None:
    room, padding = imgui.get_content_region_avail(), imgui.get_style().cell_padding
    half, high = room.x / 2 - 2 * padding.x, room.y - 2 * padding.y
    stood = _best(ui, step, half)
    around = 2 * (imgui.get_style().window_padding.y + padding.y)
    tall = stood.height * min(_WANTED, stood.size(half, math.inf)) / _LARGEST / _SPARE
    wanted = max(_words_height(ui, step, _TEXT, half), tall)
    ui.widgets.heights[CAPTION_ROOM] = wanted + around
    if imgui.begin_table("##step", 2):
        imgui.table_next_column()
        size = _words_size(ui, step, half, high)
        bold(ui, step.title, size + _TITLE - _TEXT)
        muted(ui, step.text, size, tones=symbol_tones(ui))
        muted(ui, count, size)
        imgui.table_next_column()
        _formulas(ui, step, stood, stood.size(half, high))
        imgui.end_table()


def _formulas(ui: Ui, step: Step, stood: _Set, size: float) -> None:
    if not stood.beside:
        formula_lines(ui, step, size)
        return
    imgui.begin_group()
    formula_lines(ui, Step(step.title, step.text, step.formula), size)
    imgui.end_group()
    imgui.same_line(0.0, _BESIDE)
    imgui.begin_group()
    formula_lines(ui, Step(step.title, step.text, "", step.numbers, step.result), size)
    imgui.end_group()


def _best(ui: Ui, step: Step, wide: float) -> _Set:
    """Return how the formulas are set to ask for the least height at a good size."""
    first = _extent(ui, [step.formula])
    rest = _extent(ui, [step.numbers, step.result])
    every = _extent(ui, [step.formula, step.numbers, step.result])
    below = _Set(False, *every)
    beside = _Set(True, first[0] + _BESIDE + rest[0], max(first[1], rest[1]))
    # So high both may be, and no higher.
    most = 0.4 * imgui.get_io().display_size.y
    larger = beside.size(wide, most) > 1.1 * below.size(wide, most)
    return beside if step.formula and rest[1] and larger else below


def _extent(ui: Ui, lines: Sequence[str]) -> tuple[float, float]:
    """Return how wide and high formulas are below each other, at the largest size."""
    sizes = [ui.formulas.extent(line, _LARGEST, ui.ratio) for line in lines if line]
    between = imgui.get_style().item_spacing.y * _LARGEST / _WANTED
    wide = max((width for width, _ in sizes), default=0.0)
    return wide, sum(height + between for _, height in sizes)


def _words_size(ui: Ui, step: Step, wide: float, tall: float) -> float:
    fitting = (s for s in _WORDS if _words_height(ui, step, s, wide) <= tall)
    return next(fitting, _WORDS[-1])


def _words_height(ui: Ui, step: Step, size: float, wide: float) -> float:
    """Return how high title, text and number of a step are."""
    high = 0.0
    for bold_, text, large in (
        (True, step.title, size + _TITLE - _TEXT),
        (False, step.text, size),
        (False, "1", size),
    ):
        high += prose.height(ui.gui, text, large, wide, bold=bold_)
    between = imgui.get_style().item_spacing.y
    return high + 3 * between
