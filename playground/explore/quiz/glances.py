"""What a rule of one glance earns in the quiz: one threshold on one relation.

Each rule is fitted on every other round and scored on the rounds between. Pure.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.explore.quiz.questions import Question, drawn
from playground.explore.quiz.relations import relations, values
from playground.explore.quiz.rounds import ROUND, marked
from playground.scene.scene import Entry

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

# So many in a row as somebody meets who is right two times of three.
_STREAKS = 0, 1, 2


@dataclass(frozen=True)
class Glance:
    """A rule, "hit where a relation is above (or below) a threshold".

    `share` is what it earns of a perfect round with no place given, `edge` by how much
    it is right more often than wrong: what it would earn if every place came free.
    Both are of rounds that it was not fitted on; `learned` is the share of those that
    it was.
    """

    relation: str
    above: bool
    threshold: float
    share: float
    edge: float
    learned: float

    @property
    def rule(self) -> str:
        """The rule in words."""
        sign = ">" if self.above else "<"
        return f"hit where {self.relation} {sign} {self.threshold:.3g}"


def asked(scene: Entry, seeds: Sequence[int]) -> list[Question]:
    """Return the questions of a round of each seed, after none to two in a row."""
    return [
        drawn(scene, seed, number, _STREAKS[(number - 1) % len(_STREAKS)])
        for seed in seeds
        for number in range(1, ROUND + 1)
    ]


def glances(scene: Entry, questions: Sequence[Question]) -> list[Glance]:
    """Return the rule of every relation, what earns most first.

    `questions` are whole rounds, at least two. The best of so many rules is better by
    some luck too, the more the fewer the rounds.
    """
    own = [scene.at(question.params)[1] for question in questions]
    found = relations(type(own[0]), values(own))
    hit = np.array([question.hit for question in questions])
    yes = np.array([marked(question, True, None).points for question in questions])
    no = np.array([marked(question, False, None).points for question in questions])
    fitted = np.arange(len(questions)) // ROUND % 2 == 0
    rules = []
    for name, x in found.items():
        threshold, above = _fit(x[fitted], (yes - no)[fitted])
        says = (x > threshold) == above
        points = np.where(says, yes, no)
        edge = np.where(says == hit, 1.0, -1.0)
        new = float(points[~fitted].mean()), float(edge[~fitted].mean())
        rules.append(Glance(name, above, threshold, *new, float(points[fitted].mean())))
    return sorted(rules, key=lambda rule: -rule.share)


def _fit(x: Array, gain: Array) -> tuple[float, bool]:
    """Return the best threshold, and whether hits are above it.

    `gain` is by how much to say hit earns more than to say miss.
    """
    order = np.argsort(x, kind="stable")
    sorted_x = x[order]
    below = np.cumsum(gain[order])[:-1]
    cuts = np.flatnonzero(sorted_x[1:] > sorted_x[:-1])
    if not len(cuts):
        return float(sorted_x[0]), True
    earned = np.stack([gain.sum() - below[cuts], below[cuts]])
    side, best = np.unravel_index(earned.argmax(), earned.shape)
    i = cuts[best]
    return float(sorted_x[i] + sorted_x[i + 1]) / 2.0, bool(side == 0)
