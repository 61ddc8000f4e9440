"""Scenes: immutable values composed of small optional parts.

Parts that a scene does not declare are neither shown nor tested.
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
    """A notable state of a scene.

    Attributes
    ----------
    name : str
        The name, unique in the scene.
    params : Params
        The state.
    shows : str
        A sentence about the state.
    outcome : str
        The word of the expected outcome.
    mistake : str
        The kind of mistake that the listing is expected to make, if any.
    """

    name: str
    params: Params
    shows: str
    outcome: str = ""
    mistake: str = ""


@with_texts("instruction", "success_text")
@dataclass(frozen=True)
class GuidedStart:
    """A first task for beginners: find the listing's mistake by one short drag.

    Attributes
    ----------
    params : Params
        The initial state, in which the listing agrees with the truth.
    handle : str
        The parameter whose handle is to be dragged.
    target : tuple of float
        The world point to drag it to, where the listing's answer differs, metres.
    instruction : str
        The task in a sentence: "Drag A into the circle: ...".
    success_text : str
        The message once the answers differ: "You found it. ...".
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
        Two cases have the same name.
    """
    table = {case.name: case for case in given}
    if len(table) != len(given):
        names = [case.name for case in given]
        twice = next(name for name in names if names.count(name) > 1)
        raise refusal("two cases are called {name!r}", name=twice)
    return table


# ----------------------------------------------------------------------------
# Source of a scene.
# ----------------------------------------------------------------------------


@with_texts("name", "title", "author")
@dataclass(frozen=True)
class Source:
    """The source of a scene, such as an article.

    Attributes
    ----------
    name : str
        A short name.
    title, author : str
        The subject and the author.
    url : str
        The address, or "" if unknown.
    """

    name: str
    title: str
    author: str
    url: str = ""


# ----------------------------------------------------------------------------


P = TypeVar("P", bound=Params)
R = TypeVar("R")
T = TypeVar("T", Case, GuidedStart)
NumberType = type[np.float32] | type[np.float64] | type[Fraction]


@with_texts("failing", as_messages=False)
@dataclass(frozen=True)
class Decision:
    """A verdict computed in one number type, by the test `left <= right`.

    Attributes
    ----------
    hit : bool
        The verdict, which may require more than the test, such as a non-negative time.
    left, right : number
        The two sides of the test, of that type.
    failing : str
        The failing further requirement in a word or two, if the test holds.
    """

    hit: bool
    left: Any
    right: Any
    failing: str = ""


@with_texts("compared")
@dataclass(frozen=True)
class PrecisionFormula(Generic[P]):
    """The verdict's formula, evaluated in several number types by the precision panel.

    Attributes
    ----------
    compared : str
        The test of `decide` as text: "x² ≤ r²".
    decide : callable
        Takes params of a single state and a number type; returns a `Decision` computed
        entirely in that type, or None if there is nothing to decide.

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
    """Convert the components of a vector to a number type.

    Parameters
    ----------
    vector : sequence (n,)
        Plain numbers of a single state.
    number : type
        `np.float32`, `np.float64` or `Fraction`.

    Returns
    -------
    tuple (n,)
        The components as numbers of that type.

    Examples
    --------
    >>> convert_components((0.5, 2.0), np.float64)[0] * 3
    np.float64(1.5)
    """
    return tuple(number(float(component)) for component in vector)


@with_texts("label")
@dataclass(frozen=True)
class Target:
    """The point or time that a student places in a prediction.

    Attributes
    ----------
    label : str
        Its name in a sentence: "the first hit point".
    value : tuple of float or float
        The true world point in metres, or the true time.
    """

    label: str
    value: Vec | float


