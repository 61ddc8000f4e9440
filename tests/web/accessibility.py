"""Violations of accessibility that axe-core finds in a page."""

from typing import Any

from npm import of_npm

_FOUND = """async (part) => (await axe.run(part)).violations.flatMap(
    ({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target} ${html}`))"""


def hindrances(page: Any, part: str = "html") -> list[str]:
    """Return the violations in a part of the page, given by its selector."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(of_npm("axe-core/axe.min.js").read_text(encoding="utf-8"))
    return list(page.evaluate(_FOUND, part))
