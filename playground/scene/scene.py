"""What a scene is: a value made of small parts.

Each part is optional and has no meaning without its own fields; what a scene does not
declare neither shows nor is tested.
"""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import field, make_dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from playground.i18n import message, with_texts
from playground.quick_dataclass import dataclass
from playground.scene import params as parameters
from playground.scene.answer import Answer
from playground.scene.derivation import Derivation
from playground.scene.draw_list import DrawList
from playground.scene.handles import Vec
from playground.scene.html_repr import render_html
from playground.scene.listing import Listing
from playground.scene.params import Params
from playground.scene.query import Query
from playground.scene.refusal import refusal
from playground.scene.timeline import Timeline


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


@with_texts("instruction", "success_text")
@dataclass(frozen=True)
class GuidedStart:
    """Where a beginner finds the listing's mistake by one short drag.

    Attributes
    ----------
    params : Params
        The state it opens with: there the listing agrees with the truth.
    handle : str
        The name of the parameter whose handle is to be dragged.
    target : tuple of float
        The world point to drag it to: there the listing's answer differs.
    instruction : str
        What to do, in a sentence: "Drag A into the circle: ...".
    success_text : str
        What is said once the answers part: "You found it. ...".
    """

    params: Params
    handle: str
    target: Vec
    instruction: str
    success_text: str


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
        raise refusal("two cases are called {name!r}", name=twice)
    return table


# ----------------------------------------------------------------------------
# Where a scene comes from.
# ----------------------------------------------------------------------------


@with_texts("name", "title", "author")
@dataclass(frozen=True)
class Source:
    """Where a scene comes from: a short name, the subject, and whose it is.

    `url` is where it can be read; "" where that is not known.
    """

    name: str
    title: str
    author: str
    url: str = ""


# ----------------------------------------------------------------------------


P = TypeVar("P", bound=Params)
R = TypeVar("R")
NumberType = type[np.float32] | type[np.float64] | type[Fraction]


@with_texts("failing", as_messages=False)
@dataclass(frozen=True)
class Decision:
    """A verdict in one kind of number. The test is `left <= right`.

    Attributes
    ----------
    hit : bool
        The verdict; it may ask for more, such as a time that is not negative.
    left, right : number
        The two sides of the test, in that kind of number.
    failing : str
        What else it fails by, in a word or two, where the test holds.
    """

    hit: bool
    left: Any
    right: Any
    failing: str = ""


@with_texts("compared")
@dataclass(frozen=True)
class PrecisionFormula(Generic[P]):
    """The plain formula of the verdict, for a look at its last bits.

    Attributes
    ----------
    compared : str
        What `decide` compares, as text: "x² ≤ r²".
    decide : callable
        Given params of a single state and a kind of number, returns a `Decision` with
        every number, and every step on the way, of that kind; None where there is
        nothing to decide.

    Examples
    --------
    >>> @dataclass(frozen=True)
    ... class Numbers(Params):
    ...     x: float = slider(0.1, 0.0, 1.0, label="x")
    >>> def decide(p, number):
    ...     (x,) = convert_components((p.x,), number)
    ...     left, right = x * x, number(1)
    ...     return Decision(bool(left <= right), left, right)
    >>> PrecisionFormula("x² ≤ 1", decide).decide(Numbers(), np.float64).hit
    True
    """

    compared: str
    decide: Callable[[P, NumberType], Decision | None]


def convert_components(vector: Sequence[float], number: NumberType) -> tuple[Any, ...]:
    """Return the components of a vector in numbers of a kind.

    Parameters
    ----------
    vector : sequence (n,)
        Plain numbers of a single state.
    number : type
        `np.float32`, `np.float64` or `Fraction`.

    Examples
    --------
    >>> convert_components((0.5, 2.0), np.float64)[0] * 3
    np.float64(1.5)
    """
    return tuple(number(float(component)) for component in vector)


@with_texts("label")
@dataclass(frozen=True)
class Target:
    """What a student places in a prediction.

    Attributes
    ----------
    label : str
        What it is called in a sentence: "the first hit point".
    value : tuple of float or float
        The true world point, or the true time.
    """

    label: str
    value: Vec | float


