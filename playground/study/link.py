"""A state as a link, and back: all of it stands after the `#` of an address.

First the scene's id, so that a damaged link still opens its scene, then a slash and the
values of a state's file, deflated and written in letters that any address may have. No
server ever hears what is behind a `#`. A link carries data. Code that goes with it
stands behind one more slash, folded alike: a text to be read, which nothing here runs.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Sequence
from typing import NamedTuple

from playground.language import message
from playground.scene.codec import from_json_values, to_json_values
from playground.scene.json_text import read, said
from playground.scene.scene import Entry
from playground.study.state import State, of_case

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
