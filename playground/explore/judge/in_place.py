"""Somebody's code asked in this very process, where there can be no other.

It is for a browser's worker: what never ends is ended with its worker, by the page.
"""

import json
from collections import deque
from collections.abc import Callable

from playground.explore.judge.child_process import begun
from playground.explore.judge.code_process import AskedCode, CodeError
from playground.explore.judge.line_process import LineProcess


class CodeInPlace(AskedCode):
    """Code as in a process of its own, with the same answers in the same words.

    Parameters
    ----------
    target : str
        `FILE.py:FUNCTION`.
    counted : callable
        Hears of each question by itself that is answered.
    """

    def __init__(self, target: str, counted: Callable[[], object]) -> None:
        name = target.rpartition("/")[2]
        super().__init__([], name, python=True, limit=float("inf"))
        self._target, self._counted = target, counted

    def _start(self) -> None:
        self.close()
        if self.stopped:
            raise CodeError(self.stopped)
        self._process = _ProcessInPlace(self._target, self._counted)
        self._warm = False
        self._listen()


class _ProcessInPlace(LineProcess):
    """Stands for the process: a line is answered when it is asked for."""

    def __init__(self, target: str, counted: Callable[[], object]) -> None:
        hello, self._answer = begun(target)
        self._said = deque([json.dumps(hello)])
        self._asked: deque[str] = deque()
        self._counted = counted

    @property
    def runs(self) -> bool:
        return True

    @property
    def says_more(self) -> bool:
        return bool(self._said)

    def write(self, text: str) -> None:
        self._asked.extend(text.splitlines())

    def line(self, seconds: float) -> str | None:
        if self._said:
            return self._said.popleft()
        if self._answer is None or not self._asked:
            return None
        self._counted()
        return json.dumps(self._answer(json.loads(self._asked.popleft())))

    def ended(self) -> str:
        return "it ended"

    def close(self) -> None:
        self._asked.clear()
