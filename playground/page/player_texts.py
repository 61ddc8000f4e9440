"""The player's own texts in the language that is spoken, for a page to read."""

import json
import re
from collections.abc import Iterator

from playground.language import translated

# A call of `message`, whose text may be written in several pieces, and a piece.
_PIECE = r'"(?:[^"\\]|\\.)*"'
_CALL = re.compile(rf"\bmessage\(\s*({_PIECE}(?:\s*\+\s*{_PIECE})*)")


def texts(script: str) -> Iterator[str]:
    """Yield the texts for people of a script, in English."""
    for call in _CALL.finditer(script):
        yield "".join(json.loads(piece) for piece in re.findall(_PIECE, call[1]))


def texts_data(*scripts: str) -> str:
    """Return the element of a page that has them; "" where English is spoken."""
    known = (text for script in scripts for text in texts(script))
    told = {text: translated(text) for text in known}
    held = {text: words for text, words in told.items() if words != text}
    if not held:
        return ""
    data = json.dumps(held, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="texts">{data}</script>\n'
