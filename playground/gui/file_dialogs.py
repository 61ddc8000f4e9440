"""The system's file dialogs, or the window's file field if there are none."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from imgui_bundle import portable_file_dialogs as system

from playground.gui.frame_scheduler import WindowComponent, WindowParts
from playground.i18n import message, translate
from playground.session import files, user_code
from playground.session.files import FilePurpose

# The programs with which the library shows dialogs on Linux.
_DIALOG_PROGRAMS = ("zenity", "kdialog", "matedialog", "qarma")
_FITTING_FILES_LABEL, _ALL_FILES_LABEL = message("Matching files"), message("All files")
# Interval of checks for a dialog's result and for an editor that fails to start.
_POLL_INTERVAL_S = 0.1


class FileDialogs(WindowComponent):
    """File dialogs that do not block frames.

    Parameters
    ----------
    use_file : callable
        Receives the purpose and the chosen path.
    """

    def __init__(
        self, parts: WindowParts, use_file: Callable[[FilePurpose, Path], None]
    ) -> None:
        super().__init__(parts)
        self._use_file = use_file
        self._dialog: system.open_file | system.save_file | None = None
        self._use_result: Callable[[], None] = parts.frame_scheduler.request_frames
        self._editor: subprocess.Popen[bytes] | None = None
        self._edited_path = Path()

    def open_dialog(self, purpose: FilePurpose, path: Path | None = None) -> None:
        """Open a dialog for a purpose; the file field if the system has no dialogs.

        It opens at `path`, by default the suggested path or folder. If one is open
        already, there is only a notice.
        """
        session = self._session
        if path is None:
            path = (
                files.suggest_path(session, purpose)
                if purpose.saves
                else files.start_folder(session)
            )
        if self._dialog:
            session.notice = message("The window for choosing a file is already open")
        elif _has_system_dialog():
            if purpose.saves:
                self._ask_file_to_save(purpose, path)
            else:
                self._ask_file_to_open(purpose, path)
            self._schedule.call_every(self._poll_dialog, _POLL_INTERVAL_S)
        else:
            self._window_view.look(
                suggested=path, choosing=purpose, finding=False, keys=False
            )

    def _ask_file_to_open(self, purpose: FilePurpose, folder: Path) -> None:
        kinds = [*_fitting_files(purpose), translate(_ALL_FILES_LABEL), "*"]
        # A separator at the end makes the dialog open the folder.
        place = os.path.join(folder, "")
        window = system.open_file(translate(purpose), place, kinds)
        self._dialog = window

        def open_result() -> None:
            if paths := window.result():
                self._use_file(purpose, Path(paths[0]))

        self._use_result = open_result

    def _ask_file_to_save(self, purpose: FilePurpose, place: Path) -> None:
        window = system.save_file(
            translate(purpose), str(place), _fitting_files(purpose)
        )
        self._dialog = window

        def save_result() -> None:
            if name := window.result():
                path = files.add_suffix(Path(name), purpose, place.suffix)
                if path != Path(name) and path.exists():
                    # The dialog has asked only about the name without suffix.
                    self._session.notice = message(
                        "Not saved: {file} already exists", file=path.name
                    )
                else:
                    self._use_file(purpose, path)

        self._use_result = save_result

    def _poll_dialog(self, _elapsed: float) -> None:
        if self._dialog and self._dialog.ready(0):
            self._schedule.cancel(self._poll_dialog)
            self._dialog = None
            self._use_result()
            self._frame_scheduler.request_frames()

    def edit(self, path: Path) -> None:
        """Open a file in the system's editor.

        If that fails, show its path on the code page.
        """
        self._edited_path = path
        self._schedule.cancel(self._poll_editor)
        try:
            self._editor = _start_editor(path)
        except OSError:
            self._report_no_editor()
            return
        self._schedule.call_every(self._poll_editor, _POLL_INTERVAL_S)

    def _poll_editor(self, _elapsed: float) -> None:
        exit_code = self._editor.poll() if self._editor else 0
        if exit_code is None:
            return
        self._schedule.cancel(self._poll_editor)
        if exit_code:
            self._report_no_editor()
            self._frame_scheduler.request_frames()

    def _report_no_editor(self) -> None:
        failure = message(
            "No editor opened. Open this file in yours: {path}", path=self._edited_path
        )
        user_code.set_failure(self._session, failure)

    def close(self) -> None:
        """Close an open dialog, as its destructor would wait for it."""
        self._schedule.cancel(self._poll_dialog)
        self._schedule.cancel(self._poll_editor)
        if self._dialog:
            self._dialog.kill()
            self._dialog = None


def _fitting_files(purpose: FilePurpose) -> list[str]:
    fitting = " ".join(f"*{suffix}" for suffix in purpose.suffixes)
    return [translate(_FITTING_FILES_LABEL), fitting]


def _has_system_dialog() -> bool:
    linux = sys.platform.startswith("linux")
    return not linux or any(shutil.which(name) for name in _DIALOG_PROGRAMS)


def _start_editor(path: Path) -> subprocess.Popen[bytes] | None:
    """Start the system's text editor with a file; return its process.

    It is None on Windows.

    Raises
    ------
    OSError
        There is no editor.
    """
    if sys.platform == "win32":
        os.startfile(path, "edit")
        return None
    words = ["open", "-t"] if sys.platform == "darwin" else ["xdg-open"]
    program = shutil.which(words[0])
    if program is None:
        raise FileNotFoundError(words[0])
    nothing = subprocess.DEVNULL
    return subprocess.Popen(
        [program, *words[1:], str(path)], stdin=nothing, stdout=nothing, stderr=nothing
    )
