"""Commands of a page: the same effects as in the window's session."""

import json
from typing import Any

import pytest
from asked_live import AskedLive

from playground.analysis.heat_map import MapKind
from playground.scene.camera import Viewport
from playground.scene.parameter_types import MAX_LENGTH
from playground.session import plot_controls, step_navigation
from playground.session.saved_state import make_link
from playground.session.session import Session
from playground.session.view.pointer_controls import Controls
from playground.session.view_options import Page
from playground.web.serialize import sample_texts as page_words
from playground.web.serialize.drawing import ASPECT_RATIOS
from scenes import SCENES

SIZE = (520.0, 416.0)
IDS = [scene.id for scene in SCENES]


def opened(scene: str) -> Session:
    session = Session(SCENES)
    session.open(session.find(scene))
    return session


def alike(asked: AskedLive, session: Session) -> None:
    """Assert that the page's answer equals the session: state, texts and numbers."""
    told, study = asked.told, session.scene_view
    assert told["error"] == ""
    assert asked.link == make_link(session.state)
    verdict, shown = told["set"]["verdict"], page_words.serialize_verdicts([study])
    assert [verdict[k] for k in ("word", "sentence")] == [
        shown[k] for k in ("word", "sentence")
    ]
    assert [row["name"] for row in told["set"]["rows"]] == [
        row["name"] for row in page_words.serialize_rows([study])
    ]
    history = session.open_scene.history
    assert told["live"]["undo"] is bool(history.past)
    assert told["live"]["redo"] is bool(history.future)


@pytest.mark.parametrize("scene", IDS)
def test_a_scene_and_each_of_its_cases_are_the_windows(scene: str) -> None:
    asked, session = AskedLive(scene), opened(scene)
    alike(asked, session)
    for name in session.scene.cases:
        asked.do(["case", name])
        session.choose_case(name)
        alike(asked, session)
        live = asked.told["live"]
        assert (live["case"], live["called"]) == (name, name)
    asked.do(["time", 0.0])
    assert asked.told["live"]["case"] == name
    grip = asked.told["set"]["dims"][0]
    live = asked.do(["nudge", grip["name"], grip["index"], 1, 1, {}])["live"]
    assert (live["case"], live["called"]) == ("", f"Edited, from {name}")


def test_a_handle_is_dragged_as_by_the_windows_mouse() -> None:
    asked, session = AskedLive(), opened("ray_circle")
    controls = Controls(session)
    controls.places = [Viewport(0.0, 0.0, *SIZE)]
    dim, unit = asked.told["set"]["dims"][0], asked.told["set"]["views"][0]["unit"]
    at = [dim[axis] * unit for axis in "xy"]
    x, y = controls.camera(0).to_screen(at, controls.places[0]).tolist()
    session.begin_gesture()
    controls.pointer_down(x, y, pan=False)
    asked.do(["press", x, y])
    for dx, dy, snap in ((7.0, -5.0, False), (13.0, 4.0, True)):
        x, y = x + dx, y + dy
        controls.pointer_drag(x, y, dx, dy, snap=snap)
        asked.do(["move", x, y, dx, dy, {"snap": snap}])
        alike(asked, session)
    controls.pointer_up()
    asked.do(["release"])
    alike(asked, session)
    assert session.params != session.scene.initial_params()


@pytest.mark.parametrize("how", [{}, {"coarse": True}])
def test_a_handle_is_nudged_as_by_an_arrow_key(how: dict[str, Any]) -> None:
    asked, session = AskedLive(), opened("ray_circle")
    controls = Controls(session)
    controls.places = [Viewport(0.0, 0.0, *SIZE)]
    dim = asked.told["set"]["dims"][0]
    session.open_scene.selected_handle = (dim["name"], dim["index"])
    controls.nudge(1, -1, coarse=bool(how))
    asked.do(["nudge", dim["name"], dim["index"], 1, -1, how])
    alike(asked, session)
    assert session.params != session.scene.initial_params()


def test_numbers_are_set_typed_undone_and_reset() -> None:
    asked, session = AskedLive(), opened("ray_circle")
    asked.do(["set", "radius", 1.25], ["type", "center", 1, "2/3"])
    session.set_value("radius", 1.25, "radius")
    session.set_value("center", (session.params.center[0], 2 / 3), "center")
    alike(asked, session)
    for deed in ("undo", "undo", "redo", "reset"):
        asked.do([deed])
        getattr(session, deed)()
        alike(asked, session)


