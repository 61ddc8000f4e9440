"""A lesson's page by hand: mouse, touch and keys, by real events."""

from pathlib import Path
from typing import Any

import pytest
from lesson_page import (
    CAMERA,
    FIRST,
    LOOK,
    MAP,
    RAY,
    SPACE,
    STEPS,
    UNIT,
    Open,
    agrees,
    outside,
    plan,
    shared,
    text,
)

from playground.session.view_model import SceneView

pytestmark = pytest.mark.slow


def test_a_drag_moves_the_shape_and_the_verdict(visit: Open) -> None:
    seen = visit()
    agrees(seen, LOOK)
    before, words = seen.picture("canvas"), seen.told(".verdict")
    assert words.split()[:2] == ["Geometry", "Hit"]
    x, y = seen.middle(".handle")
    seen.carry()
    assert seen.told(".verdict h2") == "No hit"
    assert seen.picture("canvas") != before
    goal = outside()
    assert shared(LOOK).samples.states[seen.sample].origin == goal
    agrees(seen, LOOK)
    # The handle is where the pointer left it.
    unit, own = seen.page.evaluate(UNIT), FIRST.params.origin
    now = seen.middle(".handle")
    assert now[0] == pytest.approx(x + (goal[0] - own[0]) * unit, abs=1)
    assert now[1] == pytest.approx(y - (goal[1] - own[1]) * unit, abs=1)


def test_after_any_drag_the_page_says_what_the_scene_says(visit: Open) -> None:
    seen = visit()
    for number in (LOOK, SPACE, MAP):
        seen.turn(number)
        found = set()
        for dx, dy in ((60, 0), (-140, 30), (30, 120), (90, -200)):
            seen.drag(seen.middle(".handle"), dx, dy)
            agrees(seen, number)
            found.add(seen.sample)
        assert len(found) > 1


def test_touch_drags_turns_and_pinches(visit: Open) -> None:
    seen = visit(390, 844, has_touch=True, is_mobile=True)
    x, y = seen.middle(".handle")
    seen.touch([(x, y)], [(x + 60, y + 60)], [(x + 120, y + 120)])
    assert seen.middle(".handle")[1] > y + 60
    agrees(seen, LOOK)
    seen.turn(SPACE)
    x, y = seen.middle(".view.space")
    first = seen.page.evaluate(CAMERA)
    seen.touch([(x, y + 80)], [(x + 40, y + 80)])
    turned = seen.page.evaluate(CAMERA)
    assert turned["yaw"] != first["yaw"]
    y += 80
    seen.touch([(x - 30, y), (x + 30, y)], [(x - 60, y), (x + 60, y)])
    near = seen.page.evaluate(CAMERA)
    assert near["yaw"] == turned["yaw"]
    assert near["distance"] == pytest.approx(first["distance"] / 2)


def test_arrows_move_the_handle_that_has_the_focus(visit: Open) -> None:
    seen = visit()
    seen.page.locator(".handle").first.focus()
    moved = []
    ways = {"ArrowUp": (1, -1), "ArrowRight": (0, 1), "ArrowDown": (1, 1)}
    for key, (axis, sign) in ways.items():
        before = seen.middle(".handle")
        seen.press(key)
        after = seen.middle(".handle")
        agrees(seen, LOOK)
        if after != before:  # at the border there is nothing beyond
            moved.append(key)
            assert sign * (after[axis] - before[axis]) > 1
    assert len(moved) >= 2
    assert seen.page.evaluate("document.activeElement.className") == "handle"


def test_keys_walk_steps_and_stops(visit: Open) -> None:
    seen = visit()
    seen.turn(STEPS)
    assert "Step 2 of" in seen.told(".steps")
    second = seen.told(".step")
    seen.press("ArrowRight")
    assert "Step 3 of" in seen.told(".steps")
    assert seen.told(".step") != second
    seen.press("ArrowLeft", "ArrowLeft", "ArrowLeft")
    assert "Step 1 of" in seen.told(".steps")
    state = shared(STEPS).samples.states[seen.sample]
    assert SceneView(RAY, state).steps[0].title in seen.told(".step h2")
    seen.press("PageUp")
    assert seen.told(".where") == "Stop 3 of 7 · task"
    seen.press("PageDown", "PageDown")
    assert seen.told(".stop-text") == plan().stops[SPACE].say
    seen.press("PageDown", "PageDown")
    assert seen.told(".where") == "Stop 7 of 7"
    seen.press("PageDown")
    assert seen.told(".where") == "The end of the lesson"


def test_time_is_scrubbed_stepped_and_played(visit: Open) -> None:
    seen = visit()
    seen.turn(SPACE)
    slider = seen.page.locator("input[type=range]")
    slider.focus()
    seen.press("Home")
    start = seen.told(".clock")
    assert start.endswith("start")
    seen.press("ArrowRight", "ArrowRight")
    assert seen.told(".clock") != start
    agrees(seen, SPACE)
    seen.press("Home")
    seen.page.evaluate("document.activeElement.blur()")
    seen.press(".")
    stepped = seen.told(".clock")
    assert stepped != start
    seen.press(",")
    assert seen.told(".clock") == start
    seen.press(" ")
    seen.settle()
    assert slider.input_value() == slider.get_attribute("max")
    agrees(seen, SPACE)


def test_who_wants_no_motion_plays_moment_by_moment(visit: Open) -> None:
    seen = visit(reduced_motion="reduce")
    seen.turn(SPACE)
    slider = seen.page.locator("input[type=range]")
    slider.focus()
    seen.press("Home")
    seen.click("Play")
    assert slider.input_value() == "1"
    assert not seen.page.evaluate("player.isPlaying")


def test_no_script_runs_but_its_own(browser: Any, tmp_path: Path) -> None:
    file = tmp_path / "lesson.html"
    planted = "<script>window.planted = 1</script><img src=x onerror='planted = 2'>"
    file.write_text(text().replace("<body>", f"<body>{planted}"), encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    page.wait_for_selector(".verdict")
    assert page.evaluate("window.planted") is None
    page.close()
