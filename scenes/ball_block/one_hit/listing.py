"""Listing of the mode "one hit": its mistakes, their reasons, and its drawing.

The code uses the ball's position at the time `t` only, and returns a face or none. It
is right if the face and the velocity after it are those of the sweep; for a contact
level with a corner, both the side and the corner are right. "No hit" is right before
the first touch, and for a ball that leaves.
"""

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

import playground.scene as sc
from playground.collision import BlockFace, articles, sweep_ball_block
from playground.collision._arguments import length
from playground.collision.articles import ball_block as kinds
from playground.i18n import with_texts
from scenes.ball_block.one_hit.answer import OneHit, of
from scenes.ball_block.one_hit.params import OneHitParams
from scenes.ball_block.rule import answer as rule
from scenes.ball_block.rule.answer import FACES
from scenes.ball_block.rule.picture import arrow_with_name
from scenes.ball_block.symbols import N

Flags = NDArray[np.bool_]

# The derivation's steps in which mistakes arise.
_LOOK_STEP = 1
_REACH_STEP = 5
_DECIDE_STEP = 5
_BOUNCE_STEP = 6
_PRINTED_RULE_STEP = 7


class HitComparison(
    sc.ListingComparison[OneHitParams, OneHit, articles.CircleRectangle]
):
    """Comparison of the code's answer with the sweep's."""

    # The rule, in float64.
    reading = property(lambda t: t.truth.reading)
    # The code answers a face.
    answers_hit = property(lambda t: np.asarray(t.answer.face != BlockFace.NONE))
    # The velocity after the code's bounce.
    velocity_after = property(
        lambda t: rule.bounce_as_published(
            t.reading.velocity.astype(t.dtype), t.answer.face
        )
    )
    # Word for a single answer.
    word = property(lambda t: t.reading.word(int(t.answer.face)))
    # There is a hit; the code answers one.
    hits = property(lambda t: (t.truth.is_hit, t.answers_hit))
    # A wrong answer follows from the rule, not from rounding.
    is_rule_mistake = sc.array_property(
        lambda t: t.wrong & (t.answer.face == t.reading.core.face)
    )
    # It misses a hit with the centre inside; or with the centre outside.
    inside = property(
        lambda t: t.is_rule_mistake & ~t.answers_hit & t.reading.core.inside
    )
    misses_hit = sc.array_property(
        lambda t: t.is_rule_mistake & ~t.answers_hit & ~t.inside
    )
    # It bounces a ball that moves in, but wrongly.
    bounces_wrongly = sc.array_property(
        lambda t: t.is_rule_mistake & t.answers_hit & t.truth.sweep.enters
    )

    @cached_property
    def wrong(self) -> Flags:
        """True where the answer is wrong."""
        answered_hit, is_hit = self.answers_hit, self.truth.is_hit
        misled = LISTING.evaluate_where(
            self, answered_hit & is_hit, lambda t: t.is_misdirected
        )
        late = LISTING.evaluate_where(self, ~answered_hit & is_hit, lambda t: t.late)
        return np.asarray(misled | late | (answered_hit & ~is_hit))

    @property
    def is_misdirected(self) -> Flags:
        """True where a hit gives a wrong velocity, or for a bounce a wrong face."""
        t, speed = self.truth, length(self.reading.velocity)
        is_same = length(self.velocity_after - t.leave) <= self.tolerance * speed
        differs = t.sweep.enters & (self.answer.face != t.sweep.face) & ~self.level
        return np.asarray(~is_same | differs)

    @property
    def level(self) -> Flags:
        """True where it answers the side whose normal is that of the contact.

        That is right too where the contact is at a corner.
        """
        face, normal = self.answer.face, self.truth.sweep.normal
        is_beside = (face == BlockFace.LEFT_RIGHT) & (normal[..., 1] == 0.0)
        above = (face == BlockFace.TOP_BOTTOM) & (normal[..., 0] == 0.0)
        return np.asarray(is_beside | above)

    @property
    def late(self) -> Flags:
        """True where the touch is before `t` by more than rounding."""
        p, t = self.p, self.truth.sweep.t
        points = p.center, p.velocity, p.low, p.high
        tolerance = self.tolerance * sc.max_magnitude(
            p.radius, *(x for v in points for x in v)
        )
        is_now = np.abs(p.t - t) * length(sc.stack_components(*p.velocity)) <= tolerance
        if is_now.any():
            is_now = is_now & (np.abs(self.reading.core.distance) <= tolerance)
        return np.asarray((p.t >= t) & ~is_now)

    @property
    def sees_false_corner(self) -> Flags:
        """True where it answers a corner that the rule does not reach."""
        corner = self[
            "_y >= 0.0 and _x >= 0.0 and _y * _y + _x * _x <= Radius * Radius"
        ]
        return np.asarray(self.wrong & ~self.is_rule_mistake & corner)

    @property
    def leaving(self) -> Flags:
        """True where it ignores a ball within reach because it moves away."""
        core = self.reading.core
        near = ~core.inside & (core.zone != BlockFace.NONE)
        return np.asarray(near & ~self.answers_hit & (core.face == BlockFace.NONE))

    @cached_property
    def bounces_off_wrong_part(self) -> Flags:
        """True where it bounces off a part other than the one touched."""
        zone, face = self.reading.core.zone, self.truth.sweep.face
        corner = self.bounces_wrongly & (zone == face) & (zone == BlockFace.CORNER)
        other = self.bounces_wrongly & (zone != face)
        return np.asarray(other | LISTING.evaluate_where(self, corner, _is_other_point))

    @property
    def bounces_inward(self) -> Flags:
        """True where it bounces off the right corner but into the block, as printed."""
        right = self.bounces_wrongly & ~self.bounces_off_wrong_part
        return LISTING.evaluate_where(self, right, lambda t: t.reading.bounces_inward)

    @property
    def is_early(self) -> bool:
        """True if a single disc has yet to reach the block."""
        return bool(self.truth.is_hit and self.p.t < self.truth.sweep.t)

    @property
    def moves_out(self) -> bool:
        """True if a single ball moves out at the time `t`."""
        position, velocity, *block = self.reading.arguments
        return bool(sweep_ball_block(position, self.p.radius, velocity, *block).leaves)

    # Values for the placeholders of texts.
    t = property(lambda t: sc.format_number(t.p.t))
    face = property(lambda t: FACES[int(t.answer.face)].name)
    velocity = property(lambda t: sc.format_number(t.velocity_after))
    part = property(
        lambda t: rule.part_name(int(t.reading.core.zone), t.reading.core.outward)
    )


