"""What a line says that somebody's code has answered, or why there is none."""

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

_NOT_JSON = re.compile(r"(?<![\w\"])([-+]?)(nan|inf(?:inity)?)\b(?:\([\w]*\))?", re.I)


class Failed(StrEnum):
    """Why there is no answer."""

    CRASH = "crash"
    NONSENSE = "nonsense"
    SLOW = "too slow"
    UNASKED = "not asked"


@dataclass(frozen=True)
class CodeAnswer:
    """What was answered, or why nothing was, in words."""

    value: Any = None
    failed: Failed | None = None
    words: str = ""


def understood(line: str) -> CodeAnswer:
    """Return what a line says."""
    try:
        value = _json(line)
    except ValueError:
        return CodeAnswer(
            failed=Failed.NONSENSE, words=f"answers {brief(line.strip())}"
        )
    if isinstance(value, dict) and "error" in value:
        failed = Failed.NONSENSE if value.get("nonsense") else Failed.CRASH
        return CodeAnswer(failed=failed, words=brief(str(value["error"]), 200))
    return CodeAnswer(value)


def _json(line: str) -> Any:
    """Return what JSON says; C and others write nan and inf in their own ways."""
    try:
        return json.loads(line)
    except ValueError:
        return json.loads(_NOT_JSON.sub(_in_json, line))


def _in_json(found: re.Match[str]) -> str:
    sign, word = found.groups()
    return "NaN" if word.lower() == "nan" else f"{sign.strip('+')}Infinity"


def brief(text: str, most: int = 60) -> str:
    """Return the beginning of a text."""
    return text if len(text) <= most else f"{text[:most]}…"
