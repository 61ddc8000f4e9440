"""Folder written by `playground site`, which any web server can serve."""

import base64
import gzip
import hashlib
import html
import json
import posixpath
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from effort import one_and_exhaustively_each
from page_data import decode_lesson
from served_site import Server

from playground.cli.main import main
from playground.session.lesson import document as plans
from playground.session.lesson.document import Lesson, Stop
from playground.session.saved_state import case_state
from playground.web.lesson_page import read_asset
from playground.web.pyodide import ADDRESS, locate_pyodide
from playground.web.serialize import sample_texts as serialize_text
from playground.web.site import SiteContents, write_site
from scenes import SCENES

pytestmark = pytest.mark.slow

HOSTILE = '</a><script>alert("x")</script>&amp;{{cards}}'


class _Links(HTMLParser):
    """Parser that collects a page's links and elements."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: list[str] = []
        self.policy = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        names = {"href", "src", "srcset"}
        self.found += [value for name, value in attrs if name in names and value]
        if tag == "meta" and dict(attrs).get("http-equiv"):
            self.policy = str(dict(attrs)["content"])


def files(folder: Path) -> dict[str, bytes]:
    """Return the content of every file by its address."""
    found = sorted(file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in found}


def wanted(folder: Path, page: str) -> set[str]:
    """Return the addresses of the files that a page links to."""
    names = (name.partition("?")[0] for name in read(folder, page).found)
    beside = posixpath.dirname(page)
    own = {name for name in names if not name.startswith("data:")}
    return {posixpath.normpath(posixpath.join(beside, name)) for name in own}


def read(folder: Path, name: str) -> _Links:
    return _Links((folder / name).read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site of a scene and two lessons, one of them with a malicious title."""
    home = tmp_path_factory.mktemp("site")
    scene = SCENES[0]
    for name, title in (("one", "First"), ("two", HOSTILE)):
        plan = Lesson(title, (Stop(case_state(scene), "Look."),))
        (home / f"{name}.json").write_text(plans.dump(plan), encoding="utf-8")
    files = [str(home / f"{name}.json") for name in ("one", "two")]
    assert main(["site", *files, "-o", str(home / "out")]) == 0
    return home / "out"


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with Server(folder) as server:
        yield server.address


def test_each_page_leads_to_files_that_are_there(folder: Path) -> None:
    there = set(files(folder))
    pages = {
        "index.html",
        "ray_circle.html",
        "ray_circle-lesson.html",
        "ray_circle-lesson-2.html",
    }
    every = {"": pages, "ja/": {f"ja/{page}" for page in pages}}
    assert {name for name in there if name.endswith(".html")} == set().union(
        *every.values()
    )
    for language, own in every.items():
        assert all(wanted(folder, page) <= there for page in own)
        assert own <= wanted(folder, f"{language}index.html") | {
            f"{language}index.html"
        }


def test_titles_are_text_and_nothing_else(folder: Path) -> None:
    start = read(folder, "index.html")
    # Its own, which leads to the language of whoever comes.
    assert start.tags.count("script") == 1
    assert start.tags.count("a") == 4
    page = read(folder, "ray_circle-lesson-2.html")
    assert page.tags.count("script") == 4
    assert "alert" not in "".join(page.found)


def test_a_page_allows_no_script_but_the_sites(folder: Path) -> None:
    rules = dict(
        rule.strip().split(" ", 1)
        for rule in read(folder, "ray_circle.html").policy.split(";")
    )
    origin = "https://cdn.jsdelivr.net"
    assert rules["default-src"] == "'none'"
    assert rules["connect-src"] == f"'self' {origin}"
    assert rules["worker-src"] == "'self' blob:"
    # And the one that begins Python's workers, where nothing can be fetched.
    text = (folder / "ray_circle.html").read_text(encoding="utf-8")
    sandbox = decode_lesson(text)["site"]["python"]["sandbox"]
    script = sandbox.partition("<script>")[2].removesuffix("</script>")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert rules["script-src"] == f"'self' 'wasm-unsafe-eval' 'sha256-{digest}'"
    assert "connect-src 'none'" in sandbox
    assert f"script-src 'wasm-unsafe-eval' 'sha256-{digest}'" in sandbox


