"""Page "Predict": question, guess, answer and score of a quiz."""

from imgui_bundle import imgui

from playground.gui import imgui_fonts
from playground.gui.commands import registry
from playground.gui.imgui_backend import click_area, pack_colour, push_style
from playground.gui.panels.context import Ui
from playground.gui.widgets import localized
from playground.i18n import join_sentences, message
from playground.quiz.round import (
    MAX_SEED,
    QUESTION_COUNT,
    MarkedGuess,
    QuizRound,
    answer_lines,
    review,
    score_text,
)
from playground.render.theme import RGBA
from playground.scene.primitives import Role
from playground.session import quiz as session_quiz
from playground.session import texts
from playground.session.errors import run_guarded
from playground.session.precision_controls import calculate
from playground.session.session import Session

_SEED_BOX_WIDTH_PX = 90.0
_BUTTON_GAP_PX = 6.0
_NEXT_WIDTH_SHARE = 0.7
# Height of the longest shipped question.
_QUESTION_HEIGHT_PX = 64.0


def draw_quiz_page(ui: Ui) -> None:
    """Draw the page "Predict": the invitation, the current question, or the result."""
    quiz = ui.session.quiz
    if quiz is None:
        _draw_invitation(ui)
        return
    if quiz.ended:
        _draw_result(ui, quiz)
        return
    _draw_question(ui, quiz)
    _draw_verdict_buttons(ui, quiz)
    _draw_round_buttons(ui, quiz)
    if quiz.answer:
        _draw_answer(ui, quiz)
    else:
        ui.write_muted(_task_text(ui, quiz))
    if quiz.answers:
        _draw_score(ui, quiz)
    ui.write_muted(message("Seed {seed}", seed=quiz.seed))


def _draw_invitation(ui: Ui) -> None:
    ui.write_heading("Predict, then reveal")
    ui.write_muted(texts.INVITATION)
    imgui.align_text_to_frame_padding()
    localized.text("Seed")
    imgui.same_line()
    _draw_seed_box(ui)
    if _draw_wide_button(ui, message("Start"), is_highlighted=True):
        ui.enqueue(session_quiz.begin_round, ui.session.seed)


def _draw_seed_box(ui: Ui) -> None:
    help_text = message(
        "Chooses the questions and their order. Drag, or double click to type."
    )
    seed, width = ui.session.seed, _SEED_BOX_WIDTH_PX
    given = ui.number_box("seed", seed, 1.0, width, _parse_seed, help_text)
    if given is not None:
        ui.enqueue(session_quiz.choose_seed, round(given))


def _parse_seed(text: str) -> float:
    seed = calculate(text)
    if not 0.0 <= seed <= MAX_SEED or seed != round(seed):
        reason = message(
            "The seed must be a whole number from 0 to {most}", most=MAX_SEED
        )
        raise ValueError(reason)
    return seed


def _draw_question(ui: Ui, quiz: QuizRound) -> None:
    ui.write_heading(texts.question_number_text(quiz))
    # A fixed height, so that no button moves.
    with ui.widgets.reserve_height(f"quiz {quiz.scene.id}", _QUESTION_HEIGHT_PX):
        localized.text_wrapped(question_sentence(ui, quiz))


def question_sentence(ui: Ui, quiz: QuizRound) -> str:
    """Return the current question.

    If making it fails, "" and a notice with the reason.
    """
    return run_guarded(
        lambda: texts.quiz_question_text(quiz),
        "",
        lambda why: ui.enqueue(Session.set_notice, why),
    )


def prompt_text(ui: Ui, quiz: QuizRound) -> str:
    """Return the question, or after a guess the guess and the remaining task."""
    if quiz.verdict is None:
        return question_sentence(ui, quiz)
    verdict_text = message("{word}.", word=texts.verdict_word(quiz, hit=quiz.verdict))
    return join_sentences(verdict_text, _task_text(ui, quiz))


