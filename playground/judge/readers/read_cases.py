"""Test your code with the cases of `playground cases ray_circle -o cases.jsonl`.

`python read_cases.py cases.jsonl` prints the number of wrong verdicts by category.
"""

import json
import sys
from collections import Counter
from collections.abc import Sequence

Pair = Sequence[float]


def yours(origin: Pair, direction: Pair, center: Pair, radius: float) -> bool:
    """Return whether the ray hits the disc; put your code here."""
    mx, my = center[0] - origin[0], center[1] - origin[1]
    (dx, dy), cross = direction, mx * direction[1] - my * direction[0]
    near = mx * mx + my * my <= radius * radius
    ahead = mx * dx + my * dy >= 0
    return near or (ahead and cross * cross <= radius * radius * (dx * dx + dy * dy))


if __name__ == "__main__":
    asked, wrong = Counter[str](), Counter[str]()
    with open(sys.argv[1], encoding="utf-8") as lines:
        for case in map(json.loads, lines):
            if case["version"] != 3:
                sys.exit("these cases are of another version")
            given, category = case["arguments"], case["category"]
            places = *given["origin"], *given["center"], given["radius"]
            if abs(case["gap"]) < 1e-9 * max(map(abs, places)):
                continue  # leave this out where your code decides exactly
            asked[category] += 1
            wrong[category] += yours(**given) != case["hit"]
    for category in sorted(asked):
        print(f"{category}: {wrong[category]} of {asked[category]} wrong")
