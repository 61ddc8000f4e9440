"""A whole trial in a process of its own, which whoever wants it may end at any time.

It is asked in one line of JSON, and tells in lines how far it is, and last what came of
the trial or why there is none.
"""

import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from playground.i18n import message, packed
from playground.judge.evaluation import Terms, TrialError, judge, query_of
from playground.judge.report.data import as_json, told_trial
from playground.judge.runner.code_runner import AskedCode
from playground.judge.runner.protocol import CodeAnswer, CodeError
from playground.judge.shrink import smallest
from playground.scene.loader import from_file, gathered, installed
from playground.scene.override import override
from playground.scene.scene import Entry
from scenes import SCENES

# At these parts of the bar all is answered, and rule is told from rounding.
_ANSWERED = 0.5
_TOLD = 0.6
# So many seconds are between two signs of life.
_SIGNS = 0.2

Say = Callable[[str, float], object]


class _CountedCode(AskedCode):
    """Code that tells how many cases it has answered of how many."""

    of = 0
    say: Say
    _done = 0
    _told = float("-inf")

    @override
    def heard(self, count: int) -> None:
        self._done += count
        now = time.monotonic()
        # For smaller cases more is asked.
        if self._done <= self.of and now - self._told > _SIGNS:
            self._told = now
            words = message("{count:,} of {all:,} cases", count=self._done, all=self.of)
            self.say(words, _ANSWERED * self._done / self.of)

    def in_true_numbers(self, *asked: Any, **named: Any) -> list[CodeAnswer]:
        if self.of:
            self.say(message("Rule or rounding?"), _ANSWERED)
        return super().in_true_numbers(*asked, **named)


def tried(asked: Mapping[str, Any], say: Say) -> dict[str, Any]:
    """Hold a trial, and return what there is to tell of it.

    Parameters
    ----------
    asked
        `scene`, a scene's id, and `file`, where it is from, or ""; `code`, as for the
        command; and what of the terms is not as usual.
    say
        Is told in words, and as a part of all, how far it is.

    Raises
    ------
    CodeError, TrialError
        There is no trial.
    """
    entry = _scene(asked["scene"], asked["file"])
    terms = Terms(**{**asked["terms"], "excuses": tuple(asked["terms"]["excuses"])})
    with _CountedCode.named(asked["code"], query_of(entry).name) as code:
        assert isinstance(code, _CountedCode)
        code.of, code.say = terms.count, say
        judgement = judge(entry, code, terms)
        kinds = judgement.findings.kinds()
        small = []
        code.of = 0
        for number, kind in enumerate(kinds):
            share = _TOLD + (1.0 - _TOLD) * number / len(kinds)
            say(message("The smallest case of “{kind}”", kind=kind), share)
            small.append(smallest(judgement, kind))
        return as_json(told_trial(judgement, small))


def _scene(name: str, file: str) -> Entry:
    if file:
        try:
            return from_file(Path(file))
        except ImportError as error:
            raise TrialError(str(error)) from error
    found = (entry for entry in gathered(SCENES, installed()) if entry.id == name)
    if (entry := next(found, None)) is None:
        raise TrialError(
            message("this scene is of no file or package, so nothing is tried")
        )
    return entry


def _say(**told: Any) -> None:
    print(json.dumps(packed(told)), flush=True)


def _so_far(words: str, share: float) -> None:
    _say(words=words, share=share)


def main() -> None:
    """Answer one line."""
    asked = json.loads(sys.stdin.readline())
    try:
        _say(trial=tried(asked, _so_far))
    except CodeError as error:
        _say(error=str(error), line=error.line)
    except TrialError as error:
        _say(error=str(error), line=0)


if __name__ == "__main__":
    main()
