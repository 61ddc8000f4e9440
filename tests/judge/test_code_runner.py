"""Code in a separate process: its answers, and its failures."""

import math
import os
import sys
import threading
import time
from contextlib import suppress

import pytest
from judged_code import RAY, left, ray_file, row

from playground.judge.runner import pipes
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.runner.protocol import (
    CodeError,
    NoAnswerReason,
    escape_text,
    parse_answer_line,
)

CHILD = "playground.judge.runner.worker"
NAMES = ("origin", "direction", "center", "radius")
HIT, POINT, MISS = row(), row(radius=0.0), row(center=(3.0, 5.0))


@pytest.fixture
def ray(tmp_path):
    """Return a function that opens user code by name."""
    path = ray_file(tmp_path)
    opened = []

    def function(name, limit=5.0):
        code = CodeRunner.from_target(f"{path}:{name}", "ray_circle", limit)
        opened.append(code)
        code.begin(NAMES)
        return code

    yield function
    for code in opened:
        code.close()


def program(tmp_path, text, **limits):
    """Return a program that reads lines, as in any language."""
    path = tmp_path / "program.py"
    path.write_text(f"import json, sys\nfor line in sys.stdin:\n    {text}\n")
    return CodeRunner.from_command(
        f"{sys.executable} -u {path}", "ray_circle", **{"limit": 5.0, **limits}
    )


def said(code, *rows):
    return [answer.value for answer in code.answers(rows)]


def failed(code, *rows):
    return [answer.failed for answer in code.answers(rows)]


def test_a_function_answers_case_by_case(ray):
    assert said(ray("right"), HIT, MISS, HIT, POINT) == [2.0, None, 2.0, 3.0]


def test_what_it_prints_is_no_answer_but_is_kept(ray):
    code = ray("talks")
    assert said(code, HIT, MISS) == [2.0, None]
    assert set(code.errors) <= {"talking", "past Python"}


def test_what_it_raises_is_told_with_its_line(ray):
    code = ray("raises")
    good, bad, again = code.answers([HIT, POINT, HIT])
    assert (good.value, again.value) == (2.0, 2.0)
    assert bad.failed is NoAnswerReason.CRASH
    assert bad.text.startswith("ZeroDivisionError: ")
    line = RAY[: RAY.index("1 / radius")].count("\n") + 1
    assert bad.text.endswith(f"(line {line})")


def test_one_that_dies_is_started_again(ray):
    code = ray("dies")
    answers = list(code.answers([HIT, POINT, HIT, POINT, HIT]))
    assert [answer.value for answer in answers[::2]] == [2.0] * 3
    assert {answer.failed for answer in answers[1::2]} == {NoAnswerReason.DEATH}
    assert answers[1].text == "exit status 3"
    assert "last words" in code.errors


@pytest.mark.slow
def test_one_that_hangs_is_stopped_and_after_a_few_asked_no_more(ray):
    code = ray("hangs", limit=0.7)
    answers = list(code.answers([HIT, POINT, HIT, POINT, POINT, HIT]))
    assert [answer.failed for answer in answers] == [
        None,
        NoAnswerReason.SLOW,
        None,
        NoAnswerReason.SLOW,
        NoAnswerReason.NOT_EVALUATED,
        NoAnswerReason.NOT_EVALUATED,
    ]
    assert "in time" in answers[-1].text
    assert code.stop_reason == ""
    assert said(code, HIT) == [2.0]


def test_nothing_is_asked_when_the_time_is_up(ray):
    code = ray("always_hangs", limit=60.0)
    begun = time.monotonic()
    answers = list(code.answers([HIT] * 50, until=begun + 0.3))
    assert {answer.failed for answer in answers} == {NoAnswerReason.NOT_EVALUATED}
    assert time.monotonic() - begun < 30.0


@pytest.mark.slow
def test_what_never_answers_is_given_up(tmp_path):
    with program(tmp_path, "while True: pass", limit=0.05, starting=0.2) as code:
        failures = failed(code, *[HIT] * 5)
        assert (
            failures == [NoAnswerReason.SLOW] * 2 + [NoAnswerReason.NOT_EVALUATED] * 3
        )
        assert code.stop_reason


def test_nan_is_an_answer_and_an_object_is_none(ray):
    (value,) = said(ray("not_a_number"), HIT)
    assert math.isnan(value)
    assert failed(ray("strange"), HIT) == [NoAnswerReason.NONSENSE]


