"""The transport bar: play, step, scrub, loop and speed of the scene's time."""

from dataclasses import replace

from imgui_bundle import imgui

from playground.app.commands import LOOP, PLAY, TIME_BACK, TIME_ON
from playground.app.gui import packed
from playground.app.panels.common import (
    Ui,
    command_button,
    drop_down,
    hint,
    panel,
    rule_below,
)
from playground.app.playback import SPEEDS
from playground.scene.mathtext import show
from playground.scene.timeline import Timeline
from playground.view.camera import Viewport


def transport(ui: Ui, place: Viewport, timeline: Timeline) -> None:
    """Draw the bar."""
    with panel("transport", place):
        rule_below(ui, place, top=True)
        imgui.set_cursor_pos_y(13)
        _play_buttons(ui)
        imgui.same_line()
        _scrubber(ui, timeline, imgui.get_content_region_avail().x - 232)
        imgui.same_line()
        _readout(ui, timeline)
        imgui.same_line()
        _loop_and_speed(ui, place)


def _play_buttons(ui: Ui) -> None:
    command_button(ui, TIME_BACK)
    imgui.same_line()
    command_button(ui, PLAY, lit=True)
    imgui.same_line()
    command_button(ui, TIME_ON)


def _scrubber(ui: Ui, timeline: Timeline, width: float) -> None:
    at = imgui.get_cursor_screen_pos()
    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + 3)
    _stops(ui, timeline, at, width)
    moved = ui.widgets.slider(
        "time", ui.session.now, timeline.start, timeline.end, width, ui.theme
    )
    if moved is not None:
        ui.session.stand_still()
        ui.session.go_to(moved)
    hint(_stop_name(timeline, ui.session.now))


def _stops(ui: Ui, timeline: Timeline, at: imgui.ImVec2, width: float) -> None:
    if len(timeline.stops) > 24:
        return
    draw = imgui.get_window_draw_list()
    for stop in timeline.stops:
        share = (stop - timeline.start) / (timeline.end - timeline.start)
        x = at.x + 7 + share * (width - 14)
        draw.add_line(
            imgui.ImVec2(x, at.y + 4),
            imgui.ImVec2(x, at.y + 28),
            packed(ui.theme.text_muted),
            1.5,
        )


def _stop_name(timeline: Timeline, now: float) -> str:
    span = timeline.end - timeline.start
    named = zip(timeline.stops, timeline.names, strict=False)
    return next((n for stop, n in named if abs(stop - now) < 0.01 * span), "")


def _readout(ui: Ui, timeline: Timeline) -> None:
    spec = ui.session.time_spec(timeline)
    whole = timeline.end - timeline.start > 50
    text = show(int(ui.session.now) if whole else ui.session.now)
    imgui.push_font(ui.gui.fonts.mono, 15.0)
    at = imgui.get_cursor_screen_pos()
    imgui.dummy(imgui.ImVec2(68, 32))
    label = f"{text} {spec.unit}".strip()
    width = imgui.calc_text_size(label).x
    place = imgui.ImVec2(at.x + 68 - width, at.y + 8)
    imgui.get_window_draw_list().add_text(place, packed(ui.theme.text), label)
    imgui.pop_font()
    hint(f"{spec.label}. {spec.help}")


def _loop_and_speed(ui: Ui, place: Viewport) -> None:
    session = ui.session
    command_button(ui, LOOP)
    imgui.same_line()
    imgui.set_next_item_width(88)
    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + 2)
    now, speeds = session.playback.speed, {speed: f"{speed:g}×" for speed in SPEEDS}
    speed = drop_down(ui, "##speed", f"{now:g}×", speeds, now)
    session.playback = replace(session.playback, speed=speed or now)
    hint("How fast time plays")
