"""Panning and zooming a view of the plane on a page."""

import pytest
from lesson_page import LOOK, MAP, UNIT, Open, Visit, agrees, alike

pytestmark = pytest.mark.slow

PLANE = "player.figures[0]"


def camera(seen: Visit) -> list[float]:
    seen.settle()
    found: list[float] = seen.page.evaluate(f"[...{PLANE}.camera]")
    return found


def world(seen: Visit, x: float, y: float) -> list[float]:
    """Return the world position of a point in the window."""
    seen.settle()
    found: list[float] = seen.page.evaluate(
        f"""([x, y]) => {{
          const box = {PLANE}.canvas.getBoundingClientRect();
          return {PLANE}.toWorld(x - box.left, y - box.top);
        }}""",
        [x, y],
    )
    return found


def test_the_wheel_enlarges_about_the_pointer(visit: Open) -> None:
    seen = visit()
    first, picture = camera(seen), seen.picture()
    x, y = seen.middle(".view")
    x, y = round(x + 90), round(y - 60)
    seen.page.mouse.move(x, y)
    there = world(seen, x, y)
    seen.page.mouse.wheel(0, -400)
    assert camera(seen)[2] > 1.3 * first[2]
    assert world(seen, x, y) == pytest.approx(there)
    # The handle stays with what it moves.
    seen.drag(seen.middle(".handle"), 30, 20)
    agrees(seen, LOOK)
    seen.press("r")
    seen.page.mouse.move(x, y)
    seen.page.mouse.dblclick(x, y)
    assert camera(seen) == first
    seen.page.evaluate("document.activeElement.blur()")
    seen.page.mouse.move(5, 5)
    assert alike(seen.picture(), picture)


def test_empty_ground_is_dragged_and_stays_where_it_was_put(visit: Open) -> None:
    seen = visit()
    first, unit = camera(seen), seen.page.evaluate(UNIT)
    x, y = seen.middle(".view")
    seen.drag((x, y + 150), 60, -40)
    moved = camera(seen)
    assert moved[0] == pytest.approx(first[0] - 60 / unit)
    assert moved[1] == pytest.approx(first[1] - 40 / unit)
    seen.drag(seen.middle(".handle"), -40, 20)
    assert camera(seen) == moved
    agrees(seen, LOOK)
    seen.page.locator(".fit-button").click()
    assert camera(seen) == first
    assert not seen.page.locator(".fit-button").is_visible()
    # Another stop, and back: as it was told.
    seen.press("+")
    seen.turn(MAP)
    seen.turn(LOOK)
    assert camera(seen) == first


def test_keys_move_a_view(visit: Open) -> None:
    seen = visit()
    first = camera(seen)
    seen.page.locator(".view").first.focus()
    seen.press("ArrowRight")
    assert camera(seen)[0] > first[0]
    seen.press("+")
    assert camera(seen)[2] > first[2]
    seen.press("f")
    assert camera(seen) == first


def test_two_fingers_move_it_and_one_does_not(visit: Open) -> None:
    seen = visit(390, 844, has_touch=True, is_mobile=True)
    first = camera(seen)
    x, y = seen.middle(".view")
    y += 70
    seen.touch([(x, y)], [(x + 20, y + 30)], [(x + 40, y + 50)])
    assert camera(seen) == first
    there = world(seen, x, y)
    seen.touch([(x - 30, y), (x + 30, y)], [(x - 60, y), (x + 60, y)])
    assert camera(seen)[2] == pytest.approx(2 * first[2])
    assert world(seen, x, y) == pytest.approx(there)


def test_names_never_lie_on_each_other_or_beyond_the_border(visit: Open) -> None:
    for size in ((1280, 800), (390, 844)):
        seen = visit(*size)
        written = seen.page.evaluate(
            """async () => {
              const found = [];
              for (let n = 0; n < player.stops.length; n++) {
                const { question } = player.stops[n];
                if (question) player.givenAnswers.set(n, [question.right]);
                player.open(n);
                await player.whenIdle();
                for (const figure of player.figures) {
                  const write = figure.drawText, boxes = [];
                  figure.drawText = (line, x, y, large, ...more) => {
                    boxes.push([x, y, x + line.width, y + large]);
                    write.call(figure, line, x, y, large, ...more);
                  };
                  figure.draw(player.sample, player.drawState());
                  const { clientWidth, clientHeight } = figure.canvas;
                  found.push({ n, boxes, wide: clientWidth, tall: clientHeight });
                }
              }
              return found;
            }"""
        )
        assert sum(len(one["boxes"]) for one in written) > 40
        for one in written:
            for at, (x, y, end, foot) in enumerate(one["boxes"]):
                assert x >= 0
                assert y >= 0
                assert end <= one["wide"]
                assert foot <= one["tall"]
                assert not any(
                    x < right and left < end and y < low and top < foot
                    for left, top, right, low in one["boxes"][:at]
                ), one["n"]
