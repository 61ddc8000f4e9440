"""What a line says that somebody's code has answered, or why there is none."""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any

from playground.i18n import message
from playground.quick_dataclass import dataclass
from playground.scene.json_text import check_json_depth

_NOT_JSON = re.compile(r"(?<![\w\"])([-+]?)(nan|inf(?:inity)?)\b(?:\([\w]*\))?", re.I)
# No more of a text is ever looked at.
_MAX_TEXT_CHARS = 1000


class NoAnswerReason(StrEnum):
    """Why there is no answer."""

    CRASH = "crash"
    DEATH = "death"
    """Its process has ended."""
    NONSENSE = "nonsense"
    SLOW = "too slow"
    NOT_EVALUATED = "not asked"


@dataclass(frozen=True)
class CodeAnswer:
    """An answer, or the reason why there is none.

    Attributes
    ----------
    value : object
        The answer.
    failed : NoAnswerReason or None
        The reason.
    words : str
        The reason in words.
    line : int
        The line of the author's file that this is about; 0 for none.
    shown : str
        The answer as a text, where all of it is nonsense.
    has_other_angles : bool
        Whether it is in true numbers, of which the core's are rounded.
    """

    value: Any = None
    failed: NoAnswerReason | None = None
    words: str = ""
    line: int = 0
    shown: str = ""
    has_other_angles: bool = False

    @property
    def description(self) -> str:
        """The answer or the reason in words."""
        if self.failed:
            return self.words
        return message("answers {value!r}", value=self.value)

    @property
    def text(self) -> str:
        """The same, with its line."""
        return append_line_number(self.description, self.line)


def reject_answer(shown: str) -> CodeAnswer:
    """Return that an answer, which is shown so, is nonsense."""
    words = message("answers {value}", value=shown)
    return CodeAnswer(failed=NoAnswerReason.NONSENSE, words=words, shown=shown)


def parse_answer_line(line: str) -> CodeAnswer:
    """Return what a line says."""
    try:
        value = _parse_json(line)
    except ValueError:
        shown = line.strip()[:_MAX_TEXT_CHARS]
        return reject_answer(truncate_text(escape_text(shown)))
    return _parse_value(value)


def parse_many_answers(line: str) -> tuple[list[CodeAnswer | None], int]:
    """Return what our child says to many questions, None for what is left out.

    With it comes in which line of the code that was. ValueError, TypeError or KeyError
    if it says something else.
    """
    check_json_depth(line)
    said = json.loads(line, parse_int=_parse_integer)
    answers: list[CodeAnswer | None] = [*map(_parse_value, said["answers"])]
    for place in said["late"]:
        answers[place] = None
    return answers, said["line"]


def _parse_value(value: Any) -> CodeAnswer:
    if not (isinstance(value, dict) and "error" in value):
        return CodeAnswer(value)
    said = truncate_text(escape_text(str(value["error"])[:_MAX_TEXT_CHARS]), 200)
    if value.get("nonsense"):
        return reject_answer(said)
    line = value.get("line", 0)
    return CodeAnswer(
        failed=NoAnswerReason.CRASH,
        words=said,
        line=line if isinstance(line, int) else 0,
    )


def _parse_json(line: str) -> Any:
    """Return what JSON says; C and others write nan and inf in their own ways."""
    check_json_depth(line)
    try:
        return json.loads(line, parse_int=_parse_integer)
    except ValueError:
        return json.loads(
            _NOT_JSON.sub(_to_json_constant, line), parse_int=_parse_integer
        )


def _parse_integer(digits: str) -> int | float:
    """Return a whole number; as infinity what is beyond all floats.

    C and others write -0.0 as a whole number.
    """
    number = float(digits)
    return number if math.isinf(number) or digits == "-0" else int(digits)


def _to_json_constant(found: re.Match[str]) -> str:
    sign, word = found.groups()
    return "NaN" if word.lower() == "nan" else f"{sign.strip('+')}Infinity"


def escape_text(text: str) -> str:
    """Return a text for everybody to see, who obeys nothing that is in it.

    Control characters, signs without a shape and halves of signs are told by number.
    """
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def append_line_number(words: str, number: int) -> str:
    """Return words with the line that they are about; 0 for none."""
    if not number:
        return words
    return message("{words} (line {line})", words=words, line=number)


def truncate_text(text: str, most: int = 60) -> str:
    """Return the beginning of a text."""
    return text if len(text) <= most else f"{text[:most]}…"


def to_exact_answer(answer: CodeAnswer) -> CodeAnswer:
    """Return an answer in true numbers, unasked where there is none."""
    value = answer.value if isinstance(answer.value, dict) else {}
    if (
        answer.failed in (NoAnswerReason.SLOW, NoAnswerReason.NONSENSE)
        or "unknown" in value
    ):
        return CodeAnswer(
            failed=NoAnswerReason.NOT_EVALUATED, words="it has no true numbers"
        )
    return (
        CodeAnswer(value["turned"], has_other_angles=True)
        if "turned" in value
        else answer
    )


# ----------------------------------------------------------------------------
# What somebody's code says of itself before it is asked.
# ----------------------------------------------------------------------------


# One of these is in what our child says first.
_HELLO_KEYS = {"failed", "takes"}


class CodeError(Exception):
    """Code that cannot be asked at all, and why; in a `line` of its file, or 0."""

    def __init__(self, words: str, line: int = 0) -> None:
        super().__init__(words)
        self.line = line


@dataclass(frozen=True)
class CodeHeader:
    """What code says of itself before it is asked.

    Attributes
    ----------
    takes : frozenset of str or None
        The arguments that it takes; None for all.
    metadata : mapping
        Of an engine: its VERSION, and what its contract says of the function.
    """

    takes: frozenset[str] | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def slop(self) -> float:
        """How far off an engine says that it may be, a length."""
        return float(self.metadata.get("SLOP", 0.0))


def read_hello(line: str | None) -> dict[str, Any]:
    """Return what the child says first, nothing at its end; ValueError if it is not."""
    if line is None:
        return {}
    check_json_depth(line)
    hello = json.loads(line)
    if not (isinstance(hello, dict) and _HELLO_KEYS & set(hello)):
        raise ValueError(line)
    return hello
