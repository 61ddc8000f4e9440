"""First start: instructions, and where they lead."""

from dataclasses import replace

import pytest
import toys
from conftest import Driver
from forgetful import MENDED
from pyglet.window import key

from playground.analysis.heat_map import MapKind
from playground.gui.event_log import LogStart
from playground.gui.settings import Settings
from playground.scene import Answer
from playground.session import first_run, user_code
from playground.session.restore import serialize_scenes
from playground.session.session import Session
from playground.session.view_options import Page
from scenes import SCENES

SAY = "Drag A into the circle: a published routine stops seeing it."
FOUND = "You found it. The ray must leave the circle, and the routine says: no hit."


@pytest.fixture
def fresh(window_of, tmp_path) -> Driver:
    """Return a window as on a first start."""
    driver = window_of(*SCENES, settings=Settings(tmp_path / "new"))
    driver.window_view.look(simple=True)
    driver.resize(1280, 800)
    driver.settle(4)
    return driver


def written(driver: Driver, texts: list[str]) -> set[str]:
    return {*driver.anew(texts)}


def into_the_circle(driver: Driver) -> None:
    start = driver.session.start_offer.start
    there = driver.screen(start.target)
    driver.drag(driver.screen(driver.grip(start.handle).at), there)
    driver.settle()


def test_the_first_start_is_simple_and_the_choice_is_kept(tmp_path, window_of):
    settings = Settings(tmp_path)
    driver = window_of(*SCENES, settings=settings)
    assert settings.saved_settings.simple
    driver.window_view.look(simple=True)
    driver.key(key.F2)
    assert not driver.window_view.simple
    driver.window.close()
    again = Settings(tmp_path)
    window_of(*SCENES, settings=again)
    assert not again.saved_settings.simple


def test_simple_mode_has_the_figure_and_the_two_answers(fresh, texts):
    layout = fresh.layout
    assert layout.inspector is layout.curve is layout.transport is layout.legend is None
    assert layout.sidebar.width + layout.canvas.width == 1280.0
    assert {"Geometry", "Hit", SAY} <= written(fresh, texts)
    fresh.click_item("All tools")
    assert fresh.layout.inspector


@pytest.mark.parametrize("has_outcomes", [True, False])
def test_only_a_scene_with_outcomes_has_a_card_for_the_answer(
    window_of, texts, has_outcomes
):
    answer = toys.ANSWER if has_outcomes else Answer()
    driver = window_of(replace(toys.SCENE, answer=answer, derivation=None))
    driver.window_view.look(simple=True)
    driver.settle(2)
    assert bool({"Answer", "No answer"} & written(driver, texts)) == has_outcomes


@pytest.mark.usefixtures("coarse")
def test_one_drag_finds_the_mistake_and_the_lesson_says_why(fresh, texts):
    assert fresh.session.start_offer.pulsing
    assert fresh.session.scene_view.comparison.agrees
    into_the_circle(fresh)
    first = fresh.session.start_offer
    assert first.dragged
    assert first.found
    assert fresh.session.view.map is MapKind.MISTAKES
    whose = "Map: where the article's code is wrong"
    assert {"Hit", "No hit", FOUND, whose} <= written(fresh, texts)
    params = fresh.params
    fresh.click_item("Why?")
    walk = fresh.session.lesson
    # A press on a button is none on the map below it.
    assert walk.away.history.present.params == params
    assert fresh.session.params.origin == (1.0, 0.25)
    # It explains: it does not ask for what was on the screen a moment ago.
    assert walk.stop.question is None
    assert "inside" in walk.stop.say
    assert fresh.layout.lesson


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize("leave", [Session.reset, lambda session: session.open(1)])
def test_the_map_of_what_was_found_goes_when_it_is_left(fresh, leave):
    into_the_circle(fresh)
    assert fresh.session.view.map is MapKind.MISTAKES
    assert "map" not in str(serialize_scenes(fresh.session)["ray_circle"])
    leave(fresh.session)
    fresh.settle()
    assert fresh.session.view.map is None


@pytest.mark.usefixtures("coarse")
def test_a_map_that_was_asked_for_stays(fresh):
    fresh.session.look(map=MapKind.REGIONS)
    into_the_circle(fresh)
    assert fresh.session.view.map is MapKind.REGIONS
    fresh.session.look(map=MapKind.MISTAKES)
    fresh.session.open(1)
    fresh.settle()
    assert fresh.session.view.map is MapKind.MISTAKES


