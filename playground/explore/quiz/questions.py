"""Seeded questions about a scene: a figure, and one point of it put where it decides.

The figure is drawn first; then a coin says whether the answer is to be a hit, and only
the place of one point depends on that. A figure that cannot be asked both ways is not
asked. So no angle, no size and no kind of figure tells the answer. The places of a hit
and of a miss are taken so often that no relation of the shapes tells it either, as far
as that can be; a figure in which one still tells too much is not asked.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.explore.map import points
from playground.explore.quiz.hiding import hidden
from playground.explore.quiz.relations import relations, values
from playground.explore.quiz.vary import lengths, varied
from playground.scene import params as parameters
from playground.scene.answer import Verdict
from playground.scene.kinds import NONE
from playground.scene.params import Params
from playground.scene.scene import Entry, Scene, Target
from playground.scene.solution import Solution, ask, picture
from playground.scene.specs import Number, Vector
from playground.scene.time_limit import limited

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

# The answer turns between once and so many times the clearance.
_LOOSE = 2.0
# Pictures whose diagonal is outside these metres are left out: nothing to see.
_SMALLEST, _LARGEST = 1.0, 60.0
# A length that is not 0 must be at least this part of the picture to be seen.
_VISIBLE = 0.02
# The point is looked for in so many places, up to this much beyond the picture.
_PLACES, _BEYOND = 800, 0.4
# So many of the places that are right are looked at more closely,
_CLOSER = 40
# and a figure is left out if a rule of a glance would be right about so much more of
# them than wrong.
_TOLD = 0.4
# So many of each kind tell how much room there is.
_COMPARED = 120
# A figure is varied so often before another is taken.
_VARIATIONS = 12
# Times to be found are spread over so many parts of their axis.
_PARTS = 5


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
        if asks(scene, case.params)
        and _fits(p := _given(scene, name, False), _size(scene, p))
    )


@cache
def _article_figures(scene: Entry) -> tuple[str, ...]:
    """Return the cases of which the article may be right and wrong, plain to see."""
    return tuple(
        name
        for name in figures(scene)
        if asks_article(scene, scene.cases[name].params)
        and _Draft(scene, name, True, Random(name)).asked(True, CLEARANCES[-4:])
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
        for name in _turns(names, scene, seed, number):
            for _ in range(_VARIATIONS):
                article = names is not figures(scene)
                found = _Draft(scene, name, article, rng).asked(hit, wanted)
                if found:
                    return found
    raise ValueError("none of the cases makes a question")


def _turns(names: Sequence[str], scene: Entry, seed: int, number: int) -> Iterator[str]:
    """Yield the names in the seed's order, from the question's own on."""
    order = sorted(names)
    Random(f"{scene.id} {seed}").shuffle(order)
    yield from (order[(number - 1 + i) % len(order)] for i in range(len(order)))


class _Draft:
    """A figure varied, and its point in many places: what may be asked of it."""

    def __init__(self, scene: Entry, name: str, article: bool, rng: Random) -> None:
        self.scene, self.name, self.article, self.rng = scene, name, article, rng
        given = _given(scene, name, article)
        self.p = varied(given, _size(scene, given), rng)
        self.size, self.mover = _size(scene, self.p), _mover(scene, self.p)
        self.timeline = ask(scene, self.p).timeline
        # The part of the time axis in which a hit is to be, also if it is to be a miss.
        self.part = rng.randrange(_PARTS) if _timed(scene) and not article else None

    def asked(self, hit: bool, clearances: Sequence[float]) -> Question | None:
        """Return a question with the first of the clearances that there is room for.

        None where the figure cannot be asked both ways, or a glance would tell.
        """
        if not _fits(self.p, self.size):
            return None
        places = self._places()
        room = self._room(places)
        for clearance in clearances:
            if clearance * self.size > room:
                continue
            sides = self._sides(places, clearance)
            if sides is not None:
                return self._hidden(sides, hit)
        return None

    def _hidden(self, sides: dict[bool, Array], hit: bool) -> Question | None:
        """Return a question from places of hits and of misses, by the weights of both.

        None where even so a rule of a glance would tell too much.
        """
        right = self._some(sides[True], True)
        if self.part is not None and self.part not in {one.end for one in right}:
            return None
        every = [*right, *self._some(sides[False], False)]
        hits = np.arange(len(every)) < len(right)
        ends = np.array([one.end for one in every])
        own = [self.scene.at(one.params)[1] for one in every]
        known = np.stack(list(relations(type(own[0]), values(own)).values()))
        found = hidden(known, hits, ends)
        if found.edge > _TOLD and not self.article:
            return None
        # Both are found before one is taken: a figure shows nothing of the coin.
        wanted = hits & (ends == self.part) if self.part is not None else hits
        chosen = {
            side: self._chosen(every, found.weights * there)
            for side, there in ((True, wanted), (False, ~hits))
        }
        asked = {
            side: one and self._question(one.params) for side, one in chosen.items()
        }
        one = asked[hit]
        return _opened(self.scene, one, self.rng) if one and asked[not hit] else None

    def _chosen(self, every: "list[_Place]", weights: Array) -> "_Place | None":
        if not weights.any():
            return None
        return self.rng.choices(every, weights.tolist())[0]

    def _question(self, p: Params) -> Question | None:
        if not _fits(p, _size(self.scene, p)):
            return None
        return _question(self.scene, self.name, p, self.article)

    def _places(self) -> Array:
        """Return where the point is tried, in hundredths."""
        bounds = picture(self.scene, self.p).upto(0).bounds()
        assert bounds is not None
        far = _BEYOND * self.size
        drawn = [
            [
                round(self.rng.uniform(low - far, high + far), 2)
                for low, high in zip(bounds.low, bounds.high, strict=True)
            ]
            for _ in range(_PLACES)
        ]
        return _in_range(self.p, self.mover, np.array(drawn))

    def _room(self, places: Array) -> float:
        """Return about how far a hit and a miss can be from each other's places.

        The places are few, so that it is rather too far than too near.
        """
        judged = _judged(self.scene, self.p, places, self.article)
        hits = places[judged.known & judged.answer]
        misses = places[judged.known & ~judged.answer]
        if not len(hits) or not len(misses):
            return 0.0
        hits, misses = hits[:_COMPARED], misses[:_COMPARED]
        apart = np.linalg.norm(hits[:, None] - misses, axis=-1)
        return float(min(apart.min(axis=0).max(), apart.min(axis=1).max()))

    def _sides(self, places: Array, clearance: float) -> dict[bool, Array] | None:
        """Return the places of hits and of misses that are as clear; None without both.

        Of the article both are asked with one truth, so that it is right or wrong.
        """
        good, judged = self._clear(places, clearance)
        truths: list[bool | None] = [None]
        if self.article:
            truths = self.rng.sample([True, False], 2)
        for truth in truths:
            there = good if truth is None else good & (judged.hit == truth)
            sides = {
                side: places[there & (judged.answer == side)] for side in (True, False)
            }
            if all(map(len, sides.values())):
                return sides
        return None

    def _clear(self, places: Array, clearance: float) -> "tuple[Flags, _DrawnQuestion]":
        """Return which places are about as clear, and what is answered there.

        About, since with its point there the picture may be larger or smaller.
        """
        here = _judged(self.scene, self.p, places, self.article)
        ways = _ways(places.shape[-1])[:, None]
        step = clearance * self.size
        near, off = (
            _judged(self.scene, self.p, places + by * step * ways, self.article)
            for by in (1.0, _LOOSE)
        )
        stays = (near.answer == here.answer) & (near.hit == here.hit) & near.known
        turns = (off.answer != here.answer) & off.known
        return here.known & stays.all(axis=0) & turns.any(axis=0), here

    def _some(self, places: Array, side: bool) -> "list[_Place]":
        """Return some of the places, with how they end.

        Left out are those whose target is where the point itself is, for all to see,
        if there are others.
        """
        some = self.rng.sample(range(len(places)), min(len(places), _CLOSER))
        placed = side and not self.article and asked_for(self.scene) is not None
        found: dict[bool, list[_Place]] = {True: [], False: []}
        for place in places[some].tolist():
            p = _put(self.p, self.mover, tuple(place))
            target = _target(ask(self.scene, p)) if placed else None
            one = _Place(p, self._end(target))
            found[self._plain(target, place)].append(one)
        return found[False] or found[True]

    def _end(self, target: Target | None) -> int:
        """Return the part of the time axis that a target is in; 0 without one."""
        timeline = self.timeline
        if target is None or not isinstance(target.value, float) or timeline is None:
            return 0
        share = (target.value - timeline.start) / (timeline.end - timeline.start)
        return min(int(_PARTS * share), _PARTS - 1)

    def _plain(self, target: Target | None, place: list[float]) -> bool:
        """Return whether a target is so near to the point that it would earn there."""
        if target is None or isinstance(target.value, float):
            return False
        return math.dist(target.value, place) < REACH * self.size


@dataclass(frozen=True)
class _Place:
    """A place of the point as params, and the number of its end."""

    params: Params
    end: int


@dataclass(frozen=True)
class _DrawnQuestion:
    """Of many places: the answer asked for, the truth, and whether there is one."""

    answer: Flags
    hit: Flags
    known: Flags


def _judged(scene: Entry, p: Params, places: Array, article: bool) -> _DrawnQuestion:
    shape = places.shape[:-1]
    at = tuple(np.moveaxis(places, -1, 0))
    solution = ask(scene, _put(p, _mover(scene, p), at))
    part = solution.scene
    hits = np.zeros(NONE + 1, np.bool_)
    hits[: len(part.answer.outcomes)] = [o.hit for o in part.answer.outcomes]
    index = np.broadcast_to(solution.regions.index, shape)
    hit, known = hits[index], index != NONE
    return _DrawnQuestion(_article(solution, shape) if article else hit, hit, known)


def _article(solution: Solution, shape: tuple[int, ...] = ()) -> Flags:
    """Return whether the article's answers are hits, in its own kind of number."""
    part: Scene[Any, Any] = solution.scene
    assert part.listing is not None
    assert part.quiz is not None
    answer = part.listing.ask(solution.asked, part.listing.dtypes[0])
    return np.broadcast_to(np.asarray(part.quiz.article_hit(answer), np.bool_), shape)


