"""What the listing of article 4 answers beside the truth, and why where it differs."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from playground.collision import SphereMotion, SweptSphereLine, articles
from playground.drawlist import Dot, DrawList, Label, Marker, Record, Role, Segment
from playground.scene import Rival, show
from scenes._sphere_model import (
    EXTENSION,
    SphereLineAnswer,
    SphereLineParams,
    center_at,
    crosses,
    marked,
    minus,
    section,
    unit,
    xyz,
)

# The steps of the derivation in which a difference arises.
_FOOT, _DISCRIMINANT, _TIMES, _WITHIN, _PLACE = 2, 5, 6, 7, 8
# From there on the listing's step across the line counts as motion.
_EPSILON = 0.00001
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
        return float(self.article.t) == articles.FLT_MAX

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
    plane = section(p, r.exact)
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
    numbers = (*p.start, *p.end, *p.line_point, p.radius)
    share = 1e-5 if single else 1e-12
    article = r.article if single else r.article64
    return _Trial(p, r.exact, article, single, share * max(map(abs, numbers)))


def _says(trial: _Trial) -> str:
    """Return the listing's answer in words."""
    time = "FLT_MAX" if trial.timeless else show(trial.article.t)
    if trial.article.hit:
        return f"hit at t = {time}"
    return "no hit" if trial.timeless else f"no hit, yet t = {time}"


def _difference(trial: _Trial) -> tuple[str, int]:
    """Return why the listing differs and the step in which it does, or nothing."""
    hit, said = bool(trial.exact.hit), bool(trial.article.hit)
    if hit and not said:
        return _wrong_direction(trial) or _lost(trial)
    if said and not hit:
        return _wrong_direction(trial) or _invented(trial)
    if not hit:
        return _without_hit(trial)
    return _wrong_time(trial) or _wrong_place(trial) or ("", 0)


def _wrong_direction(trial: _Trial) -> tuple[str, int] | None:
    """Return what follows from a direction whose square underflows, if it does."""
    number = np.float32 if trial.single else np.float64
    v = np.asarray(trial.p.line_direction, dtype=number)
    with np.errstate(all="ignore"):
        size = np.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2])
        turned = v / size if size else v
    if size == 0.0:
        why = (
            f"The square of so short a direction is 0 in {trial.kind}, and so is its "
            "length: the line shrinks to the point Q."
        )
        return why, _FOOT
    if math.dist(turned.astype(float), unit(trial.p)) > 1e-3:
        why = (
            f"The square of so short a direction loses its digits in {trial.kind}: "
            "what should be the unit vector V is none, or points elsewhere."
        )
        return why, _FOOT
    return None


def _lost(trial: _Trial) -> tuple[str, int]:
    """Return why the listing misses a true hit."""
    e, kind = trial.exact, trial.kind
    if e.embedded:
        why = f"The overlap at the start is less than the rounding error of {kind}."
        return why, _WITHIN
    if not crosses(e):
        why = (
            "Without motion across the line it counts only overlap, by <, so touching "
            "is a miss."
        )
        return why, _WITHIN
    if _counts_as_still(trial):
        why = (
            f"α = {show(e.alpha, 6)} is below its fixed 0.00001 and counts as no "
            "motion, where only overlap is a hit."
        )
        return why, _DISCRIMINANT
    if trial.timeless:
        why = (
            f"In {kind} the rounded discriminant comes out below 0, and the touch is "
            "lost."
        )
        return why, _DISCRIMINANT
    if float(e.omega) == 0.0 and float(e.beta) > 0.0:
        why = (
            "It touches as it leaves: the root looked at is in the past, and overlap "
            "is tested by <."
        )
        return why, _WITHIN
    why = (
        f"The rounding error of {kind} moves the first touch out of the step, to "
        f"t = {show(trial.article.t, 9)}."
    )
    return why, _TIMES


def _counts_as_still(trial: _Trial) -> bool:
    """Return whether the listing has no time because of alpha, not of the root."""
    return trial.timeless and float(trial.exact.alpha) <= 1.001 * _EPSILON


def _invented(trial: _Trial) -> tuple[str, int]:
    """Return why the listing hits where there is no touch: rounding, always."""
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


def _without_hit(trial: _Trial) -> tuple[str, int]:
    if trial.timeless:
        return "", 0
    t = float(trial.article.t)
    where = "beyond the end" if t > 1.0 else "behind the start"
    why = (
        f"It answers no hit, rightly, but still hands out the time {show(t, 3)} and a "
        f"position {where}; nothing is defined there."
    )
    return why, _WITHIN


def _wrong_time(trial: _Trial) -> tuple[str, int] | None:
    """Return why the time of a hit is wrong, or None if it is right."""
    e, t = trial.exact, float(trial.article.t)
    if trial.timeless:
        return _no_time(trial), _WITHIN
    step = math.hypot(*minus(trial.p.end, trial.p.start))
    if abs(t - float(e.t)) * step <= trial.tolerance:
        return None
    if float(e.omega) <= 0.0 and max(t, float(e.t_enter)) * step < -trial.tolerance:
        why = (
            f"It returns the root in the past, t = {show(t, 3)}, and a position behind "
            "the start, where the sphere was not in this step."
        )
        return why, _WITHIN
    rounding = (
        f"The rounding error of {trial.kind} moves the time by "
        f"{show(abs(t - float(e.t)), 9)}.",
        _TIMES,
    )
    return _wrong_direction(trial) or rounding


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


def _wrong_place(trial: _Trial) -> tuple[str, int] | None:
    """Return what is wrong with the position of a hit at the right time."""
    at, contact = xyz(trial.article.position), xyz(trial.exact.contact)
    apart = math.dist(at, contact)
    if apart <= trial.tolerance:
        return None
    if math.dist(at, center_at(trial.p, float(trial.exact.t))) <= 2 * trial.tolerance:
        why = (
            "Its collision position is the sphere's centre at the touch, "
            f"{show(apart, 3)} m away from the place where the two meet."
        )
        return why, _PLACE
    why = f"The rounding error of {trial.kind} moves the position."
    return why, _PLACE
