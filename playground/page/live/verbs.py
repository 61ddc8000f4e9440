"""What can be done in a page, by name: each is a deed of the window's session too."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from playground.explore.curve import axes, deciding
from playground.explore.map import MapKind
from playground.page.live import fields
from playground.scene import params as parameters
from playground.scene.camera import Camera2D, OrbitCamera
from playground.scene.codec import from_json_values
from playground.study import charts, lesson_walking, quiz_play, steps_and_time
from playground.study.link import linked
from playground.study.shown import Page
from playground.study.state import State
from playground.study.typed_number import typed

if TYPE_CHECKING:
    from playground.page.live.live import Live


def scene(live: "Live", name: str) -> None:
    """Open a scene as it was left."""
    live.session.open(live.session.find(name))


def case(live: "Live", name: str) -> None:
    """Open a case of the scene."""
    live.session.choose_case(name)


def link(live: "Live", text: str) -> None:
    """Open what a link shows; of a damaged one its scene, and say so."""
    found = linked(text if "#" in text else f"#{text}", _scenes(live))
    live.session.show(found.state)
    live.session.notice = found.problem


def state(live: "Live", values: Any) -> None:
    """Open a state's file."""
    live.session.show(from_json_values(State, values, scenes=_scenes(live)))


def give(live: "Live", name: str, value: Any) -> None:
    """Set a parameter to a value in the program's own units."""
    held = tuple(value) if isinstance(value, list) else value
    _spec(live, name)
    live.session.set_value(name, held, name)


def typed_in(live: "Live", name: str, component: int, text: str) -> None:
    """Set a number of a parameter to what somebody typed."""
    spec = _spec(live, name)
    value = typed(spec, text) / spec.shown
    held = getattr(live.session.params, name)
    live.session.set_value(name, fields.put(held, component, value), name)


def reset(live: "Live") -> None:
    """Go back to the case."""
    live.session.reset()


def undo(live: "Live") -> None:
    """Take back the last step."""
    live.session.undo()


def redo(live: "Live") -> None:
    """Bring back the last step taken back."""
    live.session.redo()


def press(live: "Live", x: float, y: float, view: int = 0, cameras: Any = None) -> None:
    """Take hold of what lies there."""
    if isinstance(cameras, list):
        for number, values in enumerate(cameras):
            camera(live, number, values)
    live.session.new_press()
    live.controls.pressed(float(x), float(y), pan=False)


def move(
    live: "Live", x: float, y: float, dx: float, dy: float, how: Any = None
) -> None:
    """Drag what is held."""
    how = how if isinstance(how, dict) else {}
    live.controls.axis = str(how.get("axis") or "")
    live.controls.dragged(*map(float, (x, y, dx, dy)), snap=bool(how.get("snap")))


def release(live: "Live") -> None:
    """Let go; what was no drag was a click."""
    live.controls.released()


def cancel(live: "Live") -> None:
    """Let all be as it was before the drag."""
    live.controls.give_back()


def nudge(
    live: "Live", name: str, index: int, dx: int, dy: int, how: Any = None
) -> None:
    """Move a handle by a small step, or a large one."""
    how = how if isinstance(how, dict) else {}
    live.session.opened.grip = (name, index)
    live.session.new_press()
    live.controls.nudge(int(dx), int(dy), coarse=bool(how.get("coarse")))


def camera(live: "Live", view: int, values: Any) -> None:
    """Look at a view from somewhere: `[x, y, scale]`, or an orbit's values."""
    seen = live.controls.camera(view)
    if isinstance(seen, OrbitCamera) and isinstance(values, dict):
        names = "target", "distance", "yaw", "pitch"
        given = {name: values[name] for name in names if name in values}
        if "target" in given:
            given["target"] = tuple(float(x) for x in given["target"])
        found: Camera2D | OrbitCamera = replace(seen, **given)
    elif isinstance(seen, Camera2D) and isinstance(values, list):
        x, y, scale = map(float, values)
        found = Camera2D((x, y), scale)
    else:
        return
    live.session.opened.cameras[view] = found


def fit(live: "Live") -> None:
    """Let every view show all of its shapes again."""
    live.controls.fit()


def time(live: "Live", now: float) -> None:
    """Set the time."""
    live.session.go_to(float(now))


def step(live: "Live", number: int | None) -> None:
    """Show the derivation up to a step, at the time that it ends with; None for all."""
    if number is None:
        live.session.look(page=Page.DERIVATION)
        live.session.opened.step = None
    else:
        steps_and_time.arrive_at_step(live.session, int(number))


