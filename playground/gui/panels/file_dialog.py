"""File field over the canvas, for systems without file dialogs."""

import os
from pathlib import Path

from imgui_bundle import imgui

from playground.gui.panels.command_palette import (
    LIST_ROW_HEIGHT_PX,
    draw_over_canvas,
    draw_rows,
    move_selection,
)
from playground.gui.panels.context import Ui
from playground.gui.view_state import WindowRequest
from playground.gui.widgets import localized
from playground.gui.widgets.numbers import is_enter_pressed
from playground.i18n import message
from playground.quick_dataclass import dataclass
from playground.scene.author_files import explain_error
from playground.scene.camera import Viewport
from playground.session import files
from playground.session.files import FilePurpose

# Limit of listed files.
_MAX_LISTED_FILES = 500


@dataclass(frozen=True)
class FolderListing:
    """Folders and matching files in a folder, or why it cannot be read.

    Attributes
    ----------
    folder : str
        The folder as typed.
    names : tuple of str
        At most 500 names, folders first and with a slash at the end.
    failure : str
        Why it cannot be read; "" if it can.
    """

    folder: str
    names: tuple[str, ...] = ()
    failure: str = ""


def list_folder(folder: str, suffixes: tuple[str, ...]) -> FolderListing:
    """Return the content of a folder: folders, and files with one of the suffixes.

    Hidden ones are left out; "" is the working folder.
    """
    try:
        with os.scandir(expand_path(folder or os.curdir)) as entries:
            seen = [(not e.is_dir(), e.name) for e in entries if e.name[0] != "."]
    except (OSError, ValueError) as error:
        return FolderListing(folder, failure=explain_error(error))
    kept = sorted(
        (is_file, name.lower(), name)
        for is_file, name in seen
        if not is_file or name.endswith(suffixes)
    )
    names = (
        name if is_file else name + "/" for is_file, _, name in kept[:_MAX_LISTED_FILES]
    )
    return FolderListing(folder, tuple(names))


def expand_path(text: str) -> Path:
    """Return a typed path, with "~" expanded to the home folder."""
    try:
        return Path(text).expanduser()
    except RuntimeError:  # unknown user
        return Path(text)


def split_path(text: str) -> tuple[str, str]:
    """Return the folder of a typed path, up to its last slash, and the rest."""
    position = max(text.rfind(sign) for sign in {"/", os.sep}) + 1
    return text[:position], text[position:]


def complete_path(text: str, names: tuple[str, ...]) -> str:
    """Return a typed path completed as far as the names are unambiguous.

    `names` are those in its folder.
    """
    folder, tail = split_path(text)
    fitting = match_names(tail, names)
    if not fitting:
        return text
    if len(fitting) == 1:
        return folder + fitting[0]
    lower = [name.lower() for name in fitting]
    common = os.path.commonprefix(lower)  # noqa: RUF071 (letters are meant)
    return folder + fitting[0][: len(common)] if len(common) > len(tail) else text


def match_names(rest: str, names: tuple[str, ...]) -> list[str]:
    """Return the names that start with `rest`, ignoring case."""
    return [name for name in names if name.lower().startswith(rest.lower())]


