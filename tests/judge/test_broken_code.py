"""Programs that fail in every way: a plain message, and no process is left."""

import sys
import time

import pytest
from judged_code import left

from playground.cli.main import main

GIVEN = "origin, direction, center, radius"
QUICK = {
    "no arguments": "def f(): return 1.0",
    "by place and not": "def f(origin, direction, /, center, *, radius): return None",
    "a class": "class f:\n    def __init__(self, **given): pass",
    "no function": "f = 3",
    "too large a number": f"def f({GIVEN}): return 10 ** 400",
    "beyond all digits": f"def f({GIVEN}): return -10 ** 5000",
    "a list in itself": f"def f({GIVEN}):\n    a = []; a.append(a); return a",
    "half a sign": f"def f({GIVEN}): raise ValueError('\\ud800 \\x1b[31m \\x07')",
    "half a sign at once": "raise ValueError('\\ud800 \\x1b[31m')",
    "an exception that raises": (
        "class E(Exception):\n    def __str__(self): raise self\n"
        f"def f({GIVEN}): raise E"
    ),
    "no text of itself": (
        f"class A:\n    def __repr__(self): raise OSError\ndef f({GIVEN}): return A()"
    ),
    "an end": f"import os\ndef f({GIVEN}): os._exit(3)",
    "an interrupt": f"def f({GIVEN}): raise KeyboardInterrupt",
    "its own end and others": f"import os\ndef f({GIVEN}): os.killpg(0, 9)",
    "its parent": f"import os\ndef f({GIVEN}): os.kill(os.getppid(), 9)",
    "all streams shut": f"import os\ndef f({GIVEN}): os.closerange(0, 256)",
    "standard output shut": f"import os, sys\ndef f({GIVEN}):\n    os.close(1)",
    "answers of its own": (
        f"import os\nfor n in range(3, 20):\n    try: os.write(n, b'[1]\\n')\n"
        f"    except OSError: pass\ndef f({GIVEN}): return None"
    ),
    "prints while it answers": f"def f({GIVEN}): print('x' * 9999); return None",
    "recursion": f"def f({GIVEN}): return f({GIVEN})",
    "memory": f"def f({GIVEN}):\n    a = []\n    while 1: a.append(bytearray(1 << 28))",
    "a deep text": "(" * 5000,
    "a daemon": (
        "import os, time\n"
        "if not os.fork():\n    os.setsid()\n    if not os.fork(): time.sleep(99)\n"
        f"    os._exit(0)\ndef f({GIVEN}): return None"
    ),
}
SLOW = {
    # One that doubles would take the machine from the tests beside this one.
    "forks": (
        f"import os, time\ndef f({GIVEN}):\n    while 1:\n"
        "        if not os.fork(): time.sleep(99)\n        time.sleep(0.002)"
    ),
    "an endless loop when loaded": "while True: pass",
    "deaf": f"import signal, os\nsignal.pthread_sigmask(0, range(1, 65))\n"
    f"def f({GIVEN}):\n    while True: pass",
    "writes for ever": (
        f"import os\ndef f({GIVEN}):\n    while 1: os.write(1, b'x' * 65536)"
    ),
}
PROGRAMS = {
    "never ends a line": "import sys\nwhile 1: sys.stdout.write('x' * 65536)",
    "a deep answer": "for _ in open(0): print('[' * 99999, flush=True)",
    "shuts its output": "import os, time\nos.close(1)\ntime.sleep(99)",
}
TERMS = ("--scene", "ray_circle", "--cases", "40", "--seconds", "2")


def held(capsys, file, *arguments):
    """Evaluate a program; assert a plain message and its end; return code and text."""
    begun = time.monotonic()
    code = main(["judge", *arguments, *TERMS])
    spent = time.monotonic() - begun
    printed = capsys.readouterr()
    text = printed.out + printed.err
    assert "Traceback" not in text
    assert "\n" in text
    assert all(sign.isprintable() or sign == "\n" for sign in text)
    if code == 2:
        assert len(text.splitlines()) == 1
    assert not left(file)
    assert spent < 30.0
    return code, text


@pytest.fixture
def judged(capsys, tmp_path):
    def run(text):
        path = tmp_path / "broken.py"
        path.write_text(text, encoding="utf-8")
        return held(capsys, path, f"{path}:f")

    return run


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
@pytest.mark.parametrize("name", QUICK)
def test_what_breaks_is_told_and_leaves_nothing(judged, name):
    code, _ = judged(QUICK[name])
    assert code in (1, 2, 3)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
@pytest.mark.parametrize("name", SLOW)
def test_what_does_not_end_is_told_and_leaves_nothing(judged, name):
    code, _ = judged(SLOW[name])
    assert code in (2, 3)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_that_breaks_is_told_and_leaves_nothing(capsys, tmp_path, name):
    path = tmp_path / "program.py"
    path.write_text(PROGRAMS[name], encoding="utf-8")
    code, _ = held(capsys, path, "--command", f"{sys.executable} {path}")
    assert code in (1, 3)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_an_endless_loop_is_told_with_its_line(judged):
    code, said = judged(f"\n\ndef f({GIVEN}):\n    while True:\n        pass")
    assert code == 3
    assert "(line 4)" in said or "(line 5)" in said
