"""The site: a folder for any web server with pages, the program and Python."""

import ast
import base64
import hashlib
import html
import io
import json
import re
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache, cached_property
from importlib.util import find_spec
from itertools import chain, count
from pathlib import Path
from typing import Any

import playground
from playground.i18n import (
    LANGUAGE_NAMES,
    current_language,
    join_sentences,
    languages,
    message,
    plural,
    translate,
    use_language,
)
from playground.quick_dataclass import dataclass
from playground.render.fonts import external_font_css, page_font_files
from playground.render.theme import DARK, LIGHT, PROJECTOR, Theme, ThemeName
from playground.scene.scene import SceneEntry
from playground.session.atomic_write import write_atomically
from playground.session.lesson import player
from playground.session.lesson.document import Lesson, dump, single_stop_lesson
from playground.session.saved_state import case_state
from playground.session.session import Session
from playground.web.lesson_page import (
    NO_JAVASCRIPT,
    build_data_by_language,
    encode_lesson,
    fill_page,
    render_noscript,
    serialize_space_settings,
)
from playground.web.lesson_page import read_asset as page_file
from playground.web.player_bundle import bundle_player, render_messages
from playground.web.process_pool import map_parallel
from playground.web.pyodide import Pyodide
from playground.web.serialize import colors
from playground.web.serialize.param_fields import serialize_cases
from playground.web.svg_figure import describe_figure, render_themes
from playground.web.worker.state import serialize_live_features

_INTRODUCTION = message(
    "Drag the shapes, step through the derivation, and find where the method of a "
    "published article goes wrong."
)
DEFAULT_LANGUAGE = "en"
"""The language of the top-level pages; others are in folders."""
_CARD_SIZE_PX = (480.0, 300.0)
THEMES = ThemeName.LIGHT, ThemeName.DARK
_CSS_COLORS = ("background", "panel", "border", "text", "text_muted", "accent")


@dataclass(frozen=True)
class Card:
    """A link to a page on the start page: its name, texts, and a session as figure.

    `name` is that of the page's file without its suffix.
    """

    name: str
    title: str
    summary: str
    session: Session

    def render_figures(self) -> dict[str, str]:
        """Return the SVG figures, light and dark, by file name.

        Raises
        ------
        MapError
            The session's map fails.
        """
        return {
            f"{self.name}-{theme}.svg": text
            for theme, text in render_themes(
                self.session, THEMES, _CARD_SIZE_PX, 1.0
            ).items()
        }

    @property
    def figure_html(self) -> str:
        """The figure as an HTML element with alternative text."""
        wide, tall = (round(x) for x in _CARD_SIZE_PX)
        alt = translate_to_html(describe_figure(self.session)[1])
        return (
            "<picture>"
            f'<source srcset="{self.name}-dark.svg"'
            ' media="(prefers-color-scheme: dark)">'
            f'<img src="{self.name}-light.svg" width="{wide}" height="{tall}"'
            f' alt="{alt}"></picture>'
        )


def render_start_page(
    scenes: Iterable[tuple[Card, Sequence[Card]]],
    lessons: Iterable[Card],
    style: str,
    script: str,
) -> str:
    """Return the HTML of the start page in the active language.

    Scenes come with their lessons; `lessons` are those of other scenes. `style` and
    `script` are the addresses of style sheet and script.
    """
    others = [
        _render_language_link(language)
        for language in languages()
        if language != current_language()
    ]
    fields = {
        "language": current_language(),
        "about": translate_to_html(_INTRODUCTION),
        "style": style,
        "script": f'<script defer src="{script}"></script>\n' if others else "",
        "languages": f"<nav>{''.join(others)}</nav>\n" if others else "",
        "cards": _render_section(message("Play", about="scenes"), scenes)
        + _render_section(message("Lessons"), ((card, ()) for card in lessons)),
    }
    return fill_page("start_page.html", fields)


def language_folder(language: str) -> str:
    """Return the folder of a language's pages, relative to the site.

    It is "" for English, else the code with a slash.
    """
    return "" if language == DEFAULT_LANGUAGE else f"{language}/"