@cache
def _ways(dimension: int) -> Array:
    """Return unit vectors along the axes and the diagonals."""
    grid = np.meshgrid(*[(-1.0, 0.0, 1.0)] * dimension)
    steps = np.stack(grid, axis=-1).reshape(-1, dimension)
    size = np.abs(steps).sum(axis=-1)
    steps = steps[(size == 1.0) | (size == dimension)]
    return np.asarray(steps / np.linalg.norm(steps, axis=-1, keepdims=True))


def clearance(scene: Entry, question: Question) -> float:
    """Return how clear a question is, in parts of the diagonal, to about a tenth."""
    p, shares = question.params, 0.005 * 1.1 ** np.arange(48)
    size, at = _size(scene, p), np.array(getattr(p, _mover(scene, p)))
    ways = _ways(len(at))[:, None] * shares[:, None] * size
    here = _judged(scene, p, at[None], question.of_article)
    off = _judged(scene, p, at + ways, question.of_article)
    turned = ((off.answer != here.answer) & off.known).any(axis=0)
    return float(shares[turned][0]) if turned.any() else float(shares[-1])


def _mover(scene: Entry, p: Params) -> str:
    part, _ = scene.at(p)
    wanted = (part.quiz and part.quiz.moves) or part.moved
    known = points(p)
    return wanted if wanted in known else known[0]