@with_texts("question", "hit", "miss", "article")
@dataclass(frozen=True)
class Quiz(Generic[P, R]):
    """The predictions that a student makes.

    Attributes
    ----------
    question : str or callable
        The question; a callable takes params. "" if the params have none.
    target : callable or None
        Takes params and result of a single state; returns the `Target` to place, or
        None if there is none.
    hit, miss : str
        The names of the two answers.
    decides : str or callable
        The title of the step of the derivation that decides the answer, "" for none; a
        callable takes params and result of a single state.
    moves : str
        The point that is moved to the boundary; by default that of the map.
    article : str or callable
        The question about the listing's answer, "" if it is not asked; a callable takes
        params.
    article_decides : str
        The title of the step that decides a correct listing's answer; by default as
        `decides`.
    article_hit : callable
        Takes the listing's answers; returns a boolean array (...), True for hits.
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
        """Return the question about these params; "" if they have none."""
        return self.question if isinstance(self.question, str) else self.question(p)

    def article_question_for(self, p: P) -> str:
        """Return the question about the listing's answer; "" if there is none."""
        return self.article if isinstance(self.article, str) else self.article(p)

    def deciding_step(self, p: P, r: R) -> str:
        """Return the title of the step that decides this answer; "" for none."""
        return self.decides if isinstance(self.decides, str) else self.decides(p, r)


@dataclass(frozen=True, eq=False, kw_only=True)
class SceneEntry:
    """An entry in the list of scenes: a scene, or several modes behind one choice.

    Attributes
    ----------
    id, title : str
        The name in files and commands, and the name on screen.
    params : type
        The class of its params.
    cases : mapping
        Its cases by name; the first is the initial state.
    source : Source or None
        Its source.
    dimension : int
        2 or 3.
    lesson_path : Path or None
        The file of its lesson.
    start : GuidedStart or None
        A first task for beginners.
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
        """Return the scene that the params belong to, and that scene's params."""
        raise NotImplementedError

    def sub_scenes(self) -> tuple["Scene[Any, Any]", ...]:
        """Return the scene, or those of all modes."""
        raise NotImplementedError

    def join_params(self, scene: "Scene[Any, Any]", p: Params) -> Params:
        """Return params that `resolve` maps back to `scene` and its params."""
        raise NotImplementedError

    def with_sub_scene(
        self, part: "Scene[Any, Any]", other: "Scene[Any, Any]"
    ) -> "SceneEntry":
        """Return a copy with `part` replaced by a scene with the same params."""
        raise NotImplementedError

    def first_case_name(self) -> str:
        """Return the name of the initial case."""
        return next(iter(self.cases))

    def initial_params(self) -> Params:
        """Return the params of the initial case."""
        return self.cases[self.first_case_name()].params

    def _repr_html_(self) -> str | None:
        """Return the HTML that a notebook shows; None if no renderer is installed."""
        return render_html(self)


