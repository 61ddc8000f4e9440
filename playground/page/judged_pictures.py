"""Pictures of what somebody's code does wrong: a case, and a map of its mistakes."""

from collections.abc import Sequence

from playground.explore.judge.shrink import Smallest
from playground.explore.judge.telling_map import shown
from playground.explore.judge.trial import Judgement
from playground.explore.map import MapError, MapKind
from playground.page.still import in_themes
from playground.render.theme import ThemeName
from playground.study import charts
from playground.study.session import Session
from playground.study.state import State

THEMES = ThemeName.LIGHT, ThemeName.DARK
SIZE = (480.0, 300.0)
# Somebody's code is asked about so many cells of a map: each may take a while.
_CELLS = 20000


def of_case(judgement: Judgement, small: Smallest) -> dict[str, str]:
    """Return a smallest case as SVG by theme; empty if it is no state of the scene.

    What the code answers stands beside the truth, hollow.
    """
    held = judgement.query.held(small.arguments)
    if held is None:
        return {}
    scene = judgement.mapped()
    session = Session((scene,))
    session.show(State(scene, held, compare=True))
    return _drawn(session)


def of_map(judgement: Judgement, found: Sequence[Smallest]) -> dict[str, str]:
    """Return the map of mistakes as SVG by theme; empty if it would show none."""
    scene = judgement.mapped()
    place = shown(judgement, scene, found, plain=False)
    if place is None:
        return {}
    params, over = place
    session = Session((scene,))
    session.show(State(scene, params))
    charts.map_over(session, over=over)
    session.look(map=MapKind.MISTAKES, compare=False)
    return _drawn(session)


def _drawn(session: Session) -> dict[str, str]:
    try:
        drawn = in_themes(session, THEMES, SIZE, 1.0, _CELLS)
    except MapError:  # the code takes too long, say
        return {}
    return {str(theme): text for theme, text in drawn.items()}
