"""What panels ask to be done: it is, in its order, once all of them are drawn."""

from collections.abc import Callable
from functools import partial
from typing import Any, Concatenate, ParamSpec, Protocol

from playground.app.panels.command import Act
from playground.app.panels.window_view import WindowView
from playground.study.session import Session
from playground.study.view.mouse import Controls

P = ParamSpec("P")


class Doing(Protocol):
    """Has something done to the session: a function of it, with its arguments."""

    def __call__(
        self,
        deed: Callable[Concatenate[Session, P], object],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> None:
        """Have it done later."""


class Deeds:
    """Gathers what panels ask for, so that all of them are drawn of the same."""

    def __init__(
        self, session: Session, controls: Controls, window_view: WindowView
    ) -> None:
        self._session, self._controls = session, controls
        self._window_view = window_view
        self._asked: list[Callable[[], object]] = []

    def do(
        self,
        deed: Callable[Concatenate[Session, P], object],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> None:
        """Have this done to the session."""
        self._asked.append(partial(deed, self._session, *arguments, **named))

    def act(self, act: Act) -> None:
        """Have that done which a command does."""
        self._asked.append(
            partial(act, self._session, self._controls, self._window_view)
        )

    def look(self, **changes: Any) -> None:
        """Have fields of the window's view changed, by name."""
        self._asked.append(partial(self._window_view.look, **changes))

    def carry_out(self) -> bool:
        """Do what was asked for; return whether anything was."""
        asked, self._asked = self._asked, []
        for deed in asked:
            deed()
        return bool(asked)

    def drop(self) -> None:
        """Do nothing of what was asked for."""
        self._asked = []
