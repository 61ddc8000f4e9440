"""Seeded questions about a scene: a figure, and one point of it put where it decides.

The figure is drawn first; then a coin says whether the answer is to be a hit, and only
the place of one point depends on that. A figure that cannot be asked both ways is not
asked. So no angle, no size and no kind of figure tells the answer. The places of a hit
and of a miss are taken so often that no relation of the shapes tells it either, as far
as that can be; a figure in which one still tells too much is not asked.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.analysis.heat_map import points
from playground.collision._sincos import cosine_and_sine
from playground.i18n import message
from playground.quiz.features import relations, values
from playground.quiz.placement import Movable, Sides, hidden, put, says_hit, ways
from playground.scene import params as parameters
from playground.scene.answer import Verdict
from playground.scene.author_files import limited
from playground.scene.handles import Vec
from playground.scene.parameter_types import Angle, Number, Points, Spec, Vector
from playground.scene.params import Params
from playground.scene.scene import Entry, Target
from playground.scene.solution import Solution, ask, picture

# Points go up to this part of the picture elsewhere.
_JITTER = 0.2
# Lengths become longer or shorter by up to these factors.
_STRETCH = 0.5, 1.7
# So many angles stay as they are: upright figures are seen as well.
_UNTURNED = 0.3


def free(p: Params) -> list[tuple[str, Spec]]:
    """Return the parameters that a question varies."""
    return [
        (name, spec)
        for name, spec in parameters.relevant(p).items()
        if isinstance(spec, Number | Vector | Points)
        and not (isinstance(spec, Number) and spec.time)
    ]


def lengths(p: Params) -> Iterable[float]:
    """Yield the lengths among the params, those of arrows too."""
    for name, spec in free(p):
        value = getattr(p, name)
        if isinstance(spec, Vector) and spec.low >= 0.0:
            yield from value
        elif isinstance(spec, Vector) and not spec.place:
            yield math.hypot(*value)
        elif isinstance(spec, Number) and not isinstance(spec, Angle):
            yield abs(value)


def varied(p: Params, size: float, rng: Random) -> Params:
    """Return the params with every number changed, in hundredths; arrows turned.

    `size` is that of the picture. Points that are one, as the start and end of a rest,
    stay one. What is equal to 0 stays so.
    """
    changed: dict[str, Any] = {}
    together: dict[Vec, Vec] = {}

    def moved(at: Vec) -> Vec:
        by = _JITTER * size
        shaken = tuple(round(x + rng.uniform(-by, by), 2) for x in at)
        return together.setdefault(at, shaken)

    for name, spec in free(p):
        value = getattr(p, name)
        if isinstance(spec, Angle):
            turn = round(rng.uniform(-math.pi, math.pi), 3)
            changed[name] = value if rng.random() < _UNTURNED else turn
        elif isinstance(spec, Number):
            changed[name] = round(value * rng.uniform(*_STRETCH), 2)
        elif isinstance(spec, Points):
            changed[name] = tuple(moved(at) for at in value)
        elif isinstance(spec, Vector) and spec.low >= 0.0:
            changed[name] = tuple(round(x * rng.uniform(*_STRETCH), 2) for x in value)
        elif isinstance(spec, Vector) and spec.place:
            changed[name] = moved(value)
        else:
            changed[name] = _turned(value, rng)
    return parameters.with_values(p, **changed)


def _turned(arrow: Vec, rng: Random) -> Vec:
    """Return an arrow turned anyhow, in space about the upright axis, and stretched."""
    # Space has y up; the plane turns x and y.
    one, other = (0, 2) if len(arrow) == 3 else (0, 1)
    turn = rng.uniform(-math.pi, math.pi)
    c, s = cosine_and_sine(np.array(turn)).tolist()
    way = list(arrow)
    way[one], way[other] = (
        c * arrow[one] - s * arrow[other],
        s * arrow[one] + c * arrow[other],
    )
    by = rng.uniform(*_STRETCH)
    return tuple(round(by * x, 2) for x in way)


# ----------------------------------------------------------------------------


Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

CLEARANCES = (0.04, 0.035, 0.03, 0.026, 0.022, 0.019, 0.016, 0.014, 0.012, 0.01)
"""By how much of the figure's diagonal the answer is clear, after so many in a row.

