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
from playground.language import capital, listed, message, sentences, translated
from playground.scene.query import Query
from playground.scene.state import dump_state

MAP = "map.png"
_ERRORS = 10
_ABOUT = {
    "NAME": message("Name"),
    "VERSION": message("Version"),
    "NUMBERS": message("Numbers"),
    "TOLERANCE": message("Tolerance"),
}
"""What an engine says of itself."""


def summary(judgement: Judgement, found: Sequence[Smallest]) -> list[str]:
    """Return what the command prints."""
    lines = [_head(judgement)]
    for small in rules_first(judgement, found):
        if nature(judgement.findings, small.kind) is WrongNature.ROUNDING:
            continue
        count = int(judgement.findings.wrong[small.kind].sum())
        many = message("{kind}: {count:,}.", kind=small.kind, count=count)
        lines.append(sentences(many, explained(judgement, small.kind)))
        lines.append(_indented(call(judgement.query, small.arguments)))
        lines.append(_indented(told(small.findings, 0, small.kind)))
        if other := typical_case(judgement, small):
            row, said = other
            case = call(judgement.query, row)
            lines.append(_indented(message("A typical one: {case}", case=case)))
            lines.append(_indented(said))
    rounded = rounding(judgement) if found else ""
    return [*lines, *([rounded] if rounded else []), *_notes(judgement)]


def _indented(text: str) -> str:
    return message("    {text}", text=text)


def written(
    judgement: Judgement,
    found: Sequence[Smallest],
    folder: Path,
    picture: Callable[[Path], bool] | None = None,
) -> list[Path]:
    """Write report, states, snippets, tests and map; return the files.

    The report is in the language that is spoken.
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
    return message(
        "{question}, {code}: {verdict}.",
        question=judgement.query.name,
        code=judgement.code.name,
        verdict=judgement.verdict,
    )


def _notes(judgement: Judgement) -> list[str]:
    """Return what else is to be known of the trial."""
    lines: list[str] = []
    findings = judgement.findings
    if findings.excused.any():
        excuses: list[str] = [*judgement.terms.excuses]
        if slop := judgement.slop:
            excuses.append(message("off by no more than {slop:g}", slop=slop))
        lines.append(
            message(
                "Excused: {count:,} ({choices}).",
                count=int(findings.excused.sum()),
                choices=listed(excuses, ","),
            )
        )
    if judgement.fixed:
        fixed = (f"{name} = {value!r}" for name, value in judgement.fixed.items())
        lines.append(
            message(
                "Not taken by the code, and so not varied: {arguments}.",
                arguments=", ".join(fixed),
            )
        )
    if findings.unknown:
        names = ", ".join(findings.unknown)
        lines.append(message("Not judged: {names}.", names=names))
    reasons: dict[str, tuple[int, str]] = {}
    for count, why in judgement.unasked.values():
        bare = without_line(why)
        before, words = reasons.get(bare, (0, why))
        # The line where it was is known of one of them only.
        reasons[bare] = before + count, max(words, why, key=len)
    lines += [
        message("Not asked: {count:,}; {why}.", count=count, why=words)
        for count, words in reasons.values()
    ]
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
        message("- {name}: {value}", name=name, value=about[word])
        for word, name in _ABOUT.items()
        if word in about
    ]
    lines += [
        message(
            "- Scene: {title} (`{id}`)",
            title=judgement.entry.title,
            id=judgement.entry.id,
        ),
        message(
            "- Cases: seed {seed}; the tolerance of numbers is {tolerance:g} of the "
            "largest length",
            seed=terms.seed,
            tolerance=terms.tolerance,
        ),
        message("- Time: {seconds:.1f} s for the answers", seconds=judgement.seconds),
        *(message("- {text}", text=note) for note in _notes(judgement)),
        "",
        *_table(judgement),
        "",
    ]
    for small in rules_first(judgement, found):
        lines += _chapter(judgement, small, named[small.kind])
    if drawn:
        name = message("Map of mistakes")
        picture = message("![{name}]({file})", name=name, file=MAP)
        lines += [_headed(name), "", picture, ""]
    if code.errors:
        said = list(code.errors)[-_ERRORS:]
        head = _headed(message("Standard error, the last lines"))
        lines += [head, "", "```", *said, "```", ""]
    return [*map(translated, lines[:-1])]


def _headed(text: str) -> str:
    return message("## {text}", text=text)


def _table(judgement: Judgement) -> list[str]:
    """Return how many of each family are wrong, and in which way."""
    findings = judgement.findings
    kinds = findings.kinds()
    head = [message("Family"), message("asked"), message("wrong"), *kinds]
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
        rows.append([family, *(str(int(flags.sum())) for flags in counts)])
    ruled = ["---", *["---:"] * (len(head) - 1)]
    return [f"| {' | '.join(map(translated, row))} |" for row in (head, ruled, *rows)]


def _chapter(judgement: Judgement, small: Smallest, files: Sequence[str]) -> list[str]:
    kind, findings = small.kind, judgement.findings
    count = int(findings.wrong[kind].sum())
    lines = [
        _headed(message("{kind}: {count:,}", kind=capital(kind), count=count)),
        "",
        explained(judgement, kind),
        "",
        message("The smallest case:") if small.shrunk else message("One of them:"),
        "",
        "```python",
        call(judgement.query, small.arguments),
        "```",
        "",
        message("Here {told}.", told=told(small.findings, 0, small.kind)),
        "",
    ]
    if other := typical_case(judgement, small):
        row, said = other
        typical_one = message(
            "A typical one: `{case}`. Here {told}.",
            case=call(judgement.query, row),
            told=said,
        )
        lines += [typical_one, ""]
    if kind.of_number:
        widest = findings.cases.rows[findings.widest(kind)]
        case = call(judgement.query, widest)
        lines += [message("The widest: `{case}`.", case=case), ""]
    links = ", ".join(f"[{name}]({name})" for name in files)
    return [*lines, message("To take away: {files}.", files=links), ""]
