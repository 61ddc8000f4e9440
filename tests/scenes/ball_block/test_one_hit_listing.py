"""Article's code about a step: its answer, and each kind of its mistakes."""

import math
from dataclasses import replace

import numpy as np
import pytest
from balls import HITS, QUARTERS, STEPS, UNIT, asked, hit, hit_case, kind, row, word
from hypothesis import assume, example, given

from playground import collision
from playground.collision import BlockFace
from playground.collision.articles import ball_block as kinds
from playground.collision.articles.mistakes import Nature
from playground.scene import Arrow, Dot, Label, ListingVerdict, Marker, Precision
from scenes.ball_block.one_hit.params import OneHitParams

BOTH: tuple[Precision, ...] = (np.float32, np.float64)
both = pytest.mark.parametrize("dtype", BOTH)


def compared(p: OneHitParams, dtype: Precision = np.float64) -> ListingVerdict:
    return asked(p).listing_verdict(dtype)


def ending(
    end: tuple[float, float], velocity: tuple[float, float], t: float = 1.0
) -> OneHitParams:
    """Return the step by `velocity` that is at `end` at time `t`."""
    x, y = (a - t * b for a, b in zip(end, velocity, strict=True))
    return replace(UNIT, center=(x, y), velocity=velocity, t=t)


# Where the step ends, its velocity, the time that is looked at, and the mistake.
BY_HAND = {
    # Free at the end, the block between; and at its far side, on the way out.
    "through": ((5.0, 0.0), (10.0, 0.0), 1.0, kinds.HIT_ON_WAY_MISSED),
    "out of the far side": ((1.25, 0.0), (4.0, 0.0), 1.0, kinds.HIT_ON_WAY_MISSED),
    # Past the corner (1, 1) within 1/4 of it, free before and after.
    "past a corner": ((3.0, -1.0), (4.0, -4.0), 1.0, kinds.HIT_ON_WAY_MISSED),
    # In the left side before it starts: then free, or leaving the right side, at t.
    "from within, free": ((2.75, 0.0), (4.0, 0.0), 1.0, kinds.START_OVERLAP_MISSED),
    "from within, leaving": ((1.25, 0.0), (2.5, 0.0), 1.0, kinds.START_OVERLAP_MISSED),
    "from a touch": ((2.5, 0.0), (4.0, 0.0), 1.0, kinds.START_OVERLAP_MISSED),
    "from just before a touch": ((2.49, 0.0), (4.0, 0.0), 1.0, kinds.HIT_ON_WAY_MISSED),
    "in the middle": ((0.0, 0.0), (4.0, 0.0), 1.0, kinds.CENTER_INSIDE_MISSED),
    "inside at once": ((0.5, 0.0), (-1.0, 0.0), 0.0, kinds.CENTER_INSIDE_MISSED),
    # From (-2, 1.5) it meets the corner (-1, 1), and ends above the top.
    "top after a corner": ((-0.5, 1.25), (1.5, -0.25), 1.0, kinds.LATE_OTHER_FACE),
    # Down past the corner (1, 1) to the right side; up past (1, -1) to (1, 1).
    "side after a corner": ((1.25, -0.5), (-0.25, -2.5), 1.0, kinds.LATE_OTHER_FACE),
    "corner after another": ((1.25, 1.25), (-0.25, 2.5), 1.0, kinds.LATE_OTHER_FACE),
    "on its way out": ((1.125, 1.375), (-2.0, 1.0), 0.0, kinds.NOT_MOVING_IN),
    "along the top": ((0.0, 1.5), (1.0, 0.0), 0.0, None),
    "over a corner": ((-1.0, 1.5), (1.0, 0.0), 0.0, kinds.NOT_MOVING_IN),
    "straight up": ((1.125, 1.375), (0.0, 1.0), 0.0, kinds.NOT_MOVING_IN),
    "at rest": ((0.0, 1.25), (0.0, 0.0), 1.0, None),
    "into upper right": ((1.25, 1.25), (-2.0, -1.0), 0.0, kinds.CORNER_BOUNCE_INWARD),
    "into lower left": ((-1.25, -1.25), (2.0, 1.0), 0.0, kinds.CORNER_BOUNCE_INWARD),
    # At 45 degrees the printed exchange is right at the other two corners.
    "into upper left": ((-1.25, 1.25), (2.0, -1.0), 0.0, None),
    "beside the top": ((-1.125, 1.375), (0.0, -2.0), 0.0, kinds.CORNER_NORMAL_IGNORED),
    "a graze": ((1.25, 1.125), (-2.0, 1.0), 0.0, kinds.CORNER_NORMAL_IGNORED),
    # Level with the upper edge the left side is touched, and its corner.
    "level with a corner": ((-1.4, 1.0), (0.95, 4.0), 0.0, None),
    "a side": ((0.0, 1.25), (1.0, -1.0), 1.0, None),
    "before the touch": ((-4.0, 0.0), (10.0, 0.0), 0.1, None),
    "free": ((-4.0, 0.0), (1.0, 0.0), 1.0, None),
    "leaving the top": ((0.0, 1.25), (1.0, 1.0), 0.0, None),
}