That is how far the point must go, in some direction, until the answer turns: at least
so far, at most twice. The diagonal is that of the figure before its point is put. Where
a figure has no room for that, it is the next of them that it has room for. The first
is no more, since a clear hit looks like one.
"""

# From this part of the picture (or of the time axis) away a place earns nothing.
REACH = 0.05

ARTICLE_SHARE = 0.3
"""This part of the questions is about the article's answer, where there is one."""

# Pictures whose diagonal is outside these metres are left out: nothing to see.
_SMALLEST = 1.0
_LARGEST = 60.0
# A length that is not 0 must be at least this part of the picture to be seen.
_VISIBLE = 0.02
# At most so many places of hits, and of misses, are weighed.
_MOST = 40
# A figure is left out if a rule of a glance would be right about so much more of them
# than wrong. After so many figures the one is taken of which it tells least. Of those
# that ask for the article's answer a rule nearly always tells more, so few are tried.
_TOLD = 0.4
_TRIES = 20
_ARTICLE_TRIES = 4
# So many of its places are chosen until one is not where its target is, for all to see.
_CHOICES = 6
# A figure is varied so often before another is taken.
_VARIATIONS = 4


@dataclass(frozen=True)
class Question:
    """What is asked, and the truth about it.

    Attributes
    ----------
    params : Params
        The figure, complete.
    figure : str
        The case whose shapes and sizes it was made from.
    of_article : bool
        The article's answer is asked for, not the true one.
    hit : bool
        The answer asked for.
    outcome : str
        How it truly ends.
    target : Target or None
        The place or time to be found, None where there is none.
    size : float
        The picture's diagonal, or for a time the length of its axis.
    """

    params: Params
    figure: str
    of_article: bool
    hit: bool
    outcome: str
    target: Target | None
    size: float


def asks(scene: Entry, params: Params) -> str:
    """Return what is asked about these params; "" where nothing can be."""
    part, own = scene.at(params)
    if part.quiz is None or part.single or not points(params):
        return ""
    return part.quiz.asks(own)


def asks_article(scene: Entry, params: Params) -> str:
    """Return what is asked about the article's answer; "" where nothing is."""
    part, own = scene.at(params)
    if part.quiz is None or part.listing is None or not asks(scene, params):
        return ""
    return part.quiz.asks_article(own)


@cache
def figures(scene: Entry) -> tuple[str, ...]:
    """Return the cases from which questions are made."""
    return tuple(
        name
        for name, case in scene.cases.items()
        if asks(scene, case.params) and _fits(*_given(scene, name, False))
    )


@cache
def _article_figures(scene: Entry) -> tuple[str, ...]:
    """Return the cases of which the article may be right and wrong, plain to see."""
    return tuple(
        name
        for name in figures(scene)
        if asks_article(scene, scene.cases[name].params)
        and _Draft(scene, name, True, Random(name)).sides(CLEARANCES[-4:])
    )


@cache
def asked_for(scene: Entry) -> Target | None:
    """Return a target as the scene's cases have it: what it is called, point or time.

    It is the same for every question, so that asking for it gives nothing away.
    """
    for name in figures(scene):
        target = _target(ask(scene, scene.cases[name].params))
        if target:
            return target
    return None