@with_texts("question", "hit", "miss", "article")
@dataclass(frozen=True)
class Quiz(Generic[P, R]):
    """What a student is to predict.

    Attributes
    ----------
    question : str or callable
        "" where no picture can answer it.
    target : callable or None
        What is to be placed of an answer; None where nothing is.
    hit, miss : str
        What the two answers are called.
    decides : str or callable
        The title of the step of the derivation that decides an answer.
    moves : str
        The point that is put where the answer turns; by default the one a map moves.
    article : str or callable
        The question what the listing will answer; "" where that is not asked.
    article_decides : str
        The title of the step that decides what a listing that is right answers; by
        default that which decides the truth.
    article_hit : callable
        Boolean array: whether the listing's answers count as hits.
    """

    question: str | Callable[[P], str] = message("Is it a hit or a miss?")
    target: Callable[[P, R], Target | None] | None = None
    hit: str = message("Hit")
    miss: str = message("Miss")
    decides: str | Callable[[P, R], str] = ""
    moves: str = ""
    article: str | Callable[[P], str] = ""
    article_decides: str = ""
    article_hit: Callable[[Any], ArrayLike] = lambda answer: answer.hit

    def question_for(self, p: P) -> str:
        """Return the question about these params."""
        return self.question if isinstance(self.question, str) else self.question(p)

    def article_question_for(self, p: P) -> str:
        """Return the question about what the listing answers of these params."""
        return self.article if isinstance(self.article, str) else self.article(p)

    def deciding_step(self, p: P, r: R) -> str:
        """Return the title of the step that decides this answer."""
        return self.decides if isinstance(self.decides, str) else self.decides(p, r)


@dataclass(frozen=True, eq=False, kw_only=True)
class SceneEntry:
    """What a list of scenes shows: a scene, or several behind one choice.

    Attributes
    ----------
    id, title : str
        The name in files and commands, and what people read.
    params : type
        The class of its params.
    cases : mapping
        Its cases by name; it opens with the first.
    source : Source or None
        Where it comes from.
    dimension : int
        2 or 3.
    lesson_path : Path or None
        The file of the lesson that comes with it.
    start : GuidedStart or None
        Where somebody begins who has never seen it.
    """

    id: str
    title: str
    params: type[Params]
    cases: Mapping[str, Case]
    source: Source | None = None
    dimension: int = 2
    lesson_path: Path | None = None
    start: GuidedStart | None = None

    def resolve(self, p: Params) -> tuple["Scene[Any, Any]", Params]:
        """Return the scene that these params belong to, and its own params."""
        raise NotImplementedError

    def sub_scenes(self) -> tuple["Scene[Any, Any]", ...]:
        """Return the scene, or those behind its choice."""
        raise NotImplementedError

    def join_params(self, scene: "Scene[Any, Any]", p: Params) -> Params:
        """Return params of which `resolve` gives that part and its params again."""
        raise NotImplementedError

    def with_sub_scene(
        self, part: "Scene[Any, Any]", other: "Scene[Any, Any]"
    ) -> "SceneEntry":
        """Return the same with another scene of the same params in a part's place."""
        raise NotImplementedError

    def first_case_name(self) -> str:
        """Return the name of the case it opens with."""
        return next(iter(self.cases))

    def initial_params(self) -> Params:
        """Return the params it opens with."""
        return self.cases[self.first_case_name()].params

    def _repr_html_(self) -> str | None:
        """Return what a notebook shows of it."""
        return render_html(self)


@with_texts("title")
@dataclass(frozen=True, eq=False, kw_only=True)
class Scene(SceneEntry, Generic[P, R]):
    """One picture with its answer.

    Attributes
    ----------
    solve : callable
        Asks the core about params whose numbers may be arrays, unless `single`;
        ValueError if they are degenerate.
    picture : callable
        Appends the records that show params and answer, in world space.
    sketch : callable or None
        Appends what can be drawn of params that `solve` refuses.
    answer : Answer
        Outcomes and quantities.
    derivation, listings, precision_formula, quiz
        What else there is of it.
    query : Query or None
        What it asks the core, for other code to be asked the same.
    timeline : callable or None
        The time axis; it is given None in place of an answer that is hidden.
    map_point : str
        The point that a map moves over the canvas, until another is chosen; by
        default the first one that can be moved.
    single : bool
        `solve` answers one state at a time, so that there is neither map nor curve.

    Raises
    ------
    TypeError
        A field of the params is not declared.
    ValueError
        A handle or condition names no parameter, or a scene that is `single` has a
        curve, a map or zones.

    Examples
    --------
    >>> @dataclass(frozen=True)
    ... class Numbers(Params):
    ...     radius: float = slider(1.0, 0.0, 2.0, label="Radius")
    >>> scene = Scene(
    ...     id="ball", title="A ball", params=Numbers,
    ...     cases=cases(Case("Small", Numbers(), "A ball of 1 m.")),
    ...     solve=lambda p: np.pi * p.radius**2,
    ...     picture=lambda p, area, out: out.add(Circle((0.0, 0.0), p.radius)),
    ... )
    >>> scene.initial_params().radius
    1.0
    """

    solve: Callable[[P], R]
    picture: Callable[[P, R, DrawList], None]
    sketch: Callable[[P, DrawList], None] | None = None
    answer: Answer[P, R] = field(default_factory=lambda: Answer[P, R]())
    derivation: Derivation[P, R] | None = None
    listings: tuple[Listing[P, R, Any, Any], ...] = ()
    precision_formula: PrecisionFormula[P] | None = None
    quiz: Quiz[P, R] | None = None
    query: Query[P, Any] | None = None
    timeline: Callable[[P, R | None], Timeline | None] | None = None
    map_point: str = ""
    single: bool = False

    def __post_init__(self) -> None:
        # What is undeclared or misspelled is said at once.
        parameters.check_names(self.params)
        if self.single and (self.answer.curves + self.answer.maps + self.answer.zones):
            raise refusal(
                "{scene}: a scene asked singly has no curve, no map", scene=self.id
            )

    def resolve(self, p: Params) -> tuple["Scene[Any, Any]", Params]:
        """Return the scene itself."""
        return self, p

    def sub_scenes(self) -> tuple["Scene[Any, Any]", ...]:
        """Return the scene itself."""
        return (self,)

    def join_params(self, scene: "Scene[Any, Any]", p: Params) -> Params:
        """Return the params themselves."""
        return p

    def with_sub_scene(
        self, part: "Scene[Any, Any]", other: "Scene[Any, Any]"
    ) -> SceneEntry:
        """Return the other."""
        return other

    @property
    def listing(self) -> Listing[P, R, Any, Any] | None:
        """The code to compare with, if there is one."""
        return self.listings[0] if self.listings else None


