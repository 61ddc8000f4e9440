"""Table of the installed engines."""

from pathlib import Path

import pytest

from playground.benchmarks.engines import evaluate_engines, insert_report
from scenes import SCENES


@pytest.mark.slow
def test_an_engine_is_tried_in_every_scene_that_it_can_be_asked() -> None:
    found, told = evaluate_engines(SCENES, 300, engines=("pymunk", "rapier"))
    assert not any(trial.failed for trial in found)
    assert all(trial.cases > 150 for trial in found)
    by_scene = {trial.scene: trial for trial in found if trial.engine == "pymunk"}
    titles = [entry.title for entry in SCENES]
    assert list(by_scene) == [titles[0], titles[1], titles[4]]
    assert by_scene[titles[0]].by_contract > 30
    assert not by_scene[titles[0]].not_taken
    (rapier,) = (t for t in found if (t.engine, t.scene) == ("Rapier", titles[1]))
    assert rapier.not_taken
    assert told[0].startswith("pymunk ")


def test_a_report_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "found.md"
    insert_report(path, "first")
    path.write_text(f"Above.\n{path.read_text()}Below.\n")
    insert_report(path, "second")
    text = path.read_text()
    assert "first" not in text
    assert "second" in text
    assert text.startswith("Above.\n")
    assert text.endswith("\nBelow.\n")
