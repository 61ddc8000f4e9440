"""Overlays and caption of a presentation: formulas, answers, texts and dots."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from imgui_bundle import imgui

from playground.gui.imgui_backend import open_window, pack_colour, push_style
from playground.gui.panels.comparison import (
    answer_style,
    article_colour,
    current_answer_texts,
)
from playground.gui.panels.context import PANEL_FLAGS, Ui, find_largest_size
from playground.gui.panels.lesson import (
    draw_stop_text,
    stop_text_height,
    task_quantities,
)
from playground.gui.panels.quiz_page import prompt_text
from playground.gui.widgets import localized, symbol_text
from playground.gui.widgets.formula import is_continuation
from playground.gui.widgets.paragraphs import (
    RunInHeading,
    RunInParagraph,
    line_height,
    wrap_leaving_gap,
)
from playground.gui.window_layout import (
    CAPTION_HEIGHT_KEY,
    LEGEND_HEIGHT_KEY,
    max_caption_height,
)
from playground.i18n import join_sentences, message
from playground.quick_dataclass import dataclass
from playground.quiz.round import QuizRound
from playground.render.theme import RGBA, scale_opacity
from playground.scene.camera import Viewport
from playground.scene.derivation import Step
from playground.scene.listing import ListingVerdict
from playground.session import quiz as session_quiz
from playground.session import texts as session_texts
from playground.session.answer_pair import AnswerText, geometry_answer
from playground.session.lesson import lesson_texts
from playground.session.lesson.open_lesson import OpenLesson
from playground.session.view_options import Page

# The smallest window's height, 600, is scaled to the screen; these are 3.5 %, 7.0 %
# and 5.2 % of it.
TEXT_SIZE_PX = 21.0
_FIRST_FORMULA_SIZE_PX = 42.0
_NEXT_FORMULA_SIZE_PX = 31.0
# Scales tried until the formulas fit; the slack is for rounding to pixels.
_FORMULA_SCALES = (1.0, 0.92, 0.84, 0.76, 0.68, 0.6)
# Formulas are scaled down to this before a statement is broken.
_MIN_UNBROKEN_SCALE = 0.76
_WIDTH_SLACK_PX = 2.0
# Scales relative to the text size, if they would be cut otherwise.
_SMALL_FORMULA_SCALES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.35)
# Distances from the canvas, between formulas, and from the plate's border.
_SIDE_MARGIN_PX = 27.0
_TOP_MARGIN_PX = 18.0
_FORMULA_GAP_PX = 7.0
_PLATE_PADDING_PX = 8.0
# Largest covered share of the canvas, unless formulas would be smaller than text.
_MAX_COVERED_WIDTH_SHARE = 0.62
_MAX_COVERED_HEIGHT_SHARE = 0.32
# Width of the axes gizmo of a view in space.
_AXES_WIDTH_PX = 120.0
_PLATE_OPACITY = 0.86
# Formulas that cover this share of the first of several views replace it.
_MIN_HIDDEN_AREA_SHARE = 0.4
# The two answers.
_ANSWER_GAP_PX = 36.0
_LINE_PITCH_PX = 27.0
_ANSWERS_PADDING_PX = 15.0

OVERLAY_FLAGS = (
    PANEL_FLAGS | imgui.WindowFlags_.no_background | imgui.WindowFlags_.no_nav
)


def current_step(ui: Ui) -> Step | None:
    """Return the current derivation step; None if no step is shown."""
    steps, step = ui.study.steps, ui.study.options.step
    return steps[step - 1] if step and step <= len(steps) else None


def draw_over_figure(ui: Ui, canvas: Viewport) -> None:
    """Draw the overlays of the canvas; add their areas in px to `ui.occluded_areas`."""
    shown_step, below = current_step(ui), _title_height(ui)
    if shown_step and not ui.study.asking:
        _draw_formulas(ui, shown_step, canvas, below)
    elif lines := _lesson_lines(ui):
        _draw_lines(ui, lines, canvas, below)
    _draw_answers(ui, canvas)
    if not (ui.session.lesson or ui.study.is_answer_hidden):
        ui.occluded_areas.extend(_list_formula_areas(ui, canvas, below))


def _title_height(ui: Ui) -> float:
    """Return the height that the first view's title takes, in px."""
    caption = ui.controls.motion.draw_list.caption
    return _TOP_MARGIN_PX + TEXT_SIZE_PX if caption else 0.0


