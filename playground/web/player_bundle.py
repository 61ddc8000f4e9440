"""The player's modules bundled as one script, and its messages."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from playground.i18n import message, translate

PLAYER_FOLDER = Path(__file__).parent / "player"
"""The player's ES modules; `start.js` is the entry point."""
_IMPORT_NAMES = r"\{ \w+(?:, \w+)* \}"
_IMPORT = re.compile(rf'^import {_IMPORT_NAMES} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) )", re.MULTILINE)
_UNSUPPORTED = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
# A comment on lines of its own.
_COMMENT = re.compile(
    r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL
)


@cache
def bundle_player(folder: Path = PLAYER_FOLDER, first: str = "start") -> str:
    """Return the module `first` and all its imports as one script without comments.

    The modules are the files `NAME.js` of the folder. Each comes once, after its
    imports. All top-level declarations share one scope, so their names must be unique.

    Raises
    ------
    ValueError
        Two modules import each other, or one imports or exports in another form than
        `import { a, b } from "./c.js";` and `export` before a declaration.
    OSError
        A module's file cannot be read.
    """
    bundled: dict[str, str] = {}
    _append_module(folder, first, bundled, ())
    return "\n".join(bundled.values())


def _append_module(
    folder: Path, name: str, done: dict[str, str], above: tuple[str, ...]
) -> None:
    """Add a module to `done`, after its imports."""
    if name in above:
        raise ValueError(f"{' > '.join((*above, name))}: modules in a circle")
    if name in done:
        return
    text = (folder / f"{name}.js").read_text(encoding="utf-8")
    for imported in _IMPORT.findall(text):
        _append_module(folder, imported, done, (*above, name))
    text = _EXPORT.sub("", _IMPORT.sub("", text))
    if unknown := _UNSUPPORTED.search(text):
        raise ValueError(f"{name}.js: {unknown[0]}")
    done[name] = _COMMENT.sub("", text)


# ----------------------------------------------------------------------------
# The player's messages in the active language.
# ----------------------------------------------------------------------------


# A call of `message` or `messageAbout`, whose text may be concatenated.
_STRING_LITERAL = r'"(?:[^"\\]|\\.)*"'
_STRING_CONCATENATION = rf"{_STRING_LITERAL}(?:\s*\+\s*{_STRING_LITERAL})*"
_MESSAGE_CALL = re.compile(
    rf"\bmessage(?:About\(({_STRING_LITERAL}),\s*|\(\s*)({_STRING_CONCATENATION})"
)
# The separator between context and text, as in gettext catalogues.
_CONTEXT_SEPARATOR = "\4"


def find_messages(script: str) -> Iterator[tuple[str, str]]:
    """Yield context, "" for none, and English text of each message in a script."""
    for context, text in _MESSAGE_CALL.findall(script):
        pieces = map(json.loads, re.findall(_STRING_LITERAL, text))
        yield json.loads(context or '""'), "".join(pieces)


def render_messages(*scripts: str) -> str:
    """Return the page's element with the translated messages of scripts.

    It is "" if none has a translation in the active language, as in English.
    """
    messages = {}
    for about, text in (call for script in scripts for call in find_messages(script)):
        translation = translate(message(text, about=about))
        if translation != text:
            messages[f"{about}{_CONTEXT_SEPARATOR}{text}" if about else text] = (
                translation
            )
    if not messages:
        return ""
    data = json.dumps(messages, ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="texts">{data}</script>\n'
