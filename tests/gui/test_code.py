"""Page "Code": the listing's lines, and user code in its place."""

import os
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from forgetful import FORGETS, MENDED
from imgui_bundle import imgui
from pyglet.window import key, mouse

from playground.analysis.heat_map import AxisSamples, MapKind, compute_map
from playground.gui.view_state import WindowRequest
from playground.gui.widgets import localized
from playground.scene.listing import AnswerPendingError
from playground.session import user_code
from playground.session.answer_pair import answer_pair
from playground.session.user_code_run import BackgroundWorker
from playground.session.view_options import Page


def kind(session):
    """Return the kind of the mistake; None before an answer."""
    return session.scene_view.comparison and session.scene_view.comparison.kind


def agrees(session):
    """Return whether the code is right; None before an answer."""
    return session.scene_view.comparison and session.scene_view.comparison.agrees


def until(driver, done) -> None:
    """Draw frames until a condition of the session holds."""
    driver.until(lambda: done(driver.session))


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(FORGETS)
    return path


def opened(driver, path):
    driver.open("ray_circle")
    driver.window.dispatch_event("on_file_drop", 10, 10, [str(path)])
    driver.until_code_answers()
    return driver


def test_a_key_shows_the_lines_and_a_wrong_one_is_blamed(driver):
    driver.open("ray_circle", "Starts inside")
    driver.key(key.K)
    assert driver.session.scene_view.page is Page.CODE
    laid = driver.session.scene_view.trace_in(driver.session.scene_view.dtype)
    (line,) = (x for x in laid.lines if x.number == laid.blamed)
    assert "t1 < 0.0 or t2 < 0.0" in line.text


def test_a_dropped_file_takes_the_article_s_place(driver, mine):
    opened(driver, mine)
    session = driver.session
    assert session.scene_view.page is Page.CODE
    assert session.scene_view.comparison.agrees
    assert session.scene_view.scene.listing.name == "ray_circle"
    # Which of its lines is to blame nobody has told.
    assert MapKind.MISTAKES in session.scene_view.maps
    assert MapKind.BLAME not in session.scene_view.maps
    session.choose_case("Starts inside")
    until(driver, lambda s: s.scene_view.comparison is not None)
    assert not session.scene_view.comparison.agrees
    assert session.scene_view.comparison.kind == "Missed hit"
    assert session.scene_view.comparison.why == (
        "Missed hit: it answers None; the truth is a hit at t = 1.414, "
        "2.276 m inside the edge."
    )


def test_its_answer_to_another_state_is_greyed_until_the_next_is_there(
    driver, mine, monkeypatch
):
    opened(driver, mine)
    session = driver.session
    greyed = []
    drawn = localized.text_wrapped

    def note(text, *more):
        greyed.append((str(text), imgui.get_style().alpha < 1.0))
        drawn(text, *more)

    monkeypatch.setattr(localized, "text_wrapped", note)
    before = answer_pair(session.scene_view, is_user_code=True)
    answer = BackgroundWorker.answer

    def wait(worker, kind, *about):
        if kind == "ask":
            raise AnswerPendingError
        return answer(worker, kind, *about)

    with monkeypatch.context() as held:
        held.setattr(BackgroundWorker, "answer", wait)
        session.choose_case("Starts inside")
        driver.settle(1)
        pair = answer_pair(session.scene_view, is_user_code=True)
        assert pair.is_stale
        assert pair.code == before.code
        assert (pair.sign, pair.differs) == (" ", False)
        assert (pair.code.word, True) in greyed
        assert (pair.geometry.word, False) in greyed
    until(driver, lambda s: s.scene_view.comparison is not None)
    greyed.clear()
    driver.settle(1)
    pair = answer_pair(session.scene_view, is_user_code=True)
    assert not pair.is_stale
    assert (pair.code.word, False) in greyed
    assert not [text for text, is_grey in greyed if is_grey]


