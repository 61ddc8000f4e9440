"""The panel on the right: verdict, case, parameters, result and derivation."""

from imgui_bundle import imgui

from playground.app.panels import prose, worded
from playground.app.panels.code import code
from playground.app.panels.commands import (
    RESET,
)
from playground.app.panels.common import (
    Ui,
    bold,
    choice_row,
    drop_down,
    heading,
    muted,
    panel,
    scrolled,
)
from playground.app.panels.comparison import comparison, comparison_room
from playground.app.panels.lab import lab
from playground.app.panels.lesson_writer import sheet
from playground.app.panels.parameters import parameter
from playground.app.panels.quiz import predict
from playground.app.panels.result import result
from playground.app.panels.steps_panel import steps_panel
from playground.app.panels.verdict_pair import (
    PANEL,
    article_link,
    article_tone,
    told_now,
    verdict_pair,
)
from playground.language import message, sentences
from playground.scene import params as parameters
from playground.scene.camera import Viewport
from playground.scene.specs import Number
from playground.study import lesson_writing
from playground.study.case_groups import called, case_groups
from playground.study.session import Session
from playground.study.shown import Page

# Two lines about the verdict.
_TWO_LINES = 40.0


def inspector(ui: Ui, place: Viewport) -> None:
    """Draw the inspector: what can grow stands where it moves nothing one clicks."""
    with panel("inspector", place):
        scene = ui.study.entry
        bold(ui, scene.title, 19.0)
        if source := scene.source:
            # On one line: what it takes is the result's.
            imgui.push_font(ui.gui.fonts.body, 13.0)
            named = worded.together(
                "{name} · {author}", name=source.name, author=source.author
            )
            article_link(ui, named)
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
        names = {None: message("Lesson"), **names}
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
            apart = worded.together("{sign} {words}", sign=told.sign, words=told.apart)
            prose.write(ui.gui, apart, article_tone(ui))
        if told.geometry.detail:
            muted(ui, told.geometry.detail)


def _explore(ui: Ui) -> None:
    _case(ui)
    heading(ui, "Parameters")
    for name, spec in parameters.relevant(ui.study.params).items():
        if not (isinstance(spec, Number) and spec.time):
            parameter(ui, name, spec)
    result(ui)


def _case(ui: Ui) -> None:
    origin, edited = ui.study.wanted.case, ui.study.edited
    imgui.dummy(imgui.ImVec2(0, 2))
    imgui.align_text_to_frame_padding()
    worded.text("Case")
    imgui.same_line(0.0, 14.0)
    imgui.set_next_item_width(-1)
    cases = ui.study.entry.cases
    here = None if edited else origin
    chosen = drop_down(
        ui,
        "##case",
        called(ui.study),
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
            key = RESET.keys[0].name
            muted(
                ui, message("Press {key} to go back to {case}.", key=key, case=origin)
            )
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
    answered = message("{who}: {answer}.", who=listing.name, answer=compared.answer)
    return sentences(answered, compared.why)


_PAGES = {
    Page.EXPLORE: _explore,
    Page.DERIVATION: steps_panel,
    Page.CODE: code,
    Page.PREDICT: predict,
    Page.LAB: lab,
}
