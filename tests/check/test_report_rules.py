"""Rules of `playground check`: each finds a scene that breaks it, in one sentence."""

import inspect
import math
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import pytest
import toys
from effort import each_value_once
from toys import SCENE, InCircle

from playground.analysis.curve import Axis
from playground.analysis.heat_map import AxisSamples, MapKind, MapQuery, compute_map
from playground.check import finding, scene_checker
from playground.check.finding import Finding
from playground.check.scene_checker import check
from playground.scene import (
    Answer,
    Case,
    Circle,
    Decision,
    Derivation,
    Dot,
    DrawList,
    GuidedStart,
    Handle,
    Label,
    Listing,
    ListingComparison,
    MapPreset,
    Mistake,
    MistakeKind,
    MoveHandle,
    Outcome,
    Params,
    Polygon,
    PrecisionFormula,
    Quantity,
    Quiz,
    Reason,
    Role,
    Scene,
    Step,
    Target,
    Timeline,
    Vec2,
    Zone,
    angle,
    cases,
    choice,
    integer,
    point,
    points,
    slider,
    time,
    toggle,
)
from playground.scene.params import parameters_of

INSIDE = SCENE.cases["Inside"]
OUTSIDE = Case("Outside", InCircle((4.0, 0.0)), "P is not in it.", "Outside")


def said(scene: Scene) -> set[str]:
    return {found.text for found in check(scene).findings}


def faults(scene: Scene) -> set[str]:
    return {found.text for found in check(scene).faults}


def advice(scene: Scene) -> set[str]:
    return {found.text for found in check(scene).findings if found.advice}


def test_a_minimal_scene_has_no_fault() -> None:
    assert faults(SCENE) == set()


def test_every_rule_is_asked() -> None:
    """A rule that is written but not in the table would never speak."""
    named = {
        name
        for name, held in vars(scene_checker).items()
        if held in scene_checker.RULES
    }
    assert len(scene_checker.RULES) == len(set(scene_checker.RULES)) == len(named)


# ---- What it is


def test_the_dimension_is_2_or_3() -> None:
    (found,) = scene_checker.check_identity(replace(SCENE, dimension=4))
    assert found.text == "the dimension must be 2 or 3, not 4"


# ---- Its parameters


def shown(kind: type[Params]) -> Scene:
    """Return a scene of these params with a constant picture and answer."""
    return Scene(
        id="toy",
        title="Toy",
        params=kind,
        cases=cases(Case("One", kind(), "One.")),
        solve=lambda p: 0.0,
        picture=lambda p, r, out: out.add(Circle((0.0, 0.0), 3.0)),
    )


@dataclass(frozen=True)
class Twins(Params):
    one: float = slider(1.0, 0.0, 2.0, label="Size", help="How big.", unit="furlong")
    other: float = slider(1.0, 0.0, 2.0, label="Size")
    turn: float = angle(0.0, label="Turn", help="How far", unit="rad")
    nameless: float = slider(1.0, 0.0, 2.0, label="", help="It is.")


@dataclass(frozen=True)
class Nothing(Params):
    pass


# ---- What its parameters change


def within(x: float, y: float, cx: float, cy: float, radius: float) -> bool:
    return math.hypot(x - cx, y - cy) <= radius


@dataclass(frozen=True)
class Spare(InCircle):
    spare: float = slider(1.0, 0.0, 3.0, label="Spare", help="It does nothing.")


@dataclass(frozen=True)
class Idle(InCircle):
    way: str = choice("up", "up", "down", label="Way", help="It does nothing.")
    loud: bool = toggle(True, label="Loud", help="It does nothing.")
    count: int = integer(2, 1, 5, label="Count", help="It does nothing.")
    t: float = time(0.0, 0.0, 1.0, label="Time", help="It does nothing.")
    corners: tuple[Vec2, ...] = points(
        (0.0, 0.0), (1.0, 0.0), (0.0, 1.0), label="Corners", help="It does nothing."
    )


