"""Layout of panels: they fill the window without overlap."""

from hypothesis import given
from hypothesis import strategies as st
from tiling import tiles

from playground.gui.window_layout import Layout, layout_panels
from playground.scene.camera import Viewport

sizes = st.tuples(st.integers(960, 8192), st.integers(600, 8192))


def shown(layout: Layout) -> list[Viewport]:
    panels = (
        layout.sidebar,
        layout.bar,
        layout.canvas,
        layout.inspector,
        layout.curve,
        layout.transport,
    )
    return [panel for panel in panels if panel is not None]


@given(sizes, st.booleans(), st.booleans())
def test_the_panels_fill_the_window(
    size: tuple[int, int], curve: bool, transport: bool
) -> None:
    layout = layout_panels(*size, curve=curve, transport=transport)
    assert tiles(shown(layout), Viewport(0.0, 0.0, *size))
    assert (layout.curve is not None) == curve
    assert (layout.transport is not None) == transport


@given(sizes, st.booleans(), st.booleans())
def test_the_canvas_keeps_the_most_room(
    size: tuple[int, int], curve: bool, transport: bool
) -> None:
    layout = layout_panels(*size, curve=curve, transport=transport)
    assert layout.canvas.width >= 400.0
    below = [part.height for part in (layout.curve, layout.transport) if part]
    assert layout.canvas.height >= 1.5 * sum(below)


def test_a_window_of_no_size_has_a_canvas_still() -> None:
    layout = layout_panels(1.0, 1.0, curve=True, transport=True)
    assert layout.canvas.width >= 1.0
    assert layout.canvas.height >= 1.0
