"""Texts of a page about states, with and without an answer."""

from dataclasses import replace

import numpy as np
import toys
from lesson_page import read
from page_data import decode_column, decode_texts

from playground.render.theme import LIGHT
from playground.scene import Answer
from playground.scene.primitives import Role
from playground.session.view_model import SceneView
from playground.web.serialize import colors, sample_texts
from playground.web.serialize.sample_texts import serialize_code_runs
from scenes import SCENES

RAY = next(scene for scene in SCENES if scene.id == "ray_circle")
HIT = SceneView(RAY, RAY.cases["Two hits"].params)
REFUSED = SceneView(RAY, replace(RAY.initial_params(), direction=(0.0, 0.0)))


def test_who_cannot_see_the_picture_is_told_what_it_shows() -> None:
    said = sample_texts.describe_state(HIT)
    assert said.startswith("Ray vs circle: Ray origin A = (−4.5, −1.5), Direction V = ")
    assert HIT.verdict
    assert said.endswith(f". {HIT.verdict.text}. {HIT.verdict.detail}")
    refused = sample_texts.describe_state(REFUSED)
    assert REFUSED.error
    assert refused.endswith(f". {REFUSED.error}")


def test_of_a_scene_without_outcomes_nothing_is_said() -> None:
    scene = replace(toys.SCENE, answer=Answer(), derivation=None)
    moment = SceneView(scene, scene.initial_params())
    assert decode_texts(sample_texts.serialize_verdicts([moment])["word"], 1) == [""]
    assert sample_texts.describe_state(moment).endswith("Radius r = 2.")


def test_where_there_is_no_answer_it_says_why() -> None:
    found = sample_texts.serialize_verdicts([REFUSED])
    assert decode_texts(found["word"], 1) == ["No answer"]
    assert read(decode_texts(found["sentence"], 1)[0]) == REFUSED.error
    assert found["hit"] == -1
    light = colors.serialize_palettes()["light"]
    assert light[found["tone"]] == colors.to_css_color(LIGHT.warning)
    found = sample_texts.serialize_verdicts([HIT])
    assert found["hit"] == 1
    assert light[found["tone"]] == colors.to_css_color(LIGHT.texts[Role.HIT])


def test_an_answer_for_the_moment_on_show_is_not_called_the_same() -> None:
    ball = next(scene for scene in SCENES if scene.id == "ball_block")
    states = [ball.cases["Top side"].params, RAY.cases["Two hits"].params]
    first, hit = (
        sample_texts.serialize_listing_answers([SceneView(scene, p)], np.float64)
        for scene, p in zip((ball, RAY), states, strict=True)
    )
    assert first
    assert hit
    # The ball will hit; the rule, asked at t = 0, says that it does not yet.
    assert (first["agrees"], first["sign"]) == (1, " ")
    assert (hit["agrees"], hit["sign"]) == (1, "=")


def test_the_article_is_silent_where_there_is_no_answer() -> None:
    moments = [HIT, REFUSED]
    found = sample_texts.serialize_listing_answers(moments, np.float64)
    assert found
    answers = decode_texts(found["agreement"], 2)
    assert answers[0]
    assert answers[1] == ""
    assert decode_column(found["agrees"], 2)[1] == 1


def test_as_many_digits_as_tell_places_apart() -> None:
    p = RAY.initial_params()
    states = [replace(p, radius=radius) for radius in (1.0, 1.00002, 1.5)]
    assert sample_texts.format_handle_values(states, "radius") == [
        "Radius r = 1",
        "Radius r = 1.00002",
        "Radius r = 1.5",
    ]


def test_where_the_listing_has_no_code_none_is_shown() -> None:
    scene = RAY.scene
    silent = replace(scene, listings=(replace(scene.listing, code=None),))
    for shown, there in ((scene, True), (silent, False)):
        found = serialize_code_runs(
            [SceneView(shown, shown.initial_params())], np.float64
        )
        assert (found is not None) == there
