"""Templates for user code: a query's signature, its return values and an example."""

import textwrap
from pathlib import Path
from typing import Any

from playground.i18n import join_texts, message, translate
from playground.scene.query import ArgumentKind, Query, ResultField

_DOCSTRING_WIDTH = 72
_ARGUMENT_DESCRIPTIONS = {
    ArgumentKind.PLACE: message("a point"),
    ArgumentKind.STEP: message("a displacement; it may be zero"),
    ArgumentKind.WAY: message("a direction; its length is not zero"),
    ArgumentKind.LENGTH: message("not negative"),
    ArgumentKind.POSITIVE: message("greater than zero"),
    ArgumentKind.ANGLE: message("radians, counter-clockwise"),
}
_EXAMPLES_FOLDER = Path(__file__).with_name("examples")
# Of the example of each query: a passage, and one with a bug in its place.
_BUGS = {
    "ray_circle": ("if far < 0", "if near < 0"),
    "circle_rect": (
        "gap_x**2 + gap_y**2 <= radius**2",
        "gap_x <= radius and gap_y <= radius",
    ),
    "point_ellipse": ("cos(-angle), sin(-angle)", "cos(angle), sin(angle)"),
    "swept_sphere_line": ("    if c <= 0:\n        return 0.0\n", ""),
    "sweep_ball_block": (
        "(left - r, bottom), (right + r, top)",
        "(left - r, bottom - r), (right + r, top + r)",
    ),
}


def signature_text(query: Query[Any, Any]) -> str:
    """Return the `def` line of a function for the query."""
    return f"def {query.name}({', '.join(query.argument_kinds)}):"


def arguments_text(query: Query[Any, Any]) -> str:
    """Return a description of the arguments, grouped by kind."""
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
    """Return a description of the return values that the judge accepts."""
    number, names = query.number, ", ".join(("hit", *query.result_fields))
    if query.result_fields[number] is ResultField.DISTANCE:
        sentence = message(
            "Return True or False, or the {number}, which is 0 or less for a hit; or a "
            "dict with any of {names}.",
            number=number,
            names=names,
        )
    else:
        sentence = message(
            "Return the first {number} (None for a miss), or True or False; or a "
            "dict with any of {names}.",
            number=number,
            names=names,
        )
    return sentence


def template_text(query: Query[Any, Any]) -> str:
    """Return the text of a module to begin with: a right function, to be changed.

    Its docstring states in the active language which answers are understood and what
    each argument is. For a query without an example the function answers None.
    """
    docstring = "\n".join(
        [
            *_wrap_docstring(f'"""{translate(returns_text(query))}'),
            "",
            *(
                f"    {name}: {translate(_ARGUMENT_DESCRIPTIONS[kind])}"
                for name, kind in query.argument_kinds.items()
            ),
            '    """',
        ]
    )
    signature = signature_text(query)
    example = _read_example(query)
    if not example:
        return f"{signature}\n{docstring}\n    return None\n"
    _, _, code = example.partition("\n\n")  # without the docstrings of the example
    imports, _, function = code.partition(f"{signature}\n")
    _, _, body = function.partition("\n")
    return f"{imports.lstrip()}{signature}\n{docstring}\n{body}"


def example_text(query: Query[Any, Any]) -> str:
    """Return the text of a module whose function has a bug; "" without an example."""
    example = _read_example(query)
    if not example:
        return ""
    titled = example.replace('."""', ', with a bug to be found."""', 1)
    return titled.replace(*_BUGS[query.name])


def _read_example(query: Query[Any, Any]) -> str:
    if query.name not in _BUGS:
        return ""
    return (_EXAMPLES_FOLDER / f"{query.name}_example.py").read_text(encoding="utf-8")


def _wrap_docstring(text: str) -> list[str]:
    # Japanese breaks between sentences; an editor wraps the rest.
    return textwrap.wrap(
        text.replace("。", "。 "),
        _DOCSTRING_WIDTH,
        initial_indent="    ",
        subsequent_indent="    ",
        break_long_words=False,
    )
