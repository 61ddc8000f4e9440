"""Texts of a map's legend: names, shares, mistakes, and the code's name."""

from dataclasses import replace

import numpy as np
import pytest
from map_fields import kinds

from playground.analysis.heat_map import MapKind, assign_roles
from playground.judge.listing_adapter import UserCodeListing
from playground.scene import Nature, author_files
from playground.scene.answer import NO_KIND_INDEX, NOT_EVALUATED, Effect, RegionKind
from playground.scene.author_files import TimeLimitError
from playground.scene.primitives import Role
from playground.scene.solution import Solution, solve_scene
from playground.session.texts import (
    empty_map_text,
    legend_lines,
    map_label_text,
    texture_text,
)
from playground.session.view_model import SceneView
from scenes import SCENES, ray_circle

MISSED, MADE_UP, WRONG = Effect


def legend(*found, of=MapKind.MISTAKES, whole=1000):
    """Return the legend of a map with the given number of cells per kind."""
    every = tuple(kind for kind, _ in found)
    counts = [count for _, count in found]
    index = np.full(whole, NO_KIND_INDEX)
    index[: sum(counts)] = np.repeat(np.arange(len(found)), counts)
    field = replace(kinds([index], of), kinds=every)
    return legend_lines(field, assign_roles(field, {}))


def mistake(name, effect=MISSED, nature=Nature.ERROR, why=""):
    return RegionKind(name, Role.HIT, effect, nature, why)


def test_mistakes_come_by_severity_each_with_its_share_and_what_is_wrong():
    lines = legend(
        (mistake("rounded", MISSED, Nature.ROUNDING), 7),
        (mistake("turned", WRONG, why="The normal is ignored."), 160),
        (mistake("inside: missed", why="One time is negative."), 11),
    )
    assert [(x.text, x.share) for x in lines] == [
        ("inside: missed", "1.1 %"),
        ("turned", "16 %"),
        ("rounded", "0.7 %"),
    ]
    assert [x.why for x in lines[:2]] == [
        "One time is negative.",
        "The normal is ignored.",
    ]
    assert "rounding" in lines[2].why


def test_one_kind_with_two_effects_says_which():
    lines = legend((mistake("turned", MADE_UP), 90), (mistake("turned"), 160))
    assert [x.text for x in lines] == ["turned: missed", "turned: phantom hit"]
    assert lines[0].role == lines[1].role


def test_what_is_said_on_the_map_says_its_effect_once_and_nothing_of_rounding():
    lines = legend(
        (mistake("inside: missed"), 260),
        (mistake("turned", WRONG), 20),
        (mistake("noise", MISSED, Nature.ROUNDING), 5),
    )
    assert [words for _, *words in map_label_text(lines, "this view")] == [
        ["inside: missed", "26 % of this view"],
        ["turned", "2 % of this view, wrong value"],
    ]
    assert [words for _, *words in map_label_text(lines, "")] == [
        ["inside: missed", ""],
        ["turned", ""],
    ]


@pytest.mark.parametrize(
    ("count", "share"),
    [(1, "1 place"), (99, "99 places"), (100, "< 0.1 %"), (120_000, "12 %")],
)
def test_a_few_cells_are_counted(count, share):
    (line,) = legend((mistake("rare"), count), whole=1_000_000)
    assert line.share == share


def test_a_line_of_code_is_told_once_with_all_its_cells():
    lines = legend(
        (mistake("12  if s < 0.0:", MADE_UP), 100),
        (mistake("12  if s < 0.0:"), 50),
        of=MapKind.BLAME,
    )
    assert [(x.text, x.share) for x in lines] == [("12  if s < 0.0:", "15 %")]
    assert lines[0].code
    assert map_label_text(lines, "this view") == []


def test_of_many_lines_of_code_each_is_cut_and_words_are_not():
    code = [
        mistake(f"{n}  if s < 0.0 and discriminant < {n}.0: return") for n in range(4)
    ]
    words = "Rounding: point at the map to see its line"
    lines = legend(*((kind, 50) for kind in (*code, mistake(words))), of=MapKind.BLAME)
    told = [line.text for line in lines]
    assert words in told
    assert all(text.endswith("…") for text in told if text != words)


def test_where_answers_are_shown_a_name_is_all():
    (line,) = legend((RegionKind("Hit", Role.HIT), 10), of=MapKind.REGIONS)
    assert (line.text, line.share, line.why, line.role) == ("Hit", "", "", Role.HIT)
    assert texture_text([line]) == ""


def test_only_the_textures_that_are_there_are_explained():
    told = texture_text(legend((mistake("a"), 5), (mistake("b", WRONG), 5)))
    assert "missed" in told
    assert "phantom" not in told
    assert "Dashed" not in told
    assert told.endswith("both agree.")
    assert "Dashed" in texture_text(legend((mistake("a", nature=Nature.CHOICE), 5)))
    (line,) = legend((mistake(NOT_EVALUATED, WRONG), 5))
    assert "wrong" not in texture_text([line])
    assert "wrong" not in map_label_text([line], "this view")[0][2]


def test_whose_code_is_right_is_said_once_the_map_is_refined():
    field = kinds([[NO_KIND_INDEX]], MapKind.MISTAKES)
    for of, who in ((ray_circle.SCENE, "The article"), (own_code(), "Your code")):
        study = SceneView(of, of.initial_params())
        assert empty_map_text(study, field).startswith(f"{who} is right")
        assert empty_map_text(study, replace(field, is_coarse=True)) == "…"


@pytest.mark.slow
def test_whose_code_takes_too_long_is_said(monkeypatch):
    monkeypatch.setattr(author_files, "CALL_LIMIT_S", 0.25)
    monkeypatch.setattr(author_files, "_slow_calls", set())

    def endless(p, dtype):
        while True:
            pass

    own = replace(own_code().listing, asks=endless)
    part = replace(ray_circle.SCENE, listings=(own,))
    for asked in (Solution.mistakes, Solution.listing_verdict):
        with pytest.raises(TimeLimitError, match=r"^your code took longer"):
            asked(solve_scene(part, part.initial_params()), np.float64)


def own_code():
    listing = ray_circle.SCENE.listing
    own = UserCodeListing(
        asks=lambda p, dtype: listing.evaluate(p, dtype),
        describe_answer=lambda t: "hit",
        mistakes=(),
        comparison=listing.comparison,
        name="first_hit",
    )
    return replace(ray_circle.SCENE, listings=(own,))


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_every_mistake_of_an_article_says_why_in_a_line(scene):
    """Rounding has one sentence for all."""
    listing = scene.resolve(scene.initial_params())[0].listing
    for mistake in listing.mistakes:
        kind = mistake.kind
        if kind.nature is not Nature.ROUNDING:
            assert kind.why.endswith("."), kind.name
            assert len(kind.why) <= 56, kind.name