def relative_language_folder(language: str) -> str:
    """Return the folder of a language's pages, relative to the active language's."""
    parent_path = "" if current_language() == DEFAULT_LANGUAGE else "../"
    return f"{parent_path}{language_folder(language)}"


def _render_language_link(language: str) -> str:
    """Return the link to the start page in another language."""
    return (
        f'<a lang="{language}" hreflang="{language}" '
        f'href="{relative_language_folder(language)}index.html">'
        f"{LANGUAGE_NAMES.get(language, language)}</a>"
    )


def translate_to_html(text: str) -> str:
    """Return a text as HTML in the active language."""
    return html.escape(translate(text))


def _render_section(title: str, cards: Iterable[tuple[Card, Sequence[Card]]]) -> str:
    """Return a section of the page, or "" without cards."""
    cards_html = "\n".join(_render_card(card, lessons) for card, lessons in cards)
    return (
        f"<h2>{translate_to_html(title)}</h2>\n<ul>\n{cards_html}\n</ul>\n"
        if cards_html
        else ""
    )


def _render_card(card: Card, lessons: Sequence[Card]) -> str:
    summary = f"<p>{translate_to_html(card.summary)}</p>" if card.summary else ""
    ways = "".join(_render_lesson_link(card, lesson) for lesson in lessons)
    return (
        f'<li><a href="{card.name}.html">{card.figure_html}'
        f'<div class="card-text"><h3>{translate_to_html(card.title)}</h3>'
        f"{summary}</div></a>{ways}</li>"
    )


def _render_lesson_link(card: Card, lesson: Card) -> str:
    """Return the link to a lesson on a scene's card.

    A lesson with the scene's title is named "Lesson".
    """
    title = message("Lesson") if lesson.title == card.title else lesson.title
    name, summary = map(translate_to_html, (title, lesson.summary))
    return (
        f'<a class="lesson" href="{lesson.name}.html"><b>{name}</b>'
        f" <span>{summary}</span></a>"
    )


def build_color_style() -> str:
    """Return CSS variables for light and dark colour schemes."""
    dark = f"@media (prefers-color-scheme: dark) {{ {_build_css_variables(DARK)} }}"
    return f"{_build_css_variables(LIGHT)}\n{dark}"


def _build_css_variables(theme: Theme) -> str:
    variables = (
        f"--{name.replace('_', '-')}: {colors.to_css_color(getattr(theme, name))};"
        for name in _CSS_COLORS
    )
    return f":root {{ {' '.join(variables)} }}"


# ----------------------------------------------------------------------------
# The program's archive for the site's workers: only imported modules, unmodified.
# ----------------------------------------------------------------------------


_ROOT = Path(playground.__file__).parents[1]
# The entry point in the worker; scenes are imported by name.
_ENTRY_MODULE = "playground.web.worker.entry"
_OWN_PACKAGES = ("playground", "scenes")
_FORMULA_CONVERTER = "latex2mathml"
# Data files that modules read at run time: translations, font metrics, fonts of
# figures, and lessons.
_DATA_FILES = (
    "playground/i18n/*.mo",
    "playground/judge/examples/*.py",
    "playground/render/embedded/advances.json",
    "playground/render/embedded/japanese.woff2",
    "playground/render/embedded/symbols.woff2",
    "playground/render/embedded/words.woff2",
    "scenes/*/lesson.json",
)
# A constant date, the earliest in a zip file, makes the archive reproducible.
_ARCHIVE_DATE = (1980, 1, 1, 0, 0, 0)
_FILE_MODE_BITS = 0o644 << 16


def build_archive(own: Mapping[str, bytes]) -> bytes:
    """Return the program's archive, a zip file, with the user's files.

    These are given by name, and are in its folder `own`.
    """
    files = dict(_read_program_files())
    files |= {f"own/{name}": data for name, data in own.items()}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, data in sorted(files.items()):
            entry_info = zipfile.ZipInfo(name, _ARCHIVE_DATE)
            entry_info.external_attr = _FILE_MODE_BITS
            entry_info.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(entry_info, data, compresslevel=9)
    return buffer.getvalue()