def drawn(scene: Entry, seed: int, number: int, streak: int) -> Question:
    """Return the question with this number of a seed, after so many right in a row.

    Figures go by in an order of the seed's own; which one is asked about what, and
    whether it is a hit, is the same for every streak. ValueError if none can be.
    """
    # Of two seeds one has the hits where the other has the misses: over many rounds
    # neither is the better guess, and within one nothing follows from it.
    coin = Random(f"{scene.id} {seed // 2} {number}").random() < 0.5
    hit = coin == (seed % 2 == 0)
    rng = Random(f"{scene.id} {seed} {number} figure")
    of_article = rng.random() < ARTICLE_SHARE
    wanted = CLEARANCES[min(streak, len(CLEARANCES) - 1) :]
    kinds = [_article_figures(scene)] if of_article else []
    for names in (*kinds, figures(scene)):
        article = names is not figures(scene)
        tries = _ARTICLE_TRIES if article else _TRIES
        found: list[_Draft] = []
        for name in _turns(names, scene, seed, number):
            for _ in range(_VARIATIONS):
                draft = _Draft(scene, name, article, rng)
                if draft.found(wanted):
                    found.append(draft)
                if draft.told <= _TOLD or len(found) == tries:
                    asked = _least_told(found)
                    if asked:
                        return _opened(scene, asked[hit], rng)
                    found.clear()
        asked = _least_told(found)
        if asked:
            return _opened(scene, asked[hit], rng)
    raise ValueError(message("none of the cases makes a question"))


def _turns(names: Sequence[str], scene: Entry, seed: int, number: int) -> Iterator[str]:
    """Yield the names in the seed's order, from the question's own on."""
    order = sorted(names)
    Random(f"{scene.id} {seed}").shuffle(order)
    yield from (order[(number - 1 + i) % len(order)] for i in range(len(order)))


def _least_told(drafts: "Sequence[_Draft]") -> "dict[bool, Question] | None":
    """Return the questions of the figure of which a glance tells least."""
    for draft in sorted(drafts, key=lambda draft: draft.told):
        asked = draft.questions()
        if asked:
            return asked
    return None


class _Draft:
    """A figure varied, and its point in many places: what may be asked of it."""

    def __init__(self, scene: Entry, name: str, article: bool, rng: Random) -> None:
        self.scene, self.name, self.article, self.rng = scene, name, article, rng
        given, size = _given(scene, name, article)
        self.p = varied(given, size, rng)
        self.size = _size(scene, self.p)
        self.movable = Movable(scene, self.p, self.size, article)
        # How much a glance tells; for a hit and for a miss the places with weights.
        self.told = math.inf
        self.weighed: dict[bool, tuple[list[Params], list[float]]] = {}

    def found(self, clearances: Sequence[float]) -> bool:
        """Find places and their weights; False where it cannot be asked both ways."""
        sides = self.sides(clearances)
        if sides:
            self._weigh(sides)
        return sides is not None

    def sides(self, clearances: Sequence[float]) -> Sides | None:
        """Return places of hits and of misses as clear as there is room for, if any."""
        if not _fits(self.p, self.size):
            return None
        return self.movable.sides(clearances, self.rng)

    def _weigh(self, sides: Sides) -> None:
        """Weigh places of hits and of misses so that a glance tells least."""
        right, wrong = (self._some(sides[side]) for side in (True, False))
        every = [*right, *wrong]
        hits = np.arange(len(every)) < len(right)
        own = [self.scene.at(p)[1] for p in every]
        known = np.stack(list(relations(type(own[0]), values(own)).values()))
        by = hidden(known, hits)
        self.told = by.edge
        self.weighed = {
            side: (every, (by.weights * (hits == side)).tolist())
            for side in (True, False)
        }

    def questions(self) -> dict[bool, Question] | None:
        """Return a question that is a hit and one that is none.

        Both are found before one is taken: a figure shows nothing of the coin.
        """
        asked = {}
        for side, (places, weights) in self.weighed.items():
            for p in self.rng.choices(places, weights, k=_CHOICES):
                if not _fits(p, _size(self.scene, p)):
                    continue
                asked[side] = _question(self.scene, self.name, p, self.article)
                if not self._plain(asked[side]):
                    break
        return asked if len(asked) == len(self.weighed) else None

    def _some(self, places: Array) -> list[Params]:
        some = self.rng.sample(range(len(places)), min(len(places), _MOST))
        at = map(tuple, places[some].tolist())
        return [put(self.p, self.movable.mover, place) for place in at]

    def _plain(self, question: Question) -> bool:
        """Return whether its target is so near to the point that that would earn."""
        target = question.target
        if target is None or isinstance(target.value, float):
            return False
        place = getattr(question.params, self.movable.mover)
        return math.dist(target.value, place) < REACH * self.size


