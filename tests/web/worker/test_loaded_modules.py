"""Modules loaded before a page is live, each of which takes time there."""

import subprocess
import sys

SCRIPT = """
import json, sys
from playground.web.worker.entry import create_request_handler
live = create_request_handler("Live", "/nowhere", print)
live.ask(json.dumps({"do": [["scene", "ray_circle"]], "show": {"tab": "explore"}}))
print(*sys.modules)
"""
# Of one's own code, of maps, of figures to take away, of formulas, and of networks.
LATER = (
    *("playground.judge", "playground.render.svg", "playground.render.map_colors"),
    *("playground.web.precompute", "xml", "ssl", "http"),
)


def test_the_first_state_loads_nothing_that_a_page_may_never_ask_for() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True
    )
    loaded = done.stdout.split()
    assert "playground.session.session" in loaded
    assert [name for name in loaded if name.startswith(LATER)] == []
