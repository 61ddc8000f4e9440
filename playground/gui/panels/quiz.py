"""The page "Predict": a question, the guess, the reveal, and the score."""

from imgui_bundle import imgui

from playground.gui import fonts
from playground.gui.commands.registry import (
    COPY,
    NEXT_QUESTION,
    REVEAL,
    SAY_HIT,
    SAY_MISS,
)
from playground.gui.imgui_backend import colour, packed
from playground.gui.panels.context import Ui, bold, heading, hint, muted, number_box
from playground.gui.widgets import localized
from playground.i18n import message, sentences
from playground.quiz.round import ROUND, QuizRound, lines, review, score
from playground.render.theme import RGBA
from playground.scene.primitives import Role
from playground.session import quiz as session_quiz
from playground.session import texts
from playground.session.errors import tried
from playground.session.precision import calculate
from playground.session.session import Session
from playground.session.state_as_code import copy_code

_SEED_BOX = 90.0
_SEEDS = 9999
_GAP = 6.0


def predict(ui: Ui) -> None:
    """Draw the page."""
    quiz = ui.facts.quiz
    if quiz is None:
        _invitation(ui)
        return
    if quiz.ended:
        _result(ui, quiz)
        return
    _question(ui, quiz)
    _verdict_buttons(ui, quiz)
    if quiz.answer:
        _answer(ui, quiz)
    else:
        _asking(ui, quiz)
    _score(ui, quiz)
    _ending(ui, quiz)


def _invitation(ui: Ui) -> None:
    heading(ui, "Predict, then reveal")
    muted(ui, texts.INVITATION)
    imgui.align_text_to_frame_padding()
    localized.text("Seed")
    imgui.same_line()
    _seed(ui)
    if _wide(ui, message("Start"), lit=True):
        ui.do(session_quiz.begin, ui.facts.seed)


def _seed(ui: Ui) -> None:
    told = message(
        "Decides which questions are asked, and in what order. Drag, or double "
        "click to type."
    )
    seed = ui.facts.seed
    given = number_box(ui, "seed", seed, 1.0, _SEED_BOX, _read_seed, told)
    if given is not None:
        ui.do(session_quiz.choose_seed, min(max(round(given), 0), _SEEDS))


def _read_seed(text: str) -> float:
    seed = calculate(text)
    if not 0.0 <= seed <= _SEEDS or seed != round(seed):
        raise ValueError(
            message("The seed must be a whole number from 0 to {most}", most=_SEEDS)
        )
    return seed


def _question(ui: Ui, quiz: QuizRound) -> None:
    heading(ui, texts.numbered(quiz))
    localized.text_wrapped(asked(ui, quiz))


def asked(ui: Ui, quiz: QuizRound) -> str:
    """Return what is asked, as a sentence."""
    return tried(
        lambda: texts.asked(quiz),
        "",
        lambda why: ui.do(Session.say, why),
    )


def asked_now(ui: Ui, quiz: QuizRound) -> str:
    """Return what is asked, or once that is said, what was said and is to be done."""
    if quiz.verdict is None:
        return asked(ui, quiz)
    said = message("{word}.", word=texts.word(quiz, hit=quiz.verdict))
    return sentences(said, _task(ui, quiz))


def _verdict_buttons(ui: Ui, quiz: QuizRound) -> None:
    width = (imgui.get_content_region_avail().x - _GAP) / 2
    imgui.begin_disabled(quiz.answer is not None)
    names = [texts.word(quiz, hit=hit) for hit in (True, False)]
    for hit, sign, name in zip(
        (True, False), (fonts.HIT, fonts.MISS), names, strict=True
    ):
        tone = ui.theme.texts[Role.HIT if hit else Role.MISS]
        words = localized.signed(sign, name)
        if _button(ui, words, width, quiz.verdict is hit, tone):
            ui.do(session_quiz.say, hit)
        hint((SAY_HIT if hit else SAY_MISS).help)
        if hit:
            imgui.same_line(0.0, _GAP)
    imgui.end_disabled()