def of_params(kind: type[Params], **changes: object) -> Scene:
    """Return the toy scene with more parameters, which `solve` ignores."""
    inside = Case("Inside", kind(), "P is in the circle.", "Inside")
    return replace(SCENE, params=kind, cases=cases(inside), **changes)


def without_effect(scene: Scene) -> dict[str, str]:
    """Return the parameters reported as without effect, and their places."""
    end = " never changes the answer or the picture in what was tried: use it in "
    found = check(scene).findings
    return {
        f.text.removeprefix("the parameter ").split()[0]: f.at
        for f in found
        if end + "`solve`, or remove it" in f.text and f.advice
    }


def declared_at(kind: type[Params], name: str) -> str:
    lines, first = inspect.getsourcelines(kind)
    (line,) = (i for i, text in enumerate(lines, first) if f"    {name}: " in text)
    return f"test_report_rules.py, line {line}"


def test_a_parameter_that_solve_ignores_is_named_with_its_line() -> None:
    assert without_effect(SCENE) == {}
    assert without_effect(of_params(Spare)) == {"spare": declared_at(Spare, "spare")}
    # It is a word elsewhere in the file, but is declared once.
    assert faults(of_params(Spare)) == set()


def half_as_large(x: float, y: float, cx: float, cy: float, radius: float) -> bool:
    return math.hypot(x - cx, y - cy) <= radius / 2.0


def misses(t: ListingComparison) -> np.ndarray:
    return np.asarray((t.truth <= t.p.radius) & ~t.answer.hit)


HALF = Listing(
    code=half_as_large,
    arguments=lambda p: (*p.at, *p.center, p.radius),
    describe_answer=lambda t: "in" if t.answer.hit else "out",
    mistakes=(
        Mistake(
            MistakeKind("half", why="It halves the radius."),
            misses,
            "It halves the radius.",
            reasons=(Reason(lambda t: t.p.at[0] > 0.0, "On the right.", line="def"),),
            line="return",
        ),
    ),
    comparison=ListingComparison,
    is_suspect=misses,
)


@each_value_once("kind, other", list(MapKind), [Axis("at", 0), Axis("radius")])
def test_a_parameter_that_solve_ignores_is_an_axis_of_a_map(
    kind: MapKind, other: Axis
) -> None:
    """Along it each cell is that of the other number alone."""
    answer = replace(
        toys.ANSWER,
        zones=(Zone("right", lambda p, d: np.asarray(p.at[0]) > 0.0, Role.SIDE_A),),
        quantities=(Quantity(name="Distance", value=lambda p, d: d, map=1, curve=1),),
    )
    scene = of_params(Spare, listings=(HALF,), answer=answer)
    p, spare = scene.initial_params(), Axis("spare")
    many, few = AxisSamples(-6, 13, 0.5), AxisSamples(0, 4, 0.75)

    def cells(x: Axis, y: Axis, *samples: AxisSamples) -> tuple[list[str], np.ndarray]:
        asked = MapQuery(scene, p, x, y, kind, "Distance", np.float64)
        made = compute_map(asked, *samples)
        assert made
        cells = made.values if kind is MapKind.VALUES else made.index
        return [k.name for k in made.kinds], cells

    names, across = cells(other, spare, many, few)
    _, up = cells(spare, other, few, many)
    _, plain = cells(other, Axis("at", 1), many, AxisSamples(1, 1, p.at[1]))
    np.testing.assert_array_equal(across, np.repeat(plain, 4, axis=0))
    np.testing.assert_array_equal(up, across.T)
    if kind is MapKind.MISTAKES:
        assert names == ["half"]
    # Check asks such maps too.
    assert faults(scene) == set()


def test_of_any_kind_of_parameter_it_is_said_that_it_does_nothing() -> None:
    plain = {
        name: declared_at(Idle, name)
        for name in ("way", "loud", "count", "t", "corners")
    }
    assert without_effect(of_params(Idle)) == plain


