"""What a scene declares: its name, its parameters, what curve and map name."""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from playground.explore.check.finding import UNITS, Finding, advice
from playground.explore.curve import named
from playground.explore.map import moved
from playground.language import message, with_texts
from playground.scene import params as parameters
from playground.scene.params import Params
from playground.scene.scene import Entry
from playground.scene.specs import Angle

_TITLE = 28


def says_what_it_is(entry: Entry) -> Iterator[Finding]:
    """See that the scene has an id, a title and cases."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", entry.id):
        yield Finding(
            message("the id {id!r} may contain only a-z, 0-9 and _", id=entry.id)
        )
    if not entry.title:
        yield Finding(message("it has no title"))
    if len(entry.title) > _TITLE:
        yield advice(
            message(
                "the title {title!r} is too long for the list of scenes",
                title=entry.title,
            )
        )
    if not entry.cases:
        yield Finding(message("it has no cases: add at least one to open with"))
    if entry.dimension not in (2, 3):
        yield Finding(
            message(
                "the dimension must be 2 or 3, not {dimension}",
                dimension=entry.dimension,
            )
        )


def explains_its_parameters(entry: Entry) -> Iterator[Finding]:
    """See that every parameter has a label, and better also a help and a known unit."""
    known = parameters.specs(entry.params)
    if not known:
        yield Finding(message("it has no parameters"))
    labels = [(spec.label, spec.when) for spec in known.values()]
    for name, spec in known.items():
        if not spec.label:
            yield Finding(message("the parameter {name} has no label", name=name))
        if labels.count((spec.label, spec.when)) > 1:
            yield Finding(
                message("two parameters are called {label!r}", label=spec.label)
            )
        if isinstance(spec, Angle) and spec.unit != "°":
            yield Finding(
                message(
                    "the angle {name} is shown in degrees, not in {unit!r}",
                    name=name,
                    unit=spec.unit,
                )
            )
        if not spec.help.endswith("."):
            yield advice(
                message("the parameter {name} has no help in a sentence", name=name)
            )
        if spec.unit not in UNITS:
            yield advice(
                message(
                    "the parameter {name} has the unit {unit!r}",
                    name=name,
                    unit=spec.unit,
                )
            )


def names_what_there_is(entry: Entry) -> Iterator[Finding]:
    """See that what curve, map and preset name is declared."""
    for case in entry.cases.values():
        part, _ = entry.at(case.params)
        yield from _known(case.params, message("the curve"), part.answer.against)
        if part.moved and moved(entry, case.params) is None:
            yield Finding(
                message(
                    "{point!r}, which maps move, is not a point that can be moved",
                    point=part.moved,
                )
            )
        preset = part.listing.preset if part.listing else None
        if preset and preset.case not in entry.cases:
            yield Finding(
                message("the preset's case {case!r} does not exist", case=preset.case)
            )
        elif preset:
            shown = entry.cases[preset.case].params
            yield from _known(shown, message("the preset"), preset.x)
            yield from _known(shown, message("the preset"), preset.y)


def _known(p: Params, what: str, path: str) -> Iterator[Finding]:
    try:
        if path:
            named(p, path)
    except ValueError as error:
        yield Finding(message("{what} is over an {error}", what=what, error=str(error)))


@with_texts("same_name", "same_colour", kept=False)
class _SameTold(NamedTuple):
    """What is said of two that cannot be told apart."""

    same_name: str
    same_colour: str


_OUTCOMES = _SameTold(
    "two kinds of outcome are called {name!r}",
    "the outcomes {one!r}, {other!r} share a colour",
)
_ZONES = _SameTold(
    "two kinds of zone are called {name!r}",
    "the zones {one!r}, {other!r} share a colour",
)


def tells_kinds_apart(entry: Entry) -> Iterator[Finding]:
    """See that outcomes and zones have names and colours of their own."""
    for case in entry.cases.values():
        part, _ = entry.at(case.params)
        answer = part.answer
        if answer.zones and not answer.zoned.endswith("."):
            yield advice(
                message("`zoned` should say in a sentence by what the zones divide")
            )
        for told, kinds in (
            (_OUTCOMES, [(outcome.word, outcome.role) for outcome in answer.outcomes]),
            (_ZONES, [(zone.word, zone.role) for zone in answer.zones]),
        ):
            for (one, role), (other, same) in combinations(kinds, 2):
                if one == other:
                    yield Finding(message(told.same_name, name=one))
                elif role == same:
                    first, second = sorted((one, other))
                    yield advice(message(told.same_colour, one=first, other=second))
