"""Where one's own function begins: its arguments and answers, as code to fill in."""

import textwrap
from typing import Any

from playground.scene.query import Given, Query, Told

_WIDE = 72
_GIVEN = {
    Given.PLACE: "a point",
    Given.STEP: "a way, maybe of no length",
    Given.WAY: "a direction of any length but zero",
    Given.LENGTH: "not negative",
    Given.POSITIVE: "greater than zero",
    Given.ANGLE: "radians, counter-clockwise",
}


def first_text(query: Query[Any, Any]) -> str:
    """Return the text of a module with a function that has still to be written.

    It takes what the query is asked with, and its docstring says what each argument is
    and which answers are understood.
    """
    names = ", ".join(query.given)
    said = (query.function.__doc__ or "").strip().partition("\n\n")[0]
    lines = [
        f"def {query.name}({names}):",
        *_wrapped('"""' + " ".join(said.split())),
        "",
        *(f"    {name}: {_GIVEN[kind]}" for name, kind in query.given.items()),
        "",
        *_wrapped(_answers(query)),
        '    """',
        "    return None",
        "",
    ]
    return "\n".join(lines)


def _answers(query: Query[Any, Any]) -> str:
    number = query.number
    if query.names[number] is Told.DISTANCE:
        says = f"Return True or False, or the {number}, which is 0 or less for a hit"
    else:
        says = f"Return the first {number}, None for a miss, or True or False"
    others = ", ".join(("hit", *query.names))
    return f"{says}; or a dict with any of {others}."


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDE, initial_indent="    ", subsequent_indent="    ")
