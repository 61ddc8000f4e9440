"""The modules of the player as one script, for a page that fetches nothing."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from playground.i18n import message, translate

PLAYER_FOLDER = Path(__file__).parent / "player"
"""Modules as a browser loads them: `start.js` begins."""
_IMPORT_NAMES = r"\{ \w+(?:, \w+)* \}"
_IMPORT = re.compile(rf'^import {_IMPORT_NAMES} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) )", re.MULTILINE)
_UNSUPPORTED = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
# A comment that has its lines for itself.
_COMMENT = re.compile(
    r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL
)


@cache
def bundle_player(folder: Path = PLAYER_FOLDER, first: str = "start") -> str:
    """Return the module `first` and all that it imports as one script, uncommented.

    Each module comes once, after those that it imports. What they declare outermost
    becomes one scope, so no two may use the same name there.

    Raises
    ------
    ValueError
        If two modules import each other, or one imports or exports in another form
        than `import { a, b } from "./c.js";` and `export` before what it declares.
    """
    done: dict[str, str] = {}
    _append_module(folder, first, done, ())
    return "\n".join(done.values())


def _append_module(
    folder: Path, name: str, done: dict[str, str], above: tuple[str, ...]
) -> None:
    """Add a module to those that are done, after what it imports."""
    if name in above:
        raise ValueError(f"{' > '.join((*above, name))}: modules in a circle")
    if name in done:
        return
    text = (folder / f"{name}.js").read_text(encoding="utf-8")
    for other in _IMPORT.findall(text):
        _append_module(folder, other, done, (*above, name))
    text = _EXPORT.sub("", _IMPORT.sub("", text))
    if unknown := _UNSUPPORTED.search(text):
        raise ValueError(f"{name}.js: {unknown[0]}")
    done[name] = _COMMENT.sub("", text)


# ----------------------------------------------------------------------------
# The player's own texts in the language that is spoken, for a page to read.
# ----------------------------------------------------------------------------


# A call of `message` or `messageAbout`, whose text may be written in several pieces.
_STRING_LITERAL = r'"(?:[^"\\]|\\.)*"'
_STRING_CONCATENATION = rf"{_STRING_LITERAL}(?:\s*\+\s*{_STRING_LITERAL})*"
_MESSAGE_CALL = re.compile(
    rf"\bmessage(?:About\(({_STRING_LITERAL}),\s*|\(\s*)({_STRING_CONCATENATION})"
)
# What parts a text from what it is about, as in catalogues.
_CONTEXT_SEPARATOR = "\4"


def find_messages(script: str) -> Iterator[tuple[str, str]]:
    """Yield of each text for people of a script what it is about, and its English."""
    for about, text in _MESSAGE_CALL.findall(script):
        pieces = map(json.loads, re.findall(_STRING_LITERAL, text))
        yield json.loads(about or '""'), "".join(pieces)


def render_messages(*scripts: str) -> str:
    """Return the element of a page that has them; "" where English is spoken."""
    held = {}
    for about, text in (found for script in scripts for found in find_messages(script)):
        told = translate(message(text, about=about))
        if told != text:
            held[f"{about}{_CONTEXT_SEPARATOR}{text}" if about else text] = told
    if not held:
        return ""
    data = json.dumps(held, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="texts">{data}</script>\n'