def test_a_page_knows_the_others(folder: Path) -> None:
    text = (folder / "ray_circle-lesson.html").read_text(encoding="utf-8")
    told = decode_lesson(text)["site"]
    assert (told["kind"], told["scene"]) == ("lesson", "ray_circle")
    [scene] = told["scenes"]
    assert scene["address"] == "ray_circle.html"
    named = [name for _, names in scene["cases"] for name in names]
    assert sorted(named) == sorted(SCENES[0].cases)
    after = told["next"]
    assert after["title"] == HOSTILE
    last = (folder / after["address"]).read_text(encoding="utf-8")
    assert decode_lesson(last)["site"]["next"] is None
    # Python opens the same lesson.
    assert plans.load(told["lesson"], SCENES).title == "First"


@pytest.mark.parametrize("language", ["", "ja/"])
def test_without_python_a_page_is_below_400_kilobytes(
    server: Server, language: str
) -> None:
    folder = server.folder
    page = f"{language}sphere_line-lesson.html"
    # The letters of Japanese are fetched where they are shown.
    fonts = {
        file.name
        for file in folder.glob("*.woff2")
        if language or not file.stem.startswith("japanese")
    }
    names = {name for name in wanted(folder, page) if not name.endswith(".svg")}
    sizes = [
        len(gzip.compress((folder / name).read_bytes()))
        for name in {page, *names, *fonts}
    ]
    assert "player.js" in names
    assert sum(sizes) < 400 * 1024


def test_the_editor_is_small_and_carries_its_license(folder: Path) -> None:
    script = (folder / "codemirror.js").read_bytes()
    assert len(gzip.compress(script)) < 150_000
    assert script.startswith(b"/*\ncodemirror.js is made of")
    assert b"Permission is hereby granted" in script
    named = json.loads(read_asset("codemirror/package.json"))["devDependencies"]
    for name in named.keys() - {"esbuild"}:
        assert f"{name} {named[name]}: Copyright".encode() in script


def test_the_same_site_is_written_byte_for_byte(folder: Path, tmp_path: Path) -> None:
    stop = Stop(case_state(SCENES[0]), "Look.")
    lessons = [Lesson(title, (stop,)) for title in ("First", HOSTILE)]
    held = SiteContents(SCENES[:1], lessons)
    write_site(tmp_path, held, locate_pyodide(None), lambda _: None, 2)
    assert files(tmp_path) == files(folder)


def test_the_service_worker_knows_every_file_with_its_hash(folder: Path) -> None:
    text = (folder / "service.js").read_text(encoding="utf-8")
    built = json.loads(text.partition("const BUILT = ")[2].partition(";\n")[0])
    assert built["python"] == ADDRESS
    known = {name.partition("?")[0]: of for name, of in built["files"].items()}
    assert known == {
        name: hashlib.sha256(data).hexdigest()
        for name, data in files(folder).items()
        if name != "service.js"
    }
    # It keeps what pages ask for, under the very address.
    for page in folder.glob("*.html"):
        scripts = re.findall(r'(?:src|href)="([^"]*\?[^"]*)"', page.read_text("utf-8"))
        assert set(map(html.unescape, scripts)) <= set(built["files"])


def test_the_pictures_of_a_question_do_not_answer_it(server: Server) -> None:
    plan = plans.read_shipped_lesson(SCENES[0], SCENES)
    assert plan is not None
    assert plan.stops[0].question
    for name in ("ray_circle-lesson-light.svg", "ray_circle-lesson.html"):
        text = (server.folder / name).read_text("utf-8").partition("<script")[0]
        assert "1.268" not in text
        assert "Hit" not in text


@pytest.mark.parametrize("width", one_and_exhaustively_each([390, 1280, 320]))
def test_a_card_opens_its_lesson(browser: Any, address: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    # Python is elsewhere, where no test asks for anything.
    page.route(f"{ADDRESS}**", lambda route: route.abort())
    heard: list[str] = []
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    pictures = page.locator("img")
    assert all(
        pictures.nth(i).evaluate("image => image.naturalWidth > 0")
        for i in range(pictures.count())
    )
    for _ in range(4):  # past the way to another language
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".verdict")
    assert page.title() == HOSTILE
    page.wait_for_selector("html[data-live=failed]", state="attached")
    assert "cdn.jsdelivr.net" in page.inner_text(".loading")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert heard == []
    page.close()


def test_without_the_converter_it_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serialize_text, "can_convert_formulas", lambda: False)
    assert main(["site", "-o", str(tmp_path / "out")]) == 2
    assert "geometry-playground[export]" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
