"""The playground as a folder for any web server: pages, the program, and Python."""

import ast
import hashlib
import html
import io
import json
import re
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import playground
from playground.i18n import (
    NAMES,
    Message,
    languages,
    message,
    plural,
    sentences,
    speaking,
    spoken,
    translated,
)
from playground.render.fonts import linked_faces, page_fonts
from playground.render.theme import DARK, LIGHT, PROJECTOR, Theme, ThemeName
from playground.scene.scene import Entry
from playground.session.atomic_write import write_whole
from playground.session.lesson import player
from playground.session.lesson.document import Lesson, alone, dump
from playground.session.saved_state import of_case
from playground.session.session import Session
from playground.web.figure import vectors, words
from playground.web.lesson_page import (
    SWITCHED_OFF,
    data_in,
    filled,
    packed,
    plain,
    space_data,
)
from playground.web.lesson_page import file as page_file
from playground.web.player_bundle import player_script, texts_data
from playground.web.process_pool import each
from playground.web.pyodide import Pyodide
from playground.web.serialize import colors
from playground.web.serialize.params import told_cases
from playground.web.worker.state import coming

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
    others = [
        _start_page_way(language) for language in languages() if language != spoken()
    ]
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


def _start_page_way(language: str) -> str:
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
        f'<div class="card-text"><h3>{_text(card.title)}</h3>{said}</div></a></li>'
    )


@cache
def start_style() -> str:
    """Return its style sheet, but for the fonts."""
    return f"{colour_style()}\n{page_file('start_page.css')}"


def colour_style() -> str:
    """Return the colours of a page that is light or dark as its reader has all else."""
    dark = f"@media (prefers-color-scheme: dark) {{ {_variables(DARK)} }}"
    return f"{_variables(LIGHT)}\n{dark}"


def _variables(theme: Theme) -> str:
    told = (
        f"--{name.replace('_', '-')}: {colors.code(getattr(theme, name))};"
        for name in _NAMED
    )
    return f":root {{ {' '.join(told)} }}"


# ----------------------------------------------------------------------------
# The program as a site's worker unpacks it: only what it imports, byte for byte.
# ----------------------------------------------------------------------------


_ROOT = Path(playground.__file__).parents[1]
# The beginning in the worker; scenes are imported by their names alone.
_FIRST = "playground.web.worker.entry"
_OURS = ("playground", "scenes")
_CONVERTER = "latex2mathml"
# Data that modules read where they run: texts of other languages, words' widths, a
# picture's fonts, and lessons.
_DATA = (
    "playground/i18n/*.mo",
    "playground/render/embedded/advances.json",
    "playground/render/embedded/japanese.woff2",
    "playground/render/embedded/symbols.woff2",
    "playground/render/embedded/words.woff2",
    "scenes/*/lesson.json",
)
# The same archive whenever it is made: a zip file knows no earlier day.
_DAY = (1980, 1, 1, 0, 0, 0)
_PLAIN = 0o644 << 16


def archive(own: Mapping[str, bytes]) -> bytes:
    """Return the archive, with files of one's own beside it by their names."""
    held = dict(_files()) | {f"own/{name}": data for name, data in own.items()}
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, data in sorted(held.items()):
            about = zipfile.ZipInfo(name, _DAY)
            about.external_attr = _PLAIN
            about.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(about, data, compresslevel=9)
    return out.getvalue()


def _files() -> Iterator[tuple[str, bytes]]:
    """Yield the files by their places in the archive."""
    scenes = (_module(file) for file in (_ROOT / "scenes").rglob("*.py"))
    for module in sorted(imported((_FIRST, *scenes))):
        file = _file(module)
        assert file is not None
        yield file.relative_to(_ROOT).as_posix(), file.read_bytes()
    for pattern in _DATA:
        for file in _ROOT.glob(pattern):
            yield file.relative_to(_ROOT).as_posix(), file.read_bytes()
    yield from _converter()


def imported(first: Iterable[str]) -> set[str]:
    """Return the modules of ours that those import, these themselves among them.

    What is imported where a function is called counts; what only types name does not.
    """
    found: set[str] = set()
    waiting = list(first)
    while waiting:
        module = waiting.pop()
        file = _file(module)
        if file is None or module in found:
            continue
        found.add(module)
        # A package is imported before what is in it.
        waiting.append(module.rpartition(".")[0])
        waiting.extend(_names(ast.parse(file.read_bytes())))
    return found


