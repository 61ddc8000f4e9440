"""Command `export`: a file, or one line with the error."""

from pathlib import Path
from typing import Any

import pytest
from page_data import decode_lesson

from playground.cli import export as command
from playground.cli.main import main
from playground.session.lesson import document as plans
from playground.session.lesson.document import Lesson, Stop
from playground.session.saved_state import State, case_state, dump
from playground.web import lesson_page
from playground.web.serialize import sample_texts
from scenes import SCENES

RAY = SCENES[0]


@pytest.fixture(autouse=True)
def _few_samples(monkeypatch: pytest.MonkeyPatch) -> None:
    make = lesson_page.render_lesson_page

    def few(plan: Lesson, told: Any, processes: int) -> str:
        return make(plan, told, samples=20)

    monkeypatch.setattr(lesson_page, "render_lesson_page", few)


def export(*arguments: object) -> int:
    return main(["export", *map(str, arguments)])


def test_a_scene_is_the_lesson_that_it_brings(tmp_path: Path) -> None:
    out = tmp_path / "lesson.html"
    assert export(RAY.id, "-o", out) == 0
    plan = plans.read_shipped_lesson(RAY, SCENES)
    assert plan is not None
    lesson = decode_lesson(out.read_text(encoding="utf-8"))
    assert lesson["title"] == plan.title
    assert len(lesson["stops"]) == len(plan.stops)


@pytest.mark.slow
def test_a_case_is_one_stop_as_a_states_file_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "new" / "lesson.html"
    assert export(RAY.id, "--case", "Miss", "-o", out) == 0
    assert capsys.readouterr().out.strip() == str(out)
    lesson = decode_lesson(out.read_text(encoding="utf-8"))
    assert [stop["case"] for stop in lesson["stops"]] == ["Miss"]
    state = case_state(RAY, "Tangent")
    (tmp_path / "state.json").write_text(dump(state), encoding="utf-8")
    plan = Lesson("Two", (Stop(state, "First."), Stop(case_state(RAY), "Second.")))
    (tmp_path / "plan.json").write_text(plans.dump(plan), encoding="utf-8")
    for name, count in (("state", 1), ("plan", 2)):
        out = tmp_path / f"{name}.html"
        assert export(tmp_path / f"{name}.json", "-o", out) == 0
        assert len(decode_lesson(out.read_text(encoding="utf-8"))["stops"]) == count


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nothing", "-o", "x.html"), "unknown scene 'nothing'"),
        ((RAY.id, "--case", "No", "-o", "x.html"), "unknown case 'No'"),
        ((RAY.id, "-o", "x.png"), "saved as .html, not as x.png"),
        (("missing.json", "-o", "x.html"), "cannot read missing.json"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(*arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert says in line


def test_without_the_extra_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sample_texts, "can_convert_formulas", lambda: False)
    assert export(RAY.id, "-o", tmp_path / "x.html") == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "pip install 'geometry-playground[export]'" in line
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    out = tmp_path / "taken" / "x.html"
    assert export(RAY.id, "--case", "Miss", "-o", out) == 2
    assert "cannot write" in capsys.readouterr().err


def test_how_far_it_is_is_said_once_it_takes_long(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(command, "PROGRESS_DELAY_S", -1.0)
    states = [State(RAY, RAY.cases[name].params) for name in ("Miss", "Tangent")]
    plan = Lesson("Two", tuple(Stop(state, "") for state in states))
    (tmp_path / "plan.json").write_text(plans.dump(plan), encoding="utf-8")
    assert export(tmp_path / "plan.json", "-o", tmp_path / "x.html") == 0
    assert "1 of 2 parts done" in capsys.readouterr().err
