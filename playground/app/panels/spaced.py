"""Words to be read, in lines farther apart than ImGui's, and their symbols' colours."""

from collections.abc import Mapping

from imgui_bundle import imgui

from playground.app.panels import prose
from playground.app.panels.common import Ui
from playground.language import translated
from playground.render.theme import RGBA
from playground.scene.named import keys_of_symbols


def spaced(
    ui: Ui,
    text: str,
    size: float,
    pitch: float,
    *,
    bold: bool = False,
    tone: RGBA | None = None,
    wide: float = 0.0,
) -> None:
    """Write text in lines that are `pitch` pixels apart, no wider than there is room.

    Symbols have the colours of what they stand for, where the text has no `tone`.

    Parameters
    ----------
    size, pitch
        How large the letters are, and how far it is from line to line.
    wide
        The room; 0 for all that is left.
    """
    room = wide or imgui.get_content_region_avail().x
    tones = {} if tone or ui.study.asking else symbol_tones(ui)
    words, ink = _flowing(text), tone or ui.theme.text
    prose.write_spaced(ui.gui, words, ink, size, pitch, room, bold=bold, tones=tones)


def spaced_height(
    ui: Ui, text: str, size: float, pitch: float, wide: float, *, bold: bool = False
) -> float:
    """Return how high `spaced` is."""
    found = ui.gui.paragraph(_flowing(text), size, wide, bold=bold, pitch=pitch)
    return found.height


def _flowing(text: str) -> str:
    return translated(text).replace("\n", " ")


def symbol_tones(ui: Ui) -> Mapping[str, RGBA]:
    """Return the colour of each symbol that stands for what is drawn by this step."""
    study = ui.study

    def found() -> dict[str, RGBA]:
        tones = formula_tones(ui)
        keys = keys_of_symbols(study.picture, study.steps, study.wanted.step)
        return {name: tones[key] for name, key in keys.items() if key in tones}

    return ui.widgets.kept("symbol tones", (study, ui.theme), found)


def formula_tones(ui: Ui) -> dict[str, RGBA]:
    """Return the colour that each quantity is drawn in."""
    views = ui.study.picture.all_views
    records = [r for view in views for r in view.records if r.key]
    return {r.key: ui.theme.texts[r.role] for r in reversed(records)}
