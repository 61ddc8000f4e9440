"""Numbers of the grid: at a view's edges, with a true minus, never on axes."""

import re

import pytest

from playground.render.fonts import MATH
from playground.render.svg.svg_writer import render_figure
from playground.render.text_layout import measure, typeset_line
from playground.render.theme import MIN_TICK_SIZE_PX, THEMES, contrast
from playground.scene.camera import Camera2D
from playground.scene.draw_list import DrawList

_NUMBER = re.compile(r"−?\d+(\.\d+)?")
SIZE = 600.0, 400.0


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES.keys())
@pytest.mark.parametrize("center", [(0.0, 0.0), (40.3, -17.2)])
def test_numbers_are_at_the_left_and_the_lower_edge(theme, center):
    view = render_figure(DrawList(), Camera2D(center, 50.0), SIZE, theme, measure)
    assert len(view.texts) >= 8
    for text in view.texts:
        assert _NUMBER.fullmatch(text.text)
        low = text.y + text.height
        assert text.x <= 10.0 or low >= SIZE[1] - 10.0, text
        assert text.size >= MIN_TICK_SIZE_PX
        assert contrast(text.colour, theme.background) >= 4.5
        assert {
            piece.font_stack for piece in typeset_line(text.text, text.size).pieces
        } == {MATH}
    edges = {text.x <= 10.0 for text in view.texts}
    assert edges == {True, False}
    boxes = [text.box for text in view.texts]
    for i, (x, y, end, foot) in enumerate(boxes):
        others = boxes[:i] + boxes[i + 1 :]
        assert not any(
            x < e and a < end and y < f and b < foot for a, b, e, f in others
        )
