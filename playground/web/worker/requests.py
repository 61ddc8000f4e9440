"""What a page asks for besides the state: a map, a curve, code to take away, a file."""

from collections.abc import Callable, Mapping
from typing import Any

from playground.i18n import message, translated
from playground.judge.evaluation import excusable, excuse_words, query_of
from playground.judge.report.repro import first_text
from playground.render.theme import ThemeName
from playground.scene.scene import Entry
from playground.session import texts
from playground.session.saved_state import dump, link, linked
from playground.session.state_as_code import as_code
from playground.session.view_options import Page
from playground.web.figure import vectors
from playground.web.serialize import text as serialize_text
from playground.web.serialize.drawing import ALONE
from playground.web.worker import validation
from playground.web.worker.headless_session import LiveSession
from playground.web.worker.plots import curve


def answered(live: LiveSession, asked: object) -> dict[str, Any]:
    """Return what was asked for by a list: its name, then what it is given."""
    name, *values = asked if isinstance(asked, list) and asked else [asked]
    answer: dict[str, Any] = validation.done(live, _REQUESTS, name, values)
    return answer


def _map(
    live: LiveSession,
    wide: object = ALONE[0],
    coarse: object = False,
    seen: object = None,
) -> dict[str, Any]:
    camera, large = live.controls.camera(0), validation.number(wide)
    # A page's view may be larger than what it was fitted to.
    size = live.size if seen is None else validation.size(seen)
    found = live.plots.map(
        live.session, camera, size, large, coarse=validation.flag(coarse)
    )
    return {"map": found}


def _curve(
    live: LiveSession, wide: object = 520.0, tall: object = 260.0
) -> dict[str, Any]:
    return {
        "curve": curve(live.session, validation.number(wide), validation.number(tall))
    }


def _copy(live: LiveSession, what: object, code: object = "") -> dict[str, Any]:
    _see_told(live)
    if what == "link":
        return {"text": link(live.session.state, code=validation.text(code))}
    text = as_code(live.session.study, what == "test")
    if not text:
        raise ValueError(message("There is no answer"))
    return {"text": text}


def _brought(live: LiveSession, address: object) -> dict[str, Any]:
    """Tell the code that a link brings, as a text."""
    scenes = [own.scene for own in live.session.all_opened]
    return {"code": linked(validation.text(address), scenes).code}


def _save(live: LiveSession) -> dict[str, Any]:
    _see_told(live)
    return {"text": dump(live.session.state)}


def _see_told(live: LiveSession) -> None:
    if live.session.asking:
        raise ValueError(texts.ASKED)


def _svg(live: LiveSession, theme: str = "light") -> dict[str, Any]:
    size = 2.0 * live.size[0], 2.0 * live.size[1]
    return {"text": vectors(live.session, ThemeName(theme), size, 1.0)}


def _own(live: LiveSession) -> dict[str, Any]:
    # It needs the judge, which takes a while to load.

    return begun(live.session.scene)


def _words(live: LiveSession) -> dict[str, Any]:
    session = live.session
    shown = session.study.page is Page.DERIVATION and not session.questioned
    step = session.opened.step if shown else None
    return {"text": "\n".join(serialize_text.read_out(session.study, step))}


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


# ----------------------------------------------------------------------------
# What a page's editor begins with: a function to fill in, and what can be excused.
# ----------------------------------------------------------------------------


def begun(scene: Entry) -> dict[str, Any]:
    """Return the function's name, its first text, and each excuse with its meaning."""
    query = query_of(scene)
    return {
        "name": query.name,
        "text": first_text(query),
        "excuses": [
            [word, translated(word.replace("_", " ")), translated(excuse_words(word))]
            for word in excusable(query)
        ],
    }