class FileField:
    """The field and its list, with the typed text and the selected row."""

    def __init__(self) -> None:
        self._text = ""
        # A new text for the field, and the number of its selected letters.
        self._replacement: tuple[str, int] | None = None
        self._selected_index: int | None = None
        self._open_purpose: FilePurpose | None = None
        self._listing = FolderListing("")
        # The suffix of the suggested file.
        self._suffix = ""
        # A text to be confirmed by another Enter, and one that names no file.
        self._confirmed_text = self._missing_text = ""
        # Whether a click in the list or Enter has taken the focus from the field.
        self._has_lost_focus = False

    def draw(self, ui: Ui, canvas: Viewport) -> None:
        """Draw the field over the canvas while it is open."""
        wanted = ui.window_view.choosing
        purpose_opened, self._open_purpose = wanted is not self._open_purpose, wanted
        if wanted is None:
            return
        if purpose_opened:
            self._begin(ui, wanted)

        def draw_contents() -> Path | None:
            ui.write_bold(wanted.value, 15.0)
            return self._draw_field(ui, wanted, is_first_frame=purpose_opened)

        choice, has_left = draw_over_canvas(ui, "##file", canvas, draw_contents)
        if choice or (has_left and not purpose_opened):
            ui.update_window_view(choosing=None)
        if choice:
            ui.update_window_view(
                chosen=(wanted, choice), request=WindowRequest.USE_CHOSEN
            )

    def _begin(self, ui: Ui, purpose: FilePurpose) -> None:
        self._confirmed_text, self._missing_text = "", ""
        self._selected_index = None
        path = ui.window_view.suggested
        self._suffix = path.suffix
        if purpose.saves:
            self._set_text(str(path), len(path.name))
        else:
            self._set_text(os.path.join(path, ""))
        self._refresh_listing(purpose)

    def _set_text(self, text: str, selected: int = 0) -> None:
        """Set the field's text, with `selected` letters before its suffix selected."""
        self._text, self._selected_index = text, None
        self._replacement = text, selected

    def _refresh_listing(self, purpose: FilePurpose) -> None:
        self._listing = list_folder(split_path(self._text)[0], purpose.suffixes)

    def _draw_field(
        self, ui: Ui, purpose: FilePurpose, *, is_first_frame: bool
    ) -> Path | None:
        """Draw the field and the list; return the chosen path, None for none."""
        if is_first_frame or self._has_lost_focus:
            imgui.set_keyboard_focus_here()
        imgui.set_next_item_width(-1)
        flags = imgui.InputTextFlags_
        is_changed, self._text = localized.input_text_with_hint(
            "##path",
            "A file's path",
            self._text,
            flags.callback_always | flags.callback_completion,
            self._on_edit,
        )
        if split_path(self._text)[0] != self._listing.folder:
            self._refresh_listing(purpose)
        names = [*self._listing.names]
        typed = split_path(self._text)[1] != "" and not purpose.saves
        if typed:
            names = match_names(split_path(self._text)[1], self._listing.names)
        if is_changed:
            self._selected_index = 0 if typed else None
        index = self._selected_index
        self._selected_index = move_selection(index, len(names))
        scroll_to = self._selected_index if self._selected_index != index else None
        if not (purpose.saves or typed) and (recent := _draw_recent_files(ui, purpose)):
            self._text = str(recent)
            return self._accept_path(purpose)
        clicked_name = draw_rows("##files", names, self._draw_row, scroll_to)
        if self._missing_text and self._missing_text == self._text:
            ui.write_warning(_missing_file_text(self._text))
        else:
            ui.write_muted(self._status_text(names, purpose))
        is_entered = is_enter_pressed() and not is_first_frame
        self._has_lost_focus = is_entered or clicked_name is not None
        if clicked_name is not None:
            return self._choose_name(clicked_name, purpose, is_click=True)
        if (
            is_entered
            and self._selected_index is not None
            and self._selected_index < len(names)
        ):
            return self._choose_name(names[self._selected_index], purpose)
        return self._accept_path(purpose) if is_entered else None

    def _on_edit(self, data: imgui.InputTextCallbackData) -> int:
        """Replace the field's text if requested; complete it for Tab."""
        tab = data.event_flag == imgui.InputTextFlags_.callback_completion
        if tab:
            text = str(data.buf)
            self._set_text(complete_path(text, self._listing.names))
        if self._replacement is None:
            return 0
        (text, selected), self._replacement = self._replacement, None
        data.delete_chars(0, data.buf_text_len)
        data.insert_chars(0, text)
        end = data.buf_text_len
        if self._open_purpose and self._open_purpose.saves:
            end -= len(Path(text).suffix.encode())
        byte_count = len(text[: len(text) - selected].encode()) if selected else end
        data.selection_start, data.selection_end, data.cursor_pos = byte_count, end, end
        return 0

    def _draw_row(self, number: int, name: str) -> bool:
        """Draw the row of a name; return whether it was clicked."""
        spacing = imgui.get_style().item_spacing
        size = (0, LIST_ROW_HEIGHT_PX - spacing.y)
        lit = number == self._selected_index
        is_clicked = localized.selectable(f"##{name}", lit, 0, size)
        imgui.same_line(spacing.x)
        # File names are not translated.
        imgui.text_unformatted(name)
        return is_clicked

    def _status_text(self, names: list[str], purpose: FilePurpose) -> str:
        if self._listing.failure:
            folder, failure = self._listing.folder, self._listing.failure
            return message("{folder}: {failure}", folder=folder, failure=failure)
        if self._confirmed_text and self._confirmed_text == self._text:
            return message("This file already exists. Press Enter again to replace it.")
        if not (names or purpose.saves):
            return message("No file here starts like that")
        return message("Tab completes, arrow keys choose, Enter accepts, Esc closes")

    def _choose_name(
        self, name: str, purpose: FilePurpose, *, is_click: bool = False
    ) -> Path | None:
        """Open a chosen folder and return None, or return the path of a chosen file.

        That is None if it cannot be used.
        """
        self._set_text(split_path(self._text)[0] + name)
        if name.endswith("/") or (is_click and purpose.saves):
            return None
        return self._accept_path(purpose)

    def _accept_path(self, purpose: FilePurpose) -> Path | None:
        """Return the entered path; None if it cannot be used.

        The path of a folder is entered, and that of a missing file to open is reported.
        """
        text = self._text.strip()
        self._set_text(self._text)
        if not split_path(text)[1]:
            return None
        path = expand_path(text)
        if path.is_dir():
            self._set_text(os.path.join(text, ""))
            return None
        if not purpose.saves:
            self._missing_text = "" if path.exists() else self._text
            return path if path.exists() else None
        full_path = files.add_suffix(path, purpose, self._suffix)
        if path != full_path:
            path = full_path
            self._set_text(str(path))
        if path.exists() and self._confirmed_text != self._text:
            self._confirmed_text = self._text
            return None
        return path


def _draw_recent_files(ui: Ui, purpose: FilePurpose) -> Path | None:
    """Draw recent files for the purpose; return the clicked one, else None."""
    recent = [t for t in ui.session.recent_files if t.endswith(purpose.suffixes)]
    choice = ui.select_recent_file(recent)
    if recent:
        imgui.separator()
    return choice


def _missing_file_text(text: str) -> str:
    path = expand_path(text.strip()).absolute()
    return message(
        "There is no file {name} in {folder}. Correct the name: Tab completes it.",
        name=path.name,
        folder=path.parent,
    )
