"""Commands of a page by name; each calls an action of the session.

Their arguments come as JSON and are checked against the annotations; commands raise
ValueError for invalid ones.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from playground.analysis.curve import answer_axes, axes
from playground.i18n import capitalize, message, translate
from playground.scene import params as parameters
from playground.scene.camera import Camera2D
from playground.scene.parameter_types import Parameter, Ranged
from playground.scene.serialization import from_json_values, to_json_values
from playground.session import plot_controls, step_navigation
from playground.session.history import History
from playground.session.lesson import player
from playground.session.precision_controls import parse_number
from playground.session.saved_state import State, parse_link
from playground.session.view_options import Page
from playground.web.serialize import param_fields
from playground.web.serialize.drawing import ASPECT_RATIOS
from playground.web.worker import state as worker_state
from playground.web.worker import validation
from playground.web.worker.headless_session import HeadlessSession
from playground.web.worker.validation import NO_OPTIONS, Options

# The fields of an orbit camera that a page sends.
_ORBIT_FIELDS = ("target", "distance", "yaw", "pitch")


def open_scene(live: HeadlessSession, name: str) -> None:
    """Open a scene, given by its id, as it was left."""
    live.session.open(live.session.find(name))


def open_link(live: HeadlessSession, link: str, begins: bool = False) -> None:
    """Open a link's state; for a damaged link its scene, with a notice.

    With `begins`, at the start of a page, the history is empty.
    """
    address = link if "#" in link else f"#{link}"
    state, problem, _ = parse_link(address, live.session.scenes)
    live.session.show(state)
    live.session.notice = capitalize(problem)
    if begins:
        opened = live.session.open_scene
        opened.history = History(opened.history.present)


def set_parameter(
    live: HeadlessSession, name: str, value: object, gesture: int | None = None
) -> None:
    """Set a parameter to a value in stored units, clamped to its range.

    Values with the same `gesture`, as from a slider, are one undo step.
    """
    spec = _find_editable_parameter(live, name)
    drawn = None if gesture is None else (name, gesture)
    live.session.set_value(name, validation.parameter_value(spec, value), drawn)


def set_typed_number(
    live: HeadlessSession, name: str, component: int, text: str
) -> None:
    """Set a number of a parameter to a typed text, in displayed units.

    `component` is the flat index of the number.
    """
    spec = _find_editable_parameter(live, name)
    held, units = getattr(live.session.params, name), live.session.units
    count = param_fields.count_components(held)
    if not (isinstance(spec, Ranged) and 0 <= component < count):
        raise ValueError(f"{spec.label} has no such number")
    value = parse_number(spec, text, units, component) / units.factor(spec, component)
    live.session.set_value(name, param_fields.replace_component(held, component, value))


def toggle_unit(live: HeadlessSession, name: object) -> None:
    """Show the scene's numbers in pixels, with y down or angles clockwise, or not."""
    known = {each: each for each in live.session.scene_view.unit_choices}
    flag, units = validation.find_by_name(known, name), live.session.units
    changed_units = replace(units, **{flag: not getattr(units, flag)})
    live.session.set_scene_options(units=changed_units)


def reset(live: HeadlessSession) -> None:
    """Return to the case, or to the state of the lesson's stop."""
    session = live.session
    if session.lesson and session.is_at_stop:
        player.repeat_stop(session)
    else:
        session.reset()


def press(
    live: HeadlessSession, x: float, y: float, _: object = 0, cameras: object = None
) -> None:
    """Pick a handle at a position in px.

    `cameras` are those of the views, as in `set_camera`.
    """
    if isinstance(cameras, list):
        for number, values in enumerate(cameras[: len(live.controls.places)]):
            set_camera(live, number, values)
    live.session.begin_gesture()
    live.controls.pointer_down(x, y, pan=False)


