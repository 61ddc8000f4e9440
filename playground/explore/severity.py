"""The mistakes of a map in the order of their severity, and the colours they get by it.

Missed hits come first, then hits that are made up, then wrong answers, the larger
first, and rounding last. A colour stays with its kind while what is mapped changes, so
that none flickers.
"""

from collections.abc import Iterable, Mapping, Sequence

from playground.explore.map import MapField
from playground.scene import Nature
from playground.scene.kinds import EFFECTS, Kind
from playground.scene.roles import MISTAKE_ROLES, Role


def roles(field: MapField, before: Mapping[str, Role]) -> tuple[Role, ...]:
    """Return the colour of each kind of a field.

    Those of mistakes are handed out by severity, but a kind of which `before` has a
    colour keeps it. The seventh and all after it share the last.
    """
    named = _ranked(field)
    kept = {name: before[name] for name in named if name in before}
    # What no kind had before first: one that left the view may come back.
    free = sorted(
        (role for role in MISTAKE_ROLES if role not in kept.values()),
        key=lambda role: role in before.values(),
    )
    for name in named:
        if name not in kept:
            kept[name] = free.pop(0) if free else MISTAKE_ROLES[-1]
    return tuple(
        kind.role if kind.effect is None else kept.get(kind.name, MISTAKE_ROLES[-1])
        for kind in field.kinds
    )


def _ranked(field: MapField) -> list[str]:
    """Return the names of the mistakes in a field, the most severe first."""
    counted = [
        (kind, count)
        for kind, count in zip(field.kinds, field.counts, strict=True)
        if count and kind.effect is not None
    ]
    worst = sorted(
        counted, key=lambda item: (*_severity(item[0]), -item[1], item[0].name)
    )
    return list(dict.fromkeys(kind.name for kind, _ in worst))


def _severity(kind: Kind) -> tuple[bool, int]:
    """Return the worst as the least; rounding is the least of evils."""
    effect = EFFECTS.index(kind.effect) if kind.effect else 0
    return kind.nature is Nature.ROUNDING, effect


def in_order(
    kinds: Iterable[tuple[int, Kind]], shown: Sequence[Role]
) -> list[tuple[int, Kind]]:
    """Return kinds as a legend has them: by colour, and those of one by effect."""

    def place(item: tuple[int, Kind]) -> tuple[bool, int, str, int]:
        at, kind = item
        rounded, effect = _severity(kind)
        return rounded, MISTAKE_ROLES.index(shown[at]), kind.name, effect

    return sorted(kinds, key=place)
