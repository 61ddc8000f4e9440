"""Beginnings of user code: a query's signature, what it may return, examples."""

import textwrap
from pathlib import Path
from typing import Any

from playground.i18n import join_texts, message, translate
from playground.scene.query import ArgumentKind, Query, ResultField

_DOCSTRING_WIDTH = 72
_ARGUMENT_DESCRIPTIONS = {
    ArgumentKind.PLACE: message("a point"),
    ArgumentKind.STEP: message("a way, maybe of no length"),
    ArgumentKind.WAY: message("a direction of any length but zero"),
    ArgumentKind.LENGTH: message("not negative"),
    ArgumentKind.POSITIVE: message("greater than zero"),
    ArgumentKind.ANGLE: message("radians, counter-clockwise"),
}
_EXAMPLES_FOLDER = Path(__file__).with_name("examples")


def signature_text(query: Query[Any, Any]) -> str:
    """Return the line that begins a function for the query."""
    return f"def {query.name}({', '.join(query.argument_kinds)}):"


def arguments_text(query: Query[Any, Any]) -> str:
    """Return what each argument is, those that are alike together."""
    names_by_kind: dict[ArgumentKind, list[str]] = {}
    for name, kind in query.argument_kinds.items():
        names_by_kind.setdefault(kind, []).append(name)
    alike = (
        message(
            "{names}: {description}",
            names=", ".join(names),
            description=_ARGUMENT_DESCRIPTIONS[kind],
        )
        for kind, names in names_by_kind.items()
    )
    return message("{text}.", text=join_texts(alike, ";"))


def returns_text(query: Query[Any, Any]) -> str:
    """Return which answers are understood."""
    number, names = query.number, ", ".join(("hit", *query.result_fields))
    if query.result_fields[number] is ResultField.DISTANCE:
        said = message(
            "Return True or False, or the {number}, which is 0 or less for a hit; or a "
            "dict with any of {names}.",
            number=number,
            names=names,
        )
    else:
        said = message(
            "Return the first {number}, None for a miss, or True or False; or a dict "
            "with any of {names}.",
            number=number,
            names=names,
        )
    return said


def template_text(query: Query[Any, Any]) -> str:
    """Return the text of a module with a function that has still to be written.

    It takes what the query is asked with, and its docstring says in the language that
    is spoken which answers are understood and what each argument is.
    """
    lines = [
        signature_text(query),
        *_wrap_docstring(f'"""{translate(returns_text(query))}'),
        "",
        *(
            f"    {name}: {translate(_ARGUMENT_DESCRIPTIONS[kind])}"
            for name, kind in query.argument_kinds.items()
        ),
        '    """',
        "    return None",
        "",
    ]
    return "\n".join(lines)


def example_text(query: Query[Any, Any]) -> str:
    """Return the text of a module whose function has a bug; "" without an example."""
    path = _EXAMPLES_FOLDER / f"{query.name}_with_bug.py"
    return path.read_text(encoding="utf-8") if path.exists() else ""


def _wrap_docstring(text: str) -> list[str]:
    # Japanese breaks between sentences; an editor wraps the rest.
    return textwrap.wrap(
        text.replace("。", "。 "),
        _DOCSTRING_WIDTH,
        initial_indent="    ",
        subsequent_indent="    ",
        break_long_words=False,
    )
