"""The sheet on which a lesson is written: its stops in order, and what one says."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from imgui_bundle import imgui

from playground.gui import fonts
from playground.gui.commands.registry import (
    ADD_STOP,
    AS_PREPARED,
    CLOSE_LESSON,
    SAVE_LESSON,
    STOP_BACK,
    STOP_ON,
    WRITE,
)
from playground.gui.imgui_backend import colour
from playground.gui.panels.context import (
    Ui,
    choice_row,
    command_row,
    drop_down,
    heading,
    hint,
    icon_button,
    muted,
    number_box,
)
from playground.gui.widgets import localized
from playground.gui.widgets.numbers import nearly
from playground.i18n import message, translated
from playground.scene.primitives import Role
from playground.scene.scene import Scene
from playground.session.lesson import editor, player
from playground.session.lesson.document import (
    ANSWERS,
    LETTERS,
    TITLE,
    Agrees,
    Check,
    Ends,
    Errs,
    LessonQuestion,
    LessonTask,
    Measured,
    Sense,
    measured,
    mistakes,
    outcomes,
)
from playground.session.lesson.open_lesson import OpenLesson, OpenStop
from playground.session.open_scene import OpenScene
from playground.session.precision import calculate

T = TypeVar("T")
_GAP = 6.0
# Of the stops so many are in sight, and in a low window fewer.
_ROW = 25.0
_ROWS = 6
_FEW = 3
_LOW = 700.0
_SENTENCE = 96.0
_NOTHING, _QUESTION, _TASK = (
    message("Sentence alone"),
    message("Question"),
    message("Task"),
)
_NUMBER, _VERDICT, _MISTAKE, _ANSWER = (
    message("A number"),
    message("The verdict"),
    message("The article's mistake"),
    message("The article's answer"),
)
_SENSES = {
    Sense.IS: message("is", about="a number of a task"),
    Sense.ABOVE: message("is above", about="a number of a task"),
    Sense.BELOW: message("is below", about="a number of a task"),
}
# As near to a number as this a task is done, until something else is written.
_WITHIN = 0.1


def sheet(ui: Ui, walk: OpenLesson[OpenScene]) -> None:
    """Draw the sheet."""
    command_row(ui, STOP_BACK, STOP_ON, AS_PREPARED, WRITE, CLOSE_LESSON, gap=_GAP)
    title = _line(ui, "title", walk.title, message("Title"))
    if title != walk.title:
        ui.do(editor.entitle, title)
    _stops(ui, walk)
    _order(ui, walk)
    _stop(ui, walk, walk.visit)
    heading(ui, "Finish")
    if _wide(message("Try it"), 2):
        ui.do(editor.try_it)
    hint("Go through it from the first stop, as the class will")
    imgui.same_line(0.0, _GAP)
    if _wide(message("Save"), 1, name="lesson"):
        ui.act(SAVE_LESSON.act)
    if walk.path:
        file = walk.path.name
        changed = message("Changed since {file}", file=file)
        muted(ui, changed if walk.unsaved else message("Saved as {file}", file=file))
    else:
        muted(ui, "Not in a file yet")


def _wide(words: str, share: int, *, name: str = "") -> bool:
    """Draw a button that is its share of what is left of the row."""
    room = imgui.get_content_region_avail().x
    if share > 1:
        room = (room - _GAP * (share - 1)) / share
    return localized.button(words, imgui.ImVec2(room, 0), name=name)


def _line(ui: Ui, name: str, text: str, empty: str, width: float = -1.0) -> str:
    """Draw a field of a line; return what is in it.

    What comes with the program stays as it is until something else is written.
    """
    imgui.set_next_item_width(width)
    with nearly():
        changed, written = localized.input_text_with_hint(
            f"##{name}", empty, translated(text)
        )
    return _kept(text, written, TITLE) if changed else text


def _kept(before: str, written: str, most: int) -> str:
    """Return what was written; Esc leaves the field and takes nothing back."""
    return before if imgui.is_key_pressed(imgui.Key.escape) else written[:most]


def _lines(ui: Ui, name: str, text: str, high: float) -> str:
    """Draw a field of several lines; return what is in it."""
    with nearly():
        changed, written = imgui.input_text_multiline(
            f"##{name}",
            translated(text),
            imgui.ImVec2(-1.0, high),
            imgui.InputTextFlags_.word_wrap,
        )
    return _kept(text, written, LETTERS) if changed else text


def _stops(ui: Ui, walk: OpenLesson[OpenScene]) -> None:
    heading(ui, "Stops")
    most = _FEW if imgui.get_io().display_size.y < _LOW else _ROWS
    tall = _ROW * min(len(walk.visits), most) + 4.0
    flags = imgui.ChildFlags_.nav_flattened
    if imgui.begin_child("##stops", imgui.ImVec2(0, tall), flags):
        for place, visit in enumerate(walk.visits):
            now = place == walk.at
            words = " ".join(translated(visit.stop.called).split()) or "…"
            sign = "?" if visit.stop.question else "!" if visit.stop.task else ""
            size = imgui.ImVec2(0, _ROW - imgui.get_style().item_spacing.y)
            label, name = f"{place + 1}{sign}  {words[:60]}", f"stop {place + 1}"
            if localized.selectable(label, now, 0, size, name=name)[0] and not now:
                ui.do(player.go, place)
            if now and ui.controls.motion.scrolls:
                imgui.set_scroll_here_y(0.5)
    imgui.end_child()


def _order(ui: Ui, walk: OpenLesson[OpenScene]) -> None:
    """Draw what is done with whole stops."""
    if _wide(message("Add this state"), 2):
        ui.act(ADD_STOP.act)
    hint("Make what is shown now a new stop, after this one")
    imgui.same_line(0.0, _GAP)
    imgui.begin_disabled(not ui.facts.moved_on)
    if _wide(message("Take this state"), 1):
        ui.do(editor.take)
    hint("Make this stop begin with what is shown now")
    imgui.end_disabled()
    last = len(walk.visits) - 1
    if icon_button(ui, fonts.UP, "Move this stop up", enabled=walk.at > 0):
        ui.do(editor.move, -1)
    imgui.same_line(0.0, _GAP)
    if icon_button(ui, fonts.DOWN, "Move this stop down", enabled=walk.at < last):
        ui.do(editor.move, 1)
    imgui.same_line(0.0, _GAP)
    if icon_button(ui, fonts.DELETE, "Remove this stop", enabled=last > 0):
        ui.do(editor.delete)
    imgui.same_line(0.0, _GAP)
    back = message("Put back the stop that was removed")
    if icon_button(ui, fonts.UNDO, back, enabled=walk.deleted is not None):
        ui.do(editor.put_back)


def _stop(ui: Ui, walk: OpenLesson[OpenScene], visit: OpenStop[OpenScene]) -> None:
    stop = visit.stop
    # The field of another stop is another field.
    imgui.push_id(str(id(visit)))
    heading(ui, message("Stop {number}", number=walk.at + 1))
    told = message("Its title in the list of stops")
    title = _line(ui, "stop's title", stop.title, told)
    text = _lines(ui, "sentence", stop.say, _SENTENCE)
    if text != stop.say:
        ui.do(editor.say, text)
    told = message("What can be said at the end")
    learned = _line(ui, "learned", stop.learned, told)
    if (title, learned) != (stop.title, stop.learned):
        ui.do(editor.name, title, learned)
    kind = _QUESTION if stop.question else _TASK if stop.task else _NOTHING
    names = {name: name for name in (_NOTHING, _QUESTION, _TASK)}
    chosen = choice_row(ui, names, kind)
    if chosen != kind:
        scene, _ = stop.state.scene.at(stop.state.params)
        ui.do(
            editor.then,
            visit.question or LessonQuestion("", ("", ""), 0)
            if chosen == _QUESTION
            else None,
            visit.task or LessonTask("", (_first(scene),)) if chosen == _TASK else None,
        )
    elif stop.question:
        _question(ui, stop.question)
    elif stop.task:
        _task(ui, walk, stop.task)
    imgui.pop_id()


def _question(ui: Ui, question: LessonQuestion) -> None:
    asked = _line(ui, "asked", question.text, message("Question"))
    changed = replace(question, text=asked)
    for place in range(len(question.answers)):
        if imgui.radio_button(f"##right {place + 1}", place == question.right):
            changed = replace(changed, right=place)
        hint("The right answer")
        imgui.same_line(0.0, _GAP)
        wide = -(imgui.get_frame_height() + _GAP) if len(question.answers) > 2 else -1.0
        old = question.answers[place]
        empty = message("Answer {number}", number=place + 1)
        text = _line(ui, f"field {place + 1}", old, empty, wide)
        if text != old:
            answers = [*changed.answers]
            answers[place] = text
            changed = replace(changed, answers=tuple(answers))
        if len(question.answers) > 2:
            imgui.same_line(0.0, _GAP)
            if _cross(f"answer {place + 1}"):
                changed = _without(question, place)
    if len(question.answers) < ANSWERS and _wide(message("Add an answer"), 1):
        checks = (*question.checks, None) if question.checks else ()
        changed = replace(changed, answers=(*changed.answers, ""), checks=checks)
    told = message("The reason, shown after the answer")
    why = _line(ui, "why", question.why, told)
    changed = replace(changed, why=why)
    if changed != question:
        ui.do(editor.then, question=changed)


def _cross(name: str) -> bool:
    side = imgui.get_frame_height()
    extent = imgui.ImVec2(side, side)
    pressed = localized.button(fonts.CLOSE, extent, name=f"without {name}")
    hint("Remove")
    return pressed


def _without(question: LessonQuestion, place: int) -> LessonQuestion:
    """Return a question without one of its answers."""
    right = question.right - (place < question.right)
    return replace(
        question,
        answers=_left(question.answers, place),
        checks=_left(question.checks, place),
        right=min(right, len(question.answers) - 2),
    )


def _left(values: tuple[T, ...], place: int) -> tuple[T, ...]:
    return (*values[:place], *values[place + 1 :])


def _task(ui: Ui, walk: OpenLesson[OpenScene], task: LessonTask) -> None:
    told = message("What is to be done")
    changed = replace(task, text=_line(ui, "task", task.text, told))
    muted(ui, "It is done when")
    stop = walk.stop
    scene, _ = stop.state.scene.at(stop.state.params)
    for place, check in enumerate(task.checks):
        imgui.push_id(f"check {place + 1}")
        many = len(task.checks) > 1
        now = _check(ui, scene, check, many=many)
        imgui.pop_id()
        if now is None:
            changed = replace(changed, checks=_left(task.checks, place))
        elif now != check:
            checks = [*task.checks]
            checks[place] = now
            changed = replace(changed, checks=tuple(checks))
    if len(task.checks) < ANSWERS and _wide(message("And also …"), 1):
        changed = replace(changed, checks=(*changed.checks, _first(scene)))
    done = ui.facts.done
    tone = ui.theme.texts[Role.HIT] if done else ui.theme.text_muted
    imgui.push_style_color(imgui.Col_.text, colour(tone))
    open_ = message("Not done in what is shown now")
    said = message("Done in what is shown now") if done else open_
    localized.text_wrapped(localized.signed(fonts.DONE if done else fonts.TO_DO, said))
    imgui.pop_style_color()
    if changed != task:
        ui.do(editor.then, task=changed)


def _check(ui: Ui, scene: Scene[Any, Any], check: Check, *, many: bool) -> Check | None:
    """Draw the drop-downs of a check; return it as it is now, None to leave it out."""
    kinds = dict[str, str]()
    kinds |= {kind: kind for kind in (_NUMBER, _VERDICT) if _words(scene, kind)}
    if scene.listing:
        about = (_MISTAKE, _ANSWER)
        kinds |= {kind: kind for kind in about if _words(scene, kind)}
    kind = _kind(check)
    imgui.set_next_item_width(-(imgui.get_frame_height() + _GAP) if many else -1.0)
    chosen = drop_down(ui, "##about", kind, kinds, kind)
    if many:
        imgui.same_line(0.0, _GAP)
        if _cross("check"):
            return None
    if chosen and chosen != kind:
        return _made(scene, chosen)
    if isinstance(check, Measured):
        return _measure(ui, scene, check)
    words = _words(scene, kind)
    shown = _shown(check)
    imgui.set_next_item_width(-1.0)
    word = drop_down(ui, "##word", shown, {w: w for w in words}, shown)
    return _made(scene, kind, word) if word else check


def _measure(ui: Ui, scene: Scene[Any, Any], check: Measured) -> Measured:
    imgui.set_next_item_width(-1.0)
    every = {title: q.label for title, q in measured(scene).items()}
    shown = every.get(check.quantity, check.quantity)
    title = drop_down(ui, "##quantity", shown, every, check.quantity)
    if title:
        return replace(check, quantity=title)
    room = (imgui.get_content_region_avail().x - 2 * _GAP) / 3
    imgui.set_next_item_width(room)
    sense = drop_down(ui, "##sense", _SENSES[check.sense], _SENSES, check.sense)
    if sense:
        return replace(check, sense=sense, within=_WITHIN * (sense is Sense.IS))
    imgui.same_line(0.0, _GAP)
    told = message("Drag, or double click to type.")
    number = number_box(ui, "number", check.number, 0.05, room, calculate, told)
    if number is not None:
        return replace(check, number=number)
    if check.sense is Sense.IS:
        imgui.same_line(0.0, _GAP)
        told = message("Tolerance")
        within = number_box(ui, "within", check.within, 0.01, room, calculate, told)
        if within is not None:
            return replace(check, within=abs(within))
    return check


def _kind(check: Check) -> str:
    kinds = {Measured: _NUMBER, Ends: _VERDICT, Errs: _MISTAKE, Agrees: _ANSWER}
    return kinds[type(check)]


def _words(scene: Scene[Any, Any], kind: str) -> Sequence[str]:
    """Return what a check of that kind can be about."""
    if kind == _NUMBER:
        return tuple(measured(scene))
    if kind == _VERDICT:
        return outcomes(scene)
    return mistakes(scene) if kind == _MISTAKE else _AGREES


_AGREES = (
    message("agrees with the truth", about="the article's answer"),
    message("differs from the truth", about="the article's answer"),
)


def _shown(check: Check) -> str:
    if isinstance(check, Ends):
        return check.outcome
    if isinstance(check, Errs):
        return check.mistake
    return _AGREES[0] if isinstance(check, Agrees) and check.agrees else _AGREES[1]


def _made(scene: Scene[Any, Any], kind: str, word: str = "") -> Check:
    """Return a check of that kind, about a word or about the first there is."""
    word = word or _words(scene, kind)[0]
    if kind == _VERDICT:
        return Ends(word)
    if kind == _MISTAKE:
        return Errs(word)
    if kind == _ANSWER:
        return Agrees(word == _AGREES[0])
    return Measured(word, Sense.IS, 0.0, _WITHIN)


def _first(scene: Scene[Any, Any]) -> Check:
    """Return the check that a new task begins with: a number at which it turns."""
    every = measured(scene)
    if not every:
        return _made(scene, _VERDICT)
    turning = (q.title for q in scene.answer.curves if q.title in every)
    return _made(scene, _NUMBER, next(turning, ""))
