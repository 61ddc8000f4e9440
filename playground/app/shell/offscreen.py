"""Pictures of the whole program without a screen."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pyglet

from playground.app.panels.window_view import WindowView
from playground.app.shell.frame import Frontend
from playground.render.gl.target import Framebuffer
from playground.render.png import Pixels, encoded
from playground.render.theme import ThemeName
from playground.study.disk import write_whole
from playground.study.session import Session

# ImGui places its children some frames after it has measured them.
_SETTLING_FRAMES = 4
# Transparent pixels between tiles.
_GAP = 12


class Camera:
    """Takes pictures of `size` logical pixels of what a frontend shows."""

    def __init__(
        self, frontend: Frontend, size: tuple[float, float], ratio: float
    ) -> None:
        self._frontend, self._size = frontend, size
        self._pixels = round(size[0] * ratio), round(size[1] * ratio)
        self._target = Framebuffer(*self._pixels)

    def picture(self, frames: int = _SETTLING_FRAMES) -> Pixels:
        """Return the last of so many frames, with its map, as `(height, width, 4)`."""
        worker = self._frontend.maps.worker
        while frames > 0:
            shown = worker.painted
            self._target.bind()
            self._frontend.frame(self._size, self._pixels, 0.0)
            worker.finish()
            more = worker.painted is not shown or self._frontend.thumbnails.pending
            frames = max(frames - 1, int(more))
        return self._target.read()

    def flawless(self, frames: int = _SETTLING_FRAMES) -> Pixels:
        """Return a picture like that; MapError where a map fails."""
        pixels = self.picture(frames)
        if failure := self._frontend.maps.worker.failure:
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
    with _frontend(session, theme, alone=alone) as frontend:
        opened = Camera(frontend, size, ratio)
        try:
            yield opened
        finally:
            opened.delete()


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


def canvas_picture(
    session: Session, size: tuple[float, float], cells: float = math.inf
) -> Pixels:
    """Return the canvas and the legend alone, of a window of that size.

    A map has at most so many cells. MapError where the session shows one that fails.
    """
    with _frontend(session, ThemeName.DARK) as frontend:
        frontend.maps.worker.most = cells
        pixels = _whole(frontend, size)
        layout = frontend.layout(size)
    canvas = layout.canvas
    below = layout.legend or canvas
    bottom = round(below.y + below.height)
    return pixels[:bottom, round(canvas.x) : round(canvas.x + canvas.width)]


def write_png(path: str | Path, pixels: Pixels) -> None:
    """Save `(height, width, 4)` pixels, top row first; OSError where that fails."""
    write_whole(path, encoded(pixels))


def write_tiles(path: Path, pictures: Sequence[Pixels], columns: int) -> None:
    """Save pictures side by side, in rows; each has the room of the largest."""
    height, width = np.max([picture.shape[:2] for picture in pictures], axis=0)
    rows = math.ceil(len(pictures) / columns)
    whole = np.zeros((rows * (height + _GAP), columns * (width + _GAP), 4), np.uint8)
    for place, picture in enumerate(pictures):
        row, column = divmod(place, columns)
        y, x = row * (height + _GAP), column * (width + _GAP)
        whole[y : y + picture.shape[0], x : x + picture.shape[1]] = picture
    write_png(path, whole[:-_GAP, :-_GAP])


def _whole(frontend: Frontend, size: tuple[float, float]) -> Pixels:
    pixels = picture_of(frontend, size, 1.0)
    if frontend.maps.worker.failure:
        raise frontend.maps.worker.failure
    return pixels


@contextmanager
def _frontend(
    session: Session, theme: ThemeName, *, alone: bool = False
) -> Iterator[Frontend]:
    window = pyglet.window.Window(16, 16, visible=False)
    frontend = Frontend(session, str, lambda _: None, WindowView(theme), alone=alone)
    try:
        yield frontend
    finally:
        frontend.delete()
        window.close()
