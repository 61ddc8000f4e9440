"""Evaluation beside the page "Code": start, stop, and its cases."""

from dataclasses import replace
from pathlib import Path

import pytest
from conftest import Driver
from forgetful import FORGETS, MENDED
from imgui_bundle import imgui
from pyglet.window import key

from playground.i18n import translate
from playground.session import user_code
from playground.session.user_code_run import UserCode

pytestmark = pytest.mark.slow

_JUDGE = "Test it with 4,000 cases"
# That of a line of code with what keeps it off the next.
LINE_HEIGHT_PX = 21.0


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(FORGETS)
    return path


@pytest.fixture
def code(driver: Driver, mine: Path) -> UserCode:
    """Return open user code that is evaluated with few cases."""
    driver.open("ray_circle")
    user_code.open_user_code(driver.session, str(mine))
    opened = driver.session.open_scene.user_code
    driver.until(lambda: opened.opened and driver.session.scene_view.comparison)
    user_code.evaluate_user_code(driver.session, replace(opened.terms, count=200))
    driver.settle()
    return opened


def lines_height(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> float:
    """Return how high the place for the lines of the code is."""
    return lines_place(driver, monkeypatch)[1]


def lines_place(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> tuple[float, float, float]:
    """Return where the place for the lines begins, its height, and how far one sees."""
    found: list[tuple[float, float, float]] = []
    begin = imgui.begin_child

    def note(name: str, *given: object) -> bool:
        begun = begin(name, *given)
        if name == "##lines":
            seen = imgui.get_window_draw_list().get_clip_rect_max().y
            found.append((imgui.get_window_pos().y, imgui.get_window_height(), seen))
        return begun

    with monkeypatch.context() as noting:
        noting.setattr(imgui, "begin_child", note)
        driver.window.main_view.gui.invalidate_panels()
        driver.settle(1)
    return found[-1]


def test_a_trial_is_held_and_a_kind_leads_to_its_cases(
    driver, code, mine, texts, monkeypatch
):
    before = driver.params
    driver.click_item(_JUDGE)
    driver.until(lambda: code.trial and code.trial.state.words == "")
    told = code.trial.state.report
    driver.settle()
    assert driver.params == before
    # What says the most, and the line that it is about.
    assert set(map(translate, told.lines[1:])) <= set(texts)
    assert any(text.endswith(told.lines[0]) for text in texts)
    # All else is folded, and the code has room for a dozen lines.
    assert "##kind 0" not in driver.items.places
    assert lines_height(driver, monkeypatch) >= 12 * LINE_HEIGHT_PX
    row = {driver.item(name)[1] for name in (f"Go to line {told.line}", "Dismiss")}
    assert len(row) == 1
    driver.click_item(f"Go to line {told.line}")
    # Its lines are in sight to the last, though there is little room for them.
    driver.settle()
    top, high, seen = lines_place(driver, monkeypatch)
    assert seen >= top + high - 1.0
    driver.click_item("Smallest case##main")
    smallest = told.kinds_by_nature[0].smallest.arguments
    assert (driver.params.origin, driver.params.center) == (
        smallest["origin"],
        smallest["center"],
    )
    driver.until(lambda: driver.session.scene_view.comparison)
    assert driver.session.scene_view.comparison.kind == "Missed hit"
    driver.until(lambda: driver.session.scene_view.trace)
    # By this line it misses the hit.
    assert driver.session.scene_view.trace.blamed == 14
    driver.click_item("Details")
    driver.click_item("Typical case##0")
    assert driver.params.origin == told.kinds_by_nature[0].typical.arguments["origin"]
    for _ in range(2):
        driver.key(key.Z, key.MOD_CTRL)
    assert driver.params == before
    assert code.stale_result_text() == ""
    mine.write_text(MENDED)
    driver.until(lambda: code.news and not code.is_outdated and not code.pending)
    driver.settle()
    assert any("this result is for the old code" in text for text in texts)
    driver.click_item("Test again")
    driver.until(lambda: code.trial and code.trial.state.words == "")
    assert not any(k.kind == "missed hit" and k.nature == "rule" for k in _kinds(code))


def _kinds(code: UserCode):
    return code.trial.state.report.kinds_by_nature


def test_it_can_be_stopped_and_ends_with_the_code(driver, code):
    driver.click_item(_JUDGE)
    driver.settle(1)
    assert code.pending
    (stop,) = (name for name in driver.items.places if "Stop the test" in name)
    driver.click_item(stop)
    assert code.trial is None
    driver.settle(1)
    driver.click_item(_JUDGE)
    driver.settle(1)
    begun = code.trial
    user_code.close_code(driver.session)
    assert not begun.state.runs
    driver.settle()
    assert not driver.failures()


def test_what_is_wrong_by_rounding_alone_is_allowed_at_one_press(driver, code, mine):
    mine.write_text(MENDED)
    driver.click_item(_JUDGE)
    driver.until(lambda: code.trial and code.trial.state.words == "")
    driver.settle()
    lead, how = code.trial.state.report.lines
    assert lead.endswith("by rounding alone.")
    assert "tick “rounding” if that is intended" in how
    driver.click_item("Allow rounding")
    driver.until(lambda: code.trial and code.trial.state.words == "")
    assert code.trial.state.report.lines[0].startswith("None of ")


@pytest.mark.usefixtures("short_starts")
@pytest.mark.parametrize(
    ("body", "headline"),
    [
        ("return 'yes', 3", "Not understood"),
        ("while True: pass", "No answer within 0.5 s"),
    ],
)
def test_no_answer_of_the_code_moves_its_buttons(
    driver, code, mine, texts, body, headline
):
    before = driver.item(_JUDGE)
    mine.write_text(f"def ray_circle(origin, direction, center, radius):\n    {body}\n")
    driver.until(
        lambda: (
            (compared := driver.session.scene_view.comparison) is not None
            and compared.headline == headline
        )
    )
    driver.settle()
    assert driver.item(_JUDGE) == before
