"""Submissions: files, folders and archives, none of which leaves its folder."""

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from playground.judge.grading import submissions as grading_submissions
from playground.judge.grading.submissions import (
    ArchiveError,
    ClassFolderError,
    collect_submissions,
    unpack,
)

RIGHT = "def hit():\n    return True\n"


def zipped(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def tarred(path: Path, *members: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for member in members:
            archive.addfile(member, io.BytesIO(b"x" * member.size))
    return path


def taken(place: Path, tmp_path: Path) -> dict[str, str]:
    """Return the main file's text of each submission, or its problem."""
    copies = tmp_path / "copies"
    copies.mkdir()
    found = collect_submissions(place, "hit", copies)
    return {
        one.name: one.main.read_text() if one.main else one.problem for one in found
    }


def test_files_folders_and_archives_are_submissions(tmp_path):
    place = tmp_path / "class"
    (place / "bob" / "deep").mkdir(parents=True)
    (place / "alice.py").write_text(RIGHT)
    (place / "bob" / "deep" / "mine.py").write_text(RIGHT + "# bob")
    (place / "bob" / "other.py").write_text("def miss(): pass")
    zipped(place / "carol.zip", {"a/hit.py": RIGHT + "# carol", "b.py": RIGHT})
    (place / "dave.txt").write_text("sorry")
    (place / "erin").mkdir()
    (place / ".hidden").write_text("")
    (place / "__pycache__").mkdir()
    assert taken(place, tmp_path) == {
        "alice": RIGHT,
        "bob": RIGHT + "# bob",
        "carol": RIGHT + "# carol",
        "dave.txt": "it is neither a Python file nor a folder or archive",
        "erin": "it has no file with a function 'hit'",
    }


def test_a_class_may_be_an_archive_with_a_folder_in_it(tmp_path):
    files = {"week 3/ann.py": RIGHT, "week 3/ben.py": "x", "__MACOSX/ann.py": "x"}
    path = zipped(tmp_path / "class.zip", files)
    assert taken(path, tmp_path) == {"ann": RIGHT, "ben": "x"}


def test_two_of_a_name_keep_their_suffixes(tmp_path):
    place = tmp_path / "class"
    (place / "ann").mkdir(parents=True)
    (place / "ann" / "hit.py").write_text(RIGHT)
    (place / "ann.py").write_text("x")
    assert taken(place, tmp_path) == {"ann": RIGHT, "ann.py": "x"}


def test_links_are_not_followed(tmp_path):
    (tmp_path / "secret.py").write_text(RIGHT)
    place = tmp_path / "class"
    (place / "ann").mkdir(parents=True)
    (place / "ben.py").symlink_to(tmp_path / "secret.py")
    (place / "ann" / "hit.py").symlink_to(tmp_path / "secret.py")
    assert taken(place, tmp_path) == {
        "ann": "it has no file with a function 'hit'",
        "ben": "it is a symbolic link",
    }


@pytest.mark.parametrize("name", ["../out.py", "/out.py", "a/../../out.py", "..\\out"])
def test_an_archive_that_leads_outside_is_not_unpacked(tmp_path, name):
    path = zipped(tmp_path / "bad.zip", {name: "x"})
    into = tmp_path / "a" / "b"
    into.mkdir(parents=True)
    with pytest.raises(ArchiveError, match="points outside"):
        unpack(path, into)
    assert not list(into.iterdir())


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE])
def test_an_archive_with_a_link_or_device_is_not_unpacked(tmp_path, kind):
    member = tarfile.TarInfo("hit.py")
    member.type, member.linkname = kind, "/etc/passwd"
    with pytest.raises(ArchiveError, match="is a symbolic link or a device"):
        unpack(tarred(tmp_path / "bad.tar.gz", member), tmp_path / "into")


def test_a_link_in_a_zip_is_none_either(tmp_path):
    member = zipfile.ZipInfo("hit.py")
    member.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as archive:
        archive.writestr(member, "/etc/passwd")
    with pytest.raises(ArchiveError, match="is a symbolic link"):
        unpack(tmp_path / "bad.zip", tmp_path / "into")


def test_what_grows_too_large_is_given_up(tmp_path):
    large = tarfile.TarInfo("large")
    large.size = 1 << 20
    path = tarred(tmp_path / "bad.tgz", large)
    assert path.stat().st_size < 1 << 14
    with pytest.raises(ArchiveError, match="too large when unpacked"):
        unpack(path, tmp_path / "into", 1 << 19)
    unpack(path, tmp_path / "room", 1 << 20)


def test_what_has_too_many_files_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr(grading_submissions, "MAX_ARCHIVE_FILES", 3)
    path = zipped(tmp_path / "bad.zip", {f"{i}.py": "" for i in range(4)})
    with pytest.raises(ArchiveError, match="more than 3 files"):
        unpack(path, tmp_path / "into")


@pytest.mark.parametrize("name", ["class.zip", "class.tar", "class.tar.gz"])
def test_what_is_no_archive_is_said_to_be_none(tmp_path, name):
    (tmp_path / name).write_bytes(b"\x1f\x8b nonsense")
    with pytest.raises(ClassFolderError, match="it cannot be unpacked"):
        taken(tmp_path / name, tmp_path)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nowhere", "there is no folder"),
        ("class.txt", "neither a folder nor an archive"),
        ("empty", "contains no submissions"),
    ],
)
def test_what_is_no_class_is_said_to_be_none(tmp_path, name, told):
    (tmp_path / "class.txt").write_text("")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ClassFolderError, match=told):
        taken(tmp_path / name, tmp_path)
