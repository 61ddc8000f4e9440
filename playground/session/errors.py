"""Exceptions of scenes as messages."""

from collections.abc import Callable
from typing import TypeVar

from playground.i18n import Message, in_english, message
from playground.scene.author_files import TimeLimitError, add_author_line
from playground.scene.json_text import shorten
from playground.scene.listing import AnswerPendingError

T = TypeVar("T")

FAILED = "The scene failed"
"""Prefix of a scene's failure, which a refusal of its params does not have."""


def run_guarded(work: Callable[[], T], otherwise: T, say: Callable[[str], object]) -> T:
    """Run code of a scene; return its result, or after an exception `otherwise`.

    Parameters
    ----------
    work : callable
        The code, without arguments. AnswerPendingError passes through.
    otherwise : object
        The result after an exception.
    say : callable
        Receives the exception's message. That of a ValueError, which refuses params,
        has no prefix.
    """
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
    """Return an error's type, message and line in the author's file, on one line."""
    return add_author_line(error, error_text(error))


def error_text(error: BaseException) -> str:
    """Return an error's type and message on one line.

    Of a TimeLimitError the message.
    """
    try:
        text = str(error)
        summary = shorten(" ".join(text.split())).rstrip(": ")
    except Exception:  # the user's exception may fail here
        text = summary = ""
    if isinstance(text, Message):
        summary = in_english(summary, text)
    if isinstance(error, TimeLimitError):
        return summary
    kind = type(error).__name__
    return message("{kind}: {words}", kind=kind, words=summary) if summary else kind
