"""`playground cases`: the judge's questions, for code in any language."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from playground.command_line import arguments
from playground.command_line.chosen import scene_or_file
from playground.command_line.command import Subcommand, UsageError
from playground.command_line.output import say, writing


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument("scene", metavar="SCENE|SCENE.py")
    arguments.add_cases(parser)
    parser.add_argument("-o", "--output", type=Path, metavar="CASES.jsonl")


def _cases(options: Namespace) -> int:
    """Write the judge's questions with exact answers."""
    from playground.explore.judge import case_lines, trial
    from playground.explore.judge.families import cases_of

    entry = scene_or_file(options.scene)
    try:
        scene = trial.asked_in(entry)
    except trial.TrialError as error:
        raise UsageError(str(error)) from error
    count = trial.CASES if options.cases is None else options.cases
    text = "\n".join(case_lines.lines(cases_of(scene, count, options.seed)))
    if options.output is None:
        say(text)
        return 0
    with writing(options.output):
        # In bytes: text would have other ends of lines on Windows.
        options.output.write_bytes(f"{text}\n".encode())
    say(str(options.output))
    return 0


CASES = Subcommand("cases", "write test cases with exact answers", _declare, _cases)