def _names(tree: ast.AST) -> Iterator[str]:
    """Yield what may be a module of those that a syntax tree imports."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                for other in node.orelse:
                    yield from _names(other)
                continue
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module
                yield from (f"{module}.{alias.name}" for alias in node.names)
        yield from _names(node)


def _file(module: str) -> Path | None:
    """Return the file of a module of ours, if it is one."""
    if module.partition(".")[0] not in _OURS:
        return None
    place = _ROOT.joinpath(*module.split("."))
    files = (place / "__init__.py", place.with_suffix(".py"))
    return next((file for file in files if file.is_file()), None)


def _module(file: Path) -> str:
    parts = file.relative_to(_ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _converter() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the converter of formulas, which is Python alone."""
    found = find_spec(_CONVERTER)
    assert found is not None
    assert found.origin is not None
    home = Path(found.origin).parent
    for file in sorted(home.rglob("*")):
        if file.suffix in (".py", ".txt") and file.is_file():
            name = file.relative_to(home.parent).as_posix()
            # It asks for its own version only, by what is slow to import.
            empty = file == home / "__init__.py"
            yield name, b"" if empty else file.read_bytes()


# ----------------------------------------------------------------------------


# Python comes behind them: a page that opens at once holds few samples itself.
_SAMPLES = 16
# The later ones change what the earlier ones say.
_SHEETS = (
    "player.css",
    "free_play.css",
    "plots.css",
    "quiz.css",
    "site.css",
    "phone.css",
)
_OLD = message(
    "This browser is too old to move the picture. "
    "In a newer one all of it can be moved."
)
_ADDRESSED = re.compile(r"[^\w-]+", re.ASCII)
# Letters of a hash that tell one version of a file from another.
_LETTERS = 16

Told = Callable[[str], None]


@dataclass(frozen=True)
class SiteContents:
    """What a site holds.

    Attributes
    ----------
    scenes
        Each is played freely on a page of its own.
    lessons
        Each is walked on a page of its own.
    own
        The files of scenes of one's own, by the names under which they are kept.
    """

    scenes: Sequence[Entry]
    lessons: Sequence[Lesson]
    own: Mapping[str, bytes] = field(default_factory=dict)


