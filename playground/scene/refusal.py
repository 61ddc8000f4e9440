"""The error that refuses a value, with a text for people."""

from typing import Any

from playground.i18n import message, with_texts


@with_texts("template")
def refusal(template: str, /, **places: Any) -> ValueError:
    """Return a ValueError that says a text with its places filled.

    >>> raise refusal("{name} has no handle", name="radius")
    Traceback (most recent call last):
        ...
    ValueError: radius has no handle
    """
    return ValueError(message(template, **places))
