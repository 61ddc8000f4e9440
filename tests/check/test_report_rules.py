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

from playground.analysis.curve import Axis, sample_curve
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
from playground.scene.solution import solve_scene

INSIDE = SCENE.cases["Inside"]
OUTSIDE = Case("Outside", InCircle((4.0, 0.0)), "P is not in it.", "Outside")


def said(scene: Scene) -> set[str]:
    return {found.text for found in check(scene).findings}


def faults(scene: Scene) -> set[str]:
    return {found.text for found in check(scene).faults}


def advice(scene: Scene) -> set[str]:
    return said(scene) - faults(scene)


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


@pytest.mark.parametrize("id", ["", "My scene", "3d", "a-b"])
def test_an_id_is_a_plain_name(id: str) -> None:
    assert f"the id {id!r} may contain only a-z, 0-9 and _" in faults(
        replace(SCENE, id=id)
    )


def test_a_title_is_short_and_there() -> None:
    assert "it has no title" in faults(replace(SCENE, title=""))
    long = "Where a point is in a circle of any size"
    assert f"the title {long!r} is too long for the list of scenes" in advice(
        replace(SCENE, title=long)
    )


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


def test_parameters_are_named_and_explained() -> None:
    found = shown(Twins)
    assert faults(found) == {
        "two parameters are called 'Size'",
        "the angle turn is shown in degrees, not in 'rad'",
        "the parameter nameless has no label",
    }
    assert advice(found) >= {
        "the parameter one has the unit 'furlong'",
        "the parameter other has no help in a sentence",
        "the parameter turn has no help in a sentence",
    }


@dataclass(frozen=True)
class Nothing(Params):
    pass


def test_there_is_something_to_change() -> None:
    assert "it has no parameters" in faults(shown(Nothing))


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


def test_a_parameter_that_solve_ignores_has_a_level_curve() -> None:
    distance = Quantity(name="Distance", value=lambda p, d: d, curve=1)
    scene = of_params(
        Spare,
        listings=(HALF,),
        answer=replace(toys.ANSWER, quantities=(distance,)),
    )
    p = scene.initial_params()
    curve = sample_curve(scene, p, Axis("spare"))
    assert curve
    assert set(curve.lines["Distance"]) == {float(toys.solve(p))}
    # A row of states that are all alike has one mistake, or none.
    many = solve_scene(scene, Axis("spare").with_value(p, np.linspace(0.0, 3.0, 5)))
    one = solve_scene(scene, p)
    for dtype in HALF.dtypes:
        found = np.broadcast_to(many.mistakes(dtype).index, 5)
        assert (found == one.mistakes(dtype).index).all()


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
        (
            {"timeline": lambda p, d: Timeline("t", 0.0, 1.0, 2.0 + p.loud)},
            {"loud"},
        ),
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


def test_what_curve_map_and_preset_name_is_declared() -> None:
    lost = replace(SCENE, answer=replace(toys.ANSWER, curve_axis="centre.x"))
    known = "at.x, at.y, center.x, center.y, radius"
    assert f"the curve: unknown number 'centre.x'; there are {known}" in (faults(lost))
    lost = replace(SCENE, map_point="radius")
    assert "'radius', which maps move, is not a point that can be moved" in faults(lost)
    lost = listing(preset=MapPreset("Far", "at.x", "at.y"))
    assert "the preset's case 'Far' does not exist" in faults(lost)
    lost = listing(preset=MapPreset("Inside", "at.x", "size"))
    assert f"the preset: unknown number 'size'; there are {known}" in (faults(lost))


def test_kinds_have_names_and_colours_of_their_own() -> None:
    two = Outcome("Inside", lambda p, d: d > p.radius, False, Role.MISS, "Out.")
    alike = replace(SCENE, answer=Answer((toys.ANSWER.outcomes[0], two)))
    assert "two kinds of outcome are called 'Inside'" in faults(alike)
    zones = tuple(Zone(word, lambda p, d: d > 1.0, Role.INK) for word in "ab")
    alike = replace(SCENE, answer=replace(toys.ANSWER, zones=zones))
    assert advice(alike) >= {
        "the zones 'a', 'b' share a colour",
        "`zones_caption` should say in a sentence by what the zones divide",
    }
    # One kind of mistake may have several conditions.
    never = Mistake(MistakeKind("a"), lambda t: False, "Never.")
    twice = said(listing(never, replace(never, why="Not so.")))
    assert not [text for text in twice if "mistakes" in text or "kinds" in text]


# ---- Its cases


