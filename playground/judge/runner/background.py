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

from playground.i18n import message, serialize_messages
from playground.judge.evaluation import (
    EvaluationError,
    EvaluationOptions,
    evaluate_code,
    find_query,
)
from playground.judge.report.verdict import as_json, collect_report_data
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.runner.protocol import CodeAnswer, CodeError
from playground.judge.shrink import shrink_failure
from playground.scene.loader import from_file, load_installed_scenes, merge_scenes
from playground.scene.override import override
from playground.scene.scene import SceneEntry
from scenes import SCENES

# At these parts of the bar all is answered, and rule is told from rounding.
_ANSWER_PROGRESS_SHARE = 0.5
_DIAGNOSIS_PROGRESS_SHARE = 0.6
# So many seconds are between two signs of life.
_PROGRESS_INTERVAL_S = 0.2

EvaluationProgressCallback = Callable[[str, float], object]


class _ProgressCodeRunner(CodeRunner):
    """Code that tells how many cases it has answered of how many."""

    total_count = 0
    report_progress: EvaluationProgressCallback
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
    asked: Mapping[str, Any], say: EvaluationProgressCallback
) -> dict[str, Any]:
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
    CodeError, EvaluationError
        There is no trial.
    """
    entry = _scene(asked["scene"], asked["file"])
    terms = EvaluationOptions(
        **{**asked["terms"], "allow": tuple(asked["terms"]["allow"])}
    )
    with _ProgressCodeRunner.from_target(asked["code"], find_query(entry).name) as code:
        assert isinstance(code, _ProgressCodeRunner)
        code.total_count, code.report_progress = terms.count, say
        judgement = evaluate_code(entry, code, terms)
        kinds = judgement.findings.kinds()
        small = []
        code.total_count = 0
        for number, kind in enumerate(kinds):
            share = _DIAGNOSIS_PROGRESS_SHARE + (
                1.0 - _DIAGNOSIS_PROGRESS_SHARE
            ) * number / len(kinds)
            say(message("The smallest case of “{kind}”", kind=kind), share)
            small.append(shrink_failure(judgement, kind))
        return as_json(collect_report_data(judgement, small))


def _scene(name: str, file: str) -> SceneEntry:
    if file:
        try:
            return from_file(Path(file))
        except ImportError as error:
            raise EvaluationError(str(error)) from error
    found = (
        entry
        for entry in merge_scenes(SCENES, load_installed_scenes())
        if entry.id == name
    )
    if (entry := next(found, None)) is None:
        raise EvaluationError(
            message("this scene is of no file or package, so nothing is tried")
        )
    return entry


def _write_message(**told: Any) -> None:
    print(json.dumps(serialize_messages(told)), flush=True)


def _report_progress(words: str, share: float) -> None:
    _write_message(words=words, share=share)


def main() -> None:
    """Answer one line."""
    asked = json.loads(sys.stdin.readline())
    try:
        _write_message(trial=run_evaluation(asked, _report_progress))
    except CodeError as error:
        _write_message(error=str(error), line=error.line)
    except EvaluationError as error:
        _write_message(error=str(error), line=0)


if __name__ == "__main__":
    main()