def _draw_all(p: Idle, distance: object, out: DrawList) -> None:
    toys.draw(p, distance, out)
    out.add(Dot((float(p.way == "up"), float(p.loud) + p.count + p.t)))
    out.add(Polygon(p.corners))


def _name_way(p: Idle, distance: object) -> list[Step]:
    return [replace(step, text=f"It goes {p.way}.") for step in toys.steps(p, distance)]


@pytest.mark.parametrize(
    ("changes", "used"),
    [
        ({"picture": _draw_all}, {*parameters_of(Idle)}),
        ({"derivation": Derivation(_name_way)}, {"way"}),
        ({"timeline": lambda p, d: Timeline("t", 0.0, 1.0, 2.0 + p.loud)}, {"loud"}),
        (
            {
                "answer": replace(
                    toys.ANSWER,
                    quantities=(
                        Quantity(name="Curve", value=lambda p, d: p.count, curve=1),
                    ),
                )
            },
            {"count"},
        ),
        (
            {
                "precision_formula": PrecisionFormula(
                    "|P − O|² ≤ r²",
                    lambda p, number: exactly(
                        replace(p, radius=p.radius + p.t), number
                    ),
                )
            },
            {"t"},
        ),
        (
            {
                "listings": (
                    Listing(
                        code=within,
                        arguments=lambda p: (*p.at, *p.center, p.radius + 9.0 * p.t),
                        describe_answer=lambda t: str(bool(t.answer.hit)),
                        mistakes=(),
                        comparison=ListingComparison,
                    ),
                )
            },
            {"t"},
        ),
        (
            {"quiz": Quiz(target=lambda p, d: Target("it", (p.t, p.loud)))},
            {"t", "loud"},
        ),
    ],
)
def test_what_any_part_of_a_scene_uses_does_something(
    changes: dict[str, object], used: set[str]
) -> None:
    idle = {*parameters_of(Idle)} - {*parameters_of(InCircle)}
    assert without_effect(of_params(Idle, **changes)).keys() == idle - used


@dataclass(frozen=True)
class Hiding(InCircle):
    shown: float = time(0.0, 0.0, 1.0, view=True, label="Shown", help="Of the view.")
    kind: str = choice("one", "one", "two", label="Kind", help="It picks a parameter.")
    of_two: float = slider(
        1.0, 0.0, 3.0, label="Of two", help="It is used.", when=("kind", "two")
    )


def test_what_is_for_the_view_or_decides_what_matters_is_no_idle_parameter() -> None:
    def draw(p: Hiding, distance: object, out: DrawList) -> None:
        toys.draw(p, distance, out)
        if p.kind == "two":
            out.add(Dot((p.of_two, 0.0)))

    assert without_effect(of_params(Hiding, picture=draw)) == {}
    found = without_effect(of_params(Hiding))
    assert found == {"of_two": declared_at(Hiding, "of_two")}


# ---- What it names


def listing(
    *mistakes: Mistake, preset: MapPreset | None = None, **more: object
) -> Scene:
    made = Listing(
        **{
            "code": within,
            "arguments": lambda p: (*p.at, *p.center, p.radius),
            "describe_answer": lambda t: "in",
            "mistakes": mistakes,
            "comparison": ListingComparison,
            "preset": preset,
            **more,
        }
    )
    return replace(SCENE, listings=(made,))


# ---- Its cases


def with_case(**changes: object) -> Scene:
    return replace(SCENE, cases=cases(replace(INSIDE, **changes)))


def test_cases_show_both_ends_and_the_mistakes() -> None:
    one_sided = "its cases are all hits or all misses: add the other"
    assert one_sided in advice(SCENE)
    assert one_sided not in said(replace(SCENE, cases=cases(INSIDE, OUTSIDE)))
    late = listing(Mistake(MistakeKind("late"), lambda t: True, "It is late."))
    unshown = "no case shows a mistake of the listing"
    assert unshown in advice(late)
    shown = replace(INSIDE, mistake="late")
    assert unshown not in said(replace(late, cases=cases(shown)))


