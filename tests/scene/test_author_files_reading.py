"""Arbitrary files named by users: read completely or refused, without delay."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up_language import accented, spoken

from playground.cli import targets
from playground.cli.command import UsageError
from playground.gui import event_log
from playground.i18n import translate
from playground.scene import json_text
from playground.scene.author_files import explain_error, read_text_file
from playground.scene.loader import from_file
from playground.session.atomic_write import write_atomically
from playground.session.lesson import document
from scenes import SCENES


@settings(max_examples=examples(50))
@given(st.text(st.characters(codec="utf-8"), max_size=2000))
def test_every_text_is_read_as_it_was_written(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("texts", numbered=True) / "ü.json"
    write_atomically(path, text.encode())
    assert read_text_file(path) == text


def test_the_system_s_words_are_ours_by_their_number(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        read_text_file(tmp_path / "nowhere")
    english = explain_error(caught.value)
    assert english == "No such file or directory"
    with spoken():
        assert translate(english) == accented(english)
    elsewhere = FileNotFoundError(errno.ENOENT, "Datei nicht gefunden")
    assert explain_error(elsewhere) == english
    assert explain_error(OSError(-1, "what only the system knows")).startswith(
        "what only"
    )


def test_where_json_goes_wrong_is_told_in_our_own_words():
    with pytest.raises(ValueError, match="not JSON") as caught:
        json_text.parse_json('{"a": 1,\n  b}')
    assert str(caught.value) == "not JSON: line 2, column 3"
    with spoken():
        assert translate(str(caught.value)).startswith("ñõ")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda p: p.mkdir(), "it is a folder"),
        (lambda p: p.write_bytes(b"\xff\xfe\x00"), "not UTF-8 text"),
        (lambda p: p.write_bytes(b" " * (1 << 22) + b" "), "too large: more than 4 MB"),
    ],
)
def test_what_is_no_text_is_said(tmp_path, make, message):
    make(tmp_path / "file")
    with pytest.raises(ValueError, match=message):
        read_text_file(tmp_path / "file")


class Shipped:
    """The part of a scene that is needed to read its lesson."""

    def __init__(self, path: Path) -> None:
        self.lesson_path = path


READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "text": ("a", read_text_file),
    "state": ("a.json", lambda p: targets.resolve_target(str(p), None)),
    "log": ("a.log", lambda p: event_log.load(p, SCENES)),
    "scene": ("a.py", from_file),
    "lesson of a scene": (
        "a",
        lambda p: document.read_shipped_lesson(Shipped(p), SCENES),
    ),
}


@pytest.mark.skipif(os.name == "nt", reason="has no such files")
@pytest.mark.parametrize("kind", ["never ends", "never begins", "folder"])
@pytest.mark.parametrize(("name", "read"), READERS.values(), ids=list(READERS))
def test_no_reader_waits_for_what_never_comes(tmp_path, name, read, kind):
    path = tmp_path / name
    if kind == "never ends":
        path.symlink_to("/dev/zero")
    elif kind == "never begins":
        os.mkfifo(path)
    else:
        path.mkdir()
    with pytest.raises((ValueError, ImportError, UsageError)) as caught:
        read(path)
    said = "it is a folder" if kind == "folder" else "it is not a regular file"
    assert said in str(caught.value)
