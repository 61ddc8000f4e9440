"""The playground as a folder for any web server: pages, the program, and Python."""

import hashlib
import html
import json
import re
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from playground.language import (
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
from playground.page import colours
from playground.page.cases import told_cases
from playground.page.live.telling import coming
from playground.page.one_file import (
    SWITCHED_OFF,
    data_in,
    file,
    filled,
    packed,
    plain,
    space_data,
)
from playground.page.player_script import player_script
from playground.page.player_texts import texts_data
from playground.page.processes import each
from playground.page.program_archive import archive
from playground.page.pyodide import Pyodide
from playground.page.start_page import (
    FIRST,
    Card,
    folder_of,
    from_here,
    start_page,
    start_style,
)
from playground.render.embedded import linked_faces, page_fonts
from playground.render.theme import PROJECTOR
from playground.scene.scene import Entry
from playground.study import lesson_walking
from playground.study.disk import write_whole
from playground.study.lesson import Lesson, alone, dump
from playground.study.session import Session
from playground.study.state import of_case

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
            "kept": self.python.known,
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
            "kept": self.python.known,
            "program": _versioned("program.zip", program),
        }
        sheets = "\n".join(map(file, _SHEETS))
        style = f"{linked_faces()}\n{sheets}"
        return {
            **page_fonts(),
            "start.css": f"{linked_faces()}\n{start_style()}".encode(),
            "start.js": file("served/start.js").encode(),
            "player.css": style.encode(),
            "player.js": _alone(self._script),
            "fallback.js": file("served/fallback.js").encode(),
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
        lesson["tones"] = colours.listed(PROJECTOR)
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
            "texts": texts_data(self._script, file("served/worker.js")),
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
    lesson_walking.start(session, plan)
    return session


def _alone(script: str) -> bytes:
    """Return a script that shares no name with others; a file's page may run it too."""
    return f'"use strict";\n(() => {{\n{script}\n}})();\n'.encode()


def _built(name: str, held: Mapping[str, Any]) -> bytes:
    """Return a worker's script with what it is told of the site before it."""
    script = file(f"served/{name}.js")
    return f"const BUILT = {json.dumps(held, sort_keys=True)};\n{script}".encode()


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _versioned(name: str, data: bytes) -> str:
    return f"{name}?{_hash(data)[:_LETTERS]}"