def test_a_function_says_what_it_takes(ray):
    assert ray("right").header.takes == frozenset(NAMES)
    assert ray("always_hangs").header.takes is None
    code = ray("of_less")
    assert code.header.takes == {"origin", "center", "radius"}
    assert said(code, HIT) == [True]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("of_more", "needs an argument 'colour'"),
        ("nothing", "it has no function 'nothing'"),
    ],
)
def test_a_function_that_cannot_be_asked_is_refused(ray, name, words):
    with pytest.raises(CodeError, match=words):
        ray(name)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 +", "SyntaxError"),
        ("import nowhere_to_be_found", "nowhere_to_be_found.*line 1"),
        ("raise SystemExit('no')", "SystemExit: no"),
    ],
)
def test_a_file_that_cannot_be_loaded_says_why(tmp_path, text, words):
    path = tmp_path / "broken.py"
    path.write_text(text)
    with pytest.raises(CodeError, match=words):
        CodeRunner.from_target(f"{path}:f", "ray_circle").begin(NAMES)


@pytest.mark.parametrize("text", ["here", "here.py:f", "here.txt:f", "engine:none"])
def test_what_names_no_code_is_refused(text):
    with pytest.raises(CodeError):
        CodeRunner.from_target(text, "ray_circle")


@pytest.mark.parametrize("command", ["", "'", "no-such-program --at all"])
def test_a_command_that_names_no_program_is_refused(command):
    with pytest.raises(CodeError):
        CodeRunner.from_command(command, "ray_circle").begin(NAMES)


def test_a_file_of_a_package_imports_from_it_and_from_folders_that_are_named(tmp_path):
    package, elsewhere = tmp_path / "own_shapes", tmp_path / "elsewhere"
    for folder in (package, elsewhere):
        folder.mkdir()
    (package / "__init__.py").touch()
    (package / "sizes.py").write_text("HALF = 0.5")
    (elsewhere / "own_wholes.py").write_text("TWO = 2")
    (package / "mine.py").write_text(
        "from own_wholes import TWO\nfrom .sizes import HALF\n"
        "import sizes\ndef f(radius): return TWO * HALF * radius\n"
    )
    target = f"{package / 'mine.py'}:f"
    with CodeRunner.from_target(target, "ray_circle", folders=[str(elsewhere)]) as code:
        code.begin(["radius"])
        assert next(code.answers([row()])).value == 1.0


def test_a_program_is_asked_in_lines_of_json(tmp_path):
    with program(tmp_path, "print(json.loads(line)['center'][0] > 3)") as code:
        code.begin(NAMES)
        # What Python prints of a truth value is no JSON.
        assert failed(code, HIT) == [NoAnswerReason.NONSENSE]
    with program(tmp_path, "print(json.dumps(json.loads(line)['radius']))") as code:
        assert said(code, HIT, POINT, row(radius=0.1)) == [1.0, 0.0, 0.1]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("nan", math.nan),
        ("-nan", math.nan),
        ("inf", math.inf),
        ("-Infinity", -math.inf),
    ],
)
def test_numbers_that_are_none_are_understood_as_c_writes_them(text, value):
    found = parse_answer_line(f'{{"t": {text}}}').value["t"]
    assert found == pytest.approx(value, nan_ok=True)


def test_a_program_may_say_that_it_failed(tmp_path):
    with program(tmp_path, 'print(\'{"error": "no way"}\')') as code:
        (answer,) = code.answers([HIT])
        assert (answer.failed, answer.text) == (NoAnswerReason.CRASH, "no way")


def test_a_program_that_keeps_its_answers_is_told_to_flush(tmp_path):
    with program(tmp_path, "sys.__stdout__", limit=0.1, starting=0.2) as code:
        answer, *_ = code.answers([HIT])
        assert answer.failed is NoAnswerReason.SLOW
        assert "flushed after each line" in answer.text


def test_a_program_that_ends_at_once_has_died(tmp_path):
    with program(tmp_path, "sys.exit(7)") as code:
        answers = list(code.answers([HIT, HIT]))
        assert [a.failed for a in answers] == [NoAnswerReason.DEATH] * 2
        assert answers[0].text == "exit status 7"
        # What has never answered is given up after a few deaths.
        more = failed(code, *[HIT] * 9)
        assert more == [NoAnswerReason.DEATH] * 2 + [NoAnswerReason.NOT_EVALUATED] * 7


