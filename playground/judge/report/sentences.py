"""Sentences of the report about failures: cause, rounding and error size."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from playground.i18n import capitalize, in_english, join_sentences, join_texts, message
from playground.judge.cases.case_set import Flags
from playground.judge.diagnosis.conditions import (
    find_algorithm_failures,
    find_causes,
    find_main_cause,
)
from playground.judge.diagnosis.rounding import FailureCause, classify_failure
from playground.judge.evaluation import EvaluationRun, deviation_label
from playground.judge.findings import POSSIBLE_ROUNDING_FAILURES, ROUNDING, FailureKind
from playground.judge.runner.protocol import CodeAnswer
from playground.scene.query import Query

# Largest error of float64 rounding, relative to the size.
_FLOAT64_ERROR_RATIO = 1e-13
# An ulp of float64, relative to the size.
_ULP = 2.0**-52
# Failures within this many ulps of the edge are mentioned as probable rounding.
_ROUNDING_LIMIT_ULP = 16.0

# A name with a dot or underscore in it.
_NAME = re.compile(r"\w*[._]\w")

# The error of code that expects points to have attributes x and y.
_POINT_ATTRIBUTE = re.compile(r"'tuple' object has no attribute '[xyzXYZ]'")
_POINT_HINT = message(
    "Points and vectors are tuples here: write p[0] and p[1] for p.x and p.y."
)

DeviationHint = Callable[[str], str]
"""Takes a deviation's name; returns how to allow it: "add `--allow touch` ..."."""

# By kind: a failure in all cases of a condition, and in some. None is any other kind.
_EVERY_TEXTS: dict[FailureKind | None, str] = {
    FailureKind.MISSED_HIT: message(
        "Misses every hit where {words} ({count:,} of {there:,})."
    ),
    FailureKind.PHANTOM_HIT: message(
        "Reports a phantom hit wherever {words} ({count:,} of {there:,})."
    ),
    None: message("Wrong ({kind}) wherever {words} ({count:,} of {there:,})."),
}
_SOME_TEXTS: dict[FailureKind | None, str] = {
    FailureKind.MISSED_HIT: message(
        "Misses hits where {words} ({count:,} of {there:,})."
    ),
    FailureKind.PHANTOM_HIT: message(
        "Reports phantom hits where {words} ({count:,} of {there:,})."
    ),
    None: message("Wrong ({kind}) where {words} ({count:,} of {there:,})."),
}


def option_hint(word: str) -> str:
    """Return the command-line option that allows a deviation, by its name, in words."""
    option = f"--allow {word}"
    return message("add `{option}` if that is intended", option=option)


def checkbox_hint(word: str) -> str:
    """Return the checkbox that allows a deviation, by its name, in words."""
    return message("tick “{named}” if that is intended", named=deviation_label(word))


def explain_failures(
    judgement: EvaluationRun, kind: FailureKind, hint: DeviationHint = option_hint
) -> str:
    """Return the explanation of a failure kind: algorithm and cause, or rounding."""
    findings = judgement.findings
    what = _common_text_sentence(judgement, kind) if not kind.has_magnitude else ""
    failure_class = classify_failure(findings, kind)
    if failure_class is FailureCause.ROUNDING:
        return join_sentences(what, _rounding_sentence(judgement, kind))
    cause = _cause_sentence(judgement, kind, hint)
    if failure_class is FailureCause.UNKNOWN:
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
    sentence = message(
        "Also wrong in exact arithmetic: the algorithm is wrong, not the rounding."
    )
    # Where nothing is answered no number was rounded.
    return join_sentences(
        what, sentence if judgement.answer_count else "", cause, off, less
    )


def rounding_summary(
    judgement: EvaluationRun, hint: DeviationHint = option_hint
) -> str:
    """Return one line about the kinds caused by rounding alone; "" without any.

    `hint` returns how to allow rounding.
    """
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
        which, _append_hint(_rounding_sentence(judgement, widest), hint, ROUNDING)
    )


