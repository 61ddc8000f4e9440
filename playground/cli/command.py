"""Subcommands of the command line, and their usage errors."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from playground.i18n import TextError, with_texts
from playground.quick_dataclass import dataclass


@with_texts("text", as_messages=False)
class UsageError(TextError):
    """Raised if a command cannot be carried out; the message is for the user."""


@with_texts("help")
@dataclass(frozen=True)
class Subcommand:
    """A subcommand of the command line.

    Attributes
    ----------
    name, help : str
        Its name and its help text.
    declare : callable
        Adds its arguments to a parser.
    act : callable
        Runs it with the parsed options and returns the exit code.
    """

    name: str
    help: str
    declare: Callable[[ArgumentParser], None]
    act: Callable[[Namespace], int]