def test_one_drag_leads_from_a_start_to_a_mistake() -> None:
    late = Mistake(MistakeKind("late"), lambda t: t.p.at[0] > 3.0, "It is late.")
    scene = listing(late)
    usual = faults(scene)

    def starting(x: float, to: float, handle: str = "at") -> set[str]:
        start = GuidedStart(InCircle((x, 0.0)), handle, (to, 0.0), "Drag P.", "Found.")
        return faults(replace(scene, start=start)) - usual

    assert starting(1.0, 4.0) == set()
    assert starting(4.0, 4.0) == {"the listing already differs where it starts"}
    assert starting(1.0, 2.0) == {"the listing agrees where its start drags 'at'"}
    assert starting(1.0, 4.0, "to") == {"its start drags 'to', which has no handle"}
    alone = GuidedStart(InCircle(), "at", (4.0, 0.0), "Drag P.", "Found.")
    needs = "its start needs a listing's answer at both its ends"
    assert needs in faults(replace(SCENE, start=alone))


# ---- Its answers


def answering(*quantities: Quantity, **changes: object) -> Scene:
    answer = replace(toys.ANSWER, quantities=quantities, **changes)
    return replace(SCENE, answer=answer)


def refusing(message: str) -> Scene:
    """Return a scene that refuses a radius of 0, except in a batch."""

    def solve(p: InCircle) -> object:
        if np.ndim(p.radius) == 0 and p.radius == 0.0:
            raise ValueError(message)
        return toys.solve(p)

    return replace(SCENE, solve=solve)


def _of_the_first(p: InCircle, distance: object) -> object:
    """Return whether P is in the circle; wrongly of the first state for a batch."""
    return np.ravel(distance)[0] <= np.ravel(p.radius)[0]


@pytest.mark.parametrize(
    ("what", "broken"),
    [
        (
            "'First'",
            answering(
                Quantity(name="First", value=lambda p, d: np.ravel(d)[0], map=True)
            ),
        ),
        (
            "the outcome",
            answering(
                outcomes=(
                    Outcome("In", _of_the_first, True, Role.HIT),
                    Outcome("Out", lambda p, d: True, False, Role.MISS),
                )
            ),
        ),
        ("the zone", answering(zones=(Zone("In", _of_the_first, Role.HIT),))),
        (
            "the listing's mistake",
            listing(
                Mistake(
                    MistakeKind("in"), lambda t: _of_the_first(t.p, t.truth), "It is."
                )
            ),
        ),
    ],
)
def test_many_states_are_answered_as_one(what: str, broken: Scene) -> None:
    (found,) = {f.text for f in scene_checker.check_batch_answers(broken)}
    assert found == (
        f"{what} for many states at once differs from that of one: write `solve`, "
        "conditions and values for arrays, or declare the scene `single`"
    )


def test_one_that_is_refused_does_not_refuse_all() -> None:
    def solve(p: InCircle) -> object:
        if np.any(np.equal(p.radius, 0.0)):
            raise ValueError("radius must not be 0")
        return toys.solve(p)

    (found,) = faults(replace(SCENE, solve=solve))
    assert found.startswith(
        "solving many states at once fails (radius must not be 0): "
    )


def test_a_scene_that_takes_one_state_at_a_time_says_so() -> None:
    plain = replace(SCENE, solve=lambda p: math.dist(p.at, p.center))
    (found,) = faults(plain)
    assert found.startswith("solving many states at once fails (")
    assert found.endswith("or declare the scene `single`")
    assert faults(replace(plain, single=True)) == set()


# ---- Its listing


# ---- Its picture


def drawing(*records: object) -> Scene:
    def draw(p: InCircle, distance: object, out: object) -> None:
        toys.draw(p, distance, out)
        out.add(*records)

    return replace(SCENE, picture=draw)


