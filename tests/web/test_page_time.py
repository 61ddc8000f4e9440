"""Time in a page: its bar at every size, and animated moves to the next stop."""

from functools import cache
from itertools import pairwise

import pytest
from lesson_page import Open, Visit

from playground.session.lesson.document import Lesson, read_shipped_lesson
from playground.web.lesson_page import render_lesson_page
from scenes import BALL_BLOCK, POINT_ELLIPSE, SCENES

pytestmark = pytest.mark.slow

SIZES = [(1280, 800), (800, 520), (390, 844), (844, 390), (320, 640)]
# The page's own clock and frames: they go on as a test lets them.
CLOCK = """() => {
  let now = 1000, waiting = [];
  performance.now = () => now;
  window.requestAnimationFrame = (frame) => waiting.push(frame);
  window.passSeconds = (seconds) => {
    now += 1000 * seconds;
    const frames = waiting;
    waiting = [];
    for (const frame of frames) frame(now);
  };
}"""


@cache
def _ellipse_page() -> str:
    """Return the lesson of the ellipse up to the stop at which it is a circle."""
    plan = read_shipped_lesson(POINT_ELLIPSE, SCENES)
    assert plan is not None
    return render_lesson_page(Lesson(plan.title, plan.stops[1:5]), samples=40)


def _shape(seen: Visit) -> list[float]:
    """Return the numbers of the drawn ellipse."""
    return seen.page.evaluate(
        """() => {
          window.passSeconds?.(0); // what was built is drawn
          const view = player.figures[0];
          const shapes = view.composeShapes(player.sample, player.drawState());
          const own = shapes.filter(({ prim }) => prim.key === "ellipse");
          return own.flatMap(({ n }) => n);
        }"""
    )


def _frames(seen: Visit, seconds: float, count: int) -> list[list[float]]:
    shapes = []
    for _ in range(count):
        seen.page.evaluate("seconds => passSeconds(seconds)", seconds / count)
        shapes.append(_shape(seen))
    return shapes


def test_the_bar_is_whole_and_its_targets_are_large(visit: Open) -> None:
    seen = visit(source=_ellipse_page())
    for width, height in SIZES:
        seen.resize(width, height)
        _check_bar(seen)


def _check_bar(seen: Visit) -> None:
    boxes = seen.page.evaluate(
        """() => [...document.querySelectorAll(".time > :not(.clock)")].map((one) => {
          const { left, right, top, bottom } = one.getBoundingClientRect();
          return [left, right, top, bottom];
        })"""
    )
    area = seen.page.evaluate(
        """() => {
          const { left, right, bottom } =
            document.querySelector(".figure-area").getBoundingClientRect();
          return [left, right, bottom];
        }"""
    )
    assert len(boxes) == 6
    for left, right, top, bottom in boxes:
        assert right - left >= 44
        assert bottom - top >= 44
        assert area[0] <= left < right <= area[1]
        assert bottom <= area[2] + 0.5
    for number, (left, right, top, bottom) in enumerate(boxes):
        for x0, x1, y0, y1 in boxes[:number]:
            assert right <= x0 or x1 <= left or bottom <= y0 or y1 <= top


def test_next_plays_the_ellipse_into_a_circle(visit: Open) -> None:
    seen = visit(source=_ellipse_page())
    seen.turn(1)
    before = _shape(seen)
    seen.page.evaluate(CLOCK)
    seen.page.keyboard.press("PageDown")
    assert _shape(seen) == before
    shapes = _frames(seen, 1.2, 24)
    assert shapes[-1] != before
    assert len({tuple(shape) for shape in shapes}) > 12
    assert not seen.page.evaluate("player.isPlaying")
    assert seen.page.evaluate("[player.number, player.step]") == [2, 4]


def test_next_again_is_at_the_end_and_back_goes_at_once(visit: Open) -> None:
    seen = visit(source=_ellipse_page())
    seen.turn(2)
    end = _shape(seen)
    seen.turn(1)
    before = _shape(seen)
    seen.page.evaluate(CLOCK)
    seen.page.keyboard.press("PageDown")
    shapes = _frames(seen, 0.4, 4)
    assert shapes[-1] not in (before, end)
    seen.page.keyboard.press("PageDown")
    assert seen.page.evaluate("player.number") == 2
    assert _shape(seen) == end
    seen.page.keyboard.press("PageUp")
    assert _shape(seen) == before


def test_a_derivation_plays_its_next_step(visit: Open) -> None:
    seen = visit(source=_ellipse_page())
    seen.turn(1)
    before = _shape(seen)
    seen.page.evaluate(CLOCK)
    seen.page.keyboard.press("ArrowRight")
    shapes = _frames(seen, 1.2, 24)
    assert len({tuple(shape) for shape in shapes}) > 12
    assert seen.page.evaluate("player.step") == 4
    seen.page.keyboard.press("ArrowLeft")
    assert seen.page.evaluate("player.step") == 3
    assert _shape(seen) == before


def test_who_asks_for_less_motion_is_at_the_end(visit: Open) -> None:
    seen = visit(source=_ellipse_page(), reduced_motion="reduce")
    seen.turn(2)
    end = _shape(seen)
    seen.turn(1)
    seen.page.evaluate(CLOCK)
    seen.page.keyboard.press("PageDown")
    assert _shape(seen) == end
    assert not seen.page.evaluate("player.isPlaying")


def test_it_plays_as_fast_and_as_often_as_is_chosen(visit: Open) -> None:
    seen = visit(source=_ellipse_page())
    seen.page.get_by_label("How fast time plays").select_option("4")
    seen.page.get_by_role("button", name="Loop the time").click()
    assert seen.page.evaluate("player.playback") == {"isLooping": True, "speed": 4}
    # They hold at the next stop.
    seen.turn(1)
    assert seen.page.get_by_label("How fast time plays").input_value() == "4"
    seen.page.evaluate(CLOCK)
    seen.page.get_by_role("button", name="Play", exact=True).click()
    times = []
    for _ in range(60):
        seen.page.evaluate("passSeconds(0.05)")
        times.append(seen.page.evaluate("player.transport.range.now"))
    assert any(after < before for before, after in pairwise(times))
    assert seen.page.evaluate("player.isPlaying")


def test_between_its_samples_only_what_no_answer_depends_on_is_played(
    visit: Open,
) -> None:
    plan = read_shipped_lesson(BALL_BLOCK, SCENES)
    assert plan is not None
    stops = [stop for stop in plan.stops if stop.state.case == "Wall, article, fast"]
    page = render_lesson_page(Lesson(plan.title, tuple(stops)), samples=20)
    seen = visit(source=page)
    seen.page.evaluate(CLOCK)
    seen.page.get_by_role("button", name="Play", exact=True).click()
    for _ in range(30):
        seen.page.evaluate("passSeconds(0.2)")
        assert seen.page.evaluate("player.transport.shareAhead") == 0
    assert seen.page.evaluate("player.isPlaying")
