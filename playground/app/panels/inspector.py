"""The panel on the right: verdict, case, parameters, result and derivation."""

import math
from typing import Any

from imgui_bundle import imgui

from playground.app.gui import colour
from playground.app.moment import Hidden
from playground.app.panels import icons
from playground.app.panels.common import (
    Desktop,
    bold,
    card,
    choice_row,
    heading,
    hint,
    icon_button,
    muted,
    panel,
)
from playground.app.panels.lab import lab
from playground.app.panels.predict import predict
from playground.app.session import PREDICT
from playground.explore.map import MapKind
from playground.render.theme import RGBA
from playground.scene import params as parameters
from playground.scene.answer import Row
from playground.scene.drawlist import Role
from playground.scene.lesson import Step
from playground.scene.listing import Comparison, Precision
from playground.scene.mathtext import show
from playground.scene.params import Angle, Choice, Number, Spec, Toggle, Vector
from playground.view.camera import Viewport

_LABEL = 124.0
_BOX = 70.0
_CLICK = "Click to copy."


def inspector(desk: Desktop, place: Viewport) -> None:
    """Draw the inspector."""
    with panel("inspector", place):
        scene = desk.session.scene
        bold(desk, scene.title, 19.0)
        if source := scene.source:
            muted(desk, f"{source.name} · {source.title} · {source.author}")
        _verdict(desk)
        _comparison(desk)
        _page_buttons(desk)
        if imgui.begin_child("##page"):
            _PAGES[desk.session.page](desk)
        imgui.end_child()


def _page_buttons(desk: Desktop) -> None:
    names = {name: name for name in _PAGES}
    desk.session.page = choice_row(desk, names, desk.session.page)


def _verdict(desk: Desktop) -> None:
    moment, theme = desk.session.moment, desk.theme
    if isinstance(moment, Hidden):
        tone, sign, word, detail = theme.text_muted, "?", "", ""
    elif moment.verdict is None and not moment.error:
        return
    elif moment.verdict is None:
        tone, sign, word, detail = (
            theme.warning,
            icons.WARNING,
            "No answer",
            moment.error,
        )
    else:
        hit = moment.verdict.hit
        tone = theme.texts[Role.HIT if hit else Role.MISS]
        sign = icons.HIT if hit else icons.MISS
        word, detail = moment.verdict.text, moment.verdict.detail
    with card(desk, "verdict", (14.0, 10.0)) as seen:
        if seen:
            bold(desk, f"{sign}  {word}".strip(), 18.0, tone)
        if seen and detail:
            muted(desk, detail)


def _comparison(desk: Desktop) -> None:
    """Draw the article's answer beside the truth, and the switch for it."""
    session = desk.session
    listing, comparison = session.moment.scene.listing, session.comparison
    if listing is None or comparison is None:
        return
    imgui.push_style_color(imgui.Col_.frame_bg, colour(desk.theme.border))
    toggled, shown = imgui.checkbox(f"{listing.name} beside truth", session.compare)
    imgui.pop_style_color()
    hint("Show what its code answers, hollow beside the exact answer")
    if toggled:
        session.compare = shown
    if not session.compare:
        return
    imgui.same_line(imgui.get_content_region_avail().x - 74)
    now, own = session.dtype, listing.dtypes
    if imgui.button(f"{now.__name__}##precision", imgui.ImVec2(92, 0)):
        session.desk.dtype = own[(own.index(now) + 1) % len(own)]
    hint(_numbers(now, own))
    theme = desk.theme
    tone = theme.texts[Role.NORMAL] if comparison.agrees else theme.warning
    sign = icons.AGREES if comparison.agrees else icons.DIFFERS
    imgui.push_style_color(imgui.Col_.text, colour(tone))
    word = "agrees" if comparison.agrees else "differs"
    imgui.text_wrapped(f"{sign}  {word}: {comparison.answer}")
    imgui.pop_style_color()
    if not comparison.agrees:
        _why(desk, comparison)


def _numbers(now: Precision, own: tuple[Precision, ...]) -> str:
    """Return what the numbers are to the code."""
    other = "" if len(own) == 1 else "; press for others"
    if now is own[0]:
        return f"The numbers that its code computes with{other}"
    return f"If its code computed in {now.__name__}{other}"


def _why(desk: Desktop, comparison: Comparison) -> None:
    muted(desk, comparison.why)
    if comparison.step and imgui.button(
        f"See step {comparison.step} of the derivation"
    ):
        desk.session.go_to_step(comparison.step)


def _explore(desk: Desktop) -> None:
    _case(desk)
    heading(desk, "Parameters")
    for name, spec in parameters.relevant(desk.session.params).items():
        if not (isinstance(spec, Number) and spec.time):
            _parameter(desk, name, spec)
    _undo_buttons(desk)
    heading(desk, "Result")
    if imgui.begin_table("##result", 2):
        imgui.table_setup_column("name", imgui.TableColumnFlags_.width_stretch, 0.42)
        imgui.table_setup_column("value", imgui.TableColumnFlags_.width_stretch, 0.58)
        for row in desk.session.moment.rows:
            _row(desk, row)
        imgui.end_table()


