"""Atomic writing of files, whatever interrupts it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from full_disk import limiting_files

from playground.session.atomic_write import remove_leftovers, write_atomically

OLD = b"the old picture"


def test_a_file_is_written_and_written_over(tmp_path):
    path = tmp_path / "a.png"
    for data in (OLD, b"", b"x" * 1_000_000):
        write_atomically(path, data)
        assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


def test_the_old_file_outlives_a_full_disk(tmp_path):
    path = tmp_path / "a.png"
    path.write_bytes(OLD)
    for written in (path, tmp_path / "new.png"):
        with limiting_files(100_000), pytest.raises(OSError, match="File too large"):
            write_atomically(written, b"x" * 1_000_000)
    assert path.read_bytes() == OLD
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "no" / "a.png", OLD)
    with pytest.raises(IsADirectoryError):
        write_atomically(tmp_path, OLD)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="links and modes of Unix")
def test_a_link_stays_one_and_a_mode_is_kept(tmp_path):
    path, link = tmp_path / "a.png", tmp_path / "link.png"
    path.write_bytes(OLD)
    path.chmod(0o604)
    link.symlink_to(path)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o604


@pytest.mark.skipif(os.name == "nt", reason="devices of Unix")
def test_a_device_stays_a_device():
    write_atomically(os.devnull, OLD)
    assert not os.path.isfile(os.devnull)


WRITER = """
import sys
from pathlib import Path
from playground.session.atomic_write import write_atomically
path, texts = Path(sys.argv[1]), [letter * 400_000 for letter in "ab"]
count = int(sys.argv[2])
print("ready", flush=True)
while count:
    count -= 1
    for text in texts:
        write_atomically(path, text.encode())
"""


def writer(path: Path, count: int = -1) -> subprocess.Popen[bytes]:
    """Start a process that writes a file repeatedly."""
    program = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), str(count)], stdout=subprocess.PIPE
    )
    assert program.stdout is not None
    with program.stdout:
        program.stdout.readline()
    return program


@pytest.mark.slow
def test_whenever_a_writer_is_killed_there_is_a_whole_file_and_no_part(
    tmp_path: Path,
) -> None:
    path = tmp_path / "state.json"
    texts = {letter: letter * 400_000 for letter in "ab"}
    path.write_text(texts["a"])
    for number in range(12):
        program = writer(path)
        while path.read_text() != texts["b"]:
            assert program.poll() is None
        # At another moment of the writing each time.
        for _ in range(number):
            path.read_bytes()
        program.kill()
        program.wait()
        text = path.read_text()
        assert text == texts[text[:1]]
    remove_leftovers(tmp_path)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.slow
def test_what_is_being_written_is_not_swept_away(tmp_path: Path) -> None:
    programs = [writer(tmp_path / name, 60) for name in "ab"]
    while any(program.poll() is None for program in programs):
        remove_leftovers(tmp_path)
    assert [program.wait() for program in programs] == [0, 0]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


WORKER = """
import sys
from pathlib import Path
from playground.session.atomic_write import temporary_folder as passing_folder
with passing_folder(Path(sys.argv[1])) as folder:
    (folder / "half").write_text("half")
    print("ready", flush=True)
    sys.stdin.read()
"""


def worker(place: Path) -> subprocess.Popen[bytes]:
    """Start a process that has a temporary folder until its input ends."""
    program = subprocess.Popen(
        [sys.executable, "-c", WORKER, str(place)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert program.stdout is not None
    program.stdout.readline()
    return program


def test_a_passing_folder_outlives_a_sweep_but_not_its_program(tmp_path: Path) -> None:
    with worker(tmp_path) as killed, worker(tmp_path) as alive:
        killed.kill()
        killed.wait()
        assert len(list(tmp_path.glob("*/half"))) == 2
        remove_leftovers(tmp_path)
        assert len(list(tmp_path.glob("*/half"))) == 1
        alive.communicate()
    assert not list(tmp_path.iterdir())


def test_a_sweep_that_was_ended_half_way_is_ended_by_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with worker(tmp_path) as killed:
        killed.kill()
    with monkeypatch.context() as patched:
        patched.setattr("shutil.rmtree", lambda *_, **__: None)
        remove_leftovers(tmp_path)
    remove_leftovers(tmp_path)
    assert not list(tmp_path.iterdir())
