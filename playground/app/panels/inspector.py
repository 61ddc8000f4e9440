"""The panel on the right: verdict, case, parameters, result and derivation."""

from typing import Any

from imgui_bundle import imgui

from playground.app import icons
from playground.app.commands import (
    ALL_STEPS,
    CURVE,
    FIT,
    MAP,
    REDO,
    RESET,
    STEP_BACK,
    STEP_ON,
    UNDO,
)
from playground.app.gui import colour
from playground.app.moment import Hidden
from playground.app.panels.common import (
    Ui,
    bold,
    card,
    choice_row,
    command_row,
    drop_down,
    heading,
    hint,
    muted,
    panel,
)
from playground.app.panels.lab import lab
from playground.app.panels.parameters import parameter
from playground.app.panels.predict import predict
from playground.app.view import Page
from playground.render.theme import RGBA
from playground.scene import Nature
from playground.scene import params as parameters
from playground.scene.answer import Row
from playground.scene.drawlist import Role
from playground.scene.lesson import Step
from playground.scene.listing import Comparison, Precision
from playground.scene.mathtext import show
from playground.scene.specs import Number
from playground.view.camera import Viewport

_CLICK = "Click to copy."
# The sizes that a value in the result may have.
_VALUES = (15.0, 14.0, 13.0, 12.0, 11.0, 10.0)


def inspector(ui: Ui, place: Viewport) -> None:
    """Draw the inspector."""
    with panel("inspector", place):
        scene = ui.session.scene
        bold(ui, scene.title, 19.0)
        if source := scene.source:
            muted(ui, f"{source.name} · {source.title} · {source.author}")
        _verdict(ui)
        _comparison(ui)
        _page_buttons(ui)
        if imgui.begin_child("##page", (0, 0), imgui.ChildFlags_.nav_flattened):
            _PAGES[ui.session.page](ui)
        imgui.end_child()


def _page_buttons(ui: Ui) -> None:
    session = ui.session
    names = {page: str(page) for page in session.pages}
    chosen = choice_row(ui, names, session.page) if len(names) > 1 else session.page
    if chosen is not session.page:
        session.look(page=chosen)


def _verdict(ui: Ui) -> None:
    moment = ui.session.moment
    told = isinstance(moment, Hidden) or moment.verdict or moment.error
    if not told:
        return
    with card(ui, "verdict", (14.0, 10.0)) as seen:
        if seen:
            verdict_line(ui, 18.0, 13.0)


def verdict_line(ui: Ui, large: float, small: float) -> None:
    """Write the verdict and its sentence, or what keeps the scene from having one."""
    moment, theme = ui.session.moment, ui.theme
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
    if moment.error and moment.error != detail:
        detail = f"{detail} {icons.WARNING} {moment.error}".strip()
    bold(ui, f"{sign}  {word}".strip(), large, tone)
    if detail:
        muted(ui, detail, small)


def _comparison(ui: Ui) -> None:
    """Draw the article's answer beside the truth, and the switch for it."""
    session, moment = ui.session, ui.session.moment
    listing = moment.scene.listing
    if listing is None or session.quiz or moment.solution is None:
        return
    # Without a border an empty box looks like a sample of a colour.
    imgui.push_style_color(imgui.Col_.border, colour(ui.theme.text_muted))
    imgui.push_style_var(imgui.StyleVar_.frame_border_size, 1.0)
    label = f"{listing.name} beside truth"
    toggled, shown = imgui.checkbox(label, session.view.compare)
    imgui.pop_style_var()
    imgui.pop_style_color()
    hint("Show what its code answers, hollow beside the exact answer")
    if toggled:
        session.look(compare=shown)
    comparison = session.comparison if session.view.compare else None
    if comparison is None:
        return
    imgui.same_line(imgui.get_content_region_avail().x - 74)
    now, own = session.dtype, listing.dtypes
    if imgui.button(f"{now.__name__}##precision", imgui.ImVec2(92, 0)):
        session.opened.dtype = own[(own.index(now) + 1) % len(own)]
    hint(_numbers(now, own))
    theme = ui.theme
    tone = theme.text_muted if comparison.agrees else theme.warning
    sign = icons.AGREES if comparison.agrees else icons.DIFFERS
    imgui.push_style_color(imgui.Col_.text, colour(tone))
    word = "agrees" if comparison.agrees else _DIFFERS[comparison.nature]
    imgui.text_wrapped(f"{sign}  {word}: {comparison.answer}")
    imgui.pop_style_color()
    if not comparison.agrees:
        _why(ui, comparison)


