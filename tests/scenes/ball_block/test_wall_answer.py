"""One frame of a run: word, rows, picture and derivation."""

import math
from dataclasses import replace

import numpy as np
import pytest
from balls import RUNS, asked, drawn, keyed, row, run, run_case, word
from colour_sight import SIGHTS, apart

from playground.render.theme import THEMES
from playground.scene import Arrow, Circle, Dot, Marker, Rect, Role, formula_symbols
from scenes.ball_block.wall.answer import ENTRIES, GONE_INTO
from scenes.ball_block.wall.flight import LAST_FRAME_INDEX
from scenes.ball_block.wall.params import ARTICLE, EXACT, WallParams
from scenes.ball_block.wall.picture import compose

by_either = pytest.mark.parametrize("rule", [ARTICLE, EXACT])


def test_the_part_of_a_frame_is_dropped() -> None:
    p = run_case("Wall, article, slow")
    assert run(replace(p, frame=105.9)).index == 105
    assert run(replace(p, frame=float(LAST_FRAME_INDEX))).index == LAST_FRAME_INDEX


def test_counts_are_shown() -> None:
    fast, exact = run_case("Wall, article, fast"), run_case("Wall, exact, fast")
    assert fast == replace(exact, rule=ARTICLE)
    assert (row(fast, ENTRIES), row(fast, "Blocks hit")) == (16.0, 1.0)
    assert (row(exact, ENTRIES), row(exact, "Blocks hit")) == (0.0, 4.0)
    crosses = [
        r for r in drawn(fast) if isinstance(r, Dot) and r.marker == Marker.CROSS
    ]
    assert len(crosses) == row(fast, "In this frame") > 0
    assert asked(fast).verdict.headline == "1 block hit so far"
    assert asked(fast).verdict.detail.startswith("In frame 20, the ball goes into a ")
    assert "16 times" in asked(fast).verdict.detail
    assert asked(exact).verdict.headline == "4 blocks hit so far"


def test_both_rules_are_seen_at_the_same_time() -> None:
    for name in ("article, fast", "exact, fast", "article, graze"):
        p = run_case(f"Wall, {name}")
        views = compose(p, run(p)).self_and_views
        assert views[0].caption == p.rule
        assert {view.caption for view in views} == {ARTICLE, EXACT}
        for view in views:
            own = run(replace(p, rule=view.caption)).frame
            (ball,) = [r for r in view.primitives if r.key == "ball" and r.fill]
            assert ball.center == own.center
            (told,) = [r.text for r in view.primitives if r.key == "counts"]
            assert told == f"blocks hit {own.hits}   entries {own.passes}"


@by_either
def test_a_block_that_is_moved_is_hit_where_it_is(rule: str) -> None:
    # Straight up from the launch there is nothing below the wall at first.
    p = WallParams(rule, heading=math.pi / 2, speed=0.25, frame=7.0)
    assert row(p, "Blocks hit") == 0.0
    blocks = (*p.blocks[:17], (-1.5, -0.8))
    moved = replace(p, blocks=blocks)
    assert row(moved, "Blocks hit") == 1.0
    (impact,) = run(moved).frame.impacts
    assert impact.block == 17
    assert impact.contact[1] == pytest.approx(-1.05)
    rects = [r.center for r in keyed(moved, "hit", Rect)]
    assert rects == [(-1.5, -0.8)]


def test_overlap_is_the_zone_s_depth() -> None:
    p = run_case("Wall, article, slow")
    (impact,) = run(p).frame.impacts
    bottom = (0.85, 1.75, 2.65)[impact.block // 6]
    overlap = p.ball_radius - (bottom - run(p).frame.center[1])
    assert row(p, "Overlap") == pytest.approx(overlap)
    line, column = divmod(impact.block, 6)
    assert row(p, "Block tested") == f"row {line + 1}, column {column + 1}"
    (label,) = keyed(p, "decision")[-1:]
    assert label.text == f"Top or bottom, overlap {overlap:.3f}".rstrip("0")


@pytest.mark.parametrize("name", ["slow", "graze"])
def test_the_rule_is_read_before_the_ball_is_turned(name: str) -> None:
    p = run_case(f"Wall, article, {name}")
    impact = run(p).frame.impacts[0]
    assert row(p, "Rule's decision") == word(p)
    assert row(p, "Velocity before") == impact.before != impact.after


def test_rows_follow_the_rule() -> None:
    names = {name: [r.name for r in asked(run_case(name)).rows] for name in RUNS}
    exact, article = names["Wall, exact, slow"], names["Wall, article, slow"]
    assert exact[:8] == article[:8]
    assert "First touch" in exact
    assert "Rule's decision" not in exact
    assert "Rule's decision" in article
    assert "First touch" not in article


def test_a_frame_without_a_touch_has_no_contact() -> None:
    p = WallParams(rule=EXACT)
    assert row(p, "Block touched") == "none"
    assert math.isnan(row(p, "First touch"))
    assert all(map(math.isnan, (*row(p, "Contact"), *row(p, "Normal"))))


@by_either
def test_the_contact_is_where_the_ball_meets_the_block(rule: str) -> None:
    for frame in range(200):
        p = WallParams(rule, speed=0.6, frame=float(frame))
        for impact in run(p).frame.impacts:
            assert math.dist(impact.contact, impact.center) <= p.ball_radius + 1e-9
        verdict = asked(p).verdict
        if verdict.text != GONE_INTO:
            assert verdict.hit == bool(run(p).frame.impacts)


def test_the_exact_normal_leads_from_the_contact_to_the_ball() -> None:
    p = run_case("Wall, exact, fast")
    for impact in run(p).frame.impacts:
        way = np.subtract(impact.center, impact.contact)
        assert np.hypot(*way) == pytest.approx(p.ball_radius)
        assert way / p.ball_radius == pytest.approx(np.array(impact.normal))
    contacts = [r.at for r in keyed(p, "contact", Dot)]
    assert contacts == [i.contact for i in run(p).frame.impacts] != []


def test_the_arrow_of_the_launch_is_as_long_as_the_speed() -> None:
    p = run_case("Wall, exact, fast")
    (arrow,) = keyed(p, "launch", Arrow)
    assert math.dist(arrow.tail, arrow.tip) == pytest.approx(p.speed)
    (ring,) = keyed(p, "launch", Circle)
    assert math.dist(ring.center, arrow.tail) == pytest.approx(ring.radius)


def test_the_last_step_by_the_rule_says_what_it_cannot_see() -> None:
    fast, slow = (asked(run_case(f"Wall, article, {x}")) for x in ("fast", "slow"))
    assert "did not see it" in fast.steps[-1].text
    assert "can jump over a zone" in slow.steps[-1].text
    assert formula_symbols.strip_symbols(slow.steps[-1].numbers).endswith(
        r"= 0.25 \le 0.3 = r"
    )


@pytest.mark.parametrize("sight", SIGHTS)
def test_a_block_gone_into_is_not_taken_for_one_that_is_hit(sight: str) -> None:
    (cross,) = keyed(run_case("Wall, article, fast"), "passed", Dot)
    others = Role.HIT, Role.OBSTACLE, Role.MOVER
    for theme in THEMES.values():
        own = theme.roles[cross.role]
        assert min(apart(own, theme.roles[role], sight) for role in others) >= 15.0
