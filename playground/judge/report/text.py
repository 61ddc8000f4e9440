"""The verdict as text: lines for a terminal, a folder with Markdown, and JUnit XML."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

from playground.i18n import capitalize, join_sentences, message, translate
from playground.judge.diagnosis.rounding import FailureCause
from playground.judge.evaluation import EvaluationOutcome, EvaluationRun
from playground.judge.findings import FIELD_FAILURES, FailureKind
from playground.judge.report.repro import build_repro_script, build_repro_test, slug
from playground.judge.report.verdict import (
    CategoryVerdict,
    EvaluationVerdict,
    KindVerdict,
)
from playground.judge.shrink import ShrunkCase
from playground.scene.state_format import dump_state

MAP_FILE = "map.png"
_ENGINE_LABELS = {
    "NAME": message("Name"),
    "VERSION": message("Version"),
    "NUMBERS": message("Numbers"),
}
"""Labels of an engine's metadata."""


def summary(verdict: EvaluationVerdict) -> list[str]:
    """Return the lines that the command prints, the headline first."""
    main = verdict.main_kind
    lines = verdict.lines
    for one in verdict.kinds_by_nature:
        if one.nature is FailureCause.ROUNDING:
            continue
        many = message(
            "{kind}: {count:,} of {asked:,}.",
            kind=capitalize(one.kind),
            count=one.count,
            asked=verdict.asked,
        )
        text = join_sentences(many, one.explained)
        lines += [text] if text not in lines else []
        if one is not main:
            lines += map(_indent_text, [one.smallest.call, one.smallest.told])
        if typical := one.typical:
            case_line = message("Typical case: {case}", case=typical.call)
            lines += map(_indent_text, [case_line, typical.told])
    if verdict.rounding and verdict.rounding not in lines:
        lines.append(verdict.rounding)
    lines += verdict.notes
    if printed := verdict.printed:
        head = message("Printed, the first {count} lines:", count=len(printed))
        lines += [head, *map(_indent_text, printed)]
    return lines


def _indent_text(text: str) -> str:
    return message("    {text}", text=text)


# ----------------------------------------------------------------------------
# A folder: the report in Markdown, and files for each shrunk case.
# ----------------------------------------------------------------------------


def write_report_files(
    judgement: EvaluationRun,
    found: Sequence[ShrunkCase],
    verdict: EvaluationVerdict,
    folder: Path,
    picture: Callable[[Path], bool] | None = None,
) -> list[Path]:
    """Write the report, states, scripts, tests and map into a folder; return the files.

    Parameters
    ----------
    judgement : EvaluationRun
        The run.
    found : sequence of ShrunkCase
        The shrunk case of each failure kind.
    verdict : EvaluationVerdict
        The verdict; the report is in the active language.
    folder : Path
        The folder, created if it does not exist.
    picture : callable, optional
        Takes a path and writes the map of mistakes to it; returns False if there is no
        map.

    Raises
    ------
    OSError
        A file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files_by_kind = {small.kind: _files(judgement, small, folder) for small in found}
    has_picture = picture is not None and picture(folder / MAP_FILE)
    files = {name: text for own in files_by_kind.values() for name, text in own.items()}
    files["report.md"] = "\n".join(_report(verdict, files_by_kind, has_picture)) + "\n"
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in (*files, *([MAP_FILE] if has_picture else []))]


def _files(judgement: EvaluationRun, small: ShrunkCase, folder: Path) -> dict[str, str]:
    """Return one case's files by name: a script, a test, and a state if possible."""
    name = slug(small.kind)
    if small.kind in FIELD_FAILURES:
        name = f"wrong_{name}"  # not the name of a module, such as `time`
    files = {
        f"{name}.py": build_repro_script(judgement, small, folder),
        f"test_{name}.py": build_repro_test(judgement, small, folder),
    }
    params = judgement.query.find_params(small.arguments)
    if params is not None:
        whole_params = judgement.entry.join_params(judgement.scene, params)
        files[f"{name}.json"] = dump_state(judgement.entry, whole_params)
    return files


