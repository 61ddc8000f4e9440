"""The session of a page: the window's own, with places for views that a page draws."""

from collections.abc import Sequence

from playground.scene.camera import Viewport
from playground.scene.scene import SceneEntry
from playground.session.session import Session
from playground.session.view.pointer_controls import Controls
from playground.web.serialize.drawing import view_size
from playground.web.worker.plot_data import PlotState


class _PageControls(Controls):
    """What a page presses lies in its first view, fitted to it or not."""

    def view_at(self, x: float, y: float) -> int | None:
        """Return the first view."""
        return 0 if self.places else None


class HeadlessSession:
    """The window's own session and mouse, for a page that draws and has the panels.

    Parameters
    ----------
    scenes
        All that can be opened; the first is open.
    """

    def __init__(self, scenes: Sequence[SceneEntry]) -> None:
        self.session = Session(tuple(scenes))
        # A page keeps code of its own: it runs in another worker.
        self.session.opens_code = False
        self.session.has_user_code_page = True
        self.controls = _PageControls(self.session)
        self.serialized_scene: object = None
        self.serialized_moments: object = None
        self.plots = PlotState()
        # The shape of a view in the page, once that has said so.
        self.shape: float | None = None
        self._settled: tuple[object, object] = (None, None)

    @property
    def size(self) -> tuple[float, float]:
        """How large each view is drawn."""
        return view_size(
            len(self.session.scene_view.picture.self_and_views), self.shape
        )

    def place_views(self) -> None:
        """Give every view its place."""
        opened, views = (
            self.session.open_scene,
            self.session.scene_view.picture.self_and_views,
        )
        # Where a view comes or goes, as after an answer, the others have other places.
        if self._settled != (opened, self.size):
            opened.refit()
            self._settled = opened, self.size
        self.controls.places = [Viewport(0.0, 0.0, *self.size) for _ in views]
