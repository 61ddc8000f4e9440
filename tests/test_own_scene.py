"""Faults of a scene file, each reported in one sentence."""

from pathlib import Path

import numpy as np
import pytest

from playground.cli import run as cli_run
from playground.cli.main import main
from playground.gui import window
from playground.gui.event_log import DrawingSurface, LogStart, RecentEvents
from playground.gui.view_state import WindowView
from playground.scene import author_files
from playground.scene.loader import from_file, merge_scenes
from playground.session.session import Session
from scenes import SCENES

TUTORIAL = Path(__file__).parent / "plugins" / "tutorial"
EXAMPLE = (TUTORIAL / "step_3_answer.py").read_text(encoding="utf-8")
ASKED = "    return np.hypot("


def changed(old: str, new: str) -> str:
    assert EXAMPLE.count(old) == 1
    return EXAMPLE.replace(old, new)


@pytest.fixture
def write(tmp_path):
    def written(text: str) -> Path:
        path = tmp_path / "mine.py"
        path.write_text(text, encoding="utf-8")
        return path

    return written


@pytest.fixture
def playground(capsys):
    """Return a function that runs a command: exit code and printed lines."""

    def run(*arguments: object) -> tuple[int, list[str], list[str]]:
        code = main([str(argument) for argument in arguments])
        printed = capsys.readouterr()
        return code, printed.out.splitlines(), printed.err.splitlines()

    return run


def test_the_example_answers_many_states_at_once(write):
    scene = from_file(write(EXAMPLE))
    p = scene.params(at=(np.array([0.0, 2.0, 4.0]), 0.0))
    assert scene.answer.regions(p, scene.solve(p)).index.tolist() == [0, 0, 1]


# What cannot even be loaded: the same sentence for every command.
SHUT = {
    "no such module": (
        changed("import numpy as np", "import nump as np"),
        "mine.py, line 5: ModuleNotFoundError: No module named 'nump'",
    ),
    "no Python": (changed("def solve(p):", "def solve(p)"), "mine.py, line "),
    "a field not declared": (
        changed('sc.point(1.0, 0.5, label="Point P", help="The point.")', "(1.0, 0.5)"),
        "InCircle.at is not declared: give it a default made by point, ",
    ),
    "a handle misspelled": (
        changed('RimHandle("center")', 'RimHandle("centre")'),
        "radius: its handle refers to 'centre', which is not a parameter",
    ),
    "no scene": (
        changed("SCENE = sc.Scene(", "MINE = sc.Scene("),
        "mine.py has no SCENE",
    ),
}


@pytest.mark.parametrize("command", ["check", "run", "render"])
@pytest.mark.parametrize(("text", "said"), SHUT.values(), ids=SHUT)
def test_what_cannot_be_loaded_is_one_sentence(write, playground, command, text, said):
    path = write(text)
    output = ["-o", path.with_suffix(".png")] if command == "render" else []
    code, out, (line,) = playground(command, path, *output)
    assert (code, out) == (2, [])
    assert said in line
    assert line.startswith("playground: ")
    assert not path.with_suffix(".png").exists()


STEP = "sc.Step('One', 'Text.', r'\\frac{P', keys=('P',))"
LESSON = f"    derivation=sc.Derivation(lambda p, d: [{STEP}]),\n"
# What is only found when the scene is asked: what is said, in the line of the file.
FAILING = {
    "solve raises": (
        changed(ASKED, "    return 1 / 0\n" + ASKED),
        "ZeroDivisionError: division by zero",
    ),
    "a record that cannot be drawn there": (
        changed("Circle(p.center,", "Sphere(p.center,").replace(", fill=0.15", ""),
        "TypeError: a Sphere cannot be drawn in 2 dimensions",
    ),
    "a brace not closed": (
        changed("    picture=draw,\n", "    picture=draw,\n" + LESSON),
        "the step 'One': in its formula a brace is not closed: {P",
    ),
}


