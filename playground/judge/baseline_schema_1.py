"""Baselines of schema 1, read as if they had been written today."""

import re
from typing import Any

_KINDS = {"hit lost": "missed hit", "hit made": "phantom hit"}
# How causes were worded, and how they are now.
_CAUSES = (
    (r" were cut to whole numbers\b", " were truncated to integers"),
    (r" were rounded to whole numbers\b", " were rounded to integers"),
    (r" were turned round\b", " were reversed"),
    (
        r"^as if it stood still \((\w+) were 0\)$",
        r"as if the body did not move (\1 = 0)",
    ),
    (r"\bin largest extents\b", "relative to the largest extent"),
    (r"\bthe normal's (\w) is\b", r"the \1 component of the normal is"),
    (r"\b(\w+) has a 0\b", r"a component of \1 is 0"),
    (
        r"\ball of it lies behind \(the true t_exit < 0\)",
        "the circle is entirely behind the ray (t_exit < 0)",
    ),
)


def upgrade_baseline(told: Any) -> Any:
    """Return the value of a baseline's JSON in the words and the schema of today.

    What is no baseline of schema 1 stays as it is.
    """
    if not isinstance(told, dict) or told.get("schema") != 1:
        return told
    for entry in _objects(told.get("known")):
        for mistake in _objects(entry.get("mistakes")):
            kind, cause = mistake.get("kind"), mistake.get("cause")
            if isinstance(kind, str) and isinstance(cause, str):
                mistake["kind"] = _KINDS.get(kind, kind)
                mistake["cause"] = _reword(cause)
    return {**told, "schema": 2}


def _reword(cause: str) -> str:
    for former, new in _CAUSES:
        cause = re.sub(former, new, cause)
    return cause


def _objects(value: object) -> list[dict[str, Any]]:
    if not isinstance(value, list):
        return []
    return [one for one in value if isinstance(one, dict)]
