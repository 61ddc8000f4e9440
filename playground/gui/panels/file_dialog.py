"""A field over the canvas that takes a file's path, with what there is below it."""

import os
from dataclasses import dataclass
from pathlib import Path

from imgui_bundle import imgui

from playground.gui.panels.command_palette import ENTER, ROW, ROWS, over_canvas
from playground.gui.panels.context import Ui, bold, muted
from playground.gui.view_state import WindowRequest
from playground.gui.widgets import localized
from playground.i18n import message
from playground.scene.author_files import why
from playground.scene.camera import Viewport
from playground.session import files
from playground.session.files import Choosing

_OPENED = (files.SUFFIX, ".py")
# More of a folder is not listed.
_MOST = 500


@dataclass(frozen=True)
class ListedFile:
    """What lies in a folder and could be meant: its folders, then its files."""

    folder: str
    names: tuple[str, ...] = ()
    failure: str = ""


def listed(folder: str, suffixes: tuple[str, ...]) -> ListedFile:
    """Return what a folder has; the names of folders end in a slash."""
    try:
        with os.scandir(expanded(folder or os.curdir)) as entries:
            seen = [(not e.is_dir(), e.name) for e in entries if e.name[0] != "."]
    except (OSError, ValueError) as error:
        return ListedFile(folder, failure=why(error))
    kept = sorted(
        (is_file, name.lower(), name)
        for is_file, name in seen
        if not is_file or name.endswith(suffixes)
    )
    names = (name if is_file else name + "/" for is_file, _, name in kept[:_MOST])
    return ListedFile(folder, tuple(names))


def expanded(text: str) -> Path:
    """Return the path that was typed, with one's own folder for "~"."""
    try:
        return Path(text).expanduser()
    except RuntimeError:  # there is nobody of that name
        return Path(text)


def parted(text: str) -> tuple[str, str]:
    """Return the folder of a path as typed, up to its last slash, and the rest."""
    at = max(text.rfind(sign) for sign in {"/", os.sep}) + 1
    return text[:at], text[at:]


def completed(text: str, names: tuple[str, ...]) -> str:
    """Return a typed path with as much of the name as is sure."""
    folder, rest = parted(text)
    fitting = fitting_names(rest, names)
    if not fitting:
        return text
    if len(fitting) == 1:
        return folder + fitting[0]
    lower = [name.lower() for name in fitting]
    common = os.path.commonprefix(lower)  # noqa: RUF071 (letters are meant)
    return folder + fitting[0][: len(common)] if len(common) > len(rest) else text


def fitting_names(rest: str, names: tuple[str, ...]) -> list[str]:
    """Return the names that begin as typed, whatever the case of the letters."""
    return [name for name in names if name.lower().startswith(rest.lower())]


