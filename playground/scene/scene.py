"""What a scene is: cases, a pure solve, a pure draw, numbers and a derivation."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.scene import params as parameters
from playground.scene.drawlist import DrawList
from playground.scene.handles import Vec
from playground.scene.params import Params
from playground.scene.regions import NO_MAP, Regions
from playground.scene.timeline import Timeline

FORMAT = "geometry-playground"
VERSION = 1


@dataclass(frozen=True)
class Article:
    """The source of a scene: number, subject, and whose it is."""

    number: int
    title: str
    author: str


@dataclass(frozen=True)
class Case:
    """A state worth seeing, what it shows, and the outcome it must have.

    `outcome` is the text that `Scene.verdict` gives for it. `differs` is the sentence
    that says why the article's own code answers otherwise, or empty.
    """

    params: Params
    shows: str
    outcome: str
    differs: str = ""


@dataclass(frozen=True)
class Row:
    """One line of the result panel.

    `value` is a number, a vector or a text; `help` says what it measures, in which
    frame; `key` names the drawn records that show it.
    """

    name: str
    value: float | Sequence[float] | str
    unit: str = ""
    help: str = ""
    key: str = ""


@dataclass(frozen=True)
class Verdict:
    """The answer in a word, whether it is a hit, and a sentence about it."""

    text: str
    hit: bool
    detail: str = ""


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
class Rival:
    """What the article's own code answers for the same params.

    `answer` is that in a few words. Where it differs from the truth, `why` is one
    sentence and `step` the 1-based step of the derivation in which it arises.
    """

    answer: str
    agrees: bool
    why: str = ""
    step: int = 0


@dataclass(frozen=True)
class Target:
    """What a student places in a prediction: a world point, or a time.

    `label` names it in a sentence: "the first hit point". `value` is the true one.
    """

    label: str
    value: Vec | float


NumberType = type[np.float32] | type[np.float64] | type[Fraction]


def in_numbers(vector: Sequence[float], number: NumberType) -> tuple[Any, ...]:
    """Return the components in numbers of that kind."""
    return tuple(number(float(component)) for component in vector)


@dataclass(frozen=True)
class Decision:
    """A verdict in one kind of number: hit or not, and the two sides of its test.

    The test is `left <= right`; `hit` may ask for more, such as a time that is not
    negative. Where that is what it fails, `but` says so in a word or two: "behind".
    """

    hit: bool
    left: Any
    right: Any
    but: str = ""


@dataclass(frozen=True)
class Lookout:
    """A map on which the article's mistakes show: a case, and the axes across and up.

    An axis is a parameter's name and the component within it.
    """

    case: str
    x: tuple[str, int]
    y: tuple[str, int]


P = TypeVar("P", bound=Params)
R = TypeVar("R")


class Scene(Generic[P, R]):
    """Base of every scene: one class, one module, no state."""

    id: ClassVar[str]
    title: ClassVar[str]
    article: ClassVar[Article]
    params: type[P]
    cases: Mapping[str, Case]
    dimension: ClassVar[int] = 2
    # What a hit and a miss are called where a prediction asks for them.
    hit_and_miss: ClassVar[tuple[str, str]] = "Hit", "Miss"
    # The point that a field moves over the canvas until another is chosen.
    moved: ClassVar[str]
    # Where to look for the article's mistakes.
    lookout: ClassVar[Lookout]
    # What `decide` compares: "D² ≤ r²".
    compared: ClassVar[str]
    # The value of a quantity at which the verdict turns, where that is not 0.
    turns_at: ClassVar[Mapping[str, float]] = MappingProxyType({})
    # What `zones` tells apart, in a sentence; "" where there are none.
    zoned: ClassVar[str] = ""
    # Params that the picture shows, but no answer depends on.
    beside_the_answer: ClassVar[tuple[str, ...]] = ()

    def solve(self, p: P) -> R:
        """Ask the core; ValueError if the params are degenerate."""
        raise NotImplementedError

    def draw(self, p: P, r: R, out: DrawList) -> None:
        """Append the picture's records."""
        raise NotImplementedError

    def sketch(self, p: P, out: DrawList) -> None:
        """Append what can be drawn of params that `solve` refuses."""

    def verdict(self, p: P, r: R) -> Verdict:
        """Return the answer in a word; the same words as the cases' outcomes."""
        raise NotImplementedError

    def readout(self, p: P, r: R) -> list[Row]:
        """Return every number of the result."""
        raise NotImplementedError

    def steps(self, p: P, r: R) -> list[Step]:
        """Return the derivation with this moment's numbers."""
        raise NotImplementedError

    def timeline(self, p: P, r: R | None) -> Timeline | None:
        """Return the time axis, or None where there is no time (r is None if bad)."""
        return None

    def measure(self, p: P) -> Mapping[str, NDArray[np.float64]]:
        """Return the deciding quantities by name, zero where the answer turns.

        One number of `p` may be an array: `measure` broadcasts over it, so that one
        call gives a curve. Empty where the scene has no such quantity.
        """
        return {}

    def measured_against(self) -> tuple[str, int]:
        """Return the parameter, and its component, that the curve opens with."""
        return next(iter(parameters.specs(self.params))), 0

    def regions(self, p: P) -> Regions:
        """Return the verdict; any numbers of `p` may be arrays, which broadcast.

        The kinds' names are the words of `verdict`; no kinds where there is no map.
        """
        return NO_MAP

    def zones(self, p: P) -> Regions:
        """Return another division than by the verdict; `p` as for `regions`."""
        return NO_MAP

    def quantities(self, p: P) -> Mapping[str, NDArray[np.float64]]:
        """Return what a value map shows, by name and unit; `p` as for `regions`.

        NaN where there is no such number; empty where there is no map.
        """
        return {}

    def mistakes(self, p: P, *, single: bool) -> Regions:
        """Return what is wrong in the article's answer; `p` as for `regions`.

        Of no kind where `rival` agrees.
        """
        return NO_MAP

    def decide(self, p: P, number: NumberType) -> Decision | None:
        """Decide hit or miss by the plain formula, in numbers of that kind.

        Every number of `p` is turned into one, and so is every step on the way. None
        where there is nothing to decide.
        """
        return None

    def rival(self, p: P, r: R, *, single: bool) -> Rival | None:
        """Return the article's answer in float32 (`single`) or float64."""
        return None

    def draw_rival(self, p: P, r: R, out: DrawList, *, single: bool) -> None:
        """Append the article's points and times, hollow, in the picture's views."""

    def question(self, p: P) -> str:
        """Return what a student is to predict; "" where no picture can answer it."""
        return "Is it a hit or a miss?"

    def target(self, p: P, r: R) -> Target | None:
        """Return what a student is to place, or None where nothing is hit."""
        return None

    def first_case(self) -> str:
        """Return the name of the case the scene opens with."""
        return next(iter(self.cases))


