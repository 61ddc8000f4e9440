"""Presentation: readable from the last row, at any size of the window."""

import itertools
import re

import numpy as np
import pytest
from effort import each_value_once, one_and_exhaustively_each
from every import ENTRIES
from imgui_bundle import imgui
from pyglet.window import key

from playground.analysis.heat_map import MapKind
from playground.gui.widgets.paragraphs import RunInParagraph
from playground.quiz.round import question_sentence
from playground.render.gl.canvas import clear_framebuffer
from playground.render.gl.framebuffer import Framebuffer
from playground.session import quiz as session_quiz
from playground.session import step_navigation

CTRL = key.MOD_CTRL


CAPITAL = 0.711
# Numbers on axes, and the names on the balls of the little axes in space.
TICK = re.compile(r"[−\d.×⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|[xyz]")


def heights(driver, labels) -> dict[str, float]:
    """Return the labels drawn, with the heights of their capitals in px."""
    ratio = driver.window.geometry.ratio
    shown = driver.anew(labels)
    return {text.text: CAPITAL * text.size * ratio for text, _ in shown}


@pytest.mark.slow
@each_value_once(
    "scene_id, mapped, size",
    ["ray_circle", "circle_rect", "sphere_line"],
    [MapKind.MISTAKES, None],
    [(1280, 800), (1920, 1080)],
)
def test_words_on_the_canvas_are_read_from_afar(driver, labels, scene_id, mapped, size):
    capital, digit = {800: (17.7, 14.8), 1080: (24.0, 20.0)}[size[1]]
    driver.resize(*size)
    driver.open(scene_id)
    driver.session.look(map=mapped)
    driver.key(key.F5)
    driver.settle()
    driver.window.wait_for_map()
    driver.settle()
    drawn = heights(driver, labels)
    assert len(drawn) > 1
    assert not any("this view" in text for text in drawn), "the legend says it"
    for text, high in drawn.items():
        assert high >= (digit if TICK.fullmatch(text) else capital), text


def below(driver) -> float:
    """Return the figure's share of the height."""
    lies, high = driver.layout, driver.window.geometry.logical_size[1]
    assert lies.canvas.y == 0.0
    ends = [lies.canvas, lies.caption, *([lies.legend] if lies.legend else [])]
    for upper, lower in itertools.pairwise(ends):
        assert upper.y + upper.height == pytest.approx(lower.y)
    assert ends[-1].y + ends[-1].height == pytest.approx(high)
    return lies.canvas.height / high


def cut(driver) -> float:
    """Return the hidden height of the caption in px."""
    driver.window.main_view.gui.activate()
    return float(imgui.internal.find_window_by_name("caption").scroll_max.y)


@pytest.fixture
def corners(monkeypatch) -> list[imgui.ImVec2]:
    """Return the list of lower right corners of formulas."""
    found, image = [], imgui.image

    def noting(*arguments):
        image(*arguments)
        found.append(imgui.get_item_rect_max())

    monkeypatch.setattr(imgui, "image", noting)
    return found


@pytest.mark.slow
@each_value_once("scene, size", ENTRIES, [(1280, 800), (1920, 1080), (960, 600)])
def test_at_every_step_the_figure_has_its_room_and_nothing_is_cut(
    driver, formulas, corners, size, scene
):
    driver.resize(*size)
    driver.open(scene.id)
    driver.key(key.F5)
    for number in range(1, len(driver.session.scene_view.steps) + 1):
        step_navigation.go_to_step(driver.session, number)
        driver.settle(4)
        formulas.clear()
        corners.clear()
        driver.settle(1)
        assert cut(driver) == 0.0, number
        if size == (960, 600):
            continue
        assert below(driver) >= 0.75, number
        # No formula is smaller than words, or out of its plate.
        least = 0.03 * driver.window.geometry.logical_size[1]
        assert all(f.size >= least for f in formulas), (number, formulas)
        for corner in corners:
            assert driver.controls.taken[0].contains(corner.x, corner.y), number


