"""`playground site`: a folder that any web server serves as it is."""

import functools
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from playground.command_line.main import main
from playground.page import mathml
from playground.study import lesson as plans
from playground.study.lesson import Lesson, Stop
from playground.study.state import of_case
from scenes import SCENES

HOSTILE = '</a><script>alert("x")</script>&amp;{{cards}}'


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class _Links(HTMLParser):
    """Collects what a page leads to, and its elements."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        names = {"href", "src", "srcset"}
        self.found += [value for name, value in attrs if name in names and value]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two lessons of one scene, one of them with a title that means harm."""
    home = tmp_path_factory.mktemp("site")
    scene = SCENES[0]
    for name, title in (("one", "First"), ("two", HOSTILE)):
        plan = Lesson(title, (Stop(of_case(scene), "Look."),))
        (home / f"{name}.json").write_text(plans.dump(plan), encoding="utf-8")
    files = [str(home / f"{name}.json") for name in ("one", "two")]
    assert main(["site", *files, "-o", str(home / "out")]) == 0
    return home / "out"


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    handler = functools.partial(_Quiet, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


def test_the_start_page_leads_to_files_that_are_there(folder: Path) -> None:
    links = _Links()
    links.feed((folder / "index.html").read_text(encoding="utf-8"))
    own = {name for name in links.found if not name.startswith("data:")}
    assert own == {file.name for file in folder.iterdir()} - {"index.html"}


def test_a_title_is_text_and_nothing_else(folder: Path) -> None:
    links = _Links()
    links.feed((folder / "index.html").read_text(encoding="utf-8"))
    assert "script" not in links.tags
    assert links.tags.count("a") == 2


def test_the_pictures_of_a_question_do_not_answer_it(tmp_path: Path) -> None:
    from playground.page.site import site

    plan = plans.lesson_of(SCENES[0], SCENES)
    assert plan is not None
    assert plan.stops[0].question
    plan = Lesson(plan.title, plan.stops[:1])
    site(tmp_path, [plan], lambda _: None, 1)
    picture = (tmp_path / "ray_circle-light.svg").read_text(encoding="utf-8")
    start = (tmp_path / "index.html").read_text(encoding="utf-8")
    for text in (picture, start):
        assert "1.268" not in text
        assert "Hit" not in text


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 390, 320])
def test_a_card_opens_its_lesson(browser: Any, address: str, width: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800})
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("requestfailed", lambda request: heard.append(request.url))
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    pictures = page.locator("img")
    assert all(
        pictures.nth(i).evaluate("image => image.naturalWidth > 0")
        for i in range(pictures.count())
    )
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("h1")
    assert page.title() == HOSTILE
    assert heard == []
    page.close()


def test_without_the_converter_it_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mathml, "available", lambda: False)
    assert main(["site", "-o", str(tmp_path / "out")]) == 2
    assert "geometry-playground[export]" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
