"""The page's card for user code, and code that is tried in it."""

from typing import Any

from served_site import PATIENCE, Visited

# A start inside is forgotten.
WRONG = """
from math import sqrt

def ray_circle(origin, direction, center, radius):
    mx, my = origin[0] - center[0], origin[1] - center[1]
    vx, vy = direction
    a, b = vx * vx + vy * vy, mx * vx + my * vy
    s = b * b - a * (mx * mx + my * my - radius * radius)
    t = (-b - sqrt(s)) / a if s >= 0 else -1
    return t if t >= 0 else None
"""
BROKEN = "import math\n\ndef ray_circle(origin:\n    pass\n"


class OwnCode:
    """The page's card, used like a visitor."""

    def __init__(self, seen: Visited) -> None:
        self.seen, self.page = seen, seen.page
        self.field = self.page.get_by_role("textbox", name="Your ray_circle, in Python")
        self.head = self.page.locator(".report .head")
        self.opened()

    def opened(self) -> None:
        assert self.seen.ended() == "ready"
        self.page.get_by_role("button", name="Your code").click()
        self.field.wait_for()

    def text(self) -> str:
        """Return the code in the editor."""
        lines = self.field.locator(".cm-line").all_text_contents()
        return "\n".join(lines)

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True)

    def address(self) -> str:
        """Return the address's fragment once it is up to date."""
        told = self.page.evaluate(
            """async () => {
                const passed = (done) => setTimeout(done, 20);
                await player.whenIdle();
                while (!player.live.address.isUpToDate) await new Promise(passed);
                return location.hash;
            }"""
        )
        return str(told)

    def tried(self, code: str) -> str:
        """Try code, and return the report's first line."""
        self.field.fill(code)
        self.field.press("Control+Enter")
        # It is empty from the key on until all is told.
        self.page.wait_for_selector(".report .head:not(:empty)", timeout=PATIENCE)
        return str(self.head.inner_text()).replace("\u00a0", " ")
