"""Labels in a page: they keep their sides while a shape, a view or time moves."""

import math
from collections import Counter
from typing import Any

import pytest
from effort import one_and_exhaustively_each
from served_site import Visited

pytestmark = pytest.mark.slow
# Words that move by more against their anchor, in a picture, have left their side. At
# the border they slide along by less.
LINE_HEIGHT_PX = 20.0
# Where the middle of all words is from their anchors, picture by picture.
WATCH = """() => {
  window.pictures = [];
  for (const [index, figure] of player.figures.entries()) {
    const draw = figure.drawLabels;
    figure.drawLabels = (...given) => {
      draw.apply(figure, given);
      const offsets = [...figure.labelCache].map(([key, place]) => {
        const { left, top, labelBox: [x, y, width, height] } = place;
        const offset = [left + width / 2 - x, top + height / 2 - y];
        return [`${index} ${key}`, offset];
      });
      window.pictures.push(Object.fromEntries(offsets));
    };
  }
}"""


def count_side_changes(seen: Visited) -> Counter[str]:
    """Return the changes of side of each label, and reset the record."""
    counts: Counter[str] = Counter()
    last: dict[str, Any] = {}
    for picture in seen.page.evaluate("window.pictures.splice(0)"):
        for name, offset in picture.items():
            counts[name] += math.dist(last.get(name, offset), offset) > LINE_HEIGHT_PX
        last.update(picture)
    return counts


def drag(seen: Visited, x: float, y: float, dx: float, dy: float, steps: int) -> None:
    """Drag in several drawn steps without releasing."""
    mouse = seen.page.mouse
    mouse.move(x, y)
    mouse.down()
    seen.settle()
    seen.page.evaluate("window.pictures.length = 0")
    for step in range(1, steps + 1):
        mouse.move(x + dx * step / steps, y + dy * step / steps)
        seen.settle()


@pytest.mark.parametrize(
    "scene", one_and_exhaustively_each(["ray_circle", "sphere_line", "point_ellipse"])
)
def test_words_leave_their_side_once_at_most(opened_live: Any, scene: str) -> None:
    seen = opened_live(f"{scene}.html", viewport={"width": 1280, "height": 800})
    seen.page.evaluate(WATCH)
    counts = {}
    for index in range(seen.page.evaluate("player.handles.length")):
        x, y = seen.page.evaluate(
            f"""() => {{
              const box = player.handles[{index}].button.getBoundingClientRect();
              return [box.x + box.width / 2, box.y + box.height / 2];
            }}"""
        )
        drag(seen, x, y, 96.0, -64.0, 8)
        counts[f"drag {index}"] = count_side_changes(seen)
        seen.page.mouse.up()
        seen.settle()
        seen.run("player.reset()")
    box = seen.page.locator(".view").first.bounding_box()
    drag(seen, box["x"] + 20.0, box["y"] + box["height"] - 40.0, 200.0, 0.0, 16)
    counts["pan"] = count_side_changes(seen)
    seen.page.mouse.up()
    seen.run("player.figures[0].fit()")
    if seen.page.evaluate("Boolean(player.transport)"):
        seen.page.evaluate("player.transport.play(true)")
        seen.until("() => window.pictures.length >= 30 || !player.isPlaying")
        counts["play"] = count_side_changes(seen)
    often = [
        (gesture, label, times)
        for gesture, of in counts.items()
        for label, times in of.items()
        if times > 1
    ]
    assert not often
