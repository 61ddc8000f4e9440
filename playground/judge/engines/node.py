"""Engines that npm has, each asked in a process of Node's."""

import json
import os
import shutil
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playground.judge.runner.pipes import LineProcess

_ADAPTERS = Path(__file__).parent / "npm"
# Seconds until it has started, and until it answers; far more than it ever takes.
_START_TIMEOUT_S = 60.0
_ANSWER_TIMEOUT_S = 30.0
_MAX_ERROR_LINES = 20


class NodeEngine:
    """An engine of npm, which is `npm/NAME.mjs`.

    It runs until whoever asks ends. The package is looked for as Node does: in
    `node_modules` of the working folder and those above it, or where NODE_PATH says.

    Raises
    ------
    ImportError
        There is no Node, or not the package.
    """

    def __init__(self, name: str) -> None:
        node = shutil.which("node")
        if node is None:
            raise ImportError("there is no node: see nodejs.org")
        errors = deque[str](maxlen=_MAX_ERROR_LINES)
        command = [node, str(_ADAPTERS / f"{name}.mjs")]
        self._process = LineProcess(command, os.environ, errors.append)
        try:
            said = self._process.line(_START_TIMEOUT_S)
        except TimeoutError:
            said = None
        if said is None:
            self._process.close()
            words = next((x for x in errors if x.startswith("Error: ")), "")
            raise ImportError(words.removeprefix("Error: ") or f"{name} does not start")
        self.version: str = json.loads(said)["version"]

    def __getitem__(self, function: str) -> Callable[..., Any]:
        """Return what asks one of its functions, by names."""

        def ask(**given: Any) -> Any:
            self._process.write(json.dumps({"function": function, **given}) + "\n")
            line = self._process.line(_ANSWER_TIMEOUT_S)
            if line is None:
                raise ValueError(self._process.exit_message())
            answer = json.loads(line)
            if isinstance(answer, dict) and "error" in answer:
                raise ValueError(answer["error"])
            return answer

        return ask
