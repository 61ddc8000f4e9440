"""Pictures and OpenGL, which are loaded only if a command needs them."""

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from playground.cli.command import UsageError
from playground.cli.output import output_folder, print_line
from playground.render.theme import ThemeName
from playground.scene.author_files import explain_error
from playground.session.session import Session

MAP_SIZE = (720, 480)


@contextmanager
def opengl() -> Iterator[None]:
    """Set up OpenGL for imports inside.

    Raises
    ------
    UsageError
        OpenGL 3.3 is not available, or the working folder is gone.
    """
    try:
        os.getcwd()  # needed by the imports
    except OSError as error:
        raise UsageError(
            "the working folder is gone: {reason}", reason=explain_error(error)
        ) from error
    import pyglet

    pyglet.options.debug_gl = False  # the checks double the cost of each call
    # pyglet's hidden window takes time. On Windows it is needed to query contexts.
    pyglet.options.shadow_window = sys.platform == "win32"
    try:
        with warnings.catch_warnings():
            # The exception has the same information as the warning.
            warnings.filterwarnings("ignore", module=r"pyglet\.")
            yield
    except Exception as error:
        # The classes of pyglet's errors cannot be imported without a display.
        kind = type(error)
        if isinstance(error, ImportError) or kind.__module__.startswith("pyglet."):
            raise UsageError(
                "cannot draw without OpenGL 3.3: {error}", error=str(error)
            ) from error
        raise


@contextmanager
def offscreen() -> Iterator[ModuleType]:
    """Yield the module `gui.offscreen`, without a display where possible."""
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
    """Save a picture and print its path.

    Parameters
    ----------
    session : Session
        The session.
    path : Path
        The PNG file.
    size : tuple of int
        Width and height in points.
    scale : float
        Pixels per point.
    theme : ThemeName
        The color theme.
    alone : bool
        Whether to save the figure without the window.

    Raises
    ------
    UsageError
        There is no OpenGL, or the file cannot be written.
    """
    with offscreen() as pictures, output_folder(path):
        pictures.save_picture(session, path, size, scale, theme, alone=alone)
    print_line(str(path))
