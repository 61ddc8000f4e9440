"""A state with how it is shown, as a value and as a file: data only."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

import numpy as np

from playground.explore.curve import Axis
from playground.explore.map import MapKind
from playground.language import message
from playground.scene.camera import Camera2D, OrbitCamera
from playground.scene.codec import File, Written, from_json_values, to_json_values
from playground.scene.forms import Known, whole, words
from playground.scene.json_text import read, said
from playground.scene.listing import Precision
from playground.scene.notebook import shown
from playground.scene.scene import Entry
from playground.scene.state import FORMAT, VERSION, ParamsOfScene, SceneById
from playground.study.shown import MapChoice, Page

Camera = Camera2D | OrbitCamera

_SHOW = Written(inside="show")
_PRECISION = words({"float32": np.float32, "float64": np.float64})
# No derivation has so many steps, and no picture so many views.
_STEPS, _VIEWS = 99, 9
ViewNumber = Annotated[int, words({str(n): n for n in range(_VIEWS)})]


def _case(_: str, name: str, known: Known) -> str:
    if name and name not in known["scene"].cases:
        raise ValueError(message("unknown case {name}", name=said(name)))
    return name


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

    FILE: ClassVar = File(FORMAT, VERSION, "state file")

    scene: SceneById
    params: ParamsOfScene
    case: Annotated[str, _case] = ""
    page: Annotated[Page, _SHOW] = Page.EXPLORE
    step: Annotated[int | None, _SHOW, whole(1, _STEPS)] = None
    map: Annotated[MapKind | None, _SHOW] = None
    mapped: Annotated[MapChoice, Written(inside="show", spread=True)] = MapChoice()
    compare: Annotated[bool, _SHOW] = False
    dtype: Annotated[Precision | None, Written("precision", "show"), _PRECISION] = None
    axis: Annotated[Axis | None, Written("curve", "show")] = None
    cameras: Annotated[Mapping[ViewNumber, Camera], Written("views", "show")] = field(
        default_factory=dict
    )

    def _repr_html_(self) -> str | None:
        """Return what a notebook shows of it."""
        return shown(self)


def dump(state: State) -> str:
    """Return a state as readable JSON text."""
    return json.dumps(to_json_values(state), indent=2) + "\n"


def load(text: str, scenes: Sequence[Entry]) -> State:
    """Return the state of a file; ValueError says briefly what is wrong with it."""
    return from_json_values(State, read(text), scenes=scenes)


def of_case(entry: Entry, case: str = "") -> State:
    """Return the state of a case of a scene, by default of its first."""
    name = case or entry.first_case()
    compare = bool(entry.cases[name].mistake)
    return State(entry, entry.cases[name].params, name, compare=compare)
