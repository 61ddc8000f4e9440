"""Somebody's code in the place of the present scene's listing.

Nothing here knows pyglet or ImGui.
"""

from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from playground.i18n import message
from playground.session.atomic_write import write_whole
from playground.session.session import Session
from playground.session.view_options import Page

if TYPE_CHECKING:
    from playground.judge.evaluation import Terms


def open_code(session: Session, text: str) -> None:
    """Put somebody's code in the listing's place, once it is loaded."""
    if not session.opens_code:
        session.notice = message("A log opens no code")
        return
    from playground.session.user_code_run import (
        CodeError,
        JudgedCode,
        TrialError,
        function_in,
        query_of,
    )

    own = session.all_opened[session.index]
    entry = own.judged.entry if own.judged else own.scene
    try:
        opened = JudgedCode(entry, function_in(text, query_of(entry).name))
    except (CodeError, TrialError) as error:
        session.notice = str(error)
        return
    close_code(session)
    own.judged = opened
    session.notice = message("Opening {code}", code=opened.text)


def close_code(session: Session) -> None:
    """Give the listing its place again."""
    own = session.all_opened[session.index]
    if own.judged:
        own.judged.close()
        own.scene, own.judged = own.judged.entry, None


def judge_code(session: Session, terms: "Terms") -> None:
    """Judge the code that was opened by other terms."""
    own = session.all_opened[session.index]
    if own.judged:
        own.judged.judge_by(terms)
        own.scene = own.judged.opened or own.scene


def try_code(session: Session) -> None:
    """Begin a whole trial of the code that is open."""
    own, scene = session.all_opened[session.index], session.own_scene
    if own.judged:
        of_file = scene.file.path if scene and scene.opened is own else None
        own.judged.try_all(of_file)


def end_trial(session: Session) -> None:
    """End the trial, and forget what came of it."""
    own = session.all_opened[session.index]
    if own.judged:
        own.judged.end_trial()


def open_case(session: Session, kind: int, *, typical: bool = False) -> None:
    """Go to the smallest case of a kind that the trial has found, or to a typical one.

    That is a step to be undone as any other.
    """
    judged = session.all_opened[session.index].judged
    trial = judged.trial if judged else None
    told = trial.state.told if trial else None
    if judged is None or trial is None or told is None or kind >= len(told.kinds):
        return
    trial.chosen = kind
    found = told.kinds[kind]
    case = found.typical if typical and found.typical else found.smallest
    params = judged.opened_at(case.arguments)
    if params is None:
        session.notice = message("No sliders hold this case: {call}", call=case.call)
        return
    before = session.shown
    session.look(compare=True)
    session.begin_at("", params, before)
    session.show_afresh()


def follow_code(session: Session) -> None:
    """Show the code that was opened as it is in its file now."""
    own = session.all_opened[session.index]
    judged = own.judged
    if judged is None or not judged.follow():
        return
    if judged.failure or own.scene is judged.entry:
        session.leave_predict()
        session.look(page=Page.CODE)
    if judged.failure:
        session.notice = judged.failure.words
        return
    if own.scene is judged.entry:
        session.look(compare=True)
    own.scene, session.notice = judged.opened or judged.entry, ""


# ----------------------------------------------------------------------------
# Code that came with a link: a text in a file of its own, which nothing here runs.
# ----------------------------------------------------------------------------


def put(folder: Path, name: str, code: str) -> Path:
    """Write code into a folder under a name that is free, and return its file.

    The same code is there but once.

    Raises
    ------
    OSError
        It cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    data = code.encode("utf-8", "replace")
    numbered = (folder / f"{name}{f'-{n}' if n > 1 else ''}.py" for n in count(1))
    path = next(p for p in numbered if not p.exists() or p.read_bytes() == data)
    if not path.exists():
        write_whole(path, data)
    return path
