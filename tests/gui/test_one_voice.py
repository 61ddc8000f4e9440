"""Symbols: typeset alike in window, panels, SVG and page, in every scene."""

import re
from unicodedata import normalize
from xml.etree import ElementTree as ET

import pytest
from every import ENTRIES, every_scene, few_scenes

from playground.gui.panels.lesson import stop_sentence
from playground.render.fonts import MATH
from playground.render.text_layout import TextStyle
from playground.render.theme import ThemeName
from playground.scene.math_text import RunKind, split_runs
from playground.scene.primitives import Label
from playground.session.lesson import player
from playground.session.session import Session
from playground.session.view.animation import animate_primitives
from playground.web.serialize.sample_texts import mark_name_symbols, mark_symbols
from playground.web.svg_figure import render_svg
from scenes import SCENES

_SVG = "{http://www.w3.org/2000/svg}"
_MARK = re.compile("[\ue010-\ue013](?:[^\ue01e\ue01f]*\ue01e)?([^\ue01f]*)\ue01f")


def labels(scene) -> set[str]:
    session = Session((scene,))
    return {
        record.text
        for view in animate_primitives(session.scene_view).self_and_views
        for record in view.primitives
        if isinstance(record, Label)
    }


def said(text: str, *, name: bool) -> list[str]:
    """Return the mathematical parts of a text."""
    return [
        run.text for run in split_runs(text, name=name) if run.kind is not RunKind.WORD
    ]


def bare(text: str) -> str:
    """Return the letters of a text, independent of the style of its symbols."""
    return re.sub("[ _]", "", normalize("NFKC", text.replace("'", "′")))


@pytest.mark.parametrize(
    "text",
    [
        "It touches the wall after 0.5 s and then leaves it again, 12 m away.",
        "At t = 0.5 s the ball is at (1, 2), and its speed is v = 3 m/s there.",
        "The gap is 1.2 × 10 to the right, 4 m² in all, and 3 rad around.",
    ],
)
def test_a_number_and_its_unit_keep_to_a_line_however_narrow(driver, text):
    gui = driver.window.main_view.gui
    starts = {"s", "m", "m²", "rad", "m/s", "=", "×", "2"}
    for room in range(60, 460, 4):
        lines: dict[float, list] = {}
        for _, y, piece in gui.paragraph(text, 15.0, float(room)).pieces:
            lines.setdefault(round(y / 15.0), []).append(piece.text)
        for pieces in lines.values():
            first = "".join(pieces).replace("\u00a0", " ").split()[0]
            assert first.rstrip(".,)") not in starts, (room, lines)


def test_the_window_sets_a_name_as_it_is_described(driver):
    for scene in ENTRIES:
        for text in labels(scene):
            line = driver.window.main_view.gui.line(text, 20.0, TextStyle.NAME)
            found = [piece.text for piece in line.pieces if piece.font_stack is MATH]
            assert found == said(text, name=True), text


@every_scene
def test_so_does_a_picture_and_a_page(scene):
    root = ET.fromstring(
        render_svg(Session((scene,)), ThemeName.LIGHT, (640, 480), 1.0)
    )
    drawn = {
        "".join(text.itertext()): [
            part.text
            for part in text.iter(f"{_SVG}tspan")
            if "Playground Math" in part.get("font-family", "")
        ]
        for text in root.iter(f"{_SVG}text")
    }
    for text in labels(scene):
        whole = "".join(run.text for run in split_runs(text, name=True))
        assert drawn[whole] == said(text, name=True)
        assert _MARK.findall(mark_name_symbols(text)) == said(text, name=True)


def test_sentences_and_rows_speak_alike_in_panels_and_page(driver):
    for scene in ENTRIES:
        driver.open(scene.id)
        study, gui = driver.session.scene_view, driver.window.main_view.gui
        texts = [row.name for row in study.rows] + [step.text for step in study.steps]
        for text in texts:
            found = gui.paragraph(text, 15.0, 300.0).pieces
            set_ = "".join(
                piece.text for _, _, piece in found if piece.font_stack is MATH
            )
            assert set_ == "".join(said(text, name=False))
            assert "".join(_MARK.findall(mark_symbols(text))) == set_


def test_no_paragraph_is_wider_than_its_room_nor_loses_a_letter(driver):
    for scene in ENTRIES:
        driver.open(scene.id)
        gui = driver.window.main_view.gui
        for step in driver.session.scene_view.steps:
            for room in (180.0, 284.0):
                found = gui.paragraph(step.text, 15.0, room)
                assert found.width <= room
                letters = "".join(piece.text for _, _, piece in found.pieces)
                assert bare(letters) == bare(step.text)


@pytest.mark.slow
@pytest.mark.parametrize("entry", few_scenes(SCENES), ids=lambda entry: entry.id)
def test_a_lesson_speaks_with_the_symbols_of_its_figure(driver, entry, monkeypatch):
    """Each sentence of a stop is set as its runs are described."""
    gui, set_ = driver.window.main_view.gui, []

    def noted(text, *looks, paragraph=gui.paragraph, **named):
        found = paragraph(text, *looks, **named)
        set_.append((text, found))
        return found

    monkeypatch.setattr(gui, "paragraph", noted)
    player.start_shipped_lesson(driver.session, entry)
    for place in range(len(driver.session.lesson.document.stops)):
        player.go_to_stop(driver.session, place)
        set_.clear()
        driver.settle(1)
        whole = stop_sentence(driver.session.lesson)
        found = next(paragraph for text, paragraph in set_ if text == whole)
        math = "".join(p.text for _, _, p in found.pieces if p.font_stack is MATH)
        assert math == "".join(said(whole, name=False))
