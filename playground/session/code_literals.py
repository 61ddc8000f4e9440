"""Literals of other languages: a query's arguments and the core's answer."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

import numpy as np

from playground.i18n import translate
from playground.quick_dataclass import dataclass
from playground.scene.units import Units
from playground.session.view_model import SceneView


class CodeFormat(StrEnum):
    """Form in which a state is copied; pages use the values."""

    PYTHON = "python"
    TEST = "test"
    CPP = "cpp"
    JAVASCRIPT = "javascript"
    GDSCRIPT = "gdscript"


LANGUAGE_NAMES = {
    CodeFormat.PYTHON: "Python",
    CodeFormat.CPP: "C++",
    CodeFormat.JAVASCRIPT: "JavaScript",
    CodeFormat.GDSCRIPT: "GDScript",
}


@dataclass(frozen=True)
class _Syntax:
    """Syntax of a language.

    Attributes
    ----------
    comment : str
        Prefix of a comment.
    name : callable
        Takes a Python name; returns it in the language's style.
    write : callable
        Takes a name and a value (bool, number or nested list); returns the line that
        defines the constant.
    """

    comment: str
    name: Callable[[str], str]
    write: Callable[[str, Any], str]


def write_literals(moment: SceneView, units: Units, code_format: CodeFormat) -> str:
    """Return the arguments of a query and the expected result as constants.

    Numbers have all their digits. Arguments that are None and fields that are not
    finite are left out.

    Parameters
    ----------
    moment : SceneView
        The view model; without a query or solution the result is "".
    units : Units
        Units of the numbers.
    code_format : CodeFormat
        The language.
    """
    query, solution = moment.scene.query, moment.solution
    if query is None or solution is None:
        return ""
    arguments, syntax = query.arguments(solution.params), _SYNTAXES[code_format]
    result = query.function(**arguments)
    expected_values = {"hit": bool(result.hit)} if hasattr(result, "hit") else {}
    for name, kind in query.result_fields.items():
        value = np.asarray(getattr(result, name)).tolist()
        if np.isfinite(value).all():
            expected_values[name] = units.component(value, kind)
    shown = units.arguments(arguments, query.argument_kinds)
    title = translate(moment.entry.title)
    lines = [
        f"{syntax.comment} {title}: {translate(units.text)}",
        *(syntax.write(syntax.name(n), x) for n, x in shown.items() if x is not None),
        *(
            syntax.write(syntax.name(f"expected_{name}"), value)
            for name, value in expected_values.items()
        ),
    ]
    return "\n".join([*lines, ""])


def _camel_case(name: str) -> str:
    first, *other_words = name.split("_")
    return first + "".join(map(str.capitalize, other_words))


def _number(value: float) -> str:
    return repr(float(value))


def _write_cpp(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return f"const bool {name} = {str(value).lower()};"
    if np.ndim(value) == 0:
        return f"const double {name} = {_number(value)};"
    sizes = "".join(f"[{size}]" for size in np.shape(value))
    return f"const double {name}{sizes} = {_write_list(value, '{}')};"


def _write_javascript(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return f"const {name} = {str(value).lower()};"
    return f"const {name} = {_write_list(value, '[]')};"


def _write_list(value: Any, brackets: str) -> str:
    if np.ndim(value) == 0:
        return _number(value)
    inside = ", ".join(_write_list(part, brackets) for part in value)
    return f"{brackets[0]}{inside}{brackets[1]}"


def _write_gdscript(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return f"var {name} := {str(value).lower()}"
    return f"var {name} := {_write_godot_value(value)}"


def _write_godot_value(value: Any) -> str:
    if np.ndim(value) == 0:
        return _number(value)
    if np.ndim(value) == 1:
        return f"Vector{len(value)}({', '.join(map(_number, value))})"
    return f"[{', '.join(map(_write_godot_value, value))}]"


_SYNTAXES = {
    CodeFormat.CPP: _Syntax("//", str, _write_cpp),
    CodeFormat.JAVASCRIPT: _Syntax("//", _camel_case, _write_javascript),
    CodeFormat.GDSCRIPT: _Syntax("#", str, _write_gdscript),
}
