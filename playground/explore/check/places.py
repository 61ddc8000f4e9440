"""Where in the author's own text that stands which a finding speaks of."""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from playground.language import message
from playground.scene.scene import Entry


class Places:
    """The words and parameters of a scene's files, and where they stand."""

    def __init__(self, entry: Entry) -> None:
        self._found: dict[str, list[str]] = defaultdict(list)
        for path in _files(entry):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                for word, line in _words(node):
                    self._found[word].append(
                        message("{file}, line {line}", file=path.name, line=line)
                    )

    def of(self, text: str) -> str:
        """Return where the first thing stands that a sentence names.

        "" where nothing that it names stands in the files just once.
        """
        for match in re.finditer(r"'([^']+)'|the (?:parameter|angle) (\w+)", text):
            places = self._found.get(match[1] or match[2], [])
            if len(places) == 1:
                return places[0]
        return ""


def _words(node: ast.AST) -> Iterator[tuple[str, int]]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, node.lineno
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id, node.lineno


def _files(entry: Entry) -> Iterator[Path]:
    """Yield the files in which parameters, `solve` and `picture` are written."""
    names = set()
    for part in entry.parts():
        made = part.params, part.solve, part.picture
        names |= {getattr(each, "__module__", "") for each in made}
    for name in sorted(names):
        file = getattr(sys.modules.get(name), "__file__", None)
        if file and Path(file).is_file():
            yield Path(file)
