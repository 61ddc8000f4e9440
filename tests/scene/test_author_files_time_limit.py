"""Time limit: endless work is ended, other work is not affected."""

import sys
import threading
import time

import numpy as np
import pytest

from playground.scene import author_files
from playground.scene.author_files import TimeLimitError, author_line, call_limited
from playground.tracing.trace import trace_function


@pytest.fixture(autouse=True)
def _short(monkeypatch):
    monkeypatch.setattr(author_files, "CALL_LIMIT_S", 0.25)
    monkeypatch.setattr(author_files, "_TICK_INTERVAL_S", 0.125)
    monkeypatch.setattr(author_files, "_slow_calls", set())


def endless(*_):
    while True:
        pass


def stubborn():
    while True:
        try:
            endless()
        except Exception:
            continue


def test_what_ends_is_done_as_it_is():
    assert call_limited("solve", divmod, 7, 2) == (3, 1)
    with pytest.raises(ZeroDivisionError):
        call_limited("solve", divmod, 7, 0)


@pytest.mark.slow
@pytest.mark.parametrize("work", [endless, stubborn])
def test_an_endless_loop_is_ended_and_said_with_its_line(work):
    with pytest.raises(
        TimeLimitError, match=r"^solve took longer than 0\.25 s$"
    ) as told:
        call_limited("solve", work)
    at = author_line(told.value)
    first = endless.__code__.co_firstlineno
    assert at in {f"test_author_files_time_limit.py, line {first + n}" for n in (1, 2)}


@pytest.mark.slow
def test_a_busy_computer_is_no_slow_scene(monkeypatch):
    # The program has a processor in a quarter of the time.
    monkeypatch.setattr(author_files, "process_time", lambda: time.process_time() / 4)
    begun = time.monotonic()

    def work():
        while time.monotonic() < begun + 0.6:
            pass
        return "done"

    assert call_limited("solve", work) == "done"


@pytest.mark.slow
def test_within_other_work_the_outer_limit_counts():
    with pytest.raises(TimeLimitError, match=r"^outer took longer"):
        call_limited("outer", call_limited, "inner", endless)
    assert call_limited("outer", call_limited, "inner", max, 1, 2) == 2


@pytest.mark.slow
def test_what_a_loop_takes_to_be_compiled_does_not_count():
    compiler = {"__name__": "numba.core.made_up"}
    exec("def compiled(ended): return ended.wait(120.0)", compiler)

    def compiled_late():
        call = author_files._calls[threading.get_ident()]
        allowed = call.left
        ended = threading.Event()
        # The looking thread goes on: another call is stopped meanwhile.
        beside = threading.Thread(target=stopped, args=(ended,))
        beside.start()
        assert compiler["compiled"](ended)
        beside.join()
        assert call.left >= allowed - 1
        return "done"

    def stopped(ended):
        with pytest.raises(TimeLimitError):
            call_limited("beside", endless)
        ended.set()

    assert call_limited("solve", compiled_late) == "done"


@pytest.mark.slow
def test_what_took_too_long_once_is_given_a_quarter_until_it_ends():
    ends = []

    def work():
        return 1 if ends else endless()

    for seconds in ("0.25", "0.0625"):
        with pytest.raises(TimeLimitError, match=f"longer than {seconds} s"):
            call_limited("solve", work)
    ends.append(True)
    assert call_limited("solve", work) == 1
    ends.clear()
    with pytest.raises(TimeLimitError, match=r"longer than 0\.25 s"):
        call_limited("solve", work)


def followed(radius):
    way = radius * 2.0
    return way > 1.0


@pytest.mark.slow
def test_what_was_ended_does_not_stop_code_that_is_followed_line_by_line(monkeypatch):
    monkeypatch.setattr(author_files, "_TICK_INTERVAL_S", 0.01)
    monkeypatch.setattr(author_files, "CALL_LIMIT_S", 0.02)
    for _ in range(20):
        with pytest.raises(TimeLimitError):
            call_limited("solve", endless)
        # Where it hangs it does so for ever, and nothing can be raised there.
        assert trace_function(followed, (3.0,), np.float64).answer
    assert sys.gettrace() is None


@pytest.mark.slow
def test_on_a_busy_machine_it_goes_on_to_watch(monkeypatch):
    """Stopped again and again, wherever it is: no lock is left behind."""
    monkeypatch.setattr(author_files, "_TICK_INTERVAL_S", 0.001)
    monkeypatch.setattr(author_files, "_RETRY_TICK_COUNT", 0)
    monkeypatch.setattr(author_files, "CALL_LIMIT_S", 0.002)
    for _ in range(60):
        with pytest.raises(TimeLimitError):
            call_limited("solve", endless)
    # Nothing is raised any more once it is over.
    assert sum(range(200_000)) == sum(list(range(200_000)))