def find_common_answer(
    judgement: EvaluationRun, kind: FailureKind
) -> tuple[CodeAnswer, int, int]:
    """Return the most frequent answer of a failure kind that occurs.

    Returns
    -------
    tuple of CodeAnswer, int, int
        The answer, how often it was given, and the number of other answers.
    """
    findings = judgement.findings
    answers = [
        findings.answers[i] for i in np.flatnonzero(findings.wrong[kind]).tolist()
    ]
    common_text, count = Counter(answer.text for answer in answers).most_common(1)[0]
    return (
        next(x for x in answers if x.text == common_text),
        count,
        len(answers) - count,
    )


def _largest_error(
    judgement: EvaluationRun, kind: FailureKind, relevant: Flags
) -> float:
    return float(judgement.findings.error_sizes[kind][relevant].max())


def _common_text_sentence(judgement: EvaluationRun, kind: FailureKind) -> str:
    answer, count, other_count = find_common_answer(judgement, kind)
    common_text = answer.text
    # Names keep their case.
    begin = common_text if _NAME.match(common_text) else capitalize(common_text)
    hint = _POINT_HINT if _POINT_ATTRIBUTE.search(common_text) else ""
    if not other_count:
        return join_sentences(message("{text}.", text=begin), hint)
    sentence = message(
        "{text} ({count} times; {others} more with other messages).",
        text=begin,
        count=count,
        others=other_count,
    )
    return join_sentences(sentence, hint)


def _rounding_sentence(judgement: EvaluationRun, kind: FailureKind) -> str:
    if not kind.is_verdict:
        return message("Correct in exact arithmetic: rounding.")
    widest = _largest_error(judgement, kind, judgement.findings.wrong[kind])
    if widest <= _FLOAT64_ERROR_RATIO:
        return message(
            "Correct in exact arithmetic, and within {part:.1e} × scene size: "
            "rounding, as in float64.",
            part=widest,
        )
    # Cancellation can lose this many digits in float64 too.
    return message(
        "Correct in exact arithmetic, and within {part:.1e} × scene size: rounding, as "
        "in float64 where numbers cancel, or as in float32.",
        part=widest,
    )


def _describe_error_size(
    judgement: EvaluationRun, kind: FailureKind, among: Flags
) -> str:
    """Return a sentence with the largest error of the failures in `among`."""
    widest = _largest_error(judgement, kind, among)
    if kind.is_verdict and widest == 0.0:
        return message("All of them touch exactly.")
    if kind is FailureKind.NORMAL:
        return message("Largest error: {widest:.2g}.", widest=widest)
    return message("Largest error: {widest:.2g} × scene size.", widest=widest)


def _cause_sentence(
    judgement: EvaluationRun, kind: FailureKind, hint: DeviationHint
) -> str:
    if not judgement.answer_count:
        return ""
    findings = judgement.findings
    cause, causes = find_main_cause(findings, kind), find_causes(findings)
    if cause is None:
        if causes:
            return ""
        return message(
            "No simple condition separates these cases from the correct ones."
        )
    sentence = cause.sentence if cause is causes[0] else cause.elsewhere
    if cause.deviation:
        sentence = _append_hint(sentence, hint, cause.deviation)
    # A second cause is worded to follow the first one.
    following = causes[1:2] if cause is causes[0] else ()
    own_flags = findings.wrong[kind] & find_algorithm_failures(findings) & ~cause.flags
    next_sentence = (one.sentence for one in following if (one.flags & own_flags).any())
    return join_sentences(sentence, *next_sentence)


def _append_hint(text: str, hint: DeviationHint, word: str) -> str:
    """Return the sentence followed by the hint on the deviation, in brackets."""
    # In English the full stop moves behind the brackets.
    reason = in_english(text.removesuffix("."), text)
    return message("{why} ({how}).", why=reason, how=hint(word))


def _evidence(judgement: EvaluationRun, kind: FailureKind) -> list[str]:
    """Return the evidence for rounding if the code cannot run in exact arithmetic."""
    findings, wrong = judgement.findings, judgement.findings.wrong[kind]
    if kind not in POSSIBLE_ROUNDING_FAILURES or not judgement.answer_count:
        return []
    sentence = message(
        "Cannot tell a wrong algorithm from rounding: this code cannot be run in exact "
        "arithmetic."
    )
    if not kind.is_verdict:
        return [sentence]
    near = int((findings.error_sizes[kind][wrong] <= _ROUNDING_LIMIT_ULP * _ULP).sum())
    categories = dict.fromkeys(findings.cases.category[wrong].tolist())
    touch = (findings.cases.gap == 0.0) & findings.is_evaluated
    lost_count = int((touch & wrong).sum())
    edge = message(
        "{near:,} of {count:,} are within {few:g} units in the last place of the edge; "
        "categories: {categories}.",
        near=near,
        count=int(wrong.sum()),
        few=_ROUNDING_LIMIT_ULP,
        categories=join_texts(categories, ","),
    )
    if not lost_count:
        return [sentence, edge]
    flickers = message(
        "Exact touches that are wrong: {count:,} of {touches:,}.",
        count=lost_count,
        touches=int(touch.sum()),
    )
    return [sentence, edge, flickers]


