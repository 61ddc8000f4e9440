"""Evaluation runs of user code in a background process, for the window.

The process computes and runs the code, so that no frame waits for it; closing the job
ends the process.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import field
from pathlib import Path

import numpy as np

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
from playground.judge.runner.job_process import (
    JobEndedError,
    JobProcess,
    ProgressCallback,
)
from playground.judge.runner.protocol import CodeError
from playground.judge.shrink import shrink_failure
from playground.quick_dataclass import dataclass
from playground.session.watched_file import WatchedFile

# Progress at which all cases are answered, and at which rounding is diagnosed.
_ANSWER_PROGRESS_SHARE = 0.5
_DIAGNOSIS_PROGRESS_SHARE = 0.6
# Minimum interval between two progress reports.
_PROGRESS_INTERVAL_S = 0.2


@dataclass(frozen=True)
class EvaluationRequest:
    """The code to evaluate, with options.

    Attributes
    ----------
    scene : str
        The scene's id.
    text : str
        `FILE.py:FUNCTION` or `engine:NAME`.
    terms : EvaluationOptions
        Number of cases, tolerance, limits.
    scene_file : Path or None
        The file of the scene, if it is a user's; None for an installed scene.
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


def _make_answer_counter(
    total_count: int, report_progress: ProgressCallback
) -> Callable[[int], None]:
    """Return a function that counts answers, and reports progress towards a total.

    It does so at most every `_PROGRESS_INTERVAL_S`, and not beyond the total, which is
    an estimate and counts as `_ANSWER_PROGRESS_SHARE` of the evaluation.
    """
    answer_count, last_report_s = 0, float("-inf")

    def count_answers(count: int) -> None:
        nonlocal answer_count, last_report_s
        answer_count += count
        now = time.monotonic()
        if answer_count <= total_count and now - last_report_s > _PROGRESS_INTERVAL_S:
            last_report_s = now
            words = message(
                "{count:,} of {all:,} cases", count=answer_count, all=total_count
            )
            share = _ANSWER_PROGRESS_SHARE * answer_count / total_count
            report_progress(words, share)

    return count_answers


def run_evaluation(
    report_progress: ProgressCallback, request: EvaluationRequest
) -> EvaluationVerdict | CodeError | EvaluationError:
    """Evaluate user code; return the verdict or the error that prevents one.

    Parameters
    ----------
    report_progress : callable
        Receives the current activity in words, and the share done, from 0 to 1.
    request : EvaluationRequest
        The code and options.

    Returns
    -------
    EvaluationVerdict, CodeError or EvaluationError
        The verdict, or the error that prevents one, not raised but returned.
    """

    def report_diagnosis() -> None:
        report_progress(message("Checking what is rounding"), _ANSWER_PROGRESS_SHARE)

    try:
        entry = find_scene(str(request.scene_file or request.scene))
        terms, function = request.terms, find_query(entry).name
        with CodeRunner.from_target(request.text, function) as code:
            code.on_answers = _make_answer_counter(terms.count, report_progress)
            judgement = evaluate_code(
                entry, code, terms, before_diagnosis=report_diagnosis
            )
            # Shrinking has no known number of answers.
            code.on_answers = lambda count: None
            kinds = judgement.findings.kinds()
            shares = np.linspace(
                _DIAGNOSIS_PROGRESS_SHARE, 1.0, len(kinds), endpoint=False
            )
            small = []
            for kind, share in zip(kinds, shares.tolist(), strict=True):
                words = message("The smallest case of “{kind}”", kind=kind)
                report_progress(words, share)
                small.append(shrink_failure(judgement, kind))
            return collect_verdict(judgement, small, hint=checkbox_hint)
    except (CodeError, EvaluationError) as error:
        return error


# Time limit between two progress reports, far above every limit of the code.
_PROGRESS_TIMEOUT_S = 600.0
_STARTING = message("Starting…")


@dataclass(frozen=True)
class EvaluationState:
    """Progress or outcome of an evaluation.

    Attributes
    ----------
    words : str
        The current activity; "" once it has ended.
    share : float
        Progress, from 0 to 1.
    report : EvaluationVerdict or None
        The verdict; None while it is running, and after a failure.
    failure : str
        Why there is no verdict; "" if there is one or the evaluation is running.
    line : int
        The line of the file that caused the failure; 0 for none.
    """

    words: str = ""
    share: float = 0.0
    report: EvaluationVerdict | None = None
    failure: str = ""
    line: int = 0

    @property
    def runs(self) -> bool:
        """Whether the evaluation is running."""
        return bool(self.words)


class EvaluationJob:
    """An evaluation in a background process, started on construction.

    Parameters
    ----------
    of : EvaluationRequest
        The code and options.

    Attributes
    ----------
    request : EvaluationRequest
        The code and options.
    state : EvaluationState
        Progress or outcome.
    news : int
        Counter of changes of the state.
    chosen : int
        Index of the failure kind selected by the user; -1 for none.
    """

    def __init__(self, of: EvaluationRequest) -> None:
        self.request = of
        self.state = EvaluationState(_STARTING)
        self.news, self.chosen = 0, -1
        self._file = WatchedFile(of.file) if of.file else None
        self._process, self._closed = JobProcess(), False
        threading.Thread(target=self._run, daemon=True).start()

    @property
    def is_outdated(self) -> bool:
        """Whether the code's file has been saved since the start."""
        return self._file is not None and self._file.is_outdated

    def close(self) -> None:
        """End the process, without waiting for its exit.

        Drop an unfinished evaluation.
        """
        if self._closed:
            return
        self._closed = True
        if self.state.runs:
            self._update_state(EvaluationState())
        # Not a daemon: the program has to wait for the process to end.
        threading.Thread(target=self._process.close).start()

    def _run(self) -> None:
        try:
            state = self._read_result()
        except JobEndedError as error:
            state = EvaluationState(
                failure=message("The test stopped unexpectedly: {why}", why=str(error))
            )
        except (OSError, ValueError, TimeoutError) as error:
            state = EvaluationState(
                failure=message("The test could not start: {why}", why=str(error))
            )
        finally:
            self._process.close()
        if not self._closed:
            self._update_state(state)

    def _read_result(self) -> EvaluationState:
        output = self._process.run(
            run_evaluation,
            self.request,
            timeout_s=_PROGRESS_TIMEOUT_S,
            on_progress=self._report_progress,
        )
        if isinstance(output, EvaluationVerdict):
            return EvaluationState(report=output, share=1.0)
        return EvaluationState(failure=str(output), line=getattr(output, "line", 0))

    def _report_progress(self, words: str, share: float) -> None:
        if not self._closed:
            self._update_state(EvaluationState(words, share))

    def _update_state(self, state: EvaluationState) -> None:
        self.state = state
        self.news += 1