def _draw_verdict_buttons(ui: Ui, quiz: QuizRound) -> None:
    width = (imgui.get_content_region_avail().x - _BUTTON_GAP_PX) / 2
    imgui.begin_disabled(quiz.answer is not None)
    for hit, sign, command in (
        (True, imgui_fonts.HIT, registry.GUESS_HIT),
        (False, imgui_fonts.MISS, registry.GUESS_MISS),
    ):
        tone = ui.theme.texts[Role.HIT if hit else Role.MISS]
        words = localized.prefix_sign(sign, texts.verdict_word(quiz, hit=hit))
        if _draw_button(ui, words, width, quiz.verdict is hit, tone):
            ui.enqueue(session_quiz.guess_hit, hit)
        ui.show_tooltip(command.help)
        if hit:
            imgui.same_line(0.0, _BUTTON_GAP_PX)
    imgui.end_disabled()


def _draw_button(
    ui: Ui, name: str, width: float, chosen: bool, tone: RGBA | None = None
) -> bool:
    theme = ui.theme
    with push_style(
        button=theme.hover if chosen else theme.panel_alt,
        # A coloured word would not be legible on `active`.
        button_active=theme.hover,
        text=tone or theme.text,
        border=theme.accent if chosen else theme.edge,
        frame_border_size=1.5 if chosen else 1.0,
    ):
        return localized.button(name, (width, 34.0))


def _draw_wide_button(ui: Ui, name: str, *, is_highlighted: bool) -> bool:
    return _draw_button(ui, name, imgui.get_content_region_avail().x, is_highlighted)


def _draw_round_buttons(ui: Ui, quiz: QuizRound) -> None:
    """Draw the buttons for the next step and the end, at a fixed position."""
    wide = imgui.get_content_region_avail().x
    ready = session_quiz.is_ready(quiz)
    name, command = texts.next_question_label(quiz), registry.NEXT_QUESTION
    if quiz.placing:
        name, command = message("Reveal"), registry.REVEAL
    can_go_on = ready or quiz.answer is not None
    imgui.begin_disabled(not can_go_on)
    width = wide * _NEXT_WIDTH_SHARE
    if _draw_button(ui, name, width, can_go_on):
        ui.enqueue(session_quiz.advance_quiz)
    ui.show_tooltip(command.help)
    imgui.end_disabled()
    imgui.same_line(0.0, _BUTTON_GAP_PX)
    _draw_stop_button(ui, wide - width - _BUTTON_GAP_PX)


def _task_text(ui: Ui, quiz: QuizRound) -> str:
    # A presentation has no transport bar.
    return texts.quiz_task_text(
        quiz, ui.study.current_time, keys=ui.window_view.presenting
    )


def _answer_mark(ui: Ui, answer: MarkedGuess) -> tuple[str, RGBA]:
    """Return the sign of a right or wrong answer, and its colour."""
    if answer.right:
        return imgui_fonts.AGREES, ui.theme.text
    return imgui_fonts.DIFFERS, ui.theme.warning


def _draw_answer(ui: Ui, quiz: QuizRound) -> None:
    if quiz.answer is None:
        return
    sign, tone = _answer_mark(ui, quiz.answer)
    feedback = localized.prefix_sign(sign, texts.quiz_feedback_text(quiz))
    with push_style(text=tone):
        localized.text_wrapped(feedback)
    if _draw_wide_button(ui, message("Explore this one"), is_highlighted=False):
        ui.enqueue(session_quiz.explore_question)
    ui.show_tooltip("Open it on the other pages, along with its derivation")
    _draw_deciding_step(ui)


def _draw_deciding_step(ui: Ui) -> None:
    """Draw the derivation step that decides the answer."""
    study, theme, quiz = ui.study, ui.theme, ui.session.quiz
    deciding_step = session_quiz.find_deciding_step(study, quiz)
    if why := session_quiz.article_mistake(study, quiz):
        ui.write_muted(why)
    if deciding_step is None:
        return
    number, step = deciding_step
    imgui.dummy((0, 3))
    # Not in capitals, which would change symbols.
    ui.write_bold(step.title, 15.0)
    for latex, tone in ((step.numbers, theme.text_muted), (step.result, theme.text)):
        if latex:
            ui.formulas.draw(latex, 17.0, tone)
    if localized.button(message("See step {step}", step=number)):
        ui.enqueue(session_quiz.show_question_step, number)
    ui.show_tooltip("Open this question at that step of the derivation")


