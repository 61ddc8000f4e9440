"""What a scene lacks, in plain sentences: faults, and advice marked as advice."""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from playground.check.finding import Finding as Finding
from playground.check.finding import Rule
from playground.check.rules_answers import (
    answers,
    answers_any_state,
    answers_many_as_one,
    asks_what_can_be_answered,
    can_be_asked,
    decides,
    decides_exactly,
    has_numbers,
    keeps_its_cases,
    keeps_time,
    turns_where_it_says,
)
from playground.check.rules_declarations import (
    derives_in_steps,
    explains_its_parameters,
    names_what_there_is,
    says_what_it_is,
    tells_kinds_apart,
    texts,
    writes_whole_formulas,
)
from playground.check.rules_drawing import (
    draws,
    draws_what_can_be_drawn,
    fits_the_canvas,
    has_handles_that_hold,
    holds,
)
from playground.check.rules_listing import (
    agrees,
    answers_as_it_says,
    compares,
    compares_in_words,
    names_lines_and_variables,
    runs_its_code,
    starts_beside_a_mistake,
)
from playground.i18n import listed, message, plural
from playground.scene.author_files import TooLongError, author_line
from playground.scene.json_text import brief
from playground.scene.scene import Entry


class Places:
    """The words and parameters of a scene's files, and where they stand."""

    def __init__(self, entry: Entry) -> None:
        self._found: dict[str, list[str]] = defaultdict(list)
        for path in _files(entry):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                for word, line in _words(node):
                    self._found[word].append(
                        message("{file}, line {line}", file=path.name, line=line)
                    )

    def of(self, text: str) -> str:
        """Return where the first thing stands that a sentence names.

        "" where nothing that it names stands in the files just once.
        """
        for match in re.finditer(r"'([^']+)'|the (?:parameter|angle) (\w+)", text):
            places = self._found.get(match[1] or match[2], [])
            if len(places) == 1:
                return places[0]
        return ""


def _words(node: ast.AST) -> Iterator[tuple[str, int]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, node.lineno
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, node.lineno


def _files(entry: Entry) -> Iterator[Path]:
    """Yield the files in which parameters, `solve` and `picture` are written."""
    names = set()
    for part in entry.parts():
        made = part.params, part.solve, part.picture
        names |= {getattr(each, "__module__", "") for each in made}
    for name in sorted(names):
        file = getattr(sys.modules.get(name), "__file__", None)
        if file and Path(file).is_file():
            yield Path(file)


# ----------------------------------------------------------------------------
# The rules that every scene must keep, and advice that an author may decline.
# ----------------------------------------------------------------------------


RULES: tuple[Rule, ...] = (
    says_what_it_is,
    explains_its_parameters,
    names_what_there_is,
    tells_kinds_apart,
    keeps_its_cases,
    answers_any_state,
    answers_many_as_one,
    turns_where_it_says,
    has_numbers,
    compares_in_words,
    answers_as_it_says,
    starts_beside_a_mistake,
    runs_its_code,
    names_lines_and_variables,
    draws_what_can_be_drawn,
    fits_the_canvas,
    has_handles_that_hold,
    derives_in_steps,
    writes_whole_formulas,
    keeps_time,
    decides_exactly,
    asks_what_can_be_answered,
)

ANYWHERE = (answers, compares, agrees, draws, holds, decides)
"""What must hold of any single state: each takes the scene and the state."""


# ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Report:
    """What was found out about a scene."""

    scene: str
    findings: tuple[Finding, ...]

    @property
    def faults(self) -> tuple[Finding, ...]:
        """What must be mended."""
        return tuple(f for f in self.findings if not f.advice)

    def lines(self) -> Iterator[str]:
        """Yield the report as text."""
        for finding in self.findings:
            text = finding.text
            if finding.at:
                text = message("{said} ({place})", said=text, place=finding.at)
            if finding.advice:
                yield message("advice: {text}", text=text)
            else:
                yield message("fault: {text}", text=text)
        yield message("{scene}: {said}.", scene=self.scene, said=self._counted())

    def _counted(self) -> str:
        faults, advice = len(self.faults), len(self.findings) - len(self.faults)
        said: str = message("no fault")
        if faults:
            said = plural("{count} fault", "{count} faults", faults)
        if not advice:
            return said
        more = plural("{count} piece of advice", "{count} pieces of advice", advice)
        return listed((said, more), ",")


def check(
    entry: Entry, taken: Container[str] = (), letters: Container[str] | None = None
) -> Report:
    """Hold a scene against every rule; a fault is told once.

    `taken` are the ids of other scenes, `letters` those that can be shown, if there
    are any that cannot.
    """
    found: dict[Finding, None] = {}
    if entry.id in taken:
        found[
            Finding(message("a scene with the id {id!r} already exists", id=entry.id))
        ] = None
    unaskable = dict.fromkeys(can_be_asked(entry))
    found |= unaskable
    every = list(RULES)
    if letters is not None:
        every.append(partial(_can_be_read, letters))
    # Of what cannot even be asked every rule would say the same in words of its own.
    for rule in every if not unaskable else ():
        try:
            found |= dict.fromkeys(_held(rule, entry))
        except TooLongError as error:  # the others would wait as long
            found[
                Finding(
                    message("it fails: {error}", error=str(error)),
                    at=author_line(error),
                )
            ] = None
            break
    if not found:
        return Report(entry.id, ())
    places = Places(entry)
    placed = (f if f.at else replace(f, at=places.of(f.text)) for f in found)
    return Report(entry.id, tuple(sorted(placed, key=lambda f: f.advice)))


def _can_be_read(letters: Container[str], entry: Entry) -> Iterator[Finding]:
    """See that there is a letter for every sign in what the scene says."""
    told: set[str] = set()
    for text in texts(entry):
        lacking = sorted({c for c in text if c not in letters} - {"\n"} - told)
        told.update(lacking)
        if lacking:
            signs = ", ".join(f"{c} (U+{ord(c):04X})" for c in lacking)
            yield Finding(
                message(
                    "the window's font lacks {signs}, as in {text!r}",
                    signs=signs,
                    text=brief(text),
                )
            )


def _held(rule: Rule, entry: Entry) -> Iterator[Finding]:
    """Yield what a rule finds; what the scene raises meanwhile is a fault."""
    try:
        yield from rule(entry)
    except TooLongError:
        raise
    except Exception as error:  # anything may be wrong in a scene of one's own
        said = str(error).split("\n")[0]
        text = message(
            "it fails with {kind}: {said}", kind=type(error).__name__, said=said
        )
        yield Finding(text, at=author_line(error))
