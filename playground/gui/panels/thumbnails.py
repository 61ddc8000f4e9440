"""Thumbnails of scenes, redrawn when their state changes."""

from dataclasses import replace
from functools import lru_cache

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

# A failure may be a time limit on a busy machine, so the picture is retried after this,
# and after twice the delay each time it fails again.
_RETRY_DELAY_FRAMES = 30


@dataclass
class _CachedPicture:
    """A thumbnail with the inputs of its picture.

    Attributes
    ----------
    style : object
        The scene, the pixel ratio and the theme; None if it must be drawn.
    state : object
        The state of the scene.
    changing_state : object
        The state that was not drawn in the last frame.
    retry_frame, retry_delay : int
        The frame of a failed picture's next try, 0 for none, and its delay in frames.
    """

    thumbnail: Thumbnail
    style: object = None
    state: object = None
    changing_state: object = None
    retry_frame: int = 0
    retry_delay: int = _RETRY_DELAY_FRAMES // 2


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
        self._cache: dict[tuple[str, tuple[float, float]], _CachedPicture] = {}
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
        retries = any(c.retry_frame == self._frames for c in self._cache.values())
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
        name, scene = (own.scene.id, size), own.scene
        style, picture = (scene, ratio, theme), self._cache.get(name)
        state: object = study.params if study else own.preview_key
        if picture and picture.style == style:
            is_same = picture.state is state or picture.state == state
            is_retry_due = 0 < picture.retry_frame <= self._frames
            if is_same and not is_retry_due:
                return picture.thumbnail.name
            before, picture.changing_state = picture.changing_state, state
            if not is_same and before is not state and before != state:
                self.pending = True
                return picture.thumbnail.name
        if not self._can_draw:
            self.pending = True
            return picture.thumbnail.name if picture else 0
        self._can_draw = False
        if picture is None:
            picture = self._cache[name] = _CachedPicture(Thumbnail())
        study = study or SceneView(scene, own.preview_params())
        self._draw(picture.thumbnail, study, size, ratio, theme, measure)
        picture.style, picture.state = style, state
        wait = picture.retry_delay if picture.retry_frame else _RETRY_DELAY_FRAMES // 2
        has_failed = study.error.startswith(FAILED)
        picture.retry_frame = self._frames + 2 * wait if has_failed else 0
        picture.retry_delay = 2 * wait
        return picture.thumbnail.name

    def _draw(
        self,
        picture: Thumbnail,
        study: SceneView,
        size: tuple[float, float],
        ratio: float,
        theme: Theme,
        measure: Measure,
    ) -> None:
        drawing, place = _simplify_draw_list(study.picture), Viewport(0.0, 0.0, *size)
        camera, theme = _fit_camera(drawing, place), _thumbnail_theme(theme)
        picture.draw(self._canvas, drawing, camera, place, ratio, theme, measure)

    def invalidate(self) -> None:
        """Mark all thumbnails for a redraw."""
        for picture in self._cache.values():
            picture.style = None
        self.pending = True

    def delete(self) -> None:
        """Free the OpenGL objects."""
        for picture in self._cache.values():
            picture.thumbnail.delete()
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
