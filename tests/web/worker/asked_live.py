"""The session of a page, asked as its worker asks it."""

import json
from typing import Any

from playground.web.worker.session_worker import SessionWorker
from scenes import SCENES


class AskedLive:
    """What answers the page, and what it told last."""

    def __init__(self, scene: str = "ray_circle") -> None:
        self.live = SessionWorker(SCENES)
        self.told: dict[str, Any] = {}
        self.do(["scene", scene])

    def do(self, *deeds: Any, tab: str = "explore") -> dict[str, Any]:
        """Do these, and return what is told then: JSON as a browser reads it."""
        asked = json.dumps({"do": [*deeds], "show": {"tab": tab}})
        self.told = json.loads(self.live.ask(asked), parse_constant=_none)
        return self.told

    @property
    def link(self) -> str:
        """The link of what is shown."""
        return str(self.ask("copy", "link")["text"])

    def ask(self, *request: Any) -> dict[str, Any]:
        """Return what is answered to a request."""
        answer: dict[str, Any] = json.loads(self.live.ask(json.dumps({"ask": request})))
        return answer


def _none(name: str) -> None:
    raise AssertionError(f"{name} is no JSON")
