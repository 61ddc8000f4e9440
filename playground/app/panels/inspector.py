"""The panel on the right: verdict, case, parameters, result and derivation."""

from collections.abc import Mapping

from imgui_bundle import imgui

from playground.app.panels import icons, prose
from playground.app.panels.code import code
from playground.app.panels.common import (
    Ui,
    bold,
    card,
    choice_row,
    command_row,
    drop_down,
    heading,
    muted,
    panel,
    scrolled,
    sentence,
)
from playground.app.panels.comparison import comparison, comparison_room
from playground.app.panels.lab import lab
from playground.app.panels.lesson_writer import sheet
from playground.app.panels.parameters import parameter
from playground.app.panels.quiz import predict
from playground.app.panels.result import result
from playground.app.panels.scene_commands import (
    ALL_STEPS,
    RESET,
    STEP_BACK,
    STEP_ON,
)
from playground.app.panels.verdict_pair import (
    PANEL,
    article_link,
    article_tone,
    told_now,
    verdict_pair,
)
from playground.render.theme import RGBA, Theme
from playground.scene import params as parameters
from playground.scene.answer import Verdict
from playground.scene.camera import Viewport
from playground.scene.derivation import Step
from playground.scene.named import keys_of_symbols
from playground.scene.roles import Role
from playground.scene.specs import Number
from playground.study import lesson_writing, steps_and_time
from playground.study.case_groups import case_groups
from playground.study.session import Session
from playground.study.shown import Page
from playground.study.told import answered_later

# Two lines about the verdict.
_TWO_LINES = 40.0
# A step's words, and the formulas of the one that is shown and of the others.
_STEP_TEXT, _NOW, _PAST = 15.0, 20.0, 17.0


def inspector(ui: Ui, place: Viewport) -> None:
    """Draw the inspector: what can grow stands where it moves nothing one clicks."""
    with panel("inspector", place):
        scene = ui.study.entry
        bold(ui, scene.title, 19.0)
        if source := scene.source:
            # On one line: what it takes is the result's.
            imgui.push_font(ui.gui.fonts.body, 13.0)
            article_link(ui, f"{source.name} · {source.author}")
            imgui.pop_font()
        _verdict(ui)
        _page_buttons(ui)
        below = comparison_room(ui)
        walk = ui.facts.walk
        # Each scene begins at its own top.
        with scrolled(ui, f"page {scene.id}", -below):
            if walk and walk.writing and walk.sheet:
                sheet(ui, walk)
            else:
                _PAGES[ui.study.page](ui)
        if below:
            comparison(ui)


def _page_buttons(ui: Ui) -> None:
    names: dict[Page | None, str] = {page: str(page) for page in ui.study.pages}
    walk = ui.facts.walk
    now: Page | None = ui.study.page
    if walk and walk.writing:
        # A quiz is no stop, and its place is the sheet's.
        names.pop(Page.PREDICT, None)
        names = {None: "Lesson", **names}
        now = None if walk.sheet else now
    chosen = choice_row(ui, names, now) if len(names) > 1 else now
    if walk and chosen is not now:
        ui.do(lesson_writing.show_sheet, chosen is None)
    if chosen is not None and chosen is not ui.study.page:
        ui.do(Session.look, page=chosen)


def _verdict(ui: Ui) -> None:
    study = ui.study
    if not (study.untold or study.verdict or study.error):
        return
    told = told_now(ui)
    verdict_pair(ui, told, imgui.get_content_region_avail().x, PANEL)
    with ui.widgets.kept_room(f"verdict {ui.study.entry.id}", _TWO_LINES):
        if told.apart:
            prose.write(ui.gui, f"{told.sign} {told.apart}", article_tone(ui))
        if told.geometry.detail:
            muted(ui, told.geometry.detail)


def verdict_looks(ui: Ui) -> tuple[RGBA, str, str, str] | None:
    """Return a verdict's colour, sign, word and sentence; None where there is none.

    What keeps a scene from having one looks like one.
    """
    study, theme = ui.study, ui.theme
    if study.untold:
        tone, sign, word, detail = theme.text_muted, "?", "", answered_later(study)
    elif study.verdict is None and not study.error:
        return None
    elif study.verdict is None:
        tone, sign, word, detail = (
            theme.warning,
            icons.WARNING,
            "No answer",
            study.error,
        )
    else:
        tone, sign = _look(study.verdict, theme)
        word, detail = study.verdict.told, study.verdict.detail
    if study.error and study.error != detail:
        detail = f"{detail} {icons.WARNING} {study.error}".strip()
    return tone, sign, word, detail


def _look(verdict: Verdict, theme: Theme) -> tuple[RGBA, str]:
    """Return the colour and the sign of a verdict: an error looks like no miss."""
    if verdict.wrong:
        return theme.texts[verdict.role], icons.WARNING
    if verdict.hit:
        return theme.texts[Role.HIT], icons.HIT
    return theme.texts[Role.MISS], icons.MISS


def _explore(ui: Ui) -> None:
    _case(ui)
    heading(ui, "Parameters")
    for name, spec in parameters.relevant(ui.study.params).items():
        if not (isinstance(spec, Number) and spec.time):
            parameter(ui, name, spec)
    result(ui)


