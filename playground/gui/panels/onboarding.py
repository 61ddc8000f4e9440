"""Overlays of the figure: instructions of a start, answers, help pages and notices."""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from imgui_bundle import imgui

from playground.analysis.heat_map import MapQuery
from playground.gui.commands.registry import MAP, MOUSE_HELP, WHY, list_shortcuts
from playground.gui.imgui_backend import (
    open_window,
    pack_colour,
    push_style,
    window_area,
)
from playground.gui.panels.comparison import (
    FIGURE_PAIR_STYLE,
    current_answer_texts,
    draw_verdict_pair,
)
from playground.gui.panels.context import (
    WORD_BUTTON_HEIGHT_PX,
    WORD_BUTTON_PADDING_PX,
    Ui,
)
from playground.gui.widgets import localized
from playground.i18n import message
from playground.scene.camera import Viewport
from playground.session import first_run
from playground.session.snapshot import PULSE_DURATION_S, StartOffer
from playground.session.texts import map_title
from playground.session.view.map_samples import is_map_in_world

ONBOARDING_WINDOWS = "##sentence", "##map title", "verdict", "next"
"""Names of the windows over the figure."""
_SIDE_MARGIN_PX = 28.0
_BOTTOM_MARGIN_PX = 44.0
_MAX_PAIR_WIDTH_PX = 640.0
# Space for the next button beside the two answers.
_NEXT_BUTTON_WIDTH_PX = 190.0
_NEXT_BUTTON_GAP_PX = 12.0
# In narrower windows it is above them.
_NARROW_WIDTH_PX = 720.0
_TOP_MARGIN_PX = 20.0
_SENTENCE_SIZE_PX = 30.0
_MAP_TITLE_MARGIN_PX = 16.0
_FLAGS = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_background
_FLAGS |= imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_saved_settings
_FLAGS |= imgui.WindowFlags_.no_focus_on_appearing
# The dotted drag path and the ring at its end.
_DOT_RADIUS_PX = 1.7
_DOT_GAP_PX = 8.0
_RING_RADIUS_PX = 12.0
_RING_DOT_COUNT = 16
# Distance of the path from the handle.
_HANDLE_CLEARANCE_PX = 26.0
# Bend of the path as a share of its length.
_BEND_SHARE = 0.28
# Rings that pulse around the handle, each delayed by a share of the duration.
_PULSE_RADIUS_PX = 44.0
_PULSE_RING_COUNT = 3
_PULSE_DELAY_SHARE = 0.22


def draw_onboarding(ui: Ui, canvas: Viewport) -> list[Viewport]:
    """Draw a start's instructions and the answers.

    Returns the areas of the answers and buttons that notices must not cover, in px.
    """
    first = ui.session.active_offer
    if first:
        _draw_sentence(ui, canvas, first)
        if not first.dragged:
            _draw_drag_path(ui, canvas, first)
    return _draw_answers(ui, canvas) if ui.study.has_answer_text else []


def _draw_sentence(ui: Ui, canvas: Viewport, first: StartOffer) -> None:
    is_reached = first_run.is_goal_reached(first, ui.study)
    text = first.start.success_text if is_reached else first.start.instruction
    corner = canvas.x + _SIDE_MARGIN_PX, canvas.y + _TOP_MARGIN_PX
    size = canvas.width - 2 * _SIDE_MARGIN_PX, 0.0
    flags = _FLAGS | imgui.WindowFlags_.no_inputs
    with open_window("##sentence", corner, size, flags, window_padding=(0.0, 0.0)):
        ui.write_bold(text, _SENTENCE_SIZE_PX)
        high = imgui.get_item_rect_size().y
    ui.occluded_areas.append(
        Viewport(canvas.x, canvas.y, canvas.width, _TOP_MARGIN_PX + high)
    )