@dataclass(frozen=True)
class _FormulaLayout:
    """Font sizes and total extent of formulas in px, broken into lines `room` px wide.

    `is_broken` is whether a single statement had to be broken.
    """

    room: float
    sizes: tuple[float, ...]
    wide: float
    high: float
    is_broken: bool


def _list_formula_areas(ui: Ui, canvas: Viewport, below: float) -> list[Viewport]:
    """Return the areas of all steps' formulas, so that no view moves between steps.

    Formulas that replace a view are left out.
    """
    wide, first = _formula_width(ui, canvas), ui.controls.places[0]

    def measure() -> list[Viewport]:
        areas = []
        for step in ui.study.steps:
            if not (parts := _formula_parts(step)):
                continue
            layout = _place_formulas(ui, parts, wide, canvas, below)
            if _find_replaced_view(ui, layout, below) is None:
                top = canvas.y + _formula_offset(layout, below, None)
                corner = canvas.x + _SIDE_MARGIN_PX, top
                areas.append(_plate_place(corner, (layout.wide, layout.high)))
        return areas

    step_count = len(ui.study.steps)
    of = ui.session.context_id, step_count, wide, canvas, below, ui.gui.ratio, first
    return ui.widgets.memoize("formula areas", of, measure)


def _formula_width(ui: Ui, canvas: Viewport) -> float:
    """Return the maximum width of formulas in px."""
    wide = _MAX_COVERED_WIDTH_SHARE * canvas.width
    if _visible_comparison(ui):
        wide = min(wide, canvas.width - _answers_width(ui) - 3.0 * _SIDE_MARGIN_PX)
    if ui.controls.motion.draw_list.dimension == 3:
        wide = min(
            wide, ui.controls.places[0].width - 2.0 * _SIDE_MARGIN_PX - _AXES_WIDTH_PX
        )
    # ImGui rounds a window's width, at which a line that just fits would break.
    return float(math.floor(wide))


def _formula_parts(step: Step) -> tuple[tuple[str, float], ...]:
    """Return a step's formulas with their default font sizes in px."""
    all_parts = (
        (step.formula, _FIRST_FORMULA_SIZE_PX),
        (step.numbers, _NEXT_FORMULA_SIZE_PX),
        (step.result, _NEXT_FORMULA_SIZE_PX),
    )
    return tuple([part for part in all_parts if part[0]])


def _draw_formulas(ui: Ui, step: Step, canvas: Viewport, below: float) -> None:
    """Draw a step's formulas as large as they fit, the first one larger."""
    wide, parts = _formula_width(ui, canvas), _formula_parts(step)
    if not parts:
        return
    first = ui.controls.places[0]
    inputs = parts, wide, canvas, below, ui.gui.ratio, first
    best = ui.widgets.memoize(
        "stage", inputs, lambda: _place_formulas(ui, parts, wide, canvas, below)
    )
    wide = min(wide, best.room)
    instead = _find_replaced_view(ui, best, below)
    top = canvas.y + _formula_offset(best, below, instead)
    corner, room = (canvas.x + _SIDE_MARGIN_PX, top), (best.wide, best.high)
    # Lines break at the measured width even if the plate is narrower.
    imgui.set_next_window_content_size((wide, 0.0))
    with (
        _plate_window(ui, "formula", corner, room, replaced_view=instead),
        push_style(item_spacing=(0.0, _FORMULA_GAP_PX)),
    ):
        for (line, _), size in zip(parts, best.sizes, strict=True):
            ui.draw_formula(line, size, ui.theme.text)


Parts = Sequence[tuple[str, float]]


