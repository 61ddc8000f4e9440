"""The command line without a command."""

import pytest

from playground.cli.main import main


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["ray_circle", "--case", "nope"], "nope"),
        (["--lang", "ja", "ray_circle", "--case", "nope"], "nope"),
        (["gone.json"], "gone.json"),
    ],
)
def test_a_target_alone_is_run(capsys, monkeypatch, arguments, error):
    monkeypatch.delenv("DISPLAY", raising=False)
    assert main(arguments) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert error in line


def test_a_word_that_is_neither_is_refused_with_the_commands(capsys):
    with pytest.raises(SystemExit):
        main(["rendr", "ray_circle"])
    assert "render" in capsys.readouterr().err
