"""The parser of a command line, whose words are told in the language spoken."""

import argparse
import sys
from collections.abc import Iterable
from typing import Any, NoReturn

from playground.command_line.argument_errors import as_message
from playground.command_line.wrapping import wrapped
from playground.language import message, translated


class _Formatter(argparse.HelpFormatter):
    """Help in the language spoken."""

    def _get_help_string(self, action: argparse.Action) -> str:
        return translated(action.help or "")

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width)

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        before = translated(message("usage: ")) if prefix is None else prefix
        super().add_usage(usage, actions, groups, before)


class RawFormatter(_Formatter, argparse.RawDescriptionHelpFormatter):
    """The same, whose descriptions keep their lines."""


# What argparse itself calls its two groups.
_GROUPS = message("positional arguments"), message("options")


class TellingParser(argparse.ArgumentParser):
    """A parser whose own words, and those that it is given, are told."""

    def __init__(self, **given: Any) -> None:
        given.setdefault("formatter_class", _Formatter)
        for name in ("description", "epilog"):
            if given.get(name):
                given[name] = translated(given[name])
        super().__init__(**given, add_help=False)
        self.add_argument(
            "-h", "--help", action="help", help="show this help message and exit"
        )

    def add_argument_group(self, *given: Any, **named: Any) -> Any:
        """Add a group; one of argparse's own is called in the language spoken."""
        told = [translated(x) if x in _GROUPS else x for x in given]
        return super().add_argument_group(*told, **named)

    def error(self, message: str) -> NoReturn:
        """Say on standard error what is wrong with the arguments, and exit with 2."""
        self.print_usage(sys.stderr)
        self.exit(2, f"{translated(as_message(self.prog, message))}\n")


def refused(why: str) -> argparse.ArgumentTypeError:
    """Return the error of an argument that cannot be taken, told at once."""
    return argparse.ArgumentTypeError(translated(why))