def _place_formulas(
    ui: Ui, parts: Parts, wide: float, canvas: Viewport, below: float
) -> _FormulaLayout:
    """Return the layout of formulas over the views, or instead of the first view.

    They are at most `wide` px wide and begin `below` px below the usual position.
    """
    max_height = canvas.height - below - _TOP_MARGIN_PX - _PLATE_PADDING_PX
    best = _fit_formulas(
        ui, parts, wide, _MAX_COVERED_HEIGHT_SHARE * canvas.height - below, max_height
    )
    instead = _find_replaced_view(ui, best, below)
    if instead is None:
        return best
    max_height -= canvas.height - instead.height
    if best.wide <= instead.width - _SIDE_MARGIN_PX and best.high <= max_height:
        return best
    room = min(wide, float(math.floor(instead.width - 2.0 * _SIDE_MARGIN_PX)))
    layout = _fit_formulas(ui, parts, room, max_height, max_height)
    if layout.high <= max_height:
        return layout
    # The view's title is hidden too, so they may use its space.
    max_height = instead.height - 2.0 * _PLATE_PADDING_PX
    return _fit_formulas(ui, parts, room, max_height, max_height)


def _formula_offset(
    formulas: _FormulaLayout, below: float, instead: Viewport | None
) -> float:
    """Return the distance of the formulas from the canvas's top, in px.

    It is the usual one plus `below`; less if they would not fit into the view `instead`
    of which they are drawn.
    """
    if instead is None:
        return _TOP_MARGIN_PX + below
    highest = instead.height - _PLATE_PADDING_PX - formulas.high
    return max(_PLATE_PADDING_PX, min(_TOP_MARGIN_PX + below, highest))


def _fit_formulas(
    ui: Ui, parts: Parts, wide: float, high: float, most: float
) -> _FormulaLayout:
    """Return the largest layout that fits, preferring unbroken statements.

    It is at most `wide` and `high` px large. A statement is broken rather than made
    much smaller. Formulas are not smaller than text, unless they would be higher than
    `most` px.
    """
    layouts = [
        (share, _lay_out_formulas(ui, parts, share, wide)) for share in _FORMULA_SCALES
    ]
    fits = [(share, layout) for share, layout in layouts if layout.high <= high]
    unbroken = [
        layout
        for share, layout in fits
        if share >= _MIN_UNBROKEN_SCALE and not layout.is_broken
    ]
    if best := unbroken or [layout for _, layout in fits]:
        return best[0]
    for share in _SMALL_FORMULA_SCALES:
        layout = _lay_out_formulas(ui, parts, 0.0, wide, share * TEXT_SIZE_PX)
        if layout.high <= most:
            break
    return layout


def _lay_out_formulas(
    ui: Ui, parts: Parts, share: float, room: float, least: float = TEXT_SIZE_PX
) -> _FormulaLayout:
    """Return the layout at a scale, `share`, of the default sizes, in `room` px.

    Font sizes are at least `least` px, unless a formula that cannot be broken is too
    wide.
    """
    sizes, wide, high, is_broken = [], 0.0, 0.0, False
    for latex, usual in parts:
        size = max(share * usual, least)
        lines = ui.formulas.break_lines(latex, size, room)
        is_broken = is_broken or any(map(is_continuation, lines))
        extents = [ui.formulas.extent(line, size) for line in lines]
        row_width = max(w for w, _ in extents)
        # Continuation lines are indented by the font size.
        wider = [w + size for w, _ in extents[1:] if w + size <= room]
        # A formula that cannot be broken is made smaller.
        fits = min(1.0, room / max(row_width, 1.0))
        wide = max([wide, fits * row_width, *wider])
        high += sum(fits * h + _FORMULA_GAP_PX for _, h in extents)
        sizes.append(fits * size)
    # Numbers and result have the same size.
    sized = [(usual, size) for (_, usual), size in zip(parts, sizes, strict=True)]
    alike = [min(s for other, s in sized if other == usual) for usual, _ in sized]
    return _FormulaLayout(
        room,
        tuple(alike),
        wide + _WIDTH_SLACK_PX,
        high - _FORMULA_GAP_PX,
        is_broken,
    )


def _find_replaced_view(
    ui: Ui, formulas: _FormulaLayout, below: float
) -> Viewport | None:
    """Return the place of the view that the formulas replace, if any.

    They replace the first of several views if they would hide it or are too high for
    it.
    """
    first, *other_views = ui.controls.places
    area = formulas.wide * formulas.high
    is_hidden = area > _MIN_HIDDEN_AREA_SHARE * first.width * first.height
    overflows = _TOP_MARGIN_PX + below + formulas.high > first.height
    return first if other_views and (is_hidden or overflows) else None


