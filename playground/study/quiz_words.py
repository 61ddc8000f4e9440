"""What the page "Predict" says: what is asked, what is to be done, what was right."""

from playground.explore.quiz.questions import asked_for
from playground.explore.quiz.rounds import (
    ROUND,
    QuizRound,
    answer_word,
    points_shown,
    wording,
)
from playground.scene.mathtext import show
from playground.study import quiz_play

INVITATION = (
    f"A round of {ROUND} questions. The answer is hidden: say hit or miss, "
    "mark the place or set the time you are asked for, and see how close you "
    "were. Guessing gains nothing. Each right answer in a row makes the next "
    "question a closer call. The same seed gives everyone the same questions."
)
ASKED = "Answer the question first: the state would give the answer away"
"""What is said where a state would be copied or saved while a question is open."""


def numbered(quiz: QuizRound) -> str:
    """Return which of the questions it is."""
    return f"Question {quiz.number} of {ROUND}"


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
        return (
            f"{hit} or {miss.lower()}? A wrong answer costs as much as a right "
            "one earns."
        )
    if not quiz.placing or wanted is None:
        return "Then reveal the answer."
    if quiz_play.asks_time(quiz.scene):
        if keys:
            way = f"With the arrow keys bring the time to {wanted.label}."
        else:
            way = f"Drag the time below the picture to {wanted.label}."
        return f"{way} It is at {show(now)}."
    if quiz.place is None:
        return (
            f"Now mark where you expect {wanted.label}, or move a mark there with the "
            "arrow keys."
        )
    return "Mark another place or drag to correct it, then reveal."


def answered(quiz: QuizRound) -> str:
    """Return what was right, and what the answer earns; "" before it is revealed."""
    if quiz.answer is None:
        return ""
    unit = "" if quiz_play.asks_time(quiz.scene) else "m"
    points = points_shown(quiz.answer.points, signed=True)
    return f"{quiz_play.words(quiz, unit)} {points}"


def so_far(quiz: QuizRound) -> str:
    """Return the points of the answers given so far."""
    given = len(quiz.answers)
    points = "point" if given == 1 else "points"
    return f"{points_shown(quiz.points)} of {given} {points}"
