"""A whole class, graded side by side, and its mistakes grouped by their cause."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.explore.judge.causes.nature import WrongNature
from playground.explore.judge.findings import Wrong
from playground.explore.judge.grade.graded import Graded, GradedMistake
from playground.explore.judge.grade.graders import Assignment, all_graded
from playground.explore.judge.grade.submissions import Submission

# Of the cases that are wrong in one of two, so many are wrong in both.
_MANY, _NEARLY = 0.5, 0.9


@dataclass(frozen=True)
class CommonMistake:
    """A mistake that some of a class make: rules first, and then the most frequent.

    Attributes
    ----------
    label : str
        "A", "B" and so on.
    words : str
        What those who make it have in common.
    made : sequence of (Graded, GradedMistake)
        Who makes it and how; one may make it in several ways. The first is that with
        the plainest case.
    """

    label: str
    words: str
    made: Sequence[tuple[Graded, GradedMistake]]

    @property
    def names(self) -> list[str]:
        """Whose mistake it is."""
        return sorted({graded.name for graded, _ in self.made}, key=str.casefold)


def graded_class(
    handed_in: Sequence[Submission],
    assignment: Assignment,
    told: Callable[[Graded], None] = lambda _: None,
    processes: int = 0,
) -> list[Graded]:
    """Return what came of each submission, in their order.

    Parameters
    ----------
    handed_in : sequence of Submission
        The class.
    assignment : Assignment
        What all of them are asked.
    told : callable
        Hears of each as soon as it is known.
    processes : int
        How many work at the same time; 0 for as many as there are cores.
    """
    results = []
    for graded in all_graded(handed_in, assignment, processes or cores()):
        told(graded)
        results.append(graded)
    return results


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def common_mistakes(results: Sequence[Graded]) -> list[CommonMistake]:
    """Return the mistakes of a class, each with who makes it.

    It is the same mistake of two where nearly the same cases are wrong in the same
    ways; or many of the same, and the cause is the same in words.
    """
    groups: list[list[_Made]] = []
    for graded in results:
        for own in _by_words(graded):
            made = next((x for x in groups if x[0].alike(own)), None)
            if made is None:
                groups.append([own])
            else:
                made.append(own)
    groups.sort(
        key=lambda made: (made[0].rounding, -len({x.graded.name for x in made}))
    )
    return [_common(_label(place), made) for place, made in enumerate(groups)]


@dataclass(frozen=True)
class _Made:
    """What somebody does wrong for one cause, in one way or in several."""

    graded: Graded
    words: str
    mistakes: Sequence[GradedMistake]

    @property
    def name(self) -> str:
        return self.graded.name

    @property
    def rounding(self) -> bool:
        return all(one.nature == WrongNature.ROUNDING for one in self.mistakes)

    @property
    def kinds(self) -> set[str]:
        return {one.kind for one in self.mistakes}

    @property
    def where(self) -> NDArray[np.uint8]:
        all_bytes = [np.frombuffer(one.where, np.uint8) for one in self.mistakes]
        return np.unpackbits(np.bitwise_or.reduce(all_bytes))

    def alike(self, other: "_Made") -> bool:
        same = self.words == other.words
        if same and self.kinds == other.kinds == {Wrong.SLOW}:
            return True  # after a few that hang no more is asked
        a, b = self.where, other.where
        if len(a) != len(b):
            return same
        common, both = (a & b).sum(), (a | b).sum()
        return bool(
            (same and common >= _MANY * both)
            or (self.kinds == other.kinds and common >= _NEARLY * both)
        )


def _by_words(graded: Graded) -> Iterator[_Made]:
    found: dict[str, list[GradedMistake]] = {}
    for mistake in graded.mistakes:
        found.setdefault(mistake.words, []).append(mistake)
    for words, mistakes in found.items():
        yield _Made(graded, words, mistakes)


def _common(label: str, group: Sequence[_Made]) -> CommonMistake:
    made = [(own.graded, mistake) for own in group for mistake in own.mistakes]
    made.sort(key=lambda one: (not one[1].picture, one[1].cost))
    return CommonMistake(label, made[0][1].words, made)


def _label(place: int) -> str:
    """Return A to Z, and then AA, AB, ..."""
    letters = ""
    while place >= 0:
        letters = chr(ord("A") + place % 26) + letters
        place = place // 26 - 1
    return letters
