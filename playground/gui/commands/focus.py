"""Keyboard focus of panels."""

from playground.gui.commands.command_types import CommandContext


def list_focusable_panels(seen: CommandContext) -> tuple[str, ...]:
    """Return the visible panels that can have the focus, in tab order."""
    study, walk = seen.study, seen.session.lesson
    presenting = seen.window_view.presenting
    has_map = study.question is not None
    taught = walk is not None and not walk.writing
    panel_states = {
        "inspector": not (presenting or seen.simple or taught),
        "verdict": not presenting and seen.simple,
        "lesson": taught and not presenting,
        "caption": walk is not None and presenting,
        "legend": has_map and not seen.simple,
        "curve": not (has_map or presenting or seen.window_view.simple)
        and study.showing.curve
        and study.curve is not None,
        "transport": study.timeline is not None and not presenting,
        "bar": not presenting,
        "scenes": not presenting,
    }
    return tuple(name for name, is_shown in panel_states.items() if is_shown)


def find_focused_panel(seen: CommandContext) -> str:
    """Return the panel with the focus; "" if none has, or it is not visible."""
    wanted = seen.window_view.panel
    return wanted if wanted and wanted in list_focusable_panels(seen) else ""


def next_panel(seen: CommandContext, way: int) -> str:
    """Return the panel `way` (1 or -1) after the focused one, in a cycle.

    "" is the figure, which is first in it.
    """
    all_panels = ("", *list_focusable_panels(seen))
    index = all_panels.index(find_focused_panel(seen)) + way
    return all_panels[index % len(all_panels)]
