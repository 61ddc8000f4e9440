"""The command line: `main` and the table of subcommands."""

import argparse
import io
import signal
import sys
from collections.abc import Sequence
from itertools import chain

from playground.analysis.heat_map import MapError
from playground.cli.bench import BENCH
from playground.cli.cases import CASES
from playground.cli.check import CHECK
from playground.cli.command import UsageError
from playground.cli.export import EXPORT
from playground.cli.gallery import GALLERY
from playground.cli.grade import GRADE
from playground.cli.judge import JUDGE
from playground.cli.list import LIST
from playground.cli.new import NEW
from playground.cli.output import guard_stdout, print_error
from playground.cli.parser import LocalizedParser, RawFormatter
from playground.cli.record import RECORD
from playground.cli.render import RENDER
from playground.cli.run import RUN
from playground.cli.site import SITE
from playground.cli.targets import list_scenes
from playground.i18n import languages, message, set_language, system_language, translate

_COMMAND_GROUPS = {
    message("Look"): (RUN, LIST),
    message("Teach"): (SITE, GRADE),
    message("Test code"): (JUDGE, CASES),
    message("Export"): (RENDER, RECORD, EXPORT, GALLERY),
    message("Develop"): (NEW, CHECK, BENCH),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code.

    `arguments` are those after the program's name; None for the process's own. The code
    is 0 for success; 1 if `check` found a fault or `judge` a wrong answer; 2 for bad
    usage, with one line on stderr; 3 if `judge` could not decide; 130 after Ctrl+C.

    Raises
    ------
    SystemExit
        The parser printed help or an error about the arguments.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Some terminals cannot display the characters of formulas.
        sys.stdout.reconfigure(errors="replace")
    try:
        try:
            set_language(_parse_language(arguments))
            options = _build_parser().parse_args(_insert_run(arguments))
            return int(options.act(options))
        finally:
            with guard_stdout():
                if sys.stdout is not None:
                    sys.stdout.flush()
    except (UsageError, MapError) as error:
        print_error(" ".join(translate(str(error)).split()))
        return 2
    except BrokenPipeError:
        # The reader has closed the pipe, as in `playground list | head`.
        return 0
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


def _parse_language(arguments: Sequence[str] | None) -> str:
    """Return the language of help and errors: that of --lang, else the system's."""
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False)
    parser.add_argument("--lang")
    try:
        language = parser.parse_known_args(arguments)[0].lang
    except argparse.ArgumentError:
        language = None
    return language if language in languages() else system_language()


def _insert_run(arguments: Sequence[str] | None) -> list[str]:
    """Return the arguments, with the default command before a target without one.

    A target is the id of a scene, or has a letter of paths and links.
    """
    words = [*(sys.argv[1:] if arguments is None else arguments)]
    names = {command.name for command in chain.from_iterable(_COMMAND_GROUPS.values())}
    for place, word in enumerate(words):
        if word.startswith("-") or words[place - 1 : place] == ["--lang"]:
            continue
        if word not in names and (
            set("./#") & {*word} or word in {scene.id for scene in list_scenes()}
        ):
            words.insert(place, RUN.name)
        break
    return words


def _build_parser() -> LocalizedParser:
    parser = LocalizedParser(
        prog="playground",
        description=message("Five collision tests to drag, step and compare."),
        epilog=_list_commands(),
        formatter_class=RawFormatter,
    )
    # The default command.
    parser.set_defaults(act=RUN.act, scene=None, case=None, log=None, replay=None)
    parser.add_argument(
        "--lang",
        choices=languages(),
        help="Language of the interface and messages (default the system's)",
    )
    subparsers = parser.add_subparsers(
        metavar="COMMAND", help=message("See playground COMMAND --help (default run)")
    )
    for command in chain.from_iterable(_COMMAND_GROUPS.values()):
        subparser = subparsers.add_parser(command.name, description=command.help)
        command.declare(subparser)
        subparser.set_defaults(act=command.act)
    return parser


def _list_commands() -> str:
    """Return the commands by group, each with its help."""
    lines: list[str] = []
    for title, commands in _COMMAND_GROUPS.items():
        lines += ["", f"{translate(title)}:"]
        lines += [f"  {one.name:<9}{translate(one.help)}" for one in commands]
    return "\n".join(lines[1:])