def draw_map_title(ui: Ui, place: Viewport, question: MapQuery) -> Viewport:
    """Draw the title of a map without axes in a corner of `place`.

    That is the upper right in the plane and the upper left in space. Return where.
    """
    text = map_title(question, is_user_code=ui.session.open_scene.is_user_code_shown)
    is_left = is_map_in_world(question) and ui.study.scene.dimension == 3
    align = 0.0 if is_left else 1.0
    margin = _MAP_TITLE_MARGIN_PX
    x = place.x + margin + align * (place.width - 2.0 * margin)
    top = place.y + margin
    if ui.session.active_offer and not (ui.layout.inspector or ui.layout.lesson):
        top += _TOP_MARGIN_PX + _SENTENCE_SIZE_PX
    flags = _FLAGS | imgui.WindowFlags_.no_inputs
    flags |= imgui.WindowFlags_.always_auto_resize
    with open_window(
        "##map title",
        (x, top),
        None,
        flags & ~imgui.WindowFlags_.no_background,
        (align, 0.0),
        window_padding=(9.0, 4.0),
        window_min_size=(1.0, 1.0),
    ):
        localized.text(text)
        return window_area()


def _draw_answers(ui: Ui, canvas: Viewport) -> list[Viewport]:
    """Draw the answers at the lower left, and the next buttons at the right."""
    answers, room = current_answer_texts(ui), canvas.width - 2 * _SIDE_MARGIN_PX
    wide = min(
        _MAX_PAIR_WIDTH_PX,
        room if room < _NARROW_WIDTH_PX else room - _NEXT_BUTTON_WIDTH_PX,
    )
    if answers.code is None:
        wide /= 2.0
    low = canvas.y + canvas.height - _BOTTOM_MARGIN_PX
    corner, no_padding = (canvas.x + _SIDE_MARGIN_PX, low), (0.0, 0.0)
    with open_window(
        "verdict", corner, (wide, 0.0), _FLAGS, (0.0, 1.0), window_padding=no_padding
    ):
        draw_verdict_pair(ui, answers, wide, FIGURE_PAIR_STYLE)
        high = imgui.get_item_rect_size().y
    # The axis's numbers are below.
    ui.occluded_areas.append(Viewport(canvas.x, low - high, canvas.width, high))
    if room - wide < _NEXT_BUTTON_WIDTH_PX:
        low -= high + _NEXT_BUTTON_GAP_PX
    verdict_area = Viewport(corner[0], corner[1] - high, wide, high)
    corner = canvas.x + canvas.width - _SIDE_MARGIN_PX, low
    flags = _FLAGS | imgui.WindowFlags_.always_auto_resize
    with open_window(
        "next", corner, None, flags, (1.0, 1.0), window_padding=no_padding
    ):
        _draw_next_buttons(ui)
        return [verdict_area, window_area()]


def _draw_next_buttons(ui: Ui) -> None:
    """Draw the buttons to explain a mistake and to show the map."""
    map_words = message("Hide the map"), message("Show me the map")
    widest = max(localized.calc_text_size(words).x for words in map_words)
    wide = widest + 2.0 * WORD_BUTTON_PADDING_PX
    if WHY.is_available(ui):
        if ui.primary_button(message("Why?"), (wide, WORD_BUTTON_HEIGHT_PX)):
            ui.enqueue_action(WHY.act)
        ui.show_tooltip(WHY.title)
    if MAP.is_available(ui) and not ui.study.is_answer_hidden:
        words = map_words[0 if MAP.is_checked(ui) else 1]
        if ui.text_button(words, name="map", width=wide):
            ui.enqueue_action(MAP.act)


