"""What a trial came to, as text: in a few lines, and as a folder to keep."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from playground.i18n import capital, in_english, listed, message, sentences, translated
from playground.judge.cases.case_set import Flags
from playground.judge.cases.generators import Family
from playground.judge.diagnosis.conditions import by_rule, cause_of_kind, causes_of
from playground.judge.diagnosis.rounding import WrongNature, nature
from playground.judge.evaluation import Judgement
from playground.judge.findings import NUMBERS, ROUNDABLE, ROUNDING, Wrong
from playground.judge.report.repro import own_script, own_test
from playground.judge.report.wording import told
from playground.judge.runner.protocol import without_line
from playground.judge.shrink import Smallest, typical
from playground.scene.query import Query
from playground.scene.state_format import dump_state

# Up to this part of the size float64 rounds.
_FLOAT64 = 1e-13
# An ulp of float64, as a part of the size.
_ULP = 2.0**-52
# Within so many of them a wrong answer may well be rounding; it is said, not decided.
_FEW = 16.0

# A word with other signs within.
_NAME = re.compile(r"\w*[._]\w")

Excuse = Callable[[str], str]
"""Tells by its word how a choice is excused: "add `--excuse touch` ..."."""

_ORDER = (WrongNature.RULE, WrongNature.UNKNOWN, WrongNature.ROUNDING)


def explained(judgement: Judgement, kind: Wrong, excuse: Excuse | None = None) -> str:
    """Return what is told of a kind: a wrong rule and its cause, or rounding.

    `excuse` says how to excuse a choice, by its word; for the command by default.
    """
    findings = judgement.findings
    what = _plain(judgement, kind) if not kind.of_number else ""
    told = nature(findings, kind)
    if told is WrongNature.ROUNDING:
        return sentences(what, _rounded(judgement, kind))
    cause = _cause(judgement, kind, excuse or _by_option)
    if told is WrongNature.UNKNOWN:
        off = _off(judgement, kind, findings.wrong[kind]) if kind.of_number else ""
        return sentences(what, off, cause, *_evidence(judgement, kind))
    rule = findings.wrong[kind] & (findings.rule == 1.0)
    off = _off(judgement, kind, rule) if kind.of_number else ""
    rounded = int((findings.wrong[kind] & (findings.rule == 0.0)).sum())
    less = message("{count:,} more are rounding.", count=rounded) if rounded else ""
    said = message("Wrong in true numbers too, so the rule itself is wrong.")
    return sentences(what, said, cause, off, less)


def rules_first(judgement: Judgement, found: Iterable[Smallest]) -> list[Smallest]:
    """Return the kinds with those first that come of a wrong rule, rounding last."""
    return sorted(
        found, key=lambda one: _ORDER.index(nature(judgement.findings, one.kind))
    )


def rounding(judgement: Judgement, excuse: Excuse | None = None) -> str:
    """Return one line about the kinds that are nothing but rounding; "" if none is."""
    findings = judgement.findings
    kinds = [k for k in findings.kinds() if nature(findings, k) is WrongNature.ROUNDING]
    if not kinds:
        return ""
    counts = [
        message("{kind}: {count:,}", kind=k, count=int(findings.wrong[k].sum()))
        for k in kinds
    ]
    widest = max(kinds, key=lambda kind: _widest(judgement, kind, findings.wrong[kind]))
    which = message("Rounding ({kinds}).", kinds=listed(counts, ","))
    return sentences(
        which, _hinted(_rounded(judgement, widest), excuse or _by_option, ROUNDING)
    )


def mostly(judgement: Judgement, kind: Wrong) -> tuple[str, int, int]:
    """Return what was said most often by these, how often, and how much else was."""
    words = judgement.findings.words
    said = [words[i] for i in np.flatnonzero(judgement.findings.wrong[kind]).tolist()]
    most, count = Counter(said).most_common(1)[0]
    return most, count, len(said) - count


def _widest(judgement: Judgement, kind: Wrong, among: Flags) -> float:
    return float(judgement.findings.off[kind][among].max())


def _plain(judgement: Judgement, kind: Wrong) -> str:
    most, count, others = mostly(judgement, kind)
    # A name is as somebody has written it.
    begin = most if _NAME.match(most) else capital(most)
    if not others:
        return message("{text}.", text=begin)
    return message(
        "{text} ({count} times; {others} more in other words).",
        text=begin,
        count=count,
        others=others,
    )


def _rounded(judgement: Judgement, kind: Wrong) -> str:
    if not kind.of_verdict:
        return message("Right in true numbers: rounding.")
    widest = _widest(judgement, kind, judgement.findings.wrong[kind])
    if widest <= _FLOAT64:
        return message(
            "Right in true numbers, and within {part:.1e} of the scene's size: "
            "rounding, as in float64.",
            part=widest,
        )
    # What is subtracted from nearly the same loses so many digits in float64 too.
    return message(
        "Right in true numbers, and within {part:.1e} of the scene's size: rounding, "
        "as in float64 where numbers cancel, or as in float32.",
        part=widest,
    )


def _off(judgement: Judgement, kind: Wrong, among: Flags) -> str:
    """Return by how much these are wrong."""
    widest = _widest(judgement, kind, among)
    if kind.of_verdict and widest == 0.0:
        return message("All of them touch exactly.")
    if kind is Wrong.NORMAL:
        return message("Off by up to {widest:.2g}.", widest=widest)
    return message("Off by up to {widest:.2g} of the scene's size.", widest=widest)


def _by_option(word: str) -> str:
    option = f"--excuse {word}"
    return message("add `{option}` if that is intended", option=option)


def _cause(judgement: Judgement, kind: Wrong, excuse: Excuse) -> str:
    if not judgement.answered:
        return ""
    findings = judgement.findings
    cause, found = cause_of_kind(findings, kind), causes_of(findings)
    if cause is None:
        if found:
            return ""
        return message("No simple condition tells them from the right answers.")
    said = cause.sentence if cause is found[0] else cause.elsewhere
    if cause.excuse:
        said = _hinted(said, excuse, cause.excuse)
    # What is told next goes on from the first one.
    following = found[1:2] if cause is found[0] else ()
    own = findings.wrong[kind] & by_rule(findings) & ~cause.flags
    more = (one.sentence for one in following if (one.flags & own).any())
    return sentences(said, *more)


def _hinted(said: str, excuse: Excuse, word: str) -> str:
    """Return a sentence with how what it tells is excused."""
    # Only in English its full stop goes behind what is in brackets.
    why = in_english(said.removesuffix("."), said)
    return message("{why} ({how}).", why=why, how=excuse(word))


def _evidence(judgement: Judgement, kind: Wrong) -> list[str]:
    """Return what speaks for a rule or for rounding where the code cannot be asked."""
    findings, wrong = judgement.findings, judgement.findings.wrong[kind]
    if kind not in ROUNDABLE or not judgement.answered:
        return []
    said = message(
        "Whether that is a rule or rounding is not known: this code cannot be asked in "
        "true numbers."
    )
    if not kind.of_verdict:
        return [said]
    near = int((findings.off[kind][wrong] <= _FEW * _ULP).sum())
    families = dict.fromkeys(findings.cases.family[wrong].tolist())
    lost, touches = judgement.exact_touches(kind)
    edge = message(
        "{near:,} of {count:,} are within {few:g} units in the last place of the edge; "
        "families: {families}.",
        near=near,
        count=int(wrong.sum()),
        few=_FEW,
        families=listed(families, ","),
    )
    if not lost:
        return [said, edge]
    flickers = message(
        "Exact touches that are wrong: {count:,} of {touches:,}.",
        count=lost,
        touches=touches,
    )
    return [said, edge, flickers]


# ----------------------------------------------------------------------------


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
