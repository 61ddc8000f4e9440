"""What a trial came to, as text: in a few lines, and as a folder to keep."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from playground.i18n import (
    capitalize,
    in_english,
    join_sentences,
    join_texts,
    message,
    translate,
)
from playground.judge.cases.case_set import Flags
from playground.judge.cases.generators import CaseCategory
from playground.judge.diagnosis.conditions import (
    find_algorithm_failures,
    find_causes,
    find_main_cause,
)
from playground.judge.diagnosis.rounding import FailureCause, classify_failure
from playground.judge.evaluation import EvaluationRun
from playground.judge.findings import (
    FIELD_FAILURES,
    POSSIBLE_ROUNDING_FAILURES,
    ROUNDING,
    FailureKind,
)
from playground.judge.report.repro import build_repro_script, build_repro_test
from playground.judge.report.wording import answer_sentence
from playground.judge.runner.protocol import strip_line_number
from playground.judge.shrink import ShrunkCase, find_typical_failure
from playground.scene.query import Query
from playground.scene.state_format import dump_state

# Up to this part of the size float64 rounds.
_FLOAT64_ERROR_RATIO = 1e-13
# An ulp of float64, as a part of the size.
_ULP = 2.0**-52
# Within so many of them a wrong answer may well be rounding; it is said, not decided.
_ROUNDING_LIMIT_ULP = 16.0

# A word with other signs within.
_NAME = re.compile(r"\w*[._]\w")

AllowedDeviation = Callable[[str], str]
"""Tells by its word how a choice is excused: "add `--excuse touch` ..."."""

_CAUSE_ORDER = (FailureCause.ALGORITHM, FailureCause.UNKNOWN, FailureCause.ROUNDING)


def explain_failures(
    judgement: EvaluationRun, kind: FailureKind, excuse: AllowedDeviation | None = None
) -> str:
    """Return what is told of a kind: a wrong rule and its cause, or rounding.

    `excuse` says how to excuse a choice, by its word; for the command by default.
    """
    findings = judgement.findings
    what = _common_text_sentence(judgement, kind) if not kind.has_magnitude else ""
    told = classify_failure(findings, kind)
    if told is FailureCause.ROUNDING:
        return join_sentences(what, _rounding_sentence(judgement, kind))
    cause = _cause_sentence(judgement, kind, excuse or _option_hint)
    if told is FailureCause.UNKNOWN:
        off = (
            _describe_error_size(judgement, kind, findings.wrong[kind])
            if kind.has_magnitude
            else ""
        )
        return join_sentences(what, off, cause, *_evidence(judgement, kind))
    rule = findings.wrong[kind] & (findings.rule == 1.0)
    off = _describe_error_size(judgement, kind, rule) if kind.has_magnitude else ""
    rounded = int((findings.wrong[kind] & (findings.rule == 0.0)).sum())
    less = message("{count:,} more are rounding.", count=rounded) if rounded else ""
    said = message("Wrong in true numbers too, so the rule itself is wrong.")
    return join_sentences(what, said, cause, off, less)


def sort_by_cause(
    judgement: EvaluationRun, found: Iterable[ShrunkCase]
) -> list[ShrunkCase]:
    """Return the kinds with those first that come of a wrong rule, rounding last."""
    return sorted(
        found,
        key=lambda one: _CAUSE_ORDER.index(
            classify_failure(judgement.findings, one.kind)
        ),
    )


def rounding_summary(
    judgement: EvaluationRun, excuse: AllowedDeviation | None = None
) -> str:
    """Return one line about the kinds that are nothing but rounding; "" if none is."""
    findings = judgement.findings
    kinds = [
        k
        for k in findings.kinds()
        if classify_failure(findings, k) is FailureCause.ROUNDING
    ]
    if not kinds:
        return ""
    counts = [
        message("{kind}: {count:,}", kind=k, count=int(findings.wrong[k].sum()))
        for k in kinds
    ]
    widest = max(
        kinds, key=lambda kind: _largest_error(judgement, kind, findings.wrong[kind])
    )
    which = message("Rounding ({kinds}).", kinds=join_texts(counts, ","))
    return join_sentences(
        which,
        _append_hint(
            _rounding_sentence(judgement, widest), excuse or _option_hint, ROUNDING
        ),
    )


def find_common_text(
    judgement: EvaluationRun, kind: FailureKind
) -> tuple[str, int, int]:
    """Return what was said most often by these, how often, and how much else was."""
    words = judgement.findings.texts
    said = [words[i] for i in np.flatnonzero(judgement.findings.wrong[kind]).tolist()]
    most, count = Counter(said).most_common(1)[0]
    return most, count, len(said) - count


def _largest_error(judgement: EvaluationRun, kind: FailureKind, among: Flags) -> float:
    return float(judgement.findings.error_sizes[kind][among].max())


def _common_text_sentence(judgement: EvaluationRun, kind: FailureKind) -> str:
    most, count, others = find_common_text(judgement, kind)
    # A name is as somebody has written it.
    begin = most if _NAME.match(most) else capitalize(most)
    if not others:
        return message("{text}.", text=begin)
    return message(
        "{text} ({count} times; {others} more in other words).",
        text=begin,
        count=count,
        others=others,
    )


def _rounding_sentence(judgement: EvaluationRun, kind: FailureKind) -> str:
    if not kind.is_verdict:
        return message("Right in true numbers: rounding.")
    widest = _largest_error(judgement, kind, judgement.findings.wrong[kind])
    if widest <= _FLOAT64_ERROR_RATIO:
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


def _describe_error_size(
    judgement: EvaluationRun, kind: FailureKind, among: Flags
) -> str:
    """Return by how much these are wrong."""
    widest = _largest_error(judgement, kind, among)
    if kind.is_verdict and widest == 0.0:
        return message("All of them touch exactly.")
    if kind is FailureKind.NORMAL:
        return message("Off by up to {widest:.2g}.", widest=widest)
    return message("Off by up to {widest:.2g} of the scene's size.", widest=widest)


def _option_hint(word: str) -> str:
    option = f"--excuse {word}"
    return message("add `{option}` if that is intended", option=option)


def _cause_sentence(
    judgement: EvaluationRun, kind: FailureKind, excuse: AllowedDeviation
) -> str:
    if not judgement.answer_count:
        return ""
    findings = judgement.findings
    cause, found = find_main_cause(findings, kind), find_causes(findings)
    if cause is None:
        if found:
            return ""
        return message("No simple condition tells them from the right answers.")
    said = cause.sentence if cause is found[0] else cause.elsewhere
    if cause.deviation:
        said = _append_hint(said, excuse, cause.deviation)
    # What is told next goes on from the first one.
    following = found[1:2] if cause is found[0] else ()
    own = findings.wrong[kind] & find_algorithm_failures(findings) & ~cause.flags
    more = (one.sentence for one in following if (one.flags & own).any())
    return join_sentences(said, *more)


def _append_hint(said: str, excuse: AllowedDeviation, word: str) -> str:
    """Return a sentence with how what it tells is excused."""
    # Only in English its full stop goes behind what is in brackets.
    why = in_english(said.removesuffix("."), said)
    return message("{why} ({how}).", why=why, how=excuse(word))


def _evidence(judgement: EvaluationRun, kind: FailureKind) -> list[str]:
    """Return what speaks for a rule or for rounding where the code cannot be asked."""
    findings, wrong = judgement.findings, judgement.findings.wrong[kind]
    if kind not in POSSIBLE_ROUNDING_FAILURES or not judgement.answer_count:
        return []
    said = message(
        "Whether that is a rule or rounding is not known: this code cannot be asked in "
        "true numbers."
    )
    if not kind.is_verdict:
        return [said]
    near = int((findings.error_sizes[kind][wrong] <= _ROUNDING_LIMIT_ULP * _ULP).sum())
    families = dict.fromkeys(findings.cases.category[wrong].tolist())
    lost, touches = judgement.count_exact_touches(kind)
    edge = message(
        "{near:,} of {count:,} are within {few:g} units in the last place of the edge; "
        "families: {families}.",
        near=near,
        count=int(wrong.sum()),
        few=_ROUNDING_LIMIT_ULP,
        families=join_texts(families, ","),
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


MAP_FILE = "map.png"
_MAX_ERROR_LINES = 10
_ENGINE_LABELS = {
    "NAME": message("Name"),
    "VERSION": message("Version"),
    "NUMBERS": message("Numbers"),
    "TOLERANCE": message("Tolerance"),
}
"""What an engine says of itself."""


def summary(judgement: EvaluationRun, found: Sequence[ShrunkCase]) -> list[str]:
    """Return what the command prints."""
    lines = [_head(judgement)]
    for small in sort_by_cause(judgement, found):
        if classify_failure(judgement.findings, small.kind) is FailureCause.ROUNDING:
            continue
        count = int(judgement.findings.wrong[small.kind].sum())
        many = message("{kind}: {count:,}.", kind=small.kind, count=count)
        lines.append(join_sentences(many, explain_failures(judgement, small.kind)))
        lines.append(_indent_text(format_call(judgement.query, small.arguments)))
        lines.append(_indent_text(answer_sentence(small.findings, 0, small.kind)))
        if other := typical_case(judgement, small):
            row, said = other
            case = format_call(judgement.query, row)
            lines.append(_indent_text(message("A typical one: {case}", case=case)))
            lines.append(_indent_text(said))
    rounded = rounding_summary(judgement) if found else ""
    return [*lines, *([rounded] if rounded else []), *_notes(judgement)]


def _indent_text(text: str) -> str:
    return message("    {text}", text=text)


def write_report_files(
    judgement: EvaluationRun,
    found: Sequence[ShrunkCase],
    folder: Path,
    picture: Callable[[Path], bool] | None = None,
) -> list[Path]:
    """Write report, states, snippets, tests and map; return the files.

    The report is in the language that is spoken.
    `picture` writes the map of mistakes, or returns that it cannot.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files: dict[str, str] = {}
    named: dict[FailureKind, list[str]] = {}
    for small in found:
        own = _files(judgement, small, folder)
        named[small.kind] = list(own)
        files |= own
    drawn = picture is not None and picture(folder / MAP_FILE)
    files["report.md"] = "\n".join(_report(judgement, found, named, drawn)) + "\n"
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in (*files, *([MAP_FILE] if drawn else []))]