def with_case(**changes: object) -> Scene:
    return replace(SCENE, cases=cases(replace(INSIDE, **changes)))


def test_a_case_ends_as_it_says_and_is_in_range() -> None:
    wrong = with_case(outcome="Outside")
    assert "the case 'Inside' must be 'Outside' but is 'Inside'" in faults(wrong)
    far = "the case 'Inside' is outside its range: radius must be in [0, 5], not 50.0"
    assert far in faults(with_case(params=InCircle(radius=50.0)))
    assert "the case 'Inside' has the params of another scene" in faults(
        with_case(params=Twins())
    )
    wrong = with_case(mistake="late")
    assert "the case 'Inside' shows a mistake, but there is no listing" in faults(wrong)
    late = Mistake(MistakeKind("late"), lambda t: False, "It is late.")
    wrong = replace(listing(late), cases=wrong.cases)
    assert "the case 'Inside' does not show 'late'" in faults(wrong)


def test_a_case_says_what_it_shows_and_how_it_ends() -> None:
    assert advice(with_case(shows="P", outcome="")) >= {
        "the case 'Inside' does not say in a sentence what it shows",
        "the case 'Inside' expects no known outcome: 'Inside'",
    }


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

    def starting(x: float, to: float, handle: str = "at") -> set[str]:
        start = GuidedStart(InCircle((x, 0.0)), handle, (to, 0.0), "Drag P.", "Found.")
        return faults(replace(scene, start=start)) - faults(scene)

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


def test_every_state_has_an_outcome() -> None:
    assert faults(answering(outcomes=toys.ANSWER.outcomes[:1])) == {
        "in some state none of its outcomes holds: let the last one always hold, "
        "`lambda p, r: True`"
    }


def test_rows_are_named_and_explained() -> None:
    size = Quantity(name="Size", value=lambda p, d: d, unit="furlong")
    assert faults(answering(size, size)) == {"two rows are called 'Size'"}
    assert faults(answering(replace(size, name=""))) == {"a row has no name"}
    assert advice(answering(size)) >= {
        "the row 'Size' has no help in a sentence",
        "the row 'Size' has the unit 'furlong'",
    }


def test_an_answer_is_the_same_each_time() -> None:
    count = iter(range(10**6))
    clock = Quantity(name="Count", value=lambda p, d: float(next(count)))
    assert faults(answering(clock)) == {"solving twice gives two different answers"}


def refusing(message: str) -> Scene:
    """Return a scene that refuses a radius of 0, except in a batch."""

    def solve(p: InCircle) -> object:
        if np.ndim(p.radius) == 0 and p.radius == 0.0:
            raise ValueError(message)
        return toys.solve(p)

    return replace(SCENE, solve=solve)


def test_a_refusal_is_a_sentence_that_names_what_is_wrong() -> None:
    assert faults(refusing("radius must not be 0")) == set()
    assert (
        faults(refusing("one\ntwo"))
        == faults(refusing(""))
        == {"an error message should be one sentence"}
    )
    assert "the error message 'no' does not say what is wrong" in advice(refusing("no"))


def test_a_refused_case_must_not_promise_an_end() -> None:
    wrong = replace(refusing("radius must not be 0"), cases=cases(
        replace(INSIDE, params=InCircle(radius=0.0))
    ))  # fmt: skip
    assert "the case 'Inside' is rejected: radius must not be 0" in faults(wrong)


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


def test_a_listing_says_what_it_answers_and_why_it_is_wrong() -> None:
    late = Mistake(MistakeKind("late"), lambda t: True, "It is late.", 1)
    assert faults(listing(late)) == set()
    assert faults(listing(replace(late, why="because", step=7))) == {
        "no sentence says why for the mistake 'late'",
        "'late' names step 7, which does not exist",
    }
    assert faults(listing(late, describe_answer=lambda t: "")) == {
        "the listing's `describe_answer` is empty"
    }


def test_what_the_listing_draws_can_be_drawn() -> None:
    def draw(trial: ListingComparison, out: object) -> None:
        out.add(Dot((math.nan, 0.0)))

    assert faults(listing(draw=draw)) == {"a Dot cannot be drawn: at is nan"}


# ---- Its picture


