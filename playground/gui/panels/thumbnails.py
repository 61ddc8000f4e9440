"""Thumbnails of scenes, redrawn when their state changes."""

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from playground.quick_dataclass import dataclass
from playground.render.gl.canvas import Canvas
from playground.render.gl.thumbnail import Thumbnail
from playground.render.labels import Measure
from playground.render.theme import Theme
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Grid, Label
from playground.session.errors import FAILED
from playground.session.open_scene import OpenScene
from playground.session.view_model import SceneView

if TYPE_CHECKING:
    from playground.scene.scene import SceneEntry

# A failure may be a time limit on a busy machine, so the picture is retried after this,
# and after twice the delay each time it fails again.
_RETRY_DELAY_FRAMES = 30


@dataclass(frozen=True)
class _ThumbnailStyle:
    """Options of a thumbnail besides the scene's params.

    `size` is in logical pixels, of which each has `ratio` physical ones.
    """

    size: tuple[float, float]
    ratio: float
    theme: Theme


_ThumbnailKey = tuple[str, tuple[float, float]]


class Thumbnails:
    """Cache of thumbnails; needs a current OpenGL context.

    At most one is drawn per frame, as that of a new scene takes as long as opening it.

    Attributes
    ----------
    pending : bool
        Whether there are more to draw.
    """

    def __init__(self) -> None:
        self._canvas = Canvas()
        # By scene and size.
        self._pictures: dict[_ThumbnailKey, Thumbnail] = {}
        self._draw_states: dict[
            _ThumbnailKey, tuple[SceneEntry, object, _ThumbnailStyle]
        ] = {}
        # The states that were not drawn in the last frame.
        self._changing_states: dict[_ThumbnailKey, object] = {}
        # The frame of a failed picture's next try, and its delay in frames.
        self._retries: dict[_ThumbnailKey, tuple[int, int]] = {}
        self._frames = 0
        self._can_draw = self.pending = False
        self._params: object = None
        self._generation = 0

    def begin(self, params: object) -> int:
        """Begin a frame; return a number that changes if thumbnails may have changed.

        Nothing is drawn in the first frame, nor while `params` change, but it is
        pending.
        """
        self._frames += 1
        moves = params is not self._params and params != self._params
        # A failed picture is retried even without other changes.
        retries = any(due == self._frames for due, _ in self._retries.values())
        self._generation += (self.pending or retries) and not moves
        self._can_draw, self.pending = self._frames > 1, moves
        self._params = params
        return self._generation

    def texture(
        self,
        own: OpenScene,
        study: SceneView | None,
        size: tuple[float, float],
        ratio: float,
        theme: Theme,
        measure: Measure,
    ) -> int:
        """Return the OpenGL name of a scene's texture, 0 while there is none.

        Parameters
        ----------
        own : OpenScene
            The scene.
        study : SceneView or None
            The view model of the current scene; None for other scenes. While its state
            changes in every frame the picture stays.
        size : tuple of float
            Width and height in logical pixels.
        ratio : float
            Physical pixels per logical pixel.
        theme : Theme
            Theme of the window.
        measure : Measure
            Measures texts.
        """
        name, entry = (own.scene.id, size), own.scene
        look = _ThumbnailStyle(size, ratio, theme)
        state: object = study.params if study else own.preview_key
        picture, draw_state = self._pictures.get(name), self._draw_states.get(name)
        if picture and draw_state and draw_state[0] is entry and draw_state[2] == look:
            is_same = draw_state[1] is state or draw_state[1] == state
            if is_same and not self._is_retry_due(name):
                return picture.name
            before, self._changing_states[name] = self._changing_states.get(name), state
            if not is_same and before is not state and before != state:
                self.pending = True
                return picture.name
        if not self._can_draw:
            self.pending = True
            return picture.name if picture else 0
        self._can_draw = False
        if picture is None:
            picture = self._pictures[name] = Thumbnail()
        study = study or SceneView(entry, own.preview_params())
        self._draw(picture, study, look, measure)
        self._draw_states[name] = entry, state, look
        self._record_outcome(name, has_failed=study.error.startswith(FAILED))
        return picture.name

    def _is_retry_due(self, name: _ThumbnailKey) -> bool:
        """Return whether the picture failed and its delay is over."""
        return name in self._retries and self._frames >= self._retries[name][0]

    def _record_outcome(self, name: _ThumbnailKey, *, has_failed: bool) -> None:
        _, wait = self._retries.pop(name, (0, _RETRY_DELAY_FRAMES // 2))
        if has_failed:
            self._retries[name] = self._frames + 2 * wait, 2 * wait

    def _draw(
        self,
        picture: Thumbnail,
        study: SceneView,
        look: _ThumbnailStyle,
        measure: Measure,
    ) -> None:
        drawing = _simplify_draw_list(study.picture)
        place = Viewport(0.0, 0.0, *look.size)
        camera = _fit_camera(drawing, place)
        picture.draw(
            self._canvas,
            drawing,
            camera,
            place,
            look.ratio,
            _thumbnail_theme(look.theme),
            measure,
        )

    def invalidate(self) -> None:
        """Mark all thumbnails for a redraw."""
        self._draw_states.clear()
        self.pending = True

    def delete(self) -> None:
        """Free the OpenGL objects."""
        for picture in self._pictures.values():
            picture.delete()
        self._canvas.delete()


def _simplify_draw_list(picture: DrawList) -> DrawList:
    """Return the first view without labels and grid, and before the first step."""
    first_picture = picture.limit_to_step(0)
    records = [r for r in first_picture.primitives if not isinstance(r, Label | Grid)]
    return replace(first_picture, primitives=records, views=[], caption="")


def _fit_camera(drawing: DrawList, place: Viewport) -> Camera2D | OrbitCamera:
    if drawing.dimension == 2:
        bounds = drawing.bounds()
        return Camera2D.fit(bounds, place) if bounds else Camera2D()
    extents = drawing.extents()
    return OrbitCamera().fit_best_side(extents, place) if extents else OrbitCamera()


@lru_cache(maxsize=8)
def _thumbnail_theme(theme: Theme) -> Theme:
    """Return the theme of thumbnails: background of a card, invisible grid."""
    ground = theme.panel_alt
    return replace(
        theme,
        background=ground,
        grid_minor=ground,
        grid_major=ground,
        axis=ground,
        axes=(ground, ground, ground),
    )
