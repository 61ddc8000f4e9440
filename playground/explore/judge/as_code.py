"""A query with all its digits, to take away: as a script, and as a test."""

import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from inspect import signature
from typing import Any

import numpy as np

from playground.scene.loading import OF_FILE

Core = Callable[..., Any]
Arguments = Mapping[str, Any]

_VERDICTS = ("hit", "face")
_COMPARED = ("t", "distance")
_PART = 1e-9  # of the time, or of the largest length: what roundings may come to


def as_python(function: Core, arguments: Arguments) -> str:
    """Return a script that asks the core one query and prints everything it found."""
    name = function.__name__
    arguments = _ordered(function, arguments)
    found = function(**arguments)
    plain = [f.name for f in fields(found)] if is_dataclass(found) else vars(found)
    lines = [f'print("{f}", found.{f}.tolist())' for f in plain]
    return "\n".join(
        [
            *_imported(function),
            "",
            f"found = {_call(name, arguments)}",
            *lines,
            "",
        ]
    )


def as_test(
    function: Core, arguments: Arguments, within: Mapping[str, float] | None = None
) -> str:
    """Return a pytest case that asks one's own function the same.

    The verdict has to be the core's. So have the fields of `within`, less or more what
    it says; by default the first time, or else the distance.
    """
    name, arguments = function.__name__, _ordered(function, arguments)
    found = function(**arguments)
    verdict = next(f for f in _VERDICTS if hasattr(found, f))
    within = _within(found, arguments) if within is None else within
    values = {f: np.asarray(getattr(found, f)).tolist() for f in (verdict, *within)}
    compared = {f: v for f, v in values.items() if not np.isnan(v).any()}
    given, told = ", ".join(arguments), ", ".join(compared)
    returned = ", ".join(f"found.{f}" for f in compared)
    lines = [
        *(["import pytest"] if len(compared) > 1 else []),
        *_imported(function),
        "",
        "",
        f"def judged({given}):",
        f'    """Return {told}: put your own function here."""',
        f"    found = {name}({given})",
        f"    return {returned}",
        "",
        "",
        f"def test_{name}():",
        f"    {told} = {_indented(_call('judged', arguments))}",
    ]
    for f, value in compared.items():
        if isinstance(value, bool):
            lines.append(f"    assert {f}" if value else f"    assert not {f}")
        elif f == verdict:
            lines.append(f"    assert {f} == {value!r}")
        else:
            near = f"pytest.approx({literal(value)}, rel=0, abs={within[f]:.2g})"
            lines.append(f"    assert {f} == {near}")
    return "\n".join([*lines, ""])


def _imported(function: Core) -> list[str]:
    """Return the lines that bring a function into a file of its own."""
    module, name = function.__module__, function.__name__
    if module.startswith("playground.collision."):
        module = "playground.collision"
    if module.startswith(OF_FILE):  # no import finds it: it is run
        file = sys.modules[module].__file__
        return [
            "from runpy import run_path",
            "",
            f'{name} = run_path({file!r})["{name}"]',
        ]
    return [f"from {module} import {name}"]


def _ordered(function: Core, arguments: Arguments) -> Arguments:
    """Return the arguments as the function has them, which takes them by place."""
    return {
        key: arguments[key]
        for key in signature(function).parameters
        if key in arguments
    }


def _within(found: Any, arguments: Arguments) -> dict[str, float]:
    name = next(f for f in _COMPARED if hasattr(found, f))
    given = [x for x in arguments.values() if x is not None]
    lengths = np.abs(np.concatenate([np.ravel(x) for x in given]))
    size = max(1.0, abs(found.t)) if name == "t" else np.max(lengths)
    return {name: float(_PART * size)}


def _call(name: str, arguments: Arguments) -> str:
    given = [f"    {key}={literal(value)}," for key, value in arguments.items()]
    return "\n".join([f"{name}(", *given, ")"])


def literal(value: Any) -> str:
    """Return Python for a number, a vector or None, with all digits."""
    if value is None or isinstance(value, int):
        return repr(value)
    if np.ndim(value):
        return "(" + ", ".join(literal(x) for x in value) + ")"
    return repr(float(value))


def _indented(text: str) -> str:
    return text.replace("\n", "\n    ")
