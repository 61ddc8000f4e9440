"""What a scene declares: its name, its parameters, what curve and map name."""

import re
from collections.abc import Iterator
from itertools import combinations

from playground.explore.check.finding import UNITS, Finding, advice
from playground.explore.curve import named
from playground.explore.map import moved
from playground.scene import params as parameters
from playground.scene.params import Params
from playground.scene.scene import Entry
from playground.scene.specs import Angle

_TITLE = 28


def says_what_it_is(entry: Entry) -> Iterator[Finding]:
    """See that the scene has an id, a title and cases."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", entry.id):
        yield Finding(f"the id {entry.id!r} may contain only a-z, 0-9 and _")
    if not entry.title:
        yield Finding("it has no title")
    if len(entry.title) > _TITLE:
        yield advice(f"the title {entry.title!r} is too long for the list of scenes")
    if not entry.cases:
        yield Finding("it has no cases: add at least one to open with")
    if entry.dimension not in (2, 3):
        yield Finding(f"the dimension must be 2 or 3, not {entry.dimension}")


def explains_its_parameters(entry: Entry) -> Iterator[Finding]:
    """See that every parameter has a label, and better also a help and a known unit."""
    known = parameters.specs(entry.params)
    if not known:
        yield Finding("it has no parameters")
    labels = [(spec.label, spec.when) for spec in known.values()]
    for name, spec in known.items():
        if not spec.label:
            yield Finding(f"the parameter {name} has no label")
        if labels.count((spec.label, spec.when)) > 1:
            yield Finding(f"two parameters are called {spec.label!r}")
        if isinstance(spec, Angle) and spec.unit != "°":
            yield Finding(f"the angle {name} is shown in degrees, not in {spec.unit!r}")
        if not spec.help.endswith("."):
            yield advice(f"the parameter {name} has no help in a sentence")
        if spec.unit not in UNITS:
            yield advice(f"the parameter {name} has the unit {spec.unit!r}")


def names_what_there_is(entry: Entry) -> Iterator[Finding]:
    """See that what curve, map and preset name is declared."""
    for case in entry.cases.values():
        part, _ = entry.at(case.params)
        yield from _known(case.params, "the curve", part.answer.against)
        if part.moved and moved(entry, case.params) is None:
            yield Finding(
                f"{part.moved!r}, which maps move, is not a point that can be moved"
            )
        preset = part.listing.preset if part.listing else None
        if preset and preset.case not in entry.cases:
            yield Finding(f"the preset's case {preset.case!r} does not exist")
        elif preset:
            shown = entry.cases[preset.case].params
            yield from _known(shown, "the preset", preset.x)
            yield from _known(shown, "the preset", preset.y)


def _known(p: Params, what: str, path: str) -> Iterator[Finding]:
    try:
        if path:
            named(p, path)
    except ValueError as error:
        yield Finding(f"{what} is over an {error}")


def tells_kinds_apart(entry: Entry) -> Iterator[Finding]:
    """See that outcomes and zones have names and colours of their own."""
    for case in entry.cases.values():
        part, _ = entry.at(case.params)
        answer = part.answer
        if answer.zones and not answer.zoned.endswith("."):
            yield advice("`zoned` should say in a sentence by what the zones divide")
        for what, kinds in (
            ("outcome", [(outcome.word, outcome.role) for outcome in answer.outcomes]),
            ("zone", [(zone.word, zone.role) for zone in answer.zones]),
        ):
            for (one, role), (other, same) in combinations(kinds, 2):
                if one == other:
                    yield Finding(f"two kinds of {what} are called {one!r}")
                elif role == same:
                    first, second = sorted((one, other))
                    yield advice(f"the {what}s {first!r}, {second!r} share a colour")