AnyScene = Scene[Any, Any]


def drawn(scene: AnyScene, p: Params, result: Any) -> DrawList:
    """Draw what `solve` answered; where it refused (None), what can be sketched."""
    out = DrawList(dimension=scene.dimension)
    if result is None:
        scene.sketch(p, out)
    else:
        scene.draw(p, result, out)
    return out


def picture(scene: AnyScene, p: Params) -> DrawList:
    """Solve and draw; where the params are degenerate, only what can be sketched."""
    try:
        result = scene.solve(p)
    except ValueError:
        result = None
    return drawn(scene, p, result)


def dump_state(scene: AnyScene, p: Params) -> str:
    """Return the scene and its params as versioned JSON text."""
    state = {
        "format": FORMAT,
        "version": VERSION,
        "scene": scene.id,
        "params": parameters.to_dict(p),
    }
    return json.dumps(state, indent=2) + "\n"


def load_state(text: str, scenes: Sequence[AnyScene]) -> tuple[AnyScene, Params]:
    """Return scene and params from JSON text; ValueError says what is wrong."""
    try:
        state = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON: {error}") from error
    if not isinstance(state, dict) or state.get("format") != FORMAT:
        raise ValueError(f'not a state file: "format" must be "{FORMAT}"')
    if state.get("version") != VERSION:
        raise ValueError(f"version {state.get('version')} is not {VERSION}")
    scene = next((s for s in scenes if s.id == state.get("scene")), None)
    if scene is None:
        raise ValueError(f"unknown scene {state.get('scene')!r}")
    values = state.get("params")
    if not isinstance(values, dict):
        raise ValueError('"params" must be an object')
    return scene, parameters.from_dict(scene.params, values)


def show(value: float | Sequence[float] | ArrayLike | str, digits: int = 4) -> str:
    """Return a number or vector as short text; "none" for NaN."""
    if isinstance(value, str):
        return value
    numbers = np.asarray(value, dtype=np.float64)
    if numbers.ndim:
        if np.isnan(numbers).all():
            return "none"
        # Beside its neighbours such a component is the rounding of a zero.
        small = np.abs(numbers) < 1e-12 * np.nanmax(np.abs(numbers))
        shown = np.where(small, 0.0, numbers)
        return "(" + ", ".join(show(float(x), digits) for x in shown) + ")"
    number = float(numbers)
    if np.isnan(number):
        return "none"
    text = f"{number:.{digits}g}" if abs(number) >= 1e6 else f"{number:.{digits}f}"
    small = number != 0.0 and abs(number) < 0.5 * 10.0**-digits
    text = f"{number:.{digits}g}" if small else text
    if "." in text and "e" not in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text.replace("-", "−")


def stacked(*components: ArrayLike) -> NDArray[np.float64]:
    """Return vectors `(..., n)` of n components, each a number or an array."""
    return np.stack(np.broadcast_arrays(*components), axis=-1).astype(np.float64)


def cases(*entries: tuple[str, Case]) -> dict[str, Case]:
    """Return cases by name, in order; ValueError for a name given twice."""
    table = dict(entries)
    if len(table) != len(entries):
        raise ValueError("two cases share a name")
    return table