def clearance(scene: Entry, question: Question) -> float:
    """Return how clear a question is, in parts of the diagonal, to about a tenth."""
    p, shares = question.params, 0.005 * 1.1 ** np.arange(48)
    movable = Movable(scene, p, _size(scene, p), question.of_article)
    at = np.array(getattr(p, movable.mover))
    here = movable.judged(at[None])
    off = movable.judged(at + ways(len(at))[:, None] * shares[:, None] * movable.size)
    turned = ((off.answer != here.answer) & off.known).any(axis=0)
    return float(shares[turned][0]) if turned.any() else float(shares[-1])


def _timed(scene: Entry) -> bool:
    wanted = asked_for(scene)
    return wanted is not None and isinstance(wanted.value, float)


def _question(scene: Entry, name: str, p: Params, article: bool) -> Question:
    solution = ask(scene, p)
    verdict, target, size = _verdict(solution), None, _size(scene, p)
    hit, wanted = verdict.hit, asked_for(scene)
    if article:
        hit = bool(says_hit(solution))
    elif hit and wanted:
        target = _target(solution)
        if target and type(target.value) is not type(wanted.value):
            target = None
        timeline = solution.timeline
        if target and isinstance(target.value, float) and timeline:
            size = timeline.end - timeline.start
    return Question(p, name, article, hit, verdict.text, target, size)


def _opened(scene: Entry, question: Question, rng: Random) -> Question:
    """Return the question with the time somewhere, if a time may be asked for.

    It is anywhere on its axis, but not where it would earn something.
    """
    timeline = ask(scene, question.params).timeline
    if not timeline or not _timed(scene):
        return question
    truth = question.target.value if question.target else None
    while True:
        time = round(rng.uniform(timeline.start, timeline.end), 2)
        if not isinstance(truth, float) or abs(time - truth) > REACH * question.size:
            break
    values = {timeline.parameter: time}
    return replace(question, params=replace(question.params, **values))


def _target(solution: Solution) -> Target | None:
    quiz = solution.scene.quiz
    if quiz is None or quiz.target is None:
        return None
    return limited("the target", quiz.target, solution.params, solution.result)


def _verdict(solution: Solution) -> Verdict:
    """Return the verdict; ValueError for params without one."""
    if solution.verdict is None:
        raise ValueError(message("no outcome holds"))
    return solution.verdict


def _size(scene: Entry, p: Params) -> float:
    """Return the diagonal of what a question shows; NaN if nothing."""
    bounds = picture(scene, p).upto(0).bounds()
    return math.dist(bounds.low, bounds.high) if bounds else math.nan


def _fits(p: Params, size: float) -> bool:
    """Return whether a picture has a size to work with and no hidden detail."""
    least = _VISIBLE * size
    return _SMALLEST <= size <= _LARGEST and all(
        not 0.0 < length < least for length in lengths(p)
    )


@cache
def _given(scene: Entry, name: str, article: bool) -> tuple[Params, float]:
    """Return a case's params at the start of time, and the size of its picture.

    A time that answers depend on is one that the article looks at: at its end.
    """
    p = scene.cases[name].params
    timeline = ask(scene, p).timeline
    if timeline is None:
        return p, _size(scene, p)
    spec = parameters.specs(type(p))[timeline.parameter]
    late = article and isinstance(spec, Number) and not spec.view
    time = timeline.end if late else timeline.start
    p = parameters.with_values(p, **{timeline.parameter: time})
    return p, _size(scene, p)
