"""`playground cases`: the judge's questions, for code in any language."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from playground.cli import parser as cli_parser
from playground.cli.command import Subcommand, UsageError
from playground.cli.output import say, writing
from playground.cli.targets import scene_or_file


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument("scene", metavar="SCENE|SCENE.py")
    cli_parser.add_cases(parser)
    parser.add_argument("-o", "--output", type=Path, metavar="CASES.jsonl")


def _cases(options: Namespace) -> int:
    """Write the judge's questions with exact answers."""
    from playground.judge import evaluation
    from playground.judge.cases import export
    from playground.judge.cases.generators import cases_of

    entry = scene_or_file(options.scene)
    try:
        scene = evaluation.asked_in(entry)
    except evaluation.TrialError as error:
        raise UsageError(str(error)) from error
    count = evaluation.CASES if options.cases is None else options.cases
    text = "\n".join(export.lines(cases_of(scene, count, options.seed)))
    if options.output is None:
        say(text)
        return 0
    with writing(options.output):
        # In bytes: text would have other ends of lines on Windows.
        options.output.write_bytes(f"{text}\n".encode())
    say(str(options.output))
    return 0


CASES = Subcommand("cases", "write test cases with exact answers", _declare, _cases)
