"""Makes and updates the catalogues of all languages from the program's texts.

    python tests/tools/messages.py            all of them: new texts are added
    python tests/tools/messages.py fr         begins another language
    python tests/tools/messages.py --check    fails where one is not up to date

Texts come from calls of `message` and `plural`, declarations with texts
(`playground.i18n.declarations`), lessons, and the player.
"""

import ast
import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.extract import extract_javascript
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from playground.i18n.catalog import CATALOGUE_FOLDER
from playground.i18n.declarations import CALLS, ENUMS, TextArguments

ROOT = Path(__file__).parents[2]
# What of a lesson's file is read by people.
_OF_LESSONS = {
    *("say", "title", "source", "text", "answers", "why", "learned", "hint", "task")
}
_SKIPPED = (
    "playground/i18n/declarations",
    "playground/judge/engines/npm",
    "playground/cli/templates/",
    "playground/benchmarks/",
)
# What is declared without one is a symbol, such as a label "hx" of a picture.
_WORD = re.compile(r"[A-Za-z]{3}")

# Of a command line.
_ARGUMENT = TextArguments((), frozenset({"help"}))

# Context, English, English of many, where.
Found = tuple[str, str, str, str]


def found() -> Iterator[Found]:
    """Yield every text of the program."""
    _import_all()
    for path in sorted(
        [*(ROOT / "playground").rglob("*.py"), *(ROOT / "scenes").rglob("*.py")]
    ):
        where = path.relative_to(ROOT).as_posix()
        if not where.startswith(_SKIPPED):
            yield from _of_python(ast.parse(path.read_text(encoding="utf-8")), where)
    for path in sorted((ROOT / "scenes").rglob("lesson.json")):
        yield from _of_lesson(
            json.loads(path.read_text()), path.relative_to(ROOT).as_posix()
        )
    for path in sorted((ROOT / "playground" / "web").rglob("*.js")):
        yield from of_javascript(path, path.relative_to(ROOT).as_posix())


def of_javascript(path: Path, where: str) -> Iterator[Found]:
    """Yield the texts of a module of the player."""
    names = ["message", "messageAbout"]
    with path.open("rb") as file:
        for _, name, text, _ in extract_javascript(file, names, [], {}):
            several = [text] if isinstance(text, str) else [t for t in text if t]
            about = several.pop(0) if name == "messageAbout" else ""
            yield about, several[0], "", where


def _import_all() -> None:
    """Import every module, to collect its declarations."""
    from importlib import import_module

    import pyglet

    # The window's texts are declared where pyglet is; no screen is needed for that.
    pyglet.options.headless = True
    for base in ("playground", "scenes"):
        for path in sorted((ROOT / base).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            text = path.read_text(encoding="utf-8")
            if "with_texts" in text or "enum_of_texts" in text:
                import_module(name)


def _of_python(tree: ast.Module, where: str) -> Iterator[Found]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _of_call(node, where)
        elif isinstance(node, ast.ClassDef) and node.name in ENUMS:
            for one in node.body:
                if isinstance(one, ast.Assign):
                    yield from (("", text, "", where) for text in _literals(one.value))


def _of_call(node: ast.Call, where: str) -> Iterator[Found]:
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    if name == "message":
        about = next((k.value for k in node.keywords if k.arg == "about"), None)
        context = about.value if isinstance(about, ast.Constant) else ""
        for text in _literals(node.args[0]):
            yield str(context), text, "", where
    elif name == "plural":
        one, many = (next(_literals(x)) for x in node.args[:2])
        yield "", one, many, where
    elif name in CALLS or name == "add_argument":
        for value in _texts(node, CALLS.get(name, _ARGUMENT)):
            for text in _literals(value):
                if _WORD.search(text):
                    yield "", text, "", where


def _texts(node: ast.Call, places: TextArguments) -> Iterator[ast.expr]:
    order = chain(places.order, repeat(places.rest))
    for name, value in zip(order, node.args, strict=False):
        if name in places.texts:
            yield value
    yield from (k.value for k in node.keywords if k.arg in places.texts)


def _literals(value: ast.expr) -> Iterator[str]:
    """Yield the possible texts of an expression."""
    match value:
        case ast.Constant(value=str(text)):
            if any(letter.isalpha() for letter in text):
                yield text
        case ast.IfExp(body=body, orelse=other):
            yield from _literals(body)
            yield from _literals(other)
        case ast.Dict(keys=keys):
            yield from (text for key in keys if key for text in _literals(key))
        case ast.Tuple(elts=several) | ast.BoolOp(values=several):
            for one in several:
                yield from _literals(one)


def _of_lesson(value: Any, where: str, key: str = "") -> Iterator[Found]:
    if isinstance(value, str):
        if key in _OF_LESSONS:
            yield "", value, "", where
    elif isinstance(value, list):
        for one in value:
            yield from _of_lesson(one, where, key)
    elif isinstance(value, dict):
        for name, one in value.items():
            yield from _of_lesson(one, where, name)


@cache
def template() -> Catalog:
    """Return a catalogue of the texts to translate."""
    catalog = Catalog(project="Geometry Playground", fuzzy=False)
    for about, one, many, where in found():
        catalog.add(
            (one, many) if many else one,
            context=about or None,
            locations=[(where, 0)],
        )
    return catalog


def updated(language: str) -> Catalog:
    """Return a language's catalogue with exactly the program's texts."""
    path = CATALOGUE_FOLDER / f"{language}.po"
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language)
    else:
        catalog = Catalog(locale=language, project="Geometry Playground", fuzzy=False)
    begun = catalog.creation_date
    catalog.update(template(), no_fuzzy_matching=True)
    # Else each run, which may change nothing, would change this line.
    catalog.creation_date = begun
    catalog.obsolete.clear()
    return catalog


def _text(catalog: Catalog) -> bytes:
    out = BytesIO()
    write_po(
        out, catalog, width=0, sort_output=True, omit_header=False, include_lineno=False
    )
    return out.getvalue()


def main(arguments: list[str]) -> int:
    """Write the catalogues; with --check report those that are not up to date."""
    known = {path.stem for path in CATALOGUE_FOLDER.glob("*.po")}
    checks = "--check" in arguments
    for language in sorted(known | ({*arguments} - {"--check"})):
        catalog = updated(language)
        missing = [m.id for m in catalog if m.id and not _full(m)]
        print(f"{language}: {len(catalog)} texts, {len(missing)} not translated")
        if checks and missing:
            print(*missing[:20], sep="\n")
            return 1
        if not checks:
            (CATALOGUE_FOLDER / f"{language}.po").write_bytes(_text(catalog))
            with (CATALOGUE_FOLDER / f"{language}.mo").open("wb") as file:
                write_mo(file, catalog)
    return 0


def _full(one: Any) -> bool:
    texts = one.string if isinstance(one.string, list | tuple) else [one.string]
    return all(texts)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
