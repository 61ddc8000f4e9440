"""What a page is told of quiz, lens and lesson, written where it is told."""

import json
from pathlib import Path
from typing import Any

from playground.page.live import Live
from scenes import SCENES

QUIZ: list[list[Any]] = [
    ["quiz", "begin", 7], ["quiz", "say", False], ["quiz", "reveal"], ["quiz", "next"],
    ["quiz", "end"], ["page", "Explore"],
]  # fmt: skip
LENS: list[list[Any]] = [["lens", "step", "float32", 1], ["lens", "edge"]]
WALK: list[list[Any]] = [["walk", "forth"], ["answer", 0], ["walk", "close"]]


def write(folder: Path, _: int) -> None:
    """Write what is told after each deed in each scene, a file a scene."""
    live = Live(SCENES)
    for scene in SCENES:
        deeds = [["scene", scene.id], *QUIZ, *LENS, ["lesson", scene.id, 1], *WALK]
        told = [
            json.loads(live.ask(json.dumps({"do": [deed], "show": {"tab": "lab"}})))
            for deed in deeds
        ]
        (folder / f"{scene.id}.json").write_text(json.dumps(told))
