"""Opening and saving of files: states, lessons and user code."""

import ast
from contextlib import suppress
from enum import StrEnum
from itertools import count
from pathlib import Path

from playground.i18n import capitalize, enum_of_texts, message
from playground.scene.author_files import explain_error, read_text_file
from playground.scene.json_text import parse_json, quote_value
from playground.scene.serialization import from_json_values
from playground.scene.state_format import STATE_FORMAT
from playground.session import saved_state as states
from playground.session import user_code
from playground.session.atomic_write import remove_leftovers, write_atomically
from playground.session.lesson import editor, player
from playground.session.saved_state import SavedFile, State, is_link, parse_link
from playground.session.session import Session

SUFFIX = ".json"
MAX_RECENT_FILES = 8
_CODE_NOT_RUN = message(
    "State opened. The link also contains code, which was not run: playground "
    "run LINK saves it as a file"
)
# Longer names are cut in the window's title and the sidebar.
_MAX_NAME_LETTERS = 26


@enum_of_texts
class FilePurpose(StrEnum):
    """Purpose for which a file is chosen."""

    OPEN = "Open"
    OPEN_CODE = "Choose your code"
    SAVE = "Save as"
    SAVE_LESSON = "Save the lesson"
    PICTURE = "Save a picture"
    FILM = "Save a film"

    @property
    def saves(self) -> bool:
        """Whether the file is written, not read."""
        return self not in (FilePurpose.OPEN, FilePurpose.OPEN_CODE)

    @property
    def suffixes(self) -> tuple[str, ...]:
        """File name suffixes for this purpose."""
        return _SUFFIXES.get(self, (SUFFIX,))


_SUFFIXES = {
    FilePurpose.OPEN: (SUFFIX, ".py"),
    FilePurpose.OPEN_CODE: (".py",),
    FilePurpose.PICTURE: (".png",),
    FilePurpose.FILM: (".gif", ".mp4", ".png"),
}


def open_file(session: Session, path: Path) -> bool:
    """Open a state, a lesson or, from a `.py` file, user code.

    A failure becomes a notice.

    Returns
    -------
    bool
        Whether the file was a state or a lesson; False for user code and after a
        failure.
    """
    try:
        if path.suffix == ".py":
            _open_code(session, path)
            return False
        if player.try_open_lesson(
            session, text := read_text_file(path), path.absolute()
        ):
            note_file(session, path)
        else:
            _open_values(session, path, parse_json(text))
    except (OSError, ValueError) as error:
        session.notice = message(
            "Cannot open {name}: {why}",
            name=_shorten_name(path.name),
            why=explain_error(error),
        )
        return False
    return True


def open_text(session: Session, text: str) -> None:
    """Open a state or a lesson in JSON text, or a link; a failure becomes a notice.

    Code in a link is not run.
    """
    if player.try_open_lesson(session, text):
        return
    try:
        if is_link(text):
            state, problem, code = parse_link(text, session.scenes)
        else:
            state, problem, code = states.load(text, session.scenes), "", ""
    except ValueError as error:
        session.notice = message("Cannot open this state: {why}", why=str(error))
        return
    session.show(state)
    session.notice = capitalize(problem) or (
        _CODE_NOT_RUN if code else message("State opened")
    )


def _open_values(session: Session, path: Path, values: object) -> None:
    """Open the values of a state file; ValueError if they are invalid."""
    form = values.get("format") if isinstance(values, dict) else None
    if form != STATE_FORMAT:
        raise ValueError(
            message(
                'this is not a Geometry Playground file (its "format" is {form})',
                form=quote_value(form),
            )
        )
    session.show(from_json_values(State, values, scenes=session.scenes))
    set_current_file(session, path)
    session.notice = message("Opened {name}", name=_shorten_name(path.name))


def _open_code(session: Session, path: Path) -> None:
    if _has_scene(read_text_file(path)):
        raise ValueError(
            message(
                "to open a scene, run: playground run {name}",
                name=_shorten_name(path.name),
            )
        )
    user_code.open_user_code(session, str(path))
    note_file(session, path)