def test_each_number_typed_is_a_step_and_a_slider_is_one_until_it_is_let_go() -> None:
    asked, start = AskedLive(), AskedLive().link

    def after(*deeds: list[Any]) -> str:
        asked.do(*deeds)
        return asked.link

    first = after(["type", "radius", 0, "1.25"])
    asked.do(["type", "radius", 0, "3"])
    assert after(["undo"]) == first
    assert after(["undo"]) == start
    drawn = after(["set", "radius", 1.0, 0], ["set", "radius", 1.5, 0])
    asked.do(["set", "radius", 2.0, 1], ["set", "radius", 2.5, 1])
    assert after(["undo"]) == drawn
    assert after(["undo"]) == start


def test_what_is_typed_and_no_number_is_refused_in_the_windows_words() -> None:
    asked = AskedLive()
    before = asked.link
    told = asked.do(["type", "radius", 0, "2 apples"])
    assert told["error"].startswith('"2 apples" is not a number')
    assert asked.link == before
    assert "no such number" in asked.do(["type", "center", 2, "1"])["error"]


def test_a_value_beyond_its_range_is_its_nearest_end() -> None:
    asked = AskedLive()
    told = asked.do(["set", "radius", 1e200])
    radius = next(f for f in told["live"]["fields"] if f["name"] == "radius")
    assert radius["values"] == [MAX_LENGTH]


@pytest.mark.parametrize("scene", IDS)
def test_the_time_and_each_step_are_the_windows(scene: str) -> None:
    asked, session = AskedLive(scene), opened(scene)
    line = session.scene_view.timeline
    if line:
        middle = (line.start + line.end) / 2
        asked.do(["time", middle])
        session.go_to(middle)
        alike(asked, session)
        assert asked.told["live"]["time"]["now"] == session.scene_view.current_time
    for number in range(1, len(session.scene_view.steps) + 1):
        asked.do(["step", number], tab="derivation")
        step_navigation.arrive_at_step(session, number)
        alike(asked, session)
        told = asked.told["set"]["steps"]
        shown = page_words.serialize_steps([session.scene_view])
        assert told[number - 1] == shown[number - 1]
        assert [one["title"] for one in told] == [one["title"] for one in shown]
    asked.do(["step", None], tab="derivation")
    assert asked.told["set"]["steps"] == page_words.serialize_steps(
        [session.scene_view]
    )


def test_a_map_its_axes_and_its_quantity_are_chosen() -> None:
    asked, session = AskedLive(), opened("ray_circle")
    asked.do(["map", "VALUES"])
    session.look(map=MapKind.VALUES)
    alike(asked, session)
    x, y = asked.told["live"]["axes"][0], asked.told["live"]["axes"][-1]
    name = asked.told["live"]["quantities"][-1]
    told = asked.do(["over", x, y], ["quantity", name], ["alone", "Hit"])
    now = told["live"]["map"]
    assert (now["kind"], now["over"]) == ("VALUES", [x, y])
    assert (now["quantity"], now["alone"]) == (name, "Hit")
    assert "two different numbers" in asked.do(["over", x, x])["error"]
    assert asked.do(["map", None])["live"]["map"] is None
    told = asked.do(["axis", y])
    assert told["live"]["curve"]["axis"] == y


def test_the_map_that_a_scene_comes_with_is_opened() -> None:
    asked, session = AskedLive(), opened("ray_circle")
    asked.do(["preset"])
    plot_controls.show_preset(session)
    alike(asked, session)


def test_pages_precision_and_the_answer_beside_are_chosen() -> None:
    asked, session = AskedLive(), opened("ray_circle")
    told = asked.do(["page", "Code"], ["precision", "float64"], ["compare", True])
    session.look(page=Page.CODE, compare=True)
    session.set_scene_options(dtype=asked.live.session.scene_view.dtype)
    alike(asked, session)
    assert told["live"]["precision"]["now"] == "float64"
    assert asked.do(["compare", False])["stop"]["compared"] == 0


