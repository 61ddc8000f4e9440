"""The player's own texts in the language that is spoken, for a page to read."""

import json
import re
from collections.abc import Iterator

from playground.language import message, translated

# A call of `message` or `messageAbout`, whose text may be written in several pieces.
_PIECE = r'"(?:[^"\\]|\\.)*"'
_TEXT = rf"{_PIECE}(?:\s*\+\s*{_PIECE})*"
_CALL = re.compile(rf"\bmessage(?:About\(({_PIECE}),\s*|\(\s*)({_TEXT})")
# What parts a text from what it is about, as in catalogues.
_PARTS = "\4"


def texts(script: str) -> Iterator[tuple[str, str]]:
    """Yield of each text for people of a script what it is about, and its English."""
    for about, text in _CALL.findall(script):
        pieces = map(json.loads, re.findall(_PIECE, text))
        yield json.loads(about or '""'), "".join(pieces)


def texts_data(*scripts: str) -> str:
    """Return the element of a page that has them; "" where English is spoken."""
    held = {}
    for about, text in (found for script in scripts for found in texts(script)):
        told = translated(message(text, about=about))
        if told != text:
            held[f"{about}{_PARTS}{text}" if about else text] = told
    if not held:
        return ""
    data = json.dumps(held, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="texts">{data}</script>\n'
