"""A scene of one's own that is open, and its file.

Nothing here knows pyglet or ImGui.
"""

from playground.quick_dataclass import dataclass
from playground.session.open_scene import OpenScene
from playground.session.watched_file import WatchedFile


@dataclass(eq=False)
class WatchedScene:
    """The file of a scene, and the scene that it is.

    `failure` says why the file as it is now cannot be loaded; meanwhile the last good
    version goes on.
    """

    file: WatchedFile
    opened: OpenScene
    failure: str = ""
