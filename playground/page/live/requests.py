"""What a page asks for besides the state: a map, a curve, code to take away, a file."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from playground.page.live import given
from playground.page.live.plots import curve
from playground.page.still import vectors
from playground.render.theme import ThemeName
from playground.scene.codec import to_json_values
from playground.study.link import link
from playground.study.state_as_code import as_code

if TYPE_CHECKING:
    from playground.page.live.live import Live


def answered(live: "Live", asked: object) -> dict[str, Any]:
    """Return what was asked for by a list: its name, then what it is given."""
    if not isinstance(asked, list) or not asked or asked[0] not in _REQUESTS:
        raise ValueError("there is no such request")
    return _REQUESTS[asked[0]](live, *asked[1:])


def _map(
    live: "Live", wide: object = 0.0, tall: object = 0.0, coarse: object = False
) -> dict[str, Any]:
    camera, wide = live.controls.camera(0), given.number(wide) or live.size[0]
    found = live.plots.map(
        live.session, camera, live.size, wide, coarse=given.flag(coarse)
    )
    return {"map": found}


def _curve(live: "Live", wide: object = 520.0, tall: object = 260.0) -> dict[str, Any]:
    return {"curve": curve(live.session, given.number(wide), given.number(tall))}


def _copy(live: "Live", what: str) -> dict[str, Any]:
    if what == "link":
        return {"text": link(live.session.state)}
    text = as_code(live.session.study, what == "test")
    if not text:
        raise ValueError("There is no answer")
    return {"text": text}


def _save(live: "Live") -> dict[str, Any]:
    import json

    return {"text": json.dumps(to_json_values(live.session.state), indent=2)}


def _svg(live: "Live", theme: str = "light") -> dict[str, Any]:
    size = 2.0 * live.size[0], 2.0 * live.size[1]
    return {"text": vectors(live.session, ThemeName(theme), size, 1.0)}


_REQUESTS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "map": _map,
    "curve": _curve,
    "copy": _copy,
    "save": _save,
    "svg": _svg,
}
