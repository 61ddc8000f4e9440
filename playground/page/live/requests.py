"""What a page asks for besides the state: a map, a curve, code to take away, a file."""

from collections.abc import Callable, Mapping
from typing import Any

from playground.language import message
from playground.page import words
from playground.page.live import given
from playground.page.live.live_session import LiveSession
from playground.page.live.plots import curve
from playground.page.still import vectors
from playground.page.view_shapes import ALONE
from playground.render.theme import ThemeName
from playground.study import quiz_words
from playground.study.link import link, linked
from playground.study.shown import Page
from playground.study.state import dump
from playground.study.state_as_code import as_code


def answered(live: LiveSession, asked: object) -> dict[str, Any]:
    """Return what was asked for by a list: its name, then what it is given."""
    name, *values = asked if isinstance(asked, list) and asked else [asked]
    answer: dict[str, Any] = given.done(live, _REQUESTS, name, values)
    return answer


def _map(
    live: LiveSession,
    wide: object = ALONE[0],
    coarse: object = False,
    seen: object = None,
) -> dict[str, Any]:
    camera, large = live.controls.camera(0), given.number(wide)
    # A page's view may be larger than what it was fitted to.
    size = live.size if seen is None else given.size(seen)
    found = live.plots.map(live.session, camera, size, large, coarse=given.flag(coarse))
    return {"map": found}


def _curve(
    live: LiveSession, wide: object = 520.0, tall: object = 260.0
) -> dict[str, Any]:
    return {"curve": curve(live.session, given.number(wide), given.number(tall))}


def _copy(live: LiveSession, what: object, code: object = "") -> dict[str, Any]:
    _see_told(live)
    if what == "link":
        return {"text": link(live.session.state, code=given.text(code))}
    text = as_code(live.session.study, what == "test")
    if not text:
        raise ValueError(message("There is no answer"))
    return {"text": text}


def _brought(live: LiveSession, address: object) -> dict[str, Any]:
    """Tell the code that a link brings, as a text."""
    scenes = [own.scene for own in live.session.all_opened]
    return {"code": linked(given.text(address), scenes).code}


def _save(live: LiveSession) -> dict[str, Any]:
    _see_told(live)
    return {"text": dump(live.session.state)}


def _see_told(live: LiveSession) -> None:
    if live.session.asking:
        raise ValueError(quiz_words.ASKED)


def _svg(live: LiveSession, theme: str = "light") -> dict[str, Any]:
    size = 2.0 * live.size[0], 2.0 * live.size[1]
    return {"text": vectors(live.session, ThemeName(theme), size, 1.0)}


def _own(live: LiveSession) -> dict[str, Any]:
    # It needs the judge, which takes a while to load.
    from playground.page.live import own_code

    return own_code.begun(live.session.scene)


def _words(live: LiveSession) -> dict[str, Any]:
    session = live.session
    shown = session.study.page is Page.DERIVATION and not session.questioned
    step = session.opened.step if shown else None
    return {"text": "\n".join(words.read_out(session.study, step))}


_REQUESTS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "map": _map,
    "curve": _curve,
    "own": _own,
    "brought": _brought,
    "copy": _copy,
    "save": _save,
    "svg": _svg,
    "words": _words,
}
