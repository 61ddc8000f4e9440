"""States copied as code: Python, a pytest case, or literals of other languages."""

from collections.abc import Callable

from playground.i18n import message, translate
from playground.scene.params import Params
from playground.scene.units import METRES, Units
from playground.session.code_literals import (
    LANGUAGE_NAMES,
    CodeFormat,
    write_literals,
)
from playground.session.session import Session
from playground.session.view_model import SceneView

POINTED_PLACE = message("the place under the pointer")


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
    if code_format not in (CodeFormat.PYTHON, CodeFormat.TEST):
        return write_literals(moment, units, code_format)
    write = as_python if code_format is CodeFormat.PYTHON else as_test
    note = "" if units == METRES else f"# {translate(METRES.text)}\n"
    return note + write(query.function, arguments)
