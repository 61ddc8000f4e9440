"""Operations on the quiz: start, guess, reveal, next, and the guess in the picture."""

import math
import random
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from playground.i18n import join_sentences, lower, message
from playground.quiz import round
from playground.quiz.questions import target_of_question
from playground.quiz.round import QuizRound
from playground.scene.derivation import Step
from playground.scene.handles import Vec
from playground.scene.listing import ListingVerdict
from playground.scene.math_text import format_number
from playground.scene.params import Params, with_values
from playground.scene.primitives import Dot, Label, Marker, Primitive, Role, Segment
from playground.scene.scene import SceneEntry
from playground.session import step_navigation
from playground.session.session import Session
from playground.session.view_model import SceneView
from playground.session.view_options import Page

GUESS = message("your guess")
# Factor and increment of a linear congruential generator with full period.
_SEED_FACTOR = 4001
_SEED_STEP = 7
# Step of an arrow key for a point, and for a time relative to the time axis.
_NUDGE_PIXELS = 4.0
_NUDGE_TIME_SHARE = 0.01


def begin_round(session: Session, seed: int) -> None:
    """Start a round with this seed, 0 to `MAX_SEED`; the next one gets another seed."""
    opened = session.current_scene
    if opened.quiz is None:
        opened.view_before_quiz = session.view
    session.look(page=Page.PREDICT)
    choose_seed(session, (_SEED_FACTOR * seed + _SEED_STEP) % (round.MAX_SEED + 1))
    _ask_question(session, lambda: round.start(session.scene, seed))


def choose_random_seed(session: Session) -> None:
    """Choose a random seed for the next round."""
    session.seed = random.randrange(round.MAX_SEED + 1)


def choose_seed(session: Session, seed: int) -> None:
    """Set the seed of the next round, clamped to 0 to `MAX_SEED`."""
    session.seed = min(max(seed, 0), round.MAX_SEED)


def export_round(session: Session) -> str:
    """Return the ended round as text to hand in; "" if none has ended."""
    quiz = session.quiz
    return round.format_round(quiz) if quiz and quiz.ended else ""


def end_round(session: Session) -> None:
    """Discard the round and restore the view from before."""
    opened = session.current_scene
    view_before, opened.view_before_quiz = opened.view_before_quiz, None
    opened.quiz = opened.question_scene = None
    session.stop_playback()
    if view_before:
        session.view = view_before


def leave_round(session: Session) -> None:
    """Restore the view from before the quiz; the round can be continued."""
    view_before = session.current_scene.view_before_quiz or session.view
    is_on_predict = view_before.page is Page.PREDICT
    page = Page.EXPLORE if is_on_predict else view_before.page
    session.look(page=page, map=view_before.map, compare=view_before.compare)
    session.stop_playback()
    session.notice = message(
        "The questions continue on the {page} page", page=Page.PREDICT
    )


def guess_hit(session: Session, hit: bool) -> None:
    """Guess a hit or a miss; reveal the answer unless a point or time is asked for."""
    if session.quiz:
        quiz = round.guess_verdict(session.quiz, hit)
        _set_round(session, quiz)
        if not quiz.placing:
            reveal(session)


def guess_point(session: Session, at: Vec) -> None:
    """Guess a point, in world units, if one is asked for."""
    if places_guess(session) and session.quiz:
        _set_round(session, round.guess_place(session.quiz, at))


def guess_hit_at(session: Session, at: Vec) -> None:
    """Guess a hit at a point, in world units, and reveal the answer."""
    guess_hit(session, hit=True)
    guess_point(session, at)
    reveal(session)


def takes_hit_by_click(session: Session) -> bool:
    """Return whether a click on the canvas answers the open question with a hit."""
    quiz = session.quiz
    is_open = quiz is not None and quiz.verdict is None and quiz.asks_place
    return is_open and not is_time_question(session.scene)


def places_guess(session: Session) -> bool:
    """Return whether a click on the canvas places the guess."""
    is_placing = session.quiz is not None and session.quiz.placing
    return is_placing and not is_time_question(session.scene)


def is_time_question(scene: SceneEntry) -> bool:
    """Return whether a scene asks for a time, which is set in the playback bar."""
    target = target_of_question(scene)
    return target is not None and isinstance(target.value, float)


