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
from playground.gui.panels import presentation
from playground.gui.widgets.formula import Formulas
from playground.gui.widgets.paragraphs import RunInParagraph
from playground.quiz.round import question_sentence
from playground.render.gl.canvas import clear_framebuffer
from playground.render.gl.framebuffer import Framebuffer
from playground.session import quiz as session_quiz
from playground.session import step_navigation
from playground.session.lesson import player
from scenes import RAY_CIRCLE

CTRL = key.MOD_CTRL


CAPITAL = 0.711
# Numbers on axes, and the names on the balls of the little axes in space.
TICK = re.compile(r"[−\d.×⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|[xyz]")


@pytest.fixture
def heights(driver, monkeypatch) -> dict[str, float]:
    """Return the dict of labels drawn, with the heights of their capitals in px."""
    found: dict[str, float] = {}
    draw = driver.window.main_view.gui.draw_texts

    def noting(texts, *rest):
        ratio = driver.window.geometry.ratio
        found.update({text.text: CAPITAL * text.size * ratio for text in texts})
        draw(texts, *rest)

    monkeypatch.setattr(driver.window.main_view.gui, "draw_texts", noting)
    return found


@pytest.mark.slow
@each_value_once(
    "scene_id, mapped, size",
    ["ray_circle", "circle_rect", "sphere_line"],
    [MapKind.MISTAKES, None],
    [(1280, 800), (1920, 1080)],
)
def test_words_on_the_canvas_are_read_from_afar(
    driver, heights, scene_id, mapped, size
):
    capital, digit = {800: (17.7, 14.8), 1080: (24.0, 20.0)}[size[1]]
    driver.resize(*size)
    driver.open(scene_id)
    driver.session.look(map=mapped)
    driver.key(key.F5)
    driver.settle()
    driver.window.wait_for_map()
    heights.clear()
    driver.settle()
    assert len(heights) > 1
    assert not any("this view" in text for text in heights), "the legend says it"
    for text, high in heights.items():
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
def formulas(driver, monkeypatch) -> list[tuple[str, float]]:
    """Return the list of drawn formulas, with their share of the window's height."""
    found: list[tuple[str, float]] = []
    draw = Formulas.draw

    def noting(self, latex, size, *looks, **named):
        found.append((latex, size / driver.window.geometry.logical_size[1]))
        return draw(self, latex, size, *looks, **named)

    monkeypatch.setattr(Formulas, "draw", noting)
    return found


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
        assert all(share >= 0.03 for _, share in formulas), (number, formulas)
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


def test_the_formula_is_on_the_figure_and_covers_nothing_of_it(driver, monkeypatch):
    driver.resize(1920, 1080)
    driver.open("ray_circle")
    driver.key(key.F5)
    for step in (6, 7):
        step_navigation.go_to_step(driver.session, step)
        driver.settle(4)
        (box,) = driver.controls.taken
        assert box.x < 0.1 * driver.layout.canvas.width
        assert box.y < 0.1 * driver.layout.canvas.height
        for name, index in (("origin", 0), ("center", 0), ("radius", 0)):
            at = driver.screen(driver.grip(name, index).at)
            assert not box.contains(*at), (step, name)
            assert driver.layout.canvas.contains(*at), (step, name)


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
@pytest.mark.parametrize("scene_id", ["circle_rect", "ball_block"])
def test_formulas_leave_the_figure_half_of_its_height(driver, scene_id):
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
        handles = driver.session.scene_view.list_handle_marks(1.0)
        if plate.contains(*place.center):
            continue  # it stands in the view's place
        for mark in handles:
            assert not plate.contains(*driver.screen(mark.at)), (step, mark.label)


@pytest.mark.parametrize(("scene_id", "step"), [("ray_circle", 4), ("capsules", 3)])
def test_an_equation_is_in_one_line_where_it_need_not_be_much_smaller(
    driver, corners, scene_id, step
):
    driver.resize(1920, 1080)
    driver.open(scene_id)
    driver.key(key.F5)
    step_navigation.go_to_step(driver.session, step)
    driver.settle(4)
    shown = driver.session.scene_view.steps[step - 1]
    parts = [part for part in (shown.formula, shown.numbers, shown.result) if part]
    corners.clear()
    driver.settle(1)
    assert len(corners) == len(parts)


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


