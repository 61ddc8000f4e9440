"""The session of a page: that of the window, with views of fixed sizes."""

from collections.abc import Sequence

from playground.scene.camera import Viewport
from playground.scene.scene import SceneEntry
from playground.session.session import Session
from playground.session.view.pointer_controls import Controls
from playground.web.serialize.drawing import view_size
from playground.web.worker.plot_data import PlotState


class _PageControls(Controls):
    """Pointer controls whose events all belong to the first view."""

    def view_at(self, x: float, y: float) -> int | None:
        """Return the index of the first view; None before views are placed."""
        return 0 if self.places else None


class HeadlessSession:
    """A session without a window: a page draws its views and has its panels.

    Parameters
    ----------
    scenes : sequence of SceneEntry
        All scenes, at least one; the first is open.
    """

    def __init__(self, scenes: Sequence[SceneEntry]) -> None:
        self.session = Session(tuple(scenes))
        # The page holds the user code, which runs in another worker.
        self.session.opens_code = False
        self.session.has_user_code_page = True
        self.controls = _PageControls(self.session)
        self.serialized_scene: object = None
        self.serialized_moments: object = None
        self.plots = PlotState()
        # The aspect ratio of a view in the page, once it is known.
        self.shape: float | None = None
        self._settled: tuple[object, object] = (None, None)

    @property
    def size(self) -> tuple[float, float]:
        """The nominal width and height of each view in pixels."""
        views = self.session.scene_view.picture.self_and_views
        return view_size(len(views), self.shape)

    def place_views(self) -> None:
        """Update the viewports; after a change of scene or size fit the views anew.

        Views that the user has moved stay.
        """
        opened = self.session.open_scene
        views = self.session.scene_view.picture.self_and_views
        # The sizes change when a view appears or disappears, as after an answer.
        if self._settled != (opened, self.size):
            opened.refit()
            self._settled = opened, self.size
        self.controls.places = [Viewport(0.0, 0.0, *self.size) for _ in views]
