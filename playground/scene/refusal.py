"""Localized `ValueError`s."""

from typing import Any

from playground.i18n import message, with_texts


@with_texts("template")
def refusal(template: str, /, **places: Any) -> ValueError:
    """Return a ValueError whose message is `template` with its placeholders filled.

    >>> raise refusal("{name} has no handle", name="radius")
    Traceback (most recent call last):
        ...
    ValueError: radius has no handle
    """
    return ValueError(message(template, **places))