def _has_scene(text: str) -> bool:
    """Return whether code assigns `SCENE`, without running it."""
    try:
        lines = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False  # running it reports the error
    targets = [
        target
        for line in lines
        if isinstance(line, ast.Assign | ast.AnnAssign)
        for target in getattr(line, "targets", None) or [getattr(line, "target", None)]
    ]
    return any(isinstance(t, ast.Name) and t.id == "SCENE" for t in targets)


def save(session: Session, path: Path, saving: FilePurpose = FilePurpose.SAVE) -> None:
    """Save the current state, or for the purpose SAVE_LESSON the lesson.

    A notice reports the result, or why it failed.
    """
    if saving is FilePurpose.SAVE_LESSON:
        editor.save_lesson(session, path)
        note_file(session, path)
        return
    try:
        remove_leftovers(path.parent)
        write_atomically(path, states.dump(session.state).encode())
    except (OSError, ValueError) as error:
        session.notice = message(
            "Cannot save {name}: {why}",
            name=_shorten_name(path.name),
            why=explain_error(error),
        )
    else:
        set_current_file(session, path)
        session.notice = message("Saved {name}", name=_shorten_name(path.name))


def set_current_file(session: Session, path: Path) -> None:
    """Set the file of the current state, and note it; its content is that state."""
    session.open_scene.file = SavedFile(path.absolute(), session.state)
    note_file(session, path)


def note_file(session: Session, path: Path) -> None:
    """Add a file to the recent ones; its folder becomes the next one to start from.

    Only the last `MAX_RECENT_FILES` are kept.
    """
    path = path.absolute()
    session.folder = str(path.parent)
    other_files = (text for text in session.recent_files if text != str(path))
    session.recent_files = (str(path), *other_files)[:MAX_RECENT_FILES]


def add_suffix(path: Path, purpose: FilePurpose, usual: str) -> Path:
    """Return a path, with `usual` appended if it has none of the purpose's suffixes."""
    ours = path.name.endswith(purpose.suffixes)
    return path if ours else path.with_name(path.name + usual)


def current_path(session: Session, saving: FilePurpose) -> Path | None:
    """Return the file of the lesson or state that would be saved; None without one."""
    if saving is FilePurpose.SAVE_LESSON:
        return session.lesson.path if session.lesson else None
    return session.open_scene.file.path if session.open_scene.file else None


def suggest_path(session: Session, saving: FilePurpose = FilePurpose.SAVE) -> Path:
    """Return the path to suggest for saving: the current file or a new name.

    A picture gets the first unused number.
    """
    if saving is FilePurpose.SAVE_LESSON and session.lesson:
        return editor.suggest_path(session.lesson, start_folder(session))
    folder, name = start_folder(session), session.scene.id
    if saving is FilePurpose.PICTURE:
        candidates = (folder / f"{name}-{number}.png" for number in count(1))
        return next(path for path in candidates if not path.exists())
    if session.open_scene.file:
        return session.open_scene.file.path
    return folder / f"{name}{SUFFIX}"


def start_folder(session: Session) -> Path:
    """Return the folder in which to start looking for files.

    It is that of the file used last, if it exists; else the working or home folder.
    """
    last = Path(session.folder)
    with suppress(OSError):  # the name may be too long
        if session.folder and last.is_dir():
            return last
    try:
        return Path.cwd()
    except OSError:  # the working folder was deleted
        return Path.home()


def file_label(session: Session) -> str:
    """Return the name of the open file and whether it has changed; "" without one.

    It is the open lesson's file, or else the state's: "name.json, changed".
    """
    if (walk := session.lesson) and walk.path:
        path, is_changed = walk.path, walk.has_unsaved_changes
    elif file := session.open_scene.file:
        path, is_changed = file.path, session.has_unsaved_changes
    else:
        return ""
    name = _shorten_name(path.name)
    return message("{name}, changed", name=name) if is_changed else name


def _shorten_name(name: str) -> str:
    """Return a name cut in the middle to `_MAX_NAME_LETTERS`, and displayable."""
    name = name.encode("utf-8", "replace").decode("utf-8")
    half = _MAX_NAME_LETTERS // 2
    is_long = len(name) > _MAX_NAME_LETTERS
    return f"{name[: half - 1]}…{name[-half:]}" if is_long else name
