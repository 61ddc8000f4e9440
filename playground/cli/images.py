"""Pictures, and OpenGL: opened only where a window or a picture is wanted."""

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from playground.cli.command import UsageError
from playground.cli.output import output_folder, print_line
from playground.i18n import message
from playground.render.theme import ThemeName
from playground.scene.author_files import explain_error
from playground.session.session import Session

MAP_SIZE = (720, 480)


@contextmanager
def opengl() -> Iterator[None]:
    """Import and open what needs OpenGL; in one line, that the system has none."""
    try:
        os.getcwd()  # what is imported asks for it
    except OSError as error:
        raise UsageError(
            message("no working folder: {reason}", reason=explain_error(error))
        ) from error
    import pyglet

    pyglet.options.debug_gl = False  # a check after each call costs as much as the call
    # A hidden window made on import is one more to wait for. On Windows it finds out
    # which contexts there are.
    pyglet.options.shadow_window = sys.platform == "win32"
    try:
        with warnings.catch_warnings():
            # What it warns of, such as that there is no device, the error says.
            warnings.filterwarnings("ignore", module=r"pyglet\.")
            yield
    except Exception as error:
        # pyglet may open a window on import, so its kinds of errors cannot be named.
        kind = type(error)
        if isinstance(error, ImportError) or kind.__module__.startswith("pyglet."):
            raise UsageError(
                message("cannot draw without OpenGL 3.3: {error}", error=str(error))
            ) from error
        raise


@contextmanager
def offscreen() -> Iterator[ModuleType]:
    """Import what makes pictures, without a screen where that can be."""
    if sys.platform.startswith("linux"):
        import pyglet

        pyglet.options.headless = True
    with opengl():
        import playground.gui.offscreen as gui_offscreen

        yield gui_offscreen


def save(
    session: Session,
    path: Path,
    size: tuple[int, int],
    scale: float,
    theme: ThemeName = ThemeName.DARK,
    *,
    alone: bool = False,
) -> None:
    """Save the window's picture, or the figure's alone."""
    with offscreen() as pictures, output_folder(path):
        pictures.save_picture(session, path, size, scale, theme, alone=alone)
    print_line(str(path))