@pytest.mark.parametrize(("text", "said"), FAILING.values(), ids=FAILING)
def test_what_fails_is_said_wherever_it_is_met(write, playground, text, said):
    path = write(text)
    code, out, err = playground("check", path)
    assert (code, err) == (1, [])
    found = [line for line in out if said in line and "mine.py, line " in line]
    assert len(found) == 1
    assert found[0].startswith("fault: it fails with ")

    picture = path.with_suffix(".png")
    code, out, (line,) = playground("render", path, "-o", picture)
    assert (code, out) == (2, [])
    assert line.startswith("playground: point_circle: ")
    assert said in line
    assert not picture.exists()

    # In the window the other scenes go on.
    session = Session(merge_scenes(SCENES, [from_file(path)]))
    session.open(session.find("point_circle"))
    assert said in session.scene_view.failure
    assert session.scene_view.error == session.scene_view.failure
    session.open(0)
    assert session.scene_view.failure == ""


def test_params_that_are_refused_are_no_failure(write):
    refusal = "    if np.any(p.radius == 0.0):\n        raise ValueError('No radius')\n"
    session = Session([from_file(write(changed(ASKED, refusal + ASKED)))])
    session.edit(session.scene.params(radius=0.0))
    assert session.scene_view.error == "No radius"
    assert session.scene_view.failure == ""


ENDLESS = changed(ASKED, "    while p.radius > 4:\n        pass\n" + ASKED)
SLOW = "solve took longer than 0.5 s (mine.py, line "


@pytest.fixture
def _short(monkeypatch):
    monkeypatch.setattr(author_files, "CALL_LIMIT_S", 0.5)


@pytest.mark.slow
@pytest.mark.usefixtures("_short")
def test_a_loop_without_end_is_a_fault_with_its_line(write, playground):
    code, out, err = playground("check", write(ENDLESS))
    assert (code, err) == (1, [])
    assert [line for line in out if SLOW in line] == out[:1]


@pytest.mark.slow
@pytest.mark.usefixtures("_short")
def test_in_the_window_a_loop_without_end_is_said_and_the_window_goes_on(write):
    session = Session([from_file(write(ENDLESS))])
    session.edit(session.scene.params(radius=4.5))
    assert session.scene_view.error.startswith(f"The scene failed: {SLOW}")
    session.edit(session.scene.params(radius=3.5))
    assert session.scene_view.error == ""
    assert session.scene_view.verdict.text == "Inside"


def test_letters_that_the_window_cannot_show_are_a_fault(write, playground):
    code, out, _ = playground("check", write(changed('title="', 'title="鸞 ')))
    assert code == 1
    assert any(
        "the window's font lacks 鸞 (U+9E1E), as in '鸞 " in line for line in out
    ), out


def test_an_id_that_is_taken_is_a_fault(write, playground):
    path = write(changed('id="point_circle"', 'id="ray_circle"'))
    code, out, _ = playground("check", path)
    assert code == 1
    assert out[0].startswith("fault: a scene with the id 'ray_circle' already exists")
    code, _, (line,) = playground("render", path, "-o", path.with_suffix(".png"))
    assert code == 2
    assert "A scene with the id 'ray_circle' already exists." in line


def test_a_log_of_a_scene_of_one_s_own_is_redone_beside_its_file(
    write, playground, tmp_path, monkeypatch
):
    path, redone = write(EXAMPLE), []
    scene = from_file(path)
    session = Session([scene])
    recent = RecentEvents()
    recent.begin(
        LogStart.capture(
            session, WindowView(), DrawingSurface(1280, 800, 1280, 800, 1.0)
        )
    )
    log = recent.save(tmp_path)
    monkeypatch.setattr(cli_run, "has_display", lambda: True)
    monkeypatch.setattr(
        window, "run_window", lambda session, settings, log, told: redone.append(told)
    )
    assert playground("run", path, "--replay", log) == (0, [], [])
    ((start, deeds),) = redone
    assert (start.states[-1].scene.id, deeds) == (scene.id, [])
    code, _, said = playground("run", "--replay", log)
    assert (code, len(said)) == (2, 1)
    assert playground("run", "ray_circle", "--replay", log)[0] == 2