@pytest.mark.slow
@each_value_once(
    "scene_id, size",
    ["ray_circle", "sphere_line", "ball_block"],
    [(1280, 800), (1920, 1080), (960, 600)],
)
def test_with_a_map_it_has_as_much(driver, coarse, size, scene_id):
    driver.resize(*size)
    driver.open(scene_id)
    driver.session.look(map=MapKind.MISTAKES, compare=True)
    driver.key(key.F5)
    driver.settle()
    driver.window.wait_for_map()
    driver.settle(6)
    assert (driver.layout.legend is not None) is bool(
        driver.session.scene_view.question
    )
    assert below(driver) >= 0.75
    assert cut(driver) == 0.0


@pytest.mark.slow
@pytest.mark.parametrize("size", one_and_exhaustively_each([(1366, 768), (1920, 1080)]))
def test_between_its_places_nothing_old_is_seen(driver, size):
    """Of points that are no whole pixels, places may part between two of these."""
    driver.open("circle_rect")
    driver.session.look(map=MapKind.MISTAKES)
    driver.resize(*size)
    driver.key(key.F5)
    driver.settle()
    driver.window.wait_for_map()
    driver.settle()
    driver.see()
    logical = driver.window.geometry.logical_size
    target, seen = Framebuffer(*size), []
    for tone in ((0.2, 0.9, 0.1, 1.0), (0.9, 0.1, 0.8, 1.0)):
        target.bind()
        clear_framebuffer(tone)
        driver.window.main_view.draw_frame(logical, size, 0.0)
        seen.append(target.read())
    target.delete()
    assert np.array_equal(*seen)


@pytest.mark.slow
def test_formulas_that_would_hide_a_view_take_its_place(driver):
    driver.resize(960, 600)
    driver.open("circle_rect")
    driver.key(key.F5)
    for step, hidden in ((2, False), (7, True)):
        step_navigation.go_to_step(driver.session, step)
        driver.settle(4)
        assert (driver.controls.places[0] in driver.controls.taken) is hidden


@pytest.mark.slow
@pytest.mark.parametrize("scene_id", ["ray_circle", "circle_rect", "ball_block"])
def test_formulas_leave_the_figure_half_of_its_height_and_no_handle_is_covered(
    driver, scene_id
):
    driver.resize(1920, 1080)
    driver.open(scene_id)
    driver.key(key.F5)
    driver.settle(6)
    place, bounds = driver.controls.places[0], driver.controls.motion.draw_list.bounds()
    ends = [driver.screen(at) for at in (bounds.low, bounds.high)]
    assert abs(ends[0][1] - ends[1][1]) >= 0.49 * place.height
    for step in range(1, len(driver.session.scene_view.steps) + 1):
        step_navigation.go_to_step(driver.session, step)
        driver.settle(3)
        plate = driver.controls.taken[0]
        if plate.contains(*place.center):
            continue  # it stands in the view's place
        for mark in driver.session.scene_view.list_handle_marks(1.0):
            assert not plate.contains(*driver.screen(mark.at)), (step, mark.label)


def test_what_is_dragged_does_not_move_the_view(driver):
    driver.resize(960, 600)  # a pixel is a pixel
    driver.open("ray_circle")
    driver.key(key.F5)
    step_navigation.go_to_step(driver.session, 7)
    driver.settle(4)
    before = driver.controls.camera(0)
    origin = driver.params.origin
    driver.drag_grip("origin", 0, 31.0, -17.0)
    driver.settle(4)
    assert driver.params.origin != origin
    assert driver.controls.camera(0) == before


@pytest.mark.slow
def test_it_can_be_made_larger_than_the_panels_would_have_room_for(driver):
    driver.resize(960, 600)
    driver.key(key.F5)
    usual = driver.window.geometry.ratio
    for _ in range(12):
        driver.key(key.PLUS, CTRL)
    assert driver.window.geometry.ratio == pytest.approx(2.5)
    assert "250%" in driver.session.notice
    driver.settle()
    for _ in range(12):
        driver.key(key.MINUS, CTRL)
    assert driver.window.geometry.ratio == usual
    driver.key(key.F5)
    assert driver.window.geometry.ratio <= driver.window.geometry.max_scale