def _button(
    ui: Ui, name: str, width: float, chosen: bool, tone: RGBA | None = None
) -> bool:
    theme = ui.theme
    back = colour(theme.hover if chosen else theme.panel_alt)
    imgui.push_style_color(imgui.Col_.button, back)
    # A word in a colour of its own would not be legible on `active`.
    imgui.push_style_color(imgui.Col_.button_active, colour(theme.hover))
    imgui.push_style_color(imgui.Col_.text, colour(tone or theme.text))
    rim = theme.accent if chosen else theme.edge
    imgui.push_style_color(imgui.Col_.border, colour(rim))
    imgui.push_style_var(imgui.StyleVar_.frame_border_size, 1.5 if chosen else 1.0)
    pressed = localized.button(name, imgui.ImVec2(width, 34.0))
    imgui.pop_style_var()
    imgui.pop_style_color(4)
    return bool(pressed)


def _wide(ui: Ui, name: str, *, lit: bool) -> bool:
    return _button(ui, name, imgui.get_content_region_avail().x, lit)


def _asking(ui: Ui, quiz: QuizRound) -> None:
    """Draw what is to be done now, and the button that reveals."""
    timed = session_quiz.asks_time(ui.study.entry)
    muted(ui, _task(ui, quiz))
    ready = session_quiz.ready(quiz, timed=timed)
    imgui.begin_disabled(not ready)
    if _wide(ui, message("Reveal"), lit=ready):
        ui.do(session_quiz.reveal)
    hint(REVEAL.help)
    imgui.end_disabled()


def _task(ui: Ui, quiz: QuizRound) -> str:
    # No bar is below a picture that is presented.
    return texts.task(quiz, ui.study.now, keys=ui.window_view.presenting)


def _answer(ui: Ui, quiz: QuizRound) -> None:
    answer, theme = quiz.answer, ui.theme
    if answer is None:
        return
    sign = fonts.AGREES if answer.right else fonts.DIFFERS
    tone = theme.text if answer.right else theme.warning
    imgui.push_style_color(imgui.Col_.text, colour(tone))
    localized.text_wrapped(localized.signed(sign, texts.answered(quiz)))
    imgui.pop_style_color()
    width = (imgui.get_content_region_avail().x - _GAP) / 2
    last = quiz.number == ROUND
    words = message("Result") if last else message("Next")
    if _button(ui, words, width, True):
        ui.do(session_quiz.proceed)
    hint(NEXT_QUESTION.help)
    imgui.same_line(0.0, _GAP)
    if _button(ui, message("Explore this one"), width, False):
        ui.do(session_quiz.explore)
    hint("Open it on the other pages, along with its derivation")
    _deciding(ui)


def _deciding(ui: Ui) -> None:
    """Draw the step that decides the answer, with its numbers."""
    study, theme, quiz = ui.study, ui.theme, ui.facts.quiz
    compared = session_quiz.article(study, quiz)
    found = session_quiz.deciding(study, quiz)
    if compared and not compared.agrees:
        muted(ui, compared.why)
    if found is None:
        return
    number, step = found
    imgui.dummy(imgui.ImVec2(0, 3))
    # Not in capitals, in which a symbol would be another.
    bold(ui, step.title, 15.0)
    for latex, tone in ((step.numbers, theme.text_muted), (step.result, theme.text)):
        if latex:
            ui.formulas.draw(latex, 17.0, tone, theme, ui.ratio, tones={}, lit="")
    if localized.button(message("See step {step}", step=number)):
        ui.do(session_quiz.see_step, number)
    hint("Open this question at that step of the derivation")


def _score(ui: Ui, quiz: QuizRound) -> None:
    heading(ui, "Score")
    bold(ui, texts.so_far(quiz), 17.0)
    hint(
        "A right answer earns a point, and a wrong one costs a point. Where you "
        "also have to mark a place, half of the point is for the place: all of "
        "that half if you are exactly right, nothing if you are a twentieth of "
        "the picture's size away or more."
    )
    imgui.same_line(0.0, 12.0)
    _marks(ui, quiz)
    told = message(
        "{count} right in a row. The longer the row, the closer the calls.",
        count=quiz.streak,
    )
    hint(told)