def _is_other_point(t: HitComparison) -> Flags:
    nearest, contact = t.reading.nearest, t.truth.sweep.contact
    return np.asarray((nearest != contact).any(axis=-1))


def _describe_answer(t: HitComparison) -> str:
    if t.answers_hit:
        return t.format_text(
            "hit, {face} (a graze), V′ = {velocity}"
            if t.word == rule.GRAZE
            else "hit, {face}, V′ = {velocity}"
        )
    if t.word == rule.LEAVING:
        return t.format_text(
            "not yet, at t = {t} (it is leaving)"
            if t.is_early
            else "no hit at t = {t} (it is leaving)"
        )
    if t.word == rule.INSIDE:
        return t.format_text(
            "not yet, at t = {t} (the centre is inside)"
            if t.is_early
            else "no hit at t = {t} (the centre is inside)"
        )
    return t.format_text("not yet, at t = {t}" if t.is_early else "no hit at t = {t}")


@with_texts("text")
def _and_truth(text: str) -> Callable[[HitComparison], str]:
    """Return a function that gives this text and then what the disc meets first."""
    return lambda t: sc.join_sentences(t.format_text(text), of(t.p, t.truth).meeting)


def _explain_turn(t: HitComparison) -> str:
    """Return the reason why a ball bounces that does not move in."""
    return sc.message(
        "The rule looks only at the signs of the velocity. The ball moves toward one "
        "side, so the rule turns it round although it moves out."
        if t.moves_out
        else "The rule looks only at the signs of the velocity. The ball moves toward "
        "one side, so the rule turns it round although it moves neither in nor out."
    )


def _explain_zero_turn(t: HitComparison) -> str:
    """Return the reason for a bounce, or a hit, with a velocity component of 0."""
    if not np.any(t.reading.velocity):
        return sc.message(
            "A velocity of 0 counts as moving toward a side, so the ball is called hit "
            "although it rests."
        )
    if np.any(t.velocity_after != t.reading.velocity.astype(t.dtype)):
        return sc.message(
            "A velocity of 0 counts as moving toward a side, so the ball is turned "
            "although it moves out."
            if t.moves_out
            else "A velocity of 0 counts as moving toward a side, so the ball is "
            "turned although it moves neither in nor out."
        )
    return sc.message(
        "A velocity of 0 counts as moving toward a side, so the ball is called hit "
        "although it moves out."
        if t.moves_out
        else "A velocity of 0 counts as moving toward a side, so the ball is called "
        "hit although it moves neither in nor out."
    )


