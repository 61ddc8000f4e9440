"""What the page "Predict" says: what is asked, what is to be done, what was right."""

from playground.explore.quiz.questions import asked_for
from playground.explore.quiz.rounds import (
    ROUND,
    QuizRound,
    answer_word,
    points_shown,
    wording,
)
from playground.language import lower, message, plural
from playground.scene.mathtext import show
from playground.study import quiz_play

INVITATION = message(
    "A round of {count} questions. The answer is hidden: say hit or miss, "
    "mark the place or set the time you are asked for, and see how close you "
    "were. Guessing gains nothing. Each right answer in a row makes the next "
    "question a closer call. The same seed gives everyone the same questions.",
    count=ROUND,
)
ASKED = message("Answer the question first: the state would give the answer away")
"""What is said where a state would be copied or saved while a question is open."""


def numbered(quiz: QuizRound) -> str:
    """Return which of the questions it is."""
    return message("Question {number} of {all}", number=quiz.number, all=ROUND)


def word(quiz: QuizRound, *, hit: bool) -> str:
    """Return what a hit or a miss is called."""
    return answer_word(quiz.scene, quiz.question.params, hit=hit)


def asked(quiz: QuizRound) -> str:
    """Return what is asked, as a sentence; it may raise what a scene raises."""
    return wording(quiz.scene, quiz.question)


def task(quiz: QuizRound, now: float, *, keys: bool = False) -> str:
    """Return what is to be done now.

    Parameters
    ----------
    quiz
        The round, its question not revealed yet.
    now
        The present time.
    keys
        Whether there are keys alone to set the time with.
    """
    wanted = asked_for(quiz.scene)
    if quiz.verdict is None:
        hit, miss = word(quiz, hit=True), word(quiz, hit=False)
        return message(
            "{hit} or {miss}? A wrong answer costs as much as a right one earns.",
            hit=hit,
            miss=lower(miss),
        )
    if not quiz.placing or wanted is None:
        return message("Then reveal the answer.")
    if quiz_play.asks_time(quiz.scene):
        return message(
            "With the arrow keys bring the time to {target}. It is at {now}."
            if keys
            else "Drag the time below the picture to {target}. It is at {now}.",
            target=wanted.label,
            now=show(now),
        )
    if quiz.place is None:
        return message(
            "Now mark where you expect {target}, or move a mark there with the arrow "
            "keys.",
            target=wanted.label,
        )
    return message("Mark another place or drag to correct it, then reveal.")


def answered(quiz: QuizRound) -> str:
    """Return what was right, and what the answer earns; "" before it is revealed."""
    if quiz.answer is None:
        return ""
    unit = "" if quiz_play.asks_time(quiz.scene) else "m"
    points = points_shown(quiz.answer.points, signed=True)
    return message(
        "{sentence} {points}", sentence=quiz_play.words(quiz, unit), points=points
    )


def so_far(quiz: QuizRound) -> str:
    """Return the points of the answers given so far."""
    points = points_shown(quiz.points)
    given = len(quiz.answers)
    return plural(
        "{points} of {count} point", "{points} of {count} points", given, points=points
    )