def _read_program_files() -> Iterator[tuple[str, bytes]]:
    """Yield name and contents of each file in the archive."""
    data_files = (file for pattern in _DATA_FILES for file in _ROOT.glob(pattern))
    for file in (*_find_module_files(), *data_files):
        yield file.relative_to(_ROOT).as_posix(), file.read_bytes()
    yield from _read_converter_files()


def _find_module_files() -> set[Path]:
    """Return the files of the entry point, of the scenes, and of all they import.

    Imports inside functions count, imports under TYPE_CHECKING do not.
    """
    files: set[Path] = set()
    scenes = (_ROOT / "scenes").rglob("*.py")
    names = (file.relative_to(_ROOT).with_suffix("").parts for file in scenes)
    waiting = [_ENTRY_MODULE, *map(".".join, names)]
    while waiting:
        module = waiting.pop()
        file = _find_module_file(module)
        if file is None or file in files:
            continue
        files.add(file)
        # Importing a module imports its package too.
        waiting.append(module.rpartition(".")[0])
        waiting.extend(_find_imports(ast.parse(file.read_bytes())))
    return files


def _find_imports(tree: ast.AST) -> Iterator[str]:
    """Yield the names of possible modules that a syntax tree imports."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                for statement in node.orelse:
                    yield from _find_imports(statement)
                continue
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module
                yield from (f"{module}.{alias.name}" for alias in node.names)
        yield from _find_imports(node)


def _find_module_file(module: str) -> Path | None:
    """Return the file of a first-party module, or None for others."""
    if module.partition(".")[0] not in _OWN_PACKAGES:
        return None
    place = _ROOT.joinpath(*module.split("."))
    files = (place / "__init__.py", place.with_suffix(".py"))
    return next((file for file in files if file.is_file()), None)


def _read_converter_files() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the formula converter, which is pure Python."""
    spec = find_spec(_FORMULA_CONVERTER)
    assert spec is not None
    assert spec.origin is not None
    home = Path(spec.origin).parent
    for file in sorted(home.rglob("*")):
        if file.suffix in (".py", ".txt") and file.is_file():
            name = file.relative_to(home.parent).as_posix()
            # It only looks up its version, through a slow import.
            empty = file == home / "__init__.py"
            yield name, b"" if empty else file.read_bytes()


# ----------------------------------------------------------------------------


# A page that Python takes over needs few samples itself.
_SAMPLES = 16
# In order; later ones override earlier ones.
_STYLE_SHEETS = (
    "player.css",
    "free_play.css",
    "plots.css",
    "quiz.css",
    "site.css",
    "phone.css",
)
_OLD_BROWSER = message("This browser is too old to move the picture. Use a newer one.")
_UNSAFE_CHARACTERS = re.compile(r"[^\w-]+", re.ASCII)
# Files of the site that Python's workers load.
_WORKER_FILES = ("program.zip", "worker.js")
# The length of hashes in file addresses.
_VERSION_LETTERS = 16

FileCallback = Callable[[str], None]


@dataclass(frozen=True)
class SiteContents:
    """The contents of a site.

    Attributes
    ----------
    scenes : sequence of SceneEntry
        Scenes, each on a page of its own.
    lessons : sequence of Lesson
        Lessons, each on a page of its own.
    own : mapping
        The contents of the files of the user's scenes, by file name.
    """

    scenes: Sequence[SceneEntry]
    lessons: Sequence[Lesson]
    own: Mapping[str, bytes] = field(default_factory=dict)


