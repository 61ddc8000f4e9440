"""A folder for any web server: a start page, and every lesson that it leads to."""

import html
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

from playground.page import colours
from playground.page.one_file import LANGUAGE, file, filled, page
from playground.page.still import vectors, words
from playground.render.embedded import page_faces
from playground.render.theme import DARK, LIGHT, Theme, ThemeName
from playground.study import lesson_walking
from playground.study.disk import write_whole
from playground.study.lesson import Lesson
from playground.study.session import Session

_ABOUT = (
    "Drag the shapes, step through the derivation, and find where the method of a "
    "published article goes wrong."
)
_SIZE = (480.0, 300.0)
_THEMES = ThemeName.LIGHT, ThemeName.DARK
_NAMED = ("background", "panel", "border", "text", "text_muted", "accent")

Told = Callable[[str], None]


def site(folder: Path, lessons: Sequence[Lesson], told: Told, processes: int) -> None:
    """Write the folder; `told` hears of each lesson that is there.

    Parameters
    ----------
    folder
        Where it is written; it is made if need be, and what else lies there stays.
    lessons
        In the order in which the start page has them.
    told
        Is given the name of each file that was written.
    processes
        How many of them work at the same time.

    Raises
    ------
    OSError
        The folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)

    def write(name: str, text: str) -> None:
        write_whole(folder / name, text.encode())
        told(name)

    names = list(_names(lessons))
    for name, plan in zip(names, lessons, strict=True):
        write(f"{name}.html", page(plan, processes=processes))
        for theme in _THEMES:
            write(f"{name}-{theme}.svg", _picture(plan, theme))
    write("start.css", _style())
    cards = map(_card, names, lessons)
    write("index.html", _start(cards))


def _names(lessons: Sequence[Lesson]) -> Iterator[str]:
    """Yield the name of each lesson's files: its scene's id, with a number if taken."""
    taken: dict[str, int] = {}
    for plan in lessons:
        scene = plan.stops[0].state.scene.id
        count = taken[scene] = taken.get(scene, 0) + 1
        yield scene if count == 1 else f"{scene}-{count}"


def _shown(plan: Lesson) -> Session:
    """Return a session at the lesson's first stop: a question tells no answer yet."""
    session = Session((plan.stops[0].state.scene,))
    lesson_walking.start(session, plan)
    return session


def _picture(plan: Lesson, theme: ThemeName) -> str:
    return vectors(_shown(plan), theme, _SIZE, 1.0)


def _card(name: str, plan: Lesson) -> str:
    source = html.escape(plan.source)
    stops = len(plan.stops)
    said = f"{stops} stops" if stops > 1 else "one stop"
    wide, tall = (round(x) for x in _SIZE)
    alt = html.escape(words(_shown(plan))[1])
    return (
        f'<li><a href="{name}.html"><picture>'
        f'<source srcset="{name}-dark.svg" media="(prefers-color-scheme: dark)">'
        f'<img src="{name}-light.svg" width="{wide}" height="{tall}" alt="{alt}">'
        f'</picture><div class="words"><h2>{html.escape(plan.title)}</h2>'
        f"<p>{said}{f' · {source}' if source else ''}</p></div></a></li>"
    )


def _start(cards: Iterator[str]) -> str:
    held = {"language": LANGUAGE, "about": _ABOUT, "cards": "\n".join(cards)}
    return filled("start_page.html", held)


@cache
def _style() -> str:
    dark = f"@media (prefers-color-scheme: dark) {{ {_variables(DARK)} }}"
    return "\n".join((page_faces(), _variables(LIGHT), dark, file("start_page.css")))


def _variables(theme: Theme) -> str:
    told = (
        f"--{name.replace('_', '-')}: {colours.code(getattr(theme, name))};"
        for name in _NAMED
    )
    return f":root {{ {' '.join(told)} }}"
