"""A session without a window: what is done comes as JSON, what is shown goes out."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from playground.page.live import requests, telling
from playground.page.live.verbs import VERBS
from playground.scene.camera import Viewport
from playground.scene.json_text import brief
from playground.scene.scene import Entry
from playground.study.session import Session
from playground.study.view.mouse import Controls

# How large a view is drawn, alone and beside another, in pixels, as in a lesson's page.
ALONE, BESIDE = (520.0, 416.0), (440.0, 400.0)


class Live:
    """The window's own session and mouse, for a page that draws and has the panels.

    Parameters
    ----------
    scenes
        All that can be opened; the first is open.
    """

    def __init__(self, scenes: Sequence[Entry]) -> None:
        self.session = Session(tuple(scenes))
        # A page keeps code of its own: it runs in another worker.
        self.session.opens_code = False
        self.controls = Controls(self.session)
        self.told_of: object = None

    @property
    def size(self) -> tuple[float, float]:
        """How large each view is drawn."""
        views = self.session.study.picture.all_views
        return ALONE if len(views) == 1 else BESIDE

    def settle(self) -> None:
        """Give every view its place."""
        views = self.session.study.picture.all_views
        self.controls.places = [Viewport(0.0, 0.0, *self.size) for _ in views]

    def ask(self, text: str) -> str:
        """Do what a page says was done, and tell what it shows now.

        Parameters
        ----------
        text
            A JSON object: `do` is a list of verbs with what they are given, `show` says
            what is on show, `ask` is a request for something else than the state.

        Returns
        -------
        str
            A JSON object. Where something could not be done, `error` says why; what is
            told is then of the last state that was good.
        """
        try:
            asked = json.loads(text)
            if not isinstance(asked, dict):
                raise ValueError("a question is a JSON object")
        except ValueError as error:
            return _json({"error": f"This is no question: {error}"})
        problem = self._all_done(asked.get("do", []))
        if "ask" in asked:
            return _json(self._requested(asked["ask"]))
        shown = asked.get("show")
        return _json(self._told(shown if isinstance(shown, dict) else {}, problem))

    def _all_done(self, deeds: object) -> str:
        """Do them in turn; return what went wrong."""
        problem = ""
        for deed in deeds if isinstance(deeds, list) else [deeds]:
            kept = self.session.opened.history
            self.session.notice = ""
            try:
                self.settle()
                verb, *given = _known(deed)
                verb(self, *given)
            except Exception as error:  # nothing may end what answers the page
                self.session.go_back_to(kept)
                problem = _said(deed, error)
            else:
                problem = problem or self.session.notice
        return problem

    def _requested(self, asked: object) -> dict[str, Any]:
        try:
            self.settle()
            return requests.answered(self, asked)
        except Exception as error:
            return {"error": _said(asked, error)}

    def _told(self, shown: Mapping[str, Any], problem: str) -> dict[str, Any]:
        self.settle()
        try:
            return {**telling.told(self, shown), "error": problem}
        except Exception as error:  # a scene may fail in what it shows
            self.session.reset()
            said = f"This state cannot be shown: {error}"
            try:
                self.settle()
                return {**telling.told(self, {}), "error": problem or said}
            except Exception:
                return {"error": problem or said}


def _known(deed: object) -> list[Any]:
    """Return a deed as what does it and what that is given."""
    name, *given = deed if isinstance(deed, list) and deed else [""]
    if not isinstance(name, str) or name not in VERBS:
        raise ValueError(f"there is no such deed as {brief(str(name))}")
    return [VERBS[name], *given]


def _said(deed: object, error: Exception) -> str:
    """Return what went wrong in a sentence."""
    if isinstance(error, ValueError):
        return str(error)
    what = deed[0] if isinstance(deed, list) and deed else deed
    return f"This cannot be done ({brief(str(what))}): {error}"


def _json(told: Mapping[str, Any]) -> str:
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False)
