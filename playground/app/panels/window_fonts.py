"""The faces of the window in Dear ImGui: ours, and one of the system's if needed."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from imgui_bundle import imgui

from playground.app.panels.font_files import font_file
from playground.app.panels.system_faces import system_face
from playground.render.fonts import BODY, BOLD, ICONS, MATH, MONO, Faces

BODY_SIZE = 15.0
"""How high a line of words is where nothing else is said, in logical pixels."""


@dataclass(frozen=True)
class Fonts:
    """The faces of the user interface."""

    body: imgui.ImFont
    bold: imgui.ImFont
    mono: imgui.ImFont
    math: imgui.ImFont

    @cached_property
    def of(self) -> Mapping[Faces, imgui.ImFont]:
        """The loaded fonts by their faces."""
        return {BODY: self.body, BOLD: self.bold, MONO: self.mono, MATH: self.math}


def load_fonts() -> Fonts:
    """Load them into the current context."""
    return Fonts(
        body=_face(*BODY), bold=_face(*BOLD), mono=_face(*MONO), math=_face(*MATH)
    )


def complete(own: Fonts) -> bool:
    """Add a face of the system's behind ours; return whether there is any."""
    found = system_face()
    if found is None:
        return False
    for face in own.of.values():
        config = _merged()
        config.dst_font = face
        size = BODY_SIZE * found.higher
        imgui.get_io().fonts.add_font_from_file_ttf(str(found.file), size, config)
    return True


def _face(own: str, *signs: str) -> imgui.ImFont:
    """Load a face; the signs it lacks come from the others."""
    fonts = imgui.get_io().fonts
    face = fonts.add_font_from_file_ttf(str(font_file(own)), BODY_SIZE)
    for extra in (*signs[:1], *ICONS, *signs[1:]):
        fonts.add_font_from_file_ttf(str(font_file(extra)), BODY_SIZE, _merged())
    return face


def _merged() -> imgui.ImFontConfig:
    config = imgui.ImFontConfig()
    config.merge_mode = True
    return config
