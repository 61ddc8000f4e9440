"""Transport bar: play, step, scrub, loop and speed of the scene's time."""

from imgui_bundle import imgui

from playground.gui.commands.registry import LOOP, PLAY, TIME_BACK, TIME_FORWARD
from playground.gui.imgui_backend import pack_colour, push_style
from playground.gui.panels.context import Ui, pluralize_unit
from playground.gui.window_layout import TRACK_HEIGHT_PX
from playground.i18n import join_sentences, message, translate
from playground.quick_dataclass import dataclass
from playground.scene.camera import Viewport
from playground.scene.math_text import format_number
from playground.scene.params import parameters_of
from playground.scene.timeline import Timeline
from playground.session.playback import SPEEDS
from playground.session.session import Session

# Right of the track, without the loop button.
_RIGHT_WIDTH_PX = 200.0
_READOUT_WIDTH_PX = 68.0
# Normal sizes, and large ones for touch and projectors.
_BUTTON_SIZES_PX = (32.0, 44.0)
_KNOB_RADII_PX = (7.0, 11.0)


@dataclass(frozen=True)
class TimeTrack:
    """Time axis on the screen: its ends in px, and the scene's times there."""

    left: float
    right: float
    start: float
    end: float

    def to_screen_x(self, time: float) -> float:
        """Return the x coordinate of a time of the scene, in px."""
        share = (time - self.start) / (self.end - self.start)
        return self.left + share * (self.right - self.left)


def draw_transport_bar(
    ui: Ui,
    place: Viewport,
    timeline: Timeline,
    above: TimeTrack | None = None,
    *,
    large: bool = False,
) -> None:
    """Draw the playback bar at `place`; `large` for touch and projectors.

    If `above` is given, its track is aligned with the time axis of the curve plot.
    """
    size, radius = _BUTTON_SIZES_PX[large], _KNOB_RADII_PX[large]
    with ui.panel("transport", place):
        ui.draw_panel_edge(place, top=True)
        if above:
            imgui.set_cursor_screen_pos((above.left - radius, place.y))
            _draw_scrubber(ui, timeline, above, radius)
        top = TRACK_HEIGHT_PX if above else (place.height - size) / 2.0
        imgui.set_cursor_pos((imgui.get_cursor_start_pos().x, top))
        for command in (TIME_BACK, PLAY, TIME_FORWARD):
            ui.command_button(command, is_highlighted=command is PLAY, size=size)
            imgui.same_line()
        width = imgui.get_content_region_avail().x - _RIGHT_WIDTH_PX - size
        imgui.set_cursor_pos_y(top + (size - _BUTTON_SIZES_PX[0]) / 2.0)
        if above:
            imgui.dummy((width, 1))
        else:
            left_edge = imgui.get_cursor_screen_pos().x + radius
            right = left_edge + width - 2 * radius
            track = TimeTrack(left_edge, right, timeline.start, timeline.end)
            _draw_scrubber(ui, timeline, track, radius)
        imgui.same_line()
        _draw_readout(ui, timeline)
        imgui.same_line()
        imgui.set_cursor_pos_y(top)
        _draw_loop_and_speed(ui, size)


def _draw_scrubber(ui: Ui, timeline: Timeline, track: TimeTrack, radius: float) -> None:
    """Draw the track at the cursor, with a knob to drag."""
    top = imgui.get_cursor_screen_pos().y
    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + 3)
    _draw_stops(ui, timeline, track, top)
    moved_time = ui.widgets.slider(
        "time",
        ui.study.current_time,
        track.start,
        track.end,
        track.right - track.left + 2 * radius,
        radius,
    )
    if moved_time is not None:
        ui.enqueue(Session.stop_playback)
        ui.enqueue(Session.go_to, moved_time)
    ui.show_tooltip(_find_stop_name(timeline, ui.study.current_time))


def _draw_stops(ui: Ui, timeline: Timeline, track: TimeTrack, top: float) -> None:
    if len(timeline.stops) > 24:
        return
    draw, tone = imgui.get_window_draw_list(), pack_colour(ui.theme.text_muted)
    for stop in timeline.stops:
        if track.start <= stop <= track.end:
            x = track.to_screen_x(stop)
            low, high = (x, top + 4), (x, top + 28)
            draw.add_line(low, high, tone, 1.5)


def _find_stop_name(timeline: Timeline, now: float) -> str:
    span = timeline.end - timeline.start
    named_stops = zip(timeline.stops, timeline.names, strict=False)
    return next((n for stop, n in named_stops if abs(stop - now) < 0.01 * span), "")


def _draw_readout(ui: Ui, timeline: Timeline) -> None:
    spec = parameters_of(type(ui.study.params))[timeline.parameter]
    text = format_number(timeline.round_for_display(ui.study.current_time))
    with push_style(ui.gui.fonts.mono, 15.0):
        position = imgui.get_cursor_screen_pos()
        imgui.dummy((_READOUT_WIDTH_PX, 32))
        unit = translate(pluralize_unit(spec.unit, text))
        label = f"{translate(text)} {unit}".strip()
        width = imgui.calc_text_size(label).x
        if width > _READOUT_WIDTH_PX + imgui.get_style().item_spacing.x:
            # The unit does not fit; the tooltip has the name.
            label = translate(text)
            width = imgui.calc_text_size(label).x
        place = (position.x + _READOUT_WIDTH_PX - width, position.y + 8)
        imgui.get_window_draw_list().add_text(place, pack_colour(ui.theme.text), label)
    ui.show_tooltip(join_sentences(message("{label}.", label=spec.label), spec.help))


def _draw_loop_and_speed(ui: Ui, size: float) -> None:
    ui.command_button(LOOP, size=size)
    imgui.same_line()
    imgui.set_next_item_width(88)
    imgui.set_cursor_pos_y(
        imgui.get_cursor_pos_y() + 2 + (size - _BUTTON_SIZES_PX[0]) / 2.0
    )
    now, speeds = ui.session.playback.speed, {speed: f"{speed:g}×" for speed in SPEEDS}
    if speed := ui.drop_down("##speed", f"{now:g}×", speeds, now):
        ui.enqueue(Session.set_playback, speed=speed)
    ui.show_tooltip("How fast time plays")
