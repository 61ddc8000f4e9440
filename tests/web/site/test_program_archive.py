"""What a site's worker unpacks: all that it imports, and no more."""

import io
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from playground.web.site import build_archive

ROOT = Path(__file__).parents[3]
# Every module is imported where there is nothing but the archive and NumPy.
TRY = """
import json, sys, importlib
sys.path[:] = [p for p in sys.path if "site-packages" not in p and p != ""]
sys.path[:0] = sys.argv[1:3]
from pathlib import Path
home = Path(sys.argv[1])
for file in sorted(home.rglob("*.py")):
    parts = file.relative_to(home).with_suffix("").parts
    name = ".".join(parts).removesuffix(".__init__")
    if not name.startswith("own"):
        importlib.import_module(name)
        assert importlib.import_module(name).__file__.startswith(sys.argv[1])
from playground.web.worker.entry import create_request_handler as answerer
live = answerer("Live", str(home / "own"), print)
show = {"tab": "explore", "parts": []}
picture = json.loads(live.ask(json.dumps({"ask": ["svg", "light"], "show": show})))
print(type(live).__name__, picture.get("text", picture)[:4])
"""


@pytest.fixture(scope="module")
def names() -> set[str]:
    with zipfile.ZipFile(io.BytesIO(build_archive({}))) as file:
        return set(file.namelist())


@pytest.mark.slow
def test_it_is_the_same_whenever_it_is_made() -> None:
    one, two = (build_archive({"b.py": b"1", "a.py": b"2"}) for _ in range(2))
    assert one == two
    with zipfile.ZipFile(io.BytesIO(one)) as file:
        assert file.namelist() == sorted(file.namelist())
        assert {about.date_time for about in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert file.read("own/a.py") == b"2"


@pytest.mark.slow
def test_it_holds_the_program_as_it_is(names: set[str]) -> None:
    with zipfile.ZipFile(io.BytesIO(build_archive({}))) as file:
        for name in names:
            if not name.startswith("latex2mathml/"):
                assert file.read(name) == (ROOT / name).read_bytes(), name


def test_no_window_film_or_command_is_among_it(names: set[str]) -> None:
    parts = ("gui", "video", "benchmarks", "cli", "render/gl")
    assert not any(name.startswith(f"playground/{p}/") for name in names for p in parts)
    assert not any(name.endswith(".glsl") for name in names)


@pytest.mark.slow
def test_nothing_is_missing_where_there_is_no_other_file(tmp_path: Path) -> None:
    home, numbers = tmp_path / "program", tmp_path / "numbers"
    own = b"raise ValueError('none')\n"
    with zipfile.ZipFile(io.BytesIO(build_archive({"broken.py": own}))) as file:
        file.extractall(home)
    numbers.mkdir()
    place = Path(np.__file__).parents[1]
    for part in ("numpy", "numpy.libs"):
        if (place / part).exists():
            (numbers / part).symlink_to(place / part)
    done = subprocess.run(
        [sys.executable, "-I", "-c", TRY, str(home), str(numbers)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert (done.stdout.strip(), done.stderr) == ("SessionWorker <svg", "")
