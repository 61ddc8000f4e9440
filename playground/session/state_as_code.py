"""States copied as code: Python, a pytest case, or literals of other languages."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

import numpy as np

from playground.i18n import message, translate
from playground.scene.params import Params
from playground.scene.units import METRES, Units
from playground.session.session import Session
from playground.session.view_model import SceneView

POINTED_PLACE = message("the place under the pointer")


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


def copy_code(
    session: Session,
    write: Callable[[str], object],
    code_format: CodeFormat,
    *,
    params: Params | None = None,
    label: str = "",
) -> None:
    """Copy the scene's query as code; a notice reports it, or why there is none.

    Parameters
    ----------
    session : Session
        The session.
    write : callable
        Receives the code, such as for the clipboard.
    code_format : CodeFormat
        The form of the code.
    params : Params, optional
        The params; by default the current ones.
    label : str
        Name of `params` in the notice; "" for none.
    """
    moment = session.scene_view if params is None else SceneView(session.scene, params)
    try:
        text = as_code(moment, code_format, session.units)
    except ValueError as error:
        session.notice = message(
            "There is no exact answer for this state: {why}", why=str(error)
        )
        return
    if not text:
        session.notice = message("There is no answer")
        return
    write(text)
    session.notice = _copy_notice(label, code_format)


def _copy_notice(named: str, code_format: CodeFormat) -> str:
    if code_format is CodeFormat.TEST:
        return message(
            "Copied {place} as a test" if named else "Copied as a test", place=named
        )
    return message(
        "Copied {place} as {language}" if named else "Copied as {language}",
        place=named,
        language=LANGUAGE_NAMES[code_format],
    )


def as_code(moment: SceneView, code_format: CodeFormat, units: Units = METRES) -> str:
    """Return the query of a view model, with its arguments, as code.

    Parameters
    ----------
    moment : SceneView
        The view model.
    code_format : CodeFormat
        A Python script, a pytest case, or literals.
    units : Units
        Units of the literals; a script or case says so where the scene's differ.

    Returns
    -------
    str
        "" if the scene has no query or no answer.

    Raises
    ------
    ValueError
        The core refuses the arguments, although the scene has an answer.
    """
    from playground.judge.report.repro import as_python, as_test

    query, solution = moment.scene.query, moment.solution
    if query is None or solution is None:
        return ""
    arguments = query.arguments(solution.params)
    if code_format in _CONSTANT_WRITERS:
        return _write_literals(moment, arguments, units, code_format)
    write = as_python if code_format is CodeFormat.PYTHON else as_test
    note = "" if units == METRES else f"# {translate(METRES.text)}\n"
    return note + write(query.function, arguments)


def _write_literals(
    moment: SceneView,
    arguments: Mapping[str, Any],
    units: Units,
    code_format: CodeFormat,
) -> str:
    """Return the arguments of a query and the expected result as constants.

    Numbers have all their digits. Arguments that are None and fields that are not
    finite are left out.
    """
    query = moment.scene.query
    assert query is not None
    values = dict(units.arguments(arguments, query.argument_kinds))
    result = query.function(**arguments)
    if hasattr(result, "hit"):
        values["expected_hit"] = bool(result.hit)
    for name, kind in query.result_fields.items():
        value = np.asarray(getattr(result, name)).tolist()
        if np.isfinite(value).all():
            values[f"expected_{name}"] = units.component(value, kind)
    comment = "#" if code_format is CodeFormat.GDSCRIPT else "//"
    write = _CONSTANT_WRITERS[code_format]
    lines = [
        f"{comment} {translate(moment.entry.title)}: {translate(units.text)}",
        *(write(name, value) for name, value in values.items() if value is not None),
    ]
    return "\n".join([*lines, ""])


def _write_cpp(name: str, value: Any) -> str:
    kind = "bool" if isinstance(value, bool) else "double"
    sizes = "".join(f"[{size}]" for size in np.shape(value))
    return f"const {kind} {name}{sizes} = {_literal(value, '{}')};"


def _write_javascript(name: str, value: Any) -> str:
    first, *other_words = name.split("_")
    name = first + "".join(map(str.capitalize, other_words))
    return f"const {name} = {_literal(value, '[]')};"


def _write_gdscript(name: str, value: Any) -> str:
    return f"var {name} := {_godot_literal(value)}"


def _literal(value: Any, brackets: str = "") -> str:
    """Return a bool, a number or, in such brackets, a nested list."""
    if isinstance(value, bool):
        return str(value).lower()
    if np.ndim(value) == 0:
        return repr(float(value))
    inside = ", ".join(_literal(part, brackets) for part in value)
    return f"{brackets[0]}{inside}{brackets[1]}"


def _godot_literal(value: Any) -> str:
    if np.ndim(value) == 0:
        return _literal(value)
    inside = ", ".join(map(_godot_literal, value))
    return f"Vector{len(value)}({inside})" if np.ndim(value) == 1 else f"[{inside}]"


# Functions that take a name and a bool, number or nested list, and return the line that
# defines the constant.
_CONSTANT_WRITERS = {
    CodeFormat.CPP: _write_cpp,
    CodeFormat.JAVASCRIPT: _write_javascript,
    CodeFormat.GDSCRIPT: _write_gdscript,
}
