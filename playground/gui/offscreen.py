"""Pictures of the whole program without a screen."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pyglet

from playground.gui.main_view import Frontend
from playground.gui.view_state import WindowView
from playground.render.gl.framebuffer import Framebuffer
from playground.render.png import Pixels, encoded
from playground.render.theme import ThemeName
from playground.session.atomic_write import write_whole
from playground.session.session import Session

# ImGui places its children some frames after it has measured them.
_SETTLING_FRAMES = 4
# Pixels between tiles.
_GAP = 12
# How high a title is, and how much larger than words in a panel.
_TITLE = 36.0
_ENLARGED = 1.6


class Camera:
    """Takes pictures of `size` logical pixels of what a frontend shows."""

    def __init__(
        self, frontend: Frontend, size: tuple[float, float], ratio: float
    ) -> None:
        self.frontend, self._size = frontend, size
        self._pixels = round(size[0] * ratio), round(size[1] * ratio)
        self._target = Framebuffer(*self._pixels)

    def picture(self, frames: int = _SETTLING_FRAMES) -> Pixels:
        """Return the last of so many frames, with its map, as `(height, width, 4)`."""
        worker = self.frontend.maps.worker
        while frames > 0:
            shown = worker.painted
            self._target.bind()
            self.frontend.frame(self._size, self._pixels, 0.0)
            worker.finish()
            more = worker.painted is not shown or self.frontend.thumbnails.pending
            frames = max(frames - 1, int(more))
        return self._target.read()

    def flawless(self, frames: int = _SETTLING_FRAMES) -> Pixels:
        """Return a picture like that; MapError where a map fails."""
        pixels = self.picture(frames)
        if failure := self.frontend.maps.worker.failure:
            raise failure
        return pixels

    def delete(self) -> None:
        """Free the framebuffer."""
        self._target.delete()


def picture_of(frontend: Frontend, size: tuple[float, float], ratio: float) -> Pixels:
    """Return a picture of `size` logical pixels."""
    camera = Camera(frontend, size, ratio)
    try:
        return camera.picture()
    finally:
        camera.delete()


@contextmanager
def camera(
    session: Session,
    size: tuple[float, float],
    ratio: float,
    theme: ThemeName = ThemeName.DARK,
    *,
    alone: bool = False,
) -> Iterator[Camera]:
    """Open what takes pictures of a session, one after the other."""
    window = pyglet.window.Window(16, 16, visible=False)
    frontend = Frontend(session, str, lambda _: None, WindowView(theme), alone=alone)
    try:
        opened = Camera(frontend, size, ratio)
        try:
            yield opened
        finally:
            opened.delete()
    finally:
        frontend.delete()
        window.close()


def save_picture(
    session: Session,
    path: Path,
    size: tuple[float, float],
    ratio: float,
    theme: ThemeName = ThemeName.DARK,
    *,
    alone: bool = False,
) -> None:
    """Save a picture of a session, or of its figure alone.

    Opens a hidden window for its OpenGL context. MapError where the session shows a map
    that fails.
    """
    with camera(session, size, ratio, theme, alone=alone) as opened:
        write_png(path, opened.flawless())


def figure_picture(
    session: Session,
    size: tuple[float, float],
    title: str = "",
    cells: float = math.inf,
    theme: ThemeName = ThemeName.LIGHT,
) -> Pixels:
    """Return a figure alone with its map's legend, below a title if it has one.

    A map has at most so many cells. MapError where the session shows one that fails.
    """
    with camera(session, size, 1.0, theme, alone=True) as opened:
        frontend = opened.frontend
        frontend.maps.worker.most = cells
        figure = opened.flawless()
        strip = [_strip(frontend, title, size[0])] if title else []
        return np.vstack([*strip, figure])


def _strip(frontend: Frontend, title: str, width: float) -> Pixels:
    """Return a line of words in large type, so wide."""
    size = width / _ENLARGED, _TITLE
    target = Framebuffer(round(width), round(_TITLE * _ENLARGED))
    try:
        # A child of ImGui is placed when it was measured.
        for _ in range(2):
            target.bind()
            frontend.bare(size, _ENLARGED, title)
        return target.read()
    finally:
        target.delete()


def write_png(path: str | Path, pixels: Pixels) -> None:
    """Save `(height, width, 4)` pixels, top row first; OSError where that fails."""
    write_whole(path, encoded(pixels))


def write_tiles(path: Path, pictures: Sequence[Pixels], columns: int) -> None:
    """Save pictures of one size side by side, in rows, on the ground of the first."""
    height, width = pictures[0].shape[:2]
    rows = math.ceil(len(pictures) / columns)
    size = rows * (height + _GAP), columns * (width + _GAP), 4
    whole = np.broadcast_to(pictures[0][0, -1], size).copy()
    for place, picture in enumerate(pictures):
        row, column = divmod(place, columns)
        y, x = row * (height + _GAP), column * (width + _GAP)
        whole[y : y + height, x : x + width] = picture
    write_png(path, whole[:-_GAP, :-_GAP])