def _plate_place(at: tuple[float, float], room: tuple[float, float]) -> Viewport:
    """Return the area of the plate behind content at `at` of extent `room`, in px."""
    (x, y), (wide, high) = at, (length + 2.0 * _PLATE_PADDING_PX for length in room)
    return Viewport(x - _PLATE_PADDING_PX, y - _PLATE_PADDING_PX, wide, high)


@contextmanager
def _plate_window(
    ui: Ui,
    name: str,
    at: tuple[float, float],
    room: tuple[float, float],
    *,
    replaced_view: Viewport | None = None,
) -> Iterator[None]:
    """Open a window over the figure with a plate that dims it.

    Its content is at `at` and has the extent `room`, in px. Formulas may replace a
    view, `replaced_view`, which is then hidden.
    """
    place = replaced_view or _plate_place(at, room)
    padding = (at[0] - place.x, at[1] - place.y)
    ui.occluded_areas.append(place)
    low, size = (place.x, place.y), (place.width, place.height)
    with open_window(name, low, size, OVERLAY_FLAGS, window_padding=padding):
        opacity = 1.0 if replaced_view else _PLATE_OPACITY
        ground = pack_colour(scale_opacity(ui.theme.background, opacity))
        corner = (place.x + place.width, place.y + place.height)
        imgui.get_window_draw_list().add_rect_filled(low, corner, ground, 8.0)
        yield


def _lesson_lines(ui: Ui) -> list[tuple[imgui.ImFont, str, RGBA]]:
    """Return the lines that a lesson refers to: faulty line, and a task's numbers."""
    walk, fonts = ui.session.lesson, ui.gui.fonts
    if walk is None or ui.study.asking:
        return []
    code = ui.study.page is Page.CODE
    trace = ui.study.trace if code else None
    quantities = task_quantities(ui, walk)
    lines = [(fonts.bold, text, ui.theme.text) for text in quantities]
    if trace and trace.blamed:
        lines.insert(0, (fonts.mono, trace.faulty_line, ui.theme.warning))
    return lines


def _draw_lines(
    ui: Ui,
    lines: Sequence[tuple[imgui.ImFont, str, RGBA]],
    canvas: Viewport,
    below: float,
) -> None:
    fonts, wide = ui.gui.fonts, 0.0
    for font, text, _ in lines:
        if font is fonts.mono:
            wide = max(wide, _text_width(ui, font, text))
        else:
            line = ui.gui.paragraph(text, TEXT_SIZE_PX, math.inf, bold=True)
            wide = max(wide, line.width + _WIDTH_SLACK_PX)
    corner = canvas.x + _SIDE_MARGIN_PX, canvas.y + _TOP_MARGIN_PX + below
    with _plate_window(ui, "spoken of", corner, (wide, _LINE_PITCH_PX * len(lines))):
        left_edge, top = imgui.get_cursor_pos()
        for number, (font, text, tone) in enumerate(lines):
            imgui.set_cursor_pos((left_edge, top + number * _LINE_PITCH_PX))
            if font is fonts.mono:
                _write_line(font, text, tone)
            else:
                with push_style(font, TEXT_SIZE_PX):
                    symbol_text.write(ui.gui, text, tone, bold=True)


def _write_line(font: imgui.ImFont, text: str, tone: RGBA) -> None:
    with push_style(font, TEXT_SIZE_PX, text=tone):
        localized.text(text)


def _visible_comparison(ui: Ui) -> ListingVerdict | None:
    """Return the comparison with the listing's answer; None if hidden or missing."""
    study = ui.study
    return study.comparison if study.options.compared else None


def _answer_rows(ui: Ui) -> list[tuple[str, str, RGBA]]:
    """Return source, text and colour of each answer."""
    comparison, answers = _visible_comparison(ui), current_answer_texts(ui)
    if ui.study.verdict is None or ui.study.asking:
        return []
    rows = [
        (_scope_label(answers.geometry), answers.geometry.word, answer_style(ui)[0])
    ]
    if comparison and answers.code:
        tone = ui.theme.text_muted if comparison.agrees else article_colour(ui)
        return [*rows, (_scope_label(answers.code), answers.code.word, tone)]
    # In a lesson its text replaces the verdict.
    return rows if ui.session.lesson and current_step(ui) is None else []


