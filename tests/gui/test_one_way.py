"""Data flow: panels and canvas only read, and actions run in between."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from pyglet.window import key

from playground.analysis.heat_map import MapKind
from playground.gui import imgui_fonts
from playground.gui.commands.command_types import ActionQueue
from playground.gui.imgui_backend import Gui
from playground.gui.view_state import WindowView
from playground.session import quiz
from playground.session.lesson import editor, player
from playground.session.lesson.open_lesson import OpenLesson, StopState
from playground.session.open_scene import OpenScene
from playground.session.session import Session
from playground.session.view_options import Page

# What was worked out for a frame is kept with it.
KEPT = "_scene_view", "fitted_places", "restored_context_id"
READ = Session, OpenScene, OpenLesson, StopState, WindowView


@pytest.fixture
def refusing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise on any change of the session while panels and canvas are drawn."""
    drawn = False

    def drawing(begins: bool, work: Callable[..., object]) -> Callable[..., object]:
        def done(*given: object, **named: object) -> object:
            nonlocal drawn
            drawn = begins
            return work(*given, **named)

        return done

    def acting(deeds: ActionQueue) -> bool:
        nonlocal drawn
        drawn = False
        acted = carry_out(deeds)
        drawn = True
        return acted

    def setting(kind: type) -> Callable[[object, str, object], None]:
        usual = kind.__setattr__

        def put(thing: object, name: str, value: object) -> None:
            # `ImGui` and the mouse have their own.
            assert not drawn or name in KEPT, f"{kind.__name__}.{name} is set"
            usual(thing, name, value)

        return put

    carry_out = ActionQueue.run_pending
    monkeypatch.setattr(Gui, "begin", drawing(True, Gui.begin))
    for end in ("end", "abandon_frame"):
        monkeypatch.setattr(Gui, end, drawing(False, getattr(Gui, end)))
    monkeypatch.setattr(ActionQueue, "run_pending", acting)
    for kind in READ:
        monkeypatch.setattr(kind, "__setattr__", setting(kind))


@contextmanager
def settled(driver) -> Iterator[Session]:
    yield driver.session
    driver.settle()


@pytest.mark.slow
@pytest.mark.usefixtures("refusing", "coarse")
def test_what_is_drawn_is_only_read(driver) -> None:
    for own in driver.session.opened_scenes:
        driver.open(own.scene.id)
        for page in driver.session.scene_view.pages:
            driver.session.look(page=page, compare=True)
            driver.settle()
        for kind in (*driver.session.scene_view.maps, None):
            driver.session.look(map=kind)
            driver.settle(2)
    driver.session.look(page=Page.EXPLORE)
    driver.click_item(imgui_fonts.PRESENT)
    assert driver.window_view.presenting
    driver.key(key.ESCAPE)
    driver.key(key.F1)
    driver.settle()


@pytest.mark.usefixtures("refusing")
def test_what_is_clicked_and_typed_is_done_once_all_is_drawn(driver) -> None:
    driver.open("ray_circle")
    before = driver.params
    x, y = driver.item("##slider radius")
    driver.drag((x, y), (x + 30.0, y))
    assert driver.params.radius != before.radius
    driver.double_click(*driver.item("##number radius"))
    driver.type("1.25")
    driver.key(key.ENTER)
    assert driver.params.radius == 1.25
    driver.click_item("##case")
    driver.click_item("Tangent")
    assert driver.session.open_scene.case == "Tangent"
    driver.click_item("Lab")
    driver.session.look(map=MapKind.REGIONS)
    driver.click_item("up##float64")
    driver.click_item("Off")
    driver.click_item("Explore")
    assert driver.session.view.map is None
    driver.click_item(imgui_fonts.UNDO)
    assert driver.session.open_scene.history.future


@pytest.mark.slow
@pytest.mark.usefixtures("refusing")
def test_a_lesson_and_a_quiz_are_gone_through_so_too(driver) -> None:
    with settled(driver) as session:
        player.start_shipped_lesson(session, session.opened_scenes[0].scene)
    for _ in session.lesson.stop_states:
        driver.key(key._1)
        driver.click_item("##on")
    with settled(driver) as session:
        editor.toggle_writing(session)
    driver.click_item("Question")
    driver.click_item("##title")
    driver.type("x")
    driver.settle()
    assert "x" in session.lesson.title
    driver.key(key.ESCAPE)
    with settled(driver) as session:
        player.close_lesson(session)
        quiz.begin_round(session, 3)
    driver.key(key.H)
    driver.click_item("Stop")
    assert session.quiz is None


def test_a_gesture_on_a_slider_is_one_step(driver) -> None:
    driver.open("ray_circle")
    past = len(driver.session.open_scene.history.past)
    x, y = driver.item("##slider radius")
    driver.drag((x, y), (x + 40.0, y), pieces=6)
    assert len(driver.session.open_scene.history.past) == past + 1
    driver.drag((x + 40.0, y), (x, y), pieces=6)
    assert len(driver.session.open_scene.history.past) == past + 2


def test_the_canvas_shows_a_click_in_the_same_frame(driver) -> None:
    driver.open("ray_circle")
    driver.settle()
    at = driver.item("##slider radius")
    driver.move(*at)
    shown = driver.controls.motion.draw_list
    driver.press()
    assert driver.controls.motion.draw_list is not shown
    assert (
        driver.controls.motion.draw_list
        == driver.session.scene_view.picture.hide_derivation({})
    )
    driver.release()