def move(
    live: HeadlessSession,
    x: float,
    y: float,
    dx: float,
    dy: float,
    how: Options = NO_OPTIONS,
) -> None:
    """Drag the picked handle to a position, by a way, both in px.

    `how` may have `snap`, a boolean, and the `axis` in space: "x", "y" or "z".
    """
    axis = how.get("axis")
    live.controls.axis = axis if axis in ("x", "y", "z") else ""
    live.controls.pointer_drag(x, y, dx, dy, snap=bool(how.get("snap")))


def nudge(
    live: HeadlessSession,
    name: str,
    index: int,
    dx: int,
    dy: int,
    how: Options = NO_OPTIONS,
) -> None:
    """Move a handle by small steps, or by grid steps if `how` has `coarse`.

    It is given by its parameter and its index; `dx` and `dy` are the numbers of steps.
    """
    live.session.open_scene.selected_handle = name, index
    live.session.begin_gesture()
    live.controls.nudge(dx, dy, coarse=bool(how.get("coarse")))


def set_camera(live: HeadlessSession, view: int, values: object) -> None:
    """Set a view's camera: `[x, y, scale]`, or the fields of an orbit camera.

    The position is in metres, the scale in pixels per metre.
    """
    if not 0 <= view < len(live.controls.places):
        raise ValueError(f"there is no view {view}")
    camera = live.controls.camera(view)
    if isinstance(camera, Camera2D):
        x, y, scale = validation.list_value(values, 3)
        fields: dict[str, Any] = {"center": [x, y], "scale": scale}
    else:
        numbers = validation.options(values)
        orbit = {name: numbers[name] for name in _ORBIT_FIELDS if name in numbers}
        fields = {**to_json_values(camera), **orbit}
    new_camera = from_json_values(type(camera), fields)
    if new_camera != camera:
        # One that the page only repeats still fits by itself.
        live.session.open_scene.cameras[view] = new_camera


def set_view_shape(live: HeadlessSession, shape: int) -> None:
    """Choose the aspect ratio of views, by its index in `ASPECT_RATIOS`."""
    if not 0 <= shape < len(ASPECT_RATIOS):
        raise ValueError(f"there is no shape {shape}")
    live.shape = ASPECT_RATIOS[shape]


def set_time(live: HeadlessSession, now: float) -> None:
    """Set the time of the scene, clamped to its range."""
    line = live.session.scene_view.timeline
    if line is None:
        raise ValueError(message("This state has no time"))
    live.session.go_to(line.clamp(now))


def show_step(live: HeadlessSession, number: int | None, plays: bool = False) -> None:
    """Show the derivation up to a step, from 1, at the step's time; None for all.

    With `plays` the time is animated.
    """
    if number is None:
        live.session.look(page=Page.DERIVATION)
        live.session.open_scene.step = None
    elif plays:
        step_navigation.go_to_step(live.session, number)
    else:
        step_navigation.arrive_at_step(live.session, number)


def show_map(live: HeadlessSession, kind: object) -> None:
    """Show a map, given by its name or label; None for none."""
    maps = live.session.scene_view.maps
    known = {name: each for each in maps for name in (each.name, each)}
    map_kind = None if kind is None else validation.find_by_name(known, kind)
    live.session.look(map=map_kind)


def set_map_axes(live: HeadlessSession, x: object, y: object) -> None:
    """Set the two numbers along a map's axes, by their labels."""
    known = answer_axes(live.session.params)
    map_axes = tuple(validation.find_axis(live, known, label) for label in (x, y))
    if map_axes[0] == map_axes[1]:
        raise ValueError(message("a map needs two different numbers"))
    plot_controls.set_map_choice(live.session, over=map_axes)


def set_map_quantity(live: HeadlessSession, name: object) -> None:
    """Set the quantity of the map, by its label."""
    known = {translate(label): label for label in live.session.scene_view.quantities}
    plot_controls.set_map_choice(
        live.session, quantity=validation.find_by_name(known, name)
    )


def set_curve_axis(live: HeadlessSession, name: object) -> None:
    """Set the number along the curve's axis, by its label."""
    axis = validation.find_axis(live, axes(live.session.params), name)
    live.session.set_scene_options(axis=axis)


