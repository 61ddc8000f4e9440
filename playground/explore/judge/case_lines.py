"""The judge's questions with exact answers, a line each, for anybody's own tests.

Each line is a JSON object:

- `function`: the core's name of the question, such as "ray_circle";
- `family`: what the case was made to be, such as "touching";
- `arguments`: an object of numbers and lists of numbers, by the core's names, radians
  for angles;
- `hit`: the verdict, true or false, exact on the numbers as they are;
- `t`, or `distance` where the question knows no time: a number, or null for none;
- `gap`: how far the case is clear of the edge of the verdict, in world units, negative
  for a hit; exactly 0 for a touch, and for nothing else.

Every number has the digits that give its float64 again. The same seed gives the same
bytes on every machine.
"""

import json
from collections.abc import Iterator
from typing import Any

from playground.explore.judge.cases import Cases


def lines(cases: Cases) -> Iterator[str]:
    """Yield the cases as lines of JSON."""
    query = cases.query
    numbers = cases.true(query.number).tolist()
    for row, family, hit, number, gap in zip(
        cases.rows,
        cases.family.tolist(),
        cases.hit.tolist(),
        numbers,
        cases.gap.tolist(),
        strict=True,
    ):
        line: dict[str, Any] = {
            "function": query.name,
            "family": family,
            "arguments": row,
            "hit": hit,
            query.number: None if number != number else number,
            "gap": gap,
        }
        yield json.dumps(line, allow_nan=False)
