"""A live small picture of every scene, drawn again only when its state changes."""

from dataclasses import dataclass, replace
from functools import lru_cache

from playground.render.gl.canvas import Canvas
from playground.render.gl.thumbnail import Thumbnail
from playground.render.labels import Measure
from playground.render.theme import Theme
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.drawlist import DrawList
from playground.scene.records import Grid, Label
from playground.scene.scene import Entry
from playground.study.open_scene import OpenScene
from playground.study.study import Study


@dataclass(frozen=True)
class _ThumbnailLook:
    """What a picture hangs on besides its scene's params."""

    size: tuple[float, float]
    ratio: float
    theme: Theme


_Which = tuple[str, tuple[float, float]]


class Thumbnails:
    """Keeps the pictures; needs a current OpenGL context.

    One is drawn a frame at most: that of a scene which was not opened yet takes as long
    as opening it. `pending` says whether there is another to draw.
    """

    def __init__(self) -> None:
        self._canvas = Canvas()
        # By the scene's name and how large they are.
        self._pictures: dict[_Which, Thumbnail] = {}
        self._drawn: dict[_Which, tuple[Entry, object, _ThumbnailLook]] = {}
        # The states that were not drawn yet in the last frame.
        self._moving: dict[_Which, object] = {}
        self._frames = 0
        self._free = self.pending = False

    def begin(self) -> None:
        """Begin a frame. The first one shows what it can soon."""
        self._frames += 1
        self._free, self.pending = self._frames > 1, False

    def texture(
        self,
        own: OpenScene,
        study: Study | None,
        size: tuple[float, float],
        ratio: float,
        theme: Theme,
        measure: Measure,
    ) -> int:
        """Return the name of a scene's texture, 0 while there is none.

        `study` is that of the scene on show. While its state changes from frame to
        frame the picture stays as it was.
        """
        name, entry = (own.scene.id, size), own.scene
        look = _ThumbnailLook(size, ratio, theme)
        state: object = study.params if study else own.glimpse
        picture, drawn = self._pictures.get(name), self._drawn.get(name)
        if picture and drawn and drawn[0] is entry and drawn[2] == look:
            if drawn[1] is state or drawn[1] == state:
                return picture.name
            before, self._moving[name] = self._moving.get(name), state
            if before is not state and before != state:
                self.pending = True
                return picture.name
        if not self._free:
            self.pending = True
            return picture.name if picture else 0
        self._free = False
        if picture is None:
            picture = self._pictures[name] = Thumbnail()
        self._draw(picture, entry, own, study, look, measure)
        self._drawn[name] = entry, state, look
        return picture.name

    def _draw(
        self,
        picture: Thumbnail,
        entry: Entry,
        own: OpenScene,
        study: Study | None,
        look: _ThumbnailLook,
        measure: Measure,
    ) -> None:
        shown = _given((study or Study(entry, own.glimpsed())).picture)
        place = Viewport(0.0, 0.0, *look.size)
        camera = _camera(shown, place)
        picture.draw(
            self._canvas, shown, camera, place, look.ratio, _bare(look.theme), measure
        )

    def forget(self) -> None:
        """Draw all of them again."""
        self._drawn.clear()

    def delete(self) -> None:
        """Free the GL objects."""
        for picture in self._pictures.values():
            picture.delete()
        self._canvas.delete()


def _given(picture: DrawList) -> DrawList:
    """Return the first view without words, and without what a question asks for."""
    known = picture.upto(0)
    records = [r for r in known.records if not isinstance(r, Label | Grid)]
    return replace(known, records=records, views=[], caption="")


def _camera(shown: DrawList, place: Viewport) -> Camera2D | OrbitCamera:
    if shown.dimension == 2:
        bounds = shown.bounds()
        return Camera2D.fitted(bounds, place) if bounds else Camera2D()
    extents = shown.extents()
    return OrbitCamera().best_side(extents, place) if extents else OrbitCamera()


@lru_cache(maxsize=8)
def _bare(theme: Theme) -> Theme:
    """Return the theme of a small picture: on a card, and without a grid."""
    ground = theme.panel_alt
    return replace(
        theme,
        background=ground,
        grid_minor=ground,
        grid_major=ground,
        axis=ground,
        axes=(ground, ground, ground),
    )
