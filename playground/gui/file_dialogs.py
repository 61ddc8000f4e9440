"""The system's own window for choosing a file, or a field of ours where it has none."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from imgui_bundle import portable_file_dialogs as system

from playground.gui.frame_scheduler import Pace
from playground.gui.view_state import WindowView
from playground.i18n import message, translated
from playground.session import files
from playground.session.files import Choosing
from playground.session.session import Session

# The programs that show such a window on Linux, as the library knows them.
_PROGRAMS = ("zenity", "kdialog", "matedialog", "qarma")
_OURS, _ALL = message("Playground files"), message("All files")
# So often it is asked whether something was chosen.
_PATIENCE = 0.1


class _OpenDialog(Protocol):
    """What the library's windows have in common."""

    def ready(self, timeout: int = ...) -> bool: ...

    def kill(self) -> bool: ...


class Dialogs:
    """Asks which file to open or to save in, and does it; no frame waits for that."""

    def __init__(
        self,
        session: Session,
        window_view: WindowView,
        open_file: Callable[[Path], None],
        pace: Pace,
    ) -> None:
        self._session, self._window_view = session, window_view
        self._open, self._pace = open_file, pace
        self._shown: _OpenDialog | None = None
        self._chosen: Callable[[], None] = pace.refresh

    def ask(self, choosing: Choosing) -> None:
        """Ask, by the system's window where there is one."""
        if self._shown:
            self._session.notice = message(
                "The window for choosing a file is already open"
            )
        elif _available():
            if choosing.saves:
                self._ask_where(choosing)
            else:
                self._ask_which()
            self._pace.schedule.every(self._look, _PATIENCE)
        else:
            session, view = self._session, self._window_view
            saves = choosing.saves
            view.suggested = (
                files.suggested(session, choosing) if saves else files.folder(session)
            )
            view.look(choosing=choosing, finding=False, keys=False)

    def _ask_which(self) -> None:
        folder = str(files.folder(self._session))
        kinds = [translated(_OURS), f"*{files.SUFFIX} *.py", translated(_ALL), "*"]
        window = system.open_file(translated(Choosing.OPEN), folder, kinds)
        self._shown = window

        def chosen() -> None:
            if paths := window.result():
                self._open(Path(paths[0]))

        self._chosen = chosen

    def _ask_where(self, saving: Choosing) -> None:
        place = str(files.suggested(self._session, saving))
        kinds = [translated(_OURS), f"*{files.SUFFIX}"]
        window = system.save_file(translated(saving), place, kinds)
        self._shown = window

        def chosen() -> None:
            if name := window.result():
                path = files.suffixed(Path(name))
                if path != Path(name) and path.exists():
                    # Only the other name was asked about.
                    self._session.notice = message(
                        "Not saved: {file} already exists", file=path.name
                    )
                else:
                    files.save(self._session, path, saving)

        self._chosen = chosen

    def _look(self, _elapsed: float) -> None:
        if self._shown and self._shown.ready(0):
            self._pace.schedule.drop(self._look)
            self._shown = None
            self._chosen()
            self._pace.refresh()

    def close(self) -> None:
        """Close the window that is open, if any: its end would be waited for."""
        self._pace.schedule.drop(self._look)
        if self._shown:
            self._shown.kill()
            self._shown = None


def _available() -> bool:
    linux = sys.platform.startswith("linux")
    return not linux or any(shutil.which(name) for name in _PROGRAMS)