def format_call(query: Query[Any, Any], arguments: Mapping[str, Any]) -> str:
    """Return the question as a call of the core's function."""
    given = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    return f"{query.name}({given})"


def typical_case(
    judgement: EvaluationRun, small: ShrunkCase
) -> tuple[dict[str, Any], str] | None:
    """Return a typical case and what is wrong in it; None if it is the smallest."""
    findings, place = judgement.findings, find_typical_failure(judgement, small.kind)
    row = findings.cases.rows[place]
    if row == small.arguments:
        return None
    return row, answer_sentence(findings, place, small.kind)


def _files(judgement: EvaluationRun, small: ShrunkCase, folder: Path) -> dict[str, str]:
    """Return the files of one case: a script, a test, and where it can be a state."""
    name = _slug(small.kind)
    files = {
        f"{name}.py": build_repro_script(judgement, small, folder),
        f"test_{name}.py": build_repro_test(judgement, small, folder),
    }
    held = judgement.query.find_params(small.arguments)
    if held is not None:
        shown = judgement.entry.join_params(judgement.scene, held)
        files[f"{name}.json"] = dump_state(judgement.entry, shown)
    return files


def _slug(kind: FailureKind) -> str:
    """Return a kind as the name of a module, and of none that Python has."""
    word = kind.replace(" ", "_")
    return f"wrong_{word}" if kind in FIELD_FAILURES else word


