"""Commands of a page by name; each calls an action of the session.

They take unchecked JSON values, and raise ValueError for invalid ones.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from playground.analysis.curve import answer_axes, axes
from playground.i18n import capitalize, message
from playground.scene import params as parameters
from playground.scene.camera import Camera2D
from playground.scene.json_text import quote_value
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

# The fields of an orbit camera that a page sends.
_ORBIT_FIELDS = ("target", "distance", "yaw", "pitch")


def open_scene(live: HeadlessSession, name: object) -> None:
    """Open a scene, given by its id, as it was left.

    An unknown one raises ValueError.
    """
    live.session.open(live.session.find(validation.text(name)))


def open_case(live: HeadlessSession, name: object) -> None:
    """Open a case of the scene, by its name; an unknown one raises ValueError."""
    live.session.choose_case(validation.text(name))


def open_link(live: HeadlessSession, held: object, begins: object = False) -> None:
    """Open a link's state; for a damaged link its scene, with a notice.

    With `begins`, at the start of a page, the history is empty.
    """
    text = validation.text(held)
    link = parse_link(text if "#" in text else f"#{text}", live.session.scenes)
    live.session.show(link.state)
    live.session.notice = capitalize(link.problem)
    if validation.flag(begins):
        opened = live.session.open_scene
        opened.history = History(opened.history.present)


def open_state(live: HeadlessSession, values: object) -> None:
    """Open the state of a file, given as its JSON values."""
    live.session.show(from_json_values(State, values, scenes=live.session.scenes))


def set_parameter(
    live: HeadlessSession, name: object, value: object, gesture: object = None
) -> None:
    """Set a parameter to a value in stored units, clamped to its range.

    Values with the same integer `gesture`, as from a slider, are one undo step.

    Raises
    ------
    ValueError
        There is no such parameter, the value is invalid, or a question is open.
    """
    spec = _find_parameter(live, name)
    _require_no_question(live)
    drawn = None if gesture is None else (name, validation.integer(gesture))
    live.session.set_value(str(name), validation.parameter_value(spec, value), drawn)


def set_typed_number(
    live: HeadlessSession, name: object, component: object, text: object
) -> None:
    """Set a number of a parameter to a typed text, in displayed units.

    `component` is the flat index of the number.

    Raises
    ------
    ValueError
        The text is no number, there is no such number, or a question is open.
    """
    spec = _find_parameter(live, name)
    _require_no_question(live)
    held = getattr(live.session.params, str(name))
    place = validation.integer(component)
    if not (
        isinstance(spec, Ranged) and 0 <= place < param_fields.count_components(held)
    ):
        raise ValueError(f"{spec.label} has no such number")
    units = live.session.units
    shown = parse_number(spec, validation.text(text), units, place)
    value = shown / units.factor(spec, place)
    live.session.set_value(
        str(name), param_fields.replace_component(held, place, value)
    )


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


def undo(live: HeadlessSession) -> None:
    """Undo the last edit."""
    live.session.undo()


def redo(live: HeadlessSession) -> None:
    """Redo the last undone edit."""
    live.session.redo()


def press(
    live: HeadlessSession,
    x: object,
    y: object,
    view: object = 0,
    cameras: object = None,
) -> None:
    """Pick a handle at a position in px.

    `cameras` are those of the views, as in `set_camera`; `view` is not used.
    """
    if isinstance(cameras, list):
        for number, values in enumerate(cameras[: len(live.controls.places)]):
            set_camera(live, number, values)
    live.session.begin_gesture()
    live.controls.pointer_down(validation.number(x), validation.number(y), pan=False)


def move(
    live: HeadlessSession,
    x: object,
    y: object,
    dx: object,
    dy: object,
    how: object = None,
) -> None:
    """Drag the picked handle to a position, by a way, both in px.

    `how` may have `snap`, a boolean, and the `axis` in space: "x", "y" or "z".
    """
    options = validation.options(how)
    wanted_axis = options.get("axis") or ""
    live.controls.axis = wanted_axis if wanted_axis in ("x", "y", "z") else ""
    way = map(validation.number, (x, y, dx, dy))
    live.controls.pointer_drag(*way, snap=bool(options.get("snap")))


def release(live: HeadlessSession) -> None:
    """Release the handle; without a drag it was a click."""
    live.controls.pointer_up()


def nudge(
    live: HeadlessSession,
    name: object,
    index: object,
    dx: object,
    dy: object,
    how: object = None,
) -> None:
    """Move a handle by small steps, or by grid steps if `how` has `coarse`.

    It is given by its parameter and its index; `dx` and `dy` are the numbers of steps.
    """
    coarse = bool(validation.options(how).get("coarse"))
    live.session.open_scene.selected_handle = (
        validation.text(name),
        validation.integer(index),
    )
    live.session.begin_gesture()
    live.controls.nudge(validation.integer(dx), validation.integer(dy), coarse=coarse)


def set_camera(live: HeadlessSession, view: object, values: object) -> None:
    """Set a view's camera: `[x, y, scale]`, or the fields of an orbit camera.

    The position is in metres, the scale in pixels per metre.

    Raises
    ------
    ValueError
        There is no such view, or the values are invalid.
    """
    number = validation.integer(view)
    if not 0 <= number < len(live.controls.places):
        raise ValueError(f"there is no view {quote_value(view)}")
    camera = live.controls.camera(number)
    if isinstance(camera, Camera2D):
        if not isinstance(values, list) or len(values) != 3:
            raise ValueError(f"three numbers are wanted, not {quote_value(values)}")
        values_by_name: dict[str, Any] = {"center": values[:2], "scale": values[2]}
    else:
        values_by_name = {
            k: v for k, v in validation.options(values).items() if k in _ORBIT_FIELDS
        }
        values_by_name = {**to_json_values(camera), **values_by_name}
    new_camera = from_json_values(type(camera), values_by_name)
    if new_camera != camera:
        # One that the page only repeats still fits by itself.
        live.session.open_scene.cameras[number] = new_camera


def set_view_shape(live: HeadlessSession, shape: object) -> None:
    """Choose the aspect ratio of views, by its index in `ASPECT_RATIOS`.

    Raises
    ------
    ValueError
        There is no such index.
    """
    number = validation.integer(shape)
    if not 0 <= number < len(ASPECT_RATIOS):
        raise ValueError(f"there is no shape {quote_value(shape)}")
    live.shape = ASPECT_RATIOS[number]


def fit_views(live: HeadlessSession) -> None:
    """Fit every view to its primitives."""
    live.controls.fit()


def set_time(live: HeadlessSession, now: object) -> None:
    """Set the time of the scene, clamped to its range.

    Raises
    ------
    ValueError
        The scene has no time.
    """
    line = live.session.scene_view.timeline
    if line is None:
        raise ValueError(message("This state has no time"))
    live.session.go_to(min(max(validation.number(now), line.start), line.end))


def advance_move(live: HeadlessSession, seconds: object) -> None:
    """Advance the animation of the time to a step or stop by some seconds."""
    live.session.advance(max(validation.number(seconds), 0.0))


def show_step(live: HeadlessSession, number: object, plays: object = False) -> None:
    """Show the derivation up to a step, from 1, at the step's time; None for all.

    With `plays` the time is animated.
    """
    if number is None:
        live.session.look(page=Page.DERIVATION)
        live.session.open_scene.step = None
    elif validation.flag(plays):
        step_navigation.go_to_step(live.session, validation.integer(number))
    else:
        step_navigation.arrive_at_step(live.session, validation.integer(number))


def show_comparison(live: HeadlessSession, on: object) -> None:
    """Show or hide the listing's answer."""
    live.session.look(compare=validation.flag(on))


