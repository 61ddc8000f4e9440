"""The article's code about one step beside the exact sweep: its answer, and why not.

Both answers are a face and the velocity after it, or none. What counts as the same,
and which kind of mistake it is, is decided in `_one_hit_mistakes`; here it is said.
"""

import numpy as np

from playground.collision import BlockFace
from playground.scene.scene import (Rival, show)
from scenes import _one_hit_mistakes as kinds
from scenes._block_rule import (
    FACE_WORDS,
    GRAZE,
    INSIDE,
    LEAVING,
    Reading,
    part_name,
    read,
)
from scenes._one_hit import TOUCH, OneHit, answer

# The steps of the derivation in which differences arise.
_LOOK, _REACH, _DECIDE, _BOUNCE, _PRINTED = 1, 4, 5, 6, 7


def listing(r: OneHit, *, single: bool) -> Reading:
    """Return the reading of the code in float32 (`single`) or float64."""
    if not single:
        return r.reading
    at = r.reading.center
    return read(at, r.radius, r.velocity, r.low, r.high, dtype=np.float32)


def rival(r: OneHit, *, single: bool) -> Rival:
    """Return the code's answer, and why it differs if it does."""
    code = listing(r, single=single)
    kind = kinds.mistakes(r.asked, answer(r.asked), single=single).name()
    if not kind:
        return Rival(_answer(r, code), agrees=True)
    why, step = _why(kind, r, code, single=single)
    return Rival(_answer(r, code), agrees=False, why=why, step=step)


def _answer(r: OneHit, code: Reading) -> str:
    if code.listing != BlockFace.NONE:
        graze = " (a graze)" if code.listing_word == GRAZE else ""
        face = FACE_WORDS[code.listing].lower()
        return f"{face}{graze}, V′ = {show(code.printed, 3)}"
    when = "yet " if r.is_hit and r.t < r.t_hit else ""
    about = {LEAVING: " (it is leaving)", INSIDE: " (the centre is inside)"}
    return f"no hit {when}at t = {show(r.t, 3)}{about.get(code.listing_word, '')}"


def _why(kind: str, r: OneHit, code: Reading, *, single: bool) -> tuple[str, int]:
    """Return the sentence about a mistake of that kind, and the step it arises in."""
    match kind:
        case kinds.OVERLAP.name | kinds.MISSED.name:
            return _missed(r, code)
        case kinds.INSIDE.name:
            return (
                "The article believes that a centre inside the block cannot happen, "
                f"and answers no hit. {_truth(r)}",
                _DECIDE,
            )
        case kinds.LATE.name:
            return (
                f"At t = {show(r.t, 3)} the centre is in the zone of the "
                f"{part_name(code.zone, code.outward)}, so that is the answer. "
                f"{_truth(r)}",
                _LOOK,
            )
        case kinds.NOT_MOVING_IN.name:
            return _told_for_nothing(r, code)
        case kinds.INWARD.name:
            return (
                "The printed rule exchanges the components in the same way at all "
                "four corners, which keeps the ball moving toward the block here.",
                _PRINTED,
            )
        case kinds.NORMAL.name:
            return _normal_ignored(code)
    digits = "seven" if single else "sixteen"
    return (
        f"Rounding: numbers of {digits} digits put the centre on the other side of a "
        "limit that it lies on, or all but.",
        _REACH,
    )


def _missed(r: OneHit, code: Reading) -> tuple[str, int]:
    if code.listing_word == LEAVING:
        return (
            f"At t = {show(r.t, 3)} it moves away from what it overlaps, and counts "
            f"as turned already. {_truth(r)}",
            _DECIDE,
        )
    return (
        f"Only the place at t = {show(r.t, 3)} is looked at, and there the disc is "
        f"free. {_truth(r)}",
        _LOOK,
    )


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


def _normal_ignored(code: Reading) -> tuple[str, int]:
    if code.listing_word == GRAZE:
        return (
            "A graze counts as a side, and one component turns round; the disc met "
            "the corner, and leaves mirrored in its normal.",
            _DECIDE,
        )
    return (
        "Wherever on the corner's arc the ball meets it, the article turns it as at "
        "the arc's middle; the true mirror stands on the contact's normal.",
        _BOUNCE,
    )
