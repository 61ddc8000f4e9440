"""What the listing of article 4 answers beside the truth, and why where it differs."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from playground.collision import SphereMotion, SweptSphereLine, articles
from playground.scene.drawlist import (
    Dot,
    DrawList,
    Label,
    Marker,
    Record,
    Role,
    Segment,
)
from playground.scene.scene import (Rival, show)
from scenes import _sphere_mistakes as mistakes
from scenes._sphere_model import (
    EXTENSION,
    SphereLineAnswer,
    SphereLineParams,
    crosses,
    marked,
    section,
    xyz,
)

# The steps of the derivation in which a difference arises.
_FOOT, _DISCRIMINANT, _TIMES, _WITHIN, _PLACE = 2, 5, 6, 7, 8
_KEY = "article"


@dataclass(frozen=True)
class _Trial:
    """Both answers, and how exactly they are compared: `tolerance` is a length."""

    p: SphereLineParams
    exact: SweptSphereLine
    article: articles.SphereLine
    single: bool
    tolerance: float

    @property
    def timeless(self) -> bool:
        return bool(mistakes.is_timeless(self.article))

    @property
    def kind(self) -> str:
        return "float32" if self.single else "float64"


def rival(p: SphereLineParams, r: SphereLineAnswer, single: bool) -> Rival:
    """Return the listing's answer, and why it differs where it does."""
    trial = _trial(p, r, single)
    why, step = _difference(trial)
    return Rival(_says(trial), not why, why, step)


def draw(p: SphereLineParams, r: SphereLineAnswer, out: DrawList, single: bool) -> None:
    """Draw the listing's position and time, hollow, in both views."""
    trial = _trial(p, r, single)
    t = 0.0 if trial.timeless else float(trial.article.t)
    if not -EXTENSION <= t <= 1.0 + EXTENSION:
        return
    out.add(*_position(trial))
    plane = section(r.exact)
    dot = Dot(plane.center(t), 8.5, Marker.RING)
    out.views[0].add(*marked(Role.ACCENT, _KEY, _TIMES, dot))


def _position(trial: _Trial) -> Iterator[Record]:
    at = xyz(trial.article.position)
    time = "no time" if trial.timeless else f"t = {show(trial.article.t, 3)}"
    name = Label(at, f"article: {time}", (-1.0, 0.6, 0.0), gap=14.0)
    yield from marked(Role.ACCENT, _KEY, _TIMES, Dot(at, 8.5, Marker.RING), name)
    contact = xyz(trial.exact.contact)
    if trial.exact.hit and math.dist(at, contact) > trial.tolerance:
        apart = Segment(at, contact, width=1.25, dashed=True, alpha=0.7)
        yield from marked(Role.ACCENT, _KEY, _PLACE, apart)


def _trial(p: SphereLineParams, r: SphereLineAnswer, single: bool) -> _Trial:
    article = r.article if single else r.article64
    return _Trial(p, r.exact, article, single, float(mistakes.tolerance(p, single)))


def _says(trial: _Trial) -> str:
    """Return the listing's answer in words."""
    time = "FLT_MAX" if trial.timeless else show(trial.article.t)
    if trial.article.hit:
        return f"hit at t = {time}"
    return "no hit" if trial.timeless else f"no hit, yet t = {time}"


def _difference(trial: _Trial) -> tuple[str, int]:
    """Return why the listing differs and the step in which it does, or nothing."""
    found = mistakes.found(trial.p, trial.exact, trial.article, trial.single)
    match found.name():
        case mistakes.PAST.name:
            return _past(trial), _WITHIN
        case mistakes.NO_TIME.name:
            return _no_time(trial), _WITHIN
        case mistakes.UNASKED.name:
            return _unasked(trial), _WITHIN
        case mistakes.STILL.name:
            return _still(trial), _DISCRIMINANT
        case mistakes.TOUCHING.name:
            return _touching(trial), _WITHIN
        case mistakes.CENTRE.name:
            return _centre(trial), _PLACE
        case mistakes.ROUNDED.name:
            return _rounded(trial)
    return "", 0