def is_ready(quiz: QuizRound) -> bool:
    """Return whether everything asked for is guessed; a time always has a value."""
    has_guess = quiz.place is not None or is_time_question(quiz.scene)
    return quiz.verdict is not None and (has_guess or not quiz.placing)


def reveal(session: Session) -> None:
    """Reveal the answer if everything asked for is guessed.

    A time is the current one.
    """
    quiz = session.quiz
    if quiz is None or quiz.answer or not is_ready(quiz):
        return
    if quiz.placing and is_time_question(quiz.scene):
        quiz = round.guess_place(quiz, session.scene_view.current_time)
    quiz = round.reveal(quiz)
    session.stop_playback()
    _set_round(session, quiz)
    target = quiz.question.target
    if target and isinstance(target.value, float):
        session.go_to(target.value)


def go_to_next_question(session: Session) -> None:
    """Go to the next question, or to the result, after a reveal."""
    quiz = session.quiz
    if quiz and quiz.answer and quiz.number == round.QUESTION_COUNT:
        _set_round(session, round.next_question(quiz))
    elif quiz and quiz.answer:
        _ask_question(session, lambda: round.next_question(quiz))


def advance_quiz(session: Session) -> None:
    """Start, reveal, or go to the next question, whatever comes next."""
    if session.scene_view.page is Page.PREDICT and not session.quiz:
        begin_round(session, session.seed)
    elif session.quiz and session.quiz.answer:
        go_to_next_question(session)
    else:
        reveal(session)


def explore_question(session: Session) -> None:
    """Open the revealed question on the page "Explore", as an undoable step."""
    quiz = session.quiz
    if quiz and quiz.answer:
        params_now = session.params
        session.look(page=Page.EXPLORE)
        if quiz.question.of_article:
            session.look(compare=True)
        session.begin_at(quiz.question.figure, params_now)
        session.open_scene.fit()
        session.open_scene.step = None


def article_comparison(
    study: SceneView, quiz: QuizRound | None
) -> ListingVerdict | None:
    """Return the comparison for a revealed question about the article, else None.

    It is in the listing's first float type.
    """
    listing = study.scene.listing
    if quiz is None or not quiz.answer or not quiz.question.of_article or not listing:
        return None
    return study.comparison_in(listing.dtypes[0])


def article_mistake(study: SceneView, quiz: QuizRound | None) -> str:
    """Return the article's mistake in a revealed question about it; else ""."""
    comparison = article_comparison(study, quiz)
    return comparison.why if comparison and not comparison.agrees else ""


def find_deciding_step(
    study: SceneView, quiz: QuizRound | None
) -> tuple[int, Step] | None:
    """Return the step that decides a revealed answer, with its number from 1.

    For a wrong article it is the step in which the mistake arises. None before the
    reveal, and without such a step.
    """
    if quiz is None or not quiz.answer:
        return None
    comparison = article_comparison(study, quiz)
    number = study.deciding(of_article=comparison is not None)
    if comparison and not comparison.agrees:
        number = comparison.step
    if not number:
        return None
    step = study.steps[number - 1]
    # The result is left out, since it has the names of the article's code.
    return number, replace(step, result="") if comparison else step


def show_question_step(session: Session, number: int) -> None:
    """Open the revealed question at a step of the derivation, numbered from 1."""
    explore_question(session)
    step_navigation.go_to_step(session, number)


def nudge_guess(
    session: Session, way: tuple[int, int], pixel: float, middle: Vec
) -> bool:
    """Move the guess by arrow keys.

    Parameters
    ----------
    session : Session
        The session.
    way : tuple of int
        Number of arrow-key steps in x and y; a time takes those in x only.
    pixel : float
        World length of a logical pixel.
    middle : tuple of float
        The point, in world units, to begin at without a guess.

    Returns
    -------
    bool
        False if there is nothing to move; a point in 3D cannot be moved.
    """
    quiz, (dx, dy) = session.quiz, way
    if quiz is None or quiz.answer:
        return False
    timeline = session.scene_view.timeline
    if is_time_question(session.scene) and timeline and dx:
        span = timeline.end - timeline.start
        session.go_to(session.scene_view.current_time + dx * _NUDGE_TIME_SHARE * span)
        return True
    if not places_guess(session) or session.scene.dimension != 2:
        return False
    position = quiz.place if isinstance(quiz.place, tuple) else middle
    step = _NUDGE_PIXELS * pixel
    guess_point(session, (position[0] + dx * step, position[1] + dy * step))
    return True


