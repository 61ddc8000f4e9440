"""A whole trial of somebody's code, while a window goes on.

It is held in a process of its own, which computes and asks: no frame waits for it, and
it ends as soon as nobody wants it.
"""

import json
import os
import sys
import threading
from collections import deque
from dataclasses import asdict, dataclass, field
from pathlib import Path

import playground
from playground.i18n import deserialize_messages, message
from playground.judge.evaluation import EvaluationOptions
from playground.judge.report.verdict import ReportData, from_json
from playground.judge.runner.pipes import LineProcess
from playground.session.watched_file import WatchedFile

_WORKER_MODULE = "playground.judge.runner.background"
# Seconds between two lines of it; far more than code is ever given.
_LINE_TIMEOUT_S = 600.0
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
    report : ToldTrial or None
        What came of it.
    failure : str
        Why nothing did.
    line : int
        In which line of the file that is; 0 for none.
    """

    words: str = ""
    share: float = 0.0
    report: ReportData | None = None
    failure: str = ""
    line: int = 0

    @property
    def runs(self) -> bool:
        """Whether there is more to come."""
        return bool(self.words)


@dataclass(frozen=True)
class EvaluationRequest:
    """What is tried.

    Attributes
    ----------
    scene : str
        The scene's id.
    text : str
        `FILE.py:FUNCTION` or `engine:NAME`.
    terms : Terms
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

    def as_json(self) -> str:
        """Return it as one line."""
        asked = {
            "scene": self.scene,
            "file": str(self.scene_file or ""),
            "code": self.text,
            "terms": asdict(self.terms),
        }
        return json.dumps(asked) + "\n"


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
        self._process: LineProcess | None = None
        self._lock, self._closed = threading.Lock(), False
        self._errors: deque[str] = deque(maxlen=1)
        threading.Thread(target=self._run, daemon=True).start()

    @property
    def is_outdated(self) -> bool:
        """Whether the code's file has been saved since it began."""
        return self._file is not None and self._file.is_outdated

    def close(self) -> None:
        """End it; nothing waits until its process is gone."""
        with self._lock:
            if self._closed:
                return
            self._closed = True
            process = self._process
        if self.state.runs:
            self._update_state(EvaluationState())
        if process:
            # Not a daemon: the program does not end before it is done.
            threading.Thread(target=process.close).start()

    def _run(self) -> None:
        try:
            state = self._read_result()
        except (OSError, ValueError, KeyError, TypeError, TimeoutError) as error:
            state = EvaluationState(
                failure=message("The test could not start: {why}", why=str(error))
            )
        finally:
            if process := self._process:
                process.close()
        if not self._closed:
            self._update_state(state)

    def _read_result(self) -> EvaluationState:
        process = self._start_process()
        if process is None:
            return EvaluationState()
        process.write(self.request.as_json())
        while (line := process.line(_LINE_TIMEOUT_S)) is not None:
            said = deserialize_messages(json.loads(line))
            if "trial" in said:
                return EvaluationState(report=from_json(said["trial"]), share=1.0)
            if "error" in said:
                return EvaluationState(failure=said["error"], line=said["line"])
            if not self._closed:
                self._update_state(EvaluationState(said["words"], said["share"]))
        why = next(iter(self._errors), "") or process.exit_message()
        return EvaluationState(
            failure=message("The test stopped unexpectedly: {why}", why=why)
        )

    def _start_process(self) -> LineProcess | None:
        """Return its process; None where nobody wants it any more."""
        environment = dict(os.environ)
        root = str(Path(playground.__file__).parents[1])
        paths = [root, *filter(None, [environment.get("PYTHONPATH")])]
        environment["PYTHONPATH"] = os.pathsep.join(paths)
        command = [sys.executable, "-P", "-m", _WORKER_MODULE]
        with self._lock:
            if not self._closed:
                noted = self._errors.append
                self._process = LineProcess(command, environment, noted)
        return self._process

    def _update_state(self, state: EvaluationState) -> None:
        self.state = state
        self.news += 1