def show_map(live: HeadlessSession, kind: object) -> None:
    """Show a map, given by its name or label; None for none."""
    maps_by_name = {
        name: each
        for each in live.session.scene_view.maps
        for name in (each.name, each)
    }
    live.session.look(
        map=None if kind is None else validation.find_by_name(maps_by_name, kind)
    )


def set_map_axes(live: HeadlessSession, x: object, y: object) -> None:
    """Set the two numbers along a map's axes, by their labels.

    Raises
    ------
    ValueError
        A label is unknown, or both are the same.
    """
    p = live.session.params
    units = live.session.units
    known = validation.enum_by_label(answer_axes(p), lambda axis: axis.label(p, units))
    x_axis, up = validation.find_by_name(known, x), validation.find_by_name(known, y)
    if x_axis == up:
        raise ValueError(message("a map needs two different numbers"))
    plot_controls.set_map_choice(live.session, over=(x_axis, up))


def set_map_quantity(live: HeadlessSession, name: object) -> None:
    """Set the quantity of the map, by its label; an unknown one raises ValueError."""
    known = validation.enum_by_label(live.session.scene_view.quantities, str)
    plot_controls.set_map_choice(
        live.session, quantity=validation.find_by_name(known, name)
    )


def show_single_kind(live: HeadlessSession, kind: object) -> None:
    """Show only the kind of a map with this name, or all for ""."""
    plot_controls.set_map_choice(live.session, alone=validation.text(kind))


