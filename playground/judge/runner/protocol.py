"""Protocol between judge and user code: parsing of answers and of the hello message."""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Any

from playground.i18n import TextError, message, with_texts
from playground.quick_dataclass import dataclass
from playground.scene.json_text import check_json_depth

_NOT_JSON = re.compile(r"(?<![\w\"])([-+]?)(nan|inf(?:inity)?)\b(?:\([\w]*\))?", re.I)
# Longer texts are cut.
_MAX_TEXT_CHARS = 1000


class NoAnswerReason(StrEnum):
    """Reason why there is no answer."""

    CRASH = "crash"
    DEATH = "death"
    """The process ended."""
    NONSENSE = "nonsense"
    SLOW = "too slow"
    NOT_EVALUATED = "not asked"


@dataclass(frozen=True)
class CodeAnswer:
    """An answer, or the reason why there is none.

    Attributes
    ----------
    value : object
        The answer as JSON values; None also if there is none.
    failed : NoAnswerReason or None
        The reason; None for an answer.
    words : str
        The reason in words; "" for an answer.
    line : int
        The line of the user's file that it is about; 0 for none.
    shown : str
        A malformed answer as text; else "".
    has_other_angles : bool
        Whether exact arithmetic took cosines of angles that are not arguments, so that
        the core's rounded cosines can make a difference.
    """

    value: Any = None
    failed: NoAnswerReason | None = None
    words: str = ""
    line: int = 0
    shown: str = ""
    has_other_angles: bool = False

    @property
    def description(self) -> str:
        """The answer, or the reason, in words."""
        if self.failed:
            return self.words
        return message("answers {value!r}", value=self.value)

    @property
    def text(self) -> str:
        """The description with the line number."""
        return append_line_number(self.description, self.line)


def reject_answer(shown: str) -> CodeAnswer:
    """Return a malformed answer, displayed as `shown`, as a failure."""
    words = message("answers {value}", value=shown)
    return CodeAnswer(failed=NoAnswerReason.NONSENSE, words=words, shown=shown)


def parse_answer_line(line: str) -> CodeAnswer:
    """Return the answer in a line of JSON; a malformed one as a failure."""
    try:
        value = _parse_json(line)
    except ValueError:
        visible_text = line.strip()[:_MAX_TEXT_CHARS]
        return reject_answer(truncate_text(escape_text(visible_text)))
    return _parse_value(value)


def parse_many_answers(line: str) -> tuple[list[CodeAnswer | None], int]:
    """Return the answers to a batch, None for skipped cases, and a line number.

    It is that of the user's file at which the last case was skipped; 0 for none.

    Raises
    ------
    ValueError, TypeError, KeyError
        The line is not the worker's answer to a batch.
    """
    check_json_depth(line)
    answers_data = json.loads(line, parse_int=_parse_integer)
    answers: list[CodeAnswer | None] = [*map(_parse_value, answers_data["answers"])]
    for place in answers_data["late"]:
        answers[place] = None
    return answers, answers_data["line"]


def _parse_value(value: Any) -> CodeAnswer:
    if not (isinstance(value, dict) and "error" in value):
        return CodeAnswer(value)
    error_text = truncate_text(escape_text(str(value["error"])[:_MAX_TEXT_CHARS]), 200)
    if value.get("nonsense"):
        return reject_answer(error_text)
    line = value.get("line", 0)
    return CodeAnswer(
        failed=NoAnswerReason.CRASH,
        words=error_text,
        line=line if isinstance(line, int) else 0,
    )


def _parse_json(line: str) -> Any:
    """Parse JSON, and also nan and inf as C and other languages write them."""
    check_json_depth(line)
    try:
        return json.loads(line, parse_int=_parse_integer)
    except ValueError:
        return json.loads(
            _NOT_JSON.sub(_to_json_constant, line), parse_int=_parse_integer
        )


def _parse_integer(digits: str) -> int | float:
    """Return an integer; infinity if it is beyond all floats, and -0 as -0.0."""
    number = float(digits)
    return number if math.isinf(number) or digits == "-0" else int(digits)


def _to_json_constant(match: re.Match[str]) -> str:
    sign, word = match.groups()
    return "NaN" if word.lower() == "nan" else f"{sign.strip('+')}Infinity"


def escape_text(text: str) -> str:
    """Return the text with unprintable characters escaped, safe for a terminal."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def append_line_number(words: str, number: int) -> str:
    """Return the text with a line number in brackets; 0 for none."""
    if not number:
        return words
    return message("{words} (line {line})", words=words, line=number)


def truncate_text(text: str, most: int = 60) -> str:
    """Return the first `most` characters of a text; an ellipsis follows if cut."""
    return text if len(text) <= most else f"{text[:most]}…"


def to_exact_answer(answer: CodeAnswer) -> CodeAnswer:
    """Return the answer of a run in exact arithmetic, NOT_EVALUATED if that failed."""
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
# The hello message, which describes the code.
# ----------------------------------------------------------------------------


# A hello message has one of these.
_HELLO_KEYS = {"failed", "takes"}


@with_texts("text", as_messages=False)
class CodeError(TextError):
    """Raised if code cannot be run at all.

    Attributes
    ----------
    line : int
        The faulty line of its file; 0 for none.
    """

    def __init__(self, text: str, /, line: int = 0, **values: Any) -> None:
        super().__init__(text, **values)
        self.line = line


@dataclass(frozen=True)
class CodeHeader:
    """Description of user code, known before the first answer.

    Attributes
    ----------
    takes : frozenset of str or None
        The arguments that it takes; None for all.
    metadata : mapping
        An engine's VERSION, and its contract for the function.
    """

    takes: frozenset[str] | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def slop(self) -> float:
        """Error that an engine's contract permits, in world units."""
        return float(self.metadata.get("SLOP", 0.0))


def read_hello(line: str | None) -> dict[str, Any]:
    """Return the worker's hello message; empty at the end of its output.

    Raises
    ------
    ValueError
        The line is no hello message.
    """
    if line is None:
        return {}
    check_json_depth(line)
    hello = json.loads(line)
    if not (isinstance(hello, dict) and _HELLO_KEYS & set(hello)):
        raise ValueError(line)
    return hello