def _head(judgement: EvaluationRun) -> str:
    return message(
        "{question}, {code}: {verdict}.",
        question=judgement.query.name,
        code=judgement.code.name,
        verdict=judgement.verdict,
    )


def _notes(judgement: EvaluationRun) -> list[str]:
    """Return what else is to be known of the trial."""
    lines: list[str] = []
    findings = judgement.findings
    if findings.is_allowed_deviation.any():
        excuses: list[str] = [*judgement.options.excuses]
        if slop := judgement.slop:
            excuses.append(message("off by no more than {slop:g}", slop=slop))
        lines.append(
            message(
                "Excused: {count:,} ({choices}).",
                count=int(findings.is_allowed_deviation.sum()),
                choices=join_texts(excuses, ","),
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
    for count, why in judgement.not_evaluated.values():
        bare = strip_line_number(why)
        before, words = reasons.get(bare, (0, why))
        # The line where it was is known of one of them only.
        reasons[bare] = before + count, max(words, why, key=len)
    lines += [
        message("Not asked: {count:,}; {why}.", count=count, why=words)
        for count, words in reasons.values()
    ]
    return lines


def _report(
    judgement: EvaluationRun,
    found: Sequence[ShrunkCase],
    named: Mapping[FailureKind, Sequence[str]],
    drawn: bool,
) -> list[str]:
    code, terms = judgement.code, judgement.options
    about = code.header.metadata
    lines = [f"# {code.name}", "", _head(judgement), ""]
    lines += [
        message("- {name}: {value}", name=name, value=about[word])
        for word, name in _ENGINE_LABELS.items()
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
    for small in sort_by_cause(judgement, found):
        lines += _chapter(judgement, small, named[small.kind])
    if drawn:
        name = message("Map of mistakes")
        picture = message("![{name}]({file})", name=name, file=MAP_FILE)
        lines += [_format_heading(name), "", picture, ""]
    if code.errors:
        said = list(code.errors)[-_MAX_ERROR_LINES:]
        head = _format_heading(message("Standard error, the last lines"))
        lines += [head, "", "```", *said, "```", ""]
    return [*map(translate, lines[:-1])]


def _format_heading(text: str) -> str:
    return message("## {text}", text=text)


def _table(judgement: EvaluationRun) -> list[str]:
    """Return how many of each family are wrong, and in which way."""
    findings = judgement.findings
    kinds = findings.kinds()
    head = [message("Family"), message("asked"), message("wrong"), *kinds]
    rows = []
    for family in CaseCategory:
        own = judgement.category_flags(family)
        if not own.any():  # the scene cannot have it
            continue
        counts = [
            own & findings.is_evaluated,
            own & findings.any_wrong,
            *(own & findings.wrong[kind] for kind in kinds),
        ]
        rows.append([family, *(str(int(flags.sum())) for flags in counts)])
    ruled = ["---", *["---:"] * (len(head) - 1)]
    return [f"| {' | '.join(map(translate, row))} |" for row in (head, ruled, *rows)]


def _chapter(
    judgement: EvaluationRun, small: ShrunkCase, files: Sequence[str]
) -> list[str]:
    kind, findings = small.kind, judgement.findings
    count = int(findings.wrong[kind].sum())
    lines = [
        _format_heading(
            message("{kind}: {count:,}", kind=capitalize(kind), count=count)
        ),
        "",
        explain_failures(judgement, kind),
        "",
        message("The smallest case:") if small.shrunk else message("One of them:"),
        "",
        "```python",
        format_call(judgement.query, small.arguments),
        "```",
        "",
        message("Here {told}.", told=answer_sentence(small.findings, 0, small.kind)),
        "",
    ]
    if other := typical_case(judgement, small):
        row, said = other
        typical_one = message(
            "A typical one: `{case}`. Here {told}.",
            case=format_call(judgement.query, row),
            told=said,
        )
        lines += [typical_one, ""]
    if kind.has_magnitude:
        widest = findings.cases.rows[findings.worst_index(kind)]
        case = format_call(judgement.query, widest)
        lines += [message("The widest: `{case}`.", case=case), ""]
    links = ", ".join(f"[{name}]({name})" for name in files)
    return [*lines, message("To take away: {files}.", files=links), ""]
