"""The modules of the player as one script, for a page that fetches nothing."""

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "player"
"""Modules as a browser loads them: `start.js` begins."""
_NAMES = r"\{ \w+(?:, \w+)* \}"
_IMPORT = re.compile(rf'^import {_NAMES} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) )", re.MULTILINE)
_UNKNOWN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


@cache
def player_script(folder: Path = FOLDER, first: str = "start") -> str:
    """Return the module `first` and all that it imports as one script.

    Each module comes once, after those that it imports. What they declare outermost
    becomes one scope, so no two may use the same name there.

    Raises
    ------
    ValueError
        If two modules import each other, or one imports or exports in another form
        than `import { a, b } from "./c.js";` and `export` before what it declares.
    """
    done: dict[str, str] = {}
    _take(folder, first, done, ())
    return "\n".join(done.values())


def _take(
    folder: Path, name: str, done: dict[str, str], above: tuple[str, ...]
) -> None:
    """Add a module to those that are done, after what it imports."""
    if name in above:
        raise ValueError(f"{' > '.join((*above, name))}: modules in a circle")
    if name in done:
        return
    text = (folder / f"{name}.js").read_text(encoding="utf-8")
    for other in _IMPORT.findall(text):
        _take(folder, other, done, (*above, name))
    text = _EXPORT.sub("", _IMPORT.sub("", text))
    if unknown := _UNKNOWN.search(text):
        raise ValueError(f"{name}.js: {unknown[0]}")
    done[name] = text
