"""What a subcommand is, and how it says that it cannot be done."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from playground.i18n import with_texts
from playground.quick_dataclass import dataclass


class UsageError(Exception):
    """What cannot be done and why, in words for the user."""


@with_texts("help")
@dataclass(frozen=True)
class Subcommand:
    """A subcommand: `declare` tells its arguments, `act` returns the exit code."""

    name: str
    help: str
    declare: Callable[[ArgumentParser], None]
    act: Callable[[Namespace], int]