def _case(ui: Ui) -> None:
    origin, edited = ui.study.wanted.case, ui.study.edited
    shown = f"Edited, from {origin}" if edited else origin or "No case"
    imgui.dummy(imgui.ImVec2(0, 2))
    imgui.align_text_to_frame_padding()
    imgui.text("Case")
    imgui.same_line(0.0, 14.0)
    imgui.set_next_item_width(-1)
    cases = ui.study.entry.cases
    here = None if edited else origin
    chosen = drop_down(
        ui,
        "##case",
        shown,
        lambda: {name: name for name in case_groups(ui.study.entry)},
        here,
        lambda name: cases[name].shows,
        lambda name: case_groups(ui.study.entry)[name],
    )
    if chosen:
        ui.do(Session.choose_case, chosen)
    # The article's answer that stands here needs no room where it stands below.
    with ui.widgets.kept_room(f"case {ui.study.entry.id} {ui.study.showing.compare}"):
        if edited:
            muted(ui, f"Press {RESET.keys[0].name} to go back to {origin}.")
        elif origin:
            muted(ui, cases[origin].shows)
            if told := _otherwise(ui, origin):
                muted(ui, told)


def _otherwise(ui: Ui, name: str) -> str:
    """Return what the article answers to a case of its mistakes, where it is hidden."""
    listing = ui.study.scene.listing
    hidden = ui.study.entry.cases[name].mistake and not ui.study.showing.compare
    compared = ui.study.comparison if hidden else None
    if listing is None or compared is None or compared.agrees:
        return ""
    return f"{listing.name}: {compared.answer}. {compared.why}"


def _derivation(ui: Ui) -> None:
    steps = ui.study.steps
    if not steps:
        muted(ui, "There is no derivation for these parameters.")
        return
    command_row(ui, STEP_BACK, STEP_ON, ALL_STEPS)
    imgui.same_line()
    over = imgui.get_item_rect_size().y - imgui.get_frame_height()
    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + over / 2)
    now, count = ui.study.wanted.step, len(steps)
    imgui.text(f"All {count} steps" if now is None else f"Step {now} of {count}")
    if ui.formulas.excuse:
        muted(ui, ui.formulas.excuse)
    # The buttons stay where they are while the steps scroll.
    with scrolled(ui, f"steps {ui.study.entry.id}"):
        for number, step in enumerate(steps, start=1):
            _card(ui, number, step)


def _card(ui: Ui, number: int, step: Step) -> None:
    """Draw a step, or only its room while it is scrolled out of sight.

    Setting formulas that nobody sees is what would make a drag slower.
    """
    name = f"{ui.study.entry.id} {number}"
    room = ui.widgets.heights.get(name, 0.0)
    size = imgui.ImVec2(imgui.get_content_region_avail().x, room)
    if room and not ui.controls.motion.scrolls and not imgui.is_rect_visible(size):
        imgui.dummy(size)
        return
    _step(ui, number, step)
    ui.widgets.heights[name] = imgui.get_item_rect_size().y


def _step(ui: Ui, number: int, step: Step) -> None:
    theme, now = ui.theme, ui.study.wanted.step
    current = now == number
    known = ui.study.wanted.step is None or number <= ui.study.wanted.step
    tone = theme.text if known else theme.text_muted
    with card(ui, f"step {number}", (12.0, 9.0), lit=current) as seen:
        if seen:
            bold(ui, f"{number}  {step.title}", 15.0, tone)
        if seen and known:
            sentence(ui, step.text, _STEP_TEXT, tones=symbol_tones(ui))
            formula_lines(ui, step, _NOW if current else _PAST)
    if imgui.is_item_clicked():
        ui.do(steps_and_time.go_to_step, number)
    if current and ui.controls.motion.scrolls:
        imgui.set_scroll_here_y(0.5)
        ui.controls.motion.has_scrolled()


def formula_lines(ui: Ui, step: Step, size: float) -> None:
    """Draw a step's formula, the same in numbers, and the result."""
    theme, lit = ui.theme, ui.controls.motion.lit
    tones = formula_tones(ui)
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
            ui.pointed.key = pointed or ui.pointed.key


def symbol_tones(ui: Ui) -> Mapping[str, RGBA]:
    """Return the colour of each symbol that stands for what is drawn by this step."""
    study = ui.study

    def found() -> dict[str, RGBA]:
        tones = formula_tones(ui)
        keys = keys_of_symbols(study.picture, study.steps, study.wanted.step)
        return {name: tones[key] for name, key in keys.items() if key in tones}

    return ui.widgets.kept("symbol tones", (study, ui.theme), found)


def formula_tones(ui: Ui) -> dict[str, RGBA]:
    """Return the colour that each quantity is drawn in."""
    views = ui.study.picture.all_views
    records = [r for view in views for r in view.records if r.key]
    return {r.key: ui.theme.texts[r.role] for r in reversed(records)}


_PAGES = {
    Page.EXPLORE: _explore,
    Page.DERIVATION: _derivation,
    Page.CODE: code,
    Page.PREDICT: predict,
    Page.LAB: lab,
}
