"""A state as code to take away."""

from collections.abc import Callable

from playground.i18n import message
from playground.scene.params import Params
from playground.session.session import Session
from playground.session.view_model import SceneView

POINTED_PLACE = message("the place pointed at")


def copy_code(
    session: Session,
    write: Callable[[str], object],
    *,
    test: bool,
    params: Params | None = None,
    label: str = "",
) -> None:
    """Hand on what the present scene asks the core, and say so.

    It is a script or a pytest case; of what is on show, or of other params, which then
    are `label`.
    """
    moment = session.scene_view if params is None else SceneView(session.scene, params)
    try:
        text = as_code(moment, test)
    except ValueError as error:
        session.notice = message(
            "The core has no answer to this: {why}", why=str(error)
        )
        return
    if not text:
        session.notice = message("There is no answer")
        return
    write(text)
    session.notice = _copy_notice(label, test=test)


def _copy_notice(named: str, *, test: bool) -> str:
    if not named:
        return message("Copied as a test" if test else "Copied as Python")
    return message(
        "Copied {place} as a test" if test else "Copied {place} as Python", place=named
    )


def as_code(moment: SceneView, test: bool) -> str:
    """Return a script that asks the core the same, or a pytest case of it.

    "" where the scene does not say what it asks, or there is no answer. ValueError
    where the core refuses what it is asked, and only the scene has an answer.
    """
    from playground.judge.report.repro import as_python, as_test

    query, solution = moment.scene.query, moment.solution
    if query is None or solution is None:
        return ""
    arguments = query.arguments(solution.params)
    return (as_test if test else as_python)(query.function, arguments)
