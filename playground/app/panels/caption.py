"""What stands below a presented picture: the verdict, or a step in large type."""

from imgui_bundle import imgui

from playground.app.panels.common import Ui, bold, muted, panel, rule_below
from playground.app.panels.inspector import formula_lines, verdict_line
from playground.scene.lesson import Step
from playground.view.camera import Viewport

_TITLE, _TEXT = 26.0, 20.0
# Formulas are as large as there is room for.
_LARGEST, _SMALLEST = 27.0, 12.0


def caption(ui: Ui, place: Viewport) -> None:
    """Draw the caption: words on the left, formulas on the right."""
    session = ui.session
    steps, now = session.moment.steps, session.opened.step
    with panel("caption", place, scrolls=True):
        rule_below(ui, place, top=True)
        if now is None or now > len(steps):
            verdict_line(ui, _TITLE, _TEXT)
        else:
            _step(ui, f"{now} of {len(steps)}", steps[now - 1])


def _step(ui: Ui, count: str, step: Step) -> None:
    if imgui.begin_table("##step", 2):
        imgui.table_next_column()
        bold(ui, step.title, _TITLE)
        muted(ui, step.text, _TEXT)
        muted(ui, count, _TEXT)
        imgui.table_next_column()
        formula_lines(ui, step, _fitting(ui, step))
        imgui.end_table()


def _fitting(ui: Ui, step: Step) -> float:
    """Return the size at which a step's formulas fill the room, and no more."""
    lines = [line for line in (step.formula, step.numbers, step.result) if line]
    between = imgui.get_style().item_spacing.y * len(lines)
    tall = sum(ui.formulas.height(line, _LARGEST, ui.ratio) for line in lines)
    room = imgui.get_content_region_avail().y - between
    share = min(room / tall, 1.0) if tall else 1.0
    return max(_LARGEST * share, _SMALLEST)
