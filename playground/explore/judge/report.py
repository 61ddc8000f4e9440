"""What a trial came to, as text: in a few lines, and as a folder to keep."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from playground.explore.judge.answer_line import without_line
from playground.explore.judge.causes.nature import WrongNature, nature
from playground.explore.judge.families import Family
from playground.explore.judge.findings import NUMBERS, Wrong
from playground.explore.judge.in_common import explained, rounding, rules_first
from playground.explore.judge.own_code import own_script, own_test
from playground.explore.judge.sentences import told
from playground.explore.judge.shrink import Smallest
from playground.explore.judge.trial import Judgement
from playground.explore.judge.typical import typical
from playground.scene.query import Query
from playground.scene.state import dump_state

MAP = "map.png"
_ERRORS = 10


def summary(judgement: Judgement, found: Sequence[Smallest]) -> list[str]:
    """Return what the command prints."""
    lines = [_head(judgement)]
    for small in rules_first(judgement, found):
        if nature(judgement.findings, small.kind) is WrongNature.ROUNDING:
            continue
        count = int(judgement.findings.wrong[small.kind].sum())
        lines.append(f"{small.kind}: {count:,}. {explained(judgement, small.kind)}")
        lines.append(f"    {call(judgement.query, small.arguments)}")
        lines.append(f"    {told(small.findings, 0, small.kind)}")
        if other := typical_case(judgement, small):
            row, said = other
            lines.append(f"    A typical one: {call(judgement.query, row)}")
            lines.append(f"    {said}")
    rounded = rounding(judgement) if found else ""
    return [*lines, *([rounded] if rounded else []), *_notes(judgement)]


def written(
    judgement: Judgement,
    found: Sequence[Smallest],
    folder: Path,
    picture: Callable[[Path], bool] | None = None,
) -> list[Path]:
    """Write report, states, snippets, tests and map; return the files.

    `picture` writes the map of mistakes, or returns that it cannot.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[str, str] = {}
    named: dict[Wrong, list[str]] = {}
    for small in found:
        own = _files(judgement, small, folder)
        named[small.kind] = list(own)
        files |= own
    drawn = picture is not None and picture(folder / MAP)
    files["report.md"] = "\n".join(_report(judgement, found, named, drawn)) + "\n"
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in (*files, *([MAP] if drawn else []))]


def call(query: Query[Any, Any], arguments: Mapping[str, Any]) -> str:
    """Return the question as a call of the core's function."""
    given = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    return f"{query.name}({given})"


def typical_case(
    judgement: Judgement, small: Smallest
) -> tuple[dict[str, Any], str] | None:
    """Return a typical case and what is wrong in it; None if it is the smallest."""
    findings, place = judgement.findings, typical(judgement, small.kind)
    row = findings.cases.rows[place]
    if row == small.arguments:
        return None
    return row, told(findings, place, small.kind)


def _files(judgement: Judgement, small: Smallest, folder: Path) -> dict[str, str]:
    """Return the files of one case: a script, a test, and where it can be a state."""
    name = _slug(small.kind)
    files = {
        f"{name}.py": own_script(judgement, small, folder),
        f"test_{name}.py": own_test(judgement, small, folder),
    }
    held = judgement.query.held(small.arguments)
    if held is not None:
        shown = judgement.entry.holding(judgement.scene, held)
        files[f"{name}.json"] = dump_state(judgement.entry, shown)
    return files


def _slug(kind: Wrong) -> str:
    """Return a kind as the name of a module, and of none that Python has."""
    word = kind.replace(" ", "_")
    return f"wrong_{word}" if kind in NUMBERS else word


def _head(judgement: Judgement) -> str:
    return f"{judgement.query.name}, {judgement.code.name}: {judgement.verdict}."


