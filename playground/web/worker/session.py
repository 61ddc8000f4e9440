"""A session without a window: what is done comes as JSON, what is shown goes out."""

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

from playground.i18n import capital, message, translated
from playground.scene.json_text import read, said
from playground.session.errors import kind_and_words
from playground.session.saved_state import of_case
from playground.web.worker import requests, state, validation
from playground.web.worker.commands import VERBS
from playground.web.worker.headless_session import LiveSession


class Live(LiveSession):
    """What answers a page: deeds are done in its session, and a state is told."""

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
            asked = read(text)
            if not isinstance(asked, dict):
                raise ValueError("a question is a JSON object")
        except ValueError as error:
            words = message("This is no question: {error}", error=str(error))
            return _json({"error": translated(words)})
        problem = self._all_done(asked.get("do", []))
        if "ask" in asked:
            return _json(self._requested(asked["ask"]))
        shown = asked.get("show")
        return _json(self._told(shown if isinstance(shown, dict) else {}, problem))

    def _all_done(self, deeds: object) -> str:
        """Do them in turn; return what went wrong first."""
        problem = ""
        for deed in deeds if isinstance(deeds, list) else [deeds]:
            self.session.notice = ""
            own = self.session.opened
            kept, view = own.history, self.session.view
            try:
                self.settle()
                self._do(deed)
            except Exception as error:  # nothing may end what answers the page
                if self.session.opened is own:
                    own.history, self.session.view = kept, view
                problem = problem or _said(deed, error)
            else:
                problem = problem or self.session.notice
        return problem

    def _do(self, deed: object) -> None:
        name, *values = deed if isinstance(deed, list) and deed else [deed]
        validation.done(self, VERBS, name, values)
        # A state that cannot be asked is no state.
        self.settle()

    def _requested(self, asked: object) -> dict[str, Any]:
        try:
            self.settle()
            return requests.answered(self, asked)
        except Exception as error:
            return {"error": translated(_said(asked, error))}

    def _told(self, shown: Mapping[str, Any], problem: str) -> dict[str, Any]:
        """Tell the state, or one that can be told in its place, and why."""
        retreats: list[Callable[[], object]] = [
            lambda: None,
            self.session.undo,
            self.session.reset,
            lambda: self.session.show(of_case(self.session.all_opened[0].scene)),
        ]
        for retreat in retreats:
            try:
                retreat()
                self.settle()
                return {**state.told(self, shown), "error": translated(problem)}
            except Exception as error:  # a scene may fail in what it shows
                why = message("This state cannot be shown: {error}", error=str(error))
                problem = problem or why
        return {"error": translated(problem)}


def _said(deed: object, error: Exception) -> str:
    """Return what went wrong in a sentence."""
    if isinstance(error, ValueError):
        return capital(str(error))
    what = deed[0] if isinstance(deed, list) and deed else deed
    return message(
        "This cannot be done ({what}): {error}",
        what=said(what),
        error=kind_and_words(error),
    )


def _json(told: Mapping[str, Any]) -> str:
    try:
        return _written(told)
    except ValueError:  # JSON has no endless numbers
        return _written(_finite(told))


def _written(told: Any) -> str:
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _finite(told: Any) -> Any:
    """Return the same with nothing in the place of what is no finite number."""
    if isinstance(told, dict):
        return {key: _finite(value) for key, value in told.items()}
    if isinstance(told, list | tuple):
        return [_finite(value) for value in told]
    return None if isinstance(told, float) and not math.isfinite(told) else told