def _past(trial: _Trial) -> str:
    return (
        f"It returns the root in the past, t = {show(trial.article.t, 3)}, and a "
        "position behind the start, where the sphere was not in this step."
    )


def _no_time(trial: _Trial) -> str:
    """Return why a hit comes without a time."""
    motion = {
        SphereMotion.RESTING: "The sphere does not move",
        SphereMotion.PARALLEL: "The sphere moves along the line",
        SphereMotion.CROSSING: "The motion across the line is below its fixed limit",
    }[SphereMotion(int(trial.exact.motion))]
    return (
        f"{motion}, so it hands out FLT_MAX, the largest float, for the time; it "
        "meets the line at t = 0."
    )


def _unasked(trial: _Trial) -> str:
    t = float(trial.article.t)
    where = "beyond the end" if t > 1.0 else "behind the start"
    return (
        f"It answers no hit, rightly, but still hands out the time {show(t, 3)} and a "
        f"position {where}; nothing is defined there."
    )


def _still(trial: _Trial) -> str:
    return (
        f"α = {show(trial.exact.alpha, 6)} is below its fixed 0.00001 and counts as no "
        "motion, where only overlap is a hit."
    )


def _touching(trial: _Trial) -> str:
    if crosses(trial.exact):
        return (
            "It touches as it leaves: the root looked at is in the past, and overlap "
            "is tested by <."
        )
    return (
        "Without motion across the line it counts only overlap, by <, so touching is a "
        "miss."
    )


def _centre(trial: _Trial) -> str:
    apart = math.dist(xyz(trial.article.position), xyz(trial.exact.contact))
    return (
        "Its collision position is the sphere's centre at the touch, "
        f"{show(apart, 3)} m away from the place where the two meet."
    )


def _rounded(trial: _Trial) -> tuple[str, int]:
    """Return what the rounding spoils."""
    hit, said = bool(trial.exact.hit), bool(trial.article.hit)
    if hit and said:
        return _moved(trial)
    if mistakes.direction_is_lost(trial.p, trial.single):
        return _short_direction(trial), _FOOT
    return _lost(trial) if hit else _invented(trial)


def _short_direction(trial: _Trial) -> str:
    if mistakes.length_found(trial.p, trial.single) == 0.0:
        return (
            f"The square of so short a direction is 0 in {trial.kind}, and so is its "
            "length: the line shrinks to the point Q."
        )
    return (
        f"The square of so short a direction loses its digits in {trial.kind}: what "
        "should be the unit vector V is none."
    )


def _lost(trial: _Trial) -> tuple[str, int]:
    """Return how rounding loses a true hit."""
    if trial.exact.embedded:
        why = (
            f"The overlap at the start is less than the rounding error of {trial.kind}."
        )
        return why, _WITHIN
    if trial.timeless:
        why = (
            f"In {trial.kind} the rounded discriminant comes out below 0, and the "
            "touch is lost."
        )
        return why, _DISCRIMINANT
    why = (
        f"The rounding error of {trial.kind} moves the first touch out of the step, to "
        f"t = {show(trial.article.t, 9)}."
    )
    return why, _TIMES


def _invented(trial: _Trial) -> tuple[str, int]:
    """Return how rounding makes a hit where there is no touch."""
    e, kind = trial.exact, trial.kind
    if not crosses(e) or trial.timeless or not 0.0 <= float(trial.article.t) <= 1.0:
        why = (
            f"The gap at the start is less than the rounding error of {kind}, which "
            "makes it an overlap."
        )
        return why, _WITHIN
    if float(e.discriminant) < 0.0:
        why = (
            f"The rounding error of {kind} in the discriminant is larger than the "
            "miss, and its sign is wrong."
        )
        return why, _DISCRIMINANT
    why = f"The rounding error of {kind} moves the touch into the step."
    return why, _TIMES


def _moved(trial: _Trial) -> tuple[str, int]:
    """Return by how much rounding moves the time where both answer a hit."""
    if mistakes.direction_is_lost(trial.p, trial.single):
        return _short_direction(trial), _FOOT
    off = abs(float(trial.article.t) - float(trial.exact.t))
    why = f"The rounding error of {trial.kind} moves the time by {show(off, 9)}."
    return why, _TIMES
