"""Types of the player: they hold in JavaScript, and for Python's output."""

import json
import re
import shutil
import subprocess
from typing import Any

import pytest
from npm import of_npm

from playground.web.player_bundle import PLAYER_FOLDER
from playground.web.worker.session_worker import SessionWorker
from scenes import SCENES

MEMBER = re.compile(r"^  (?:readonly )?(\w+)(\??):", re.MULTILINE)
DECLARED = (PLAYER_FOLDER / "protocol.d.ts").read_text("utf-8")


@pytest.mark.slow
def test_what_modules_hand_each_other_has_the_types_they_say() -> None:
    compiler = of_npm("typescript/bin/tsc")
    node = shutil.which("node") or pytest.skip("needs node")
    checked = subprocess.run(
        [node, compiler, "-p", PLAYER_FOLDER, "--noUnusedLocals"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert checked.stdout + checked.stderr == ""


def test_no_module_is_left_out() -> None:
    for path in PLAYER_FOLDER.glob("*.js"):
        assert "@ts-" not in path.read_text("utf-8"), path.name
    told = json.loads((PLAYER_FOLDER / "tsconfig.json").read_text("utf-8"))
    assert told["include"] == ["*.js", "*.d.ts"]
    assert told["compilerOptions"]["strict"]
    assert "exclude" not in told


def members(name: str) -> dict[str, bool]:
    """Return an interface's members in protocol.d.ts, and whether each is optional."""
    found = re.search(
        rf"^interface {name}(?:<.*?>)?(?: extends ([\w, ]+))? \{{(.*?)(?:^| )\}}$",
        DECLARED,
        re.MULTILINE | re.DOTALL,
    )
    assert found, name
    above, body = found.groups()
    # A short one stands in a line.
    lines = body if "\n" in body else "\n ".join(["", *body.split(";")])
    own = {key: bool(mark) for key, mark in MEMBER.findall(lines)}
    for other in (above or "").split(", "):
        own |= members(other) if other else {}
    return own


def lacking(told: Any, name: str) -> set[str]:
    """Return the required members that are missing."""
    sure = {key for key, optional in members(name).items() if not optional}
    return {f"{name}.{key}" for key in sure - told.keys()}


# What is told while its page is open alone: `live_source.js` keeps it.
PARTS = {"SampleSet.steps", "SampleSet.code"}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
@pytest.mark.parametrize("tab", ["explore", "derivation", "code"])
def test_python_tells_all_that_is_declared(scene: Any, tab: str) -> None:
    asked = {"do": [["scene", scene.id]], "show": {"tab": tab, "parts": []}}
    told = json.loads(SessionWorker(SCENES).ask(json.dumps(asked)))
    samples = told["set"]
    found = lacking(told, "StateAnswer")
    found |= lacking(samples, "SampleSet") - PARTS
    found |= lacking(told["stop"], "StopState") | lacking(told["live"], "SessionState")
    found |= lacking(told["fresh"], "SceneData") | lacking(
        samples["verdict"], "Verdict"
    )
    for name, several in (
        ("SampleDimension", samples["dims"]),
        ("View", samples["views"]),
        ("Row", samples["rows"]),
        ("Step", samples.get("steps", [])),
        ("ParameterData", told["live"]["fields"]),
        ("Article", filter(None, [samples["article"]])),
        ("Code", filter(None, [samples.get("code")])),
        ("CodeLine", (samples.get("code") or {"lines": []})["lines"]),
        ("Time", filter(None, [told["live"]["time"]])),
        ("Primitive", [prim for view in samples["views"] for prim in view["prims"]]),
        ("Label", [text for view in samples["views"] for text in view["texts"]]),
    ):
        for one in several:
            found |= lacking(one, name)
    assert found == set()
