"""Help of the command line: complete, in sentence case, grouped."""

from argparse import ArgumentParser, _SubParsersAction
from collections.abc import Iterator

import pytest

from playground.cli.main import _COMMAND_GROUPS, _build_parser, main
from playground.i18n import use_language


def parsers(parser: ArgumentParser) -> Iterator[ArgumentParser]:
    """Yield a parser and those of its subcommands."""
    yield parser
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for subparser in action.choices.values():
                yield from parsers(subparser)


def help_lines() -> list[str]:
    """Return the help of each argument of each command."""
    return [
        one.help or "" for parser in parsers(_build_parser()) for one in parser._actions
    ]


def test_every_argument_has_a_help_in_sentence_case():
    commands = [one.help for group in _COMMAND_GROUPS.values() for one in group]
    for line in [*commands, *help_lines()]:
        assert line[:1].isupper(), line
        assert not line.endswith("."), line


@pytest.mark.parametrize("language", ["en", "ja"])
def test_help_lists_every_command_once_in_a_group(capsys, language):
    with pytest.raises(SystemExit):
        main(["--lang", language, "--help"])
    out = capsys.readouterr().out
    with use_language(language):
        known = [parser.prog.split()[-1] for parser in parsers(_build_parser())][1:]
    listed = [
        line.split()[0]
        for line in out.splitlines()
        if line.startswith("  ") and line.split()[0] in known
    ]
    assert sorted(listed) == sorted(known)
    assert max(map(len, out.splitlines())) <= 80
    titles = ("Look:", "Teach:", "Test code:", "Export:", "Develop:")
    if language == "en":
        assert [line for line in out.splitlines() if line in titles] == [*titles]