def _marks(ui: Ui, quiz: QuizRound) -> None:
    """Draw a sign for each answer of the round, and a dot for each to come."""
    theme = ui.theme
    for number in range(ROUND):
        given = quiz.answers[number] if number < len(quiz.answers) else None
        sign, tone = "·", theme.text_muted
        if given:
            sign = fonts.AGREES if given.right else fonts.DIFFERS
            tone = theme.text if given.right else theme.warning
        imgui.push_style_color(imgui.Col_.text, colour(tone))
        localized.text(sign)
        imgui.pop_style_color()
        if number + 1 < ROUND:
            imgui.same_line(0.0, 3.0)


def _result(ui: Ui, quiz: QuizRound) -> None:
    """Draw the round as it ended, to be handed in."""
    heading(ui, "Result")
    first, *again = review(quiz)
    bold(ui, first, 17.0)
    for told in again:
        localized.text_wrapped(told)
    muted(ui, score(quiz))
    for number, line in enumerate(lines(quiz), 1):
        _line(ui, quiz, number, line)
    if _wide(ui, message("Copy result"), lit=True):
        ui.act(COPY.act)
    hint(
        "Copy seed, answers and score as text, ready to hand in (Ctrl+C). Click "
        "a line to copy its question as code."
    )
    if _wide(ui, message("Another round"), lit=False):
        seed = (quiz.seed + 1) % (_SEEDS + 1)
        ui.do(session_quiz.choose_seed, seed)
        ui.do(session_quiz.begin, seed)
    hint("A round with the next seed")
    _ending(ui, quiz)


def _line(ui: Ui, quiz: QuizRound, number: int, line: str) -> None:
    """Draw one answer; a click opens a list of what its question is copied as."""
    corner = imgui.get_cursor_screen_pos()
    localized.text_wrapped(line)
    if quiz.scene.at(quiz.answers[number - 1].question.params)[0].query is None:
        return
    low, high = corner, imgui.get_item_rect_max()
    high.x = low.x + imgui.get_content_region_avail().x
    name, below = f"question {number} as code", imgui.get_cursor_screen_pos()
    imgui.set_cursor_screen_pos(corner)
    size = imgui.ImVec2(high.x - low.x, high.y - low.y)
    if imgui.invisible_button(name, size, imgui.ButtonFlags_.enable_nav):
        imgui.open_popup(f"##{name}")
    if imgui.is_item_hovered():
        tint = packed(ui.theme.accent, 0.14)
        imgui.get_window_draw_list().add_rect_filled(low, high, tint, 4.0)
    hint("Copy this question as Python or as a test")
    imgui.set_cursor_screen_pos(below)
    _copying(ui, quiz, number, f"##{name}")


def _copying(ui: Ui, quiz: QuizRound, number: int, name: str) -> None:
    """Draw the list of what a question can be copied as, while it is open."""
    imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(12, 10))
    if imgui.begin_popup(name):
        for words, test in (
            (message("Copy as Python"), False),
            (message("Copy as a test"), True),
        ):
            if localized.menu_item(words, "", False)[0]:
                ui.do(
                    copy_code,
                    imgui.set_clipboard_text,
                    test=test,
                    at=quiz.answers[number - 1].question.params,
                    named=message("question {number}", number=number),
                )
        imgui.end_popup()
    imgui.pop_style_var()


def _ending(ui: Ui, quiz: QuizRound) -> None:
    imgui.dummy(imgui.ImVec2(0, 3))
    imgui.align_text_to_frame_padding()
    localized.text(message("Seed {seed}", seed=quiz.seed))
    imgui.same_line(0.0, 12.0)
    if _wide(ui, message("Stop"), lit=False):
        ui.do(session_quiz.end)
    hint("End these questions; the scene goes back to how you left it")