def test_what_to_do_is_said_until_something_else_is_opened(fresh, texts):
    into_the_circle(fresh)
    fresh.key(key.Z, key.MOD_CTRL)
    assert fresh.session.params == fresh.session.start_offer.start.params
    assert SAY in written(fresh, texts)
    assert fresh.session.start_offer.dragged
    fresh.session.choose_case("Tangent")
    assert SAY not in written(fresh, texts)
    assert fresh.session.active_offer is None


def test_of_the_article_nothing_is_said_with_own_code(fresh, texts, tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MENDED)
    user_code.open_user_code(fresh.session, str(path))
    fresh.until(lambda: fresh.session.open_scene.is_user_code_shown)
    fresh.session.look(page=Page.EXPLORE)
    assert SAY not in written(fresh, texts)
    user_code.close_code(fresh.session)
    assert SAY in written(fresh, texts)


def test_a_later_start_says_again_what_was_not_done(tmp_path, window_of, texts):
    window_of(*SCENES, settings=Settings(tmp_path)).window.close()
    again = window_of(*SCENES, settings=Settings(tmp_path))
    again.window_view.look(simple=True)
    assert SAY in written(again, texts)


@pytest.mark.slow
def test_what_is_to_be_dragged_lies_under_nothing(fresh):
    for entry in SCENES:
        fresh.click_item(f"##{entry.id}")
        assert fresh.session.params == entry.start.params
        for size in ((960, 600), (1920, 1080), (1280, 800)):
            fresh.resize(*size)
            fresh.settle(4)
            start = fresh.session.start_offer.start
            for point in (fresh.grip(start.handle).at, start.target):
                x, y = fresh.screen(point)
                assert not fresh.window.main_view.is_covered(x, y)
                assert fresh.controls.view_at(x, y) == 0


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
def test_the_drag_that_is_asked_for_ends_as_it_says(fresh, texts):
    for entry in SCENES:
        fresh.click_item(f"##{entry.id}")
        start = fresh.session.start_offer.start
        shift = key.MOD_SHIFT if "Shift" in start.instruction else 0
        assert start.instruction in written(fresh, texts)
        there = fresh.screen(start.target)
        fresh.drag(fresh.screen(fresh.grip(start.handle).at), there, modifiers=shift)
        fresh.settle()
        assert start.success_text in written(fresh, texts)


def test_a_scene_begins_at_its_start_once_and_only_in_simple_mode(fresh, texts):
    ellipse, sphere = SCENES[2], SCENES[3]
    fresh.click_item(f"##{ellipse.id}")
    fresh.click_item(f"##{SCENES[0].id}")
    # Nothing was done there: what to do is said again.
    assert SAY in written(fresh, texts)
    fresh.session.choose_case("Tangent")
    params = fresh.params
    fresh.click_item(f"##{ellipse.id}")
    fresh.click_item(f"##{SCENES[0].id}")
    assert fresh.params == params
    fresh.click_item("All tools")
    fresh.click_item(f"##{sphere.id}")
    assert fresh.params == sphere.initial_params()


@pytest.mark.usefixtures("coarse")
def test_found_is_said_wherever_it_is_true(fresh, texts):
    rect = SCENES[1]
    fresh.click_item(f"##{rect.id}")
    # Other lines are to blame here, but the answers are those that it tells of.
    for center in ((0.6, 1.4), (0.0, 0.0), (1.5, 1.2)):
        fresh.session.set_value("center", center)
        fresh.settle()
        assert rect.start.success_text in written(fresh, texts)
    # Here the code answers a hit where there is none.
    fresh.session.set_value("center", (2.0, -2.0))
    fresh.settle()
    assert first_run.is_listing_wrong(fresh.session.scene_view)
    assert {rect.start.instruction, "No hit", "Hit"} <= written(fresh, texts)


def test_a_log_knows_the_start_it_began_with(fresh, window_of):
    surface = fresh.window.geometry.surface
    start = LogStart.capture(fresh.session, fresh.window_view, surface)
    other = window_of(*SCENES)
    start.apply(other.session, other.window_view)
    assert other.window_view.simple
    assert other.session.active_offer.start is fresh.session.start_offer.start


def test_what_the_map_is_of_lies_on_none_of_its_names(fresh, coarse, labels):
    fresh.resize(1180, 760)
    fresh.click_item("##circle_rect")
    fresh.settle(4)
    into_the_circle(fresh)
    fresh.window.wait_for_map()
    fresh.settle(6)
    shown = fresh.anew(labels)
    title = fresh.window.main_view._map_title_area
    assert any("of this view" in text.text for text, _ in shown)
    for text, _ in shown:
        left, top, right, foot = text.box
        beside = right <= title.x or left >= title.x + title.width
        assert beside or foot <= title.y or top >= title.y + title.height, text.text
