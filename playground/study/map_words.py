"""What a map's colours mean, in words."""

from dataclasses import dataclass

from playground.explore.map import MapField, MapKind
from playground.scene import Nature
from playground.scene.kinds import Kind
from playground.scene.roles import Role
from playground.study.study import Study

_BY_NATURE = {Nature.ERROR: "", Nature.CHOICE: "By choice", Nature.ROUNDING: "Rounding"}


# A line of code is cut after so many letters; later where there are a few alone.
_LONG, LONGER, _FEW = 32, 60, 3


@dataclass(frozen=True)
class LegendLine:
    """A kind that the map shows.

    `head` is what it and those after it stand under, `more` what `text` has no room
    for.
    """

    name: str
    role: Role
    head: str
    text: str
    more: str = ""

    @property
    def code(self) -> bool:
        """Whether it is a line of code, with its number."""
        return self.name[:1].isdigit()


def entries(study: Study, field: MapField) -> list[LegendLine]:
    """Return the lines of a map's legend: errors first, then choices and rounding."""
    groups = _groups(study, field)
    known = zip(field.kinds, field.counts, strict=True)
    shown = [(kind, count) for kind, count in known if count]
    shown.sort(key=lambda item: groups.get(item[0].name, ""))
    found, last = [], ""
    for kind, count in shown:
        group = groups.get(kind.name, "")
        head, last = ("" if group == last else f"{group}:"), group
        text = _said(kind, count, field, few=len(shown) <= _FEW)
        more = f"{kind.name}: {_share(count, field)}" if _blames(field) else ""
        found.append(LegendLine(kind.name, kind.role, head, text, more))
    return found


def nothing(study: Study, field: MapField) -> str:
    """Return what is said where there is nothing on the map."""
    if field.question.kind is MapKind.VALUES:
        verdict = study.verdict
        why = study.error if verdict is None else verdict.detail
        return f"This value is not defined anywhere on this map. {why}"
    text = "The code is right at every point sampled."
    comparison = study.comparison
    if comparison and not comparison.agrees:
        return (
            f"{text} It is wrong at some points in between, your own case among them."
        )
    return text


def _groups(study: Study, field: MapField) -> dict[str, str]:
    """Return under what the kinds of mistake stand that are no errors."""
    listing = study.scene.listing
    if field.question.kind is not MapKind.MISTAKES or listing is None:
        return {}
    return {m.kind.name: _BY_NATURE[m.kind.nature] for m in listing.mistakes}


def _blames(field: MapField) -> bool:
    return field.question.kind is MapKind.BLAME


def _said(kind: Kind, count: int, field: MapField, *, few: bool) -> str:
    """Return what stands at a kind; a line of code leaves no room for its share."""
    if _blames(field):
        return cut(kind.name, LONGER if few else _LONG)
    if field.question.kind.of_code:
        return f"{kind.name}  {_share(count, field)}"
    return kind.name


def cut(text: str, long: int = LONGER) -> str:
    """Return the beginning of a text that has no room."""
    return text if len(text) <= long else f"{text[: long - 1].rstrip()}…"


def _share(count: int, field: MapField) -> str:
    percent = 100.0 * count / field.index.size
    if percent >= 0.5:
        return f"{percent:.0f} %"
    return "< 1 %" if count >= 100 else f"{count} {'place' if count == 1 else 'places'}"