@pytest.mark.slow
def test_one_that_was_slow_but_once_is_not_found_to_be(tmp_path):
    text = (
        "import pathlib, time\n"
        "def f(center):\n"
        f"    was = pathlib.Path({str(tmp_path)!r}, str(center))\n"
        "    if not was.exists():\n"
        "        was.touch()\n"
        "        time.sleep(600)\n"
        "    return center[0]\n"
    )
    path = tmp_path / "once.py"
    path.write_text(text)
    command = [sys.executable, "-m", CHILD, f"{path}:f"]
    with CodeRunner(command, "once", python=True, limit=0.5, starting=2.0) as code:
        code.begin(NAMES)
        assert said(code, HIT, MISS) == [3.0, 3.0]


def test_nothing_is_asked_once_the_time_is_up(ray):
    answers = list(ray("right").answers([HIT, MISS], until=time.monotonic() - 1.0))
    assert [(a.failed, a.text) for a in answers] == [
        (NoAnswerReason.NOT_EVALUATED, "the time ran out")
    ] * 2


@pytest.mark.skipif(os.name == "nt", reason="no process is asked for by signal 0")
def test_its_process_ends_with_it(tmp_path):
    path = tmp_path / "pid.py"
    path.write_text("import os\ndef f(center):\n    return float(os.getpid())\n")

    def ended(process):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        return False

    with CodeRunner.from_target(f"{path}:f", "ray_circle") as code:
        processes = []
        for _ in range(2):
            code.begin(NAMES)
            processes += map(int, said(code, HIT))
        first, second = processes
        assert ended(first)
        assert not ended(second)
    assert ended(second)


@pytest.mark.parametrize(
    ("text", "hinted"), [("import nowhere_to_be_found", True), ("1 / 0", False)]
)
def test_an_engine_that_is_not_installed_says_how_to_install_it(tmp_path, text, hinted):
    path = tmp_path / "engine.py"
    path.write_text(text)
    command = [sys.executable, "-m", CHILD, f"{path}:f"]
    with pytest.raises(CodeError) as error:
        CodeRunner(command, "engine:some", python=True, engine={}).begin(NAMES)
    assert ("pip install" in str(error.value)) == hinted


def test_one_that_said_too_much_is_started_anew(tmp_path):
    was = str(tmp_path / "was")
    text = (
        f"first = not __import__('os').path.exists({was!r}); open({was!r}, 'w').close()"
        "; print('1\\n2\\n3' if first else json.loads(line)['center'][0], flush=True)"
    )
    with program(tmp_path, text) as code:
        answers = [answer for _ in range(6) for answer in code.answers([HIT])]
    assert NoAnswerReason.NONSENSE in {answer.failed for answer in answers[:2]}
    assert [answer.value for answer in answers[2:]] == [3.0] * 4


@pytest.mark.slow
def test_what_does_not_end_line_by_line_is_said_in_words(tmp_path):
    path = tmp_path / "endless.py"
    path.write_text("def ray_circle(radius):\n    while True:\n        radius += 1.0\n")
    with CodeRunner.from_target(f"{path}:ray_circle", "ray_circle", 20.0) as code:
        code.begin(("radius",))
        words = code.trace_answer({"radius": 1.0}).text
    assert "does not seem to end" in words
    assert "Error" not in words


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_what_is_ended_while_it_starts_leaves_nothing(tmp_path):
    path = tmp_path / "saved.py"
    path.write_text("def ray_circle(radius):\n    return radius\n")

    def begin(code):
        with suppress(CodeError):
            code.begin(NAMES)

    for moment in range(10):
        code = CodeRunner.from_target(f"{path}:ray_circle", "ray_circle")
        starts = threading.Thread(target=begin, args=(code,))
        starts.start()
        time.sleep(0.003 * moment)
        code.end()
        starts.join(60.0)
        assert not starts.is_alive()
        assert code.stop_reason
    assert not left(path)


def test_it_can_be_closed_while_a_long_text_begins_to_be_written(monkeypatch):
    process = pipes.LineProcess([sys.executable, "-c", "input()"], {}, print)
    starting, closing = threading.Event(), threading.Event()

    class SlowThread(threading.Thread):
        def start(self):
            starting.set()
            closing.wait(0.2)
            super().start()

    long_text = "x" * 100_000
    writer = threading.Thread(target=process.write, args=[long_text])
    monkeypatch.setattr(pipes.threading, "Thread", SlowThread)
    writer.start()
    starting.wait()
    process.close()
    closing.set()
    writer.join()
    assert not process.is_running


def test_what_anybody_says_is_shown_and_not_obeyed():
    assert escape_text("a\x1b[31m\n\ud800é") == "a\\x1b[31m\\n\\ud800é"
