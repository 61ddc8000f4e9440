"""What a map's colours mean, in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from playground.explore.map import MapField, MapKind
from playground.explore.severity import in_order
from playground.language import capital, message, plural, sentences
from playground.scene import Nature
from playground.scene.kinds import NOT_ASKED, Effect, Kind
from playground.scene.roles import Role
from playground.study.study import Study

# A line of code is cut after so many letters; later where there are a few alone.
_LONG, LONGER, _FEW = 32, 60, 3
# What is said of a mistake that does not say why.
_WHY = {
    Nature.ERROR: "",
    Nature.CHOICE: message("The author means it to be so."),
    Nature.ROUNDING: message(
        "Numbers are rounded; exact ones would be answered rightly."
    ),
}
# What the textures mean, from the worst.
_TEXTURES = {
    Effect.MISSED: message("Solid: a hit is missed."),
    Effect.MADE_UP: message("Striped: a hit is made up."),
    Effect.WRONG: message("Dotted: answered wrongly."),
}
_DASHED = message("Dashed edge: by the author's choice.")
_PLAIN = message("No colour: both agree.")

_EXPLAINED = {
    None: message("A map shows the scene's answer at all its places at once."),
    MapKind.REGIONS: message(
        "The verdict at every place of the map, each in its colour."
    ),
    MapKind.VALUES: message(
        "One number of the answer at every place of the map, with contour lines."
    ),
    MapKind.MISTAKES: message(
        "Where the code and the truth differ, by kind of mistake. Choose a place "
        "on it to see that case."
    ),
    MapKind.BLAME: message(
        "Which line of the code is to blame where it is wrong. Choose a place on "
        "it to see it run on the page Code."
    ),
}


@dataclass(frozen=True)
class LegendLine:
    """A kind that the map shows.

    `kind` is how it looks, `place` where it is among the field's, and `name` what a
    click on it chooses. `text` is its title, `share` how much of the map it fills, and
    `why` what is wrong; `more` is what there is no room for. What is no mistake has
    neither share nor reason.
    """

    place: int
    kind: Kind
    role: Role
    text: str
    share: str = ""
    why: str = ""
    more: str = ""

    @property
    def name(self) -> str:
        """What a click on it shows alone."""
        return self.kind.name

    @property
    def code(self) -> bool:
        """Whether it is a line of code, with its number."""
        return self.name[:1].isdigit()


def entries(field: MapField, roles: Sequence[Role]) -> list[LegendLine]:
    """Return the lines of a map's legend, by the colours of its kinds.

    Mistakes come by severity, with their shares of the field.
    """
    of = field.question.kind
    known = enumerate(zip(field.kinds, field.counts, strict=True))
    shown = [(at, kind, count) for at, (kind, count) in known if count]
    if not of.of_code:
        return [LegendLine(at, k, roles[at], k.name) for at, k, _ in shown]
    counts = {at: count for at, _, count in shown}
    ordered = in_order([(at, kind) for at, kind, _ in shown], roles)
    if of is MapKind.BLAME:
        ordered = _once(ordered, counts)
    whole = field.index.size
    return [
        LegendLine(
            at,
            kind,
            roles[at],
            _title(kind, [k for _, k in ordered], of),
            _part(counts[at], whole),
            kind.why or _WHY[kind.nature] if of is MapKind.MISTAKES else "",
            kind.name if of is MapKind.BLAME else "",
        )
        for at, kind in ordered
    ]


def _once(
    ordered: Sequence[tuple[int, Kind]], counts: dict[int, int]
) -> list[tuple[int, Kind]]:
    """Return each line of code once, as what it does at worst, and count all of it."""
    found: dict[str, tuple[int, Kind]] = {}
    for at, kind in ordered:
        first = found.setdefault(kind.name, (at, kind))[0]
        if first != at:
            counts[first] += counts[at]
    return list(found.values())


def _title(kind: Kind, shown: Sequence[Kind], of: MapKind) -> str:
    """Return what stands at a kind; one of several effects says which."""
    if of is MapKind.BLAME:
        code = kind.name[:1].isdigit()
        return cut(kind.name, _LONG if code and len(shown) > _FEW else LONGER)
    alike = sum(other.name == kind.name for other in shown)
    if alike > 1:
        return message("{mistake}: {effect}", mistake=kind.name, effect=kind.effect)
    return kind.name


def explained(study: Study, kind: MapKind | None) -> str:
    """Return what a map shows, or what any would; why there is none of a scene."""
    if study.maps:
        return study.scene.answer.zoned if kind is MapKind.ZONES else _EXPLAINED[kind]
    if study.scene.single:
        return message("There is no map of this: it has many answers, not one.")
    return message(
        "There is no map of this: a map needs two numbers and an outcome or a value."
    )


def textures(lines: Sequence[LegendLine]) -> str:
    """Return what the textures of these kinds mean; "" where none is a mistake."""
    kinds = [line.kind for line in lines if line.kind.effect]
    if not kinds:
        return ""
    asked = [kind for kind in kinds if kind.name != NOT_ASKED]
    filled = {kind.effect for kind in asked if kind.nature is not Nature.ROUNDING}
    said = [text for effect, text in _TEXTURES.items() if effect in filled]
    if any(kind.nature is Nature.CHOICE for kind in kinds):
        said.append(_DASHED)
    return sentences(*said, _PLAIN)


def in_place(lines: Sequence[LegendLine], whole: str) -> list[tuple[int, str, str]]:
    """Return what stands on the map itself: the place of a kind, its name, its share.

    `whole` is what it is a share of; with "" the legend alone tells the share. Rounding
    is told by the legend alone, and so are lines of code.
    """
    return [
        (line.place, line.text, whole and _below(line, whole))
        for line in lines
        if line.share and not line.code and line.kind.nature is not Nature.ROUNDING
    ]


def _below(line: LegendLine, whole: str) -> str:
    """Return what stands below a name on the map: "16 % of this view, missed"."""
    share = line.share
    if share.endswith("%"):
        share = message("{share} of {whole}", share=share, whole=whole)
    effect = line.kind.effect
    said = effect is None or line.text.endswith(effect) or line.text == NOT_ASKED
    if said:
        return share
    return message("{share}, {effect}", share=share, effect=effect)


def nothing(study: Study, field: MapField) -> str:
    """Return what is said where there is nothing on the map."""
    if field.question.kind is MapKind.VALUES:
        verdict = study.verdict
        why = study.error if verdict is None else verdict.detail
        return sentences(
            message("This value is not defined anywhere on this map."), why
        )
    listing = study.scene.listing
    who = capital(listing.called if listing else message("the code"))
    text = message("{who} is right at every point sampled.", who=who)
    comparison = study.comparison
    if comparison and not comparison.agrees:
        return sentences(
            text,
            message("It is wrong at some points in between, your own case among them."),
        )
    return text


def cut(text: str, long: int = LONGER) -> str:
    """Return the beginning of a text that has no room."""
    return text if len(text) <= long else f"{text[: long - 1].rstrip()}…"


def share(field: MapField, place: int) -> str:
    """Return how much of a map a kind fills, by its place among the field's."""
    return _part(field.counts[place], field.index.size)


def _part(count: int, whole: int) -> str:
    percent = 100.0 * count / whole
    if percent >= 1.5:
        return f"{percent:.0f} %"
    if percent >= 0.1:
        return f"{percent:.1f} %"
    return (
        "< 0.1 %" if count >= 100 else plural("{count} place", "{count} places", count)
    )
