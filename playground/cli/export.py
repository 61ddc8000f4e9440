"""`playground export`: saves a lesson as one HTML page."""

import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from playground.cli import parser as cli_parser
from playground.cli.command import Subcommand, UsageError
from playground.cli.output import output_folder, print_error, print_line
from playground.cli.targets import ResolvedTarget, resolve_target
from playground.scene.author_files import explain_error
from playground.session.atomic_write import write_atomically
from playground.session.lesson.document import (
    Lesson,
    read_shipped_lesson,
    single_stop_lesson,
)
from playground.session.saved_state import is_link
from playground.session.view_model import SceneView

# Time before the first progress report.
PROGRESS_DELAY_S = 3.0


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "scene",
        metavar="SCENE|STATE.json|LESSON.json|SCENE.py",
        help="Scene whose lesson to save; or a saved state, lesson or scene file",
    )
    parser.add_argument("--case", help="Save this case alone instead of the lesson")
    cli_parser.add_output_option(parser, "LESSON.html", "Page to write", required=True)


def _export(options: Namespace) -> int:
    """Save the page of a lesson, a scene's lesson, or a single state."""
    if options.output.suffix.lower() not in (".html", ".htm"):
        raise UsageError(
            "lessons are saved as .html, not as {output}", output=options.output
        )
    require_formula_converter("export")
    from playground.web.lesson_page import render_lesson_page
    from playground.web.process_pool import count_processors

    plan = find_lesson(options.scene, options.case)
    text = render_lesson_page(plan, _progress_reporter(), processes=count_processors())
    with output_folder(options.output):
        write_atomically(options.output, text.encode())
    print_line(str(options.output))
    return 0


def require_formula_converter(command: str) -> None:
    """Raise UsageError if latex2mathml, which `command` needs, is not installed."""
    from playground.web.serialize import sample_texts as serialize_text

    if not serialize_text.can_convert_formulas():
        raise UsageError(
            "{command} needs latex2mathml: pip install 'geometry-playground[export]'",
            command=command,
        )


def find_lesson(name: str, case: str | None = None) -> Lesson:
    """Return the lesson of a file or scene, or a state as a lesson of one stop.

    `name` is as in `resolve_target`. A scene's state is that of `case`, or of the first
    one if the scene has no lesson.

    Raises
    ------
    UsageError
        There is no such target, or the scene of a stop fails.
    """
    target = resolve_target(name, case)
    plan = target.plan
    if plan is None and case is None and not (target.file or is_link(name)):
        plan = load_shipped_lesson(target)
    return require_answers(plan or single_stop_lesson(target.state))


def require_answers(plan: Lesson) -> Lesson:
    """Return the lesson unchanged; raise UsageError if the scene of a stop fails."""
    for stop in plan.stops:
        if failure := SceneView(stop.state.scene, stop.state.params).failure:
            raise UsageError(
                "{place}: {problem}", place=stop.state.scene.id, problem=failure
            )
    return plan


def load_shipped_lesson(chosen: ResolvedTarget) -> Lesson | None:
    """Return the lesson of a target's scene; None if it has none.

    Raises
    ------
    UsageError
        The lesson is invalid or cannot be read.
    """
    scene = chosen.state.scene
    try:
        return read_shipped_lesson(scene, chosen.scenes)
    except (OSError, ValueError) as error:
        raise UsageError(
            "the lesson of {id}: {reason}", id=scene.id, reason=explain_error(error)
        ) from error


def _progress_reporter() -> Callable[[int, int], None]:
    """Return a callback that prints progress once the work takes 3 s.

    It takes the number of finished parts and of all.
    """
    began = time.monotonic()

    def report_progress(done: int, count: int) -> None:
        if done < count and time.monotonic() - began > PROGRESS_DELAY_S:
            print_error("{done} of {count} parts done", done=done, count=count)

    return report_progress


EXPORT = Subcommand(
    "export", "Save a lesson as one page that any browser opens", _declare, _export
)