# ---- Its handles


@dataclass(frozen=True)
class Jump(Handle):
    """Handle that holds its point half a unit off."""

    def list_marks(self, params, name, pixel):
        return MoveHandle().list_marks(params, name, pixel)

    def pick(self, params, name, at, pixel):
        return MoveHandle().pick(params, name, at, pixel)

    def drag(self, params, name, index, target, snap):
        return {name: tuple(x + 0.5 for x in target)}


@dataclass(frozen=True)
class Jumping(Params):
    at: Vec2 = point(0.0, 0.0, label="P", help="A point.", handle=Jump())


@dataclass(frozen=True)
class Crowded(Params):
    one: Vec2 = point(0.0, 0.0, label="One", help="A point.")
    other: Vec2 = point(0.0, 0.0, label="Other", help="A point.")


# ---- Its lesson


def stepping(*steps: Step) -> Scene:
    return replace(SCENE, derivation=Derivation(lambda p, d: list(steps)))


STEP = Step("Compare", "The distance against r.", r"|P - O| \le r", keys=("P",))


# ---- Its time


@dataclass(frozen=True)
class Timed(Params):
    t: float = time(0.0, 0.0, 1.0, label="Time", help="When.")
    size: float = slider(1.0, 0.0, 2.0, label="Size", help="How big.")


LINE = Timeline("t", 0.0, 1.0, 2.0, (0.5,), ("half",))


def timed(line: Timeline | None) -> Scene:
    return replace(shown(Timed), timeline=lambda p, r: line)


# ---- Its lens


def deciding(decide: object) -> Scene:
    return replace(SCENE, precision_formula=PrecisionFormula("|P − O|² ≤ r²", decide))


def exactly(p: InCircle, number: type) -> Decision:
    x, y = (number(a) - number(b) for a, b in zip(p.at, p.center, strict=True))
    left, right = x * x + y * y, number(p.radius) * number(p.radius)
    return Decision(bool(left <= right), left, right)


# ---- Its quiz


# ---- What it raises


def test_what_a_scene_raises_is_a_fault_with_its_line() -> None:
    def draw(p: InCircle, distance: object, out: object) -> None:
        raise KeyError("size")

    (found,) = check(replace(SCENE, picture=draw)).faults
    assert found.text == "it fails with KeyError: 'size'"
    assert found.at == f"test_report_rules.py, line {draw.__code__.co_firstlineno + 1}"


def test_a_report_counts_faults_and_advice() -> None:
    first, *_, last = check(replace(SCENE, title="")).lines()
    assert first == "fault: it has no title"
    assert last == "point_circle: 1 fault, 8 pieces of advice."
    whole = replace(check(SCENE), findings=())
    assert [*whole.lines()] == ["point_circle: no fault."]
    one = replace(whole, findings=(Finding("a"), Finding("b"), finding.advice("c")))
    assert [*one.lines()] == [
        "fault: a",
        "fault: b",
        "advice: c",
        "point_circle: 2 faults, 1 piece of advice.",
    ]


def test_a_fault_is_told_once() -> None:
    assert len(set(said(SCENE))) == len(check(SCENE).findings)


# ---- Each rule, and a scene that breaks it


def clock() -> Quantity:
    """Return a quantity that has another value each time."""
    count = iter(range(10**6))
    return Quantity(name="Count", value=lambda p, d: float(next(count)))


def flickering() -> Scene:
    count = iter(range(10**6))

    def draw(p: InCircle, distance: object, out: object) -> None:
        out.add(Dot((float(next(count)), 0.0), key="P"))

    return replace(SCENE, picture=draw)


def _appear_late(p: InCircle, distance: object, out: object) -> None:
    out.add(Dot(p.at, key="P", first_step=2))


def _draw_nowhere(trial: ListingComparison, out: object) -> None:
    out.add(Dot((math.nan, 0.0)))


