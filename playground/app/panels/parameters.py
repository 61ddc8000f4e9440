"""The widgets of the parameters: a row for each, by its kind."""

from functools import partial
from typing import Any

from imgui_bundle import imgui

from playground.app.panels import prose, worded
from playground.app.panels.common import (
    Ui,
    drop_down,
    hint,
    muted,
    number_box,
)
from playground.language import message, sentences, translated
from playground.scene.specs import (
    Choice,
    Number,
    Points,
    Spec,
    Toggle,
    Vector,
    Whole,
)
from playground.study.session import Session
from playground.study.typed_number import typed

_TYPE = message("Drag, or click to type; 2/3 or sqrt(2) works too.")
_LABEL = 124.0
# What a name keeps off what is beside it.
_BESIDE = 2.0
_BOX = 70.0
# The width of a point's number, and of the button that leaves it out.
_NUMBER, _CROSS = 22.0, 24.0


def parameter(ui: Ui, name: str, spec: Spec) -> None:
    """Draw the row of a parameter, or the rows of a list of points."""
    imgui.begin_group()
    _row(ui, name, spec)
    imgui.end_group()
    if imgui.is_item_hovered():
        ui.pointed.parameter = name


def _row(ui: Ui, name: str, spec: Spec) -> None:
    imgui.align_text_to_frame_padding()
    shown = prose.shortened(
        ui.gui, spec.label, _LABEL - _BESIDE - imgui.get_cursor_pos_x()
    )
    prose.write_name(ui.gui, shown, ui.theme.text)
    if shown != translated(spec.label):
        hint(spec.label)
    hint(spec.help)
    imgui.same_line(_LABEL)
    value: Any = getattr(ui.study.params, name)
    changed: Any
    match spec:
        case Number():
            changed = _number(ui, name, spec, value)
        case Whole():
            changed = _whole(ui, name, spec, value)
        case Points():
            changed = _points(ui, name, spec, value)
        case Vector():
            changed = _vector(ui, name, spec, value)
        case Choice():
            changed = _choice(ui, name, spec, value)
        case Toggle():
            toggled, ticked = worded.checkbox(f"##{name}", value)
            changed = ticked if toggled else None
        case _:
            # A kind of somebody's own is told, and changed by its handle alone.
            muted(ui, f"{value}")
            changed = None
    if changed is not None:
        ui.do(Session.set_value, name, changed, ui.facts.press)


def _number(ui: Ui, name: str, spec: Number, value: float) -> float | None:
    scale = spec.shown
    low, high = spec.low * scale, spec.high * scale
    width = imgui.get_content_region_avail().x - _BOX - 8
    shown = value * scale
    slid = ui.widgets.slider(name, shown, low, high, width, ui.theme)
    hint(spec.help)
    imgui.same_line()
    # What is slid is written at once.
    there = shown if slid is None else slid
    told = worded.signed(spec.unit, _TYPE)
    entered = _box(ui, name, spec, there, (high - low) / 600, _BOX, told)
    changed = slid if entered is None else entered
    return None if changed is None else changed / scale


def _box(
    ui: Ui,
    key: str,
    spec: Number | Whole | Vector | Points,
    shown: float,
    speed: float,
    width: float,
    told: str,
) -> float | None:
    """Draw the box of one number of a parameter; return a change."""
    whole = isinstance(spec, Whole)
    read = partial(typed, spec)
    return number_box(ui, key, shown, speed, width, read, told, whole=whole)


def _whole(ui: Ui, name: str, spec: Whole, value: int) -> int | None:
    width = imgui.get_content_region_avail().x - _BOX - 8
    slid = ui.widgets.slider(name, value, spec.low, spec.high, width, ui.theme)
    hint(spec.help)
    imgui.same_line()
    there = value if slid is None else round(slid)
    told = worded.signed(spec.unit, _TYPE)
    entered = _box(ui, name, spec, there, 1.0, _BOX, told)
    changed = slid if entered is None else entered
    return None if changed is None or round(changed) == value else round(changed)


def _vector(
    ui: Ui, name: str, spec: Vector, value: tuple[float, ...]
) -> tuple[float, ...] | None:
    room = imgui.get_content_region_avail().x
    return _coordinates(ui, name, spec, value, room)


def _coordinates(
    ui: Ui, name: str, spec: Vector | Points, value: tuple[float, ...], room: float
) -> tuple[float, ...] | None:
    """Draw a number box for each coordinate of a point; return a change."""
    width = (room - 6.0 * (spec.size - 1)) / spec.size
    changed = list(value)
    for axis in range(spec.size):
        if axis:
            imgui.same_line(0.0, 6.0)
        key = f"{name} {axis}"
        unit = spec.unit or message("units")
        part = message("{axis} in {unit}.", axis="xyz"[axis], unit=unit)
        told = worded.below(spec.help, sentences(part, _TYPE))
        moved = _box(ui, key, spec, value[axis], 0.02, width, told)
        if moved is not None:
            changed[axis] = moved
    return tuple(changed) if tuple(changed) != value else None


def _points(
    ui: Ui, name: str, spec: Points, value: tuple[tuple[float, ...], ...]
) -> tuple[tuple[float, ...], ...] | None:
    """Draw a row for each point, and buttons where there may be fewer or more."""
    changed = list(value)
    left = imgui.get_cursor_pos_x()
    gone = None
    for i, at in enumerate(value):
        imgui.set_cursor_pos_x(left)
        imgui.align_text_to_frame_padding()
        muted(ui, f"{i + 1}")
        imgui.same_line(left + _NUMBER)
        room = imgui.get_content_region_avail().x
        if len(value) > spec.least:
            room -= _CROSS + 6.0
        moved = _coordinates(ui, f"{name} {i}", spec, at, room)
        if moved is not None:
            changed[i] = moved
        if len(value) > spec.least:
            imgui.same_line(0.0, 6.0)
            cross = imgui.ImVec2(_CROSS, 0)
            if worded.button("×", cross, name=f"{name} {i}"):
                gone = i
            hint(message("Remove point {number}", number=i + 1))
    if gone is not None:
        del changed[gone]
    if len(value) < spec.most:
        imgui.set_cursor_pos_x(left)
        if worded.button("Add a point", name=name):
            changed = list(spec.with_one_more(tuple(changed)))
    return tuple(changed) if tuple(changed) != value else None


def _choice(ui: Ui, name: str, spec: Choice, value: str) -> str | None:
    imgui.set_next_item_width(-1)
    options = {option: option for option in spec.options}
    picked = drop_down(ui, f"##{name}", value, options, value)
    hint(spec.help)
    return picked
