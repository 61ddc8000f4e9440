"""A class's name means one thing in the whole tree."""

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent
# Each start of a scene stands alone, in the folder of who writes it.
STARTS = ROOT / "playground" / "cli" / "templates"


def test_no_two_classes_have_one_name() -> None:
    places = defaultdict(list)
    for package in ("playground", "scenes"):
        for file in sorted((ROOT / package).rglob("*.py")):
            if STARTS not in file.parents:
                for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                    if isinstance(node, ast.ClassDef):
                        name = node.name.lstrip("_")
                        places[name].append(f"{file.relative_to(ROOT)}:{node.lineno}")
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
