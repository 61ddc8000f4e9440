"""Export of test cases with exact answers as JSON lines, for test suites elsewhere.

`readers/README.md` documents the fields, `readers/cases.schema.json` is their schema.
The same seed gives the same bytes on every machine.
"""

import json
from collections.abc import Iterator
from typing import Any

import numpy as np

from playground.judge.cases.case_set import Cases
from playground.judge.findings import TOUCH

VERSION = 3
"""Version of the format; version 2 called a category a family."""


def lines(cases: Cases) -> Iterator[str]:
    """Yield one line of JSON per case, without a line break.

    Values that are undefined, such as the time of a miss, are null.
    """
    query = cases.query
    answers = {
        name: _to_json_values(getattr(cases.truth, name))
        for name in query.result_fields
    }
    choices = {**cases.choice_flags, TOUCH: cases.gap == 0.0}
    chosen = {word: flags.tolist() for word, flags in choices.items()}
    categories, hits, gaps = (
        x.tolist() for x in (cases.category, cases.hit, cases.gap)
    )
    for place, row in enumerate(cases.rows):
        line: dict[str, Any] = {
            "version": VERSION,
            "function": query.name,
            "category": categories[place],
            "arguments": row,
            "hit": hits[place],
            "answers": {name: values[place] for name, values in answers.items()},
            "gap": gaps[place],
            "choices": [word for word, flags in chosen.items() if flags[place]],
        }
        yield json.dumps(line, allow_nan=False)


def _to_json_values(values: Any) -> list[Any]:
    """Return booleans, numbers or vectors, with None for those that are not finite."""
    is_finite = np.isfinite(values)
    is_finite = is_finite.all(axis=-1) if is_finite.ndim > 1 else is_finite
    pairs = zip(np.asarray(values).tolist(), is_finite.tolist(), strict=True)
    return [value if fine else None for value, fine in pairs]