def _case(desk: Desktop) -> None:
    session = desk.session
    origin, edited = session.desk.case, session.desk.edited
    shown = f"Edited, from {origin}" if edited else origin or "No case"
    heading(desk, "Case")
    imgui.set_next_item_width(-1)
    if imgui.begin_combo("##case", shown, imgui.ComboFlags_.height_large):
        for name, case in session.scene.cases.items():
            sign = "  ≠" if case.mistake else ""
            here = name == origin and not edited
            chosen, _ = imgui.selectable(f"{name}{sign}", here)
            hint(case.shows)
            if chosen:
                session.choose_case(name)
        imgui.end_combo()
    if origin and not edited:
        case, comparison = session.scene.cases[origin], session.comparison
        hidden = comparison and case.mistake and not session.compare
        why = comparison.why if comparison and hidden else ""
        muted(desk, f"{case.shows} {why}".strip())


def _parameter(desk: Desktop, name: str, spec: Spec) -> None:
    imgui.begin_group()
    _parameter_row(desk, name, spec)
    imgui.end_group()
    if imgui.is_item_hovered():
        desk.parameter = name


def _parameter_row(desk: Desktop, name: str, spec: Spec) -> None:
    imgui.align_text_to_frame_padding()
    imgui.text(spec.label)
    hint(spec.help)
    imgui.same_line(_LABEL)
    value = getattr(desk.session.params, name)
    match spec:
        case Angle() | Number():
            changed = _number(desk, name, spec, value)
        case Vector():
            changed = _vector(desk, name, spec, value)
        case Choice():
            changed = _choice(desk, name, spec, value)
        case Toggle():
            toggled, changed = imgui.checkbox(f"##{name}", value)
            changed = changed if toggled else None
        case _:
            raise TypeError(f"no widget for {spec}")
    if changed is not None:
        desk.session.set_value(name, changed, desk.session.press)


def _number(desk: Desktop, name: str, spec: Number, value: float) -> float | None:
    unit = math.degrees(1.0) if isinstance(spec, Angle) else 1.0
    low, high = spec.low * unit, spec.high * unit
    width = imgui.get_content_region_avail().x - _BOX - 8
    shown = value * unit
    slid = desk.widgets.slider(name, shown, low, high, width, desk.theme)
    hint(spec.help)
    imgui.same_line()
    typed = desk.widgets.number(name, shown, (high - low) / 600, _BOX, desk.theme)
    hint(f"{spec.unit}  Drag, or double click to type.".strip())
    changed = slid if typed is None else typed
    return None if changed is None else changed / unit


def _vector(
    desk: Desktop, name: str, spec: Vector, value: tuple[float, ...]
) -> tuple[float, ...] | None:
    room = imgui.get_content_region_avail().x
    width = (room - 6.0 * (spec.size - 1)) / spec.size
    changed = list(value)
    for axis in range(spec.size):
        if axis:
            imgui.same_line(0.0, 6.0)
        key = f"{name} {axis}"
        moved = desk.widgets.number(key, value[axis], 0.02, width, desk.theme)
        hint(
            f"{spec.help}\n{'xyz'[axis]} in {spec.unit or 'units'}. Drag, or double "
            "click to type.".strip()
        )
        if moved is not None:
            changed[axis] = moved
    return tuple(changed) if tuple(changed) != value else None


def _choice(desk: Desktop, name: str, spec: Choice, value: str) -> str | None:
    imgui.set_next_item_width(-1)
    picked = None
    if imgui.begin_combo(f"##{name}", value):
        for option in spec.options:
            if imgui.selectable(option, option == value)[0]:
                picked = option
        imgui.end_combo()
    hint(spec.help)
    return picked


def _undo_buttons(desk: Desktop) -> None:
    session, history = desk.session, desk.session.desk.history
    can_undo, can_redo = bool(history.past), bool(history.future)
    if icon_button(desk, icons.UNDO, "Undo (Ctrl+Z)", enabled=can_undo):
        session.undo()
    imgui.same_line()
    if icon_button(desk, icons.REDO, "Redo (Ctrl+Shift+Z)", enabled=can_redo):
        session.redo()
    imgui.same_line()
    if icon_button(desk, icons.RESET, "Back to the case (R)"):
        session.reset()
    imgui.same_line()
    if icon_button(desk, icons.FIT, "Fit the view (F)"):
        session.fit()
    _plot_buttons(desk)


