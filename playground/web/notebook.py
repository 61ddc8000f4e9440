"""A scene or a state in a notebook: the page's player, or at least a picture."""

import html

from playground.i18n import translated
from playground.render.theme import ThemeName
from playground.scene.scene import Entry
from playground.session.lesson.document import alone
from playground.session.saved_state import State, of_case
from playground.session.session import Session
from playground.web.figure import vectors
from playground.web.lesson_page import page
from playground.web.serialize import text as serialize_text

# In a cell of a notebook; and the picture there where there is no player.
_HEIGHT = 720
_PICTURE = (640, 480)
# A cell shall be there soon.
_SAMPLES = 160


def shown(value: Entry | State) -> str:
    """Return what a notebook shows of a scene, in its first case, or of a state."""
    state = value if isinstance(value, State) else of_case(value)
    if not serialize_text.available():
        session = Session((state.scene,))
        session.show(state)
        return vectors(session, ThemeName.LIGHT, _PICTURE, 1.0)
    text = html.escape(page(alone(state), samples=_SAMPLES))
    return (
        f'<iframe srcdoc="{text}" title="{html.escape(translated(state.scene.title))}" '
        f'style="width: 100%; height: {_HEIGHT}px; border: 0"></iframe>'
    )
