"""Layout of panels, with widths that the user sets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyglet.window import key
from tiling import tiles

from playground.gui.settings import Settings
from playground.gui.window_layout import WindowContents, layout_panels
from playground.scene.camera import Viewport
from playground.session.lesson import player
from playground.session.view_options import Page
from scenes import SCENES


def widths(driver) -> tuple[float, float]:
    layout = driver.layout
    return layout.sidebar.width, (layout.inspector or layout.lesson).width


def drag_edge(driver, name: str, dx: float) -> None:
    layout = driver.layout
    panel = layout.inspector or layout.lesson
    x = layout.sidebar.width - 4.0 if name == "scenes" else panel.x + 4.0
    driver.drag((x, 300.0), (x + dx, 300.0))
    driver.settle()


@pytest.mark.parametrize(("edge", "dx"), [("scenes", 60.0), ("panel", -80.0)])
def test_an_edge_is_dragged_and_stays_whatever_is_opened(window_of, edge, dx) -> None:
    driver = window_of(*SCENES)
    driver.resize(1280, 800)
    before = widths(driver)
    drag_edge(driver, edge, dx)
    wider = widths(driver)
    changed = 0 if edge == "scenes" else 1
    assert wider[changed] > before[changed] + 30.0
    assert wider[1 - changed] == before[1 - changed]
    for page in Page:
        driver.session.look(page=page)
        driver.settle()
        assert widths(driver) == wider
    player.start_shipped_lesson(driver.session, SCENES[0])
    driver.settle()
    assert widths(driver) == wider


def test_an_edge_is_set_back_by_esc_or_a_double_click(window_of) -> None:
    driver = window_of(*SCENES)
    driver.settle()
    before = widths(driver)
    panel = driver.layout.inspector
    driver.move(panel.x + 4.0, 300.0)
    driver.press()
    driver.drag_to(panel.x - 90.0, 300.0)
    driver.settle()
    assert widths(driver) != before
    driver.key(key.ESCAPE)
    driver.release()
    assert widths(driver) == before
    drag_edge(driver, "panel", -70.0)
    assert widths(driver) != before
    driver.double_click(driver.layout.inspector.x + 4.0, 300.0)
    driver.settle()
    assert widths(driver) == before


def test_the_widths_are_kept(window_of, tmp_path) -> None:
    driver = window_of(*SCENES, settings=Settings(tmp_path))
    driver.window_view.simple = False
    driver.settle()
    drag_edge(driver, "scenes", 60.0)
    drag_edge(driver, "panel", -50.0)
    left = widths(driver)
    driver.close()
    again = window_of(*SCENES, settings=Settings(tmp_path))
    assert widths(again) == left


@given(
    st.tuples(st.integers(960, 8192), st.integers(600, 8192)),
    st.booleans(),
    st.booleans(),
    st.floats(0.0, 5000.0),
    st.floats(0.0, 5000.0),
)
def test_whatever_is_wanted_panels_fill_the_window_and_the_picture_has_room(
    size: tuple[int, int], curve: bool, transport: bool, sidebar: float, panel: float
) -> None:
    contents = WindowContents(
        curve=curve, transport=transport, sidebar=sidebar, panel=panel
    )
    lies = layout_panels(*size, contents)
    assert (lies.curve is not None, lies.transport is not None) == (curve, transport)
    below = [part for part in (lies.curve, lies.transport) if part]
    panels = [lies.sidebar, lies.bar, lies.canvas, lies.inspector, *below]
    assert tiles(panels, Viewport(0.0, 0.0, *size))
    assert lies.canvas.width >= 400.0
    assert lies.inspector.width >= 344.0
    assert lies.canvas.height >= 1.5 * sum(part.height for part in below)


def test_a_window_of_no_size_has_a_canvas_still() -> None:
    canvas = layout_panels(1.0, 1.0, WindowContents(curve=True, transport=True)).canvas
    assert min(canvas.width, canvas.height) >= 1.0
