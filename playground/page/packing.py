"""Numbers and texts of many samples, packed so that what stays costs nothing.

A column is a list of whole numbers, each as the difference to the one before; one that
does not change is its number. Texts are templates with slots for what changes; one that
does not change is itself.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

SLOT = "\ue000"
"""What stands in a template where a slot goes."""
_NUMBER = re.compile(r"−?\d+(?:\.\d+)?(?:e[+−]\d+)?")

Template = str
Split = Callable[[str], tuple[Template, tuple[str, ...]]]
Column = int | list[int]
Texts = str | dict[str, Any]


def column(numbers: Iterable[int]) -> Column:
    """Return whole numbers as a column."""
    listed = [*numbers]
    if len(listed) == 1:
        return listed[0]
    steps = [after - before for before, after in pairwise(listed)]
    return listed[:1] + steps if any(steps) else listed[0]


def unpacked(packed: Column, count: int) -> list[int]:
    """Return the numbers of a column again."""
    if isinstance(packed, int):
        return [packed] * count
    numbers, now = [], 0
    for step in packed:
        now += step
        numbers.append(now)
    return numbers


def split(text: str) -> tuple[Template, tuple[str, ...]]:
    """Return a text with slots for its numbers, and these."""
    return _NUMBER.sub(SLOT, text), tuple(_NUMBER.findall(text))


def texts(listed: Iterable[str], parted: Split = split) -> Texts:
    """Return texts as templates, which of them each is, and what goes into its slots.

    A slot that is always filled alike is none.
    """
    listed = [*listed]
    if len(listed) == 1 or len({*listed}) == 1:
        return listed[0] if parted is split else filled(*parted(listed[0]))
    templates: dict[Template, int] = {}
    rows: list[list[tuple[str, ...]]] = []
    at = []
    for text in listed:
        template, slots = parted(text)
        number = templates.setdefault(template, len(templates))
        at.append(number)
        if number == len(rows):
            rows.append([])
        rows[number].append(slots)
    packed = [_constants_filled(t, r) for t, r in zip(templates, rows, strict=True)]
    return {
        "of": [template for template, _ in packed],
        "at": column(at),
        "in": [slots for _, slots in packed],
    }


def filled(template: Template, slots: Sequence[str]) -> str:
    """Return a template with what goes into its slots."""
    parts = template.split(SLOT)
    woven = [text for pair in zip(parts, slots, strict=False) for text in pair]
    return "".join([*woven, parts[-1]])


def _constants_filled(
    template: Template, rows: Sequence[tuple[str, ...]]
) -> tuple[Template, list[list[str]]]:
    """Return a template with what is always alike in its place, and the other slots."""
    columns = [list(slot) for slot in zip(*rows, strict=True)]
    parts, changing = template.split(SLOT), []
    whole = parts[0]
    for slot, part in zip(columns, parts[1:], strict=True):
        if len(set(slot)) == 1:
            whole += slot[0] + part
        else:
            whole += SLOT + part
            changing.append(slot)
    return whole, changing


def unpacked_texts(packed: Texts, count: int) -> list[str]:
    """Return the texts again."""
    if isinstance(packed, str):
        return [packed] * count
    found, rows = [], [0] * len(packed["of"])
    for number in unpacked(packed["at"], count):
        parts = packed["of"][number].split(SLOT)
        slots = [slot[rows[number]] for slot in packed["in"][number]]
        rows[number] += 1
        pairs = zip(parts, [*slots, ""], strict=True)
        found.append("".join(part + slot for part, slot in pairs))
    return found
