"""Random input, which must not raise."""

import os

import pytest
from effort import examples
from monkey import Monkey
from using import Drawn, nothing_outside

# So many events there are for each seed; by hand there are more.
_EVENTS = int(os.environ.get("PLAYGROUND_MONKEY", 0))
_SEEDS = [int(n) for n in os.environ.get("PLAYGROUND_SEEDS", "0 1").split()]


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
@pytest.mark.parametrize("seed", _SEEDS)
def test_whatever_is_done_raises_nothing(driver, monkeypatch, tmp_path, seed):
    nothing_outside(monkeypatch, tmp_path)
    monkey = Monkey(driver, Drawn(monkeypatch), seed)
    while monkey.events < (_EVENTS or examples(1500)):
        try:
            monkey.act()
            for failure in driver.failures():
                raise failure.error
        except Exception as error:
            error.add_note(f"Event {monkey.events}: {'; '.join(monkey.done)}")
            raise
    if driver.window.video_exporter.video_process:
        driver.window.video_exporter.video_process.close()
