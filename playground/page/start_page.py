"""The start page of a site: a picture of each scene and of each lesson."""

import html
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from playground.language import NAMES, languages, message, spoken, translated
from playground.page import colours
from playground.page.one_file import file, filled
from playground.page.still import vectors, words
from playground.render.theme import DARK, LIGHT, Theme, ThemeName
from playground.study.session import Session

_ABOUT = message(
    "Drag the shapes, step through the derivation, and find where the method of a "
    "published article goes wrong."
)
FIRST = "en"
"""The language of the pages at the top; others lie in folders beside them."""
_SIZE = (480.0, 300.0)
THEMES = ThemeName.LIGHT, ThemeName.DARK
_NAMED = ("background", "panel", "border", "text", "text_muted", "accent")


@dataclass(frozen=True)
class Card:
    """What leads to a page: its name, its words, and the session that is pictured."""

    name: str
    title: str
    said: str
    session: Session

    def pictures(self) -> dict[str, str]:
        """Return the picture's files, light and dark."""
        return {
            f"{self.name}-{theme}.svg": vectors(self.session, theme, _SIZE, 1.0)
            for theme in THEMES
        }

    @property
    def picture(self) -> str:
        """The picture as an element, which names it too."""
        wide, tall = (round(x) for x in _SIZE)
        alt = _text(words(self.session)[1])
        return (
            "<picture>"
            f'<source srcset="{self.name}-dark.svg"'
            ' media="(prefers-color-scheme: dark)">'
            f'<img src="{self.name}-light.svg" width="{wide}" height="{tall}"'
            f' alt="{alt}"></picture>'
        )


def start_page(
    scenes: Iterable[Card], lessons: Iterable[Card], style: str, script: str
) -> str:
    """Return it in the language that is spoken.

    `style` and `script` are the addresses of its style sheet and of its script.
    """
    others = [_way(language) for language in languages() if language != spoken()]
    held = {
        "language": spoken(),
        "about": _text(_ABOUT),
        "style": style,
        "script": f'<script defer src="{script}"></script>\n' if others else "",
        "languages": f"<nav>{''.join(others)}</nav>\n" if others else "",
        "cards": _part(message("Play", about="scenes"), scenes)
        + _part(message("Lessons"), lessons),
    }
    return filled("start_page.html", held)


def folder_of(language: str) -> str:
    """Return where pages in a language lie, from the first one's folder."""
    return "" if language == FIRST else f"{language}/"


def from_here(language: str) -> str:
    """Return where pages in a language lie, from one in that which is spoken."""
    return f"{'' if spoken() == FIRST else '../'}{folder_of(language)}"


def _way(language: str) -> str:
    """Return the way to the start page in another language."""
    return (
        f'<a lang="{language}" hreflang="{language}" '
        f'href="{from_here(language)}index.html">{NAMES.get(language, language)}</a>'
    )


def _text(text: str) -> str:
    """Return a text as HTML, in the language that is spoken."""
    return html.escape(translated(text))


def _part(title: str, cards: Iterable[Card]) -> str:
    """Return a part of the page; nothing where there are no cards."""
    listed = "\n".join(map(_listed, cards))
    return f"<h2>{_text(title)}</h2>\n<ul>\n{listed}\n</ul>\n" if listed else ""


def _listed(card: Card) -> str:
    said = f"<p>{_text(card.said)}</p>" if card.said else ""
    return (
        f'<li><a href="{card.name}.html">{card.picture}'
        f'<div class="words"><h3>{_text(card.title)}</h3>{said}</div></a></li>'
    )


@cache
def start_style() -> str:
    """Return its style sheet, but for the fonts."""
    return f"{colour_style()}\n{file('start_page.css')}"


def colour_style() -> str:
    """Return the colours of a page that is light or dark as its reader has all else."""
    dark = f"@media (prefers-color-scheme: dark) {{ {_variables(DARK)} }}"
    return f"{_variables(LIGHT)}\n{dark}"


def _variables(theme: Theme) -> str:
    told = (
        f"--{name.replace('_', '-')}: {colours.code(getattr(theme, name))};"
        for name in _NAMED
    )
    return f":root {{ {' '.join(told)} }}"