# The code gets the ball's position at one time, not its path.
_NOW = "def ball_block("
_CORNER_BOUNCE = "return face, (-vy, -vx)"
_SIDES = ("yTop =", "yBottom =", "xLeft =", "xRight =", "if xLeft", "if yTop")
_REACHES = ("if _y * _y", "elif _y <= Radius", "if _x <= Radius")


def _answers_face(face: BlockFace) -> Callable[[HitComparison], Flags]:
    return lambda t: np.asarray(t.answer.face == face)


def _has_zone(zone: BlockFace) -> Callable[[HitComparison], Flags]:
    return lambda t: np.asarray(t.reading.core.zone == zone)


# The line in which a sign of the velocity decides the answer: at a side, …
_SIGN: dict[str, Callable[[HitComparison], Flags]] = {
    "            if _vy >= 0.0": _has_zone(BlockFace.TOP_BOTTOM),
    "            if _vx >= 0.0": _has_zone(BlockFace.LEFT_RIGHT),
    # … and at a corner.
    "                    if _vy >= 0.0": _answers_face(BlockFace.CORNER),
    "                if _vx >= 0.0": _answers_face(BlockFace.LEFT_RIGHT),
    "                if _vy >= 0.0": _has_zone(BlockFace.CORNER),
}
# The line that turns the velocity.
_TURN: dict[str, Callable[[HitComparison], Flags]] = {
    "return face, (-vx, vy)": _answers_face(BlockFace.LEFT_RIGHT),
    "return face, (vx, -vy)": _answers_face(BlockFace.TOP_BOTTOM),
    _CORNER_BOUNCE: _answers_face(BlockFace.CORNER),
}


def _missing_mistake(
    kind: sc.MistakeKind, when: Callable[[HitComparison], Flags]
) -> sc.Mistake[HitComparison]:
    """Return a mistake: a hit that is past at `t`, or not recognized."""
    let_go = sc.Reason[HitComparison](
        lambda t: t.leaving,
        _and_truth(
            "At t = {t} it is moving away from what it touches, so the article assumes "
            "it has already bounced."
        ),
        _DECIDE_STEP,
        _SIGN,
    )
    return sc.Mistake(
        kind,
        when,
        _and_truth(
            "The rule looks only at the position at t = {t}, where the disc is clear "
            "of the block."
        ),
        _LOOK_STEP,
        reasons=(let_go,),
        line=_NOW,
    )


