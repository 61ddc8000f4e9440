"""View model: cached values, available features, and those that a question hides."""

from dataclasses import replace

import numpy as np
import pytest

from playground.analysis.curve import answer_axes
from playground.analysis.heat_map import MapKind
from playground.scene.scene import SceneEntry
from playground.session.view_model import HiddenSceneView, SceneView, ViewOptions
from playground.session.view_options import DisplayOptions, MapChoice, Page
from scenes import CIRCLE_RECT, RAY_CIRCLE, SCENES


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_time_runs_without_its_stops_where_a_time_is_asked_for(
    scene: SceneEntry,
) -> None:
    shown, hidden = (
        kind(scene, scene.initial_params()) for kind in (SceneView, HiddenSceneView)
    )
    if scene.id == "sphere_line":
        assert hidden.has_timeline
        assert shown.timeline.stops
        assert not hidden.timeline.stops
        assert hidden.timeline.parameter == shown.timeline.parameter
    else:
        assert not hidden.has_timeline
        assert hidden.timeline is None


def test_the_listing_is_not_asked_again_where_only_the_view_changes() -> None:
    asked = []
    own = CIRCLE_RECT.scene.listing

    def given(p):
        asked.append(p)
        return own.arguments(p)

    scene = replace(CIRCLE_RECT.scene, listings=(replace(own, arguments=given),))
    first = SceneView(scene, scene.initial_params())
    said = first.comparison_in(np.float32)
    assert len(asked) == 1
    second = SceneView(scene, replace(first.params, turned=0.5), first)
    assert second.solution
    assert second.comparison_in(np.float32) == said
    assert len(asked) == 1
    SceneView(scene, replace(first.params, radius=0.5), second).comparison_in(
        np.float32
    )
    assert len(asked) == 2


def test_there_is_a_page_for_code_where_there_is_some_or_may_be() -> None:
    scene = RAY_CIRCLE.scene
    nothing = replace(scene, listings=(), query=None)
    for shown, listed in (
        (scene, True),
        (replace(scene, query=None), True),
        (replace(scene, listings=()), True),
        (nothing, False),
    ):
        assert SceneView(shown, shown.initial_params()).has_code == listed


def test_what_is_refused_is_an_error_and_no_failure_of_the_scene() -> None:
    refused = SceneView(
        RAY_CIRCLE, replace(RAY_CIRCLE.initial_params(), direction=(0.0, 0.0))
    )
    assert "must not be zero" in refused.error
    assert refused.failure == ""


def test_a_question_shows_what_is_given_and_no_more() -> None:
    shown, hidden = (
        kind(RAY_CIRCLE, RAY_CIRCLE.initial_params())
        for kind in (SceneView, HiddenSceneView)
    )
    given = hidden.picture.primitives
    assert given
    assert len(given) < len(shown.picture.primitives)
    assert all(record.first_step == 0 for record in given)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_what_else_is_wanted_is_shown_and_nothing_solved_again(
    scene: SceneEntry,
) -> None:
    params = scene.initial_params()
    first = SceneView(scene, params)
    known = answer_axes(params)
    names = "rows", "picture", "curve", "map_axes", "question", "page", "is_edited"
    for read in names:
        getattr(first, read)
    wanted = ViewOptions(
        DisplayOptions(Page.LAB, MapKind.REGIONS),
        case=list(scene.cases)[-1],
        axis=known[-1],
        mapped=MapChoice((known[-1], known[0])),
        dtype=np.float32,
    )
    seen, fresh = first.with_options(wanted), SceneView(scene, params, None, wanted)
    assert seen.rows is first.rows
    assert seen.picture is first.picture
    for field in ("dtype", "page", "is_edited", "map_axes", "question", "pages"):
        assert getattr(seen, field) == getattr(fresh, field), field
    assert (seen.curve and seen.curve.axis) == (fresh.curve and fresh.curve.axis)
    assert first.with_options(first.options).page is Page.EXPLORE
