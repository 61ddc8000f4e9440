"""Text for the page whose symbols are marked, so that a browser sets them alike.

What is a symbol is said by `notation.runs`, as for the window. `player/notation.js`
reads the marks.
"""

from collections.abc import Mapping
from functools import lru_cache

from playground.language import translated
from playground.scene.notation import RunKind, runs

# What begins a run of each kind, what stands behind the key of what it is drawn for,
# and what ends a run: signs for private use, none of which is `packing.SLOT`.
_BEGINS = {
    RunKind.SYMBOL: "\ue010",
    RunKind.UPRIGHT: "\ue010",
    RunKind.SUBSCRIPT: "\ue011",
    RunKind.POWER: "\ue012",
    RunKind.ROOT: "\ue013",
}
_KEY, _END = "\ue01e", "\ue01f"
_NO_KEYS: Mapping[str, str] = {}


def marked(text: str, keys: Mapping[str, str] = _NO_KEYS) -> str:
    """Return a sentence in the language spoken, with its symbols marked.

    Parameters
    ----------
    text
        Plain words.
    keys
        The keys of the drawn records by the names of symbols, which then have their
        colour.
    """
    return _marked(translated(text), name=False, keys=tuple(keys.items()))


def marked_name(text: str) -> str:
    """Return a name in a figure in the language spoken, with its symbols marked."""
    return _marked(translated(text), name=True, keys=())


@lru_cache(maxsize=8192)
def _marked(text: str, *, name: bool, keys: tuple[tuple[str, str], ...]) -> str:
    known, parts = dict(keys), []
    for run in runs(text, name=name):
        begin = _BEGINS.get(run.kind)
        key = f"{known[run.name]}{_KEY}" if run.name in known else ""
        parts.append(f"{begin}{key}{run.text}{_END}" if begin else run.text)
    return "".join(parts)