def _scope_label(side: AnswerText) -> str:
    """Return an answer's source, with its time if given."""
    if not side.scope:
        return side.whose
    return message("{whose}, {scope}", whose=side.whose, scope=side.scope)


def _text_width(ui: Ui, font: imgui.ImFont, text: str) -> float:
    return ui.gui.measure(text, TEXT_SIZE_PX, font)[0]


def _difference_text(ui: Ui) -> str:
    comparison, answers = _visible_comparison(ui), current_answer_texts(ui)
    if comparison is None or comparison.agrees or answers.code is None:
        return ""
    how = message(
        "{whose} {how}", whose=answers.code.whose, how=comparison.agreement_text
    )
    return answers.code.difference or localized.combine_texts(
        "{sign} {words}", sign=answers.sign, words=how
    )


def _answers_width(ui: Ui) -> float:
    """Return the width of the answers with their sources, in px."""
    fonts = ui.gui.fonts
    wide = _text_width(ui, fonts.bold, _difference_text(ui))
    for name, answer, _ in _answer_rows(ui):
        name_width = _text_width(ui, fonts.body, name)
        answer_width = _text_width(ui, fonts.bold, answer)
        wide = max(wide, name_width + _ANSWER_GAP_PX + answer_width)
    return wide + 2.0 * _ANSWERS_PADDING_PX


def _draw_answers(ui: Ui, canvas: Viewport) -> None:
    """Draw the answers in the upper right corner, and whether they differ."""
    rows, differs = _answer_rows(ui), _difference_text(ui)
    if not rows:
        return
    wide = _answers_width(ui)
    high = _LINE_PITCH_PX * len(rows) + 2.0 * _ANSWERS_PADDING_PX - 10.0
    if differs:
        high += _LINE_PITCH_PX + _ANSWERS_PADDING_PX
    right_edge = canvas.x + canvas.width - _SIDE_MARGIN_PX
    at = imgui.ImVec2(right_edge - wide, canvas.y + _TOP_MARGIN_PX)
    ui.occluded_areas.append(Viewport(at.x, at.y, wide, high))
    corner = imgui.ImVec2(at.x + wide, at.y + high)
    with open_window("answers", at, (wide, high), OVERLAY_FLAGS):
        draw = imgui.get_window_draw_list()
        draw.add_rect_filled(at, corner, pack_colour(ui.theme.panel), 8.0)
        rim = pack_colour(article_colour(ui) if differs else ui.theme.edge)
        draw.add_rect(at, corner, rim, 8.0, thickness=1.5)
        y = _ANSWERS_PADDING_PX - 4.0
        for name, answer, tone in rows:
            imgui.set_cursor_pos((_ANSWERS_PADDING_PX, y))
            _write_line(ui.gui.fonts.body, name, ui.theme.text)
            right = (
                wide - _ANSWERS_PADDING_PX - _text_width(ui, ui.gui.fonts.bold, answer)
            )
            imgui.set_cursor_pos((right, y))
            _write_line(ui.gui.fonts.bold, answer, tone)
            y += _LINE_PITCH_PX
        if differs:
            line = at.y + y + _ANSWERS_PADDING_PX / 2.0 + 2.0
            ends = (
                (at.x + _ANSWERS_PADDING_PX, line),
                (corner.x - _ANSWERS_PADDING_PX, line),
            )
            draw.add_line(*ends, pack_colour(ui.theme.border))
            imgui.set_cursor_pos((_ANSWERS_PADDING_PX, y + _ANSWERS_PADDING_PX))
            _write_line(ui.gui.fonts.bold, differs, article_colour(ui))


# ----------------------------------------------------------------------------
# The caption of a presentation, with dots for the position.
# ----------------------------------------------------------------------------