def set_curve_axis(live: HeadlessSession, name: object) -> None:
    """Set the number along the curve's axis, by its label.

    An unknown one raises ValueError.
    """
    p = live.session.params
    units = live.session.units
    known = validation.enum_by_label(axes(p), lambda axis: axis.label(p, units))
    live.session.set_scene_options(axis=validation.find_by_name(known, name))


def go_to_cell(live: HeadlessSession, begins: object, x: object, y: object) -> None:
    """Go to the case of a map's cell, given by the two numbers of its axes.

    They are in stored units; `begins` is whether a gesture begins. Outside of the map
    nothing happens.
    """
    if validation.flag(begins):
        live.session.begin_gesture()
    cell_params = live.plots.find_cell_params(
        live.session, validation.number(x), validation.number(y)
    )
    if cell_params is not None:
        live.session.stop_playback()
        plot_controls.go_to_cell(live.session, cell_params, live.session.gesture_id)


def set_curve_value(live: HeadlessSession, begins: object, value: object) -> None:
    """Set the number along the curve's axis, in stored units, clamped to its range.

    `begins` is whether a gesture begins. Without a curve nothing happens.
    """
    if validation.flag(begins):
        live.session.begin_gesture()
    session, goal = live.session, validation.number(value)
    curve = session.scene_view.curve
    if curve is None:
        return
    axis, low, high = curve.axis, float(curve.x[0]), float(curve.x[-1])
    goal = axis.replace_component(session.params, min(max(goal, low), high))
    # The axis keeps its range meanwhile.
    plot_controls.hold_span(session, axis, (low, high))
    session.stop_playback()
    session.set_value(axis.name, goal, session.gesture_id)


def set_precision(live: HeadlessSession, name: object) -> None:
    """Set the precision of the listing, by its name, as "float32".

    An unknown one raises ValueError.
    """
    listing = live.session.scene_view.scene.listing
    known = {t.__name__: t for t in (listing.dtypes if listing else ())}
    live.session.set_scene_options(dtype=validation.find_by_name(known, name))


def show_page(live: HeadlessSession, name: object) -> None:
    """Show a page of the inspector.

    It is "explore" for unknown names, such as those of maps.
    """
    known = {p.value.lower(): p for p in Page} | {"quiz": Page.PREDICT}
    live.session.look(page=known.get(validation.text(name).lower(), Page.EXPLORE))


def _require_no_question(live: HeadlessSession) -> None:
    """Raise ValueError while a question is shown, which must not be changed."""
    if live.session.has_question:
        raise ValueError(message("Answer the question first, or leave it"))


def _find_parameter(live: HeadlessSession, name: object) -> Parameter:
    specs = parameters.parameters_of(type(live.session.params))
    spec: Parameter = validation.find_by_name(specs, name)
    return spec


COMMANDS: Mapping[str, Callable[..., None]] = {
    "scene": open_scene,
    "case": open_case,
    "link": open_link,
    "state": open_state,
    "set": set_parameter,
    "type": set_typed_number,
    "unit": toggle_unit,
    "reset": reset,
    "undo": undo,
    "redo": redo,
    "press": press,
    "move": move,
    "release": release,
    "nudge": nudge,
    "camera": set_camera,
    "stage": set_view_shape,
    "fit": fit_views,
    "time": set_time,
    "advance": advance_move,
    "step": show_step,
    "compare": show_comparison,
    "map": show_map,
    "over": set_map_axes,
    "quantity": set_map_quantity,
    "alone": show_single_kind,
    "axis": set_curve_axis,
    "cell": go_to_cell,
    "along": set_curve_value,
    "precision": set_precision,
    "page": show_page,
    "quiz": worker_state.act_on_quiz,
    "lens": worker_state.act_on_precision,
    "preset": worker_state.show_preset,
    "lesson": worker_state.open_lesson,
    "stop": worker_state.go_to_stop,
    "answer": worker_state.answer_stop_question,
    "walk": worker_state.act_on_lesson,
}