def _plot_buttons(desk: Desktop) -> None:
    """Draw the switches of map and curve; a map is in the curve's place."""
    session = desk.session
    mapped = session.question is not None
    if session.moment.maps:
        imgui.same_line()
        if icon_button(desk, icons.MAP, "Show or hide the map (G)", lit=mapped):
            session.map = None if mapped else MapKind.REGIONS
    if session.moment.scene.answer.curves and not mapped:
        imgui.same_line()
        shown = session.show_curve
        if icon_button(desk, icons.CURVE, "Show or hide the curve", lit=shown):
            session.show_curve = not shown


def _row(desk: Desktop, row: Row) -> None:
    theme = desk.theme
    imgui.table_next_row()
    imgui.table_next_column()
    flags = imgui.SelectableFlags_.span_all_columns
    lit = bool(row.key) and row.key == desk.session.lit
    if imgui.selectable(f"##{row.name}", lit, flags)[0]:
        imgui.set_clipboard_text(copied(row.value))
        desk.session.notice = f"Copied {row.name}"
    if imgui.is_item_hovered():
        desk.pointed = row.key
    hint(f"{row.help} {_CLICK}" if row.help else _CLICK)
    imgui.same_line(0.0, 0.0)
    imgui.push_style_color(imgui.Col_.text, colour(theme.text_muted))
    imgui.text(row.name)
    imgui.pop_style_color()
    imgui.table_next_column()
    imgui.push_font(desk.gui.fonts.mono, 15.0)
    text = show(row.value)
    text = text if text == "none" else f"{text} {row.unit}".strip()
    room = imgui.get_content_region_avail().x - imgui.calc_text_size(text).x
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + max(room - 4.0, 0.0))
    imgui.text(text)
    imgui.pop_font()


def copied(value: Any) -> str:
    """Return a result with all its digits, ready to paste into code."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float):
        return repr(float(value))
    return repr(tuple(float(x) for x in value))


def _derivation(desk: Desktop) -> None:
    session, steps = desk.session, desk.session.moment.steps
    if not steps:
        muted(desk, "There is no derivation for these parameters.")
        return
    if icon_button(desk, icons.LEFT, "One step back (Left)"):
        session.step_derivation(-1)
    imgui.same_line()
    if icon_button(desk, icons.RIGHT, "One step on (Right)"):
        session.step_derivation(1)
    imgui.same_line()
    everything = session.desk.step is None
    if icon_button(desk, icons.ALL, "Show everything (End)", lit=everything):
        session.desk.step = None
    imgui.same_line()
    imgui.align_text_to_frame_padding()
    now = "all" if everything else f"{session.desk.step}"
    imgui.text(f"Step {now} of {len(steps)}")
    for number, step in enumerate(steps, start=1):
        _card(desk, number, step)


def _card(desk: Desktop, number: int, step: Step) -> None:
    """Draw a step, or only its room while it is scrolled out of sight.

    Setting formulas that nobody sees is what would make a drag slower.
    """
    name = f"{desk.session.scene.id} {number}"
    room = desk.widgets.heights.get(name, 0.0)
    size = imgui.ImVec2(imgui.get_content_region_avail().x, room)
    if room and not desk.session.reveal and not imgui.is_rect_visible(size):
        imgui.dummy(size)
        return
    _step(desk, number, step)
    desk.widgets.heights[name] = imgui.get_item_rect_size().y


def _step(desk: Desktop, number: int, step: Step) -> None:
    session, theme = desk.session, desk.theme
    current = session.desk.step == number
    known = session.desk.step is None or number <= session.desk.step
    tone = theme.text if known else theme.text_muted
    with card(desk, f"step {number}", (12.0, 9.0), lit=current) as seen:
        if seen:
            bold(desk, f"{number}  {step.title}", 15.0, tone)
        if seen and known:
            muted(desk, step.text)
            _formulas(desk, step)
    if imgui.is_item_clicked():
        session.go_to_step(number)
    if current and session.reveal:
        imgui.set_scroll_here_y(0.5)
        session.reveal -= 1


def _formulas(desk: Desktop, step: Step) -> None:
    theme, lit = desk.theme, desk.session.lit
    tones = _key_tones(desk)
    lines = (
        (step.formula, theme.text),
        (step.numbers, theme.text_muted),
        (step.result, theme.accent),
    )
    for latex, tone in lines:
        if latex:
            pointed = desk.formulas.draw(
                latex, 17.0, tone, theme, desk.ratio, tones=tones, lit=lit
            )
            desk.pointed = pointed or desk.pointed


def _key_tones(desk: Desktop) -> dict[str, RGBA]:
    """Return the colour that each quantity is drawn in."""
    views = desk.session.moment.picture.all_views
    records = [r for view in views for r in view.records if r.key]
    return {r.key: desk.theme.texts[r.role] for r in reversed(records)}


_PAGES = {"Explore": _explore, "Derivation": _derivation, PREDICT: predict, "Lab": lab}
