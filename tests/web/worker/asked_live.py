"""The session of a page, called like by its worker."""

import json
from typing import Any

from playground.web.worker.session_worker import SessionWorker
from scenes import SCENES


class AskedLive:
    """A page's session worker, with its last answer."""

    def __init__(self, scene: str = "ray_circle") -> None:
        self.live = SessionWorker(SCENES)
        self.told: dict[str, Any] = {}
        self.do(["scene", scene])

    def do(self, *deeds: Any, tab: str = "explore") -> dict[str, Any]:
        """Run commands, and return the answer: JSON as a browser reads it."""
        asked = json.dumps({"do": [*deeds], "show": {"tab": tab}})
        self.told = json.loads(self.live.ask(asked), parse_constant=_none)
        return self.told

    @property
    def link(self) -> str:
        """The link to the current state."""
        return str(self.ask("copy", "link")["text"])

    def ask(self, *request: Any) -> dict[str, Any]:
        """Return the answer to a request."""
        answer: dict[str, Any] = json.loads(self.live.ask(json.dumps({"ask": request})))
        return answer


def _none(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")
