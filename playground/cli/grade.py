"""`playground grade`: grades the submissions of a class."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from playground.cli import parser as cli_parser
from playground.cli.command import Subcommand, UsageError
from playground.cli.output import output_folder, print_line
from playground.cli.parser import RawFormatter
from playground.cli.targets import find_scene_or_file
from playground.i18n import current_language, message, translate
from playground.scene.scene import SceneEntry
from playground.session.atomic_write import write_atomically

if TYPE_CHECKING:
    from playground.judge.grading.class_report import Assignment
    from playground.judge.grading.grade import GradedSubmission, Rubric
    from playground.web.class_page import ClassAssignment

_TABLE_FILE = "grades.csv"
# By whether the rubric has points, and whether it allows rounding.
_SCORING_NOTES = {
    (False, True): message(
        "All categories count the same; errors by rounding alone are allowed."
    ),
    (False, False): message(
        "All categories count the same; errors by rounding alone count as wrong."
    ),
    (True, True): message(
        "Categories count as the rubric says; errors by rounding alone are allowed."
    ),
    (True, False): message(
        "Categories count as the rubric says; errors by rounding alone count as wrong."
    ),
}
_EPILOG = message("""\
FOLDER, or a zip or tar of it, contains one entry per submission: a file NAME.py, or a
folder or archive NAME in which one file defines the scene's function. All submissions
get the same cases.

RUBRIC is a JSON or TOML file; every key is optional:

  {"points": {"random": 40, "touching": 10, "inside": 50},
   "rounding": "allowed", "allow": ["start_inside"]}

points: what each category of cases is worth; a submission earns the fraction that it
answers correctly. By default all categories are worth the same, 100 points in all.
rounding: "allowed" (the default) or "wrong", for answers wrong by rounding alone.
allow: deviations that are not mistakes, as in judge --allow.

OUT gets index.html for the whole class, grades.csv, and students/ with one page per
student, which names nobody else and has an address that cannot be guessed. A submission
can read Python's library, NumPy and its own folder, and cannot write. On Linux 5.13 and
later the kernel enforces this, and on x86-64 blocks processes and the network too;
elsewhere only a Python audit hook does: it stops ordinary code, no deliberate escape.
""")


def _declare(parser: ArgumentParser) -> None:
    parser.formatter_class = RawFormatter
    parser.epilog = translate(_EPILOG)
    parser.add_argument(
        "folder",
        type=Path,
        metavar="FOLDER|ARCHIVE",
        help="Folder, zip or tar of submissions",
    )
    parser.add_argument(
        "--scene",
        required=True,
        metavar="ID|SCENE.py",
        help="Scene whose question the code answers",
    )
    cli_parser.add_case_options(parser)
    parser.add_argument(
        "--seconds",
        type=cli_parser.parse_seconds,
        help="Time limit in seconds for one submission (default 30)",
    )
    parser.add_argument(
        "--rubric",
        type=Path,
        metavar="FILE",
        help="Points by category, JSON or TOML (see below)",
    )
    cli_parser.add_output_option(
        parser,
        "OUT",
        "Folder for the pages and the table (default graded)",
        default=Path("graded"),
    )


def _grade(options: Namespace) -> int:
    """Grade a class, print each result, and write the pages."""
    from playground.judge.evaluation import (
        EvaluationError,
        check_deviations,
        find_query,
    )
    from playground.judge.grading.class_report import grade_all
    from playground.judge.grading.grade import (
        Rubric,
        RubricError,
        read_rubric,
        round_points,
    )
    from playground.judge.grading.sandbox import can_grade
    from playground.judge.grading.submissions import (
        ClassFolderError,
        collect_submissions,
    )

    if not can_grade():
        raise UsageError(
            "the single-file program cannot isolate submissions: install "
            "geometry-playground with pip"
        )
    entry = find_scene_or_file(options.scene)
    try:
        query = find_query(entry)
        rubric = read_rubric(options.rubric) if options.rubric else Rubric()
        check_deviations(query, rubric.allow)
        with TemporaryDirectory(prefix="graded-") as folder:
            handed_in = collect_submissions(options.folder, query.name, Path(folder))
            results = []
            for one in grade_all(handed_in, _assignment(options, rubric)):
                print_line(
                    "{name}: {outcome}, {points:g} points. {verdict}",
                    name=one.name,
                    outcome=one.outcome,
                    points=round_points(one.mark),
                    verdict=one.verdict,
                )
                results.append(one)
    except (EvaluationError, RubricError, ClassFolderError) as error:
        raise UsageError(str(error)) from error
    _write_pages(
        options.output,
        results,
        _summarize_class(entry, query.name, options, rubric, results),
    )
    return 0


def _assignment(options: Namespace, rubric: "Rubric") -> "Assignment":
    from playground.judge.evaluation import EvaluationOptions
    from playground.judge.grading.class_report import Assignment
    from playground.judge.grading.grade import Drawing
    from playground.web.class_page import render_case_figures, render_map_figures

    terms = EvaluationOptions.from_given(
        count=options.cases,
        seed=options.seed,
        allow=rubric.allow,
        seconds=options.seconds,
    )
    drawing = Drawing(render_case_figures, render_map_figures)
    return Assignment(
        options.scene, find_scene_or_file, terms, rubric, drawing, current_language()
    )


def _summarize_class(
    entry: SceneEntry,
    function: str,
    options: Namespace,
    rubric: "Rubric",
    results: "list[GradedSubmission]",
) -> "ClassAssignment":
    from playground.judge.grading.grade import DEFAULT_MAX_POINTS, round_points
    from playground.judge.grading.sandbox import describe_sandbox
    from playground.web.class_page import ClassAssignment

    points = max((sum(m.points for m in one.marks) for one in results), default=0.0)
    cases = max((sum(m.cases for m in one.marks) for one in results), default=0)
    notes = [
        message(
            "{function} was tested with {cases:,} cases (seed {seed}).",
            function=function,
            cases=cases,
            seed=options.seed,
        ),
        _SCORING_NOTES[bool(rubric.points), bool(rubric.rounding)],
        describe_sandbox(),
    ]
    whole = round_points(points) or sum(rubric.points.values()) or DEFAULT_MAX_POINTS
    return ClassAssignment(entry.title, function, whole, notes)


def _write_pages(
    folder: Path, results: "list[GradedSubmission]", about: "ClassAssignment"
) -> None:
    from playground.judge.grading.class_report import (
        as_csv,
        common_mistakes,
        page_names,
    )
    from playground.web.class_page import render_class_page, render_student_page

    common = common_mistakes(results)
    table = folder / _TABLE_FILE
    with output_folder(table):
        (folder / "students").mkdir(exist_ok=True)
        table_before = table.read_text("utf-8", "replace") if table.is_file() else ""
        pages = page_names([result.name for result in results], table_before)
        for result in results:
            text = render_student_page(result, about)
            write_atomically(folder / pages[result.name], text.encode())
        text = render_class_page(results, common, pages, about)
        write_atomically(folder / "index.html", text.encode())
        # Some spreadsheets need the byte order mark to recognize UTF-8.
        text = as_csv(results, common, pages, about.points)
        write_atomically(table, text.encode("utf-8-sig"))
    for name in ("index.html", _TABLE_FILE, "students"):
        print_line(str(folder / name))


GRADE = Subcommand("grade", "Grade the submissions of a whole class", _declare, _grade)