def drawing(*records: object) -> Scene:
    def draw(p: InCircle, distance: object, out: object) -> None:
        toys.draw(p, distance, out)
        out.add(*records)

    return replace(SCENE, picture=draw)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (Dot((math.nan, 0.0)), "a Dot cannot be drawn: at is nan"),
        (Circle((0.0, 0.0), math.inf), "a Circle cannot be drawn: radius is inf"),
        (Circle((0.0, 0.0), -1.0), "a Circle cannot be drawn: radius is negative"),
        (
            Dot((0.0, 0.0, 0.0)),
            "a Dot has 3 coordinates in a view of 2 dimensions",
        ),
        (Label((0.0, 0.0), " "), "a Label has no text"),
        (
            Dot((0.0, 0.0), first_step=3),
            "in the case 'Inside' something appears at step 3, but the last step is 1",
        ),
    ],
)
def test_what_is_drawn_can_be(record: object, expected: str) -> None:
    assert expected in faults(drawing(record))


def test_drawing_is_pure() -> None:
    count = iter(range(10**6))

    def draw(p: InCircle, distance: object, out: object) -> None:
        out.add(Dot((float(next(count)), 0.0), key="P"))

    assert faults(replace(SCENE, picture=draw)) == {
        "drawing twice gives two different pictures"
    }


def test_what_is_sketched_of_a_refused_state_can_be_drawn() -> None:
    wrong = replace(
        refusing("radius must not be 0"),
        sketch=lambda p, out: out.add(Dot((p.at[0], math.inf))),
    )
    assert faults(wrong) == {"a Dot cannot be drawn: at is inf"}


def test_there_is_something_to_see_of_a_handy_size() -> None:
    nothing = replace(SCENE, picture=lambda p, r, out: None)
    assert "the case that it opens with draws nothing" in faults(nothing)
    (found,) = (t for t in advice(drawing(Circle((0.0, 0.0), 90.0))) if "a unit" in t)
    assert found.startswith("a unit is 3 pixels on a laptop's screen when it opens")


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


def test_a_grip_stays_where_it_is_taken() -> None:
    assert faults(shown(Jumping)) == {"the handle of 'P' jumps when it is grabbed"}


def test_grips_are_apart_when_it_opens() -> None:
    assert advice(shown(Crowded)) >= {
        "the handles of 'One' and 'Other' overlap when the scene opens"
    }


# ---- Its lesson


def stepping(*steps: Step) -> Scene:
    return replace(SCENE, derivation=Derivation(lambda p, d: list(steps)))


STEP = Step("Compare", "The distance against r.", r"|P - O| \le r", keys=("P",))


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (replace(STEP, title=""), "a step has no title"),
        (
            replace(STEP, formula="√2"),
            "a formula of 'Compare' has characters outside ASCII: write them in LaTeX",
        ),
        (
            replace(STEP, numbers="d = nan"),
            "a formula of 'Compare' has a NaN or an infinity: write numbers with `tex`",
        ),
        (
            replace(STEP, result=r"\left( 1 )"),
            r"a formula of 'Compare' has unequal numbers of \left and \right",
        ),
        (
            replace(STEP, keys=("P", "Q")),
            "the step 'Compare' names the key 'Q', which nothing drawn has",
        ),
    ],
)
def test_a_step_is_whole(step: Step, expected: str) -> None:
    assert faults(stepping(step)) == {expected}


def test_an_open_brace_is_said() -> None:
    broken = replace(
        SCENE, derivation=Derivation(lambda p, d: [replace(STEP, formula=r"\sqrt{2")])
    )
    assert [text for text in faults(broken) if "a brace is not closed" in text]


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([STEP], "1 steps; 4 to 9 read well"),
        ([STEP, STEP], "two steps are called 'Compare'"),
        (
            [replace(STEP, title="Compare it with what there is, and say so")],
            "the title of the step 'Compare it with what there is, and say so' is long",
        ),
        ([replace(STEP, text="So")], "the step 'Compare' does not end as a sentence"),
        (
            [replace(STEP, keys=())],
            "in the case 'Inside' the step 'Compare' highlights nothing that is drawn",
        ),
    ],
)
def test_a_step_reads_well(steps: list[Step], expected: str) -> None:
    assert expected in advice(stepping(*steps))


def test_a_row_points_at_what_is_drawn() -> None:
    lost = Quantity(name="Size", value=lambda p, d: d, key="Q", help="How big.")
    assert faults(answering(lost)) == {
        "the row 'Size' names the key 'Q', which nothing drawn has"
    }


def test_the_first_step_has_something_to_show() -> None:
    def draw(p: InCircle, distance: object, out: object) -> None:
        out.add(Dot(p.at, key="P", first_step=2))

    late = replace(stepping(STEP, replace(STEP, title="And then")), picture=draw)
    assert (
        "the case 'Inside': the first step of the derivation draws nothing"
        in faults(late)
    )