def by_hand(name: str) -> OneHitParams:
    *step, _ = BY_HAND[name]
    return ending(*step)


@pytest.mark.parametrize("name", BY_HAND)
@both
def test_kinds_by_hand(name: str, dtype: Precision) -> None:
    wanted = BY_HAND[name][-1]
    assert kind(by_hand(name), dtype) == (wanted.name if wanted else "")


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("from within, leaving", "is moving away from what it touches"),
        ("from within, free", "the disc is clear of the block"),
        ("from a touch", "The disc is at the left side from the start."),
        (
            "top after a corner",
            "in the zone of the top, so that is what the rule answers",
        ),
        ("corner after another", "the zone of the upper right corner"),
        ("on its way out", "so the rule turns it round although it moves out"),
        (
            "over a corner",
            "A velocity of 0 counts as moving toward a side, so the ball is turned "
            "although it moves neither in nor out.",
        ),
        ("straight up", "so the ball is called hit although it moves out."),
    ],
)
def test_the_reason_is_told(name: str, wanted: str) -> None:
    why = compared(by_hand(name)).why
    assert wanted in why
    assert why.endswith(".")


def test_moving_along_a_corner_is_told_apart_from_along_a_side() -> None:
    # Square to the normal (3, 4) of the upper right corner, toward its top.
    p = replace(UNIT, center=(1.1875, 1.25), velocity=(-4.0, 3.0), t=0.0)
    assert kind(p, np.float64) == kinds.NOT_MOVING_IN.name
    assert "moves neither in nor out" in compared(p).why


@both
def test_rounding_is_the_reason_where_only_float32_errs(dtype: Precision) -> None:
    # The gap is 1e-9 more than the radius at t = 1: in float32 it is the radius.
    p = replace(UNIT, center=(-1.5 - 1e-9, 2.0), velocity=(0.0, -2.0))
    comparison = compared(p, dtype)
    assert comparison.kind == (kinds.ROUNDING.name if dtype is np.float32 else "")
    if dtype is np.float32:
        assert comparison.nature is Nature.ROUNDING
        assert comparison.why.startswith("Rounding: with seven digits")
        # The rule itself is not at the corner, so that this is no graze.
        assert comparison.answer == "hit, left or right, V′ = (0, −2)"


def test_the_article_is_asked_no_earlier_than_the_touch() -> None:
    comparison = compared(replace(hit_case("Centre inside"), t=0.2))
    assert comparison.agrees
    assert comparison.answer == "not yet, at t = 0.2"


def test_what_the_article_answers_is_said() -> None:
    answers = {name: compared(hit_case(name)).answer for name in HITS}
    assert answers["Top side"] == "not yet, at t = 0"
    assert answers["Left side"] == "hit, left or right, V′ = (−2.1, 1.2)"
    assert answers["Moving away"] == "no hit at t = 0 (it is leaving)"


@pytest.mark.slow
@given(STEPS)
def test_it_agrees_where_it_turns_the_ball_as_it_should(p: OneHitParams) -> None:
    for dtype in BOTH:
        agrees_with_the_sweep(p, dtype)


def agrees_with_the_sweep(p: OneHitParams, dtype: Precision) -> None:
    single = dtype is np.float32
    low, high, velocity = p.low, p.high, np.array(p.velocity)
    sweep = collision.sweep_ball_block(p.center, p.radius, velocity, low, high)
    at = p.center + p.t * velocity
    code = collision.articles.circle_rectangle(
        at, p.radius, velocity, low, high, dtype=dtype
    )
    speed = float(np.hypot(*velocity))
    digits = 1e-5 if single else 1e-12
    largest = np.abs([*p.center, *p.velocity, p.radius, *low, *high]).max()
    true_velocity, touched = velocity, bool(sweep.hit)
    inward = -float(velocity @ sweep.normal) if touched else math.nan
    # What hardly moves in or out is either, by its last digits.
    assume(not 0.0 < abs(inward) <= 1e-12 * speed)
    turned = touched and inward > 1e-12 * speed
    if turned:
        true_velocity = collision.reflect(velocity, sweep.normal)
    told = code.face != BlockFace.NONE
    leaves = touched and inward < -1e-12 * speed
    if touched and told and not leaves:
        kept = np.float64(velocity.astype(np.float32)) if single else velocity
        after = {
            BlockFace.CORNER: collision.articles.corner_bounce(kept),
            BlockFace.LEFT_RIGHT: kept * (-1, 1),
            BlockFace.TOP_BOTTOM: kept * (1, -1),
        }[BlockFace(int(code.face))]
        apart = math.dist(after, true_velocity)
        assume(not 0.1 * digits * speed < apart < 10.0 * digits * speed)
        # Level with a corner, the side beside it is the same answer.
        own = {BlockFace.LEFT_RIGHT: 1, BlockFace.TOP_BOTTOM: 0}.get(int(code.face))
        level = own is not None and sweep.normal[own] == 0.0
        named = code.face == sweep.face or level or not turned
        agrees = named and apart <= digits * speed
    elif touched and not told and inward >= -1e-12 * speed:
        late = (p.t - float(sweep.t)) * speed
        beyond = np.maximum(np.subtract(low, at), np.subtract(at, high))
        outside = math.hypot(*np.maximum(beyond, 0.0)) + min(beyond.max(), 0.0)
        gap = outside - p.radius
        for length in (late, abs(gap)):
            assume(not 0.1 * digits * largest < length < 10.0 * digits * largest)
        just_touching = late <= digits * largest and abs(gap) <= digits * largest
        agrees = p.t < sweep.t or just_touching
    else:
        agrees = not told
    comparison = compared(p, dtype)
    assert comparison.agrees == agrees
    assert (comparison.why == "", comparison.step == 0) == (agrees, agrees)
    assert comparison.kind == kind(p, dtype)