def site(
    folder: Path, held: SiteContents, python: Pyodide, told: Told, processes: int
) -> None:
    """Write the folder; `told` hears of each file that is there.

    Parameters
    ----------
    folder
        Where it is written; it is made if need be, and what else lies there stays.
    held
        In the order in which the start page has them.
    python
        Where its pages find Python.
    told
        Is given the name of each file that was written.
    processes
        How many of them work at the same time.

    Raises
    ------
    OSError
        The folder cannot be written, or Pyodide's cannot be read.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in _Site(held, python).files(processes):
        (folder / name).parent.mkdir(exist_ok=True)
        write_whole(folder / name, text)
        told(name)
    if python.folder:
        (folder / python.address).mkdir(exist_ok=True)
        for name in python.sizes:
            shutil.copyfile(python.folder / name, folder / python.address / name)
            told(f"{python.address}{name}")


@dataclass(frozen=True)
class _SitePage:
    """A page of the site: its card on the start page, and what is opened in it."""

    card: Card
    scene: Entry
    plan: Lesson
    kind: str

    @property
    def address(self) -> str:
        return f"{self.card.name}.html"


class _Site:
    """All that is written but Python itself; each file is made when it is asked for."""

    def __init__(self, held: SiteContents, python: Pyodide) -> None:
        self.held = held
        self.python = python
        self._taken: set[str] = {"index"}

    def files(self, processes: int) -> Iterator[tuple[str, bytes]]:
        """Yield them by their names; the service worker, which knows all, is last."""
        hashes: dict[str, str] = {}
        for name, text in self._known(processes):
            # As pages ask for it: with its version, but for what one opens oneself.
            hashes[self.assets.get(name, name)] = _hash(text)
            yield name, text
        version = _hash(json.dumps(hashes).encode())[:_LETTERS]
        built = {
            "version": version,
            "files": hashes,
            "python": self.python.address,
            "cacheName": self.python.known,
        }
        yield "service.js", _built("service", built)

    def _known(self, processes: int) -> Iterator[tuple[str, bytes]]:
        yield from self._fixed.items()
        for language in languages():
            yield from self._beginning(language)
        texts = each(lambda n: self._page(self.pages[n]), len(self.pages), processes)
        for page, told in zip(self.pages, texts, strict=True):
            for language, text in told.items():
                yield f"{folder_of(language)}{page.address}", text.encode()

    def _beginning(self, language: str) -> Iterator[tuple[str, bytes]]:
        """Yield the pictures and the start page in a language."""
        folder = folder_of(language)
        with speaking(language):
            for page in self.pages:
                for name, text in page.card.pictures().items():
                    yield f"{folder}{name}", text.encode()
            style, script = map(self._asset, ("start.css", "start.js"))
            scenes, lessons = map(self._cards, ("scene", "lesson"))
            start = start_page(scenes, lessons, style, script)
            yield f"{folder}index.html", start.encode()

    def _asset(self, name: str) -> str:
        """Return where a page in the language that is spoken finds a file."""
        return f"{from_here(FIRST)}{self.assets[name]}"

    def _cards(self, kind: str) -> list[Card]:
        return [page.card for page in self.pages if page.kind == kind]

    @cached_property
    def _script(self) -> str:
        return player_script(first="site_start")

    @cached_property
    def _fixed(self) -> dict[str, bytes]:
        """The files that all pages share."""
        program = archive(self.held.own)
        built = {
            "python": self.python.address,
            "sizes": dict(self.python.sizes),
            "cacheName": self.python.known,
            "program": _versioned("program.zip", program),
        }
        sheets = "\n".join(map(page_file, _SHEETS))
        style = f"{linked_faces()}\n{sheets}"
        return {
            **page_fonts(),
            "start.css": f"{linked_faces()}\n{start_style()}".encode(),
            "start.js": page_file("served/start.js").encode(),
            "player.css": style.encode(),
            "player.js": _alone(self._script),
            "fallback.js": page_file("served/fallback.js").encode(),
            "program.zip": program,
            "worker.js": _built("worker", built),
        }

    @cached_property
    def assets(self) -> dict[str, str]:
        """The addresses of what pages fetch, which tell its version."""
        return {
            name: _versioned(name, text)
            for name, text in self._fixed.items()
            if not name.endswith(".woff2")  # as the style sheets name them
        }

    @cached_property
    def pages(self) -> list[_SitePage]:
        """Its pages: scenes first, then lessons."""
        return [
            *map(self._free, self.held.scenes),
            *map(self._walked, self.held.lessons),
        ]

    def _free(self, scene: Entry) -> _SitePage:
        plan = alone(of_case(scene))
        state = plan.stops[0].state
        part, params = scene.at(state.params)
        asked = part.quiz.asks(params) if part.quiz else ""
        by = ""
        if source := scene.source:
            by = message("{name}, by {author}.", name=source.name, author=source.author)
        about = sentences(asked, by)
        name = self._name(scene.id)
        return _SitePage(
            Card(name, scene.title, about, _shown(plan)), scene, plan, "scene"
        )

    def _walked(self, plan: Lesson) -> _SitePage:
        scene = plan.stops[0].state.scene
        about: str = plural("one stop", "{count} stops", len(plan.stops))
        if plan.source:
            about = Message("{stops} · {of}", {"stops": about, "of": plan.source})
        name = self._name(f"{scene.id}-lesson")
        return _SitePage(
            Card(name, plan.title, about, _shown(plan)), scene, plan, "lesson"
        )

    def _name(self, wanted: str) -> str:
        """Return the name of a page's files: what any server and address may have."""
        name = _ADDRESSED.sub("-", wanted) or "scene"
        number = 1
        while (found := f"{name}-{number}" if number > 1 else name) in self._taken:
            number += 1
        self._taken.add(found)
        return found

    def _page(self, page: _SitePage) -> dict[str, str]:
        """Return it in every language."""
        linked = page.kind == "scene"
        told = data_in(languages(), page.plan, _SAMPLES, linked=linked)
        found = {}
        for language, lesson in told.items():
            with speaking(language):
                found[language] = self._filled(page, lesson)
        return found

    def _filled(self, page: _SitePage, lesson: dict[str, Any]) -> str:
        """Return it in the language that is spoken, which its lesson is told in."""
        lesson["site"] = self._told(page)
        lesson["tones"] = colors.listed(PROJECTOR)
        if page.kind == "scene":
            lesson["site"]["coming"] = coming(page.scene)
            # Live nothing is said of a state beside its verdict.
            lesson["stops"][0]["say"] = ""
        held = {
            "language": spoken(),
            "title": html.escape(translated(page.plan.title)),
            "policy": html.escape(self._policy(), quote=True),
            "plain": f"{page.card.picture}{plain(page.plan)}",
            "switched_off": translated(SWITCHED_OFF),
            "old": html.escape(translated(_OLD), quote=True),
            "style": self._asset("player.css"),
            "player": self._asset("player.js"),
            "fallback": self._asset("fallback.js"),
            "texts": texts_data(self._script, page_file("served/worker.js")),
            "space": space_data(),
            "lesson": packed(lesson),
        }
        return filled("site_page.html", held)

    def _told(self, page: _SitePage) -> dict[str, Any]:
        """Return what a page knows of the others, and where its worker is."""
        return {
            "kind": page.kind,
            # What Python walks too.
            "lesson": dump(page.plan) if page.kind == "lesson" else None,
            "scene": page.scene.id,
            "worker": self._asset("worker.js"),
            "start": "index.html",
            "languages": [_way(one) for one in languages() if one != spoken()],
            "scenes": [
                {
                    "id": other.scene.id,
                    "title": translated(other.scene.title),
                    "address": other.address,
                    "picture": f"{other.card.name}-light.svg",
                    **told_cases(other.scene),
                    "lesson": self._lesson_of(other.scene),
                }
                for other in self.pages
                if other.kind == "scene"
            ],
            "next": self._lesson_after(page),
        }

    def _lesson_after(self, page: _SitePage) -> dict[str, str] | None:
        """Return where the lesson after this one is; None where it is the last."""
        lessons = iter([one for one in self.pages if one.kind == "lesson"])
        if any(one is page for one in lessons) and (after := next(lessons, None)):
            return {"title": translated(after.plan.title), "address": after.address}
        return None

    def _lesson_of(self, scene: Entry) -> dict[str, str] | None:
        """Return where a scene's lesson is, if it has one."""
        for page in self.pages:
            if page.kind == "lesson" and page.scene.id == scene.id:
                return {"title": translated(page.plan.title), "address": page.address}
        return None

    def _policy(self) -> str:
        python = self.python.origin
        elsewhere = f" {python}" if python else ""
        return "; ".join(
            (
                "default-src 'none'",
                f"script-src 'self' 'wasm-unsafe-eval'{elsewhere}",
                "worker-src 'self'",
                f"connect-src 'self'{elsewhere}",
                "img-src 'self' data: blob:",
                "font-src 'self' data:",
                "style-src 'self' 'unsafe-inline'",
                "base-uri 'none'",
                "form-action 'none'",
            )
        )


def _way(language: str) -> dict[str, str]:
    """Return where the pages in another language lie, and what that calls itself."""
    name = NAMES.get(language, language)
    return {"language": language, "name": name, "at": from_here(language)}


def _shown(plan: Lesson) -> Session:
    """Return a session at the lesson's first stop: a question tells no answer yet."""
    session = Session((plan.stops[0].state.scene,))
    player.start(session, plan)
    return session


def _alone(script: str) -> bytes:
    """Return a script that shares no name with others; a file's page may run it too."""
    return f'"use strict";\n(() => {{\n{script}\n}})();\n'.encode()


def _built(name: str, held: Mapping[str, Any]) -> bytes:
    """Return a worker's script with what it is told of the site before it."""
    script = page_file(f"served/{name}.js")
    return f"const BUILT = {json.dumps(held, sort_keys=True)};\n{script}".encode()


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _versioned(name: str, data: bytes) -> str:
    return f"{name}?{_hash(data)[:_LETTERS]}"
