"""Scene checker: runs all rules on a scene and reports faults and advice."""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Collection, Container, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from playground.check.finding import Finding as Finding
from playground.check.finding import Rule, fault
from playground.check.rules_answers import (
    check_answer,
    check_answers,
    check_batch_answers,
    check_cases,
    check_exact_decision,
    check_exact_decisions,
    check_interface,
    check_quantities,
    check_quiz,
    check_thresholds,
    check_timelines,
)
from playground.check.rules_declarations import (
    check_derivation,
    check_distinct_kinds,
    check_formulas,
    check_identity,
    check_parameter_effects,
    check_parameters,
    check_references,
    scene_texts,
)
from playground.check.rules_drawing import (
    check_canvas_scale,
    check_drawing,
    check_drawings,
    check_handle_stability,
    check_handles,
)
from playground.check.rules_listing import (
    check_comparison,
    check_comparisons,
    check_listing_answer,
    check_listing_answers,
    check_listing_code,
    check_listing_names,
    check_start,
)
from playground.i18n import join_texts, message, plural
from playground.quick_dataclass import dataclass
from playground.scene.author_files import TimeLimitError, author_line
from playground.scene.json_text import shorten
from playground.scene.params import Params
from playground.scene.scene import SceneEntry


class SourceLocations:
    """Lines of the words and parameters in a scene's source files."""

    def __init__(self, entry: SceneEntry) -> None:
        self._lines_by_word: dict[str, list[str]] = defaultdict(list)
        self._lines_by_parameter: dict[str, list[str]] = defaultdict(list)
        classes = _params_classes(entry)
        for path in _source_files(entry):
            for node in ast.walk(_parse(path)):
                for word, line in _iterate_words(node):
                    self._lines_by_word[word].append(_format_line(path, line))
        for path in _module_files({kind.__module__ for kind in classes}):
            for name, line in _iterate_declarations(_parse(path), classes):
                self._lines_by_parameter[name].append(_format_line(path, line))

    def locate(self, text: str) -> str:
        """Return the file and line of an item that a sentence names.

        It is the first that occurs exactly once in the files, as "mine.py, line 12"; ""
        if there is none.
        """
        for match in re.finditer(r"'([^']+)'|the (?:parameter|angle) (\w+)", text):
            places = self._lines_by_word.get(match[1] or match[2], [])
            if match[2]:  # other words may be the same
                places = self._lines_by_parameter.get(match[2]) or places
            if len(places) == 1:
                return places[0]
        return ""


def _parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _format_line(path: Path, line: int) -> str:
    return message("{file}, line {line}", file=path.name, line=line)


