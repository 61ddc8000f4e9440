"""Many cases in arrays, for code that takes them, and its answers one by one."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from playground.explore.judge.answer_line import CodeAnswer, Failed
from playground.language import message


def in_arrays(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return each argument of the cases as a list, None where there is none."""
    return {
        name: None if value is None else [row[name] for row in rows]
        for name, value in rows[0].items()
    }


def one_by_one(value: Any, count: int) -> Iterator[CodeAnswer]:
    """Yield the answers that are in arrays of that length, or that they are not."""
    columns = list(value.values()) if isinstance(value, dict) else [value]
    if not all(isinstance(x, list) and len(x) == count for x in columns):
        words = message("it answers no arrays of the length {count}", count=count)
        yield from [CodeAnswer(failed=Failed.NONSENSE, words=words)] * count
        return
    if isinstance(value, dict):
        rows = zip(*columns, strict=True)
        yield from (CodeAnswer(dict(zip(value, row, strict=True))) for row in rows)
        return
    # There is no None in an array of numbers: NaN says that there is nothing.
    yield from (CodeAnswer(None if x != x else x) for x in value)
