"""Answers for many states, written by a process of another kind."""

import json
from pathlib import Path
from typing import Any

TABS = "explore", "derivation", "code"
QUIZ: list[list[Any]] = [
    ["quiz", "begin", 7], ["quiz", "answer", 1], ["quiz", "reveal"], ["quiz", "next"],
    ["quiz", "end"], ["page", "Explore"],
]  # fmt: skip
LENS: list[list[Any]] = [["lens", "step", "float32", 1], ["lens", "edge"]]
WALK: list[list[Any]] = [["walk", "forth"], ["answer", 0]]


def write(folder: Path, each: int) -> None:
    """Write the answers for every `each`-th case of each scene, and for commands in it.

    Quiz, precision panel and lesson of each scene too.
    """
    from playground.web.worker.session_worker import SessionWorker
    from scenes import SCENES

    for scene in SCENES:
        live = SessionWorker(SCENES)
        found = [asked(live, do=[["scene", scene.id]])]
        for name in [*scene.cases][::each]:
            found += [asked(live, do=[["case", name]], tab=tab) for tab in TABS]
            found += deeds(live, found[-1])
        walked = *QUIZ, *LENS, ["lesson", scene.id, 1], *WALK
        found += [asked(live, do=[deed], tab="lab") for deed in walked]
        text = json.dumps(found, ensure_ascii=False)
        (folder / f"{scene.id}.json").write_text(text, encoding="utf-8")


def deeds(live: Any, told: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the answers to changes of a state, and to requests."""
    grips = [dim for dim in told["set"]["dims"] if dim["kind"] == "handle"]
    done = [["nudge", grip["name"], grip["index"], 1, 1] for grip in grips]
    time = told["live"]["time"]
    if time:
        done.append(["time", (time["low"] + time["high"]) / 2])
    kinds = [kind for kind, _ in told["live"]["maps"]]
    return [
        *(asked(live, do=[deed]) for deed in done),
        asked(live, do=[["undo"]]),
        *(json.loads(live.ask(json.dumps({"ask": a}))) for a in TAKEN),
        {"kinds": kinds},
    ]


TAKEN = ["copy", "python"], ["copy", "test"], ["copy", "link"], ["save"]


def asked(live: Any, do: list[Any], tab: str = "explore") -> dict[str, Any]:
    """Return the answer to commands."""
    question = {"do": do, "show": {"tab": tab}}
    answer: dict[str, Any] = json.loads(live.ask(json.dumps(question)))
    return answer
