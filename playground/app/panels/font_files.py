"""Where the files of the fonts lie: with Dear ImGui, those of Japanese with us."""

from importlib.util import find_spec
from pathlib import Path

from playground.render.embedded import HERE
from playground.render.fonts import JAPANESE, JAPANESE_BOLD

# It need not be loaded for that.
_FOUND = find_spec("imgui_bundle")
assert _FOUND is not None
assert _FOUND.origin is not None
FONTS = Path(_FOUND.origin).parent / "assets" / "fonts"


def font_file(name: str) -> Path:
    """Return the file of a font of the window by its name in `render.fonts`."""
    return (HERE if name in (JAPANESE, JAPANESE_BOLD) else FONTS) / name