def go_to_cell(live: HeadlessSession, begins: bool, x: float, y: float) -> None:
    """Go to the case of a map's cell, given by the two numbers of its axes.

    They are in stored units; `begins` is whether a gesture begins. Outside of the map
    nothing happens.
    """
    if begins:
        live.session.begin_gesture()
    cell_params = live.plots.find_cell_params(live.session, x, y)
    if cell_params is not None:
        live.session.stop_playback()
        plot_controls.go_to_cell(live.session, cell_params, live.session.gesture_id)


def set_curve_value(live: HeadlessSession, begins: bool, value: float) -> None:
    """Set the number along the curve's axis, in stored units, clamped to its range.

    `begins` is whether a gesture begins. Without a curve nothing happens.
    """
    session = live.session
    if begins:
        session.begin_gesture()
    curve = session.scene_view.curve
    if curve is None:
        return
    axis, low, high = curve.axis, float(curve.x[0]), float(curve.x[-1])
    goal = axis.replace_component(session.params, min(max(value, low), high))
    # The axis keeps its range meanwhile.
    plot_controls.hold_span(session, axis, (low, high))
    session.stop_playback()
    session.set_value(axis.name, goal, session.gesture_id)


def set_precision(live: HeadlessSession, name: object) -> None:
    """Set the precision of the listing, by its name, as "float32"."""
    listing = live.session.scene_view.scene.listing
    known = {t.__name__: t for t in (listing.dtypes if listing else ())}
    live.session.set_scene_options(dtype=validation.find_by_name(known, name))


def show_page(live: HeadlessSession, name: str) -> None:
    """Show a page of the inspector.

    It is "explore" for unknown names, such as those of maps.
    """
    known = {p.value.lower(): p for p in Page} | {"quiz": Page.PREDICT}
    live.session.look(page=known.get(name.lower(), Page.EXPLORE))


def _find_editable_parameter(live: HeadlessSession, name: str) -> Parameter:
    """Return a parameter; raise ValueError while a question is shown."""
    specs = parameters.parameters_of(type(live.session.params))
    spec: Parameter = validation.find_by_name(specs, name)
    if live.session.has_question:
        raise ValueError(message("Answer the question first, or leave it"))
    return spec


COMMANDS: Mapping[str, Any] = {
    "scene": open_scene,
    "case": lambda live, name: live.session.choose_case(validation.text(name)),
    "link": open_link,
    # The state of a file, as its JSON values.
    "state": lambda live, values: live.session.show(
        from_json_values(State, values, scenes=live.session.scenes)
    ),
    "set": set_parameter,
    "type": set_typed_number,
    "unit": toggle_unit,
    "reset": reset,
    "undo": lambda live: live.session.undo(),
    "redo": lambda live: live.session.redo(),
    "press": press,
    "move": move,
    "release": lambda live: live.controls.pointer_up(),
    "nudge": nudge,
    "camera": set_camera,
    "stage": set_view_shape,
    "fit": lambda live: live.controls.fit(),
    "time": set_time,
    # Some seconds of the animation of the time to a step or stop.
    "advance": lambda live, seconds: live.session.advance(
        max(validation.number(seconds), 0.0)
    ),
    "step": show_step,
    "compare": lambda live, on: live.session.look(compare=validation.flag(on)),
    "map": show_map,
    "over": set_map_axes,
    "quantity": set_map_quantity,
    # Only the kind of a map with a name, or all for "".
    "alone": lambda live, kind: plot_controls.set_map_choice(
        live.session, alone=validation.text(kind)
    ),
    "axis": set_curve_axis,
    "cell": go_to_cell,
    "along": set_curve_value,
    "precision": set_precision,
    "page": show_page,
    "quiz": worker_state.QUIZ_ACTIONS,
    "lens": worker_state.PRECISION_ACTIONS,
    "preset": lambda live: plot_controls.show_preset(live.session),
    "lesson": worker_state.open_lesson,
    "stop": worker_state.go_to_stop,
    "answer": worker_state.answer_stop_question,
    "walk": worker_state.LESSON_ACTIONS,
}
"""Commands by name; some are tables of actions by name."""
