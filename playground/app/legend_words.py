"""What a map's colours mean, in words."""

from dataclasses import dataclass

from playground.app.session import Session
from playground.explore.map import MapKind
from playground.render.paint import Painted
from playground.scene import Nature
from playground.scene.kinds import Kind
from playground.scene.roles import Role

_BY_NATURE = {Nature.ERROR: "", Nature.CHOICE: "By choice", Nature.ROUNDING: "Rounding"}


# A line of code is cut after so many letters; later where there are a few alone.
_LONG, LONGER, _FEW = 32, 60, 3


@dataclass(frozen=True)
class Entry:
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
        text = _said(kind, count, painted, few=len(shown) <= _FEW)
        more = f"{kind.name}: {_share(count, painted)}" if _blames(painted) else ""
        found.append(Entry(kind.name, kind.role, head, text, more))
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
    return {m.kind.name: _BY_NATURE[m.kind.nature] for m in listing.mistakes}


def _blames(painted: Painted) -> bool:
    return painted.field.question.kind is MapKind.BLAME


def _said(kind: Kind, count: int, painted: Painted, *, few: bool) -> str:
    """Return what stands at a kind; a line of code leaves no room for its share."""
    if _blames(painted):
        return cut(kind.name, LONGER if few else _LONG)
    if painted.field.question.kind.of_code:
        return f"{kind.name}  {_share(count, painted)}"
    return kind.name


def cut(text: str, long: int = LONGER) -> str:
    """Return the beginning of a text that has no room."""
    return text if len(text) <= long else f"{text[: long - 1].rstrip()}…"


def _share(count: int, painted: Painted) -> str:
    percent = 100.0 * count / painted.field.index.size
    if percent >= 0.5:
        return f"{percent:.0f} %"
    return "< 1 %" if count >= 100 else f"{count} {'place' if count == 1 else 'places'}"