def _draw_drag_path(ui: Ui, canvas: Viewport, first: StartOffer) -> None:
    """Draw a dotted path from the pulsing handle to its target."""
    camera, place = ui.controls.camera(0), ui.controls.places[0]
    grips = ui.study.list_handle_marks(ui.controls.pixel_size())
    held_grip = next((g for g in grips if g.name == first.start.handle), None)
    if held_grip is None:
        return
    begin, end = (
        tuple(map(float, camera.to_screen(point, place)))
        for point in (held_grip.at, first.start.target)
    )
    draw = imgui.get_background_draw_list()
    tone = pack_colour(ui.theme.text)
    for x, y in _path_dots((begin[0], begin[1]), (end[0], end[1])):
        draw.add_circle_filled((x, y), _DOT_RADIUS_PX, tone)
    for number in range(_RING_DOT_COUNT):
        turn = math.tau * number / _RING_DOT_COUNT
        x = end[0] + _RING_RADIUS_PX * math.cos(turn)
        y = end[1] + _RING_RADIUS_PX * math.sin(turn)
        draw.add_circle_filled((x, y), _DOT_RADIUS_PX, tone)
    duration = 1.0 + (_PULSE_RING_COUNT - 1) * _PULSE_DELAY_SHARE
    for number in range(_PULSE_RING_COUNT):
        start_share = number * _PULSE_DELAY_SHARE
        part = first.age / PULSE_DURATION_S * duration - start_share
        if 0.0 < part < 1.0:
            ring = pack_colour(ui.theme.accent, 1.0 - part)
            radius = _HANDLE_CLEARANCE_PX / 3.0 + _PULSE_RADIUS_PX * part
            draw.add_circle((begin[0], begin[1]), radius, ring, 0, 2.5)


Point = tuple[float, float]


def _path_dots(begin: Point, end: Point) -> Iterator[Point]:
    """Yield the dots of a path that bends upward, clear of its ends, in px.

    There are none if the ends are too close.
    """
    dx, down = end[0] - begin[0], end[1] - begin[1]
    long = math.hypot(dx, down)
    if long <= 2 * _HANDLE_CLEARANCE_PX:
        return
    side = math.copysign(_BEND_SHARE, dx)
    middle = (begin[0] + end[0]) / 2.0, (begin[1] + end[1]) / 2.0
    control = middle[0] + side * down, middle[1] - side * dx
    count = math.ceil(long * 1.2 / _DOT_GAP_PX)
    for number in range(count + 1):
        t = number / count
        u = 1.0 - t
        x, y = (
            u * u * a + 2.0 * u * t * b + t * t * c
            for a, b, c in zip(begin, control, end, strict=True)
        )
        is_clear = math.dist((x, y), begin) > _HANDLE_CLEARANCE_PX
        if is_clear and math.dist((x, y), end) > _RING_RADIUS_PX + 6.0:
            yield x, y


# ----------------------------------------------------------------------------
# Pages of keys and about the program, and notices.
# ----------------------------------------------------------------------------


_KEYS_PAGE_WIDTH_PX = 1240.0
_KEYS_PAGE_MARGIN_PX = 10.0
_ABOUT_PAGE_WIDTH_PX = 620.0
# Columns of the page of keys.
_MIN_COLUMN_WIDTH_PX = 400.0
# Height of a heading.
_HEADING_HEIGHT_LINES = 1.6
# Free space beside a notice.
_NOTICE_MARGIN_PX = 60.0
# Per press of an arrow key.
_SCROLL_STEP_PX = 40.0


