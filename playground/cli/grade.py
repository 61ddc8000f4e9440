"""`playground grade`: a whole class at once."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from playground.cli import parser as cli_parser
from playground.cli.command import Subcommand, UsageError
from playground.cli.output import say, writing
from playground.cli.parser import RawFormatter
from playground.cli.targets import scene_or_file
from playground.i18n import message, spoken, translated
from playground.scene.scene import Entry
from playground.session.atomic_write import write_whole

if TYPE_CHECKING:
    from playground.judge.grading.class_report import Assignment
    from playground.judge.grading.grade import Graded, Rubric
    from playground.web.class_page import ClassAbout

_TABLE = "grades.csv"
# How answers count: whether a rubric says so, and whether it excuses rounding.
_COUNTED = {
    (False, True): message(
        "All families of cases count alike; what is wrong by rounding only is excused."
    ),
    (False, False): message(
        "All families of cases count alike; what is wrong by rounding only counts as "
        "wrong."
    ),
    (True, True): message(
        "Families of cases count as the rubric says; what is wrong by rounding only is "
        "excused."
    ),
    (True, False): message(
        "Families of cases count as the rubric says; what is wrong by rounding only "
        "counts as wrong."
    ),
}
_EPILOG = message("""\
FOLDER, or a zip or tar of it, holds one submission each: a file NAME.py, or a folder or
archive NAME in which one file has the scene's function. All are asked the same cases.

RUBRIC is JSON or TOML; each part of it may be left out:

  {"points": {"random": 40, "touching": 10, "inside": 50},
   "rounding": "excused", "excuses": ["start_inside"]}

points: what a family of cases counts, of which there is as much as the part answered
right; without it all families count alike, 100 in all. rounding: whether an answer that
is wrong by rounding only is "excused" (the default) or "wrong". excuses: choices that
are no mistakes, the words of judge --excuse.

OUT has index.html, of all; grades.csv; and students/, a page for each, in which nobody
else is named and whose address nobody can guess. A submission reads Python's library,
NumPy and its own folder, and writes nothing. On Linux 5.13 and later the kernel sees to
that, on x86-64 also that it reaches no process and no network; elsewhere only Python's
audit hook does, which stops ordinary code but not who knows how to get past it.
""")


def _declare(parser: ArgumentParser) -> None:
    parser.formatter_class = RawFormatter
    parser.epilog = translated(_EPILOG)
    parser.add_argument("folder", type=Path, metavar="FOLDER|ARCHIVE")
    parser.add_argument("--scene", required=True, metavar="ID|SCENE.py")
    cli_parser.add_cases(parser)
    parser.add_argument(
        "--seconds",
        type=cli_parser.seconds,
        help="time limit for the answers of one submission (default 30)",
    )
    parser.add_argument(
        "--rubric", type=Path, metavar="FILE", help="points by family, JSON or TOML"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        default=Path("graded"),
        metavar="OUT",
        help="where the pages and the table go (default: graded)",
    )


def _grade(options: Namespace) -> int:
    """Grade a class; say of each what it has, and what was written."""
    from playground.judge.evaluation import TrialError, check_excuses, query_of
    from playground.judge.grading.class_report import graded_class
    from playground.judge.grading.grade import Rubric, RubricError, read_rubric
    from playground.judge.grading.sandbox import can_grade
    from playground.judge.grading.submissions import NoClassError, submissions

    if not can_grade():
        raise UsageError(
            message(
                "the program in a single file cannot keep submissions apart: "
                "install geometry-playground with pip"
            )
        )
    entry = scene_or_file(options.scene)
    try:
        query = query_of(entry)
        rubric = read_rubric(options.rubric) if options.rubric else Rubric()
        check_excuses(query, rubric.excuses)
        with TemporaryDirectory(prefix="graded-") as folder:
            handed_in = submissions(options.folder, query.name, Path(folder))
            results = graded_class(
                handed_in, _assignment(options, rubric), lambda one: say(_line(one))
            )
    except (TrialError, RubricError, NoClassError) as error:
        raise UsageError(str(error)) from error
    _write(options.output, results, _about(entry, query.name, options, rubric, results))
    return 0


def _assignment(options: Namespace, rubric: "Rubric") -> "Assignment":
    from playground.judge.evaluation import CASES, SECONDS, Terms
    from playground.judge.grading.class_report import Assignment
    from playground.judge.grading.grade import Drawing
    from playground.web.class_page import of_case, of_map

    terms = Terms(
        count=CASES if options.cases is None else options.cases,
        seed=options.seed,
        excuses=rubric.excuses,
        seconds=options.seconds or SECONDS,
    )
    drawing = Drawing(of_case, of_map)
    return Assignment(options.scene, scene_or_file, terms, rubric, drawing, spoken())


def _line(one: "Graded") -> str:
    from playground.judge.grading.grade import rounded

    return message(
        "{name}: {outcome}, {points:g} points. {verdict}",
        name=one.name,
        outcome=one.outcome,
        points=rounded(one.mark),
        verdict=one.verdict,
    )


def _about(
    entry: Entry,
    function: str,
    options: Namespace,
    rubric: "Rubric",
    results: "list[Graded]",
) -> "ClassAbout":
    from playground.judge.grading.grade import ALL, rounded
    from playground.judge.grading.sandbox import fences
    from playground.web.class_page import ClassAbout

    points = max((sum(m.points for m in one.marks) for one in results), default=0.0)
    cases = max((sum(m.cases for m in one.marks) for one in results), default=0)
    notes = [
        message(
            "{function} was asked {cases:,} cases (seed {seed}).",
            function=function,
            cases=cases,
            seed=options.seed,
        ),
        _COUNTED[bool(rubric.points), bool(rubric.rounding)],
        fences(),
    ]
    whole = rounded(points) or sum(rubric.points.values()) or ALL
    return ClassAbout(entry.title, function, whole, notes)


def _write(folder: Path, results: "list[Graded]", about: "ClassAbout") -> None:
    from playground.judge.grading.class_report import (
        as_csv,
        common_mistakes,
        page_names,
    )
    from playground.web.class_page import class_page, student_page

    common = common_mistakes(results)
    table = folder / _TABLE
    with writing(table):
        (folder / "students").mkdir(exist_ok=True)
        before = table.read_text("utf-8", "replace") if table.is_file() else ""
        pages = page_names([one.name for one in results], before)
        for one in results:
            text = student_page(one, about)
            write_whole(folder / pages[one.name], text.encode())
        text = class_page(results, common, pages, about)
        write_whole(folder / "index.html", text.encode())
        # Without its first sign some programs take the names for another alphabet's.
        text = as_csv(results, common, pages, about.points)
        write_whole(table, text.encode("utf-8-sig"))
    for name in ("index.html", _TABLE, "students"):
        say(str(folder / name))


GRADE = Subcommand("grade", "mark the files of a whole class", _declare, _grade)
