"""A state as a link, and back: all of it stands after the `#` of an address.

First the scene's id, so that a damaged link still opens its scene, then a slash and the
values of a state's file, deflated and written in letters that any address may have. No
server ever hears what is behind a `#`. A link carries data alone, never code.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from playground.scene.codec import from_json_values, to_json_values
from playground.scene.json_text import read, said
from playground.scene.scene import Entry
from playground.study.state import State, of_case

# A state has some thousand letters; what unfolds to more is none.
_LONGEST = 1 << 16
_CHANGED = "some of its letters are missing or changed"


class Linked(NamedTuple):
    """The state that a link shows, and what is wrong with the link, if anything."""

    state: State
    problem: str = ""


def link(state: State, page: str = "") -> str:
    """Return the address of a page that shows this state."""
    text = json.dumps(to_json_values(state), separators=(",", ":"))
    held = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9))
    return f"{page}#{state.scene.id}/{held.decode().rstrip('=')}"


def is_link(text: str) -> bool:
    """Return whether a text is meant as a link: one word, with a `#` in it."""
    return "#" in text and len(text.split()) == 1


def linked(address: str, scenes: Sequence[Entry]) -> Linked:
    """Return what a link shows: of a damaged one the scene as it opens.

    Raises
    ------
    ValueError
        It names none of these scenes.
    """
    _, _, after = address.strip().partition("#")
    name, _, held = after.partition("/")
    scene = next((one for one in scenes if one.id == name), None)
    if scene is None:
        known = ", ".join(one.id for one in scenes)
        raise ValueError(f"the link names no scene of {known}, but {said(name)}")
    if not held:
        return Linked(of_case(scene))
    try:
        return Linked(from_json_values(State, read(_text(held)), scenes=[scene]))
    except ValueError as error:
        return Linked(of_case(scene), f"the link is damaged: {error}")


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
