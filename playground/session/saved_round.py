"""Quiz rounds as JSON values, to continue them after a restart."""

from collections.abc import Mapping
from typing import Annotated, Any

from playground.quick_dataclass import dataclass
from playground.quiz.questions import Question, make_question
from playground.quiz.round import MAX_SEED, QUESTION_COUNT, QuizRound, mark_guess
from playground.scene import json_schema
from playground.scene.handles import Vec
from playground.scene.scene import SceneEntry
from playground.scene.serialization import from_json_values, to_json_values
from playground.session.saved_state import State

_Place = Annotated[
    tuple[Annotated[float, json_schema.number_schema(-1e12, 1e12)], ...],
    json_schema.LengthRange(0, 3),
]


@dataclass(frozen=True)
class SavedGuess:
    """A question of a round with its guess.

    Attributes
    ----------
    state : mapping
        The figure, as JSON values of a state.
    of_article : bool
        Whether the question is about the article's answer.
    hit : bool or None
        The guess; None while the question is open.
    place : tuple of float
        The guessed point in world units, or one number for a time; empty for none.
    """

    state: Mapping[str, Any]
    of_article: bool = False
    hit: bool | None = None
    place: _Place = ()


@dataclass(frozen=True)
class SavedRound:
    """A quiz round: seed, its questions so far, and whether it has ended."""

    seed: Annotated[int, json_schema.integer_schema(0, MAX_SEED)]
    guesses: Annotated[
        tuple[SavedGuess, ...], json_schema.LengthRange(1, QUESTION_COUNT)
    ]
    ended: bool = False


def serialize_round(quiz: QuizRound) -> dict[str, Any]:
    """Return a round as JSON values."""
    guesses = [
        _save_guess(quiz.scene, answer.question, answer.verdict, answer.place)
        for answer in quiz.answers
    ]
    if quiz.answer is None:
        guesses.append(_save_guess(quiz.scene, quiz.question))
    values_saved: dict[str, Any] = to_json_values(
        SavedRound(quiz.seed, tuple(guesses), quiz.ended)
    )
    return values_saved


def _save_guess(
    scene: SceneEntry,
    question: Question,
    hit: bool | None = None,
    place: Vec | float | None = None,
) -> SavedGuess:
    state = to_json_values(State(scene, question.params, question.figure))
    numbers = (place,) if isinstance(place, float) else place or ()
    return SavedGuess(state, question.of_article, hit, numbers)


def parse_round(values: object, scene: SceneEntry) -> QuizRound:
    """Return the round in JSON values.

    Raises
    ------
    ValueError
        The values are not a round of this scene, or leave a question before the last
        open.
    """
    saved = from_json_values(SavedRound, values)
    questions = [_parse_question(guess, scene) for guess in saved.guesses]
    *_, last = saved.guesses
    answers = tuple(
        mark_guess(question, guess.hit, _parse_place(guess, question))
        for guess, question in zip(saved.guesses, questions, strict=True)
        if guess.hit is not None
    )
    if len(answers) < len(questions) - (last.hit is None):
        raise ValueError("a question before the last is open")
    return QuizRound(
        scene,
        saved.seed,
        questions[-1],
        len(questions),
        last.hit,
        _parse_place(last, questions[-1]),
        answers,
        saved.ended and last.hit is not None,
    )


def _parse_question(guess: SavedGuess, scene: SceneEntry) -> Question:
    state: State = from_json_values(State, guess.state, scenes=[scene])
    return make_question(scene, state.case, state.params, guess.of_article)


def _parse_place(guess: SavedGuess, question: Question) -> Vec | float | None:
    place = guess.place[0] if len(guess.place) == 1 else guess.place or None
    target = question.target and question.target.value
    if place is not None and target is not None and type(place) is not type(target):
        raise ValueError("a place is compared with a time")
    return place
