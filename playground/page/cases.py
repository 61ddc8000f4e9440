"""A scene's cases as a page lists them."""

from typing import Any

from playground.language import translated
from playground.scene.scene import Entry
from playground.study.case_groups import case_groups


def told_cases(scene: Entry) -> dict[str, Any]:
    """Return the names of cases in their groups, as the window lists them.

    By its name a case is chosen, whatever it is called in the language that is spoken:
    `titles` has that where it is another.
    """
    groups: dict[str, list[str]] = {}
    for name, group in case_groups(scene).items():
        groups.setdefault(translated(group.value), []).append(name)
    titles = {str(name): translated(name) for name in scene.cases}
    return {
        "cases": list(groups.items()),
        "titles": {name: title for name, title in titles.items() if title != name},
    }