@with_texts("title", "label", "help", "scenes", as_messages=False)
class SceneModes(SceneEntry):
    """Several scenes behind one choice, the first of their parameters.

    Each has parameters of its own, shown in its mode; a state has those of all.

    Parameters
    ----------
    id, title, source, lesson_path
        As of a scene.
    choice : str
        The name of the parameter that chooses.
    label, help : str
        What people read of it.
    scenes : mapping
        The scenes by the words that choose them.

    Raises
    ------
    ValueError
        Two of the scenes share a parameter or a case, or differ in dimension.
    """

    scenes: Mapping[str, Scene[Any, Any]]
    _choice: str

    def __init__(
        self,
        *,
        id: str,
        title: str,
        choice: str,
        label: str,
        help: str,
        scenes: Mapping[str, Scene[Any, Any]],
        source: Source | None = None,
        lesson_path: Path | None = None,
    ) -> None:
        if len({scene.dimension for scene in scenes.values()}) != 1:
            raise refusal("{scene}: its scenes differ in dimension", scene=id)
        first = next(iter(scenes))
        chooser = parameters.choice(first, *scenes, label=label, help=help)
        joined: list[tuple[str, Any, Any]] = [(choice, str, chooser)]
        for word, scene in scenes.items():
            joined += parameters.conditional_fields(scene.params, (choice, word))
        names = [name for name, _, _ in joined]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise refusal(
                "{scene}: its scenes share the parameter {name}",
                scene=id,
                name=twice[0],
            )
        kind = make_dataclass(
            f"{title.title().replace(' ', '')}Params",
            joined,
            bases=(Params,),
            frozen=True,
        )
        object.__setattr__(self, "_choice", choice)
        object.__setattr__(self, "scenes", dict(scenes))
        super().__init__(
            id=id,
            title=title,
            params=kind,
            cases=cases(
                *(
                    replace(case, params=_join_params(kind, choice, word, case.params))
                    for word, scene in scenes.items()
                    for case in scene.cases.values()
                )
            ),
            source=source,
            dimension=scenes[first].dimension,
            lesson_path=lesson_path,
            start=next(
                (
                    replace(s, params=_join_params(kind, choice, word, s.params))
                    for word, scene in scenes.items()
                    if (s := scene.start)
                ),
                None,
            ),
        )

    def resolve(self, p: Params) -> tuple[Scene[Any, Any], Params]:
        """Return the chosen scene with its part of the params."""
        scene = self.scenes[getattr(p, self._choice)]
        names = parameters.parameters_of(scene.params)
        return scene, scene.params(**{name: getattr(p, name) for name in names})

    def sub_scenes(self) -> tuple[Scene[Any, Any], ...]:
        """Return the scenes in the order of the choice."""
        return tuple(self.scenes.values())

    def join_params(self, scene: Scene[Any, Any], p: Params) -> Params:
        """Return the params with which that scene is chosen, in this state."""
        word = next(word for word, other in self.scenes.items() if other is scene)
        own = {
            name: getattr(p, name) for name in parameters.parameters_of(scene.params)
        }
        return replace(self.initial_params(), **{self._choice: word}, **own)

    def with_sub_scene(
        self, part: Scene[Any, Any], other: Scene[Any, Any]
    ) -> SceneEntry:
        """Return the same choice, of other scenes."""
        changed = copy(self)
        parts = {w: other if s is part else s for w, s in self.scenes.items()}
        object.__setattr__(changed, "scenes", parts)
        return changed


def _join_params(kind: Any, choice: str, word: str, part: Params) -> Params:
    own = {name: getattr(part, name) for name in parameters.parameters_of(type(part))}
    joined: Params = kind(**{choice: word}, **own)
    return joined