# The largest font size that fits is used.
_CAPTION_SIZES_PX = (TEXT_SIZE_PX, 20.0, 19.0, 18.0, 17.0, 16.0, 15.0, 14.0)
_CAPTION_SIDE_MARGIN_PX = 27.0
_CAPTION_PADDING_PX = 12.0
# The caption's minimum height, so that the figure does not jump.
_MIN_CAPTION_LINES = 2
# Dots of steps or stops; that of the current one is longer.
_DOT_GAP_PX = 10.0
_DOT_RADIUS_PX = 2.6
_LONG_DOT_WIDTH_PX = 14.0


def draw_caption(ui: Ui, place: Viewport) -> None:
    """Draw the caption: text, and in the last line dots for steps or stops."""
    padding = (_CAPTION_SIDE_MARGIN_PX, _CAPTION_PADDING_PX)
    with push_style(window_padding=padding), ui.panel("caption", place, scrolls=True):
        ui.draw_panel_edge(place, top=True)
        position, count = _position_and_count(ui)
        walk = ui.session.lesson
        if walk and not (
            lesson_texts.different_scene_text(walk, ui.study.entry) or walk.ending
        ):
            _draw_lesson_text(ui, walk, _dots_width(count))
        else:
            _draw_prose(ui, _dots_width(count))
    view, below = ui.window_view, ui.layout.legend or place
    # Dots are drawn in front of everything, so not over a page or field.
    if count and not view.has_overlay:
        _draw_dots(ui, below, position, count)


def _max_text_height(ui: Ui) -> float:
    """Return the maximum height of the text in px."""
    most = max_caption_height(imgui.get_io().display_size.y) - 2.0 * _CAPTION_PADDING_PX
    return most - (
        ui.widgets.heights.get(LEGEND_HEIGHT_KEY, 0.0) if ui.layout.legend else 0.0
    )


def _draw_prose(ui: Ui, dots: float) -> None:
    wide, max_height = imgui.get_content_region_avail().x, _max_text_height(ui)
    caption = _caption_text(ui)

    def fit_prose(heading: RunInHeading, dots: float) -> RunInParagraph:
        # A legend, if any, is the last line instead of the dots.
        free = 0.0 if ui.layout.legend else dots

        def wrap(size: float) -> RunInParagraph:
            return wrap_leaving_gap(ui, heading, size, wide, free)

        return wrap(
            find_largest_size(
                _CAPTION_SIZES_PX, lambda size: wrap(size).height <= max_height
            )
        )

    def measure_steps() -> float:
        steps, dots = ui.study.steps, _dots_width(len(ui.study.steps))
        return max((fit_prose(_step_text(s), dots).height for s in steps), default=0.0)

    inputs = wide, max_height, ui.layout.legend is None, ui.gui.ratio
    words = ui.widgets.memoize(
        "caption", (caption, dots, inputs), lambda: fit_prose(caption, dots)
    )
    words.draw(ui)
    least = line_height(TEXT_SIZE_PX) * (1 if ui.layout.legend else _MIN_CAPTION_LINES)
    if not (ui.session.lesson or ui.study.is_answer_hidden):
        coming = ui.widgets.memoize("captions", (ui.study.entry, inputs), measure_steps)
        least = max(least, coming)
    _keep_caption_height(ui, max(words.height, least) + 2.0 * _CAPTION_PADDING_PX)


def _keep_caption_height(ui: Ui, height: float) -> None:
    """Keep the caption at its largest height so far, so that the figure stays."""
    size, walk = imgui.get_io().display_size, ui.session.lesson
    of = ui.study.entry, walk and walk.name, size.x, size.y, ui.layout.legend is None
    highest = ui.widgets.memoize("caption height", of, lambda: [0.0])
    highest[0] = max(highest[0], height)
    ui.widgets.heights[CAPTION_HEIGHT_KEY] = highest[0]


def _step_text(step: Step) -> RunInHeading:
    return RunInHeading(_end_with_period(step.title), step.text)