_DIFFERS = {
    Nature.ERROR: "differs",
    Nature.CHOICE: "differs by choice",
    Nature.ROUNDING: "differs by rounding",
}


def _numbers(now: Precision, own: tuple[Precision, ...]) -> str:
    """Return what the numbers are to the code."""
    other = "" if len(own) == 1 else "; press for others"
    if now is own[0]:
        return f"The numbers that its code computes with{other}"
    return f"If its code computed in {now.__name__}{other}"


def _why(ui: Ui, comparison: Comparison) -> None:
    muted(ui, comparison.why)
    told = 0 < comparison.step <= len(ui.session.moment.steps)
    if told and imgui.button(f"See step {comparison.step} of the derivation"):
        ui.session.go_to_step(comparison.step)


def _explore(ui: Ui) -> None:
    _case(ui)
    heading(ui, "Parameters")
    for name, spec in parameters.relevant(ui.session.params).items():
        if not (isinstance(spec, Number) and spec.time):
            parameter(ui, name, spec)
    command_row(ui, UNDO, REDO, RESET, FIT, MAP, CURVE)
    rows = ui.session.moment.rows
    if not rows:
        return
    heading(ui, "Result")
    if imgui.begin_table("##result", 2):
        imgui.table_setup_column("name", imgui.TableColumnFlags_.width_stretch, 0.42)
        imgui.table_setup_column("value", imgui.TableColumnFlags_.width_stretch, 0.58)
        for row in rows:
            _row(ui, row)
        imgui.end_table()


def _case(ui: Ui) -> None:
    session = ui.session
    origin, edited = session.opened.case, session.opened.edited
    shown = f"Edited, from {origin}" if edited else origin or "No case"
    heading(ui, "Case")
    imgui.set_next_item_width(-1)
    cases = session.scene.cases
    words = {n: f"{n}  ≠" if case.mistake else n for n, case in cases.items()}
    here = None if edited else origin
    chosen = drop_down(ui, "##case", shown, words, here, lambda n: cases[n].shows)
    if chosen:
        session.choose_case(chosen)
    if origin and not edited:
        case = session.scene.cases[origin]
        hidden = case.mistake and not session.view.compare
        comparison = session.comparison if hidden else None
        why = comparison.why if comparison else ""
        muted(ui, f"{case.shows} {why}".strip())


def _row(ui: Ui, row: Row) -> None:
    theme = ui.theme
    imgui.table_next_row()
    imgui.table_next_column()
    flags = imgui.SelectableFlags_.span_all_columns
    lit = bool(row.key) and row.key == ui.session.lit
    if imgui.selectable(f"##{row.name}", lit, flags)[0]:
        imgui.set_clipboard_text(copied(row.value))
        ui.session.notice = f"Copied {row.name}"
    if imgui.is_item_hovered():
        ui.pointed = row.key
    hint(f"{row.help} {_CLICK}" if row.help else _CLICK)
    imgui.same_line(0.0, 0.0)
    imgui.push_style_color(imgui.Col_.text, colour(theme.text_muted))
    imgui.text(row.name)
    imgui.pop_style_color()
    imgui.table_next_column()
    text = show(row.value)
    text = text if text == "none" else f"{text} {row.unit}".strip()
    whole = imgui.get_content_region_avail().x - 4.0
    imgui.push_font(ui.gui.fonts.mono, _fitting(ui, text, whole))
    room = whole - imgui.calc_text_size(text).x
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + max(room, 0.0))
    imgui.text(text)
    imgui.pop_font()


