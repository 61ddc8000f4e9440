"""What is wrong in the article's answers about many steps, by kind.

The code looks at the ball at the moment `t` only, and answers a face, or none. It is
right if that is the face which the sweep meets and the velocity after it the sweep's
too. Before the first touch its "no hit" is right.
"""

import numpy as np
from numpy.typing import NDArray
from playground.scene.regions import Kind, Regions, by_first

from playground import collision
from playground.collision import BlockFace
from playground.scene.drawlist import Role
from scenes._one_hit import Answer, BoolArray, Steps, gap_at, speed
from scenes._wall import published_bounce

OVERLAP = Kind("overlap at the start: missed", Role.INK)
MISSED = Kind("hit on the way: missed", Role.HIT)
INSIDE = Kind("centre inside: missed", Role.NORMAL)
LATE = Kind("late: another face", Role.SIDE_A)
NOT_MOVING_IN = Kind("leaving or gliding: turned", Role.SIDE_B)
INWARD = Kind("corner: sent on inward", Role.CORNER)
NORMAL = Kind("corner: normal ignored", Role.ENTER)
ROUNDING = Kind("rounding", Role.MISS)

# Parts of the largest length below which nothing differs visibly.
_VISIBLE = {np.float64: 1e-12, np.float32: 1e-5}


def mistakes(asked: Steps, true: Answer, *, single: bool) -> Regions:
    """Compare the code in float32 (`single`) or float64 with the true answers."""
    face, wrong = _compared(asked, true, np.float32 if single else np.float64)
    rule = collision.ball_block(
        asked.at, asked.radius, asked.velocity, asked.low, asked.high
    )
    # Where the code does not answer what the rule says, its numbers are to blame.
    known = wrong & (face == rule.face)
    told = face != BlockFace.NONE
    sweep, late = true.sweep, asked.t > true.sweep.t

    untold = known & ~told
    missed = untold & ~rule.inside & late
    bounced = known & told & true.bounces
    at_corner = rule.zone == BlockFace.CORNER
    nearest = np.clip(asked.at, asked.low, asked.high)
    other_corner = at_corner & (nearest != sweep.contact).any(axis=-1)
    elsewhere = (rule.zone != sweep.face) | other_corner
    return by_first(
        (OVERLAP, missed & (sweep.t == 0.0)),
        (MISSED, missed),
        (INSIDE, untold & rule.inside),
        (LATE, bounced & elsewhere & late),
        (NOT_MOVING_IN, known & told & sweep.hit & ~true.bounces),
        (INWARD, bounced & ~elsewhere & _sent_on(asked, rule)),
        (NORMAL, bounced & ~elsewhere & at_corner),
        (ROUNDING, wrong),
    )


def _compared(
    asked: Steps, true: Answer, kind: type[np.floating]
) -> tuple[NDArray[np.int64], BoolArray]:
    """Return the faces that the code answers, and where it is wrong."""
    face = collision.articles.circle_rectangle(
        asked.at, asked.radius, asked.velocity, asked.low, asked.high, dtype=kind
    ).face
    after = published_bounce(asked.velocity.astype(kind), face)
    tolerance = _VISIBLE[kind]
    same = speed(after - true.leave) <= tolerance * speed(asked.velocity)
    excused = (asked.t < true.sweep.t) | _just_touching(asked, true, tolerance)
    told = face != BlockFace.NONE
    right = np.select(
        [told & true.bounces, ~told & true.is_hit],
        [same & (face == true.sweep.face), excused],
        ~told,
    )
    return face, ~right


def _just_touching(asked: Steps, true: Answer, tolerance: float) -> BoolArray:
    """Tell where `t` is the moment of touch but for rounding."""
    points = asked.start, asked.velocity, asked.low, asked.high
    largest = asked.radius
    for point in points:
        largest = np.maximum(largest, np.abs(point).max(axis=-1))
    late = np.abs(asked.t - true.sweep.t) * speed(asked.velocity)
    apart = tolerance * largest
    return np.asarray((late <= apart) & (np.abs(gap_at(asked)) <= apart))


def _sent_on(asked: Steps, rule: collision.BallBlock) -> BoolArray:
    """Tell where the corner rule as printed is not the one that leaves."""
    printed = collision.articles.corner_bounce(asked.velocity)
    stays = (printed != rule.bounced).any(axis=-1)
    return np.asarray(stays & (rule.face == BlockFace.CORNER))
