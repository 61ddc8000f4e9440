"""Command `grade`, from a folder of files to the pages of a class."""

import csv
import re
from pathlib import Path

import pytest

from playground.cli.main import main

RIGHT = (Path(__file__).parents[1] / "judged" / "ray_circle.py").read_text("utf-8")
INSIDE = RIGHT.replace(
    "if power < 0 and along > 0:\n        return far / pace",
    "if power < 0:\n        return None",
)
CLASS = {
    "ann.py": RIGHT,
    "ben.py": INSIDE,
    "carol/helper.py": "from math import sqrt",
    "carol/mine.py": f"from helper import sqrt\n{INSIDE}",
    "dave.py": "def ray_circle(:",
    "erin.txt": "",
    "frank.py": f"import socket\nsocket.socket()\n{RIGHT}",
}


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("class")
    for name, text in CLASS.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    found = tmp_path_factory.mktemp("out")
    given = ["--scene", "ray_circle", "--cases", "300", "-o", str(found)]
    assert main(["grade", str(folder), *given]) == 0
    return found


@pytest.fixture(scope="module")
def rows(out: Path) -> dict[str, dict[str, str]]:
    with (out / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["name"]: row for row in csv.DictReader(file)}


@pytest.mark.slow
def test_everybody_has_an_outcome_and_points(rows):
    told = {name: (row["outcome"], row["points"]) for name, row in rows.items()}
    assert told["ann"] == ("right", "100")
    assert told["ben"] == told["carol"]
    assert told["ben"][0] == "wrong"
    assert 50 < float(told["ben"][1]) < 100
    for name in ("dave", "erin.txt", "frank"):
        assert told[name] == ("broken", "0")
    assert "SyntaxError" in rows["dave"]["verdict"]
    assert rows["frank"]["refused"] == "it tried to use the network"


@pytest.mark.slow
def test_who_makes_the_same_mistake_is_in_one_group(rows):
    columns = [name for name in rows["ben"] if name.startswith("mistake ")]
    assert columns[0].startswith("mistake A: wrong where it starts inside")
    made = {name: [row[c] for c in columns] for name, row in rows.items()}
    assert made["ben"] == made["carol"] == ["x"] * len(columns)
    assert set(made["ann"] + made["dave"]) == {""}


@pytest.mark.slow
def test_the_page_leads_to_everybody_s_and_those_to_nobody_s(out, rows):
    text = (out / "index.html").read_text(encoding="utf-8")
    assert set(re.findall(r'href="(students/.*?)"', text)) == {
        row["page"] for row in rows.values()
    }
    assert text.count("data:image/svg+xml") == 4
    for name, row in rows.items():
        own = (out / row["page"]).read_text(encoding="utf-8")
        words = re.sub(r"<style>.*?</style>|data:[^\"]*", "", own, flags=re.DOTALL)
        others = {"ann", "ben", "carol", "dave", "erin.txt", "frank"} - {name}
        assert not [x for x in others if re.search(rf"\b{x}\b", words)]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["nowhere"], "there is no folder nowhere"),
        ([".", "--rubric", "none.json"], "cannot read none.json"),
        ([".", "--scene", "nothing"], "unknown scene 'nothing'"),
    ],
)
def test_what_cannot_be_graded_is_told_in_a_line(
    given, told, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    assert main(["grade", "--scene", "ray_circle", *given]) == 2
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())