# ---- Its time


@dataclass(frozen=True)
class Timed(Params):
    t: float = time(0.0, 0.0, 1.0, label="Time", help="When.")
    size: float = slider(1.0, 0.0, 2.0, label="Size", help="How big.")


LINE = Timeline("t", 0.0, 1.0, 2.0, (0.5,), ("half",))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (LINE, set()),
        (None, {"t is a time, but the scene has no timeline"}),
        (
            replace(LINE, parameter="size"),
            {"the timeline's 'size' is not declared as a time"},
        ),
        (
            replace(LINE, end=3.0),
            {"the timeline does not increase within the range of its time"},
        ),
        (
            replace(LINE, start=1.0, stops=(1.0,)),
            {"the timeline does not increase within the range of its time"},
        ),
        (replace(LINE, seconds=0.0), {"the timeline takes no time to play"}),
        (
            replace(LINE, stops=(7.0,)),
            {"the timeline has a stop outside its own range"},
        ),
        (replace(LINE, names=()), {"each stop of the timeline needs a name"}),
        (replace(LINE, names=("",)), {"each stop of the timeline needs a name"}),
    ],
)
def test_time_runs_on_its_line(line: Timeline | None, expected: set[str]) -> None:
    timed = replace(shown(Timed), timeline=lambda p, r: line)
    assert faults(timed) == expected


# ---- Its lens


def deciding(decide: object) -> Scene:
    return replace(SCENE, precision_formula=PrecisionFormula("|P − O|² ≤ r²", decide))


def exactly(p: InCircle, number: type) -> Decision:
    x, y = (number(a) - number(b) for a, b in zip(p.at, p.center, strict=True))
    left, right = x * x + y * y, number(p.radius) * number(p.radius)
    return Decision(bool(left <= right), left, right)


def test_a_lens_that_decides_as_the_scene_does_is_in_order() -> None:
    assert faults(deciding(exactly)) == set()


def test_a_lens_decides_as_the_scene_does() -> None:
    def turned(p: InCircle, number: type) -> Decision:
        made = exactly(p, number)
        return Decision(bool(made.right <= made.left), made.right, made.left)

    assert (
        "in the case 'Inside' the lens's formula disagrees with the verdict"
        in faults(deciding(turned))
    )


def test_a_lens_computes_in_the_numbers_it_is_given() -> None:
    def in_floats(p: InCircle, number: type) -> Decision:
        return exactly(p, float)

    assert faults(deciding(in_floats)) >= {
        "the sides of the precision lens are not float32: convert every number to it",
        "the sides of the precision lens are not Fraction: convert every number to it",
    }


def test_a_lens_decides_in_all_numbers_or_in_none() -> None:
    def some(p: InCircle, number: type) -> Decision | None:
        return exactly(p, number) if number is Fraction else None

    assert "in the case 'Inside' the lens decides in some number types only" in faults(
        deciding(some)
    )
    assert faults(deciding(lambda p, number: None)) == set()


def test_a_decision_is_its_test_or_says_what_else_fails() -> None:
    def late(failing: str):
        def decide(p: InCircle, number: type) -> Decision:
            return replace(exactly(p, number), hit=False, failing=failing)

        return decide

    unsaid = (
        "in the case 'Inside' the lens's decision is not left <= right; whatever else "
        "can fail belongs in `failing`"
    )
    assert unsaid in faults(deciding(late("")))
    assert unsaid not in faults(deciding(late("too late")))


# ---- Its quiz


def test_a_question_has_an_answer_and_a_place() -> None:
    dumb = replace(SCENE, answer=Answer(), quiz=Quiz("Is P in it?"))
    assert "a quiz needs outcomes" in faults(dumb)
    loose = replace(SCENE, quiz=Quiz("in or out"))
    assert "the quiz's question 'in or out' is not a sentence" in advice(loose)
    nowhere = replace(
        SCENE, quiz=Quiz(target=lambda p, d: Target("the point", (math.nan, 0.0)))
    )
    assert faults(nowhere) == {"in the case 'Inside' the quiz's target has no position"}
    lost = replace(SCENE, quiz=Quiz("Is P in it?", decides="Nowhere"))
    assert "in the case 'Inside' there is no step called 'Nowhere'" in faults(lost)
    codeless = replace(SCENE, listings=(), quiz=Quiz(article="What does it answer?"))
    unsaid = "the quiz asks about code, but the scene has no listing"
    assert unsaid in faults(codeless)
    assert faults(replace(SCENE, quiz=Quiz(""))) == set()


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
