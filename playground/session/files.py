"""Files that are opened and saved: what each kind of content means for a session."""

import ast
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

from playground.i18n import enum_of_texts, message
from playground.scene.author_files import read_whole, why
from playground.scene.json_text import read, said
from playground.scene.serialization import from_json_values
from playground.scene.state_format import FORMAT
from playground.session import saved_state as states
from playground.session import user_code
from playground.session.atomic_write import sweep, write_whole
from playground.session.lesson import editor, player
from playground.session.saved_state import Saved, State, is_link, linked
from playground.session.session import Session

SUFFIX = ".json"
_LEFT_OUT = message(
    "State opened. The link brings code too, which was not run: "
    "playground run LINK puts it into a file"
)
# The window's title and the sidebar have room for so many letters of a name.
_LETTERS = 26


@enum_of_texts
class Choosing(StrEnum):
    """What a file is chosen for."""

    OPEN = "Open"
    SAVE = "Save as"
    SAVE_LESSON = "Save the lesson"

    @property
    def saves(self) -> bool:
        """Whether something is saved in it."""
        return self is not Choosing.OPEN


def open_file(session: Session, path: Path) -> bool:
    """Open what a file holds: a state, a lesson or code. A notice says what hinders.

    Return whether a state or a lesson is shown now.
    """
    try:
        if path.suffix == ".py":
            _open_code(session, path)
            return False
        if player.opened(session, text := read_whole(path), path.absolute()):
            session.folder = str(path.absolute().parent)
        else:
            _open_values(session, path, read(text))
    except (OSError, ValueError) as error:
        session.notice = message(
            "Cannot open {name}: {why}", name=_brief(path.name), why=why(error)
        )
        return False
    return True


def open_text(session: Session, text: str) -> None:
    """Open a state or a lesson that lies in no file. A notice says what hinders."""
    if player.opened(session, text):
        return
    scenes = [opened.scene for opened in session.all_opened]
    try:
        if is_link(text):
            state, problem, code = linked(text, scenes)
        else:
            state, problem, code = states.load(text, scenes), "", ""
    except ValueError as error:
        session.notice = message("Cannot open this state: {why}", why=str(error))
        return
    session.show(state)
    session.notice = problem or (_LEFT_OUT if code else message("State opened"))


def _open_values(session: Session, path: Path, values: object) -> None:
    """Open a JSON file by its format."""
    form = values.get("format") if isinstance(values, dict) else None
    if form != FORMAT:
        raise ValueError(
            message(
                'this is not a Geometry Playground file (its "format" is {form})',
                form=said(form),
            )
        )
    scenes = [opened.scene for opened in session.all_opened]
    session.show(from_json_values(State, values, scenes=scenes))
    now_in(session, path)
    session.notice = message("Opened {name}", name=_brief(path.name))


def _open_code(session: Session, path: Path) -> None:
    if _has_scene(read_whole(path)):
        raise ValueError(
            message(
                "to open a scene, run: playground run {name}", name=_brief(path.name)
            )
        )
    user_code.open_code(session, str(path))


def _has_scene(text: str) -> bool:
    """Return whether code declares a scene; it is not run."""
    try:
        lines = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False  # what is wrong with it is said where it is run
    targets = [
        target
        for line in lines
        if isinstance(line, ast.Assign | ast.AnnAssign)
        for target in getattr(line, "targets", None) or [getattr(line, "target", None)]
    ]
    return any(isinstance(t, ast.Name) and t.id == "SCENE" for t in targets)


def save(session: Session, path: Path, saving: Choosing = Choosing.SAVE) -> None:
    """Save the present state, or the lesson. A notice says that it is, or why not."""
    if saving is Choosing.SAVE_LESSON:
        editor.save(session, path)
        session.folder = str(path.absolute().parent)
        return
    try:
        sweep(path.parent)
        write_whole(path, states.dump(session.state).encode())
    except (OSError, ValueError) as error:
        session.notice = message(
            "Cannot save {name}: {why}", name=_brief(path.name), why=why(error)
        )
    else:
        now_in(session, path)
        session.notice = message("Saved {name}", name=_brief(path.name))


def now_in(session: Session, path: Path) -> None:
    """Note that the present state lies in a file."""
    path = path.absolute()
    session.opened.file = Saved(path, session.state)
    session.folder = str(path.parent)


def suffixed(path: Path) -> Path:
    """Return a path that ends as our files do: `playground run` knows them by that."""
    ours = path.name.endswith(SUFFIX)
    return path if ours else path.with_name(path.name + SUFFIX)


def place(session: Session, saving: Choosing) -> Path | None:
    """Return the file of what would be saved; None if it has none."""
    if saving is Choosing.SAVE_LESSON:
        return session.walk.path if session.walk else None
    return session.opened.file.path if session.opened.file else None


def suggested(session: Session, saving: Choosing = Choosing.SAVE) -> Path:
    """Return where to save at first: beside the last file, by its name."""
    if saving is Choosing.SAVE_LESSON and session.walk:
        return editor.suggested(session.walk, folder(session))
    if session.opened.file:
        return session.opened.file.path
    return folder(session) / f"{session.scene.id}{SUFFIX}"


def folder(session: Session) -> Path:
    """Return where files are looked for at first."""
    last = Path(session.folder)
    with suppress(OSError):  # no folder has so long a name
        if session.folder and last.is_dir():
            return last
    try:
        return Path.cwd()
    except OSError:  # it is gone
        return Path.home()


def named(session: Session) -> str:
    """Return the name of the file that is open, and that it has changed; or ""."""
    if (walk := session.walk) and walk.path:
        return _marked(_brief(walk.path.name), changed=walk.unsaved)
    file = session.opened.file
    if file is None:
        return ""
    return _marked(_brief(file.path.name), changed=session.changed)


def _marked(name: str, *, changed: bool) -> str:
    return message("{name}, changed", name=name) if changed else name


def _brief(name: str) -> str:
    """Return a name that is short enough, and can be shown."""
    name = name.encode("utf-8", "replace").decode("utf-8")
    half = _LETTERS // 2
    return name if len(name) <= _LETTERS else f"{name[: half - 1]}…{name[-half:]}"
