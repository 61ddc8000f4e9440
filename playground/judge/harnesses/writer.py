"""A program to copy, made for the questions of some scenes from its language's text.

A line of the text that is a mark begins a part of it, up to its `@end`:

- `@each` is there once for each question;
- `@body`, in it, is replaced by the sample of that question if there is one;
- `@sample QUESTION` is such a sample;
- `@with QUESTION` is there only where that is one of the questions.

Words between two `@` are filled in.
"""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from playground.judge.evaluation import find_query, scene_with_query
from playground.judge.harnesses.languages import HarnessLanguage
from playground.scene.scene import SceneEntry

_MARK = re.compile(r"@(?:each|body|(?:sample|with) (\w+)|end)")
_WORD = re.compile(r"@(\w+)@")
# No line is wider, where it has commas to be parted at.
_MAX_LINE_WIDTH = 88
# Where the program is, as its own text has it.
_PROGRAM_FOLDER = "./"


def harness(language: HarnessLanguage, scenes: Mapping[str, SceneEntry]) -> str:
    """Return a program that answers the questions of scenes, by how each is named.

    Raises
    ------
    EvaluationError
        One of them asks no question.
    """
    text = Path(__file__).with_name(language.file).read_text(encoding="utf-8")
    *build, judge = commands(language, _PROGRAM_FOLDER, next(iter(scenes)))
    known = {"build": "".join(build), "judge": judge}
    questions = [_question(language, entry) for entry in scenes.values()]
    lines = _expand_parts(list(_parts(text.splitlines())), questions)
    return "".join(f"{_wrap_line(_fill_placeholders(line, known))}\n" for line in lines)


def commands(language: HarnessLanguage, at: str, scene: str) -> list[str]:
    """Return what builds it, if it has to be built, and what has it judged.

    `at` is the program's folder, with a slash.
    """
    quoted = shlex.quote(at)
    build = [language.build.format(at=quoted)] if language.build else []
    run = language.run.format(at=quoted)
    named = shlex.quote(scene)
    return [*build, f'playground judge --command "{run}" --scene {named}']


def _question(language: HarnessLanguage, entry: SceneEntry) -> dict[str, str]:
    """Return what is filled in for a question."""
    query, scene = find_query(entry), scene_with_query(entry)
    takes, asks = [], []
    for name, value in query.arguments(scene.initial_params()).items():
        vector = isinstance(value, tuple)
        size = len(value) if isinstance(value, tuple) else 1
        own = _escape_reserved_name(language, name)
        takes.append(language.takes[vector].format(name=own, size=size))
        asks.append(language.asks[vector].format(name=name, size=size))
    others = [name for name in query.result_fields if name != query.number]
    return {
        "function": query.name,
        "name": _escape_reserved_name(language, query.name),
        "length": str(len(query.name) + 3),
        "number": query.number,
        "names": ", ".join(query.result_fields),
        "others": ", ".join(others),
        "takes": ", ".join(takes),
        "asks": ", ".join(asks),
    }


def _escape_reserved_name(language: HarnessLanguage, name: str) -> str:
    return f"{name}_" if name in language.reserved.split() else name


def _parts(lines: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield every part's mark and its lines; "" and those that are in no part."""
    mark, own, depth = "", list[str](), 0
    for line in lines:
        if _MARK.fullmatch(line):
            before, depth = depth, depth + (-1 if line == "@end" else 1)
            if not (before and depth):
                yield mark, own
                mark, own = line if depth else "", []
                continue
        own.append(line)
    yield mark, own


def _expand_parts(
    parts: Sequence[tuple[str, list[str]]], questions: Sequence[Mapping[str, str]]
) -> Iterator[str]:
    """Yield the lines that are wanted, what belongs to a question filled in."""
    named = dict(parts)
    for mark, lines in parts:
        if not mark:
            yield from lines
        elif mark == "@each":
            for question in questions:
                sample = named.get(f"@sample {question['function']}")
                for inner, own in _parts(lines):
                    for line in (inner and sample) or own:
                        yield _fill_placeholders(line, question)
        elif mark.startswith("@with "):
            wanted = any(mark == f"@with {q['function']}" for q in questions)
            yield from lines if wanted else ()


def _fill_placeholders(line: str, words: Mapping[str, str]) -> str:
    return _WORD.sub(lambda found: words.get(found[1], found[0]), line)


def _wrap_line(line: str) -> str:
    """Return a line parted at its commas if it is too wide."""
    begin = re.match(r"\s*(?://|--)?\s*", line)
    assert begin is not None
    indent = begin[0] if begin[0].strip() else f"{begin[0]}    "
    lines, parts = [""], line.split(", ")
    for place, part in enumerate(parts):
        piece = part if place == len(parts) - 1 else f"{part}, "
        if lines[-1] and len(lines[-1]) + len(piece.rstrip()) > _MAX_LINE_WIDTH:
            lines.append(indent)
        lines[-1] += piece
    return "\n".join(x.rstrip() for x in lines)
