"""What a class is marked by: points for each family of cases."""

import json
import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from playground.explore.judge.cases import Flags
from playground.explore.judge.families import Family
from playground.explore.judge.findings import Findings
from playground.language import message
from playground.scene.reading import read_whole, why

ALL = 100.0
"""So many points there are in all where no rubric says otherwise."""
_KEYS = "points", "rounding", "excuses"
_ROUNDING = "excused", "wrong"


class RubricError(Exception):
    """A rubric that cannot be read, and why."""


@dataclass(frozen=True)
class Rubric:
    """What there is to be had.

    Attributes
    ----------
    points : mapping
        Of each family that counts; none of them says that all count alike.
    rounding : bool
        Whether an answer counts as right that is wrong by rounding only.
    excuses : tuple of str
        Choices that are no mistakes, as `judge --excuse` takes them.
    """

    points: Mapping[Family, float] = field(default_factory=dict)
    rounding: bool = True
    excuses: tuple[str, ...] = ()

    def wrong(self, findings: Findings) -> Flags:
        """Return which answers count as wrong."""
        if not self.rounding:
            return findings.any_wrong
        return np.asarray(findings.any_wrong & (findings.rule != 0.0))

    def shares(self, families: list[Family]) -> dict[Family, float]:
        """Return the points of those families that a scene has."""
        if not self.points:
            return {family: ALL / len(families) for family in families}
        return {family: self.points.get(family, 0.0) for family in families}

    def marks(self, findings: Findings) -> list["FamilyMark"]:
        """Return what was had of each family: the part of its cases answered right."""
        right = findings.asked & ~self.wrong(findings)
        names = findings.cases.family
        families = [family for family in Family if (names == family).any()]
        found = []
        for family, points in self.shares(families).items():
            own = names == family
            good, cases = int((own & right).sum()), int(own.sum())
            found.append(FamilyMark(str(family), points, good, cases))
        return found


@dataclass(frozen=True)
class FamilyMark:
    """So many cases of a family, how many were answered right, and its points."""

    family: str
    points: float
    right: int
    cases: int

    @property
    def had(self) -> float:
        """The points for what was answered right."""
        return self.points * self.right / self.cases


def rounded(points: float) -> float:
    """Return points to one digit, downward: all of them are had only by who has all."""
    return math.floor(points * 10.0 + 1e-6) / 10.0


def read_rubric(path: Path) -> Rubric:
    """Return the rubric of a file, JSON or TOML.

    Raises
    ------
    RubricError
        It cannot be read, or is none.
    """
    try:
        text = read_whole(path)
        told = tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise RubricError(
            message("cannot read {path}: {reason}", path=path, reason=_reason(error))
        ) from error
    try:
        return _understood(told)
    except RubricError as error:
        raise RubricError(
            message("{place}: {problem}", place=path, problem=str(error))
        ) from error


def _reason(error: Exception) -> str:
    found = re.search(r"at line (\d+), column (\d+)", str(error))
    if isinstance(error, tomllib.TOMLDecodeError) and found:
        line, column = found.groups()
        return message(
            "not TOML: line {line}, column {column}", line=line, column=column
        )
    return why(error)


def _understood(told: Any) -> Rubric:
    if not isinstance(told, dict):
        raise RubricError(
            message("it must be an object with the points of each family")
        )
    for key in told:
        if key not in _KEYS:
            raise RubricError(
                message(
                    "unknown key {key!r}; there are {names}",
                    key=key,
                    names=", ".join(_KEYS),
                )
            )
    rounding = told.get("rounding", _ROUNDING[0])
    if rounding not in _ROUNDING:
        raise RubricError(
            message(
                "rounding is {names}, not {rounding!r}",
                names=" or ".join(_ROUNDING),
                rounding=rounding,
            )
        )
    excuses = told.get("excuses", [])
    if not isinstance(excuses, list) or not all(isinstance(x, str) for x in excuses):
        raise RubricError(message("excuses must be a list of words"))
    return Rubric(
        _points(told.get("points", {})), rounding == _ROUNDING[0], (*excuses,)
    )


def _points(told: Any) -> dict[Family, float]:
    known = [str(family) for family in Family]
    if not isinstance(told, dict):
        raise RubricError(message("points must be an object: a family and its points"))
    for name, points in told.items():
        if name not in known:
            raise RubricError(
                message(
                    "unknown family {name!r}; there are {names}",
                    name=name,
                    names=", ".join(known),
                )
            )
        fine = isinstance(points, int | float) and not isinstance(points, bool)
        if not fine or not 0 <= points <= 1e6:
            raise RubricError(
                message("the points of {name} must be a number from 0 on", name=name)
            )
    if told and not sum(told.values()):
        raise RubricError(message("there are no points to be had"))
    return {Family(name): float(points) for name, points in told.items()}
