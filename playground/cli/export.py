"""`playground export`: a lesson that any browser opens."""

import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path

from playground.cli.command import Subcommand, UsageError
from playground.cli.output import complain, say, writing
from playground.cli.targets import Chosen, choose
from playground.i18n import message
from playground.scene.author_files import why
from playground.session.atomic_write import write_whole
from playground.session.lesson.document import Lesson, alone, lesson_of
from playground.session.saved_state import is_link
from playground.session.view_model import Study

# So many seconds nobody asks how far a thing is.
PATIENCE = 3.0


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
    see_converter("export")
    from playground.web.lesson_page import page
    from playground.web.process_pool import processors

    plan = lesson_named(options.scene, options.case)
    text = page(plan, _progress(), processes=processors())
    with writing(options.output):
        write_whole(options.output, text.encode())
    say(str(options.output))
    return 0


def see_converter(command: str) -> None:
    """Raise UsageError where formulas cannot be converted, as this command needs."""
    from playground.web.serialize import text as serialize_text

    if not serialize_text.available():
        raise UsageError(
            message(
                "{command} needs latex2mathml: pip install "
                "'geometry-playground[export]'",
                command=command,
            )
        )


def lesson_named(name: str, case: str | None = None) -> Lesson:
    """Return a lesson's file, a scene's lesson, or a state as a lesson of one stop.

    UsageError if there is none, or if one of its stops has no answer.
    """
    chosen = choose(name, case)
    plan = chosen.plan
    if plan is None and case is None and not (chosen.file or is_link(name)):
        plan = shipped(chosen)
    return answered(plan or alone(chosen.state))


def answered(plan: Lesson) -> Lesson:
    """Return the lesson again; UsageError if one of its stops has no answer."""
    for stop in plan.stops:
        if failure := Study(stop.state.scene, stop.state.params).failure:
            raise UsageError(
                message(
                    "{place}: {problem}", place=stop.state.scene.id, problem=failure
                )
            )
    return plan


def shipped(chosen: Chosen) -> Lesson | None:
    """Return the lesson that a scene brings with it."""
    scene = chosen.state.scene
    try:
        return lesson_of(scene, chosen.scenes)
    except (OSError, ValueError) as error:
        raise UsageError(
            message("the lesson of {id}: {reason}", id=scene.id, reason=why(error))
        ) from error


def _progress() -> Callable[[int, int], None]:
    """Return what says how far something is that takes more than a few seconds."""
    began = time.monotonic()

    def told(done: int, count: int) -> None:
        if done < count and time.monotonic() - began > PATIENCE:
            complain(message("{done} of {count} parts done", done=done, count=count))

    return told


EXPORT = Subcommand("export", "save a lesson that any browser opens", _declare, _export)
