"""What a page asks for besides the state: a map, a curve, code to take away, a file."""

from collections.abc import Callable, Mapping
from typing import Any

from playground.page.live.live_session import LiveSession
from playground.page.maps import mapped
from playground.page.still import vectors
from playground.render.theme import ThemeName
from playground.scene.codec import to_json_values
from playground.study.link import link
from playground.study.state_as_code import as_code


def answered(live: LiveSession, asked: object) -> dict[str, Any]:
    """Return what was asked for by a list: its name, then what it is given."""
    if not isinstance(asked, list) or not asked or asked[0] not in _REQUESTS:
        raise ValueError("there is no such request")
    return _REQUESTS[asked[0]](live, *asked[1:])


def _map(live: LiveSession, *_: Any) -> dict[str, Any]:
    camera = live.controls.camera(0)
    return {"map": mapped(live.session, camera, live.size)}


def _copy(live: LiveSession, what: str) -> dict[str, Any]:
    if what == "link":
        return {"text": link(live.session.state)}
    text = as_code(live.session.study, what == "test")
    if not text:
        raise ValueError("There is no answer")
    return {"text": text}


def _save(live: LiveSession) -> dict[str, Any]:
    import json

    return {"text": json.dumps(to_json_values(live.session.state), indent=2)}


def _svg(live: LiveSession, theme: str = "light") -> dict[str, Any]:
    size = 2.0 * live.size[0], 2.0 * live.size[1]
    return {"text": vectors(live.session, ThemeName(theme), size, 1.0)}


def _own(live: "Live") -> dict[str, Any]:
    # It needs the judge, which takes a while to load.
    from playground.page.live import own_code

    return own_code.begun(live.session.scene)


_REQUESTS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "map": _map,
    "own": _own,
    "copy": _copy,
    "save": _save,
    "svg": _svg,
}