def compare(live: "Live", on: bool) -> None:
    """Show the listing's answer beside the truth, or not."""
    live.session.look(compare=bool(on))


def map_of(live: "Live", kind: str | None) -> None:
    """Show a map, or none."""
    live.session.look(map=None if kind is None else MapKind(kind))


def over(live: "Live", x: str, y: str) -> None:
    """Let the map be over two numbers, each by its label."""
    known = {a.label(live.session.params): a for a in deciding(live.session.params)}
    if x == y:
        raise ValueError("a map is over two numbers, not twice the same")
    charts.map_over(live.session, over=(_of(known, x), _of(known, y)))


def quantity(live: "Live", name: str) -> None:
    """Let the map be of a quantity."""
    charts.map_over(live.session, quantity=_among(live.session.study.quantities, name))


def alone(live: "Live", kind: str) -> None:
    """Show one kind of a map alone, or "" for all."""
    charts.map_over(live.session, alone=str(kind))


def axis(live: "Live", name: str) -> None:
    """Let the curve run over a number, by its label."""
    known = {a.label(live.session.params): a for a in axes(live.session.params)}
    charts.curve_against(live.session, _of(known, name))


def precision(live: "Live", name: str) -> None:
    """Let the listing compute in other numbers."""
    listing = live.session.study.scene.listing
    known = {t.__name__: t for t in (listing.dtypes if listing else ())}
    charts.compute_in(live.session, _of(known, name))


def page(live: "Live", name: str) -> None:
    """Turn to a page of the inspector; a map has none of its own."""
    known = {p.value.lower(): p for p in Page} | {"quiz": Page.PREDICT}
    wanted = known.get(str(name).lower(), Page.EXPLORE)
    if wanted is Page.PREDICT:
        quiz_play.enter(live.session)
    live.session.look(page=wanted)


def quiz(live: "Live", deed: str, *given: Any) -> None:
    """Play the quiz: `begin SEED`, `say HIT`, `time T`, `reveal`, `next`, `explore`."""
    session = live.session
    deeds: Mapping[str, Callable[..., object]] = {
        "enter": quiz_play.enter,
        "begin": quiz_play.choose_seed,
        "say": quiz_play.say,
        "reveal": quiz_play.reveal,
        "next": quiz_play.proceed,
        "explore": quiz_play.explore,
        "see": quiz_play.see_step,
        "end": quiz_play.end,
    }
    _of(deeds, deed)(session, *given)


def lesson(live: "Live", which: str, at: int = 0) -> None:
    """Open a lesson: the one that comes with a scene, or the text of its file."""
    session = live.session
    if not lesson_walking.opened(session, which):
        scene(live, which)
        lesson_walking.start_shipped(session, session.scene)
    session.notice = session.notice if session.walk is None else ""
    lesson_walking.go(session, int(at))


def stop(live: "Live", at: int) -> None:
    """Go to a stop of the lesson, from 0."""
    lesson_walking.go(live.session, int(at))


def answer(live: "Live", place: int) -> None:
    """Answer the stop's question by the place of an answer, from 0."""
    lesson_walking.answer(live.session, int(place))


def again(live: "Live") -> None:
    """Show the stop as it was prepared."""
    lesson_walking.again(live.session)


def _scenes(live: "Live") -> list[Any]:
    return [own.scene for own in live.session.all_opened]


def _spec(live: "Live", name: str) -> Any:
    return _of(parameters.specs(type(live.session.params)), name)


def _of(known: Mapping[str, Any], name: Any) -> Any:
    return known[_among(tuple(known), name)]


def _among(known: tuple[str, ...], name: Any) -> str:
    if name not in known:
        raise ValueError(f"there is no {name!r} among {', '.join(known)}")
    return str(name)


VERBS: Mapping[str, Callable[..., None]] = {
    "scene": scene, "case": case, "link": link, "state": state, "set": give,
    "type": typed_in, "reset": reset, "undo": undo, "redo": redo, "press": press,
    "move": move, "release": release, "cancel": cancel, "nudge": nudge,
    "camera": camera, "fit": fit, "time": time, "step": step, "compare": compare,
    "map": map_of, "over": over, "quantity": quantity, "alone": alone, "axis": axis,
    "precision": precision, "page": page, "quiz": quiz, "lesson": lesson, "stop": stop,
    "answer": answer, "again": again,
}  # fmt: skip
