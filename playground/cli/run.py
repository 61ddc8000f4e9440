"""`playground run`: opens the window, or saves the gallery without a display."""

import gc
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from playground.cli import parser as cli_parser
from playground.cli.command import Subcommand, UsageError
from playground.cli.gallery import save_gallery
from playground.cli.images import opengl
from playground.cli.output import output_folder, print_error, print_line
from playground.cli.targets import ResolvedTarget, list_scenes, read_log, resolve_target
from playground.gui.settings import Settings, settings_folder
from playground.i18n import capitalize, message
from playground.i18n.catalog import LANGUAGE_VARIABLE
from playground.scene.author_files import explain_error
from playground.session import hot_reload, quiz, user_code
from playground.session.files import set_current_file
from playground.session.lesson import player
from playground.session.saved_state import is_link
from playground.session.session import Session


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "scene",
        nargs="?",
        metavar="SCENE|STATE.json|LESSON.json|SCENE.py|LINK",
        help="Scene, saved state, lesson, scene file or link to open",
    )
    cli_parser.add_case_option(parser)
    logs = parser.add_mutually_exclusive_group()
    logs.add_argument("--log", type=Path, help="Write every action to this file")
    logs.add_argument(
        "--replay",
        type=Path,
        metavar="LOG",
        help="Repeat the actions of a log (Esc stops)",
    )


def _run(options: Namespace) -> int:
    is_named = options.scene is not None
    if options.case is not None and not is_named:
        raise UsageError("--case needs a scene")
    if options.replay and is_named and not options.scene.endswith(".py"):
        raise UsageError(
            "--replay begins as its log did: name only your own SCENE.py, if the "
            "log uses one"
        )
    target = resolve_target(options.scene, options.case) if is_named else None
    if not has_display():
        print_line(
            "playground: there is no display, so pictures of all scenes are "
            "saved instead."
        )
        save_gallery(Path("screenshots"))
        return 0
    session = Session(target.scenes if target else list_scenes())
    quiz.choose_random_seed(session)
    redone = read_log(options.replay, session.scenes) if options.replay else None
    log_folder = output_folder(options.log) if options.log else nullcontext()
    with opengl(), log_folder, _start_without_garbage_collection():
        from playground.gui import window

        # A replay starts as logged, and does not change the settings.
        settings = None if redone else Settings(settings_folder())
        if settings:
            language = options.lang or os.environ.get(LANGUAGE_VARIABLE)
            scene = target.state.scene.id if target else ""
            settings.restore_session(session, scene, is_language_set=bool(language))
        if target and not redone:
            _open_chosen(session, target, options.scene, options.case)
            _report_problems(session, target)
        window.run_window(session, settings, options.log, redone)
        if settings and settings.failure:
            print_error("cannot save the session: {failure}", failure=settings.failure)
    return 0


@contextmanager
def _start_without_garbage_collection() -> Iterator[None]:
    """Disable garbage collection during the start (`run_window` enables it)."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _open_chosen(
    session: Session, target: ResolvedTarget, name: str, case: str | None
) -> None:
    """Show the target's state, or open its lesson.

    A scene that is opened for the first time begins at its guided start.
    """
    if name.endswith(".py"):
        hot_reload.watch(session, Path(name).absolute(), target.state.scene)
    if target.plan:
        player.start_lesson(
            session, target.plan, target.file and target.file.absolute()
        )
        return
    is_scene_name = target.file is None and case is None and not is_link(name)
    if is_scene_name and session.active_offer:
        return
    session.show(target.state)
    if target.file:
        set_current_file(session, target.file)


def _report_problems(session: Session, target: ResolvedTarget) -> None:
    """Report a damaged link, its code, and a failing scene."""
    if news := ". ".join(filter(None, (target.problem, _save_link_code(target)))):
        session.set_notice(news)
    if failure := session.scene_view.failure:  # the window displays it too
        print_error("{place}: {problem}", place=target.state.scene.id, problem=failure)


def _save_link_code(target: ResolvedTarget) -> str:
    """Write the code of a link to a file, without running it.

    Returns a notice about it, or about the failure; "" if there is no code.
    """
    if not target.code:
        return ""
    folder, name = settings_folder() / "from_links", target.state.scene.id
    try:
        path = user_code.write_code_file(folder, name, target.code)
    except OSError as error:
        words = message(
            "the link's code cannot be saved in {folder}: {reason}",
            folder=folder,
            reason=explain_error(error),
        )
    else:
        words = message(
            "the link contains code; it was not run, and is saved as {path}", path=path
        )
    print_error(words)
    return capitalize(words)


def has_display() -> bool:
    """Return whether a window can be opened; on Linux, whether X answers."""
    if not sys.platform.startswith("linux"):
        return True
    if not os.environ.get("DISPLAY"):
        return False
    # Not pyglet.display, whose import fixes whether pyglet is headless.
    try:
        from pyglet.libs.x11 import xlib
    except ImportError:
        return False
    display = xlib.XOpenDisplay(None)
    if display:
        xlib.XCloseDisplay(display)
    return bool(display)


RUN = Subcommand("run", "Open the window (the default)", _declare, _run)
