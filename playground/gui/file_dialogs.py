"""The system's own window for choosing a file, or a field of ours where it has none."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from imgui_bundle import portable_file_dialogs as system

from playground.gui.frame_scheduler import WindowComponent, WindowParts
from playground.i18n import message, translate
from playground.session import files
from playground.session.files import FilePurpose

# The programs that show such a window on Linux, as the library knows them.
_DIALOG_PROGRAMS = ("zenity", "kdialog", "matedialog", "qarma")
_OUR_FILES_LABEL, _ALL_FILES_LABEL = message("Playground files"), message("All files")
# So often it is asked whether something was chosen.
_POLL_INTERVAL_S = 0.1


class _OpenDialog(Protocol):
    """What the library's windows have in common."""

    def ready(self, timeout: int = ...) -> bool: ...

    def kill(self) -> bool: ...


class FileDialogs(WindowComponent):
    """Asks which file to open or to save in, and does it; no frame waits for that."""

    def __init__(self, parts: WindowParts, open_file: Callable[[Path], None]) -> None:
        super().__init__(parts)
        self._open = open_file
        self._dialog: _OpenDialog | None = None
        self._use_result: Callable[[], None] = parts.frame_scheduler.request_frames

    def open_dialog(self, choosing: FilePurpose) -> None:
        """Ask, by the system's window where there is one."""
        if self._dialog:
            self._session.notice = message(
                "The window for choosing a file is already open"
            )
        elif _has_system_dialog():
            if choosing.saves:
                self._ask_file_to_save(choosing)
            else:
                self._ask_file_to_open()
            self._frame_scheduler.schedule.call_every(
                self._poll_dialog, _POLL_INTERVAL_S
            )
        else:
            session, view = self._session, self._main_view.window_view
            saves = choosing.saves
            view.suggested = (
                files.suggest_path(session, choosing)
                if saves
                else files.start_folder(session)
            )
            view.look(choosing=choosing, finding=False, keys=False)

    def _ask_file_to_open(self) -> None:
        folder = str(files.start_folder(self._session))
        kinds = [
            translate(_OUR_FILES_LABEL),
            f"*{files.SUFFIX} *.py",
            translate(_ALL_FILES_LABEL),
            "*",
        ]
        window = system.open_file(translate(FilePurpose.OPEN), folder, kinds)
        self._dialog = window

        def open_result() -> None:
            if paths := window.result():
                self._open(Path(paths[0]))

        self._use_result = open_result

    def _ask_file_to_save(self, saving: FilePurpose) -> None:
        place = str(files.suggest_path(self._session, saving))
        kinds = [translate(_OUR_FILES_LABEL), f"*{files.SUFFIX}"]
        window = system.save_file(translate(saving), place, kinds)
        self._dialog = window

        def save_result() -> None:
            if name := window.result():
                path = files.add_suffix(Path(name))
                if path != Path(name) and path.exists():
                    # Only the other name was asked about.
                    self._session.notice = message(
                        "Not saved: {file} already exists", file=path.name
                    )
                else:
                    files.save(self._session, path, saving)

        self._use_result = save_result

    def _poll_dialog(self, _elapsed: float) -> None:
        if self._dialog and self._dialog.ready(0):
            self._frame_scheduler.schedule.cancel(self._poll_dialog)
            self._dialog = None
            self._use_result()
            self._frame_scheduler.request_frames()

    def close(self) -> None:
        """Close the window that is open, if any: its end would be waited for."""
        self._frame_scheduler.schedule.cancel(self._poll_dialog)
        if self._dialog:
            self._dialog.kill()
            self._dialog = None


def _has_system_dialog() -> bool:
    linux = sys.platform.startswith("linux")
    return not linux or any(shutil.which(name) for name in _DIALOG_PROGRAMS)