@pytest.mark.parametrize(
    "scene_id",
    ["ray_circle", pytest.param("circle_rect", marks=pytest.mark.slow)],
)
def test_what_is_made_larger_is_larger_and_nothing_of_it_is_cut(
    driver, labels, corners, scene_id
):
    driver.resize(1280, 800)
    driver.open(scene_id)
    driver.key(key.F5)
    step_navigation.go_to_step(driver.session, 7)
    driver.settle(4)
    usual = heights(driver, labels)
    driver.window_view.look(stage_scale=2.5)
    driver.settle(6)
    corners.clear()
    larger = heights(driver, labels)
    assert cut(driver) == 0.0
    for text in larger.keys() & usual.keys():
        assert larger[text] > 1.5 * usual[text], text
    plate = driver.controls.taken[0]
    foot = max(place.y + place.height for place in driver.controls.places)
    assert corners
    for end in corners:
        assert plate.contains(end.x, end.y)
        assert end.y <= foot


def seen_whole(driver) -> bool:
    """Return whether the figure is fully visible, and not too small."""
    views = driver.controls.motion.draw_list.self_and_views
    for view, place in enumerate(driver.controls.places):
        bounds = views[view].bounds()
        ends = [driver.screen(at, view) for at in (bounds.low, bounds.high)]
        if not all(place.contains(*at) for at in ends):
            return False
        share = [
            abs(a - b) / room
            for a, b, room in zip(*ends, (place.width, place.height), strict=True)
        ]
        if max(share) < 0.3:
            return False
    return True


@pytest.mark.slow
@each_value_once(
    "scene_id, step", ["ray_circle", "circle_rect", "ball_block"], [None, 4]
)
def test_the_views_are_fitted_whenever_the_canvas_changes(driver, scene_id, step):
    driver.open(scene_id)
    for size in ((1280, 800), (1920, 1080)):
        driver.resize(*size)
        for _ in range(2):
            driver.key(key.F5)
            if step and driver.window_view.presenting:
                step_navigation.go_to_step(driver.session, step)
            driver.settle(4)
            assert seen_whole(driver), (size, driver.window_view.presenting)
    driver.key(key.F5)
    driver.settle(4)
    driver.resize(960, 600)
    driver.settle(4)
    assert seen_whole(driver)


def test_formulas_and_words_below_are_read_from_afar(driver, formulas, monkeypatch):
    words, draw = [], RunInParagraph.draw

    def noting(self, ui):
        words.append(self.size * driver.window.geometry.ratio)
        draw(self, ui)

    monkeypatch.setattr(RunInParagraph, "draw", noting)
    driver.open("ray_circle")
    driver.key(key.F5)
    step_navigation.go_to_step(driver.session, 6)
    for size in ((1280, 800), (1920, 1080)):
        driver.resize(*size)
        driver.settle(4)
        formulas.clear()
        words.clear()
        driver.settle(1)
        high = driver.window.geometry.logical_size[1]
        first, *rest = [f.size / high for f in formulas]
        assert first == pytest.approx(0.07, abs=0.001)
        assert rest == pytest.approx([0.052] * len(rest), abs=0.001)
        # 3.5 % of the height.
        assert min(words) >= 0.0349 * size[1]


def test_a_question_is_asked_and_answered_below_the_picture(driver, texts):
    driver.open("circle_rect")
    session_quiz.begin_round(driver.session, 1)
    driver.key(key.F5)
    quiz = driver.session.quiz
    question = question_sentence(quiz.scene, quiz.question)
    assert {"Question 1 of 10.", question} <= {*driver.anew(texts)}
    driver.key(key.H)
    assert driver.session.quiz.answer
    revealed = session_quiz.reveal_text(driver.session.quiz, "m")
    (told,) = (text for text in driver.anew(texts) if revealed in text)
    # And what in the figure shows it.
    assert told.endswith(driver.session.scene_view.verdict.detail)


def test_why_the_article_is_wrong_names_the_article(driver, texts):
    driver.open("ray_circle")
    driver.session.choose_case("Starts inside")
    driver.session.look(compare=True)
    driver.key(key.F5)
    driver.settle(4)
    assert any("Article 1: It treats any" in text for text in driver.anew(texts))
