"""Operations on the user code of the current scene."""

from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from playground.i18n import capitalize, message
from playground.session.atomic_write import write_atomically
from playground.session.session import Session
from playground.session.view_options import Page

if TYPE_CHECKING:
    from playground.judge.evaluation import EvaluationOptions


def open_user_code(session: Session, text: str) -> None:
    """Open user code in place of the listing; it is displayed once it is loaded.

    Parameters
    ----------
    session : Session
        The session. During the replay of a log it only gets a notice.
    text : str
        `FILE.py`, `FILE.py:FUNCTION` or `engine:NAME`. If it names no code, the page of
        user code says so.
    """
    if not session.opens_code:
        session.notice = message("Code cannot be opened during a replay")
        return
    from playground.session.user_code_run import CodeError, EvaluationError, UserCode

    own = session.current_scene
    try:
        user_code = UserCode(own.original_scene, text)
    except (CodeError, EvaluationError) as error:
        set_failure(session, message("{text}.", text=capitalize(str(error))))
        return
    close_code(session)
    own.user_code = user_code
    session.notice = message("Opening {code}", code=user_code.text)


def set_failure(session: Session, failure: str) -> None:
    """Show the page of user code, with the reason that it cannot be opened."""
    session.current_scene.code_failure = failure
    show_page(session)


def show_page(session: Session) -> None:
    """Show the page of user code."""
    session.leave_predict()
    session.look(page=Page.CODE, user_code=True)


def close_code(session: Session) -> None:
    """Close the current scene's user code and put its listing back."""
    session.current_scene.code_failure = ""
    session.current_scene.close_user_code()


def show_start(session: Session) -> None:
    """Close the user's code and show the start, where other code is chosen."""
    close_code(session)
    show_page(session)


def show_article(session: Session) -> None:
    """Close the user code and show the article's listing."""
    close_code(session)
    session.look(user_code=False)


def evaluate_user_code(session: Session, terms: "EvaluationOptions") -> None:
    """Set the options by which the open user code is compared and evaluated."""
    opened = session.current_scene
    if opened.user_code:
        opened.user_code.set_terms(terms)
        opened.scene = opened.user_code.opened or opened.scene


def allow_rounding(session: Session) -> None:
    """Evaluate the open user code again, with deviations by rounding allowed."""
    from playground.judge.findings import ROUNDING

    own = session.current_scene
    if own.user_code:
        terms = own.user_code.terms
        evaluate_user_code(session, replace(terms, allow=(*terms.allow, ROUNDING)))
        start_evaluation(session)


def start_evaluation(session: Session) -> None:
    """Start an evaluation of the open user code."""
    opened, scene = session.current_scene, session.watched_scene
    if opened.user_code:
        of_file = scene.file.path if scene and scene.opened is opened else None
        opened.user_code.start_evaluation(of_file)


def cancel_evaluation(session: Session) -> None:
    """End the evaluation and drop its result."""
    opened = session.current_scene
    if opened.user_code:
        opened.user_code.cancel_evaluation()


def open_failure_case(session: Session, kind: int, *, typical: bool = False) -> None:
    """Open the shrunk or a typical case of a failure, as an undoable step.

    A case outside the sliders' ranges only gives a notice.

    Parameters
    ----------
    session : Session
        The session.
    kind : int
        Index in the verdict's `kinds_by_nature`.
    typical : bool
        Whether to open the typical case, if there is one.
    """
    user_code = session.current_scene.user_code
    trial = user_code.trial if user_code else None
    report = trial.state.report if trial else None
    if not (user_code and trial and report) or kind >= len(report.kinds):
        return
    trial.chosen = kind
    failure = report.kinds_by_nature[kind]
    case = failure.typical if typical and failure.typical else failure.smallest
    params = user_code.find_params(case.arguments)
    if params is None:
        session.notice = message(
            "This case is outside the slider ranges: {call}", call=case.call
        )
        return
    options_before = session.map_options
    session.look(compare=True)
    session.begin_at("", params, options_before)
    session.reset_view()


def follow_code(session: Session) -> None:
    """Display a new version of the user code once it is loaded after a save."""
    opened = session.current_scene
    user_code = opened.user_code
    if user_code is None or not user_code.follow():
        return
    if user_code.failure or opened.scene is user_code.entry:
        show_page(session)
    if user_code.failure:
        session.notice = ""
        return
    if opened.scene is user_code.entry:
        session.look(compare=True)
    opened.scene, session.notice = user_code.opened or user_code.entry, ""


# ----------------------------------------------------------------------------
# Files for templates, examples and code from links.
# ----------------------------------------------------------------------------


def write_code_file(folder: Path, name: str, code: str) -> Path:
    """Write code into a folder under an unused name; return its file.

    The name is `NAME.py`, `NAME-2.py`, …; a file with the same code is reused. The
    folder is created if it is missing.

    Raises
    ------
    OSError
        The file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    data = code.encode("utf-8", "replace")
    candidates = (folder / f"{name}{f'-{n}' if n > 1 else ''}.py" for n in count(1))
    path = next(p for p in candidates if not p.exists() or p.read_bytes() == data)
    if not path.exists():
        write_atomically(path, data)
    return path


def code_folder() -> Path:
    """Return the folder for code written by this program."""
    return Path.home() / "Geometry Playground"


def write_first_code(session: Session, *, is_example: bool) -> Path:
    """Write a right function for the query, or an example with a bug; return its file.

    Raises
    ------
    OSError
        The file cannot be written.
    """
    from playground.judge.code_template import example_text, template_text

    query = session.scene_view.scene.query
    assert query is not None
    name = f"{query.name}_with_bug" if is_example else query.name
    text = example_text(query) if is_example else template_text(query)
    return write_code_file(code_folder(), name, text)
