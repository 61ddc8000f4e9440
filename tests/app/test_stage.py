"""A picture that is presented: read from the last row, whatever the window is."""

import re

import pytest
from imgui_bundle import imgui
from pyglet.window import key

from playground.explore.map import MapKind

CTRL = key.MOD_CTRL
# Of Roboto's size, how high a capital is, and a digit.
CAPITAL = 0.711
# Numbers on axes, and the names on the balls of the little axes in space.
TICK = re.compile(r"[−\d.×⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|[xyz]")


@pytest.fixture
def heights(driver, monkeypatch) -> dict[str, float]:
    """Note how high the capitals of each word on the canvas are, in pixels."""
    found: dict[str, float] = {}
    draw = driver.window.frontend.gui.draw_texts

    def noting(texts, *rest):
        ratio = driver.window.measures.ratio
        found.update({text.text: CAPITAL * text.size * ratio for text in texts})
        draw(texts, *rest)

    monkeypatch.setattr(driver.window.frontend.gui, "draw_texts", noting)
    return found


def layout(driver):
    return driver.window.frontend.layout(driver.window.measures.logical_size)


@pytest.mark.parametrize(
    ("size", "capital", "digit"),
    [
        ((1920, 1080), 24.0, 20.0),
        ((1280, 800), 17.7, 14.8),
    ],
)
@pytest.mark.parametrize("scene_id", ["ray_circle", "circle_rect", "sphere_line"])
def test_words_on_the_canvas_are_read_from_afar(
    driver, heights, scene_id, size, capital, digit
):
    driver.resize(*size)
    driver.open(scene_id)
    driver.key(key.F5)
    heights.clear()
    driver.settle()
    assert heights
    for text, high in heights.items():
        assert high >= (digit if TICK.fullmatch(text) else capital), text


def test_words_below_are_read_from_afar(driver, monkeypatch):
    drawn = []
    said = imgui.text_wrapped

    def noting(text):
        drawn.append(CAPITAL * imgui.get_font_size() * driver.window.measures.ratio)
        said(text)

    driver.resize(1920, 1080)
    driver.open("ray_circle")
    monkeypatch.setattr(imgui, "text_wrapped", noting)
    driver.key(key.F5)
    driver.settle()
    assert drawn
    assert min(drawn) >= 24.0


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800), (960, 600)])
@pytest.mark.parametrize("mapped", [False, True], ids=["plain", "map"])
def test_the_figure_has_three_quarters_of_the_height(driver, size, mapped):
    driver.resize(*size)
    driver.open("ball_block")
    driver.session.look(map=MapKind.MISTAKES if mapped else None)
    driver.key(key.F5)
    driver.settle(6)
    below = layout(driver)
    assert (below.legend is not None) is mapped
    whole = driver.window.measures.logical_size[1]
    assert whole - (below.legend or below.caption).y <= 0.26 * whole
    assert below.canvas.height >= 0.74 * whole


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 800), (960, 600)])
def test_it_can_be_made_larger_than_the_panels_would_have_room_for(driver, size):
    driver.resize(*size)
    driver.key(key.F5)
    usual = driver.window.measures.ratio
    for _ in range(12):
        driver.key(key.PLUS, CTRL)
    assert driver.window.measures.ratio == pytest.approx(2.5)
    assert "250%" in driver.session.notice
    driver.settle()
    for _ in range(12):
        driver.key(key.MINUS, CTRL)
    assert driver.window.measures.ratio == usual
    driver.key(key.F5)
    assert driver.window.measures.ratio <= driver.window.measures.room


@pytest.mark.parametrize("symbol", [key.PLUS, key.MINUS, key._0])
def test_how_large_it_is_does_not_change_the_window(driver, symbol):
    driver.resize(1920, 1080)
    driver.key(key.PLUS, CTRL)
    before = driver.window.measures.ratio
    driver.key(key.F5)
    driver.key(symbol, CTRL)
    driver.key(key.ESCAPE)
    assert not driver.window_view.presenting
    assert driver.window.measures.ratio == before


def test_that_the_listing_answers_otherwise_is_said(driver, texts):
    driver.open("ray_circle", "Far circle, article misses")
    assert driver.session.study.showing.compare
    driver.key(key.F5)
    texts.clear()
    driver.settle()
    compared = driver.session.study.comparison
    assert any(compared.answer in text and compared.how in text for text in texts)
    assert any(compared.why in text for text in texts)
