"""A whole trial of somebody's code, while a window goes on.

It is held in a process of its own, which computes and asks: no frame waits for it, and
it ends as soon as nobody wants it.
"""

import threading
from dataclasses import dataclass

from playground.i18n import message
from playground.judge.report.verdict import EvaluationVerdict
from playground.judge.runner.background import EvaluationRequest, run_evaluation
from playground.judge.runner.job_process import JobEndedError, JobProcess
from playground.session.watched_file import WatchedFile

# Seconds between two signs of life; far more than code is ever given.
_PROGRESS_TIMEOUT_S = 600.0
_STARTING = message("Starting…")


@dataclass(frozen=True)
class EvaluationState:
    """How far a trial is.

    Attributes
    ----------
    words : str
        What it does just now; "" when it does nothing more.
    share : float
        How much of it is done.
    report : EvaluationVerdict or None
        What came of it.
    failure : str
        Why nothing did.
    line : int
        In which line of the file that is; 0 for none.
    """

    words: str = ""
    share: float = 0.0
    report: EvaluationVerdict | None = None
    failure: str = ""
    line: int = 0

    @property
    def runs(self) -> bool:
        """Whether there is more to come."""
        return bool(self.words)


class EvaluationJob:
    """A trial that has begun.

    Attributes
    ----------
    request : TriedCode
        What is tried.
    state : TrialState
        How far it is.
    news : int
        Counts what has come in.
    chosen : int
        Which of the kinds is looked at.
    """

    def __init__(self, of: EvaluationRequest) -> None:
        self.request = of
        self.state = EvaluationState(_STARTING)
        self.news, self.chosen = 0, 0
        self._file = WatchedFile(of.file) if of.file else None
        self._process, self._closed = JobProcess(), False
        threading.Thread(target=self._run, daemon=True).start()

    @property
    def is_outdated(self) -> bool:
        """Whether the code's file has been saved since it began."""
        return self._file is not None and self._file.is_outdated

    def close(self) -> None:
        """End it; nothing waits until its process is gone."""
        if self._closed:
            return
        self._closed = True
        if self.state.runs:
            self._update_state(EvaluationState())
        # Not a daemon: the program does not end before it is done.
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
        found = self._process.run(
            run_evaluation,
            self.request,
            timeout_s=_PROGRESS_TIMEOUT_S,
            on_progress=self._report_progress,
        )
        if isinstance(found, EvaluationVerdict):
            return EvaluationState(report=found, share=1.0)
        return EvaluationState(failure=str(found), line=getattr(found, "line", 0))

    def _report_progress(self, words: str, share: float) -> None:
        if not self._closed:
            self._update_state(EvaluationState(words, share))

    def _update_state(self, state: EvaluationState) -> None:
        self.state = state
        self.news += 1