def _turned(p: InCircle, number: type) -> Decision:
    made = exactly(p, number)
    return Decision(bool(made.right <= made.left), made.right, made.left)


def _decide_late(failing: str) -> Scene:
    return deciding(
        lambda p, number: replace(exactly(p, number), hit=False, failing=failing)
    )


LATE = Mistake(MistakeKind("late"), lambda t: True, "It is late.", 1)
NEVER = replace(LATE, when=lambda t: False)
SIZE = Quantity(name="Size", value=lambda p, d: d, unit="furlong")
ALIKE = Outcome("Inside", lambda p, d: d > p.radius, False, Role.MISS, "Out.")
ZONES = tuple(Zone(word, lambda p, d: d > 1.0, Role.INK) for word in "ab")
KNOWN = "at.x, at.y, center.x, center.y, radius"
UNSAID = (
    "in the case 'Inside' the lens's decision is not left <= right; whatever else can "
    "fail belongs in `failing`"
)
FAULTS = (
    (replace(SCENE, id=""), "the id '' may contain only a-z, 0-9 and _"),
    (replace(SCENE, id="3d"), "the id '3d' may contain only a-z, 0-9 and _"),
    (replace(SCENE, title=""), "it has no title"),
    (shown(Nothing), "it has no parameters"),
    (
        shown(Twins),
        "two parameters are called 'Size'",
        "the angle turn is shown in degrees, not in 'rad'",
        "the parameter nameless has no label",
    ),
    (
        answering(curve_axis="centre.x"),
        f"the curve: unknown number 'centre.x'; there are {KNOWN}",
    ),
    (
        replace(SCENE, map_point="radius"),
        "'radius', which maps move, is not a point that can be moved",
    ),
    (
        listing(preset=MapPreset("Far", "at.x", "at.y")),
        "the preset's case 'Far' does not exist",
    ),
    (
        listing(preset=MapPreset("Inside", "at.x", "size")),
        f"the preset: unknown number 'size'; there are {KNOWN}",
    ),
    (
        answering(outcomes=(toys.ANSWER.outcomes[0], ALIKE)),
        "two kinds of outcome are called 'Inside'",
    ),
    (
        with_case(outcome="Outside"),
        "the case 'Inside' must be 'Outside' but is 'Inside'",
    ),
    (
        with_case(mistake="late"),
        "the case 'Inside' shows a mistake, but there is no listing",
    ),
    (
        replace(listing(NEVER), cases=with_case(mistake="late").cases),
        "the case 'Inside' does not show 'late'",
    ),
    (
        answering(outcomes=toys.ANSWER.outcomes[:1]),
        "in some state none of its outcomes holds: let the last one always hold, "
        "`lambda p, r: True`",
    ),
    (answering(SIZE, SIZE), "two rows are called 'Size'"),
    (answering(replace(SIZE, name="")), "a row has no name"),
    (answering(clock()), "solving twice gives two different answers"),
    (refusing("one\ntwo"), "an error message should be one sentence"),
    (refusing(""), "an error message should be one sentence"),
    (
        listing(replace(LATE, why="because")),
        "no sentence says why for the mistake 'late'",
    ),
    (listing(replace(LATE, step=7)), "'late' names step 7, which does not exist"),
    (
        listing(LATE, describe_answer=lambda t: ""),
        "the listing's `describe_answer` is empty",
    ),
    (listing(draw=_draw_nowhere), "a Dot cannot be drawn: at is nan"),
    (drawing(Dot((math.nan, 0.0))), "a Dot cannot be drawn: at is nan"),
    (drawing(Circle((0.0, 0.0), -1.0)), "a Circle cannot be drawn: radius is negative"),
    (
        drawing(Dot((0.0, 0.0, 0.0))),
        "a Dot has 3 coordinates in a view of 2 dimensions",
    ),
    (drawing(Label((0.0, 0.0), " ")), "a Label has no text"),
    (flickering(), "drawing twice gives two different pictures"),
    (
        replace(
            refusing("radius must not be 0"),
            sketch=lambda p, out: out.add(Dot((p.at[0], math.inf))),
        ),
        "a Dot cannot be drawn: at is inf",
    ),
    (shown(Jumping), "the handle of 'P' jumps when it is grabbed"),
    (stepping(replace(STEP, title="")), "a step has no title"),
    (
        stepping(replace(STEP, formula="√2")),
        "a formula of 'Compare' has characters outside ASCII: write them in LaTeX",
    ),
    (
        stepping(replace(STEP, numbers="d = nan")),
        "a formula of 'Compare' has a NaN or an infinity: write numbers with `tex`",
    ),
    (
        stepping(replace(STEP, result=r"\left( 1 )")),
        r"a formula of 'Compare' has unequal numbers of \left and \right",
    ),
    (
        stepping(replace(STEP, keys=("P", "Q"))),
        "the step 'Compare' names the key 'Q', which nothing drawn has",
    ),
    (
        answering(Quantity(name="Size", value=lambda p, d: d, key="Q")),
        "the row 'Size' names the key 'Q', which nothing drawn has",
    ),
    (timed(None), "t is a time, but the scene has no timeline"),
    (
        timed(replace(LINE, parameter="size")),
        "the timeline's 'size' is not declared as a time",
    ),
    (
        timed(replace(LINE, end=3.0)),
        "the timeline does not increase within the range of its time",
    ),
    (
        timed(replace(LINE, start=1.0, stops=(1.0,))),
        "the timeline does not increase within the range of its time",
    ),
    (timed(replace(LINE, seconds=0.0)), "the timeline takes no time to play"),
    (
        timed(replace(LINE, stops=(7.0,))),
        "the timeline has a stop outside its own range",
    ),
    (timed(replace(LINE, names=())), "each stop of the timeline needs a name"),
    (timed(replace(LINE, names=("",))), "each stop of the timeline needs a name"),
    (
        replace(SCENE, quiz=Quiz(target=lambda p, d: Target("it", (math.nan, 0.0)))),
        "in the case 'Inside' the quiz's target has no position",
    ),
    (
        replace(SCENE, quiz=Quiz("Is P in it?", decides="Nowhere")),
        "in the case 'Inside' there is no step called 'Nowhere'",
    ),
    (
        replace(SCENE, listings=(), quiz=Quiz(article="What does it answer?")),
        "the quiz asks about code, but the scene has no listing",
    ),
)
# Scenes that break other rules too.
MORE_FAULTS = (
    (
        with_case(params=InCircle(radius=50.0)),
        "the case 'Inside' is outside its range: radius must be in [0, 5], not 50.0",
    ),
    (with_case(params=Twins()), "the case 'Inside' has the params of another scene"),
    (
        replace(
            refusing("radius must not be 0"),
            cases=with_case(params=InCircle(radius=0.0)).cases,
        ),
        "the case 'Inside' is rejected: radius must not be 0",
    ),
    (drawing(Circle((0.0, 0.0), math.inf)), "a Circle cannot be drawn: radius is inf"),
    (
        drawing(Dot((0.0, 0.0), first_step=3)),
        "in the case 'Inside' something appears at step 3, but the last step is 1",
    ),
    (
        replace(SCENE, picture=lambda p, r, out: None),
        "the case that it opens with draws nothing",
    ),
    (
        replace(stepping(STEP, replace(STEP, title="Then")), picture=_appear_late),
        "the case 'Inside': the first step of the derivation draws nothing",
    ),
    (
        deciding(_turned),
        "in the case 'Inside' the lens's formula disagrees with the verdict",
    ),
    (
        deciding(lambda p, number: exactly(p, float)),
        "the sides of the precision lens are not Fraction: convert every number to it",
        "the sides of the precision lens are not float32: convert every number to it",
    ),
    (
        deciding(lambda p, number: exactly(p, number) if number is Fraction else None),
        "in the case 'Inside' the lens decides in some number types only",
    ),
    (_decide_late(""), UNSAID),
    (
        replace(SCENE, answer=Answer(), quiz=Quiz("Is P in it?")),
        "a quiz needs outcomes",
    ),
)
LONG = "Where a point is in a circle of any size"
ADVICE = (
    (
        replace(SCENE, title=LONG),
        f"the title {LONG!r} is too long for the list of scenes",
    ),
    (
        shown(Twins),
        "the parameter one has the unit 'furlong'",
        "the parameter turn has no help in a sentence",
    ),
    (
        answering(zones=ZONES),
        "the zones 'a', 'b' share a colour",
        "`zones_caption` should say in a sentence by what the zones divide",
    ),
    (
        with_case(shows="P", outcome=""),
        "the case 'Inside' does not say in a sentence what it shows",
        "the case 'Inside' expects no known outcome: 'Inside'",
    ),
    (
        answering(SIZE),
        "the row 'Size' has no help in a sentence",
        "the row 'Size' has the unit 'furlong'",
    ),
    (refusing("no"), "the error message 'no' does not say what is wrong"),
    (
        drawing(Circle((0.0, 0.0), 90.0)),
        "a unit is 3 pixels on a laptop's screen when it opens; 20 to 200 is easy to "
        "drag",
    ),
    (shown(Crowded), "the handles of 'One' and 'Other' overlap when the scene opens"),
    (stepping(STEP), "1 steps; 4 to 9 read well"),
    (stepping(STEP, STEP), "two steps are called 'Compare'"),
    (
        stepping(replace(STEP, title="Compare it with what there is, and say so")),
        "the title of the step 'Compare it with what there is, and say so' is long",
    ),
    (
        stepping(replace(STEP, text="So")),
        "the step 'Compare' does not end as a sentence",
    ),
    (
        stepping(replace(STEP, keys=())),
        "in the case 'Inside' the step 'Compare' highlights nothing that is drawn",
    ),
    (
        replace(SCENE, quiz=Quiz("in or out")),
        "the quiz's question 'in or out' is not a sentence",
    ),
)


