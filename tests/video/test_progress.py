"""Cancellation of an export by its waiting process."""

import subprocess
import sys

# The interrupt comes while an object is being deleted, where it is lost.
LOST = """
import _thread
from playground.video.progress import show_progress as shown
_thread.interrupt_main = lambda: None
with shown(True) as told:
    while True:
        told(1, 2)
"""


def test_a_film_is_given_up_though_its_interrupt_is_lost() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOST], stdin=subprocess.DEVNULL, capture_output=True
    )
    assert b"KeyboardInterrupt" in done.stderr
