"""The scene file of a user that is open and watched."""

from playground.quick_dataclass import dataclass
from playground.session.open_scene import OpenScene
from playground.session.watched_file import WatchedFile


@dataclass(eq=False)
class WatchedScene:
    """A watched scene file and its open scene.

    Attributes
    ----------
    file : WatchedFile
        The file.
    opened : OpenScene
        The scene of the last version that could be loaded.
    failure : str
        Why the current version cannot be loaded; "" if it can.
    """

    file: WatchedFile
    opened: OpenScene
    failure: str = ""
