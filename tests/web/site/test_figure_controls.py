"""What lies on a figure: handles in their shapes, and what zooms and fits it."""

from typing import Any

from native_live import settle

from playground.scene.params import list_handle_marks
from playground.session.saved_state import case_state
from playground.web.serialize.drawing import serialize_handle_looks
from scenes import CIRCLE_RECT

PHONE = {"width": 390, "height": 844}
# The label, the marker and whether it can be seen and taken, of each handle.
HANDLES = """() => [...document.querySelectorAll(".handle")].map((one) => [
    one.dataset.handle, one.dataset.marker, getComputedStyle(one).opacity === "1"])"""


def test_a_handle_has_the_windows_shape_for_what_it_does(opened_live: Any) -> None:
    rectangle = case_state(CIRCLE_RECT).params
    looks = [
        (mark.kind, *serialize_handle_looks(mark, rectangle).values())
        for mark in list_handle_marks(rectangle, 0.01)
    ]
    assert ("corner", "square", "half_extents") in looks
    assert ("pivot", "diamond", "half_extents") in looks
    assert ("rotate", "ring", "half_extents") in looks
    assert ("center", "disc", "half_extents") in looks
    assert ("center", "disc", "radius") in looks
    seen = opened_live("ray_circle.html")
    assert seen.page.evaluate(HANDLES) == [
        ["Ray origin A", "disc", True],
        ["Direction V", "ring", True],
        ["Circle centre O", "disc", True],
        ["Radius r", "ring", True],
    ]


def test_on_a_small_figure_only_the_selected_shape_has_all_its_handles(
    opened_live: Any,
) -> None:
    seen = opened_live("ray_circle.html", viewport=PHONE)

    def shown() -> list[str]:
        return [name for name, _, is_seen in seen.page.evaluate(HANDLES) if is_seen]

    assert shown() == ["Ray origin A", "Direction V", "Circle centre O"]
    centre = seen.page.locator(".handle[data-handle='Circle centre O']").bounding_box()
    x, y = (centre[k] + centre[f] / 2 for k, f in (("x", "width"), ("y", "height")))
    seen.page.mouse.click(x, y + 30)
    assert shown() == ["Ray origin A", "Circle centre O", "Radius r"]
    # The key Tab still comes to all of them.
    seen.page.locator(".handle[data-handle='Direction V']").focus()
    assert shown() == ["Ray origin A", "Direction V", "Circle centre O"]
    settle(seen)