def _timed(scene: Entry) -> bool:
    wanted = asked_for(scene)
    return wanted is not None and isinstance(wanted.value, float)


def _put(p: Params, name: str, at: tuple[Any, ...]) -> Params:
    """Return the params with a point, and all that are in one place with it, there."""
    here = getattr(p, name)
    together = [other for other in points(p) if getattr(p, other) == here]
    return replace(p, **dict.fromkeys(together, at))


def _in_range(p: Params, name: str, places: Array) -> Array:
    """Return those of the places that the point may have."""
    spec = parameters.specs(type(p))[name]
    assert isinstance(spec, Vector)
    return places[((places >= spec.low) & (places <= spec.high)).all(axis=-1)]


def _question(scene: Entry, name: str, p: Params, article: bool) -> Question:
    solution = ask(scene, p)
    verdict, target, size = _verdict(solution), None, _size(scene, p)
    hit, wanted = verdict.hit, asked_for(scene)
    if article:
        hit = bool(_article(solution))
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
        raise ValueError("no outcome holds")
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


def _given(scene: Entry, name: str, article: bool) -> Params:
    """Return a case's params at the start of time.

    A time that answers depend on is one that the article looks at: at its end.
    """
    p = scene.cases[name].params
    timeline = ask(scene, p).timeline
    if timeline is None:
        return p
    spec = parameters.specs(type(p))[timeline.parameter]
    late = article and isinstance(spec, Number) and not spec.view
    time = timeline.end if late else timeline.start
    return parameters.with_values(p, **{timeline.parameter: time})
