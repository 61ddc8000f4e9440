"""The parameters as a page has fields and sliders for them."""

from functools import lru_cache
from typing import Any

from playground.i18n import spoken, translated
from playground.scene import params as parameters
from playground.scene.math_text import show
from playground.scene.parameter_types import (
    Angle,
    Choice,
    Number,
    Points,
    Spec,
    Toggle,
    Vector,
    Whole,
)
from playground.scene.params import Params
from playground.scene.scene import Entry
from playground.session.texts import case_groups

# Digits that a field shows: what is typed is kept to the last.
_DIGITS = 6


def fields(p: Params) -> list[dict[str, Any]]:
    """Return a field for each parameter that matters now, in their order."""
    known = _declared(type(p), spoken())
    return [
        {**known[name], **_held(spec, getattr(p, name))}
        for name, spec in parameters.relevant(p).items()
    ]


def put(held: Any, component: int, value: float) -> Any:
    """Return a parameter's value with one of its numbers replaced, counted from 0."""
    if not isinstance(held, tuple):
        return value
    if isinstance(held[0], tuple):
        row, column = divmod(component, len(held[0]))
        changed = put(held[row], column, value)
        return (*held[:row], changed, *held[row + 1 :])
    return (*held[:component], value, *held[component + 1 :])


def size(held: Any) -> int:
    """Return how many numbers a parameter's value has."""
    return len([*_flat(held)])


def _held(spec: Spec, value: Any) -> dict[str, Any]:
    """Return what a parameter is, as numbers and as it reads."""
    values = [*_flat(value)]
    if isinstance(spec, Choice | Toggle):
        return {"values": values}
    return {
        "values": values,
        "texts": [show(x * spec.shown, _DIGITS) for x in values],
    }


@lru_cache(maxsize=64)  # every state has the same
def _declared(kind: type[Params], language: str) -> dict[str, dict[str, Any]]:
    """Return what is declared of each parameter, in the language that is spoken."""
    known = parameters.specs(kind).items()
    return {name: _about(name, spec) for name, spec in known}


def _about(name: str, spec: Spec) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": name,
        "label": translated(spec.label),
        "unit": translated(spec.unit),
        "help": translated(spec.help),
        "kind": _kind(spec),
    }
    if isinstance(spec, Choice):
        return {**told, "options": [[str(o), translated(o)] for o in spec.options]}
    if isinstance(spec, Toggle):
        return told
    assert isinstance(spec, Number | Whole | Vector | Points)
    told |= {
        "low": spec.low,
        "high": spec.high,
        "step": 1 if isinstance(spec, Whole) else None,
        "shown": spec.shown,
    }
    if isinstance(spec, Vector):
        told["parts"] = [*map(translated, spec.parts)]
    if isinstance(spec, Points):
        told["columns"] = spec.size
    return told


def _kind(spec: Spec) -> str:
    kinds = {
        Choice: "choice", Toggle: "toggle", Whole: "whole", Vector: "vector",
        Points: "points", Angle: "angle",
    }  # fmt: skip
    return next((name for of, name in kinds.items() if isinstance(spec, of)), "number")


def _flat(value: Any) -> Any:
    if isinstance(value, tuple):
        for part in value:
            yield from _flat(part)
    else:
        yield value


# ----------------------------------------------------------------------------
# A scene's cases as a page lists them.
# ----------------------------------------------------------------------------


def told_cases(scene: Entry) -> dict[str, Any]:
    """Return the names of cases in their groups, as the window lists them.

    By its name a case is chosen, whatever it is called in the language that is spoken:
    `titles` has that where it is another.
    """
    groups: dict[str, list[str]] = {}
    for name, group in case_groups(scene).items():
        groups.setdefault(translated(group.value), []).append(name)
    titles = {str(name): translated(name) for name in scene.cases}
    return {
        "cases": list(groups.items()),
        "titles": {name: title for name, title in titles.items() if title != name},
    }
