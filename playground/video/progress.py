"""How far a film is: a bar in a terminal, or lines for the window that waits for it."""

import _thread
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

_BAR_WIDTH_CHARS = 30


@contextmanager
def show_progress(lines: bool) -> Iterator[Callable[[int, int], None]]:
    """Give what is told how many frames there are, and of how many.

    With `lines` each is one, and the work is given up as Ctrl+C does it when standard
    input ends: whoever waits for it has gone, or wants it no more.
    """
    if lines:
        left = threading.Event()
        threading.Thread(
            target=_interrupt_at_stdin_end, args=(left,), daemon=True
        ).start()

        def print_line(now: int, all_: int) -> None:
            # The interrupt is lost where it comes while an object is being deleted.
            if left.is_set():
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
    # Not by `sys.stdin`, whose lock would be waited for at the program's end.
    with suppress(OSError):
        while os.read(0, 1024):
            pass
    left.set()
    _thread.interrupt_main()