@pytest.mark.slow
@pytest.mark.usefixtures("short_starts")
@pytest.mark.parametrize(
    ("body", "kind"),
    [("while True: pass", "Too slow"), ("import os; os._exit(3)", "Crash")],
)
def test_whatever_code_does_the_window_lives(driver, tmp_path, body, kind):
    path = tmp_path / "bad.py"
    path.write_text(f"def ray_circle(origin, direction, center, radius):\n    {body}\n")
    driver.open("ray_circle")
    before = driver.params
    user_code.open_user_code(driver.session, str(path))
    driver.until_code_answers()
    assert driver.session.scene_view.comparison.kind == kind
    if kind == "Too slow":
        until(driver, lambda s: s.scene_view.trace)
        assert driver.session.scene_view.trace.blamed == 2
    driver.session.edit(replace(before, radius=1.0))
    driver.settle()
    assert driver.params.radius == 1.0


def test_what_cannot_be_opened_says_so(driver):
    driver.open("ray_circle")
    for text, says in (
        ("nowhere.py:f", "there is no file"),
        ("engine:none", "unknown engine"),
        ("something", "neither"),
    ):
        user_code.open_user_code(driver.session, text)
        assert says in driver.session.open_scene.code_failure.lower()
        assert driver.session.open_scene.user_code is None


def broken(session):
    """Return the reason that the opened code cannot be loaded now, "" if it can."""
    return session.open_scene.user_code.failure


@pytest.mark.slow
def test_a_save_with_an_error_is_told_and_the_next_good_one_judged(driver, mine):
    opened(driver, mine)
    session = driver.session
    session.look(page=Page.LAB)
    mine.write_text(FORGETS.replace("sqrt(s)) / a", "sqrt(s) / a"))
    until(driver, broken)
    driver.settle()
    assert "SyntaxError: '(' was never closed" in broken(session).words
    assert broken(session).line == 13
    assert session.scene_view.page is Page.CODE
    # It is as it was saved before.
    assert driver.has_code_answered
    session.choose_case("Starts inside")
    until(driver, lambda s: kind(s) == "Missed hit")
    session.look(page=Page.CODE)
    mine.write_text(MENDED)
    until(driver, lambda s: not broken(s) and agrees(s))


@pytest.mark.slow
def test_a_file_that_is_away_for_a_moment_goes_on(driver, mine):
    opened(driver, mine)
    driver.session.choose_case("Starts inside")
    until(driver, lambda s: agrees(s) is False)
    before = mine.stat()
    away = mine.rename(mine.with_suffix(".old"))
    driver.settle()
    assert driver.has_code_answered
    assert broken(driver.session) is None
    new = away.with_suffix(".new")
    new.write_text(MENDED.ljust(before.st_size))
    os.utime(new, ns=(before.st_atime_ns, before.st_mtime_ns))
    new.rename(mine)
    until(driver, agrees)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="of Linux")
