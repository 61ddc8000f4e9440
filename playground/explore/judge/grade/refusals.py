"""What the fence says that it refused, in every language: it knows nothing of them."""

from playground.language import message

# These name what it was about, behind them.
_NAMED = (
    message("it tried to write {name}"),
    message("it tried to read {name}"),
    message("it tried to list {name}"),
    message("it tried to import {name}"),
)
_PLAIN = (
    message("it tried to use the network"),
    message("it tried to start a program"),
    message("it tried to reach other processes"),
    message("it tried to change files"),
    message("it tried to reach the system"),
    message("it tried to reach beyond Python, by ctypes"),
    message("it tried to list the objects of the process, by gc"),
    message("it tried to put other code into a function"),
    message("it tried to list a folder"),
)


def refusal(says: str) -> str:
    """Return what the fence says as a message."""
    for template in () if says in _PLAIN else _NAMED:
        before = template.partition("{")[0]
        if says.startswith(before):
            return message(template, name=says.removeprefix(before))
    return says
