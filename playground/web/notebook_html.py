"""A scene or a state in a notebook: the page's player, or at least a picture."""

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

# In a cell of a notebook; and the picture there where there is no player.
_CELL_HEIGHT_PX = 720
_FIGURE_SIZE_PX = (640, 480)
# A cell shall be there soon.
_CELL_SAMPLE_COUNT = 160


def render_cell(value: SceneEntry | State) -> str:
    """Return what a notebook shows of a scene, in its first case, or of a state."""
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
