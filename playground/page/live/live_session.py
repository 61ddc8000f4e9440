"""The session of a page: the window's own, with places for views that a page draws."""

from collections.abc import Sequence

from playground.page.live.plots import Plots
from playground.page.pictures import view_size
from playground.scene.camera import Viewport
from playground.scene.scene import Entry
from playground.study.session import Session
from playground.study.view.mouse import Controls


class LiveSession:
    """The window's own session and mouse, for a page that draws and has the panels.

    Parameters
    ----------
    scenes
        All that can be opened; the first is open.
    """

    def __init__(self, scenes: Sequence[Entry]) -> None:
        self.session = Session(tuple(scenes))
        # A page keeps code of its own: it runs in another worker.
        self.session.opens_code = False
        self.controls = Controls(self.session)
        self.told_of: object = None
        self.told_moments: object = None
        self.plots = Plots()

    @property
    def size(self) -> tuple[float, float]:
        """How large each view is drawn."""
        return view_size(len(self.session.study.picture.all_views))

    def settle(self) -> None:
        """Give every view its place."""
        views = self.session.study.picture.all_views
        self.controls.places = [Viewport(0.0, 0.0, *self.size) for _ in views]
