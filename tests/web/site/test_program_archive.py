"""Archive for a site's worker: exactly the modules that it imports."""

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


# Files of one's own lie beside it; this one cannot be loaded.
OWN = {"b.py": b"raise ValueError('none')\n", "a.py": b"2"}


@pytest.fixture(scope="module")
def archive() -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(build_archive(OWN)))


@pytest.mark.slow
def test_it_holds_the_program_as_it_is_and_no_window_film_or_command(
    archive: zipfile.ZipFile,
) -> None:
    assert {one.date_time for one in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
    parts = ("gui", "video", "benchmarks", "cli", "render/gl")
    for name in archive.namelist():
        if name.startswith("own/"):
            assert archive.read(name) == OWN[name.removeprefix("own/")]
        elif not name.startswith("latex2mathml/"):
            assert archive.read(name) == (ROOT / name).read_bytes(), name
        assert not name.startswith(tuple(f"playground/{part}/" for part in parts))
        assert not name.endswith(".glsl")


@pytest.mark.slow
def test_nothing_is_missing_where_there_is_no_other_file(
    archive: zipfile.ZipFile, tmp_path: Path
) -> None:
    home, numbers = tmp_path / "program", tmp_path / "numbers"
    archive.extractall(home)
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
