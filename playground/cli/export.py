"""`playground export`: a lesson that any browser opens."""

import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from playground.cli.command import Subcommand, UsageError
from playground.cli.output import output_folder, print_error, print_line
from playground.cli.targets import ResolvedTarget, resolve_target
from playground.i18n import message
from playground.scene.author_files import explain_error
from playground.session.atomic_write import write_atomically
from playground.session.lesson.document import (
    Lesson,
    read_shipped_lesson,
    single_stop_lesson,
)
from playground.session.saved_state import is_link
from playground.session.view_model import SceneView

# So many seconds nobody asks how far a thing is.
PROGRESS_DELAY_S = 3.0


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument("scene", metavar="SCENE|STATE.json|LESSON.json|SCENE.py")
    parser.add_argument("--case", help="one of the scene's cases, and no lesson")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="LESSON.html"
    )


def _export(options: Namespace) -> int:
    """Save a lesson as a page: the one that is named, the scene's, or a state alone."""
    if options.output.suffix.lower() not in (".html", ".htm"):
        raise UsageError(
            message(
                "a lesson is saved as .html, not as {output}", output=options.output
            )
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
    """Raise UsageError where formulas cannot be converted, as this command needs."""
    from playground.web.serialize import sample_texts as serialize_text

    if not serialize_text.can_convert_formulas():
        raise UsageError(
            message(
                "{command} needs latex2mathml: pip install "
                "'geometry-playground[export]'",
                command=command,
            )
        )


def find_lesson(name: str, case: str | None = None) -> Lesson:
    """Return a lesson's file, a scene's lesson, or a state as a lesson of one stop.

    UsageError if there is none, or if one of its stops has no answer.
    """
    chosen = resolve_target(name, case)
    plan = chosen.plan
    if plan is None and case is None and not (chosen.file or is_link(name)):
        plan = load_shipped_lesson(chosen)
    return require_answers(plan or single_stop_lesson(chosen.state))


def require_answers(plan: Lesson) -> Lesson:
    """Return the lesson again; UsageError if one of its stops has no answer."""
    for stop in plan.stops:
        if failure := SceneView(stop.state.scene, stop.state.params).failure:
            raise UsageError(
                message(
                    "{place}: {problem}", place=stop.state.scene.id, problem=failure
                )
            )
    return plan


def load_shipped_lesson(chosen: ResolvedTarget) -> Lesson | None:
    """Return the lesson that a scene brings with it."""
    scene = chosen.state.scene
    try:
        return read_shipped_lesson(scene, chosen.scenes)
    except (OSError, ValueError) as error:
        raise UsageError(
            message(
                "the lesson of {id}: {reason}", id=scene.id, reason=explain_error(error)
            )
        ) from error


def _progress_reporter() -> Callable[[int, int], None]:
    """Return what says how far something is that takes more than a few seconds."""
    began = time.monotonic()

    def report_progress(done: int, count: int) -> None:
        if done < count and time.monotonic() - began > PROGRESS_DELAY_S:
            print_error(message("{done} of {count} parts done", done=done, count=count))

    return report_progress


EXPORT = Subcommand("export", "save a lesson that any browser opens", _declare, _export)
