"""A state with how it is shown, as a value and as a file: data only."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from playground.explore.curve import Axis, named
from playground.explore.map import MapKind
from playground.scene.camera import Camera2D, OrbitCamera
from playground.scene.listing import Precision
from playground.scene.notebook import shown
from playground.scene.params import Params
from playground.scene.scene import Entry
from playground.scene.state import known, read, said, state_from_dict, state_to_dict
from playground.study.shown import MapChoice, Page

Camera = Camera2D | OrbitCamera

_PRECISIONS: dict[str, Precision] = {"float32": np.float32, "float64": np.float64}
# No derivation has so many steps, and no picture so many views.
_STEPS, _VIEWS = 99, 9
# No name is so long.
_LETTERS = 999
# No view is wanted that is farther off, or finer, than a camera can go.
_FAR, _FINE = 1e12, 1e-9


@dataclass(frozen=True)
class State:
    """One scene as it is shown.

    Attributes
    ----------
    scene, params
        What is asked.
    case : str
        The name of the case that the params came from; "" for none.
    page : Page
        The page beside the picture.
    step : int or None
        The derivation up to this step, from 1; None for all of it.
    map : MapKind or None
        The map under the picture.
    mapped : MapChoice
        What it is over, and of which quantity.
    compare : bool
        Whether the listing's answer is shown.
    dtype : Precision or None
        The numbers that the listing computes with; None for its own.
    axis : Axis or None
        What the curve runs over; None for the scene's own.
    cameras : mapping
        Those of the views that were moved by hand, by their number.
    """

    scene: Entry
    params: Params
    case: str = ""
    page: Page = Page.EXPLORE
    step: int | None = None
    map: MapKind | None = None
    mapped: MapChoice = MapChoice()
    compare: bool = False
    dtype: Precision | None = None
    axis: Axis | None = None
    cameras: Mapping[int, Camera] = field(default_factory=dict)

    def _repr_html_(self) -> str | None:
        """Return what a notebook shows of it."""
        return shown(self)


def dump(state: State) -> str:
    """Return a state as readable JSON text."""
    return json.dumps(to_dict(state), indent=2) + "\n"


def load(text: str, scenes: Sequence[Entry]) -> State:
    """Return the state of a file; ValueError says briefly what is wrong with it."""
    return from_dict(read(text), scenes)


def to_dict(state: State) -> dict[str, Any]:
    """Return a state as JSON values; what is as usual is left out."""
    values = state_to_dict(state.scene, state.params)
    if state.case:
        values["case"] = state.case
    if shown := _shown(state):
        values["show"] = shown
    return values


def _shown(state: State) -> dict[str, Any]:
    p, over = state.params, state.mapped.over
    dtype = next((n for n, kind in _PRECISIONS.items() if kind is state.dtype), None)
    shown = {
        "page": state.page.value if state.page is not Page.EXPLORE else None,
        "step": state.step,
        "map": state.map.value if state.map else None,
        "over": [axis.path(p) for axis in over] if over else None,
        "quantity": state.mapped.quantity or None,
        "alone": state.mapped.alone or None,
        "compare": state.compare or None,
        "precision": dtype,
        "curve": state.axis.path(p) if state.axis else None,
        "views": {str(n): _seen(c) for n, c in sorted(state.cameras.items())} or None,
    }
    return {name: value for name, value in shown.items() if value is not None}


def _seen(camera: Camera) -> dict[str, Any]:
    if isinstance(camera, Camera2D):
        return {"center": list(camera.center), "scale": camera.scale}
    return {
        "target": list(camera.target),
        "distance": camera.distance,
        "yaw": camera.yaw,
        "pitch": camera.pitch,
    }


def from_dict(values: Any, scenes: Sequence[Entry]) -> State:
    """Return a state from JSON values; ValueError naming what is wrong."""
    scene, params = state_from_dict(values, scenes)
    case = _word(values, "case")
    if case and case not in scene.cases:
        raise ValueError(f"unknown case {said(case)}")
    show = values.get("show", {})
    if not isinstance(show, dict):
        raise ValueError('"show" must be an object')
    known(show, _FIELDS, '"show"')
    over = _over(params, show.get("over"))
    axis = show.get("curve")
    return State(
        scene,
        params,
        case,
        _of(Page, show.get("page", Page.EXPLORE), "page"),
        _step(show.get("step")),
        None if "map" not in show else _of(MapKind, show["map"], "map"),
        MapChoice(over, _word(show, "quantity"), _word(show, "alone")),
        _flag(show, "compare"),
        _precision(show.get("precision")),
        None if axis is None else _axis(params, axis, "curve"),
        _cameras(show.get("views", {})),
    )


_FIELDS = (
    "page",
    "step",
    "map",
    "over",
    "quantity",
    "alone",
    "compare",
    "precision",
    "curve",
    "views",
)


def _of(kind: Any, value: object, name: str) -> Any:
    names = [member.value for member in kind]
    if value not in names:
        raise ValueError(f"{name} must be one of {', '.join(names)}, not {said(value)}")
    return kind(value)


def _step(value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"step must be a whole number, not {said(value)}")
    if not 1 <= value <= _STEPS:
        raise ValueError(f"step must lie in [1, {_STEPS}]")
    return value


def _word(values: Mapping[str, Any], name: str) -> str:
    value = values.get(name, "")
    if not isinstance(value, str):
        raise ValueError(f"{name} must be text, not {said(value)}")
    if len(value) > _LETTERS:
        raise ValueError(f"{name} may have {_LETTERS} letters")
    return value


def _flag(show: Mapping[str, Any], name: str) -> bool:
    value = show.get(name, False)
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be true or false, not {said(value)}")
    return value


def _precision(value: object) -> Precision | None:
    if value is None:
        return None
    if not isinstance(value, str) or value not in _PRECISIONS:
        raise ValueError(
            f"precision must be one of {', '.join(_PRECISIONS)}, not {said(value)}"
        )
    return _PRECISIONS[value]


def _axis(params: Params, value: object, name: str) -> Axis:
    if not isinstance(value, str):
        raise ValueError(
            f"{name}: the name of a number must be text, not {said(value)}"
        )
    try:
        return named(params, value)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def _over(params: Params, value: object) -> tuple[Axis, Axis] | None:
    if value is None:
        return None
    if not isinstance(value, list) or len(value) != 2 or value[0] == value[1]:
        raise ValueError(
            f"over must be a list of two numbers' names, not {said(value)}"
        )
    return _axis(params, value[0], "over"), _axis(params, value[1], "over")


def _cameras(value: object) -> dict[int, Camera]:
    if not isinstance(value, dict):
        raise ValueError('"views" must be an object')
    known(value, [str(n) for n in range(_VIEWS)], '"views"')
    return {int(n): _camera(f"views {n}", seen) for n, seen in value.items()}


def _camera(name: str, value: object) -> Camera:
    if not isinstance(value, dict):
        raise ValueError(f"{name} must be an object")
    if "center" in value or "scale" in value:
        known(value, ("center", "scale"), name)
        x, y = _numbers(f"center of {name}", value.get("center"), 2)
        return Camera2D((x, y), _positive(f"scale of {name}", value.get("scale")))
    known(value, ("target", "distance", "yaw", "pitch"), name)
    x, y, z = _numbers(f"target of {name}", value.get("target"), 3)
    turned = [value.get("yaw"), value.get("pitch")]
    yaw, pitch = _numbers(f"yaw and pitch of {name}", turned, 2)
    distance = _positive(f"distance of {name}", value.get("distance"))
    return OrbitCamera((x, y, z), distance, yaw, pitch)


def _numbers(name: str, value: object, count: int) -> list[float]:
    if not isinstance(value, list) or len(value) != count:
        raise ValueError(f"{name} must be {count} numbers")
    return [_number(name, x) for x in value]


def _positive(name: str, value: object) -> float:
    number = _number(name, value)
    if number < _FINE:
        raise ValueError(f"{name} must be at least {_FINE:g}")
    return number


def _number(name: str, value: object) -> float:
    plain = isinstance(value, int | float) and not isinstance(value, bool)
    # No more is asked of a whole number than that it is small: it may have any length.
    if not plain or not -_FAR <= value <= _FAR or math.isnan(value):  # type: ignore[operator,arg-type]
        raise ValueError(f"{name} must be a number within {_FAR:g}")
    return float(value)  # type: ignore[arg-type]


def of_case(entry: Entry, case: str = "") -> State:
    """Return the state of a case of a scene, by default of its first."""
    name = case or entry.first_case()
    compare = bool(entry.cases[name].mistake)
    return State(entry, entry.cases[name].params, name, compare=compare)
