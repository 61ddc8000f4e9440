"""Parameters and cases as fields, sliders and lists of a page."""

from functools import lru_cache
from typing import Any

from playground.analysis.curve import Axis
from playground.i18n import current_language, translate
from playground.scene import params as parameters
from playground.scene.math_text import format_number
from playground.scene.parameter_types import (
    Angle,
    Choice,
    Integer,
    Number,
    Parameter,
    Points,
    Ranged,
    Toggle,
    Vector,
)
from playground.scene.params import Params
from playground.scene.scene import SceneEntry
from playground.scene.units import METRES, Units
from playground.session.session import Session
from playground.session.texts import case_groups

# Digits in fields; typed values keep all digits.
_DIGITS = 6


def serialize_fields(p: Params, units: Units = METRES) -> list[dict[str, Any]]:
    """Return a field for each relevant parameter, in order.

    Its texts are in `units`, its values are the program's own.

    The time has none: it is read and set in the play bar.
    """
    kind = parameters.params_class(p)
    known = _serialize_declarations(kind, current_language(), units)
    return [
        {**known[name], **_serialize_value(spec, getattr(p, name), units)}
        for name, spec in parameters.relevant_parameters(p).items()
        if spec.listed and not (isinstance(spec, Number) and spec.time)
    ]


def replace_component(held: Any, component: int, value: float) -> Any:
    """Return a parameter's value with one of its numbers replaced, by flat index.

    A value that is a single number is replaced itself.
    """
    if not isinstance(held, tuple):
        return value
    if isinstance(held[0], tuple):
        row, column = divmod(component, len(held[0]))
        changed_value = replace_component(held[row], column, value)
        return (*held[:row], changed_value, *held[row + 1 :])
    return (*held[:component], value, *held[component + 1 :])


def count_components(held: Any) -> int:
    """Return the number of numbers in a parameter's value."""
    return len([*_flatten_numbers(held)])


def _slider_range(spec: Parameter, values: list[float]) -> dict[str, float]:
    """Return the range of the slider of a single number."""
    if not isinstance(spec, Number | Integer):
        return {}
    low, high = spec.range_around(values[0])
    return {"low": low, "high": high}


def _serialize_value(spec: Parameter, value: Any, units: Units) -> dict[str, Any]:
    """Return a parameter's value, as numbers and as texts."""
    values = [*_flatten_numbers(value)]
    if isinstance(spec, Choice | Toggle):
        return {"values": values}
    return {
        "values": values,
        **_slider_range(spec, values),
        "texts": [
            format_number(x * units.factor(spec, i) + 0.0, _DIGITS)
            for i, x in enumerate(values)
        ],
    }


@lru_cache(maxsize=64)  # the same in every state
def _serialize_declarations(
    kind: type[Params], language: str, units: Units
) -> dict[str, dict[str, Any]]:
    """Return the declaration of each parameter, in the active language."""
    specs = parameters.parameters_of(kind).items()
    return {name: _serialize_declaration(name, spec, units) for name, spec in specs}


def _serialize_declaration(name: str, spec: Parameter, units: Units) -> dict[str, Any]:
    field: dict[str, Any] = {
        "name": name,
        "label": translate(spec.label),
        "unit": translate(units.unit(spec.unit)),
        "help": translate(spec.help),
        "kind": _find_field_type(spec),
    }
    if isinstance(spec, Choice):
        return {**field, "options": [[str(o), translate(o)] for o in spec.options]}
    if isinstance(spec, Toggle):
        return field
    assert isinstance(spec, Ranged)
    field |= {
        "step": 1 if isinstance(spec, Integer) else None,
        "shown": units.factor(spec),
    }
    if isinstance(spec, Vector):
        field["parts"] = [*map(translate, spec.parts)]
    if isinstance(spec, Points):
        field["columns"] = spec.size
    return field


def _find_field_type(spec: Parameter) -> str:
    kinds = {
        Choice: "choice", Toggle: "toggle", Integer: "whole", Vector: "vector",
        Points: "points", Angle: "angle",
    }  # fmt: skip
    return next((name for of, name in kinds.items() if isinstance(spec, of)), "number")


def _flatten_numbers(value: Any) -> Any:
    if isinstance(value, tuple):
        for part in value:
            yield from _flatten_numbers(part)
    else:
        yield value


def axis_label(session: Session, axis: Axis) -> str:
    """Return the label of a parameter as an axis, in the active language and units."""
    return translate(axis.label(session.params, session.units))


# ----------------------------------------------------------------------------
# The cases of a scene.
# ----------------------------------------------------------------------------


def serialize_cases(scene: SceneEntry) -> dict[str, Any]:
    """Return the names of cases in their groups, as listed in the window.

    Cases are chosen by name in any language; `titles` has translated names where they
    differ.
    """
    groups: dict[str, list[str]] = {}
    for name, group in case_groups(scene).items():
        groups.setdefault(translate(group.value), []).append(name)
    titles = {str(name): translate(name) for name in scene.cases}
    return {
        "cases": list(groups.items()),
        "titles": {name: title for name, title in titles.items() if title != name},
    }