def test_what_is_closed_is_started_no_more(driver, mine):
    def running():
        lines = (path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline"))
        with suppress(OSError):  # one has just ended
            return sum(
                str(mine).encode() in line and b"supervisor" not in line
                for line in lines
            )
        return running()

    opened(driver, mine)
    session = driver.session
    session.look(map=MapKind.MISTAKES)
    driver.settle()
    question = session.scene_view.question
    assert running() == 3
    user_code.close_code(session)
    assert running() == 0
    cells = AxisSamples(-2, 5, 0.5)
    compute_map(question, cells, cells)
    assert running() == 0


COPY = key.C, key.MOD_CTRL | key.MOD_SHIFT


def test_the_state_is_copied_as_python_or_a_test_that_says_the_same(driver, capsys):
    for scene_id in ("ray_circle", "point_ellipse", "ball_block"):
        driver.open(scene_id)
        driver.key(*COPY)
        hit = driver.session.scene_view.verdict.hit
        assert f"hit {hit}" in said_by(driver, capsys)
    driver.open("ray_circle")
    driver.window_view.request = WindowRequest.TEST
    driver.settle()
    said_by(driver, capsys)
    assert "def test_" in driver.window.clipboard


def said_by(driver, capsys):
    """Run the copied script or test; return the printed lines."""
    scope = {}
    exec(driver.window.clipboard, scope)
    for name in [name for name in scope if name.startswith("test_")]:
        scope[name]()
    return capsys.readouterr().out.splitlines()


@pytest.fixture
def mapped(driver):
    """Return a driver that points at a miss on the map, while the state is a hit."""
    driver.open("ray_circle", "Two hits")
    driver.session.look(map=MapKind.REGIONS)
    driver.settle()
    driver.window.wait_for_map()
    driver.settle()
    place = driver.controls.places[0]
    driver.move(place.x + 8, place.y + 8)
    assert not driver.controls.hover
    return driver


@pytest.mark.slow
def test_a_declared_choice_is_allowed_and_stays_so(driver, mine):
    opened(driver, mine)
    session = driver.session
    session.choose_case("Starts inside")
    until(driver, lambda s: kind(s) == "Missed hit")
    session.look(page=Page.CODE)
    driver.settle()
    driver.click_item("start inside")
    until(driver, agrees)
    # The next save is judged by the same terms, until they are changed.
    mine.write_text(f"# the same once more\n{FORGETS}")
    before = session.scene
    until(driver, lambda s: s.scene is not before and s.scene_view.comparison)
    assert session.scene_view.comparison.agrees
    driver.click_item("start inside")
    until(driver, lambda s: kind(s) == "Missed hit")


@pytest.mark.slow
def test_a_number_is_judged_by_the_tolerance_that_is_chosen(driver, mine):
    mine.write_text(FORGETS.replace("return t", "return t * 1.0001"))
    opened(driver, mine)
    until(driver, lambda s: kind(s) == "Time")
    driver.click_item("##tolerance")
    driver.click_item("Tolerance 0.001")
    until(driver, agrees)


def test_what_an_engine_documents_is_allowed_at_first(driver):
    pytest.importorskip("pymunk")
    driver.open("ray_circle", "Starts inside")
    user_code.open_user_code(driver.session, "engine:pymunk")
    driver.until_code_answers()
    assert driver.session.open_scene.user_code.terms.allow == ("start_inside",)
    assert driver.session.scene_view.comparison.agrees


ELLIPSE = """\
def point_ellipse(point, center, radii, angle):
    return (point[0] / radii[0]) ** 2 + (point[1] / radii[1]) ** 2 <= 1
"""


def test_user_code_answers_in_the_words_of_the_scene(driver, tmp_path):
    path = tmp_path / "ellipse.py"
    path.write_text(ELLIPSE, encoding="utf-8")
    driver.open("point_ellipse")
    for name, value in (("center", (0.0, 0.0)), ("angle", 0.0), ("point", (1.0, 0.0))):
        driver.session.set_value(name, value)
    driver.session.look(page=Page.CODE, compare=True)
    user_code.open_user_code(driver.session, f"{path}:point_ellipse")
    driver.until_code_answers()
    pair = answer_pair(driver.session.scene_view, is_user_code=True)
    assert pair.geometry.word == pair.code.word == "Inside"
    assert (pair.sign, pair.agreement) == ("=", "agrees: inside")


def test_that_code_runs_with_the_users_rights_is_said_where_it_is_opened(driver, texts):
    driver.session.look(page=Page.CODE, user_code=True)
    driver.settle(4)
    assert any("with your permissions" in text for text in texts)


def test_the_menu_of_a_map_copies_the_place_that_was_clicked(mapped, capsys):
    for word in ("Python", "a test"):
        mapped.click(*mapped.at, mouse.RIGHT)
        mapped.click_item(f"Copy this place as {word}")
        printed, text = said_by(mapped, capsys), mapped.window.clipboard
        assert "hit False" in printed if word == "Python" else "assert not hit" in text
        assert mapped.session.notice == f"Copied this place as {word}"


def test_on_a_map_the_place_pointed_at_is_copied(mapped, capsys):
    cell = mapped.controls.cell_at(*mapped.at)
    mapped.key(*COPY)
    assert repr(cell.origin[0]) in mapped.window.clipboard
    assert "hit False" in said_by(mapped, capsys)
    assert mapped.session.notice == "Copied the place under the pointer as Python"
    # Elsewhere it is the state.
    mapped.move(5, 5)
    mapped.key(*COPY)
    assert "hit True" in said_by(mapped, capsys)
    assert mapped.session.notice == "Copied as Python"