def write_site(
    folder: Path,
    held: SiteContents,
    python: Pyodide,
    on_file_written: FileCallback,
    processes: int,
) -> None:
    """Write the site to a folder.

    Parameters
    ----------
    folder : Path
        The folder; created if missing. Other files in it are kept.
    held : SiteContents
        The contents, in the order of the start page.
    python : Pyodide
        The location of Pyodide for its pages.
    on_file_written : callable
        Called with the name of each written file.
    processes : int
        The number of processes that compute pages.

    Raises
    ------
    OSError
        The folder cannot be written, or Pyodide's cannot be read.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in _SiteBuilder(held, python).files(processes):
        (folder / name).parent.mkdir(exist_ok=True)
        write_atomically(folder / name, text)
        on_file_written(name)
    if python.folder:
        (folder / python.address).mkdir(exist_ok=True)
        for name in python.sizes:
            shutil.copyfile(python.folder / name, folder / python.address / name)
            on_file_written(f"{python.address}{name}")


@dataclass(frozen=True)
class _SitePage:
    """A page of the site: its card on the start page, and its scene or lesson."""

    card: Card
    scene: SceneEntry
    lesson: Lesson
    kind: str

    @property
    def address(self) -> str:
        return f"{self.card.name}.html"


class _SiteBuilder:
    """A builder of all files except Pyodide's, each on demand."""

    def __init__(self, held: SiteContents, python: Pyodide) -> None:
        self.contents = held
        self.python = python
        self._used_names: set[str] = {"index"}

    def files(self, processes: int) -> Iterator[tuple[str, bytes]]:
        """Yield name and content of each file.

        The service worker, which lists all, is last.
        """
        hashes: dict[str, str] = {}
        for name, text in self._build_files(processes):
            # With the version in its address, except for pages.
            hashes[self.assets.get(name, name)] = _hash_bytes(text)
            yield name, text
        version = _hash_bytes(json.dumps(hashes).encode())[:_VERSION_LETTERS]
        built_files = {
            "version": version,
            "files": hashes,
            "python": self.python.address,
            "pythonFiles": dict(self.python.hashes),
            "cacheName": self.python.cache_key,
        }
        data = json.dumps(built_files, sort_keys=True)
        script = page_file("served/service.js")
        yield "service.js", f"const BUILT = {data};\n{script}".encode()

    def _build_files(self, processes: int) -> Iterator[tuple[str, bytes]]:
        yield from self._shared_files.items()
        for language in languages():
            yield from self._build_start_page(language)
        texts = map_parallel(
            lambda n: self._render_page(self.pages[n]), len(self.pages), processes
        )
        for page, told in zip(self.pages, texts, strict=True):
            for language, text in told.items():
                yield f"{language_folder(language)}{page.address}", text.encode()

    def _build_start_page(self, language: str) -> Iterator[tuple[str, bytes]]:
        """Yield the figures and the start page in a language."""
        folder = language_folder(language)
        with use_language(language):
            for page in self.pages:
                for name, text in page.card.render_figures().items():
                    yield f"{folder}{name}", text.encode()
            style, script = map(self._find_asset_address, ("start.css", "start.js"))
            start = render_start_page(*self._list_cards(), style, script)
            yield f"{folder}index.html", start.encode()

    def _find_asset_address(self, name: str) -> str:
        """Return the address of a file, relative to pages in the active language."""
        return f"{relative_language_folder(DEFAULT_LANGUAGE)}{self.assets[name]}"

    def _list_cards(self) -> tuple[list[tuple[Card, list[Card]]], list[Card]]:
        """Return each scene's card with its lessons, and the other scenes' lessons."""
        lessons: dict[str, list[Card]] = {}
        for page in self.pages:
            if page.kind == "lesson":
                lessons.setdefault(page.scene.id, []).append(page.card)
        scenes = [
            (page.card, lessons.pop(page.scene.id, []))
            for page in self.pages
            if page.kind == "scene"
        ]
        return scenes, [card for cards in lessons.values() for card in cards]

    @cached_property
    def _player_script(self) -> str:
        return bundle_player(first="site_start")

    @cached_property
    def _shared_files(self) -> dict[str, bytes]:
        """The files that all pages share."""
        fonts, license_text = external_font_css(), page_file("codemirror/LICENSE")
        editor = page_file("codemirror/codemirror.js")
        style = "\n".join((fonts, *map(page_file, _STYLE_SHEETS)))
        start_style = f"{fonts}\n{build_color_style()}\n{page_file('start_page.css')}"
        return {
            **page_font_files(),
            "start.css": start_style.encode(),
            "start.js": page_file("served/start.js").encode(),
            "player.css": style.encode(),
            # A classic script with a scope, since modules fail at file addresses.
            "player.js": b'"use strict";\n' + _scope_script(self._player_script),
            "fallback.js": page_file("served/fallback.js").encode(),
            "codemirror.js": f"/*\n{license_text}*/\n{editor}".encode(),
            "program.zip": build_archive(self.contents.own),
            # It follows Pyodide's script.
            "worker.js": _scope_script(page_file("served/worker.js")),
        }

    @cached_property
    def assets(self) -> dict[str, str]:
        """The addresses of shared files, with their versions, by name."""
        return {
            name: f"{name}?{_hash_bytes(text)[:_VERSION_LETTERS]}"
            for name, text in self._shared_files.items()
            if not name.endswith(".woff2")  # style sheets use plain names
        }

    @cached_property
    def pages(self) -> list[_SitePage]:
        """The pages of scenes, then of lessons."""
        return [
            *map(self._create_scene_page, self.contents.scenes),
            *map(self._create_lesson_page, self.contents.lessons),
        ]

    def _create_scene_page(self, scene: SceneEntry) -> _SitePage:
        plan = single_stop_lesson(case_state(scene))
        state = plan.stops[0].state
        part, params = scene.resolve(state.params)
        question = part.quiz.question_for(params) if part.quiz else ""
        by = ""
        if source := scene.source:
            by = message("{name}, by {author}.", name=source.name, author=source.author)
        about = join_sentences(question, by)
        card = self._create_card(scene.id, scene.title, about, plan)
        return _SitePage(card, scene, plan, "scene")

    def _create_lesson_page(self, plan: Lesson) -> _SitePage:
        scene = plan.stops[0].state.scene
        about = plural("one stop", "{count} stops", len(plan.stops))
        card = self._create_card(f"{scene.id}-lesson", plan.title, about, plan)
        return _SitePage(card, scene, plan, "lesson")

    def _create_card(self, name: str, title: str, about: str, plan: Lesson) -> Card:
        """Return the card of a page at its first stop, with questions unanswered.

        Its file name is unique, and safe for any server and address.
        """
        stem = _UNSAFE_CHARACTERS.sub("-", name) or "scene"
        names = chain([stem], (f"{stem}-{number}" for number in count(2)))
        file_name = next(one for one in names if one not in self._used_names)
        self._used_names.add(file_name)
        session = Session((plan.stops[0].state.scene,))
        player.start_lesson(session, plan)
        return Card(file_name, title, about, session)

    def _render_page(self, page: _SitePage) -> dict[str, str]:
        """Return the HTML of a page in every language."""
        linked = page.kind == "scene"
        data_by_language = build_data_by_language(
            languages(), page.lesson, _SAMPLES, linked=linked
        )
        rendered = {}
        for language, lesson in data_by_language.items():
            with use_language(language):
                rendered[language] = self._render_in_language(page, lesson)
        return rendered

    def _render_in_language(self, page: _SitePage, lesson: dict[str, Any]) -> str:
        """Return the HTML of a page in the active language."""
        lesson["site"] = self._serialize_site(page)
        lesson["tones"] = colors.serialize_palettes(PROJECTOR)
        if page.kind == "scene":
            lesson["site"]["coming"] = serialize_live_features(page.scene)
            start = page.scene.start
            lesson["site"]["task"] = translate(start.instruction) if start else ""
            # With Python, a state has no sentence other than its verdict.
            lesson["stops"][0]["say"] = ""
        fields = {
            "language": current_language(),
            "title": translate_to_html(page.lesson.title),
            "policy": html.escape(self._build_security_policy(), quote=True),
            "plain": f"{page.card.figure_html}{render_noscript(page.lesson)}",
            "switched_off": translate(NO_JAVASCRIPT),
            "old": translate_to_html(_OLD_BROWSER),
            "style": self._find_asset_address("player.css"),
            "player": self._find_asset_address("player.js"),
            "fallback": self._find_asset_address("fallback.js"),
            "texts": render_messages(
                self._player_script, page_file("served/worker.js")
            ),
            "space": serialize_space_settings(),
            "lesson": encode_lesson(lesson),
        }
        return fill_page("site_page.html", fields)

    def _serialize_site(self, page: _SitePage) -> dict[str, Any]:
        """Return a page's data about the other pages and its worker."""
        lessons = [lesson for lesson in self.pages if lesson.kind == "lesson"]
        return {
            "kind": page.kind,
            # For Python, which opens the lesson too.
            "lesson": dump(page.lesson) if page.kind == "lesson" else None,
            "scene": page.scene.id,
            "python": self._serialize_python(),
            "editor": self._find_asset_address("codemirror.js"),
            "start": "index.html",
            "languages": [
                {
                    "language": language,
                    "name": LANGUAGE_NAMES.get(language, language),
                    "at": relative_language_folder(language),
                }
                for language in languages()
                if language != current_language()
            ],
            "scenes": [
                {
                    "id": other_page.scene.id,
                    "title": translate(other_page.scene.title),
                    "address": other_page.address,
                    "picture": f"{other_page.card.name}-light.svg",
                    **serialize_cases(other_page.scene),
                    "lesson": _link_first(
                        lesson
                        for lesson in lessons
                        if lesson.scene.id == other_page.scene.id
                    ),
                }
                for other_page in self.pages
                if other_page.kind == "scene"
            ],
            "next": _link_first(
                lessons[lessons.index(page) + 1 :] if page in lessons else ()
            ),
        }

    def _serialize_python(self) -> dict[str, Any]:
        """Return the files that a page hands to Python's workers."""
        root = relative_language_folder(DEFAULT_LANGUAGE)
        python = self.python
        folder = f"{root if python.folder else ''}{python.address}"
        of_python = [
            (name, f"{folder}{name}", size, python.hashes.get(name, ""), True)
            for name, size in python.sizes.items()
        ]
        of_site = [
            (name, self._find_asset_address(name), len(data), _hash_bytes(data), False)
            for name, data in self._shared_files.items()
            if name in _WORKER_FILES
        ]
        fields = "name", "address", "size", "hash", "isKept"
        return {
            "files": [
                dict(zip(fields, file, strict=True)) for file in of_python + of_site
            ],
            "sandbox": _build_sandbox_page(),
            "root": root or "./",
            "cacheName": python.cache_key,
        }

    def _build_security_policy(self) -> str:
        python = self.python.origin
        elsewhere = f" {python}" if python else ""
        # The script that starts Python's workers is in a document of an opaque origin
        # with the same policy.
        return (
            "default-src 'none'; "
            f"script-src 'self' 'wasm-unsafe-eval' {_hash_sandbox_script()}; "
            f"worker-src 'self' blob:; connect-src 'self'{elsewhere}; "
            "img-src 'self' data: blob:; font-src 'self' data:; "
            "style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'"
        )


def _link_first(pages: Iterable[_SitePage]) -> dict[str, str] | None:
    """Return title and address of the first of the pages, or None."""
    for page in pages:
        return {"title": translate(page.lesson.title), "address": page.address}
    return None


def _scope_script(script: str) -> bytes:
    """Return a script whose names are its own."""
    return f"(() => {{\n{script}\n}})();\n".encode()


@cache
def _build_sandbox_page() -> str:
    """Return the document that starts Python's workers, with no network access."""
    policy = (
        f"default-src 'none'; connect-src 'none'; worker-src blob:; "
        f"script-src 'wasm-unsafe-eval' {_hash_sandbox_script()}"
    )
    return (
        '<!doctype html><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<script>{page_file('served/sandbox.js')}</script>"
    )


@cache
def _hash_sandbox_script() -> str:
    """Return the hash of the sandbox's script for a security policy."""
    digest = hashlib.sha256(page_file("served/sandbox.js").encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _hash_bytes(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
