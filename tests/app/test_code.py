"""The page "Code": the listing's lines, and somebody's own code in its place."""

import os
import time
from dataclasses import replace

import pytest
from pyglet.window import key

from playground.app.view import Page, Request
from playground.explore.map import MapKind

PATIENCE = 60.0
# A start inside is forgotten, and so counts as a miss.
FORGETS = """\
from math import sqrt


def ray_circle(origin, direction, center, radius):
    mx, my = origin[0] - center[0], origin[1] - center[1]
    vx, vy = direction
    a = vx * vx + vy * vy
    b = mx * vx + my * vy
    c = mx * mx + my * my - radius * radius
    s = b * b - a * c
    if s < 0:
        return None
    t = (-b - sqrt(s)) / a
    if t < 0:
        return None
    return t
"""


def until(driver, done) -> None:
    """Draw frames until something is so."""
    end = time.monotonic() + PATIENCE
    while not done(driver.session):
        assert time.monotonic() < end
        driver.settle(1)
        time.sleep(0.01)


def answered(session) -> bool:
    """Return whether the code that was opened has answered."""
    judged = session.opened.judged
    there = judged is not None and session.scene is judged.opened
    return there and session.comparison is not None


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(FORGETS)
    return path


def opened(driver, path):
    driver.open("ray_circle")
    driver.window.dispatch_event("on_file_drop", 10, 10, [str(path)])
    until(driver, answered)
    return driver


def test_a_key_shows_the_lines_and_a_wrong_one_is_blamed(driver):
    driver.open("ray_circle", "Starts inside")
    driver.key(key.K)
    assert driver.session.page is Page.CODE
    laid = driver.session.moment.laid_open(driver.session.dtype)
    (line,) = (x for x in laid.lines if x.number == laid.blamed)
    assert "t1 < 0.0 or t2 < 0.0" in line.text


@pytest.mark.usefixtures("gl")
def test_a_dropped_file_takes_the_article_s_place(driver, mine):
    opened(driver, mine)
    session = driver.session
    assert session.page is Page.CODE
    assert session.comparison.agrees
    assert session.moment.scene.listing.name == "ray_circle"
    session.choose_case("Starts inside")
    until(driver, lambda s: s.comparison is not None)
    assert not session.comparison.agrees
    assert session.comparison.kind == "Hit lost"


def test_its_lines_have_values_and_true_ones(driver, mine):
    opened(driver, mine)
    session = driver.session
    until(driver, lambda s: s.moment.laid_open(s.dtype) is not None)
    laid = session.moment.laid_open(session.dtype)
    (line,) = (x for x in laid.lines if x.text.strip().startswith("t ="))
    (value,) = line.values
    assert value.rounded == pytest.approx(float(value.true), rel=1e-12)
    assert value.rounded == pytest.approx(
        float(session.moment.solution.result.t), rel=1e-12
    )


def test_its_mistakes_are_a_map(driver, mine):
    opened(driver, mine)
    driver.session.choose_case("Starts inside")
    # Each cell is asked of a process of its own.
    driver.window.frontend.maps.worker.most = 2000
    driver.session.look(map=MapKind.MISTAKES)
    driver.settle()
    driver.window.frontend.maps.worker.finish()
    driver.settle()
    painted = driver.window.frontend.maps.painted
    kinds = {kind.name for kind in painted.field.kinds}
    assert "Hit lost" in kinds


def test_a_save_is_judged_again(driver, mine):
    opened(driver, mine)
    driver.session.choose_case("Starts inside")
    until(driver, lambda s: s.comparison and not s.comparison.agrees)
    mended = FORGETS.replace(
        "    if t < 0:\n",
        "    if t < 0:\n        t = (-b + sqrt(s)) / a\n    if t < 0:\n",
    )
    mine.write_text(mended)
    os.utime(mine, (1e9, 1e9))  # the clock of files may be coarse
    until(driver, lambda s: s.comparison and s.comparison.agrees)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("while True: pass", "Too slow"),
        ("raise RuntimeError('no')", "Crash"),
        ("import os; os._exit(3)", "Crash"),
        ("return 'perhaps'", "Not understood"),
    ],
)
def test_whatever_code_does_the_window_lives(driver, tmp_path, body, kind):
    path = tmp_path / "bad.py"
    path.write_text(f"def ray_circle(origin, direction, center, radius):\n    {body}\n")
    driver.open("ray_circle")
    before = driver.params
    driver.session.open_code(str(path))
    until(driver, answered)
    assert driver.session.comparison.kind == kind
    driver.session.edit(replace(before, radius=1.0))
    driver.settle()
    assert driver.params.radius == 1.0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("nowhere.py:f", "there is no file"),
        ("engine:none", "there is no engine"),
        ("something", "neither"),
    ],
)
def test_what_cannot_be_opened_says_so(driver, text, says):
    driver.open("ray_circle")
    driver.session.open_code(text)
    assert says in driver.session.notice
    assert driver.session.opened.judged is None


def test_a_file_that_cannot_be_loaded_says_so(driver, tmp_path):
    path = tmp_path / "bad.py"
    path.write_text("import nothing_of_this_name\n\n\ndef f(radius): pass\n")
    driver.open("ray_circle")
    driver.session.open_code(str(path))
    until(driver, lambda s: s.opened.judged is None)
    assert "cannot be loaded" in driver.session.notice


def test_closing_it_brings_the_article_back(driver, mine):
    opened(driver, mine)
    driver.session.close_code()
    driver.settle()
    assert driver.session.comparison.agrees
    assert driver.session.moment.scene.listing.name == "Article"


@pytest.mark.parametrize("scene_id", ["ray_circle", "point_ellipse", "ball_block"])
def test_the_state_is_copied_as_python_that_says_the_same(driver, capsys, scene_id):
    driver.open(scene_id)
    driver.key(key.C, key.MOD_CTRL | key.MOD_SHIFT)
    exec(driver.window.get_clipboard_text(), {})
    hit = driver.session.moment.verdict.hit
    assert f"hit {hit}" in capsys.readouterr().out.splitlines()


def test_the_state_is_copied_as_a_test_that_passes(driver):
    driver.open("ray_circle")
    driver.session.request = Request.TEST
    driver.settle()
    scope = {}
    exec(driver.window.get_clipboard_text(), scope)
    (test,) = (scope[name] for name in scope if name.startswith("test_"))
    test()


def test_no_code_is_copied_of_an_open_question(driver):
    driver.open("ray_circle")
    driver.key(key.P)
    driver.key(key.ENTER)
    before = driver.window.get_clipboard_text()
    driver.key(key.C, key.MOD_CTRL | key.MOD_SHIFT)
    assert driver.window.get_clipboard_text() == before
