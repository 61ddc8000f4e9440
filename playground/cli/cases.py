"""`playground cases`: exports the judge's test cases for code in any language."""

from argparse import ArgumentParser, Namespace

from playground.cli import parser as cli_parser
from playground.cli.command import Subcommand, UsageError
from playground.cli.output import output_folder, print_line
from playground.cli.targets import find_scene_or_file


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "scene",
        metavar="SCENE|SCENE.py",
        help="Scene, or scene file, whose query to ask",
    )
    cli_parser.add_case_options(parser)
    cli_parser.add_output_option(
        parser, "CASES.jsonl", "File to write (default standard output)"
    )


def _cases(options: Namespace) -> int:
    """Write test cases with exact answers."""
    from playground.judge import evaluation
    from playground.judge.cases import export
    from playground.judge.cases.generators import generate_cases

    entry = find_scene_or_file(options.scene)
    try:
        scene = evaluation.scene_with_query(entry)
    except evaluation.EvaluationError as error:
        raise UsageError(str(error)) from error
    count = evaluation.DEFAULT_CASE_COUNT if options.cases is None else options.cases
    text = "\n".join(export.lines(generate_cases(scene, count, options.seed)))
    if options.output is None:
        print_line(text)
        return 0
    with output_folder(options.output):
        # Bytes, to have the same line ends on Windows.
        options.output.write_bytes(f"{text}\n".encode())
    print_line(str(options.output))
    return 0


CASES = Subcommand("cases", "Write test cases with exact answers", _declare, _cases)
