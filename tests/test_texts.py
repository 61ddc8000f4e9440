"""Every letter on screen must be one that a font has; others are drawn as boxes."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from glyphs import BOLD, FONTS, ICONS, TEXT, letters, missing
from pictures import records, views
from PIL import ImageFont

from playground.app.moment import Moment
from playground.scene.drawlist import Label
from playground.scene.params import specs
from playground.scene.specs import Choice
from playground.scene.scene import Entry
from playground.scene.terms import to_unicode
from scenes import SCENES

ROOT = Path(__file__).parent.parent
SOURCES = [
    *sorted((ROOT / "scenes").glob("*.py")),
    *sorted((ROOT / "playground" / "app").glob("*.py")),
    *(ROOT / "playground" / f"{name}.py" for name in ("scene", "quiz", "terms")),
]


def declared(scene: Entry) -> Iterator[str]:
    yield from (scene.title, scene.article.title, scene.article.author)
    for spec in specs(scene.params).values():
        yield from (spec.label, spec.help, spec.unit)
        yield from spec.options if isinstance(spec, Choice) else ()
    for name, case in scene.cases.items():
        yield from (name, case.shows, case.outcome, case.differs)


def derived(moment: Moment) -> Iterator[str]:
    if moment.verdict:
        yield from (moment.verdict.text, moment.verdict.detail)
    for row in moment.rows:
        yield from (row.name, row.unit, row.help)
        yield from [row.value] if isinstance(row.value, str) else ()
    for step in moment.steps:
        yield from (step.title, step.text)
    yield from moment.timeline.names if moment.timeline else ()
    if not moment.error:
        yield from moment.scene.measure(moment.params)
        yield moment.scene.question(moment.params)
        target = moment.scene.target(moment.params, moment.result)
        yield from [target.label] if target else ()
    for rival in (moment.rival(single=True), moment.rival(single=False)):
        yield from (rival.answer, rival.why) if rival else ()
    beside = records(moment.beside(single=True))
    yield from (record.text for record in beside if isinstance(record, Label))
    yield from (view.caption for view in views(moment.picture))
    for record in records(moment.picture):
        yield from [record.text] if isinstance(record, Label) else ()


def constants(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and text of every string in a source file but the docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
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


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_all_that_a_scene_says_can_be_read(scene: Entry) -> None:
    texts = list(declared(scene))
    for case in scene.cases.values():
        texts += derived(Moment(scene, case.params))
    assert {text: bad for text in texts if (bad := missing(text))} == {}


@pytest.mark.parametrize(
    "path", SOURCES, ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_nothing_unreadable_waits_in_a_branch_no_case_takes(path: Path) -> None:
    fonts = TEXT + ICONS
    unreadable = {
        line: bad for line, text in constants(path) if (bad := missing(text, fonts))
    }
    assert unreadable == {}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_formulas_can_be_read_where_latex_cannot_be_set(scene: Entry) -> None:
    """Without the locale that MicroTeX wants, they are drawn as plain text."""
    for case in scene.cases.values():
        for step in Moment(scene, case.params).steps:
            for latex in (step.formula, step.numbers, step.result):
                plain = to_unicode(latex)
                assert not set(plain) & set("\\{}"), latex
                assert missing(plain) == "", latex
                assert bool(plain) == bool(latex)


def test_bold_text_can_be_read_too() -> None:
    titles = [scene.title for scene in SCENES]
    outcomes = [case.outcome for scene in SCENES for case in scene.cases.values()]
    assert {text for text in titles + outcomes if missing(text, BOLD)} == set()


@pytest.mark.parametrize("name", [*TEXT, *ICONS])
def test_the_table_of_letters_is_read_right(name: str) -> None:
    """FreeType draws the same empty box for whatever a font does not have."""
    font = ImageFont.truetype(FONTS / name, 20)
    have = letters(name)
    box = bytes(font.getmask("\uffff"))
    boxes = [c for c in "ABCxyz0189" if c in have and bytes(font.getmask(c)) == box]
    assert boxes == []
    lacking = [c for c in "職₀🜨\ue000\ua000" if c not in have]
    assert lacking
    assert [c for c in lacking if bytes(font.getmask(c)) != box] == []
