"""What a map's colours mean, in words."""

from dataclasses import dataclass

from playground.app.session import Session
from playground.explore.map import MapKind
from playground.render.paint import Painted
from playground.scene import Nature
from playground.scene.drawlist import Role
from playground.scene.kinds import Kind

_BY_NATURE = {Nature.ERROR: "", Nature.CHOICE: "By choice", Nature.ROUNDING: "Rounding"}


@dataclass(frozen=True)
class Entry:
    """A kind that the map shows; `head` is what it and those after it stand under."""

    name: str
    role: Role
    head: str
    text: str


def entries(session: Session, painted: Painted) -> list[Entry]:
    """Return the kinds that a map shows; what is no error is behind the errors."""
    groups = _groups(session, painted)
    known = zip(painted.field.kinds, painted.field.counts, strict=True)
    shown = [(kind, count) for kind, count in known if count]
    shown.sort(key=lambda item: groups.get(item[0].name, ""))
    found, last = [], ""
    for kind, count in shown:
        group = groups.get(kind.name, "")
        head, last = ("" if group == last else f"{group}:"), group
        text = _said(kind, count, painted)
        found.append(Entry(kind.name, kind.role, head, text))
    return found


def nothing(session: Session, painted: Painted) -> str:
    """Return what is said where there is nothing on the map."""
    if painted.field.question.kind is MapKind.VALUES:
        verdict = session.moment.verdict
        why = session.moment.error if verdict is None else verdict.detail
        return f"There is no such number anywhere here. {why}"
    text = "At none of the places looked at does the code err."
    comparison = session.comparison
    if comparison and not comparison.agrees:
        return f"{text} Between them there are some: your own case is one."
    return text


def _groups(session: Session, painted: Painted) -> dict[str, str]:
    """Return under what the kinds of mistake stand that are no errors."""
    listing = session.moment.scene.listing
    if painted.field.question.kind is not MapKind.MISTAKES or listing is None:
        return {}
    return {mistake.kind: _BY_NATURE[mistake.nature] for mistake in listing.mistakes}


def _said(kind: Kind, count: int, painted: Painted) -> str:
    if painted.field.question.kind is not MapKind.MISTAKES:
        return kind.name
    percent = 100.0 * count / painted.field.index.size
    if percent >= 0.5:
        return f"{kind.name}  {percent:.0f} %"
    if count >= 100:
        return f"{kind.name}  < 1 %"
    return f"{kind.name}  {count} {'place' if count == 1 else 'places'}"