def _iterate_words(node: ast.AST) -> Iterator[tuple[str, int]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, node.lineno
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, node.lineno


def _iterate_declarations(
    tree: ast.Module, classes: Sequence[type]
) -> Iterator[tuple[str, int]]:
    """Yield each field of these classes and its line."""
    names = {kind.__name__ for kind in classes}
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name in names:
            for field in node.body:
                if isinstance(field, ast.AnnAssign):
                    yield from _iterate_words(field)


def _params_classes(entry: SceneEntry) -> list[type]:
    """Return the classes in which a scene declares its parameters."""
    classes = [kind for part in entry.sub_scenes() for kind in part.params.__mro__]
    return [
        kind
        for kind in dict.fromkeys(classes)
        if kind is not Params and issubclass(kind, Params)
    ]


def _source_files(entry: SceneEntry) -> Iterator[Path]:
    """Yield the files that define parameters, `solve` and `picture`."""
    names = set()
    for part in entry.sub_scenes():
        owners = part.params, part.solve, part.picture
        names |= {getattr(owner, "__module__", "") for owner in owners}
    return _module_files(names)


def _module_files(names: Collection[str]) -> Iterator[Path]:
    for name in sorted(names):
        file = getattr(sys.modules.get(name), "__file__", None)
        if file and Path(file).is_file():
            yield Path(file)


# ----------------------------------------------------------------------------
# All rules: faults, and advice that an author may ignore.
# ----------------------------------------------------------------------------


RULES: tuple[Rule, ...] = (
    check_identity,
    check_parameters,
    check_references,
    check_distinct_kinds,
    check_cases,
    check_answers,
    check_batch_answers,
    check_thresholds,
    check_quantities,
    check_comparisons,
    check_listing_answers,
    check_start,
    check_listing_code,
    check_listing_names,
    check_drawings,
    check_canvas_scale,
    check_handles,
    check_derivation,
    check_formulas,
    check_timelines,
    check_exact_decisions,
    check_quiz,
    check_parameter_effects,
)

STATE_RULES = (
    check_answer,
    check_comparison,
    check_listing_answer,
    check_drawing,
    check_handle_stability,
    check_exact_decision,
)
"""Rules on a single state; each takes the scene and the state."""


# ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Report:
    """Findings about a scene.

    Attributes
    ----------
    scene : str
        Id of the scene.
    findings : tuple of Finding
        Faults, then advice.
    """

    scene: str
    findings: tuple[Finding, ...]

    @property
    def faults(self) -> tuple[Finding, ...]:
        """Findings that must be fixed."""
        return tuple(f for f in self.findings if not f.advice)

    def lines(self) -> Iterator[str]:
        """Yield a line for each finding, and a last one with their number."""
        for finding in self.findings:
            text = finding.text
            if finding.at:
                text = message("{said} ({place})", said=text, place=finding.at)
            if finding.advice:
                yield message("advice: {text}", text=text)
            else:
                yield message("fault: {text}", text=text)
        yield message(
            "{scene}: {said}.", scene=self.scene, said=self._summarize_counts()
        )

    def _summarize_counts(self) -> str:
        faults, advice = len(self.faults), len(self.findings) - len(self.faults)
        summary: str = message("no fault")
        if faults:
            summary = plural("{count} fault", "{count} faults", faults)
        if not advice:
            return summary
        more = plural("{count} piece of advice", "{count} pieces of advice", advice)
        return join_texts((summary, more), ",")


def check(
    entry: SceneEntry, taken: Container[str] = (), letters: Container[str] | None = None
) -> Report:
    """Check a scene against every rule, and return the report.

    A fault of the interface ends the check, as does a rule that exceeds the time limit;
    any other exception of the scene is a fault.

    Parameters
    ----------
    entry : SceneEntry
        Scene to check.
    taken : container of str
        Ids of other scenes.
    letters : container of str, optional
        Characters of the window's font; by default all exist.
    """
    findings: dict[Finding, None] = {}
    if entry.id in taken:
        findings[fault("a scene with the id {id!r} already exists", id=entry.id)] = None
    unaskable = dict.fromkeys(check_interface(entry))
    findings |= unaskable
    rules = list(RULES)
    if letters is not None:
        rules.append(partial(_check_font, letters))
    # With a broken interface every rule would report the same fault in other words.
    for rule in rules if not unaskable else ():
        try:
            findings |= dict.fromkeys(_apply_rule(rule, entry))
        except TimeLimitError as error:  # the other rules would take as long
            findings[
                fault("it fails: {error}", error=str(error), at=author_line(error))
            ] = None
            break
    if not findings:
        return Report(entry.id, ())
    places = SourceLocations(entry)
    placed = (f if f.at else replace(f, at=places.locate(f.text)) for f in findings)
    return Report(entry.id, tuple(sorted(placed, key=lambda f: f.advice)))


def _check_font(letters: Container[str], entry: SceneEntry) -> Iterator[Finding]:
    """Check that the font has every character of the scene's texts."""
    families: set[str] = set()
    for text in scene_texts(entry):
        lacking = sorted({c for c in text if c not in letters} - {"\n"} - families)
        families.update(lacking)
        if lacking:
            signs = ", ".join(f"{c} (U+{ord(c):04X})" for c in lacking)
            yield fault(
                "the window's font lacks {signs}, as in {text!r}",
                signs=signs,
                text=shorten(text),
            )


def _apply_rule(rule: Rule, entry: SceneEntry) -> Iterator[Finding]:
    """Yield the findings of a rule; an exception in the scene is a fault."""
    try:
        yield from rule(entry)
    except TimeLimitError:
        raise
    except Exception as error:  # user scenes can raise anything
        summary = str(error).split("\n")[0]
        yield fault(
            "it fails with {kind}: {said}",
            kind=type(error).__name__,
            said=summary,
            at=author_line(error),
        )
