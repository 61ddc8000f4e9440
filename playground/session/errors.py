"""What a scene that anybody may have written raises, said in words."""

from collections.abc import Callable
from typing import TypeVar

from playground.i18n import Message, in_english, message
from playground.scene.author_files import TimeLimitError, add_author_line
from playground.scene.json_text import shorten
from playground.scene.listing import AnswerPendingError

T = TypeVar("T")

FAILED = "The scene failed"
"""What a failure of the scene begins with; a refusal of its params does not."""


def run_guarded(work: Callable[[], T], otherwise: T, say: Callable[[str], object]) -> T:
    """Do the work of a scene that anybody may have written; say what it raises."""
    try:
        return work()
    except AnswerPendingError:
        raise
    except ValueError as error:
        say(str(error))
    except Exception as error:
        say(message("The scene failed: {error}", error=error_text_with_line(error)))
    return otherwise


def error_text_with_line(error: BaseException) -> str:
    """Return the kind of an error, what it says and where, in a line."""
    return add_author_line(error, error_text(error))


def error_text(error: BaseException) -> str:
    """Return the kind of an error and what it says, in a line."""
    try:
        text = str(error)
        said = shorten(" ".join(text.split())).rstrip(": ")
    except Exception:  # somebody's own error may fail at that too
        text = said = ""
    if isinstance(text, Message):
        said = in_english(said, text)
    if isinstance(error, TimeLimitError):
        return said
    kind = type(error).__name__
    return message("{kind}: {words}", kind=kind, words=said) if said else kind
