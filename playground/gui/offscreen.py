"""Offscreen rendering of the window and of figures."""

import math
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import numpy as np
import pyglet

from playground.gui.main_view import MainView
from playground.gui.view_state import WindowView
from playground.render.gl.framebuffer import Framebuffer
from playground.render.png import Pixels, encode_png
from playground.render.theme import ThemeName
from playground.session.atomic_write import write_atomically
from playground.session.session import Session

# ImGui needs several frames to measure and place its children.
_SETTLING_FRAME_COUNT = 4
# Between tiles.
_TILE_GAP_PX = 12
# Height of a title, and its size relative to text in panels.
_TITLE_HEIGHT_PX = 36.0
_TITLE_SCALE = 1.6


class OffscreenRenderer:
    """Renderer of a main view into a framebuffer.

    Parameters
    ----------
    main_view : MainView
        The view.
    size : tuple of float
        Width and height in logical pixels.
    ratio : float
        Physical pixels per logical pixel.
    """

    def __init__(
        self, main_view: MainView, size: tuple[float, float], ratio: float
    ) -> None:
        self.main_view, self._size = main_view, size
        self._pixels = round(size[0] * ratio), round(size[1] * ratio)
        self._target = Framebuffer(*self._pixels)

    def render(self, frames: int = _SETTLING_FRAME_COUNT) -> Pixels:
        """Return the picture after at least `frames` frames, with its finished map.

        Returns
        -------
        ndarray, shape (height, width, 4), uint8
            RGBA pixels, top row first.
        """
        worker = self.main_view.maps.worker
        while frames > 0:
            image = worker.current_image
            self._target.bind()
            self.main_view.draw_frame(self._size, self._pixels, 0.0)
            worker.wait_until_finished()
            has_more = (
                worker.current_image is not image or self.main_view.thumbnails.pending
            )
            frames = max(frames - 1, int(has_more))
        return self._target.read()

    def render_checked(self, frames: int = _SETTLING_FRAME_COUNT) -> Pixels:
        """Return the picture like `render`.

        Raises
        ------
        MapError
            The map cannot be computed.
        """
        pixels = self.render(frames)
        if failure := self.main_view.maps.worker.failure:
            raise failure
        return pixels

    def delete(self) -> None:
        """Free the framebuffer."""
        self._target.delete()


def render_window(
    main_view: MainView, size: tuple[float, float], ratio: float
) -> Pixels:
    """Return a picture of the window, uint8 (height, width, 4), top row first.

    `size` is in logical pixels, `ratio` physical pixels per logical pixel.
    """
    with ExitStack() as resources:
        renderer = OffscreenRenderer(main_view, size, ratio)
        resources.callback(renderer.delete)
        return renderer.render()


@contextmanager
def open_renderer(
    session: Session,
    size: tuple[float, float],
    ratio: float,
    theme: ThemeName = ThemeName.DARK,
    *,
    alone: bool = False,
    simple: bool = False,
) -> Iterator[OffscreenRenderer]:
    """Open a hidden window that renders a session, or only its figure if `alone`.

    `size` is in logical pixels, `ratio` in physical pixels per logical pixel.
    """
    with ExitStack() as resources:
        window = pyglet.window.Window(16, 16, visible=False)
        resources.callback(window.close)
        view = WindowView(theme, simple=simple)
        main_view = MainView(session, str, lambda _: None, view, alone=alone)
        resources.callback(main_view.delete)
        renderer = OffscreenRenderer(main_view, size, ratio)
        resources.callback(renderer.delete)
        yield renderer


def save_picture(
    session: Session,
    path: Path,
    size: tuple[float, float],
    ratio: float,
    theme: ThemeName = ThemeName.DARK,
    *,
    alone: bool = False,
) -> None:
    """Save a PNG picture of a session, or if `alone` only of its figure.

    A hidden window draws it. `size` is in logical pixels, `ratio` physical pixels per
    logical pixel.

    Raises
    ------
    MapError
        The session shows a map that cannot be computed.
    OSError
        The file cannot be written.
    """
    with open_renderer(session, size, ratio, theme, alone=alone) as renderer:
        write_png(path, renderer.render_checked())


def figure_picture(
    session: Session,
    size: tuple[float, float],
    title: str = "",
    cells: float = math.inf,
) -> Pixels:
    """Return a light picture of a figure with its map's legend, below a title.

    Parameters
    ----------
    size : tuple of float
        Width and height of the figure in px.
    title : str
        The line above it, which adds to the height; "" for none.
    cells : float
        Limit of cells of a map.

    Returns
    -------
    ndarray, shape (height, width, 4), uint8
        RGBA pixels, top row first.

    Raises
    ------
    MapError
        The session shows a map that cannot be computed.
    """
    with open_renderer(session, size, 1.0, ThemeName.LIGHT, alone=True) as renderer:
        main_view = renderer.main_view
        main_view.maps.worker.max_cells = cells
        figure = renderer.render_checked()
        strip = [_render_title(main_view, title, size[0])] if title else []
        return np.vstack([*strip, figure])


def _render_title(main_view: MainView, title: str, width: float) -> Pixels:
    """Return a line of large text as a picture of the given width in px."""
    size = width / _TITLE_SCALE, _TITLE_HEIGHT_PX
    with ExitStack() as resources:
        target = Framebuffer(round(width), round(_TITLE_HEIGHT_PX * _TITLE_SCALE))
        resources.callback(target.delete)
        # ImGui measures in the first frame and places in the second.
        for _ in range(2):
            target.bind()
            main_view.draw_message(size, _TITLE_SCALE, title)
        return target.read()


def write_png(path: str | Path, pixels: Pixels) -> None:
    """Save RGBA pixels, uint8 (height, width, 4), top row first.

    Raises
    ------
    OSError
        The file cannot be written.
    """
    write_atomically(path, encode_png(pixels))


def write_tiles(path: Path, pictures: Sequence[Pixels], columns: int) -> None:
    """Save pictures of one size as a grid with `columns` columns, as PNG.

    The background is the colour in the upper right corner of the first.

    Raises
    ------
    OSError
        The file cannot be written.
    """
    height, width = pictures[0].shape[:2]
    rows = math.ceil(len(pictures) / columns)
    size = rows * (height + _TILE_GAP_PX), columns * (width + _TILE_GAP_PX), 4
    sheet = np.broadcast_to(pictures[0][0, -1], size).copy()
    for place, picture in enumerate(pictures):
        row, column = divmod(place, columns)
        y, x = row * (height + _TILE_GAP_PX), column * (width + _TILE_GAP_PX)
        sheet[y : y + height, x : x + width] = picture
    write_png(path, sheet[:-_TILE_GAP_PX, :-_TILE_GAP_PX])
