"""The transport bar: play, step, scrub, loop and speed of the scene's time."""

from imgui_bundle import imgui

from playground.app.gui import packed
from playground.app.panels import icons
from playground.app.panels.common import Desktop, hint, icon_button, panel, rule_below
from playground.app.session import SPEEDS
from playground.scene.mathtext import show
from playground.scene.timeline import Timeline
from playground.view.camera import Viewport


def transport(desk: Desktop, place: Viewport, timeline: Timeline) -> None:
    """Draw the bar."""
    with panel("transport", place):
        rule_below(desk, place, top=True)
        imgui.set_cursor_pos_y(13)
        _play_buttons(desk)
        imgui.same_line()
        _scrubber(desk, timeline, imgui.get_content_region_avail().x - 232)
        imgui.same_line()
        _readout(desk, timeline)
        imgui.same_line()
        _loop_and_speed(desk, place)


def _play_buttons(desk: Desktop) -> None:
    session = desk.session
    if icon_button(desk, icons.STEP_BACK, "Back to the stop before  (,)"):
        session.step_time(-1)
    imgui.same_line()
    sign = icons.PAUSE if session.playing else icons.PLAY
    if icon_button(desk, sign, "Play or pause  (Space)", lit=True):
        session.toggle_playing()
    imgui.same_line()
    if icon_button(desk, icons.STEP_FORWARD, "On to the next stop  (.)"):
        session.step_time(1)


def _scrubber(desk: Desktop, timeline: Timeline, width: float) -> None:
    at = imgui.get_cursor_screen_pos()
    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + 3)
    _stops(desk, timeline, at, width)
    moved = desk.widgets.slider(
        "time", desk.session.now, timeline.start, timeline.end, width, desk.theme
    )
    if moved is not None:
        desk.session.playing = False
        desk.session.go_to(moved)
    hint(_stop_name(timeline, desk.session.now))


def _stops(desk: Desktop, timeline: Timeline, at: imgui.ImVec2, width: float) -> None:
    if len(timeline.stops) > 24:
        return
    draw = imgui.get_window_draw_list()
    for stop in timeline.stops:
        share = (stop - timeline.start) / (timeline.end - timeline.start)
        x = at.x + 7 + share * (width - 14)
        draw.add_line(
            imgui.ImVec2(x, at.y + 4),
            imgui.ImVec2(x, at.y + 28),
            packed(desk.theme.text_muted),
            1.5,
        )


def _stop_name(timeline: Timeline, now: float) -> str:
    span = timeline.end - timeline.start
    named = zip(timeline.stops, timeline.names, strict=False)
    return next((n for stop, n in named if abs(stop - now) < 0.01 * span), "")


def _readout(desk: Desktop, timeline: Timeline) -> None:
    spec = desk.session.time_spec(timeline)
    whole = timeline.end - timeline.start > 50
    text = show(int(desk.session.now) if whole else desk.session.now)
    imgui.push_font(desk.gui.fonts.mono, 15.0)
    at = imgui.get_cursor_screen_pos()
    imgui.dummy(imgui.ImVec2(68, 32))
    label = f"{text} {spec.unit}".strip()
    width = imgui.calc_text_size(label).x
    place = imgui.ImVec2(at.x + 68 - width, at.y + 8)
    imgui.get_window_draw_list().add_text(place, packed(desk.theme.text), label)
    imgui.pop_font()
    hint(f"{spec.label}. {spec.help}")


def _loop_and_speed(desk: Desktop, place: Viewport) -> None:
    session = desk.session
    if icon_button(desk, icons.LOOP, "Start over at the end (L)", lit=session.loop):
        session.loop = not session.loop
    imgui.same_line()
    imgui.set_next_item_width(88)
    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + 2)
    if imgui.begin_combo("##speed", f"{session.speed:g}×"):
        for speed in SPEEDS:
            chosen, _ = imgui.selectable(f"{speed:g}×", speed == session.speed)
            if chosen:
                session.speed = speed
        imgui.end_combo()
    hint("How fast time plays")
