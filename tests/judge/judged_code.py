"""User code for tests, right and wrong, and answers without a process."""

import os
import time
from pathlib import Path
from typing import Any

from playground.judge.cases.case_set import Cases
from playground.judge.evaluation import scene_with_query
from playground.judge.runner.protocol import CodeAnswer
from scenes import SCENES

PARTS = [scene_with_query(entry) for entry in SCENES]

RAY = """
import math, os, sys, time

def right(origin, direction, center, radius):
    dx, dy = direction
    mx, my = center[0] - origin[0], center[1] - origin[1]
    q, b, x = dx * dx + dy * dy, mx * dx + my * dy, dx * my - dy * mx
    rest = radius * radius * q - x * x
    if rest < 0:
        return None
    root = math.sqrt(rest)
    first, second = (b - root) / q, (b + root) / q
    return first if first >= 0 else second if second >= 0 else None

def forgets_inside(origin, direction, center, radius):
    if math.dist(origin, center) < radius:
        return None
    return right(origin, direction, center, radius)

def misses_tangents(origin, direction, center, radius):
    dx, dy = direction
    mx, my = center[0] - origin[0], center[1] - origin[1]
    x = dx * my - dy * mx
    if radius * radius * (dx * dx + dy * dy) - x * x <= 0:
        return None
    return right(origin, direction, center, radius)

def talks(origin, direction, center, radius):
    print("talking")
    os.write(1, b"past Python\\n")
    return right(origin, direction, center, radius)

def raises(origin, direction, center, radius):
    1 / radius
    return right(origin, direction, center, radius)

def dies(origin, direction, center, radius):
    if radius == 0:
        print("last words", flush=True)
        os._exit(3)
    return right(origin, direction, center, radius)

def leaves(origin, direction, center, radius):
    sys.exit("enough")

def hangs(origin, direction, center, radius):
    while radius == 0:
        pass
    return right(origin, direction, center, radius)

def always_hangs(**given):
    while True:
        pass

def not_a_number(origin, direction, center, radius):
    return math.nan

def strange(origin, direction, center, radius):
    return object()

def of_less(origin, center, radius):
    return True

def of_more(origin, colour):
    return True
"""


def ray_file(folder: Path) -> Path:
    path = folder / "ray.py"
    path.write_text(RAY, encoding="utf-8")
    return path


def true_answers(cases: Cases) -> list[dict[str, Any]]:
    """Return the core's results with the names that a query compares, including NaN."""
    names = ["hit", *cases.query.result_fields]
    columns = [getattr(cases.truth, name).tolist() for name in names]
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def told(values: list[Any]) -> list[CodeAnswer]:
    return [CodeAnswer(value) for value in values]


def row(**changes: Any) -> dict[str, Any]:
    """Return the arguments of a ray along x at a circle of radius 1 about (3, 0)."""
    whole = {
        "origin": (0.0, 0.0),
        "direction": (1.0, 0.0),
        "center": (3.0, 0.0),
        "radius": 1.0,
    }
    return {**whole, **changes}


def left(file: Path, seconds: float = 10.0) -> list[str]:
    """Return the processes that refer to a file and have not ended in time."""
    until = time.monotonic() + seconds
    while (found := _knowing(file)) and time.monotonic() < until:
        time.sleep(0.05)
    return found


def _knowing(file: Path) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            words = (process / "cmdline").read_bytes()
        except OSError:
            continue
        if os.fsencode(file) in words and int(process.name) != os.getpid():
            found.append(words.decode(errors="replace"))
    return found
