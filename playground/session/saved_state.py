"""Saved states: a scene as displayed, as a value, a file and a link."""

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
from playground.scene.scene import Scene, SceneEntry
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
# Limits above every derivation's steps and every picture's views.
_MAX_STEPS = 99
_MAX_VIEWS = 9
ViewNumber = Annotated[int, enum_schema({str(n): n for n in range(_MAX_VIEWS)})]


def _case(_: str, name: str, context: ValidationContext) -> str:
    if name and name not in context["scene"].cases:
        raise ValueError(message("unknown case {name}", name=quote_value(name)))
    return name


@dataclass(frozen=True)
class State:
    """A scene as it is displayed.

    Attributes
    ----------
    scene : SceneEntry
        The scene.
    params : Params
        Its params.
    case : str
        Name of the case that the params came from; "" for none.
    page : Page
        Page of the inspector.
    step : int or None
        The displayed step of the derivation, from 1; None for all of it.
    map : MapKind or None
        The displayed map; None for none.
    mapped : MapChoice
        Its axes and quantity.
    compare : bool
        Whether the listing's answer is displayed.
    dtype : Precision or None
        Float type of the listing; None for its default.
    axis : Axis or None
        Axis of the curve; None for the scene's default.
    cameras : mapping
        The cameras that the user has moved, by the index of the view.
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

    @property
    def scene_part(self) -> Scene[Any, Any]:
        """The scene, or of one with modes the mode that the params select."""
        return self.scene.resolve(self.params)[0]

    def _repr_html_(self) -> str | None:
        """Return the HTML that a notebook displays.

        It is None if no renderer is installed.
        """
        return render_html(self)


def dump(state: State) -> str:
    """Return a state as readable JSON text, which `load` reads."""
    return json.dumps(to_json_values(state), indent=2) + "\n"


def load(text: str, scenes: Sequence[SceneEntry]) -> State:
    """Return the state in a JSON text.

    Raises
    ------
    ValueError
        The text is not a state of one of the scenes; the message is brief.
    """
    return from_json_values(State, parse_json(text), scenes=scenes)


def case_state(entry: SceneEntry, case: str = "") -> State:
    """Return the state of the case with this name; "" for the scene's first.

    If the case shows a mistake of the listing, its answer is displayed too.

    Raises
    ------
    KeyError
        The scene has no such case.
    """
    name = case or entry.first_case_name()
    compare = bool(entry.cases[name].mistake)
    return State(entry, entry.cases[name].params, name, compare=compare)


# ----------------------------------------------------------------------------
# The file of a state, and a scene saved at the end of a program run.
# ----------------------------------------------------------------------------


def _path(name: str, text: str, context: ValidationContext) -> str:
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
    """The file that a state was opened from or saved to.

    Attributes
    ----------
    path : Path
        The file.
    state : State or None
        Its content; None if that is no longer known.
    """

    path: Path
    state: State | None


@dataclass(frozen=True)
class SavedScene:
    """A scene saved at the end of a program run.

    Attributes
    ----------
    state : mapping
        Its state as JSON values, validated when the scene is opened.
    file : str
        Path of its file; "" for none.
    changed : bool
        Whether the state differs from the file.
    quiz : mapping or None
        A quiz round as JSON values, validated when its page is opened.
    units : Units
        Units of displayed numbers.
    """

    state: Mapping[str, Any]
    file: PathText = ""
    changed: bool = False
    quiz: Mapping[str, Any] | None = None
    units: Units = METRES


# ----------------------------------------------------------------------------
# Links: `PAGE#SCENE_ID/STATE/CODE`. The id is plain, so that a damaged link still opens
# its scene. The state's JSON and the optional code are deflated and in URL-safe base64.
# Browsers do not send the part after `#` to a server. The code is only displayed, never
# run here.
# ----------------------------------------------------------------------------


# Limit of the inflated size; states and functions have a few thousand letters.
_MAX_TEXT_BYTES = 1 << 16
# Limit of the code, since mail programs cut longer links. A state takes a few hundred.
_MAX_CODE_LETTERS = 6000
_DAMAGED = message("some of its characters are missing or changed")


class LinkContents(NamedTuple):
    """The content of a link.

    Attributes
    ----------
    state : State
        The state.
    problem : str
        Message about damage of the state or the code; "" for none.
    code : str
        The code that came with it, to be displayed but not run; "" for none.
    """

    state: State
    problem: str = ""
    code: str = ""


def make_link(state: State, code: str = "") -> str:
    """Return the end of a link, from `#` on, with which a page opens this state.

    Parameters
    ----------
    state : State
        The state.
    code : str
        User code to include; "" for none.

    Raises
    ------
    ValueError
        The code is too long for a link: more than `_MAX_CODE_LETTERS` when compressed.
    """
    text = json.dumps(to_json_values(state), separators=(",", ":"))
    address = f"#{state.scene.id}/{_compress_text(text)}"
    return f"{address}/{_compress_code(code)}" if code else address


def _compress_code(code: str) -> str:
    text = _compress_text(code)
    if (
        len(text) > _MAX_CODE_LETTERS
        or len(code.encode("utf-8", "replace")) > _MAX_TEXT_BYTES
    ):
        raise ValueError(message("this code is too long for a link: send it as a file"))
    return text


def _compress_text(text: str) -> str:
    data = zlib.compress(text.encode("utf-8", "replace"), 9)
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def is_link(text: str) -> bool:
    """Return whether a text looks like a link: one word with a `#` in it."""
    return "#" in text and len(text.split()) == 1


def parse_link(address: str, scenes: Sequence[SceneEntry]) -> LinkContents:
    """Return the content of a link.

    A damaged state gives the scene's first case, damaged code is left out; `problem`
    says so.

    Raises
    ------
    ValueError
        The link names none of these scenes.
    """
    _, _, fragment = address.strip().partition("#")
    name, _, payload = fragment.partition("/")
    data, folded_code, code_data = payload.partition("/")
    scene = next((one for one in scenes if one.id == name), None)
    if scene is None:
        known_ids = ", ".join(one.id for one in scenes)
        raise ValueError(
            message(
                "the link's scene {name} does not exist; there are {names}",
                names=known_ids,
                name=quote_value(name),
            )
        )
    state, problem, code = case_state(scene), "", ""
    if folded_code:
        try:
            code = _decompress_text(code_data)
        except ValueError as error:
            problem = message(
                "the code that came with the link is damaged: {why}", why=str(error)
            )
    if data:
        try:
            state = from_json_values(
                State, parse_json(_decompress_text(data)), scenes=[scene]
            )
        except ValueError as error:
            problem = message("the link is damaged: {why}", why=str(error))
    return LinkContents(state, problem, code)


def _decompress_text(held: str) -> str:
    """Return the inflated text; ValueError if it is damaged or too long.

    At most `_MAX_TEXT_BYTES` are inflated.
    """
    try:
        data = base64.b64decode(held + "=" * (-len(held) % 4), b"-_", validate=True)
        unfold = zlib.decompressobj()
        text = unfold.decompress(data, _MAX_TEXT_BYTES).decode()
    except (binascii.Error, zlib.error, UnicodeDecodeError) as error:
        raise ValueError(_DAMAGED) from error
    if not unfold.eof or unfold.unused_data:
        raise ValueError(_DAMAGED)
    return text