def _fitting(ui: Ui, text: str, whole: float) -> float:
    """Return the size of a value: a vector with small numbers is a long one.

    A letter is whole pixels wide, so that no smaller size can be worked out.
    """
    for size in _VALUES:
        imgui.push_font(ui.gui.fonts.mono, size)
        width = imgui.calc_text_size(text).x
        imgui.pop_font()
        if width <= whole:
            return size
    return _VALUES[-1]


def copied(value: Any) -> str:
    """Return a result with all its digits, ready to paste into code."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float):
        return repr(float(value))
    return repr(tuple(float(x) for x in value))


def _derivation(ui: Ui) -> None:
    session, steps = ui.session, ui.session.moment.steps
    if not steps:
        muted(ui, "There is no derivation for these parameters.")
        return
    command_row(ui, STEP_BACK, STEP_ON, ALL_STEPS)
    imgui.same_line()
    over = imgui.get_item_rect_size().y - imgui.get_frame_height()
    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + over / 2)
    now, count = session.opened.step, len(steps)
    imgui.text(f"All {count} steps" if now is None else f"Step {now} of {count}")
    if ui.formulas.excuse:
        muted(ui, ui.formulas.excuse)
    # The buttons stay where they are while the steps scroll.
    if imgui.begin_child("##steps", (0, 0), imgui.ChildFlags_.nav_flattened):
        for number, step in enumerate(steps, start=1):
            _card(ui, number, step)
    imgui.end_child()


def _card(ui: Ui, number: int, step: Step) -> None:
    """Draw a step, or only its room while it is scrolled out of sight.

    Setting formulas that nobody sees is what would make a drag slower.
    """
    name = f"{ui.session.scene.id} {number}"
    room = ui.widgets.heights.get(name, 0.0)
    size = imgui.ImVec2(imgui.get_content_region_avail().x, room)
    if room and not ui.session.reveal and not imgui.is_rect_visible(size):
        imgui.dummy(size)
        return
    _step(ui, number, step)
    ui.widgets.heights[name] = imgui.get_item_rect_size().y


def _step(ui: Ui, number: int, step: Step) -> None:
    session, theme = ui.session, ui.theme
    current = session.opened.step == number
    known = session.opened.step is None or number <= session.opened.step
    tone = theme.text if known else theme.text_muted
    with card(ui, f"step {number}", (12.0, 9.0), lit=current) as seen:
        if seen:
            bold(ui, f"{number}  {step.title}", 15.0, tone)
        if seen and known:
            muted(ui, step.text)
            formula_lines(ui, step, 17.0)
    if imgui.is_item_clicked():
        session.go_to_step(number)
    if current and session.reveal:
        imgui.set_scroll_here_y(0.5)
        session.reveal -= 1


def formula_lines(ui: Ui, step: Step, size: float) -> None:
    """Draw a step's formula, the same in numbers, and the result."""
    theme, lit = ui.theme, ui.session.lit
    tones = _key_tones(ui)
    lines = (
        (step.formula, theme.text),
        (step.numbers, theme.text_muted),
        (step.result, theme.accent),
    )
    for latex, tone in lines:
        if latex:
            pointed = ui.formulas.draw(
                latex, size, tone, theme, ui.ratio, tones=tones, lit=lit
            )
            ui.pointed = pointed or ui.pointed


def _key_tones(ui: Ui) -> dict[str, RGBA]:
    """Return the colour that each quantity is drawn in."""
    views = ui.session.moment.picture.all_views
    records = [r for view in views for r in view.records if r.key]
    return {r.key: ui.theme.texts[r.role] for r in reversed(records)}


_PAGES = {
    Page.EXPLORE: _explore,
    Page.DERIVATION: _derivation,
    Page.PREDICT: predict,
    Page.LAB: lab,
}
