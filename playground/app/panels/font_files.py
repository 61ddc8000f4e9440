"""Where the files of the fonts lie: they come with Dear ImGui."""

from importlib.util import find_spec
from pathlib import Path

# It need not be loaded for that.
_FOUND = find_spec("imgui_bundle")
assert _FOUND is not None
assert _FOUND.origin is not None
FONTS = Path(_FOUND.origin).parent / "assets" / "fonts"