class FileField:
    """Draws the field and the list; remembers what was typed and picked."""

    def __init__(self) -> None:
        self._text = ""
        # What the field is to have instead, and which part of that is selected.
        self._instead: tuple[str, int] | None = None
        self._picked: int | None = None
        self._open: Choosing | None = None
        self._listed = ListedFile("")
        self._confirmed = ""
        # A click in the list and Enter take the keyboard away from the field.
        self._lost = False

    def draw(self, ui: Ui, canvas: Viewport) -> None:
        """Draw it over the canvas while it is wanted."""
        wanted = ui.window_view.choosing
        opened, self._open = wanted is not self._open, wanted
        if wanted is None:
            return
        if opened:
            self._begin(ui, wanted)

        def fill() -> Path | None:
            bold(ui, wanted.value, 15.0)
            return self._field(ui, wanted, opened=opened)

        chosen, left = over_canvas("##file", canvas, fill)
        if chosen or (left and not opened):
            ui.look(choosing=None)
        if chosen and wanted.saves:
            ui.do(files.save, chosen, wanted)
        elif chosen:
            ui.look(chosen=chosen, request=WindowRequest.OPEN_CHOSEN)

    def _begin(self, ui: Ui, wanted: Choosing) -> None:
        self._confirmed, self._picked = "", None
        path = ui.window_view.suggested
        if wanted.saves:
            self._put(str(path), len(path.stem) + len(files.SUFFIX))
        else:
            self._put(os.path.join(path, ""))
        self._read(wanted)

    def _put(self, text: str, selected: int = 0) -> None:
        """Have a text in the field, so many letters before its suffix selected."""
        self._text, self._picked = text, None
        self._instead = text, selected

    def _read(self, wanted: Choosing) -> None:
        suffixes = _OPENED if wanted is Choosing.OPEN else _OPENED[:1]
        self._listed = listed(parted(self._text)[0], suffixes)

    def _field(self, ui: Ui, wanted: Choosing, *, opened: bool) -> Path | None:
        """Draw what is in the window; return the path that was chosen."""
        if opened or self._lost:
            imgui.set_keyboard_focus_here()
        imgui.set_next_item_width(-1)
        flags = imgui.InputTextFlags_
        changed, self._text = localized.input_text_with_hint(
            "##path",
            "A file's path",
            self._text,
            flags.callback_always | flags.callback_completion,
            self._edit,
        )
        if parted(self._text)[0] != self._listed.folder:
            self._read(wanted)
        names = [*self._listed.names]
        if wanted is Choosing.OPEN:
            names = fitting_names(parted(self._text)[1], self._listed.names)
        if changed:
            typed = parted(self._text)[1] != "" and wanted is Choosing.OPEN
            self._picked = 0 if typed else None
        moved = self._keys(len(names))
        clicked = self._list(names, moved=moved)
        muted(ui, self._told(names, wanted))
        entered = any(imgui.is_key_pressed(key) for key in ENTER) and not opened
        self._lost = entered or clicked is not None
        if clicked is not None:
            return self._take(names[clicked], wanted, clicked=True)
        if entered and self._picked is not None and self._picked < len(names):
            return self._take(names[self._picked], wanted)
        return self._enter(wanted) if entered else None

    def _edit(self, data: imgui.InputTextCallbackData) -> int:
        """Put the text that is wanted instead of the field's, or complete it by Tab."""
        tab = data.event_flag == imgui.InputTextFlags_.callback_completion
        if tab:
            text = str(data.buf)
            self._put(completed(text, self._listed.names))
        if self._instead is None:
            return 0
        (text, selected), self._instead = self._instead, None
        data.delete_chars(0, data.buf_text_len)
        data.insert_chars(0, text)
        end = data.buf_text_len
        if self._open and self._open.saves and text.endswith(files.SUFFIX):
            end -= len(files.SUFFIX)
        before = len(text[: len(text) - selected].encode()) if selected else end
        data.selection_start, data.selection_end, data.cursor_pos = before, end, end
        return 0

    def _keys(self, count: int) -> bool:
        """Follow the arrow keys; return whether the choice moved."""
        down = imgui.is_key_pressed(imgui.Key.down_arrow)
        up = imgui.is_key_pressed(imgui.Key.up_arrow)
        if not (down or up) or not count:
            return False
        before = -down if self._picked is None else self._picked
        self._picked = (before + down - up) % count
        return True

    def _list(self, names: list[str], *, moved: bool) -> int | None:
        """Draw what fits; return the row that was clicked."""
        clicked = None
        if not names:
            return clicked
        tall = ROW * min(len(names), ROWS)
        if imgui.begin_child("##files", imgui.ImVec2(0, tall)):
            size = imgui.ImVec2(0, ROW - imgui.get_style().item_spacing.y)
            for number, name in enumerate(names):
                lit = number == self._picked
                if localized.selectable(f"##{name}", lit, 0, size)[0]:
                    clicked = number
                if moved and lit:
                    imgui.set_scroll_here_y(0.5)
                imgui.same_line(imgui.get_style().item_spacing.x)
                # Names of files are the same in every language.
                imgui.text_unformatted(name)
        imgui.end_child()
        return clicked

    def _told(self, names: list[str], wanted: Choosing) -> str:
        if self._listed.failure:
            folder, failure = self._listed.folder, self._listed.failure
            return message("{folder}: {failure}", folder=folder, failure=failure)
        if self._confirmed and self._confirmed == self._text:
            return message("This file already exists. Press Enter again to replace it.")
        if not names and wanted is Choosing.OPEN:
            return message("No file here starts like that")
        return message("Tab completes, arrow keys choose, Enter accepts, Esc closes")

    def _take(
        self, name: str, wanted: Choosing, *, clicked: bool = False
    ) -> Path | None:
        """Go into a folder that was picked, or return a file's path."""
        self._put(parted(self._text)[0] + name)
        if name.endswith("/") or (clicked and wanted.saves):
            return None
        return self._enter(wanted)

    def _enter(self, wanted: Choosing) -> Path | None:
        """Return the path that stands in the field, if it is one."""
        text = self._text.strip()
        self._put(self._text)
        if not parted(text)[1]:
            return None
        path = expanded(text)
        if path.is_dir():
            self._put(os.path.join(text, ""))
            return None
        if wanted is Choosing.OPEN:
            return path
        if path != files.suffixed(path):
            path = files.suffixed(path)
            self._put(str(path))
        if path.exists() and self._confirmed != self._text:
            self._confirmed = self._text
            return None
        return path
