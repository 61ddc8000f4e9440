"""Decoding of a page's data: columns, texts, and the lesson."""

import base64
import json
import re
import zlib
from typing import Any

from playground.web.columns import SLOT_MARKER, Column, Texts


def decode_column(packed: Column, count: int) -> list[int]:
    """Return the numbers of an encoded column."""
    if isinstance(packed, int):
        return [packed] * count
    numbers, now = [], 0
    for step in packed:
        now += step
        numbers.append(now)
    return numbers


def decode_texts(packed: Texts, count: int) -> list[str]:
    """Return encoded texts."""
    if isinstance(packed, str):
        return [packed] * count
    found, rows = [], [0] * len(packed["of"])
    for number in decode_column(packed["at"], count):
        parts = packed["of"][number].split(SLOT_MARKER)
        slots = [slot[rows[number]] for slot in packed["in"][number]]
        rows[number] += 1
        pairs = zip(parts, [*slots, ""], strict=True)
        found.append("".join(part + slot for part, slot in pairs))
    return found


def decode_lesson(text: str) -> dict[str, Any]:
    """Return a lesson's data from a page's HTML."""
    found = re.search(r'id="lesson">([^<]*)<', text)
    assert found is not None
    lesson: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(found[1])))
    return lesson
