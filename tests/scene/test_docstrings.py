"""Examples in docstrings of the package `scene`, with their results."""

import dataclasses
import doctest
import importlib
import inspect
import math
import pkgutil
import re
from pathlib import Path

import numpy as np
import pytest

from playground import scene

MODULES = [module.name for module in pkgutil.iter_modules(scene.__path__)]
# What an author has imported.
KNOWN = {
    **{k: v for k, v in vars(scene).items() if not inspect.ismodule(v)},
    "dataclass": dataclasses.dataclass,
    "math": math,
    "np": np,
}


@pytest.mark.parametrize("name", MODULES)
def test_examples_come_out_as_they_stand(name: str) -> None:
    module = importlib.import_module(f"playground.scene.{name}")
    assert doctest.testmod(module, extraglobs=KNOWN).failed == 0


def declared() -> dict[str, str]:
    """Return the defaults of the fields that examples declare, by their text."""
    field = re.compile(r"^ *``(\w+: .* = (.*))``$", re.MULTILINE)
    texts = [
        Path(path, f"{name}.py").read_text("utf-8")
        for path in scene.__path__
        for name in MODULES
    ]
    return dict(found for text in texts for found in field.findall(text))


@pytest.mark.parametrize("text", declared())
def test_a_field_of_an_example_is_declared_as_it_stands(text: str) -> None:
    made = eval(declared()[text], dict(KNOWN))
    assert isinstance(made, dataclasses.Field)