def _notes(judgement: Judgement) -> list[str]:
    """Return what else is to be known of the trial."""
    lines, findings = [], judgement.findings
    if findings.excused.any():
        excuses = list(judgement.terms.excuses)
        if judgement.slop:
            excuses.append(f"off by no more than {judgement.slop:g}")
        count = int(findings.excused.sum())
        lines.append(f"Excused: {count:,} ({', '.join(excuses)}).")
    if judgement.fixed:
        listed = (f"{name} = {value!r}" for name, value in judgement.fixed.items())
        lines.append(f"Not taken by the code, and so not varied: {', '.join(listed)}.")
    if findings.unknown:
        lines.append(f"Not judged: {', '.join(findings.unknown)}.")
    reasons: dict[str, tuple[int, str]] = {}
    for count, why in judgement.unasked.values():
        bare = without_line(why)
        before, words = reasons.get(bare, (0, bare))
        # The line where it was is known of one of them only.
        reasons[bare] = before + count, max(words, why, key=len)
    lines += [f"Not asked: {count:,}; {words}." for count, words in reasons.values()]
    return lines


def _report(
    judgement: Judgement,
    found: Sequence[Smallest],
    named: Mapping[Wrong, Sequence[str]],
    drawn: bool,
) -> list[str]:
    code, terms = judgement.code, judgement.terms
    about = code.about.told
    lines = [f"# {code.name}", "", _head(judgement), ""]
    lines += [
        f"- {word.capitalize()}: {about[word]}"
        for word in ("NAME", "VERSION", "NUMBERS", "TOLERANCE")
        if word in about
    ]
    lines += [
        f"- Scene: {judgement.entry.title} (`{judgement.entry.id}`)",
        f"- Cases: seed {terms.seed}; the tolerance of numbers is {terms.tolerance:g} "
        "of the largest length",
        f"- Time: {judgement.seconds:.1f} s for the answers",
        *(f"- {note}" for note in _notes(judgement)),
        "",
        *_table(judgement),
        "",
    ]
    for small in rules_first(judgement, found):
        lines += _chapter(judgement, small, named[small.kind])
    if drawn:
        lines += ["## Map of mistakes", "", f"![Map of mistakes]({MAP})", ""]
    if code.errors:
        said = list(code.errors)[-_ERRORS:]
        lines += ["## Standard error, the last lines", "", "```", *said, "```", ""]
    return lines[:-1]


def _table(judgement: Judgement) -> list[str]:
    """Return how many of each family are wrong, and in which way."""
    findings = judgement.findings
    kinds = findings.kinds()
    head = ["Family", "asked", "wrong", *kinds]
    rows = []
    for family in Family:
        own = judgement.of(family)
        if not own.any():  # the scene cannot have it
            continue
        counts = [
            own & findings.asked,
            own & findings.any_wrong,
            *(own & findings.wrong[kind] for kind in kinds),
        ]
        rows.append([str(family), *(str(int(flags.sum())) for flags in counts)])
    ruled = ["---", *["---:"] * (len(head) - 1)]
    return [f"| {' | '.join(row)} |" for row in (head, ruled, *rows)]


def _chapter(judgement: Judgement, small: Smallest, files: Sequence[str]) -> list[str]:
    kind, findings = small.kind, judgement.findings
    count = int(findings.wrong[kind].sum())
    lines = [
        f"## {kind.capitalize()}: {count:,}",
        "",
        explained(judgement, kind),
        "",
        "The smallest case:" if small.shrunk else "One of them:",
        "",
        "```python",
        call(judgement.query, small.arguments),
        "```",
        "",
        f"Here {told(small.findings, 0, small.kind)}.",
        "",
    ]
    if other := typical_case(judgement, small):
        row, said = other
        lines += [f"A typical one: `{call(judgement.query, row)}`. Here {said}.", ""]
    if kind.of_number:
        widest = findings.cases.rows[findings.widest(kind)]
        lines += [
            f"The widest: `{call(judgement.query, widest)}`.",
            "",
        ]
    listed = ", ".join(f"[{name}]({name})" for name in files)
    return [*lines, f"To take away: {listed}.", ""]
