"""A scene or a state in a notebook: the page's player, or at least a picture."""

import html

from playground.language import translated
from playground.page import mathml
from playground.page.one_file import page
from playground.page.still import vectors
from playground.render.theme import ThemeName
from playground.scene.scene import Entry
from playground.study.lesson import alone
from playground.study.session import Session
from playground.study.state import State, of_case

# In a cell of a notebook; and the picture there where there is no player.
_HEIGHT, _PICTURE = 720, (640, 480)
# A cell shall be there soon.
_SAMPLES = 160


def shown(value: Entry | State) -> str:
    """Return what a notebook shows of a scene, in its first case, or of a state."""
    state = value if isinstance(value, State) else of_case(value)
    if not mathml.available():
        session = Session((state.scene,))
        session.show(state)
        return vectors(session, ThemeName.LIGHT, _PICTURE, 1.0)
    text = html.escape(page(alone(state), samples=_SAMPLES))
    return (
        f'<iframe srcdoc="{text}" title="{html.escape(translated(state.scene.title))}" '
        f'style="width: 100%; height: {_HEIGHT}px; border: 0"></iframe>'
    )