def _set_round(session: Session, quiz: QuizRound) -> None:
    session.current_scene.quiz = quiz


def _ask_question(session: Session, draw: Callable[[], QuizRound]) -> None:
    quiz = session.run_guarded(draw)
    if quiz is None:
        return
    session.current_scene.ask(quiz)
    session.stop_playback()


def guess_primitives(session: Session) -> list[Primitive]:
    """Return the primitives of the guess; after the reveal also of the true point."""
    quiz = session.quiz
    if quiz is None:
        return []
    guess, target = quiz.place, quiz.question.target
    truth = target.value if target and quiz.answer else None
    if isinstance(guess, float) or isinstance(truth, float):
        guess = _position_at_time(session, quiz, guess)
        truth = _position_at_time(session, quiz, truth)
    records: list[Primitive] = []
    if guess is not None and truth is not None:
        records.append(Segment(guess, truth, role=Role.ACCENT, dashed=True))
    if truth is not None:
        records.append(Dot(truth, 10.0, Marker.RING, role=Role.HIT))
    if guess is not None:
        away = _label_direction(guess, truth)
        records += [
            Dot(guess, 8.0, Marker.CROSS, role=Role.ACCENT),
            Label(guess, GUESS, toward=away, gap=14.0, role=Role.ACCENT),
        ]
    return records


def _label_direction(guess: Vec, truth: Vec | None) -> Vec:
    """Return the direction from the true point to the guess, or a diagonal one."""
    offset = tuple(a - b for a, b in zip(guess, truth or guess, strict=True))
    return offset if any(offset) else (1.0, 1.0, 0.0)[: len(guess)]


def _position_at_time(
    session: Session, quiz: QuizRound, time: Vec | float | None
) -> Vec | None:
    """Return the center, at a time, of the first primitive that moves.

    It is None without one.
    """
    timeline = session.scene_view.timeline
    if timeline is None or not isinstance(time, float):
        return None
    return _middle_at(
        session.scene,
        quiz.question.params,
        timeline.parameter,
        (time, timeline.start, timeline.end),
    )


@lru_cache(maxsize=4)  # called twice per frame
def _middle_at(
    scene: SceneEntry, p: Params, name: str, times: tuple[float, float, float]
) -> Vec | None:
    """Return the first moving primitive's center at the first of three times."""
    views = [SceneView(scene, with_values(p, **{name: time})) for time in times]
    given_primitives = [view.picture.limit_to_step(0).primitives for view in views]
    for record, record_before, record_after in zip(*given_primitives, strict=False):
        if record_before != record_after:
            center: Vec | None = getattr(record, "center", getattr(record, "at", None))
            return center
    return None


def reveal_text(quiz: QuizRound, unit: str) -> str:
    """Return the feedback on a revealed answer, in one or two sentences; else "".

    Parameters
    ----------
    quiz : QuizRound
        The round.
    unit : str
        Unit of the distance from the guess to the right place or time; "" for none.
    """
    answer, question = quiz.answer, quiz.question
    if answer is None:
        return ""
    feedback = _verdict_feedback(quiz, right=answer.right)
    if question.target is None:
        unmarked = quiz.place is None or not answer.right
        uncounted = message("Its place does not count here.")
        return feedback if unmarked else join_sentences(feedback, uncounted)
    if math.isnan(answer.error):
        ring = message("The ring marks {target}.", target=question.target.label)
        return join_sentences(feedback, ring)
    offset_text = message(
        "Your guess is {distance} from {target}.",
        distance=f"{format_number(answer.error)} {unit}".strip(),
        target=question.target.label,
    )
    return join_sentences(feedback, offset_text)


def _verdict_feedback(quiz: QuizRound, *, right: bool) -> str:
    """Return whether the guess was right, and the exact verdict."""
    question = quiz.question
    word = round.answer_word(quiz.scene, question.params, hit=question.hit)
    truth = lower(word)
    if question.of_article:
        if right:
            return message("Right: the article answers {truth}.", truth=truth)
        return message("Wrong: the article answers {truth}.", truth=truth)
    return message("Right: {truth}." if right else "Wrong: {truth}.", truth=truth)
