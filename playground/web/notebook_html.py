"""HTML of scenes and states for notebooks: the player, or at least a figure."""

import html

from playground.i18n import translate
from playground.render.theme import ThemeName
from playground.scene.scene import SceneEntry
from playground.session.lesson.document import single_stop_lesson
from playground.session.saved_state import State, case_state
from playground.session.session import Session
from playground.web.lesson_page import render_lesson_page
from playground.web.serialize import sample_texts as serialize_text
from playground.web.svg_figure import render_svg

# The height of the player in a notebook's cell, and the size of the figure without it.
_CELL_HEIGHT_PX = 720
_FIGURE_SIZE_PX = (640, 480)
# Few samples, so that a cell is ready soon.
_CELL_SAMPLE_COUNT = 160


def render_cell(value: SceneEntry | State) -> str:
    """Return the HTML of a state, or of a scene in its first case.

    Without latex2mathml it is only an SVG figure.

    Raises
    ------
    MapError
        The map of that figure fails.
    """
    state = value if isinstance(value, State) else case_state(value)
    if not serialize_text.can_convert_formulas():
        session = Session((state.scene,))
        session.show(state)
        return render_svg(session, ThemeName.LIGHT, _FIGURE_SIZE_PX, 1.0)
    text = html.escape(
        render_lesson_page(single_stop_lesson(state), samples=_CELL_SAMPLE_COUNT)
    )
    return (
        f'<iframe srcdoc="{text}" title="{html.escape(translate(state.scene.title))}" '
        f'style="width: 100%; height: {_CELL_HEIGHT_PX}px; border: 0"></iframe>'
    )
