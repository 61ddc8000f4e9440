"""Progress of a recording: a bar in a terminal, or lines for a parent process."""

import _thread
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_BAR_WIDTH_CHARS = 30


@contextmanager
def show_progress(lines: bool) -> Iterator[Callable[[int, int], None]]:
    """Yield a callback that takes the number of finished frames and of all.

    With `lines`, each call prints a line, and the end of standard input interrupts the
    work like Ctrl+C, since the parent process has exited or canceled it.
    """
    if lines:
        finished = threading.Event()
        threading.Thread(
            target=_interrupt_at_stdin_end, args=(finished,), daemon=True
        ).start()

        def print_line(now: int, all_: int) -> None:
            # An interrupt during the deletion of an object is lost.
            if finished.is_set():
                raise KeyboardInterrupt
            print(f"{now} of {all_}", file=sys.stderr, flush=True)

        yield print_line
        return
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda now, all_: None
        return
    try:
        yield _print_bar
    finally:
        print(file=sys.stderr)


def _print_bar(now: int, all_: int) -> None:
    full = round(_BAR_WIDTH_CHARS * now / all_)
    bar = "#" * full + "." * (_BAR_WIDTH_CHARS - full)
    print(f"\r[{bar}] {now} of {all_}", end="", file=sys.stderr, flush=True)


def _interrupt_at_stdin_end(left: threading.Event) -> None:
    # Not `sys.stdin`, whose lock would block the exit of the program.
    with suppress(OSError):
        while os.read(0, 1024):
            pass
    left.set()
    _thread.interrupt_main()