MISTAKES: tuple[sc.Mistake[HitComparison], ...] = (
    _missing_mistake(
        kinds.START_OVERLAP_MISSED, lambda t: t.misses_hit & (t.truth.sweep.t == 0.0)
    ),
    _missing_mistake(kinds.HIT_ON_WAY_MISSED, lambda t: t.misses_hit),
    sc.Mistake(
        kinds.CENTER_INSIDE_MISSED,
        lambda t: t.inside,
        _and_truth(
            "The article assumes that the centre can never get inside the block, and "
            "answers no hit."
        ),
        _DECIDE_STEP,
        line='return "NotHit"',
    ),
    sc.Mistake(
        kinds.LATE_OTHER_FACE,
        lambda t: t.bounces_off_wrong_part & (t.p.t > t.truth.sweep.t),
        _and_truth(
            "At t = {t} the centre is in the zone of the {part}, so that is what the "
            "rule answers."
        ),
        _LOOK_STEP,
        difference="other face",
        line=_NOW,
    ),
    sc.Mistake(
        kinds.NOT_MOVING_IN,
        lambda t: (
            t.is_rule_mistake
            & t.answers_hit
            & t.truth.sweep.hit
            & ~t.truth.sweep.enters
        ),
        _explain_turn,
        _DECIDE_STEP,
        (
            sc.Reason(
                lambda t: np.any(
                    (t.reading.inward_velocity == 0.0) & (t.reading.side_offset >= 0.0)
                ),
                _explain_zero_turn,
            ),
        ),
        line=_SIGN,
    ),
    sc.Mistake(
        kinds.CORNER_BOUNCE_INWARD,
        lambda t: t.bounces_inward,
        "The printed rule exchanges the components in the same way at all four "
        "corners, so here the ball keeps moving toward the block.",
        _PRINTED_RULE_STEP,
        difference="other bounce",
        line=_CORNER_BOUNCE,
    ),
    sc.Mistake(
        kinds.CORNER_NORMAL_IGNORED,
        lambda t: (
            t.bounces_wrongly
            & ~t.bounces_off_wrong_part
            & (t.reading.core.zone == BlockFace.CORNER)
        ),
        "The article bounces the ball as if it had met the middle of the "
        "corner's arc, wherever it really met it; the true mirror is "
        "perpendicular to the contact's normal.",
        _BOUNCE_STEP,
        (
            sc.Reason(
                lambda t: t.word == rule.GRAZE,
                "The article treats a graze as a side and reverses one "
                "component. But the disc met the corner, so the part along the "
                "contact's normal is what should be reversed.",
                _DECIDE_STEP,
            ),
        ),
        difference="other bounce",
        line=_TURN,
    ),
    sc.Mistake(
        kinds.TOO_SMALL,
        lambda t: t.sees_false_corner & (t["Radius * Radius"] == 0.0),
        "The square of so small a radius is 0 in {number}, and so is the square of the "
        "distance to the corner: 0 is not more than 0, so it says hit.",
        _REACH_STEP,
        difference="other bounce",
        line=_REACHES,
    ),
    sc.Mistake(
        kinds.TOO_LARGE,
        lambda t: t.sees_false_corner & np.isinf(t["Radius * Radius"]),
        "The square of so large a radius is infinite in {number}, and so is the square "
        "of the distance to the corner: infinity is not more than infinity, so it says "
        "hit.",
        _REACH_STEP,
        difference="other bounce",
        line=_REACHES,
    ),
    sc.Mistake(
        kinds.ROUNDING,
        lambda t: t.wrong,
        lambda t: sc.message(
            "Rounding: with seven digits the centre falls on the wrong side of a limit "
            "that it lies on, or almost on."
            if t.dtype is np.float32
            else "Rounding: with sixteen digits the centre falls on the wrong side of "
            "a limit that it lies on, or almost on."
        ),
        _REACH_STEP,
        difference="other bounce",
        line=(*_REACHES, *_SIDES, "if _x >=", "if _y >=", "elif _x >="),
    ),
)


_NO_HIT: dict[str, str] = {
    rule.NO_HIT: sc.message("article: no hit"),
    rule.LEAVING: sc.message("article: leaving"),
    rule.INSIDE: sc.message("article: inside"),
}


def _draw(t: HitComparison, out: sc.DrawList) -> None:
    """Append the code's position of the ball and its velocity after the bounce."""
    position, velocity_after = t.p.center_at_t, sc.xy(t.velocity_after)
    out.add(sc.Dot(position, 7.0, sc.Marker.RING), symbol=N.article)
    if not t.answers_hit:
        told = sc.message("article: not yet") if t.is_early else _NO_HIT[t.word]
        out.add(sc.Label(position, told, (-1.0, -1.0)), symbol=N.article)
    elif any(velocity_after):
        name = sc.message("V′ article")
        arrow, label = arrow_with_name(position, velocity_after, name, 2.5, dashed=True)
        # If the rule's own arrow is the same, it has a label.
        is_ruled = t.reading.face != BlockFace.NONE
        is_same = is_ruled and np.allclose(
            velocity_after, t.reading.core.bounced, rtol=1e-3
        )
        out.add(arrow, *(() if is_same else (label,)), symbol=N.article)


def _listing_arguments(p: OneHitParams) -> tuple[float, ...]:
    """Return the code's arguments: its screen has y down."""
    (x, y), (vx, vy), (x_low, bottom), (right, top) = (
        p.center_at_t,
        p.velocity,
        p.low,
        p.high,
    )
    return (x, -y, p.radius, vx, -vy, x_low, -top, right, -bottom)


LISTING: sc.Listing[OneHitParams, OneHit, articles.CircleRectangle, HitComparison] = (
    sc.Listing(
        code=kinds.ball_block,
        arguments=_listing_arguments,
        answer=articles.CircleRectangle,
        describe_answer=_describe_answer,
        describe_scope=lambda t: sc.message("at t = {t}", t=t.t),
        mistakes=MISTAKES,
        comparison=HitComparison,
        draw=_draw,
        names=N.variables,
        preset=sc.MapPreset("Fast ball", "center.x", "center.y"),
        dtypes=(np.float64, np.float32),
        is_suspect=lambda t: t.wrong,
    )
)
