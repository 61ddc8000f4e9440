"""`playground list`: prints the scenes and their cases."""

from argparse import ArgumentParser, Namespace

from playground.cli.command import Subcommand
from playground.cli.output import print_line
from playground.cli.targets import list_scenes


def _declare(_parser: ArgumentParser) -> None:
    """Add no arguments."""


def _list(_options: Namespace) -> int:
    for scene in list_scenes():
        print_line("{id}: {title}", id=scene.id, title=scene.title)
        for name, case in scene.cases.items():
            print_line("    {name}: {shows}", name=name, shows=case.shows)
    return 0


LIST = Subcommand("list", "List scenes and their cases", _declare, _list)
