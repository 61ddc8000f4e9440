"""Lesson editor: the list of stops and the fields of the current one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from imgui_bundle import imgui

from playground.gui import imgui_fonts
from playground.gui.commands import registry
from playground.gui.imgui_backend import push_style
from playground.gui.panels.context import Ui
from playground.gui.widgets import localized
from playground.gui.widgets.numbers import widen_click_area
from playground.i18n import message, translate
from playground.scene.primitives import Role
from playground.scene.scene import Scene
from playground.session.lesson import editor, player
from playground.session.lesson.document import (
    MAX_ANSWERS,
    MAX_SENTENCE_LETTERS,
    MAX_TITLE_LETTERS,
    AgreementCheck,
    Check,
    LessonQuestion,
    LessonTask,
    MistakeCheck,
    OutcomeCheck,
    QuantityCheck,
    QuantityRelation,
    mistake_names,
    outcome_words,
    scalar_quantities,
)
from playground.session.lesson.open_lesson import OpenLesson, StopState
from playground.session.precision_controls import calculate

T = TypeVar("T")
_BUTTON_GAP_PX = 6.0
# Visible rows of the list of stops.
_STOP_ROW_HEIGHT_PX = 25.0
_MAX_STOP_ROWS = 6
_MAX_STOP_ROWS_IN_LOW_WINDOW = 3
_LOW_WINDOW_HEIGHT_PX = 700.0
_SENTENCE_FIELD_HEIGHT_PX = 96.0
_NOTHING = message("Sentence alone")
_QUESTION = message("Question")
_TASK = message("Task")
_NUMBER = message("A number")
_VERDICT = message("The verdict")
_MISTAKE = message("The article's mistake")
_ANSWER = message("The article's answer")
_SENSES = {
    QuantityRelation.IS: message("is", about="a number of a task"),
    QuantityRelation.ABOVE: message("is above", about="a number of a task"),
    QuantityRelation.BELOW: message("is below", about="a number of a task"),
}
# Initial tolerance of a task's number.
_DEFAULT_TOLERANCE = 0.1


def draw_lesson_editor(ui: Ui, walk: OpenLesson) -> None:
    """Draw the editor of the open lesson: its title, the stops and the current one."""
    ui.command_row(
        registry.PREVIOUS_STOP,
        registry.NEXT_STOP,
        registry.RESET_STOP,
        registry.WRITE,
        registry.CLOSE_LESSON,
        gap=_BUTTON_GAP_PX,
    )
    title = _text_field("title", walk.title, message("Title"))
    if title != walk.title:
        ui.enqueue(player.set_lesson, title=title)
    _draw_stop_list(ui, walk)
    _draw_stop_commands(ui, walk)
    _draw_stop(ui, walk, walk.stop_state)
    ui.write_heading("Finish")
    if _row_button(message("Try it"), 2):
        ui.enqueue(editor.preview_lesson)
    ui.show_tooltip("Go through it from the first stop, as the class will")
    imgui.same_line(0.0, _BUTTON_GAP_PX)
    if _row_button(message("Save"), 1, name="lesson"):
        ui.enqueue_action(registry.SAVE_LESSON.act)
    if walk.path:
        file = walk.path.name
        change_text = message("Changed since {file}", file=file)
        ui.write_muted(
            change_text
            if walk.has_unsaved_changes
            else message("Saved as {file}", file=file),
        )
    else:
        ui.write_muted("Not in a file yet")


def _row_button(words: str, share: int, *, name: str = "") -> bool:
    """Draw a button as wide as the rest of the row divided by `share`."""
    room = imgui.get_content_region_avail().x
    if share > 1:
        room = (room - _BUTTON_GAP_PX * (share - 1)) / share
    return localized.button(words, (room, 0), name=name)


def _text_field(
    name: str, text: str, empty: str, width: float = -1.0, height: float = 0.0
) -> str:
    """Draw a text field with a hint, `empty`; return its content.

    A text from a message is kept until it is edited. `width` is in px, -1 for all
    available; a field with a `height` in px has several lines and no hint. The content
    is cut to the letters allowed; while Esc is pressed it is the old one.
    """
    imgui.set_next_item_width(width)
    label, max_length = (
        f"##{name}",
        MAX_SENTENCE_LETTERS if height else MAX_TITLE_LETTERS,
    )
    with widen_click_area():
        if height:
            is_changed, new_text = imgui.input_text_multiline(
                label, translate(text), (-1.0, height), imgui.InputTextFlags_.word_wrap
            )
        else:
            is_changed, new_text = localized.input_text_with_hint(
                label, empty, translate(text)
            )
    is_kept = not is_changed or imgui.is_key_pressed(imgui.Key.escape)
    return text if is_kept else new_text[:max_length]


def _draw_stop_list(ui: Ui, walk: OpenLesson) -> None:
    ui.write_heading("Stops")
    max_height = (
        _MAX_STOP_ROWS_IN_LOW_WINDOW
        if imgui.get_io().display_size.y < _LOW_WINDOW_HEIGHT_PX
        else _MAX_STOP_ROWS
    )
    tall = _STOP_ROW_HEIGHT_PX * min(len(walk.stop_states), max_height) + 4.0
    flags = imgui.ChildFlags_.nav_flattened
    if imgui.begin_child("##stops", (0, tall), flags):
        for place, visit in enumerate(walk.stop_states):
            now = place == walk.at
            words = " ".join(translate(visit.stop.display_title).split()) or "…"
            sign = "?" if visit.stop.question else "!" if visit.stop.task else ""
            size = (0, _STOP_ROW_HEIGHT_PX - imgui.get_style().item_spacing.y)
            label, name = f"{place + 1}{sign}  {words[:60]}", f"stop {place + 1}"
            if localized.selectable(label, now, 0, size, name=name) and not now:
                ui.enqueue(player.go_to_stop, place)
            if now and ui.controls.motion.is_scrolling:
                imgui.set_scroll_here_y(0.5)
    imgui.end_child()


def _draw_stop_commands(ui: Ui, walk: OpenLesson) -> None:
    """Draw the buttons for whole stops."""
    if _row_button(message("Add this state"), 2):
        ui.enqueue_action(registry.ADD_STOP.act)
    ui.show_tooltip("Make what is shown now a new stop, after this one")
    imgui.same_line(0.0, _BUTTON_GAP_PX)
    imgui.begin_disabled(not editor.is_state_changed(ui.session))
    if _row_button(message("Take this state"), 1):
        ui.enqueue(editor.replace_stop_state)
    ui.show_tooltip("Make this stop begin with what is shown now")
    imgui.end_disabled()
    last = len(walk.stop_states) - 1
    if ui.icon_button(imgui_fonts.UP, "Move this stop up", enabled=walk.at > 0):
        ui.enqueue(editor.move_stop, -1)
    imgui.same_line(0.0, _BUTTON_GAP_PX)
    if ui.icon_button(imgui_fonts.DOWN, "Move this stop down", enabled=walk.at < last):
        ui.enqueue(editor.move_stop, 1)
    imgui.same_line(0.0, _BUTTON_GAP_PX)
    if ui.icon_button(imgui_fonts.DELETE, "Remove this stop", enabled=last > 0):
        ui.enqueue(editor.delete_stop)
    imgui.same_line(0.0, _BUTTON_GAP_PX)
    back = message("Put back the stop that was removed")
    if ui.icon_button(imgui_fonts.UNDO, back, enabled=walk.deleted is not None):
        ui.enqueue(editor.restore_deleted_stop)


def _draw_stop(ui: Ui, walk: OpenLesson, visit: StopState) -> None:
    stop = visit.stop
    # Fields of different stops need different ids.
    imgui.push_id(str(id(visit)))
    ui.write_heading(message("Stop {number}", number=walk.at + 1))
    hint = message("Its title in the list of stops")
    title = _text_field("stop's title", stop.title, hint)
    height = _SENTENCE_FIELD_HEIGHT_PX
    text = _text_field("sentence", stop.say, "", height=height)
    if text != stop.say:
        ui.enqueue(editor.edit_stop, say=text)
    hint = message("What can be said at the end")
    learned_text = _text_field("learned", stop.learned, hint)
    if (title, learned_text) != (stop.title, stop.learned):
        ui.enqueue(editor.edit_stop, title=title, learned=learned_text)
    kind = _QUESTION if stop.question else _TASK if stop.task else _NOTHING
    names = {name: name for name in (_NOTHING, _QUESTION, _TASK)}
    choice = ui.choice_row(names, kind)
    if choice != kind:
        scene, _ = stop.state.scene.resolve(stop.state.params)
        ui.enqueue(
            editor.set_question_or_task,
            visit.question or LessonQuestion("", ("", ""), 0)
            if choice == _QUESTION
            else None,
            visit.task or LessonTask("", (_default_check(scene),))
            if choice == _TASK
            else None,
        )
    elif stop.question:
        _draw_question(ui, stop.question)
    elif stop.task:
        _draw_task(ui, walk, stop.task)
    imgui.pop_id()


def _draw_question(ui: Ui, question: LessonQuestion) -> None:
    question_text = _text_field("asked", question.text, message("Question"))
    changed = replace(question, text=question_text)
    for place in range(len(question.answers)):
        if imgui.radio_button(f"##right {place + 1}", place == question.right):
            changed = replace(changed, right=place)
        ui.show_tooltip("The right answer")
        imgui.same_line(0.0, _BUTTON_GAP_PX)
        wide = _field_width(can_remove=len(question.answers) > 2)
        old = question.answers[place]
        empty = message("Answer {number}", number=place + 1)
        text = _text_field(f"field {place + 1}", old, empty, wide)
        if text != old:
            answers = _replace_at(changed.answers, place, text)
            changed = replace(changed, answers=answers)
        if len(question.answers) > 2:
            imgui.same_line(0.0, _BUTTON_GAP_PX)
            if _remove_button(ui, f"answer {place + 1}"):
                changed = _remove_answer(question, place)
    if len(question.answers) < MAX_ANSWERS and _row_button(message("Add an answer"), 1):
        checks = (*question.checks, None) if question.checks else ()
        changed = replace(changed, answers=(*changed.answers, ""), checks=checks)
    hint = message("The reason, shown after the answer")
    reason = _text_field("why", question.why, hint)
    changed = replace(changed, why=reason)
    if changed != question:
        ui.enqueue(editor.set_question_or_task, question=changed)


def _field_width(*, can_remove: bool) -> float:
    """Return the width of a field that may have a button to remove it beside it."""
    return -(imgui.get_frame_height() + _BUTTON_GAP_PX) if can_remove else -1.0


def _remove_button(ui: Ui, name: str) -> bool:
    side = imgui.get_frame_height()
    extent = (side, side)
    is_pressed = localized.button(imgui_fonts.CLOSE, extent, name=f"without {name}")
    ui.show_tooltip("Remove")
    return is_pressed


def _remove_answer(question: LessonQuestion, place: int) -> LessonQuestion:
    """Return a question without the given answer."""
    right = question.right - (place < question.right)
    return replace(
        question,
        answers=_replace_at(question.answers, place),
        checks=_replace_at(question.checks, place),
        right=min(right, len(question.answers) - 2),
    )


def _replace_at(values: tuple[T, ...], place: int, *new_values: T) -> tuple[T, ...]:
    """Return the values with the one at a place replaced, or without it."""
    return (*values[:place], *new_values, *values[place + 1 :])


def _draw_task(ui: Ui, walk: OpenLesson, task: LessonTask) -> None:
    hint = message("The task")
    new_task = replace(task, text=_text_field("task", task.text, hint))
    ui.write_muted("It is done when")
    stop = walk.stop
    scene, _ = stop.state.scene.resolve(stop.state.params)
    for place, check in enumerate(task.checks):
        imgui.push_id(f"check {place + 1}")
        many = len(task.checks) > 1
        new_check = _draw_check(ui, scene, check, can_remove=many)
        imgui.pop_id()
        if new_check is None:
            new_task = replace(new_task, checks=_replace_at(task.checks, place))
        elif new_check != check:
            checks = _replace_at(task.checks, place, new_check)
            new_task = replace(new_task, checks=checks)
    if len(task.checks) < MAX_ANSWERS and _row_button(message("And also …"), 1):
        new_task = replace(new_task, checks=(*new_task.checks, _default_check(scene)))
    is_done = player.is_task_done(ui.session)
    tone = ui.theme.texts[Role.HIT] if is_done else ui.theme.text_muted
    open_ = message("Not done in what is shown now")
    state_text = message("Done in what is shown now") if is_done else open_
    sign = imgui_fonts.DONE if is_done else imgui_fonts.TO_DO
    with push_style(text=tone):
        localized.text_wrapped(localized.prefix_sign(sign, state_text))
    if new_task != task:
        ui.enqueue(editor.set_question_or_task, task=new_task)


def _draw_check(
    ui: Ui, scene: Scene[Any, Any], check: Check, *, can_remove: bool
) -> Check | None:
    """Draw the fields of a check; return the edited check, None if it is removed."""
    subjects = _CHECK_KINDS.values() if scene.listing else (_NUMBER, _VERDICT)
    kinds = {kind: kind for kind in subjects if _check_options(scene, kind)}
    kind = _CHECK_KINDS[type(check)]
    imgui.set_next_item_width(_field_width(can_remove=can_remove))
    choice = ui.drop_down("##about", kind, kinds, kind)
    if can_remove:
        imgui.same_line(0.0, _BUTTON_GAP_PX)
        if _remove_button(ui, "check"):
            return None
    if choice and choice != kind:
        return _make_check(scene, choice)
    if isinstance(check, QuantityCheck):
        return _draw_measured_check(ui, scene, check)
    words = _check_options(scene, kind)
    option = _current_option(check)
    imgui.set_next_item_width(-1.0)
    word = ui.drop_down("##word", option, {w: w for w in words}, option)
    return _make_check(scene, kind, word) if word else check


def _draw_measured_check(
    ui: Ui, scene: Scene[Any, Any], check: QuantityCheck
) -> QuantityCheck:
    imgui.set_next_item_width(-1.0)
    titles = {title: q.label for title, q in scalar_quantities(scene).items()}
    shown = titles.get(check.quantity, check.quantity)
    title = ui.drop_down("##quantity", shown, titles, check.quantity)
    if title:
        return replace(check, quantity=title)
    room = (imgui.get_content_region_avail().x - 2 * _BUTTON_GAP_PX) / 3
    imgui.set_next_item_width(room)
    sense = ui.drop_down("##sense", _SENSES[check.sense], _SENSES, check.sense)
    if sense:
        return replace(
            check,
            sense=sense,
            within=_DEFAULT_TOLERANCE * (sense is QuantityRelation.IS),
        )
    imgui.same_line(0.0, _BUTTON_GAP_PX)
    hint = message("Drag, or double click to type.")
    number = ui.number_box("number", check.number, 0.05, room, calculate, hint)
    if number is not None:
        return replace(check, number=number)
    if check.sense is QuantityRelation.IS:
        imgui.same_line(0.0, _BUTTON_GAP_PX)
        hint = message("Tolerance")
        tolerance = ui.number_box("within", check.within, 0.01, room, calculate, hint)
        if tolerance is not None:
            return replace(check, within=abs(tolerance))
    return check


_CHECK_KINDS = {
    QuantityCheck: _NUMBER,
    OutcomeCheck: _VERDICT,
    MistakeCheck: _MISTAKE,
    AgreementCheck: _ANSWER,
}


def _check_options(scene: Scene[Any, Any], kind: str) -> Sequence[str]:
    """Return the quantities, verdicts or mistakes that a kind of check may be about."""
    if kind == _NUMBER:
        return tuple(scalar_quantities(scene))
    if kind == _VERDICT:
        return outcome_words(scene)
    return mistake_names(scene) if kind == _MISTAKE else _AGREES


_AGREES = (
    message("agrees with the exact answer", about="the article's answer"),
    message("differs from the exact answer", about="the article's answer"),
)


def _current_option(check: Check) -> str:
    match check:
        case OutcomeCheck():
            return check.outcome
        case MistakeCheck():
            return check.mistake
        case AgreementCheck(agrees=True):
            return _AGREES[0]
    return _AGREES[1]


def _make_check(scene: Scene[Any, Any], kind: str, word: str = "") -> Check:
    """Return a check of a kind, with `word` or the first option.

    One of a quantity requires 0, within the default tolerance.
    """
    word = word or _check_options(scene, kind)[0]
    if kind == _VERDICT:
        return OutcomeCheck(word)
    if kind == _MISTAKE:
        return MistakeCheck(word)
    if kind == _ANSWER:
        return AgreementCheck(word == _AGREES[0])
    return QuantityCheck(word, QuantityRelation.IS, 0.0, _DEFAULT_TOLERANCE)


def _default_check(scene: Scene[Any, Any]) -> Check:
    """Return the initial check of a new task.

    It is of the first quantity of the scene's curves, else of the first quantity, and
    in a scene without quantities of the verdict.
    """
    quantities = scalar_quantities(scene)
    if not quantities:
        return _make_check(scene, _VERDICT)
    turning = (q.title for q in scene.answer.curves if q.title in quantities)
    return _make_check(scene, _NUMBER, next(turning, ""))