def _caption_text(ui: Ui) -> RunInHeading:
    """Return the caption: a lesson's end, a step, a question, or the verdict."""
    walk = ui.session.lesson
    if walk and walk.ending:
        sentences = [lesson_texts.score_text(walk), *lesson_texts.takeaway_texts(walk)]
        title = _end_with_period(lesson_texts.end_title(walk))
        return RunInHeading(title, join_sentences(*map(_end_with_period, sentences)))
    step = current_step(ui)
    if step:
        return _step_text(step)
    quiz = ui.session.quiz
    if quiz and not quiz.ended:
        words = _reveal_text(ui, quiz) if quiz.answer else prompt_text(ui, quiz)
        return RunInHeading(
            _end_with_period(session_texts.question_number_text(quiz)), words
        )
    study = ui.study
    if not study.has_answer_text:
        return RunInHeading()
    answer, (tone, sign) = geometry_answer(study), answer_style(ui)
    comparison = study.comparison if study.showing.compare else None
    reason = ""
    if comparison and comparison.why and not comparison.agrees:
        code = current_answer_texts(ui).code
        whose = code.whose if code else ""
        reason = message("{words}: {why}", words=whose, why=comparison.why)
    text = join_sentences(ui.session.units.rewrite(answer.detail), reason)
    return RunInHeading(
        _end_with_period(localized.prefix_sign(sign, answer.word)), text, tone
    )


def _reveal_text(ui: Ui, quiz: QuizRound) -> str:
    """Return the feedback to a revealed answer, with its explanation."""
    mistake = session_quiz.article_mistake(ui.study, quiz)
    detail = mistake or geometry_answer(ui.study).detail
    feedback = _end_with_period(session_texts.quiz_feedback_text(quiz))
    return join_sentences(feedback, detail and _end_with_period(detail))


def _end_with_period(title: str) -> str:
    """Return a title as a sentence."""
    if title.endswith((".", "?", "!", ":")):
        return title
    return message("{title}.", title=title)


def _position_and_count(ui: Ui) -> tuple[int, int]:
    """Return the index and the number of stops or steps; (0, 0) for neither."""
    walk, step = ui.session.lesson, ui.study.options.step
    if walk:
        return walk.at, len(walk.stop_states)
    return (step - 1, len(ui.study.steps)) if step and current_step(ui) else (0, 0)


def _dots_width(count: int) -> float:
    dots = count * _DOT_GAP_PX + _LONG_DOT_WIDTH_PX + _CAPTION_SIDE_MARGIN_PX
    return dots if count else 0.0


def _draw_dots(ui: Ui, place: Viewport, now: int, count: int) -> None:
    """Draw the dots in the lower right corner, the current one longer."""
    draw = imgui.get_foreground_draw_list()
    past, coming = pack_colour(ui.theme.accent), pack_colour(ui.theme.edge)
    extra = _LONG_DOT_WIDTH_PX - 2.0 * _DOT_RADIUS_PX
    right = place.x + place.width - _CAPTION_SIDE_MARGIN_PX
    x = right - (count - 1) * _DOT_GAP_PX - extra - _DOT_RADIUS_PX
    y = place.y + place.height - _CAPTION_PADDING_PX - _DOT_RADIUS_PX - 4.0
    for number in range(count):
        end = x + (extra if number == now else 0.0)
        tone = past if number <= now else coming
        low = (x - _DOT_RADIUS_PX, y - _DOT_RADIUS_PX)
        high = (end + _DOT_RADIUS_PX, y + _DOT_RADIUS_PX)
        draw.add_rect_filled(low, high, tone, _DOT_RADIUS_PX)
        x = end + _DOT_GAP_PX


def _draw_lesson_text(ui: Ui, walk: OpenLesson, dots: float) -> None:
    """Draw the current stop's text, with question or task."""
    wide, max_height = imgui.get_content_region_avail().x, _max_text_height(ui)
    below = 0.0 if ui.layout.legend else 2.0 * _DOT_RADIUS_PX + 8.0
    size = find_largest_size(
        _CAPTION_SIZES_PX,
        lambda size: stop_text_height(ui, walk, size, wide) + below <= max_height,
    )
    begin = imgui.get_cursor_pos_y()
    draw_stop_text(ui, walk, size)
    high = imgui.get_cursor_pos_y() - begin - imgui.get_style().item_spacing.y
    _keep_caption_height(ui, high + below + 2.0 * _CAPTION_PADDING_PX)
