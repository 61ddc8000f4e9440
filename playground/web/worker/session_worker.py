"""The worker of a page's session: commands come as JSON, states are returned."""

import json
import math
from collections.abc import Callable, Mapping
from typing import Any

from playground.i18n import capitalize, message, translate
from playground.scene.json_text import parse_json, quote_value
from playground.session.errors import error_text
from playground.session.saved_state import case_state
from playground.web.worker import state, validation
from playground.web.worker.commands import COMMANDS
from playground.web.worker.headless_session import HeadlessSession
from playground.web.worker.requests import REQUESTS


class SessionWorker(HeadlessSession):
    """A session that runs a page's commands and returns its state."""

    def ask(self, text: str) -> str:
        """Run a page's commands, and return the resulting state; never raises.

        Parameters
        ----------
        text : str
            A JSON object: `do` is a list of commands, each a list of a name and
            arguments, `show` describes the visible parts of the page, and `ask` is a
            request for something else than the state, as in `REQUESTS`.

        Returns
        -------
        str
            A JSON object: the state, or the answer to the request. If a command failed,
            `error` is the reason, and the state is the last valid one.
        """
        try:
            request = parse_json(text)
            if not isinstance(request, dict):
                raise ValueError("a question is a JSON object")
        except ValueError as error:
            words = message("Invalid request: {error}", error=str(error))
            return _to_json({"error": translate(words)})
        problem = self._run_commands(request.get("do", []))
        if "ask" in request:
            return _to_json(self._answer_request(request["ask"]))
        show = request.get("show")
        return _to_json(
            self._serialize_valid_state(show if isinstance(show, dict) else {}, problem)
        )

    def _run_commands(self, deeds: object) -> str:
        """Run commands in order; return the first error or notice, "" for none.

        A failed command is undone.
        """
        problem = ""
        for deed in deeds if isinstance(deeds, list) else [deeds]:
            self.session.notice = ""
            opened = self.session.open_scene
            history, view = opened.history, self.session.view
            try:
                self._call(COMMANDS, deed)
                # Raises if the new state cannot be solved.
                self.place_views()
            except Exception as error:  # the worker must survive any error
                if self.session.open_scene is opened:
                    opened.history, self.session.view = history, view
                problem = problem or _format_error(deed, error)
            else:
                problem = problem or self.session.notice
        return problem

    def _call(self, known: Mapping[str, Any], command: object) -> Any:
        """Call a function of a table: a list of its name and arguments, or the name."""
        name, *values = command if isinstance(command, list) and command else [command]
        self.place_views()
        return validation.run_command(self, known, name, values)

    def _answer_request(self, request: object) -> dict[str, Any]:
        try:
            answer: dict[str, Any] = self._call(REQUESTS, request)
            return answer
        except Exception as error:
            return {"error": translate(_format_error(request, error))}

    def _serialize_valid_state(
        self, shown: Mapping[str, Any], problem: str
    ) -> dict[str, Any]:
        """Return the state, or the nearest one that can be shown, with the error."""
        retreats: list[Callable[[], object]] = [
            lambda: None,
            self.session.undo,
            self.session.reset,
            lambda: self.session.show(case_state(self.session.opened_scenes[0].scene)),
        ]
        for retreat in retreats:
            try:
                retreat()
                self.place_views()
                return {
                    **state.serialize_state(self, shown),
                    "error": translate(problem),
                }
            except Exception as error:  # a scene may fail in what it shows
                why = message("This state cannot be shown: {error}", error=str(error))
                problem = problem or why
        return {"error": translate(problem)}


def _format_error(deed: object, error: Exception) -> str:
    """Return an error as a sentence; `deed` is the command that failed."""
    if isinstance(error, ValueError):
        return capitalize(str(error))
    verb = deed[0] if isinstance(deed, list) and deed else deed
    return message(
        "This cannot be done ({what}): {error}",
        what=quote_value(verb),
        error=error_text(error),
    )


def _to_json(data: Mapping[str, Any]) -> str:
    try:
        return _dump_json(data)
    except ValueError:  # JSON has no infinite numbers
        return _dump_json(_replace_non_finite(data))


def _dump_json(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _replace_non_finite(data: Any) -> Any:
    """Return the values with None for numbers that are not finite."""
    if isinstance(data, dict):
        return {key: _replace_non_finite(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_replace_non_finite(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data