def test_what_is_made_larger_is_larger_and_nothing_of_it_is_cut(driver, heights):
    driver.resize(1280, 800)
    driver.open("ray_circle")
    driver.key(key.F5)
    step_navigation.go_to_step(driver.session, 6)
    driver.settle(4)
    usual = {**heights}
    for _ in range(12):
        driver.key(key.PLUS, CTRL)
    heights.clear()
    driver.settle(4)
    assert cut(driver) == 0.0
    for text in heights.keys() & usual.keys():
        assert heights[text] > 1.5 * usual[text], text


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
        first, *rest = [share for _, share in formulas]
        assert first == pytest.approx(0.07, abs=0.001)
        assert rest == pytest.approx([0.052] * len(rest), abs=0.001)
        # 3.5 % of the height.
        assert min(words) >= 0.0349 * size[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scene_id", "number"), [("ray_circle", 7), ("circle_rect", 7)]
)
def test_no_formula_is_cut_however_large_all_is(driver, corners, scene_id, number):
    driver.resize(1280, 800)
    driver.open(scene_id)
    driver.key(key.F5)
    driver.window.window_view.look(stage_scale=2.5)
    step_navigation.go_to_step(driver.session, number)
    driver.settle(6)
    corners.clear()
    driver.settle(1)
    plate = driver.controls.taken[0]
    foot = max(place.y + place.height for place in driver.controls.places)
    assert corners
    for end in corners:
        assert plate.contains(end.x, end.y)
        assert end.y <= foot


def test_a_question_is_asked_and_answered_below_the_picture(driver, texts):
    driver.open("circle_rect")
    session_quiz.begin_round(driver.session, 1)
    driver.key(key.F5)
    quiz = driver.session.quiz
    texts.clear()
    driver.settle(1)
    assert {"Question 1 of 10.", question_sentence(quiz.scene, quiz.question)} <= {
        *texts
    }
    driver.key(key.H)
    texts.clear()
    driver.settle(1)
    assert driver.session.quiz.answer
    (told,) = (
        t for t in texts if session_quiz.reveal_text(driver.session.quiz, "m") in t
    )
    # And what in the figure shows it.
    assert told.endswith(driver.session.scene_view.verdict.detail)


def test_why_the_article_is_wrong_names_the_article(driver, texts):
    driver.open("ray_circle")
    driver.session.choose_case("Starts inside")
    driver.session.look(compare=True)
    driver.key(key.F5)
    driver.settle(4)
    texts.clear()
    driver.settle(1)
    assert any("Article 1: It treats any negative time" in text for text in texts)


@pytest.mark.slow
def test_a_time_that_is_asked_for_is_set_by_keys_where_no_bar_is(driver, texts):
    driver.open("sphere_line")
    session_quiz.begin_round(driver.session, 1)
    driver.key(key.F5)
    driver.key(key.H)
    before = driver.session.scene_view.current_time
    driver.window.dispatch_event("on_text_motion", key.RIGHT)
    assert driver.session.scene_view.current_time > before
    texts.clear()
    driver.settle(1)
    assert driver.layout.transport is None
    assert any("Bring the time to" in text for text in texts)


@pytest.mark.slow
def test_a_lessons_end_says_what_can_be_said_now(driver, texts):
    driver.key(key.F5)
    player.start_shipped_lesson(driver.session, driver.session.scene)
    walk = driver.session.lesson
    for visit in walk.stop_states:
        visit.tries = (visit.stop.question.right,) if visit.stop.question else ()
        visit.done = True
        driver.key(key.PAGEDOWN)
    texts.clear()
    driver.settle(4)
    assert walk.ending
    assert "You can now say why." in texts
    learned = [visit.stop.learned for visit in walk.stop_states if visit.stop.learned]
    assert any(" ".join(learned) in text for text in texts)
    assert below(driver) >= 0.75
    assert cut(driver) == 0.0


def test_a_reason_is_no_smaller_than_what_a_lesson_says_elsewhere(driver, monkeypatch):
    sizes = []
    told = presentation.draw_stop_text

    def noting(ui, walk, size):
        sizes.append(size)
        told(ui, walk, size)

    monkeypatch.setattr(presentation, "draw_stop_text", noting)
    driver.resize(1280, 800)
    driver.key(key.F5)
    player.start_shipped_lesson(driver.session, RAY_CIRCLE)
    for number, visit in enumerate(driver.session.lesson.stop_states):
        if visit.stop.question:
            player.go_to_stop(driver.session, number)
            driver.settle(4)
            player.answer_question(driver.session, 1)
            driver.settle(4)
            assert sizes[-1] >= 18.0, number + 1