def _draw_score(ui: Ui, quiz: QuizRound) -> None:
    ui.write_heading("Score")
    ui.write_bold(texts.quiz_score_text(quiz), 17.0)
    ui.show_tooltip(
        "A right answer earns one point, a wrong one costs one. Where you also "
        "mark a place, half of the point is for the place: the whole half if it is "
        "exact, nothing if it is off by a twentieth of the picture's size or more."
    )
    imgui.same_line(0.0, 12.0)
    _draw_marks(ui, quiz)
    told = message(
        "{count} right in a row. The longer the row, the closer the calls.",
        count=quiz.streak,
    )
    ui.show_tooltip(told)


def _draw_marks(ui: Ui, quiz: QuizRound) -> None:
    """Draw a sign per answer of the round, and a dot per question to come."""
    marks = [_answer_mark(ui, answer) for answer in quiz.answers]
    marks += [("·", ui.theme.text_muted)] * (QUESTION_COUNT - len(marks))
    for number, (sign, tone) in enumerate(marks):
        with push_style(text=tone):
            localized.text(sign)
        if number + 1 < QUESTION_COUNT:
            imgui.same_line(0.0, 3.0)


def _draw_result(ui: Ui, quiz: QuizRound) -> None:
    """Draw the result of the round, which can be copied."""
    ui.write_heading("Result")
    first, *again = review(quiz)
    ui.write_bold(first, 17.0)
    for sentence in again:
        localized.text_wrapped(sentence)
    ui.write_muted(score_text(quiz))
    for number, line in enumerate(answer_lines(quiz), 1):
        _draw_answer_line(ui, quiz, number, line)
    if _draw_wide_button(ui, message("Copy result"), is_highlighted=True):
        ui.enqueue_action(registry.COPY.act)
    ui.show_tooltip(
        "Copy seed, answers and score as text, ready to hand in (Ctrl+C). Click "
        "a line to copy its question as code."
    )
    if _draw_wide_button(ui, message("Another round"), is_highlighted=False):
        ui.enqueue(session_quiz.begin_round, ui.session.seed)
    ui.show_tooltip("A round with new questions")
    ui.write_muted(message("Seed {seed}", seed=quiz.seed))
    _draw_stop_button(ui, imgui.get_content_region_avail().x)


def _draw_answer_line(ui: Ui, quiz: QuizRound, number: int, line: str) -> None:
    """Draw one answer; a click opens a menu to copy its question."""
    low = imgui.get_cursor_screen_pos()
    localized.text_wrapped(line)
    if quiz.scene.resolve(quiz.answers[number - 1].question.params)[0].query is None:
        return
    high = imgui.get_item_rect_max()
    high.x = low.x + imgui.get_content_region_avail().x
    name, below = f"question {number} as code", imgui.get_cursor_screen_pos()
    imgui.set_cursor_screen_pos(low)
    if click_area(name, (high.x - low.x, high.y - low.y)):
        imgui.open_popup(f"##{name}")
    if imgui.is_item_hovered():
        tint = pack_colour(ui.theme.accent, 0.14)
        imgui.get_window_draw_list().add_rect_filled(low, high, tint, 4.0)
    ui.show_tooltip("Copy this question as Python or as a test")
    imgui.set_cursor_screen_pos(below)
    _draw_copy_menu(ui, quiz, number, f"##{name}")


def _draw_copy_menu(ui: Ui, quiz: QuizRound, number: int, name: str) -> None:
    """Draw the menu to copy a question, while it is open."""
    with push_style(window_padding=(12, 10)):
        if imgui.begin_popup(name):
            ui.draw_copy_items(
                message("Copy as Python"),
                message("Copy as a test"),
                quiz.answers[number - 1].question.params,
                message("question {number}", number=number),
            )
            imgui.end_popup()


def _draw_stop_button(ui: Ui, width: float) -> None:
    if _draw_button(ui, message("Stop"), width, False):
        ui.enqueue(session_quiz.end_round)
    ui.show_tooltip("End these questions; the scene goes back to how you left it")
