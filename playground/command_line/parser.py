"""The parser of a command line whose help is told in the language spoken."""

import argparse
from collections.abc import Iterable
from typing import Any

from playground.language import message, translated


class _Formatter(argparse.HelpFormatter):
    """Help in the language spoken."""

    def _get_help_string(self, action: argparse.Action) -> str:
        return translated(action.help or "")

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


class TellingParser(argparse.ArgumentParser):
    """A parser whose own words, and those that it is given, are told."""

    def __init__(self, **given: Any) -> None:
        given.setdefault("formatter_class", _Formatter)
        for name in ("description", "epilog"):
            if given.get(name):
                given[name] = translated(given[name])
        super().__init__(**given, add_help=False)
        self._positionals.title = translated(message("positional arguments"))
        self._optionals.title = translated(message("options"))
        self.add_argument(
            "-h", "--help", action="help", help="show this help message and exit"
        )


def refused(why: str) -> argparse.ArgumentTypeError:
    """Return the error of an argument that cannot be taken, told at once."""
    return argparse.ArgumentTypeError(translated(why))