@with_texts("title")
@dataclass(frozen=True, eq=False, kw_only=True)
class Scene(SceneEntry, Generic[P, R]):
    """A figure with its answer.

    Attributes
    ----------
    solve : callable
        Takes params, whose numbers may be arrays unless `single`; returns the result.
        Raises ValueError if the params are degenerate.
    picture : callable
        Takes params, result and a draw list; appends the primitives that show them.
    sketch : callable or None
        Takes params and a draw list; draws params that `solve` rejects.
    answer : Answer
        Outcomes and quantities.
    derivation, precision_formula, quiz : Derivation, PrecisionFormula, Quiz, or None
        Optional parts.
    listings : tuple of Listing
        The listings; the first is compared with the truth.
    query : Query or None
        The query to the core, for testing other code.
    timeline : callable or None
        Takes params and result; returns the time axis. The result is None while the
        answer is hidden.
    map_point : str
        The point that varies over the map at first; by default the first that can be
        moved.
    single : bool
        Whether `solve` takes one state at a time, which rules out maps and curves.

    Raises
    ------
    TypeError
        A field of the params is not declared as a parameter.
    ValueError
        A handle or condition refers to an unknown parameter, or a scene that is
        `single` has a curve, a map or zones.

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
        # Undeclared or misspelled names raise when the scene is declared.
        parameters.check_names(self.params)
        if self.single and (self.answer.curves + self.answer.maps + self.answer.zones):
            raise refusal(
                "{scene}: a scene with single=True cannot have a curve or a map",
                scene=self.id,
            )

    def resolve(self, p: Params) -> tuple["Scene[Any, Any]", Params]:
        """Return the scene itself, and the params as they are."""
        return self, p

    def sub_scenes(self) -> tuple["Scene[Any, Any]", ...]:
        """Return a tuple of the scene itself."""
        return (self,)

    def join_params(self, scene: "Scene[Any, Any]", p: Params) -> Params:
        """Return the params as they are."""
        return p

    def with_sub_scene(
        self, part: "Scene[Any, Any]", other: "Scene[Any, Any]"
    ) -> SceneEntry:
        """Return the other scene."""
        return other

    @property
    def listing(self) -> Listing[P, R, Any, Any] | None:
        """The listing to compare with, or None."""
        return self.listings[0] if self.listings else None


@with_texts("title", "label", "help", "scenes", as_messages=False)
class SceneModes(SceneEntry):
    """Several scenes of one dimension behind one choice, its first parameter.

    A state has the parameters of all scenes, shown only in their own mode.

    Parameters
    ----------
    id, title, source, lesson_path
        As in `SceneEntry`.
    choice : str
        The name of the parameter that chooses.
    label, help : str
        The texts of that parameter.
    scenes : mapping
        The scenes by the options that choose them.

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
        declarations: list[tuple[str, Any, Any]] = [(choice, str, chooser)]
        for word, scene in scenes.items():
            for name, spec in parameters.parameters_of(scene.params).items():
                spec = replace(spec, when=spec.when or (choice, word))
                default = getattr(scene.params, name)
                declarations.append(
                    (name, Any, parameters.declare_field(default, spec))
                )
        names = [name for name, _, _ in declarations]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise refusal(
                "{scene}: its scenes share the parameter {name}",
                scene=id,
                name=twice[0],
            )
        kind = make_dataclass(
            f"{title.title().replace(' ', '')}Params",
            declarations,
            bases=(Params,),
            frozen=True,
        )
        object.__setattr__(self, "_choice", choice)
        object.__setattr__(self, "scenes", dict(scenes))

        def join(word: str, part: T) -> T:
            own_values = _select_values(scenes[word].params, part.params)
            return replace(part, params=kind(**{choice: word}, **own_values))

        joint_cases = [
            join(word, case)
            for word, scene in scenes.items()
            for case in scene.cases.values()
        ]
        starts = (join(word, s.start) for word, s in scenes.items() if s.start)
        super().__init__(
            id=id,
            title=title,
            params=kind,
            cases=cases(*joint_cases),
            source=source,
            dimension=scenes[first].dimension,
            lesson_path=lesson_path,
            start=next(starts, None),
        )

    def resolve(self, p: Params) -> tuple[Scene[Any, Any], Params]:
        """Return the chosen scene with its part of the params."""
        scene = self.scenes[getattr(p, self._choice)]
        return scene, scene.params(**_select_values(scene.params, p))

    def sub_scenes(self) -> tuple[Scene[Any, Any], ...]:
        """Return the scenes in the order of the choice."""
        return tuple(self.scenes.values())

    def join_params(self, scene: Scene[Any, Any], p: Params) -> Params:
        """Return params in which `scene` is chosen, with its values taken from `p`."""
        word = next(word for word, other in self.scenes.items() if other is scene)
        own_values = _select_values(scene.params, p)
        return replace(self.initial_params(), **{self._choice: word}, **own_values)

    def with_sub_scene(
        self, part: Scene[Any, Any], other: Scene[Any, Any]
    ) -> SceneEntry:
        """Return the same choice with one scene replaced."""
        joint_scene = copy(self)
        parts = {w: other if s is part else s for w, s in self.scenes.items()}
        object.__setattr__(joint_scene, "scenes", parts)
        return joint_scene


def _select_values(kind: type[Params], p: Params) -> dict[str, Any]:
    """Return the values in `p` of the parameters of another class, by name."""
    return {name: getattr(p, name) for name in parameters.parameters_of(kind)}
