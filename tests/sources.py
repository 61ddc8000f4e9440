"""Syntax trees of the product's modules, parsed once per process."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent


@cache
def parse_sources() -> dict[str, ast.Module]:
    """Return the tree of each module by its path from the root."""
    return {
        file.relative_to(ROOT).as_posix(): ast.parse(file.read_text(encoding="utf-8"))
        for package in ("playground", "scenes")
        for file in sorted((ROOT / package).rglob("*.py"))
    }