def _report(
    verdict: EvaluationVerdict,
    named: Mapping[FailureKind, Mapping[str, str]],
    drawn: bool,
) -> list[str]:
    lines = [f"# {verdict.code}", ""]
    for line in verdict.lines:
        lines += [line, ""]
    lines += [
        message("- {name}: {value}", name=name, value=verdict.metadata[word])
        for word, name in _ENGINE_LABELS.items()
        if word in verdict.metadata
    ]
    lines += [
        message("- Scene: {title} (`{id}`)", title=verdict.title, id=verdict.scene),
        message(
            "- Cases: seed {seed}; the tolerance of numbers is {tolerance:g} of the "
            "largest length",
            seed=verdict.seed,
            tolerance=verdict.tolerance,
        ),
        message("- Time: {seconds:.1f} s for the answers", seconds=verdict.seconds),
        *(message("- {text}", text=note) for note in verdict.notes),
        "",
        *_table(verdict),
        "",
    ]
    for kind_verdict in verdict.kinds_by_nature:
        lines += _chapter(kind_verdict, list(named[kind_verdict.kind]))
    if drawn:
        name = message("Map of mistakes")
        picture = message("![{name}]({file})", name=name, file=MAP_FILE)
        lines += [_format_heading(name), "", picture, ""]
    if verdict.printed:
        head = _format_heading(message("Printed, the first lines"))
        lines += [head, "", "```", *verdict.printed, "```", ""]
    return [*map(translate, lines[:-1])]


def _format_heading(text: str) -> str:
    return message("## {text}", text=text)


def _table(verdict: EvaluationVerdict) -> list[str]:
    """Return the Markdown table of the failures by category and kind."""
    kinds = [kind_verdict.kind for kind_verdict in verdict.kinds]
    head = [message("Category"), message("tested"), message("wrong"), *kinds]
    rows = [
        [
            row.category,
            *map(str, [row.asked, row.wrong, *(row.kinds.get(k, 0) for k in kinds)]),
        ]
        for row in verdict.categories
        if row.cases  # a scene does not have every category
    ]
    rule_row = ["---", *["---:"] * (len(head) - 1)]
    return [f"| {' | '.join(map(translate, row))} |" for row in (head, rule_row, *rows)]


def _chapter(one: KindVerdict, files: Sequence[str]) -> list[str]:
    many = message("{kind}: {count:,}", kind=capitalize(one.kind), count=one.count)
    smallest = one.smallest
    lines = [
        *(_format_heading(many), "", one.explained, "", smallest.label, ""),
        *("```python", smallest.call, "```", ""),
        *(message("Here {told}.", told=smallest.told), ""),
    ]
    if typical := one.typical:
        typical_one = message(
            "Typical case: `{case}`. Here {told}.", case=typical.call, told=typical.told
        )
        lines += [typical_one, ""]
    if one.worst_call:
        lines += [message("Largest error: `{case}`.", case=one.worst_call), ""]
    links = ", ".join(f"[{name}]({name})" for name in files)
    return [*lines, message("Files: {files}.", files=links), ""]


# ----------------------------------------------------------------------------


def as_junit(verdict: EvaluationVerdict) -> str:
    """Return the verdict as JUnit XML, with a test for each category of cases.

    A test fails, with the shrunk cases of its kinds, if any failure in it is new; it is
    skipped if no case was evaluated. One more test, "outcome", has an error if the
    outcome is undecided.
    """
    name = f"{verdict.function}: {verdict.code}"
    suite = ElementTree.Element("testsuite", name=name)
    for row in verdict.categories:
        if not row.cases:
            continue
        test = ElementTree.SubElement(
            suite, "testcase", classname=verdict.function, name=str(row.category)
        )
        if row.is_new:
            words = f"{row.wrong} of {row.asked} are wrong"
            _add_result(test, "failure", words, _describe_category(verdict, row))
        elif not row.asked:
            ElementTree.SubElement(test, "skipped", message="not asked")
    whole = ElementTree.SubElement(
        suite, "testcase", classname=verdict.function, name="outcome"
    )
    whole.set("time", f"{verdict.seconds:.3f}")
    if verdict.outcome is EvaluationOutcome.UNDECIDED:
        _add_result(whole, "error", verdict.verdict, "")
    for word, tag in (
        ("tests", "testcase"),
        ("failures", "failure"),
        ("errors", "error"),
        ("skipped", "skipped"),
    ):
        suite.set(word, str(sum(1 for _ in suite.iter(tag))))
    ElementTree.indent(suite)
    text = ElementTree.tostring(suite, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


def _describe_category(verdict: EvaluationVerdict, row: CategoryVerdict) -> str:
    lines: list[str] = []
    for kind_verdict in verdict.kinds:
        if kind_verdict.kind in row.kinds:
            lines += [f"{kind_verdict.kind}: {kind_verdict.explained}"]
            lines += [kind_verdict.smallest.call, kind_verdict.smallest.told]
    return "\n".join(lines)


def _add_result(test: ElementTree.Element, tag: str, words: str, text: str) -> None:
    ElementTree.SubElement(test, tag, message=words).text = text
