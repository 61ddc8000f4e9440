"""Engines that npm has, each asked in a process of Node's."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

_ADAPTERS = Path(__file__).parent / "npm"


class InNode:
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
        self._process = subprocess.Popen(
            [node, str(_ADAPTERS / f"{name}.mjs")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        said = self._line()
        if not said:
            _, words = self._process.communicate()
            said = next((x for x in words.splitlines() if x.startswith("Error: ")), "")
            raise ImportError(said.removeprefix("Error: ") or f"{name} does not start")
        self.version: str = json.loads(said)["version"]

    def __getitem__(self, function: str) -> Callable[..., Any]:
        """Return what asks one of its functions, by names."""

        def ask(**given: Any) -> Any:
            question = json.dumps({"function": function, **given})
            assert self._process.stdin is not None
            self._process.stdin.write(question + "\n")
            self._process.stdin.flush()
            answer = json.loads(self._line())
            if isinstance(answer, dict) and "error" in answer:
                raise ValueError(answer["error"])
            return answer

        return ask

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()