# Level with a block of no height, it is at the upper and at the lower corner.
@example(replace(ending((1.0, 0.0), (-1.0, 0.0), t=0.0), half_extents=(1.0, 0.0)))
@given(QUARTERS)
def test_kinds_are_what_their_names_say(p: OneHitParams) -> None:
    r, found = hit(p), kind(p, np.float64)
    at = p.center + p.t * np.array(p.velocity)
    within = bool((np.less(p.low, at) & np.less(at, p.high)).all())
    answer = collision.articles.circle_rectangle(
        at, p.radius, p.velocity, p.low, p.high
    )
    told = answer.face != BlockFace.NONE
    # The printed corner rule, and whether it leads into the block.
    printed = np.array(p.velocity[::-1])
    outward = np.sign(at - np.array(p.block))
    enters = answer.face == BlockFace.CORNER and min(printed * outward) < 0.0
    missed = bool(r.is_hit) and not told
    corner = word(p) == "Corner"
    # One that glides is a hit in truth too: it is the turn that differs.
    glides = word(p) == "Resting or gliding" and "is turned" in compared(p).why
    aside = answer.face != BlockFace.CORNER or math.dist(printed, r.leave) > 0.0
    claims = {
        "": True,
        kinds.HIT_ON_WAY_MISSED.name: missed and not within and p.t >= r.sweep.t > 0.0,
        kinds.START_OVERLAP_MISSED.name: missed and not within and r.sweep.t == 0.0,
        kinds.CENTER_INSIDE_MISSED.name: missed and within,
        kinds.LATE_OTHER_FACE.name: r.sweep.enters and told and p.t > r.sweep.t,
        kinds.NOT_MOVING_IN.name: told and (glides or word(p) == "Leaving"),
        kinds.CORNER_BOUNCE_INWARD.name: corner and enters,
        kinds.CORNER_NORMAL_IGNORED.name: corner and told and not enters and aside,
    }
    # Exact numbers leave nothing to rounding.
    assert claims[found]


@pytest.mark.parametrize("name", HITS)
def test_it_is_drawn_hollow_where_it_looks(name: str) -> None:
    p = hit_case(name)
    plain, whole = asked(p).draw(), asked(p).draw(np.float64)
    records = whole.primitives[len(plain.primitives) :]
    assert {record.key for record in records} == {"article"}
    (ring,) = [record for record in records if isinstance(record, Dot)]
    assert ring.marker == Marker.RING
    end = np.add(p.center, np.multiply(p.t, p.velocity))
    assert tuple(ring.at) == pytest.approx(tuple(end))
    arrows = [record for record in records if isinstance(record, Arrow)]
    for label in (x for x in records if isinstance(x, Label) and not arrows):
        said = label.text.removeprefix("article: ")
        # A rule that answers nothing yet is said to do so wherever it is said.
        assert (said == "not yet") is compared(p).answer.startswith("not yet")
    assert bool(arrows) == (compared(p).answer.startswith("hit, "))
    assert all(arrow.dashed for arrow in arrows)
    if arrows:
        # One arrow has one name, whoever else draws it.
        drawn = [
            a.tip
            for a in plain.primitives
            if isinstance(a, Arrow) and a.key == "bounce"
        ]
        apart = not any(arrows[0].tip == pytest.approx(tip) for tip in drawn)
        assert any("V′" in x.text for x in records if isinstance(x, Label)) is apart
    corner = name.endswith("corner") or name == "Corner almost on the side"
    after = p.velocity[::-1] if corner else row(p, "Velocity by the rule")
    # Where rounding makes it see a corner, the rule itself turns nothing.
    if arrows and compared(p).nature is not Nature.ROUNDING:
        turned = np.subtract(arrows[0].tip, ring.at)
        assert turned == pytest.approx(np.array(after))