def test_views_are_told_for_the_shape_that_they_have_in_the_page() -> None:
    asked = AskedLive("circle_rect")
    first = asked.told["set"]["views"]
    for number, shape in enumerate(ASPECT_RATIOS):
        told = asked.do(["stage", number])
        for view, usual in zip(told["set"]["views"], first, strict=True):
            (x, y, scale), (wide, tall) = view["camera"], view["size"]
            assert wide / tall == pytest.approx(shape, rel=1e-3)
            # All is in sight, and no smaller than it would be in the one usual size.
            for places, middle, size in zip(
                dots(view), (x, y), (wide, tall), strict=True
            ):
                far = max(abs(view["unit"] * at - middle) for at in places)
                assert far * scale < size / 2
            (*_, before), (a, b) = usual["camera"], usual["size"]
            assert scale > 0.95 * before * min(wide / a, tall / b)
    moved = asked.do(["camera", 0, [1.0, 2.0, 90.0]], ["stage", 2])
    assert moved["set"]["views"][0]["camera"] == [1.0, 2.0, 90.0]
    for wrong in (-1, len(ASPECT_RATIOS), 1.5, "wide"):
        assert asked.do(["stage", wrong])["error"]


@pytest.mark.parametrize("scene", ["ray_circle", "sphere_line"])
def test_a_view_that_is_only_pressed_fits_the_next_shape_too(scene: str) -> None:
    asked, pressed = AskedLive(scene), AskedLive(scene)
    cameras = [view["camera"] for view in pressed.told["set"]["views"]]
    pressed.do(["press", 0.0, 0.0, 0, cameras], ["release"])
    told = [each.do(["stage", 0])["set"]["views"][0] for each in (asked, pressed)]
    assert told[0]["camera"] == told[1]["camera"]


def dots(view: dict[str, Any]) -> list[list[float]]:
    """Return the positions of a view's dots, x and then y, in units."""
    found = [prim["n"][:2] for prim in view["prims"] if prim["k"] == "dot"]
    return [[told_number(place[k]) for place in found] for k in (0, 1)]


def told_number(column: Any) -> float:
    """Return the number of one sample."""
    return float(column[0] if isinstance(column, list) else column)


def test_a_camera_is_the_pages_own_and_fits_again() -> None:
    asked = AskedLive()
    fitted = asked.told["set"]["views"][0]["camera"]
    told = asked.do(["camera", 0, [1.0, 2.0, 90.0]])
    assert told["set"]["views"][0]["camera"] == [1.0, 2.0, 90.0]
    assert asked.do(["fit"])["set"]["views"][0]["camera"] == fitted
    asked.do(["scene", "sphere_line"])
    told = asked.do(["camera", 0, {"yaw": 0.5, "distance": 9.0}])
    seen = told["set"]["views"][0]["camera"]
    assert (seen["yaw"], seen["distance"]) == (0.5, 9.0)


def test_a_state_is_saved_and_opened_and_what_is_none_says_why() -> None:
    asked = AskedLive()
    asked.do(["set", "radius", 1.5])
    saved, held = asked.ask("save")["text"], asked.link
    asked.do(["scene", "circle_rect"])
    asked.do(["state", json.loads(saved)])
    assert asked.link == held
    told = asked.do(["state", {"scene": "ray_circle"}])
    assert told["error"]
    assert asked.link == held


def test_all_of_a_state_is_read_out() -> None:
    asked = AskedLive()
    lines = asked.ask("words")["text"].splitlines()
    assert lines[0] == asked.told["set"]["alt"]
    for row in asked.told["set"]["rows"]:
        value = row["value"]
        assert any(value in line for line in lines[1:]), row["name"]
    asked.do(["page", "Derivation"], ["step", 2], tab="derivation")
    steps = asked.live.session.scene_view.steps
    said = asked.ask("words")["text"]
    assert f"Step 2 of {len(steps)}: {steps[1].title}." in said
    assert "\\" not in said


def test_what_is_asked_for_and_is_not_there_is_said() -> None:
    asked = AskedLive()
    assert "among map" in asked.ask("sing")["error"]
    assert "too much or too little" in asked.ask("save", 1)["error"]


def test_a_slider_s_ends_hold_what_was_typed_until_it_is_less_again() -> None:
    asked = AskedLive()

    def ends(*deeds: list[Any]) -> tuple[float, float]:
        told = asked.do(*deeds)
        field = next(f for f in told["live"]["fields"] if f["name"] == "radius")
        return field["low"], field["high"]

    usual = ends(["type", "radius", 0, "2"])
    assert ends(["type", "center", 0, "640"], ["type", "radius", 0, "32"]) == (
        0.0,
        32.0,
    )
    assert ends(["set", "radius", 2.0]) == usual
    refused = asked.do(["type", "radius", 0, "1e200"])["error"]
    assert refused == "Radius r must be at most 10¹² m"
