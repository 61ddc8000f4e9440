"""Records as a table in Markdown."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any


def table(rows: Sequence[Any]) -> str:
    """Return frozen records as a table in Markdown, one column a field."""
    names = [f.name for f in fields(rows[0])]
    lines = [[name.replace("_", " ") for name in names]]
    lines += [[_shown(getattr(row, name)) for name in names] for row in rows]
    wide = [max(len(line[i]) for line in lines) for i in range(len(names))]
    text = [
        "| "
        + " | ".join(cell.ljust(w) for cell, w in zip(line, wide, strict=True))
        + " |"
        for line in lines
    ]
    text.insert(1, "|" + "|".join("-" * (w + 2) for w in wide) + "|")
    return "\n".join(text)


def _shown(value: object) -> str:
    match value:
        case None:
            return "–"
        case float():
            return f"{value:.3g}"
    return str(value)
