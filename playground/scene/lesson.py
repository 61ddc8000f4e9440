r"""The derivation: steps with this moment's numbers, beside the picture."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from playground.scene.params import Params

P = TypeVar("P", bound=Params)
R = TypeVar("R")


@dataclass(frozen=True)
class Step:
    r"""One step of the derivation.

    `formula`, `numbers` and `result` are LaTeX: the statement in symbols, the same
    with this moment's numbers, and what comes out. In them `\term{key}{...}` marks
    a part that stands for the drawn records of that key. `keys` name the records that
    the step as a whole is about; `time` is where the time goes with the step.
    """

    title: str
    text: str
    formula: str
    numbers: str = ""
    result: str = ""
    keys: tuple[str, ...] = ()
    time: float | None = None


@dataclass(frozen=True)
class Lesson(Generic[P, R]):
    """The steps of the argument for one answer, from the question to the result."""

    steps: Callable[[P, R], list[Step]]
