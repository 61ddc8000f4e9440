"""States of a scene that are worth seeing, by name."""

from dataclasses import dataclass

from playground.language import message, with_texts
from playground.scene.handles import Vec
from playground.scene.params import Params


@with_texts("name", "shows")
@dataclass(frozen=True)
class Case:
    """A state worth seeing.

    Attributes
    ----------
    name : str
        What it is called, unique in the scene.
    params : Params
        The state.
    shows : str
        What it shows, in a sentence.
    outcome : str
        The word of the outcome that it must have.
    mistake : str
        The name of the kind of mistake that the listing makes there, if it is to.
    """

    name: str
    params: Params
    shows: str
    outcome: str = ""
    mistake: str = ""


@with_texts("say", "found")
@dataclass(frozen=True)
class Start:
    """Where a beginner finds the listing's mistake by one short drag.

    Attributes
    ----------
    params : Params
        The state it opens with: there the listing agrees with the truth.
    handle : str
        The name of the parameter whose handle is to be dragged.
    to : tuple of float
        The world point to drag it to: there the listing's answer differs.
    say : str
        What to do, in a sentence: "Drag A into the circle: ...".
    found : str
        What is said once the answers part: "You found it. ...".
    """

    params: Params
    handle: str
    to: Vec
    say: str
    found: str


def cases(*given: Case) -> dict[str, Case]:
    """Return cases by name, in order.

    Raises
    ------
    ValueError
        Two have the same name.
    """
    table = {case.name: case for case in given}
    if len(table) != len(given):
        names = [case.name for case in given]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(message("two cases are called {name!r}", name=twice))
    return table
