"""What can be done in a page, by name: each is a deed of the window's session too."""

from collections.abc import Callable, Mapping
from typing import Any

from playground.analysis.curve import axes, deciding
from playground.i18n import message
from playground.scene import params as parameters
from playground.scene.camera import Camera2D
from playground.scene.json_text import said
from playground.scene.parameter_types import Number, Points, Spec, Vector, Whole
from playground.scene.serialization import from_json_values, to_json_values
from playground.session import plots, step_navigation
from playground.session.history import History
from playground.session.precision import typed
from playground.session.saved_state import State, linked
from playground.session.view_options import Page
from playground.web.serialize import params
from playground.web.serialize.drawing import SHAPES
from playground.web.worker import plots as worker_plots
from playground.web.worker import state as worker_state
from playground.web.worker import validation
from playground.web.worker.headless_session import LiveSession

# What is typed as numbers.
Numbers = Number | Whole | Vector | Points
# What of a camera in space is said by a page.
_ORBIT = ("target", "distance", "yaw", "pitch")


def scene(live: LiveSession, name: object) -> None:
    """Open a scene as it was left."""
    live.session.open(live.session.find(validation.text(name)))


def case(live: LiveSession, name: object) -> None:
    """Open a case of the scene."""
    live.session.choose_case(validation.text(name))


def link(live: LiveSession, held: object, begins: object = False) -> None:
    """Open what a link shows; of a damaged one its scene, and say so.

    A page `begins` with it: then there is nothing to undo.
    """
    text = validation.text(held)
    found = linked(text if "#" in text else f"#{text}", _scenes(live))
    live.session.show(found.state)
    live.session.notice = found.problem
    if validation.flag(begins):
        opened = live.session.opened
        opened.history = History(opened.history.present)


def state(live: LiveSession, values: object) -> None:
    """Open a state's file."""
    live.session.show(from_json_values(State, values, scenes=_scenes(live)))


def give(
    live: LiveSession, name: object, value: object, gesture: object = None
) -> None:
    """Set a parameter to a value in the program's own units.

    What has the number of one `gesture`, as a slider that is drawn, is one step.
    """
    spec = _spec(live, name)
    _see_free(live)
    drawn = None if gesture is None else (name, validation.whole(gesture))
    live.session.set_value(str(name), validation.value_of(spec, value), drawn)


def typed_in(live: LiveSession, name: object, component: object, text: object) -> None:
    """Set a number of a parameter to what somebody typed."""
    spec = _spec(live, name)
    _see_free(live)
    held = getattr(live.session.params, str(name))
    place = validation.whole(component)
    if not (isinstance(spec, Numbers) and 0 <= place < params.size(held)):
        raise ValueError(f"{spec.label} has no such number")
    value = typed(spec, validation.text(text)) / spec.shown
    live.session.set_value(str(name), params.put(held, place, value))


def reset(live: LiveSession) -> None:
    """Go back to the case, or to what the lesson's stop speaks of."""
    session = live.session
    if session.walk and session.at_stop:
        session.show(session.walk.stop.state)
        session.reveal()
    else:
        session.reset()


def undo(live: LiveSession) -> None:
    """Take back the last step."""
    live.session.undo()


def redo(live: LiveSession) -> None:
    """Bring back the last step taken back."""
    live.session.redo()


def press(
    live: LiveSession, x: object, y: object, view: object = 0, cameras: object = None
) -> None:
    """Take hold of what lies there, a view being looked at from where its camera is."""
    if isinstance(cameras, list):
        for number, values in enumerate(cameras[: len(live.controls.places)]):
            camera(live, number, values)
    live.session.new_press()
    live.controls.pressed(validation.number(x), validation.number(y), pan=False)


def move(
    live: LiveSession, x: object, y: object, dx: object, dy: object, how: object = None
) -> None:
    """Drag what is held: `how` may have `snap`, and the `axis` in space to keep to."""
    asked = validation.options(how)
    wanted = asked.get("axis") or ""
    live.controls.axis = wanted if wanted in ("x", "y", "z") else ""
    way = map(validation.number, (x, y, dx, dy))
    live.controls.dragged(*way, snap=bool(asked.get("snap")))


def release(live: LiveSession) -> None:
    """Let go; what was no drag was a click."""
    live.controls.released()


def cancel(live: LiveSession) -> None:
    """Let all be as it was before the drag."""
    live.controls.give_back()


def nudge(
    live: LiveSession,
    name: object,
    index: object,
    dx: object,
    dy: object,
    how: object = None,
) -> None:
    """Move a handle by a small step, or by one of the grid if it is `coarse`."""
    coarse = bool(validation.options(how).get("coarse"))
    live.session.opened.grip = (validation.text(name), validation.whole(index))
    live.session.new_press()
    live.controls.nudge(validation.whole(dx), validation.whole(dy), coarse=coarse)


def camera(live: LiveSession, view: object, values: object) -> None:
    """Look at a view from somewhere: `[x, y, scale]`, or an orbit's values."""
    number = validation.whole(view)
    if not 0 <= number < len(live.controls.places):
        raise ValueError(f"there is no view {said(view)}")
    seen = live.controls.camera(number)
    if isinstance(seen, Camera2D):
        if not isinstance(values, list) or len(values) != 3:
            raise ValueError(f"three numbers are wanted, not {said(values)}")
        told: dict[str, Any] = {"center": values[:2], "scale": values[2]}
    else:
        told = {k: v for k, v in validation.options(values).items() if k in _ORBIT}
        told = {**to_json_values(seen), **told}
    found = from_json_values(type(seen), told)
    live.session.opened.cameras[number] = found


