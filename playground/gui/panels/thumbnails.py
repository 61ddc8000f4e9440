"""A live small picture of every scene, drawn again only when its state changes."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from playground.render.gl.canvas import Canvas
from playground.render.gl.thumbnail import Thumbnail
from playground.render.labels import Measure
from playground.render.theme import Theme
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Grid, Label
from playground.session.errors import FAILED
from playground.session.open_scene import OpenScene
from playground.session.view_model import Study

if TYPE_CHECKING:
    from playground.scene.scene import Entry

# A busy machine may have cut a picture short: so many frames later it is drawn again,
# and if it fails then too, only after twice as many.
_PATIENCE = 30


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
        # When one that failed is due again, and how long that was waited for.
        self._failed: dict[_Which, tuple[int, int]] = {}
        self._frames = 0
        self._free = self.pending = False
        self._params: object = None
        self._shown = 0

    def begin(self, params: object) -> int:
        """Begin a frame. The first one shows what it can soon.

        Return another number where pictures may be others than in the last frame:
        while the `params` on show change nothing is drawn, but it is pending then.
        """
        self._frames += 1
        moves = params is not self._params and params != self._params
        self._shown += self.pending and not moves
        self._free, self.pending = self._frames > 1, moves
        self._params = params
        return self._shown

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
            same = drawn[1] is state or drawn[1] == state
            if same and not self._due(name):
                return picture.name
            before, self._moving[name] = self._moving.get(name), state
            if not same and before is not state and before != state:
                self.pending = True
                return picture.name
        if not self._free:
            self.pending = True
            return picture.name if picture else 0
        self._free = False
        if picture is None:
            picture = self._pictures[name] = Thumbnail()
        study = study or Study(entry, own.glimpsed())
        self._draw(picture, study, look, measure)
        self._drawn[name] = entry, state, look
        self._note(name, failed=study.error.startswith(FAILED))
        return picture.name

    def _due(self, name: _Which) -> bool:
        """Return whether it failed, and has waited long enough to be drawn again."""
        return name in self._failed and self._frames >= self._failed[name][0]

    def _note(self, name: _Which, *, failed: bool) -> None:
        _, wait = self._failed.pop(name, (0, _PATIENCE // 2))
        if failed:
            self._failed[name] = self._frames + 2 * wait, 2 * wait

    def _draw(
        self, picture: Thumbnail, study: Study, look: _ThumbnailLook, measure: Measure
    ) -> None:
        shown = _given(study.picture)
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
