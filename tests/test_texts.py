"""Letters on screen: each is in a font, as others are drawn as boxes."""

import ast
from collections.abc import Iterator

import pytest
from every import ENTRIES, every_scene
from PIL import ImageFont
from sources import parse_sources

from playground.check.rules_declarations import scene_texts
from playground.gui.imgui_fonts import font_file
from playground.render.fonts import BODY, BOLD, ICONS, font_letters, missing_letters
from playground.scene.formula_symbols import to_unicode
from playground.scene.scene import SceneEntry
from playground.session.view_model import SceneView

FOLDERS = (
    "scenes/",
    "playground/gui/",
    "playground/scene/",
    "playground/analysis/",
    "playground/check/",
    "playground/judge/",
    "playground/quiz/",
    "playground/tracing/",
)


def constants(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and text of every string in a source file except for docstrings."""
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        told = isinstance(node, ast.Constant) and id(node) not in docs
        if told and isinstance(node.value, str):
            yield node.lineno, node.value


@every_scene
def test_all_that_a_scene_says_can_be_read(scene: SceneEntry) -> None:
    assert {
        text: bad for text in scene_texts(scene) if (bad := missing_letters(text))
    } == {}


def test_nothing_unreadable_waits_in_a_branch_no_case_takes() -> None:
    fonts = BODY + ICONS
    unreadable = {
        f"{path}:{line}": bad
        for path, tree in parse_sources().items()
        if path.startswith(FOLDERS)
        for line, text in constants(tree)
        # Tabs are only copied.
        if (bad := missing_letters(text.replace("\t", " "), fonts))
    }
    assert unreadable == {}


@every_scene
def test_formulas_can_be_read_where_latex_cannot_be_set(scene: SceneEntry) -> None:
    """Without the locale that MicroTeX wants, they are drawn as plain text."""
    for case in scene.cases.values():
        for step in SceneView(scene, case.params).steps:
            for latex in (step.formula, step.numbers, step.result):
                plain = to_unicode(latex)
                assert not set(plain) & set("\\{}"), latex
                assert missing_letters(plain) == "", latex
                assert bool(plain) == bool(latex)


def test_bold_text_can_be_read_too() -> None:
    titles = [scene.title for scene in ENTRIES]
    outcomes = [case.outcome for scene in ENTRIES for case in scene.cases.values()]
    assert {text for text in titles + outcomes if missing_letters(text, BOLD)} == set()


@pytest.mark.parametrize("name", [*BODY, *ICONS])
def test_the_table_of_letters_is_read_right(name: str) -> None:
    """FreeType draws the same empty box for whatever a font does not have."""
    font = ImageFont.truetype(font_file(name), 20)
    have = font_letters(name)
    box = bytes(font.getmask("\uffff"))
    boxes = [
        c for c in "ABCxyz0189円ア、" if c in have and bytes(font.getmask(c)) == box
    ]
    assert boxes == []
    lacking = [c for c in "鸞ₙ🜨\ue000\ua000" if c not in have]
    assert lacking
    assert [c for c in lacking if bytes(font.getmask(c)) != box] == []