def stage(live: LiveSession, shape: object) -> None:
    """Tell views for one of the shapes that a page knows, by its number."""
    number = validation.whole(shape)
    if not 0 <= number < len(SHAPES):
        raise ValueError(f"there is no shape {said(shape)}")
    live.shape = SHAPES[number]


def fit(live: LiveSession) -> None:
    """Let every view show all of its shapes again."""
    live.controls.fit()


def time(live: LiveSession, now: object) -> None:
    """Set the time, within its limits."""
    line = live.session.study.timeline
    if line is None:
        raise ValueError(message("This has no time"))
    live.session.go_to(min(max(validation.number(now), line.start), line.end))


def step(live: LiveSession, number: object) -> None:
    """Show the derivation up to a step, at the time that it ends with; None for all."""
    if number is None:
        live.session.look(page=Page.DERIVATION)
        live.session.opened.step = None
    else:
        step_navigation.arrive_at_step(live.session, validation.whole(number))


def compare(live: LiveSession, on: object) -> None:
    """Show the listing's answer beside the truth, or not."""
    live.session.look(compare=validation.flag(on))


def map_of(live: LiveSession, kind: object) -> None:
    """Show a map by its name or words, or none."""
    known = {
        name: each for each in live.session.study.maps for name in (each.name, each)
    }
    live.session.look(map=None if kind is None else validation.among(known, kind))


def over(live: LiveSession, x: object, y: object) -> None:
    """Let the map be over two numbers, each by its label."""
    p = live.session.params
    known = validation.by_words(deciding(p), lambda axis: axis.label(p))
    across, up = validation.among(known, x), validation.among(known, y)
    if across == up:
        raise ValueError(message("a map is over two numbers, not twice the same"))
    plots.map_over(live.session, over=(across, up))


def quantity(live: LiveSession, name: object) -> None:
    """Let the map be of a quantity."""
    known = validation.by_words(live.session.study.quantities, str)
    plots.map_over(live.session, quantity=validation.among(known, name))


def alone(live: LiveSession, kind: object) -> None:
    """Show one kind of a map alone, or "" for all."""
    plots.map_over(live.session, alone=validation.text(kind))


def axis(live: LiveSession, name: object) -> None:
    """Let the curve run over a number, by its label."""
    p = live.session.params
    known = validation.by_words(axes(p), lambda axis: axis.label(p))
    plots.curve_against(live.session, validation.among(known, name))


def cell(live: LiveSession, begins: object, x: object, y: object) -> None:
    """Go to the case of a map's cell, by the two numbers that the map is over."""
    if validation.flag(begins):
        live.session.new_press()
    found = live.plots.cell(live.session, validation.number(x), validation.number(y))
    if found is not None:
        live.session.stand_still()
        plots.go_to_cell(live.session, found, live.session.press)


def along(live: LiveSession, begins: object, value: object) -> None:
    """Set the number that the curve runs over, in the program's own units."""
    if validation.flag(begins):
        live.session.new_press()
    worker_plots.along(live.session, validation.number(value))


def precision(live: LiveSession, name: object) -> None:
    """Let the listing compute in other numbers."""
    listing = live.session.study.scene.listing
    known = {t.__name__: t for t in (listing.dtypes if listing else ())}
    plots.compute_in(live.session, validation.among(known, name))


def page(live: LiveSession, name: object) -> None:
    """Turn to a page of the inspector; a map has none of its own."""
    known = {p.value.lower(): p for p in Page} | {"quiz": Page.PREDICT}
    live.session.look(page=known.get(validation.text(name).lower(), Page.EXPLORE))


def _see_free(live: LiveSession) -> None:
    """See that no question is on show, which nothing is to change."""
    if live.session.questioned:
        raise ValueError(message("Answer the question first, or leave it"))


def _scenes(live: LiveSession) -> list[Any]:
    return [own.scene for own in live.session.all_opened]


def _spec(live: LiveSession, name: object) -> Spec:
    known = parameters.specs(type(live.session.params))
    found: Spec = validation.among(known, name)
    return found


VERBS: Mapping[str, Callable[..., None]] = {
    "scene": scene, "case": case, "link": link, "state": state, "set": give,
    "type": typed_in, "reset": reset, "undo": undo, "redo": redo, "press": press,
    "move": move, "release": release, "cancel": cancel, "nudge": nudge,
    "camera": camera, "stage": stage, "fit": fit, "time": time, "step": step,
    "compare": compare, "map": map_of, "over": over, "quantity": quantity,
    "alone": alone, "axis": axis, "cell": cell, "along": along, "precision": precision,
    "page": page, "quiz": worker_state.act_in_quiz, "lens": worker_state.act,
    "preset": worker_state.preset, "lesson": worker_state.begin,
    "stop": worker_state.stop, "answer": worker_state.answer,
    "again": worker_state.again, "walk": worker_state.walk,
}  # fmt: skip
