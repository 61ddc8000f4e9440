"""The article's code about one step beside the exact sweep: do they agree, and why not.

Both answers are a face and the velocity after it, or none. The code looks at the ball
at the moment `t` only; before the first touch its "no hit" is right.
"""

import math
from dataclasses import dataclass

import numpy as np

from playground.collision import BlockFace
from playground.scene import Rival, show
from scenes._block_rule import (
    FACE_WORDS,
    GRAZE,
    INSIDE,
    LEAVING,
    Reading,
    part_name,
    read,
)
from scenes._one_hit import TOUCH, OneHit

# The steps of the derivation in which differences arise.
_LOOK, _REACH, _DECIDE, _BOUNCE, _PRINTED = 1, 4, 5, 6, 7
# Parts of the largest length below which nothing differs visibly.
_VISIBLE, _VISIBLE_SINGLE = 1e-12, 1e-5


@dataclass(frozen=True)
class Comparison:
    """The code's reading in one kind of numbers, and whether it agrees."""

    reading: Reading
    agrees: bool


def compare(r: OneHit, *, single: bool) -> Comparison:
    """Ask the code in float32 (`single`) or float64 and compare."""
    reading = listing(r, single=single)
    tolerance = _VISIBLE_SINGLE if single else _VISIBLE
    told = reading.listing != BlockFace.NONE
    if told and r.bounces:
        apart = math.dist(reading.printed, r.leave)
        same = apart <= tolerance * math.hypot(*r.velocity)
        return Comparison(reading, same and reading.listing == r.face)
    if not told and r.is_hit:
        return Comparison(reading, r.t < r.t_hit or _just_touching(r, tolerance))
    return Comparison(reading, not told)


def listing(r: OneHit, *, single: bool) -> Reading:
    """Return the reading of the code in float32 (`single`) or float64."""
    if not single:
        return r.reading
    at = r.reading.center
    return read(at, r.radius, r.velocity, r.low, r.high, dtype=np.float32)


def _just_touching(r: OneHit, tolerance: float) -> bool:
    """Tell whether `t` is the moment of touch but for rounding."""
    lengths = (*r.start, *r.velocity, r.radius, *r.low, *r.high)
    apart = tolerance * max(map(abs, lengths))
    late = abs(r.t - r.t_hit) * math.hypot(*r.velocity)
    return late <= apart and abs(r.reading.distance) <= apart


def rival(r: OneHit, *, single: bool) -> Rival:
    """Return the code's answer, and why it differs if it does."""
    compared = compare(r, single=single)
    answer = _answer(r, compared.reading)
    if compared.agrees:
        return Rival(answer, agrees=True)
    if single and compare(r, single=False).agrees:
        why, step = _rounding(single=True)
    else:
        why, step = _why(r, compared.reading) or _rounding(single=single)
    return Rival(answer, agrees=False, why=why, step=step)


def _answer(r: OneHit, code: Reading) -> str:
    if code.listing != BlockFace.NONE:
        graze = " (a graze)" if code.listing_word == GRAZE else ""
        face = FACE_WORDS[code.listing].lower()
        return f"{face}{graze}, V′ = {show(code.printed, 3)}"
    when = "yet " if r.is_hit and r.t < r.t_hit else ""
    about = {LEAVING: " (it is leaving)", INSIDE: " (the centre is inside)"}
    return f"no hit {when}at t = {show(r.t, 3)}{about.get(code.listing_word, '')}"


def _rounding(*, single: bool) -> tuple[str, int]:
    kind = "seven" if single else "sixteen"
    return (
        f"Rounding: numbers of {kind} digits put the centre on the other side of a "
        "limit that it lies on, or all but.",
        _REACH,
    )


def _why(r: OneHit, code: Reading) -> tuple[str, int] | None:
    """Return the sentence and the step, or None where only rounding is left."""
    if code.listing != code.face:
        return None
    if code.listing == BlockFace.NONE:
        return _not_told(r, code)
    if not r.hit:
        return None
    return _other_bounce(r, code) if r.bounces else _told_for_nothing(r, code)


def _not_told(r: OneHit, code: Reading) -> tuple[str, int] | None:
    if code.listing_word == INSIDE:
        return (
            "The article believes that a centre inside the block cannot happen, and "
            f"answers no hit. {_truth(r)}",
            _DECIDE,
        )
    if code.listing_word == LEAVING:
        return (
            f"At t = {show(r.t, 3)} it moves away from what it overlaps, and counts "
            f"as turned already. {_truth(r)}",
            _DECIDE,
        )
    if r.t > r.t_hit:
        return (
            f"Only the place at t = {show(r.t, 3)} is looked at, and there the disc "
            f"is free. {_truth(r)}",
            _LOOK,
        )
    return None


def _truth(r: OneHit) -> str:
    """Return what the disc meets first, as a sentence."""
    part = part_name(r.face, r.normal)
    if r.t_hit == 0.0:
        return f"The disc is at the {part} from the start."
    verb = "touches" if r.word == TOUCH else "meets"
    return f"On its way the disc first {verb} the {part}, at t = {show(r.t_hit, 3)}."


def _told_for_nothing(r: OneHit, code: Reading) -> tuple[str, int]:
    if r.word == LEAVING:
        return (
            "Only the signs of the velocity are looked at: it moves toward one side, "
            "so a ball that is already leaving the corner is turned.",
            _DECIDE,
        )
    asked = zip(code.toward, code.gap, strict=True)
    if any(speed == 0.0 and gap >= 0.0 for speed, gap in asked):
        return (
            "Moving neither in nor out of a side counts as moving in, so a touch is "
            "called a hit.",
            _DECIDE,
        )
    return (
        "Only the signs of the velocity are looked at: the ball moves along the "
        "corner, neither in nor out, and is turned.",
        _DECIDE,
    )


def _other_bounce(r: OneHit, code: Reading) -> tuple[str, int] | None:
    corners = code.zone == r.face == BlockFace.CORNER
    if code.zone != r.face or (corners and code.corner != r.contact):
        if r.t <= r.t_hit:
            return None
        return (
            f"At t = {show(r.t, 3)} the centre is in the zone of the "
            f"{part_name(code.zone, code.outward)}, so that is the answer. "
            f"{_truth(r)}",
            _LOOK,
        )
    if code.listing_word == GRAZE:
        return (
            "A graze counts as a side, and one component turns round; the disc met "
            "the corner, and leaves mirrored in its normal.",
            _DECIDE,
        )
    if code.printed_enters:
        return (
            "The printed rule exchanges the components in the same way at all four "
            "corners, which keeps the ball moving toward the block here.",
            _PRINTED,
        )
    if corners:
        return (
            "Wherever on the corner's arc the ball meets it, the article turns it as "
            "at the arc's middle; the true mirror stands on the contact's normal.",
            _BOUNCE,
        )
    return None