def draw_keys_page(ui: Ui) -> None:
    """Draw the page of mouse actions and shortcuts over the window.

    In a low window, wheel and arrow keys scroll it.
    """
    with _page(ui, "Mouse and keys", _KEYS_PAGE_WIDTH_PX) as wide:
        groups: dict[str, list[tuple[str, str]]]
        groups = {message("Mouse"): [*MOUSE_HELP], **list_shortcuts()}
        columns = _arrange_columns(groups, max(int(wide // _MIN_COLUMN_WIDTH_PX), 1))
        table_flags = imgui.TableFlags_.sizing_stretch_same
        if imgui.begin_table("##columns", len(columns), table_flags):
            for names in columns:
                imgui.table_next_column()
                for name in names:
                    ui.write_heading(name)
                    _draw_table(ui, name, groups[name])
            imgui.end_table()


def draw_about_page(ui: Ui) -> None:
    """Draw the page about the program: version, licence and articles."""
    with _page(ui, "About Geometry Playground", _ABOUT_PAGE_WIDTH_PX):
        version = ui.widgets.memoize("version", None, _find_version)
        localized.text_wrapped(message("Version {version}", version=version))
        localized.text_wrapped(
            message(
                "MIT License. Fonts: Roboto (Apache License 2.0), Latin Modern (GUST "
                "Font License) and BIZ UDPGothic (SIL Open Font License)."
            )
        )
        ui.write_heading("Articles")
        for entry in ui.session.scenes:
            if source := entry.source:
                localized.text_wrapped(
                    localized.combine_texts(
                        "{title}, {author}", title=source.title, author=source.author
                    )
                )
                ui.write_muted(source.url or source.name)


def _find_version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # slow to import

    try:
        return version("geometry-playground")
    except PackageNotFoundError:
        return message("unknown")


@contextmanager
def _page(ui: Ui, title: str, most: float) -> Iterator[float]:
    """Open a page of at most `most` px over the middle of the window.

    Yield its width.
    """
    display_size = imgui.get_io().display_size
    middle = (display_size.x / 2, display_size.y / 2)
    wide = min(most, display_size.x - 2 * _KEYS_PAGE_MARGIN_PX)
    imgui.set_next_window_size_constraints(
        (wide, 0), (wide, display_size.y - 2 * _KEYS_PAGE_MARGIN_PX)
    )
    with open_window(
        "##keys",
        middle,
        (wide, 0),
        imgui.WindowFlags_.no_decoration & ~imgui.WindowFlags_.no_scrollbar,
        (0.5, 0.5),
        window_rounding=12.0,
        window_border_size=1.0,
        window_padding=(22, 14),
    ):
        _scroll_by_keys()
        ui.write_bold(title, 18.0)
        imgui.same_line(0.0, 16.0)
        imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + 4.0)
        ui.write_muted("Esc closes this page; it never quits.")
        yield wide


def _arrange_columns(
    groups: Mapping[str, Sequence[object]], count: int
) -> list[list[str]]:
    """Return the names of groups in columns of similar heights."""
    columns: list[list[str]] = [[] for _ in range(count)]
    high = [0.0] * count
    for name in sorted(groups, key=lambda name: -len(groups[name])):
        shortest = high.index(min(high))
        columns[shortest].append(name)
        high[shortest] += len(groups[name]) + _HEADING_HEIGHT_LINES
    all_groups = [*groups]
    return [sorted(names, key=all_groups.index) for names in columns if names]


def _scroll_by_keys() -> None:
    """Scroll the current window by arrow keys."""
    down = imgui.is_key_pressed(imgui.Key.down_arrow)
    up_pressed = imgui.is_key_pressed(imgui.Key.up_arrow)
    if down or up_pressed:
        imgui.set_scroll_y(imgui.get_scroll_y() + _SCROLL_STEP_PX * (down - up_pressed))


def _draw_table(ui: Ui, name: str, lines: list[tuple[str, str]]) -> None:
    # Small and dense, to fit a low window.
    with push_style(ui.gui.fonts.body, 14.0, cell_padding=(6, 0.8)):
        if imgui.begin_table(f"##{name}", 2):
            imgui.table_setup_column("", imgui.TableColumnFlags_.width_fixed)
            imgui.table_setup_column("", imgui.TableColumnFlags_.width_stretch)
            for keys_text, does in lines:
                imgui.table_next_column()
                with push_style(text=ui.theme.accent):
                    localized.text(keys_text)
                imgui.table_next_column()
                localized.text_wrapped(does)
            imgui.end_table()


def draw_notice(ui: Ui, canvas: Viewport, over: Sequence[Viewport]) -> None:
    """Draw the current notice at the bottom of the canvas, above the areas `over`."""
    foot = min((place.y for place in over), default=canvas.y + canvas.height)
    flags = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_inputs
    flags |= imgui.WindowFlags_.always_auto_resize
    # A text field keeps the focus.
    flags |= imgui.WindowFlags_.no_focus_on_appearing
    with open_window(
        "##notice",
        (canvas.center[0], foot - 18),
        None,
        flags,
        (0.5, 1.0),
        window_rounding=8.0,
        window_padding=(14, 8),
        window_bg=ui.theme.active,
    ):
        wide = localized.calc_text_size(ui.session.notice).x + 1.0
        start = imgui.get_cursor_pos_x()
        imgui.push_text_wrap_pos(start + min(wide, canvas.width - _NOTICE_MARGIN_PX))
        localized.text(ui.session.notice)
        imgui.pop_text_wrap_pos()
