"""A state with how it is shown, as a value and as a file: data only."""

import base64
import binascii
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np

from playground.analysis.curve import Axis
from playground.analysis.heat_map import MapKind
from playground.i18n import message
from playground.quick_dataclass import dataclass
from playground.scene.camera import Camera2D, OrbitCamera
from playground.scene.html_repr import render_html
from playground.scene.json_schema import (
    ValidationContext,
    enum_schema,
    integer_schema,
    text_schema,
)
from playground.scene.json_text import parse_json, quote_value
from playground.scene.listing import Precision
from playground.scene.scene import SceneEntry
from playground.scene.serialization import (
    FieldFormat,
    FileFormat,
    from_json_values,
    to_json_values,
)
from playground.scene.state_format import (
    STATE_FORMAT,
    STATE_VERSION,
    ParamsOfScene,
    SceneById,
)
from playground.scene.units import METRES, Units
from playground.session.view_options import MapChoice, Page

Camera = Camera2D | OrbitCamera

_SHOW_FIELD = FieldFormat(inside="show")
_PRECISION = enum_schema({"float32": np.float32, "float64": np.float64})
# No derivation has so many steps, and no picture so many views.
_MAX_STEPS = 99
_MAX_VIEWS = 9
ViewNumber = Annotated[int, enum_schema({str(n): n for n in range(_MAX_VIEWS)})]


def _case(_: str, name: str, known: ValidationContext) -> str:
    if name and name not in known["scene"].cases:
        raise ValueError(message("unknown case {name}", name=quote_value(name)))
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

    FILE: ClassVar = FileFormat(STATE_FORMAT, STATE_VERSION, "state file")

    scene: SceneById
    params: ParamsOfScene
    case: Annotated[str, _case] = ""
    page: Annotated[Page, _SHOW_FIELD] = Page.EXPLORE
    step: Annotated[int | None, _SHOW_FIELD, integer_schema(1, _MAX_STEPS)] = None
    map: Annotated[MapKind | None, _SHOW_FIELD] = None
    mapped: Annotated[MapChoice, FieldFormat(inside="show", spread=True)] = MapChoice()
    compare: Annotated[bool, _SHOW_FIELD] = False
    dtype: Annotated[Precision | None, FieldFormat("precision", "show"), _PRECISION] = (
        None
    )
    axis: Annotated[Axis | None, FieldFormat("curve", "show")] = None
    cameras: Annotated[Mapping[ViewNumber, Camera], FieldFormat("views", "show")] = (
        field(default_factory=dict)
    )

    def _repr_html_(self) -> str | None:
        """Return what a notebook shows of it."""
        return render_html(self)


def dump(state: State) -> str:
    """Return a state as readable JSON text."""
    return json.dumps(to_json_values(state), indent=2) + "\n"


def load(text: str, scenes: Sequence[SceneEntry]) -> State:
    """Return the state of a file; ValueError says briefly what is wrong with it."""
    return from_json_values(State, parse_json(text), scenes=scenes)


def case_state(entry: SceneEntry, case: str = "") -> State:
    """Return the state of a case of a scene, by default of its first."""
    name = case or entry.first_case_name()
    compare = bool(entry.cases[name].mistake)
    return State(entry, entry.cases[name].params, name, compare=compare)


# ----------------------------------------------------------------------------
# What is known of a scene's state outside of the window: its file, and how it was.
# ----------------------------------------------------------------------------


def _path(name: str, text: str, known: ValidationContext) -> str:
    if "\0" in text:
        raise ValueError(
            message(
                "{name} must be a path, not {given}", name=name, given=quote_value(text)
            )
        )
    return text


PathText = Annotated[str, text_schema(4096), _path]
"""A path as text, "" for none."""


@dataclass(frozen=True)
class SavedFile:
    """The file that a scene's state was opened from or saved to.

    `state` is what lies in it; None if that is no longer known.
    """

    path: Path
    state: State | None


@dataclass(frozen=True)
class SavedScene:
    """How a scene was left: its state as in a file, and its file, "" for none.

    `changed` says that the state was no longer the file's; `quiz` is a round that was
    begun; `units` is how its numbers are shown. The state is looked at when the scene
    is opened, and the round on its page.
    """

    state: Mapping[str, Any]
    file: PathText = ""
    changed: bool = False
    quiz: Mapping[str, Any] | None = None
    units: Units = METRES


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
_MAX_TEXT_BYTES = 1 << 16
# Of a longer link mails and messengers lose the end. A state takes some hundred.
_MAX_CODE_LETTERS = 6000
_DAMAGED = message("some of its letters are missing or changed")


class LinkContents(NamedTuple):
    """The state that a link shows, and what is wrong with the link, if anything.

    `code` is the text of what came with it; whoever shows it says so, and runs nothing.
    """

    state: State
    problem: str = ""
    code: str = ""


def make_link(state: State, page: str = "", code: str = "") -> str:
    """Return the address of a page that shows this state, and brings code along.

    Raises
    ------
    ValueError
        The code is too long for a link.
    """
    text = json.dumps(to_json_values(state), separators=(",", ":"))
    address = f"{page}#{state.scene.id}/{_compress_text(text)}"
    return f"{address}/{_compress_code(code)}" if code else address


def _compress_code(code: str) -> str:
    held = _compress_text(code)
    if (
        len(held) > _MAX_CODE_LETTERS
        or len(code.encode("utf-8", "replace")) > _MAX_TEXT_BYTES
    ):
        raise ValueError(message("this code is too long for a link: send it as a file"))
    return held


def _compress_text(text: str) -> str:
    data = zlib.compress(text.encode("utf-8", "replace"), 9)
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def is_link(text: str) -> bool:
    """Return whether a text is meant as a link: one word, with a `#` in it."""
    return "#" in text and len(text.split()) == 1


def parse_link(address: str, scenes: Sequence[SceneEntry]) -> LinkContents:
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
                name=quote_value(name),
            )
        )
    state, problem, code = case_state(scene), "", ""
    if more:
        try:
            code = _decompress_text(folded)
        except ValueError as error:
            problem = message(
                "the code that came with the link is damaged: {why}", why=str(error)
            )
    if held:
        try:
            state = from_json_values(
                State, parse_json(_decompress_text(held)), scenes=[scene]
            )
        except ValueError as error:
            problem = message("the link is damaged: {why}", why=str(error))
    return LinkContents(state, problem, code)


def _decompress_text(held: str) -> str:
    """Return the text that was folded; ValueError if there is none, or too much."""
    try:
        data = base64.b64decode(held + "=" * (-len(held) % 4), b"-_", validate=True)
        unfold = zlib.decompressobj()
        text = unfold.decompress(data, _MAX_TEXT_BYTES).decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError) as error:
        raise ValueError(_DAMAGED) from error
    if not unfold.eof or unfold.unused_data:
        raise ValueError(_DAMAGED)
    return text
