"""Packages from npm: in the folders of `NODE_PATH`, or in `node_modules` here.

`npm install typescript@5.9 axe-core` installs those that tests use.
"""

import os
from pathlib import Path

import pytest
from effort import IN_CI

ROOT = Path(__file__).parents[1]


def of_npm(path: str) -> Path:
    """Return a package's file; without it skip the test, or fail in CI."""
    named = os.environ.get("NODE_PATH", "").split(os.pathsep)
    folders = [*map(Path, filter(None, named)), ROOT / "node_modules"]
    for folder in folders:
        if (folder / path).is_file():
            return folder / path
    if IN_CI:
        raise FileNotFoundError(f"{path} in {', '.join(map(str, folders))}")
    pytest.skip(f"needs npm install {path.partition('/')[0]}")
