"""`playground judge`: tests user code against exact answers."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from playground.cli import parser as cli_parser
from playground.cli.command import Subcommand, UsageError
from playground.cli.images import MAP_SIZE, offscreen
from playground.cli.output import output_folder, print_error, print_line
from playground.cli.targets import find_scene_or_file, list_scenes

if TYPE_CHECKING:
    from playground.judge.evaluation import EvaluationRun
    from playground.judge.shrink import ShrunkCase


# Limit of cells of a map of user code, which is slow.
_MAX_MAP_CELLS = 30000


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "code",
        nargs="?",
        metavar="FILE.py[:FUNCTION]|engine:NAME",
        help=(
            "Function to judge (default the one named as the query, or the last with "
            "its arguments); it runs with your rights, as any script does"
        ),
    )
    parser.add_argument(
        "--command",
        metavar='"PROGRAM ARGS"',
        help="Program to judge instead, in any language",
    )
    parser.add_argument(
        "--scene", metavar="ID|SCENE.py", help="Scene whose question the code answers"
    )
    cli_parser.add_case_options(parser)
    parser.add_argument(
        "--allow",
        action="append",
        default=[],
        metavar="WORD",
        help=(
            "Do not count this as wrong: a choice the code makes on purpose "
            "(start_inside, touch, rounding, ...)"
        ),
    )
    parser.add_argument(
        "--tolerance",
        type=_parse_fraction,
        help=(
            "Allowed error of numbers, as a fraction of the largest length "
            "(default 1e-6)"
        ),
    )
    parser.add_argument(
        "--seconds",
        type=cli_parser.parse_seconds,
        help="Time limit in seconds for all answers together (default 30)",
    )
    parser.add_argument(
        "--min-answered",
        type=_parse_share,
        metavar="PART",
        help=(
            "Report undecided if less than this fraction of cases is answered "
            "(default 0.95)"
        ),
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="Write the results as JSON"
    )
    parser.add_argument(
        "--junit", type=Path, metavar="FILE", help="Write the results as JUnit XML"
    )
    parser.add_argument(
        "--baseline",
        type=Path,
        metavar="FILE",
        help="Ignore mistakes in FILE, an older --json; exit with 1 only for new ones",
    )
    cli_parser.add_output_option(
        parser, "FOLDER", "Folder for a report, the smallest cases as files, and a map"
    )


def _parse_fraction(text: str) -> float:
    return cli_parser.parse_positive(text, 1.0)


def _parse_share(text: str) -> float:
    return 1.0 if text in ("1", "1.0") else _parse_fraction(text)


def _judge(options: Namespace) -> int:
    """Evaluate user code, write the reports, and return the exit code."""
    from playground.judge import baseline, evaluation
    from playground.judge.report.text import as_junit, summary, write_report_files
    from playground.judge.report.verdict import EvaluationVerdict, collect_verdict
    from playground.judge.runner.code_runner import CodeRunner, resolve_function
    from playground.judge.runner.protocol import CodeError
    from playground.judge.shrink import shrink_failures

    if (options.code is None) == (options.command is None):
        raise UsageError(
            "judge needs either FILE.py, FILE.py:FUNCTION, engine:NAME or --command"
        )
    if options.scene is None:
        raise UsageError(
            "judge needs --scene, the question that the code answers: {names}",
            names=", ".join(scene.id for scene in list_scenes()),
        )
    entry = find_scene_or_file(options.scene)
    try:
        path = options.baseline
        report_before = baseline.read_baseline(path, entry.id) if path else None
        query = evaluation.find_query(entry)
        code = (
            CodeRunner.from_command(options.command, query.name)
            if options.command is not None
            else CodeRunner.from_target(
                resolve_function(options.code, query), query.name
            )
        )
        with code:
            terms = evaluation.EvaluationOptions.from_given(
                count=options.cases,
                seed=options.seed,
                allow=tuple(options.allow),
                tolerance=options.tolerance,
                seconds=options.seconds,
                answered=options.min_answered,
            )
            judgement = evaluation.evaluate_code(entry, code, terms)
            failures = shrink_failures(judgement)
            comparison = baseline.compare_with_baseline(judgement, report_before)
            verdict = collect_verdict(judgement, failures, comparison)
            for line in summary(verdict):
                print_line(line)
            if comparison:
                for line in comparison.lines(str(options.baseline)):
                    print_line(line)
            for path, text in (
                (options.json, EvaluationVerdict.as_json),
                (options.junit, as_junit),
            ):
                if path:
                    with output_folder(path):
                        path.write_text(text(verdict), encoding="utf-8")
            if options.output:
                with output_folder(options.output / "report.md"):
                    mapper = _map_saver(judgement, failures)
                    files = write_report_files(
                        judgement, failures, verdict, options.output, mapper
                    )
                for path in files:
                    print_line(str(path))
    except (CodeError, evaluation.EvaluationError, baseline.BaselineError) as error:
        raise UsageError(str(error)) from error
    return verdict.exit_code


def _map_saver(
    judgement: "EvaluationRun", failures: Sequence["ShrunkCase"]
) -> Callable[[Path], bool]:
    """Return a function that saves the map of the code's mistakes as PNG.

    It takes the path, and returns whether there is a map to save.
    """
    from playground.session.failure_map import map_view_of_failures, open_failure_map

    def save(path: Path) -> bool:
        view = map_view_of_failures(judgement, failures)
        if view is None:
            return False
        count_before = judgement.code.unasked_count
        session = open_failure_map(judgement, *view)
        try:
            with offscreen() as pictures:
                picture = pictures.figure_picture(
                    session, MAP_SIZE, cells=_MAX_MAP_CELLS
                )
                pictures.write_tiles(path, [picture], columns=1)
        except UsageError as error:
            print_error("cannot draw the map: {error}", error=str(error))
            return False
        if unasked := judgement.code.unasked_count - count_before:
            print_error(
                "{count:,} cells of the map were not tested, because the time "
                "ran out: increase --seconds",
                count=unasked,
            )
        return True

    return save


JUDGE = Subcommand("judge", "Test your code against exact answers", _declare, _judge)