def pointer_sentence(line: int) -> str:
    """Return the sentence that points to a line; "" for line 0."""
    return message("Look at line {line}.", line=line) if line else ""


def find_common_reason(judgement: EvaluationRun) -> CodeAnswer | None:
    """Return a reason that no case was evaluated; None if any was.

    If possible it is one with a line number.
    """
    if judgement.findings.is_evaluated.any():
        return None
    return max(
        (reason for _, reason in judgement.not_evaluated.values()),
        key=lambda why: why.line,
        default=None,
    )


def lead_sentence(judgement: EvaluationRun, kind: FailureKind) -> str:
    """Return the sentence about the main failure, which begins the report."""
    findings = judgement.findings
    cause = find_main_cause(findings, kind) if judgement.answer_count else None
    if cause is None or cause.is_vague:
        count = int(findings.wrong[kind].sum())
        many = message(
            "{kind}: {count:,} of {asked:,}.",
            kind=capitalize(kind),
            count=count,
            asked=int(findings.is_evaluated.sum()),
        )
        if kind.has_magnitude:
            return many
        return join_sentences(many, _common_text_sentence(judgement, kind))
    if cause.claim:
        return message("{claim}.", claim=capitalize(cause.claim))
    rule_failures = find_algorithm_failures(findings)
    right = findings.is_evaluated & ~findings.any_wrong & ~findings.is_allowed_deviation
    count = int((findings.wrong[kind] & rule_failures & cause.flags).sum())
    inside_count = int((cause.flags & (rule_failures | right)).sum())
    texts = _EVERY_TEXTS if count == inside_count else _SOME_TEXTS
    return message(
        texts.get(kind, texts[None]),
        kind=kind,
        words=cause.text,
        count=count,
        there=inside_count,
    )


def format_call(query: Query[Any, Any], arguments: Mapping[str, Any]) -> str:
    """Return the query as a call of the core's function."""
    argument_list = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    return f"{query.name}({argument_list})"


def collect_notes(judgement: EvaluationRun) -> list[str]:
    """Return further notes on the run: deviations, arguments, fields, skipped cases."""
    lines: list[str] = []
    findings = judgement.findings
    if findings.is_allowed_deviation.any():
        choices: list[str] = [*judgement.options.allow]
        if slop := judgement.code.header.slop:
            choices.append(message("off by at most {slop:g}", slop=slop))
        lines.append(
            message(
                "Allowed: {count:,} ({choices}).",
                count=int(findings.is_allowed_deviation.sum()),
                choices=join_texts(choices, ","),
            )
        )
    if by_position := judgement.code.by_position:
        pairs = (f"{own} = {name}" for own, name in by_position.items() if own != name)
        lines.append(
            message("Passed by position: {arguments}.", arguments=", ".join(pairs))
        )
    if judgement.fixed:
        fixed_texts = (f"{name} = {value!r}" for name, value in judgement.fixed.items())
        lines.append(
            message(
                "Not varied, because the code does not take them: {arguments}.",
                arguments=", ".join(fixed_texts),
            )
        )
    if findings.unknown:
        names = ", ".join(findings.unknown)
        lines.append(message("Not compared: {names}.", names=names))
    reasons: dict[str, tuple[int, str]] = {}
    for count, reason in judgement.not_evaluated.values():
        count_before, words = reasons.get(reason.words, (0, reason.text))
        # Only one of them may have the line number; keep that one.
        reasons[reason.words] = count_before + count, max(words, reason.text, key=len)
    lines += [
        message("Not tested: {count:,} ({why}).", count=count, why=words)
        for count, words in reasons.values()
    ]
    return lines
