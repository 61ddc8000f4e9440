"""The clipboard, as a window and its log know it."""

from pyglet.window import Window

from playground.app.shell.log_tape import Tape


class Clipboard:
    """Reads and writes; a log that is redone brings its own and changes nothing."""

    def __init__(self, window: Window, tape: Tape) -> None:
        self._window, self._tape = window, tape

    def read(self) -> str:
        """Return the text that is in it."""
        redoing = self._tape.redoing
        return self._tape.clipboard(
            "" if redoing else self._window.get_clipboard_text()
        )

    def write(self, text: str) -> None:
        """Put a text into it."""
        if not self._tape.redoing:
            self._window.set_clipboard_text(text)
