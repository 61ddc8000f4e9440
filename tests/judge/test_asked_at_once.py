"""Batched calls of user code: the same answers, failures and limits as single ones.

`rows` are used for single calls.
"""

import time
from functools import cache

import numpy as np
import pytest
from judged_code import PARTS, ray_file
from planted import FUNCTIONS, JUDGED

from playground.judge.cases.generators import generate_cases
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.runner.protocol import NoAnswerReason

SCENES = dict(zip(FUNCTIONS, PARTS, strict=True))


@cache
def cases(scene):
    return generate_cases(SCENES[scene], 300, 5)


def both(path, function, scene):
    """Return the batched and the single answers to all cases, and the largest batch."""
    some, answers, heard = cases(scene), [], [0]
    for ask in ("answers_to", "answers"):
        with CodeRunner.from_target(f"{path}:{function}", function, 5.0) as code:
            code.begin(tuple(some.query.argument_kinds))
            code.on_answers = heard.append if ask == "answers_to" else code.on_answers
            answers.append(
                [*getattr(code, ask)(some if ask == "answers_to" else some.rows)]
            )
    return *answers, max(heard)


@pytest.mark.slow
@pytest.mark.parametrize("scene", FUNCTIONS)
def test_right_code_answers_the_same(scene):
    function = FUNCTIONS[scene]
    at_once, one_by_one, many = both(JUDGED / f"{function}.py", function, scene)
    assert repr(at_once) == repr(one_by_one)
    assert many > 0.9 * len(at_once)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["talks", "raises", "not_a_number", "leaves"])
def test_what_takes_calls_fails_as_by_calls(name, tmp_path):
    at_once, one_by_one, _ = both(ray_file(tmp_path), name, "ray_circle")
    assert repr(at_once) == repr(one_by_one)


@pytest.mark.slow
def test_what_hangs_too_often_is_asked_no_more_and_what_is_known_stays_known(tmp_path):
    path = ray_file(tmp_path)
    some = cases("ray_circle")
    hanging = np.flatnonzero(np.asarray(some.columns["radius"]) == 0.0)
    assert len(hanging) > 2
    with CodeRunner.from_target(f"{path}:hangs", "ray_circle", 0.5) as code:
        code.begin(tuple(some.query.argument_kinds))
        answers = code.answers_to(some)
    failed = [answer.failed for answer in answers]
    first, second, *others = hanging.tolist()
    assert failed[first] is failed[second] is NoAnswerReason.SLOW
    assert {failed[at] for at in others} == {NoAnswerReason.NOT_EVALUATED}
    assert {failed[at] for at in range(len(some)) if at not in hanging} == {None}


@pytest.mark.slow
def test_a_process_that_ends_in_the_midst_is_asked_by_calls(tmp_path):
    path = tmp_path / "ends.py"
    path.write_text(
        "import os, threading\n"
        "threading.Timer(0.5, lambda: os._exit(1)).start()\n"
        "def ray_circle(radius): return radius\n"
    )
    some = cases("ray_circle")
    with CodeRunner.from_target(f"{path}:ray_circle", "ray_circle", 5.0) as code:
        code.begin(tuple(some.query.argument_kinds))
        end, process = time.monotonic() + 60.0, code._process
        while code._process is process:  # until its process has ended
            code.answers_to(some)
            assert time.monotonic() < end
        answers = code.answers_to(some)
    known = [answer.value for answer in answers if not answer.failed]
    assert known
    assert {*known} <= {*some.columns["radius"].tolist()}