@pytest.mark.parametrize("row", FAULTS, ids=lambda row: row[1][:50])
def test_what_breaks_a_rule_is_a_fault(row: tuple[Scene, *tuple[str, ...]]) -> None:
    scene, *texts = row
    assert faults(scene) == {*texts}


@pytest.mark.parametrize("row", MORE_FAULTS, ids=lambda row: row[1][:50])
def test_a_fault_is_said_beside_others(row: tuple[Scene, *tuple[str, ...]]) -> None:
    scene, *texts = row
    assert {*texts} <= faults(scene)


@pytest.mark.parametrize("row", ADVICE, ids=lambda row: row[1][:50])
def test_what_could_be_better_is_advice(row: tuple[Scene, *tuple[str, ...]]) -> None:
    scene, *texts = row
    assert {*texts} <= advice(scene)


@pytest.mark.parametrize(
    "scene",
    [
        refusing("radius must not be 0"),
        listing(LATE),
        # One kind of mistake may have several conditions.
        listing(NEVER, replace(NEVER, why="Not so.")),
        timed(LINE),
        deciding(exactly),
        deciding(lambda p, number: None),
        replace(SCENE, quiz=Quiz("")),
    ],
    ids=range(7),
)
def test_what_keeps_the_rules_has_no_fault(scene: Scene) -> None:
    assert faults(scene) == set()


def test_a_decision_may_fail_by_what_it_names() -> None:
    assert UNSAID not in faults(_decide_late("too late"))


def test_an_open_brace_is_said() -> None:
    broken = replace(
        SCENE, derivation=Derivation(lambda p, d: [replace(STEP, formula=r"\sqrt{2")])
    )
    assert [text for text in faults(broken) if "a brace is not closed" in text]
