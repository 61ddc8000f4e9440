"""A whole trial as a job for another process, which tells how far it is."""

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playground.i18n import message
from playground.judge.evaluation import (
    EvaluationError,
    EvaluationOptions,
    evaluate_code,
    find_query,
    find_scene,
)
from playground.judge.report.sentences import checkbox_hint
from playground.judge.report.verdict import EvaluationVerdict, collect_verdict
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.runner.job_process import ProgressCallback
from playground.judge.runner.protocol import CodeAnswer, CodeError
from playground.judge.shrink import shrink_failure
from playground.scene.override import override

# At these parts of the bar all is answered, and rule is told from rounding.
_ANSWER_PROGRESS_SHARE = 0.5
_DIAGNOSIS_PROGRESS_SHARE = 0.6
# So many seconds are between two signs of life.
_PROGRESS_INTERVAL_S = 0.2


@dataclass(frozen=True)
class EvaluationRequest:
    """What is tried.

    Attributes
    ----------
    scene : str
        The scene's id.
    text : str
        `FILE.py:FUNCTION` or `engine:NAME`.
    terms : EvaluationOptions
        How.
    scene_file : Path or None
        Where the scene comes from, if it is somebody's own.
    """

    scene: str
    text: str
    terms: EvaluationOptions = field(default_factory=EvaluationOptions)
    scene_file: Path | None = None

    @property
    def file(self) -> Path | None:
        """The file of the code; None for an engine."""
        path = Path(self.text.rpartition(":")[0])
        return path if path.suffix == ".py" else None


class _ProgressCodeRunner(CodeRunner):
    """Code that tells how many cases it has answered of how many."""

    total_count = 0
    report_progress: ProgressCallback
    _done = 0
    _last_report_s = float("-inf")

    @override
    def on_answers(self, count: int) -> None:
        self._done += count
        now = time.monotonic()
        # For smaller cases more is asked.
        if (
            self._done <= self.total_count
            and now - self._last_report_s > _PROGRESS_INTERVAL_S
        ):
            self._last_report_s = now
            words = message(
                "{count:,} of {all:,} cases", count=self._done, all=self.total_count
            )
            self.report_progress(
                words, _ANSWER_PROGRESS_SHARE * self._done / self.total_count
            )

    def evaluate_exactly(self, *asked: Any, **named: Any) -> list[CodeAnswer]:
        if self.total_count:
            self.report_progress(message("Rule or rounding?"), _ANSWER_PROGRESS_SHARE)
        return super().evaluate_exactly(*asked, **named)


def run_evaluation(
    report_progress: ProgressCallback, request: EvaluationRequest
) -> EvaluationVerdict | CodeError | EvaluationError:
    """Hold a trial, and return what there is to tell of it, or why there is none."""
    try:
        return _run_evaluation(report_progress, request)
    except (CodeError, EvaluationError) as error:
        return error


def _run_evaluation(
    report_progress: ProgressCallback, request: EvaluationRequest
) -> EvaluationVerdict:
    entry = find_scene(str(request.scene_file or request.scene))
    terms, function = request.terms, find_query(entry).name
    with _ProgressCodeRunner.from_target(request.text, function) as code:
        assert isinstance(code, _ProgressCodeRunner)
        code.total_count, code.report_progress = terms.count, report_progress
        judgement = evaluate_code(entry, code, terms)
        kinds = judgement.findings.kinds()
        small = []
        code.total_count = 0
        for number, kind in enumerate(kinds):
            share = _DIAGNOSIS_PROGRESS_SHARE + (
                1.0 - _DIAGNOSIS_PROGRESS_SHARE
            ) * number / len(kinds)
            report_progress(message("The smallest case of “{kind}”", kind=kind), share)
            small.append(shrink_failure(judgement, kind))
        return collect_verdict(judgement, small, hint=checkbox_hint)
