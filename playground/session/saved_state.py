"""A state with how it is shown, as a value and as a file: data only."""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np

from playground.analysis.curve import Axis
from playground.analysis.heat_map import MapKind
from playground.i18n import message
from playground.scene.camera import Camera2D, OrbitCamera
from playground.scene.json_schema import Known, text, whole, words
from playground.scene.json_text import read, said
from playground.scene.listing import Precision
from playground.scene.notebook import shown
from playground.scene.scene import Entry
from playground.scene.serialization import (
    File,
    Written,
    from_json_values,
    to_json_values,
)
from playground.scene.state_format import FORMAT, VERSION, ParamsOfScene, SceneById
from playground.session.view_options import MapChoice, Page

Camera = Camera2D | OrbitCamera

_SHOW = Written(inside="show")
_PRECISION = words({"float32": np.float32, "float64": np.float64})
# No derivation has so many steps, and no picture so many views.
_STEPS = 99
_VIEWS = 9
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


# ----------------------------------------------------------------------------
# What is known of a scene's state outside of the window: its file, and how it was.
# ----------------------------------------------------------------------------


def _path(name: str, text: str, known: Known) -> str:
    if "\0" in text:
        raise ValueError(
            message("{name} must be a path, not {given}", name=name, given=said(text))
        )
    return text


PathText = Annotated[str, text(4096), _path]
"""A path as text, "" for none."""


@dataclass(frozen=True)
class Saved:
    """The file that a scene's state was opened from or saved to.

    `state` is what lies in it; None if that is no longer known.
    """

    path: Path
    state: State | None


@dataclass(frozen=True)
class Left:
    """How a scene was left: its state as in a file, and its file, "" for none.

    `changed` says that the state was no longer the file's. The state is looked at
    when the scene is opened.
    """

    state: Mapping[str, Any]
    file: PathText = ""
    changed: bool = False


# ----------------------------------------------------------------------------
# A state as a link, and back: all of it stands after the `#` of an address.
#
# First the scene's id, so that a damaged link still opens its scene, then a slash and
# the values of a state's file, deflated and written in letters that any address may
# have. No server ever hears what is behind a `#`. A link carries data. Code that goes
# with it stands behind one more slash, folded alike: a text to be read, which nothing
# here runs.
# ----------------------------------------------------------------------------


# A state has some thousand letters, a function no more; what unfolds to more is none.
_LONGEST = 1 << 16
# Of a longer link mails and messengers lose the end. A state takes some hundred.
_CODE_LETTERS = 6000
_CHANGED = message("some of its letters are missing or changed")


class Linked(NamedTuple):
    """The state that a link shows, and what is wrong with the link, if anything.

    `code` is the text of what came with it; whoever shows it says so, and runs nothing.
    """

    state: State
    problem: str = ""
    code: str = ""


def link(state: State, page: str = "", code: str = "") -> str:
    """Return the address of a page that shows this state, and brings code along.

    Raises
    ------
    ValueError
        The code is too long for a link.
    """
    text = json.dumps(to_json_values(state), separators=(",", ":"))
    address = f"{page}#{state.scene.id}/{_folded(text)}"
    return f"{address}/{_short(code)}" if code else address


def _short(code: str) -> str:
    held = _folded(code)
    if len(held) > _CODE_LETTERS or len(code.encode("utf-8", "replace")) > _LONGEST:
        raise ValueError(message("this code is too long for a link: send it as a file"))
    return held


def _folded(text: str) -> str:
    data = zlib.compress(text.encode("utf-8", "replace"), 9)
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def is_link(text: str) -> bool:
    """Return whether a text is meant as a link: one word, with a `#` in it."""
    return "#" in text and len(text.split()) == 1


def linked(address: str, scenes: Sequence[Entry]) -> Linked:
    """Return what a link shows: of a damaged one the scene as it opens.

    Code that is damaged is left out, and the state shown.

    Raises
    ------
    ValueError
        It names none of these scenes.
    """
    _, _, after = address.strip().partition("#")
    name, _, rest = after.partition("/")
    held, more, folded = rest.partition("/")
    scene = next((one for one in scenes if one.id == name), None)
    if scene is None:
        known = ", ".join(one.id for one in scenes)
        raise ValueError(
            message(
                "the link names no scene of {names}, but {name}",
                names=known,
                name=said(name),
            )
        )
    state, problem, code = of_case(scene), "", ""
    if more:
        try:
            code = _text(folded)
        except ValueError as error:
            problem = message(
                "the code that came with the link is damaged: {why}", why=str(error)
            )
    if held:
        try:
            state = from_json_values(State, read(_text(held)), scenes=[scene])
        except ValueError as error:
            problem = message("the link is damaged: {why}", why=str(error))
    return Linked(state, problem, code)


def _text(held: str) -> str:
    """Return the text that was folded; ValueError if there is none, or too much."""
    try:
        data = base64.b64decode(held + "=" * (-len(held) % 4), b"-_", validate=True)
        unfold = zlib.decompressobj()
        text = unfold.decompress(data, _LONGEST).decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError) as error:
        raise ValueError(_CHANGED) from error
    if not unfold.eof or unfold.unused_data:
        raise ValueError(_CHANGED)
    return text
