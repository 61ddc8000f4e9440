"""`playground record`: records a video."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from playground.cli import parser as cli_parser
from playground.cli.command import Subcommand, UsageError
from playground.cli.images import offscreen
from playground.cli.output import output_folder, print_line
from playground.cli.parser import argument_error
from playground.cli.targets import (
    list_scenes,
    load_scene_file,
    read_log,
    resolve_target,
)
from playground.i18n import message
from playground.render.theme import ThemeName
from playground.session.lesson import player
from playground.session.session import Session

if TYPE_CHECKING:
    from playground.video.video import Video


def _declare(parser: ArgumentParser) -> None:
    window, figure = cli_parser.DEFAULT_WINDOW_SIZE, cli_parser.DEFAULT_FIGURE_SIZE
    parser.add_argument(
        "scene",
        nargs="?",
        metavar="SCENE|STATE.json|LESSON.json|SCENE.py",
        help="Scene, saved state, lesson or scene file to record",
    )
    cli_parser.add_case_option(parser)
    parser.add_argument(
        "--what",
        choices=("play", "steps", "lesson", "drag"),
        help="Motion to record (default: the lesson, the time or the steps)",
    )
    parser.add_argument(
        "--log",
        type=Path,
        help="Record the actions in this log (from run --log) instead",
    )
    parser.add_argument(
        "--scenes",
        type=Path,
        metavar="SCENE.py",
        help="Scene file that the state, lesson or log refers to",
    )
    parser.add_argument(
        "--fps",
        type=_parse_fps,
        default=25,
        help="Frames per second, 1 to 60 (default 25)",
    )
    pace = parser.add_mutually_exclusive_group()
    pace.add_argument(
        "--seconds",
        type=cli_parser.parse_seconds,
        help="Duration of the whole video in seconds",
    )
    pace.add_argument(
        "--speed",
        type=_parse_speed,
        default=1.0,
        help="Playback speed as a factor (default 1)",
    )
    cli_parser.add_figure_options(parser)
    parser.add_argument(
        "--simple", action="store_true", help="Draw the window in its simple layout"
    )
    parser.add_argument(
        "--size",
        type=cli_parser.parse_size,
        metavar="WIDTHxHEIGHT",
        help=message(
            "Size in points (default {window}, or {figure} with --canvas)",
            window=window,
            figure=figure,
        ),
    )
    parser.add_argument(
        "--theme", choices=[*map(str, ThemeName)], help="Colour theme (default dark)"
    )
    parser.add_argument(
        "--progress",
        action="store_true",
        help='Print a line "N of ALL" per frame; stop when standard input closes',
    )
    cli_parser.add_output_option(
        parser,
        "OUT.gif|OUT.mp4|OUT.png",
        "Video to write; a PNG name is numbered, one picture per frame",
        required=True,
    )


def _parse_fps(text: str) -> int:
    number = cli_parser.parse_count(text)
    if not 1 <= number <= 60:
        raise argument_error("it must be from 1 to 60")
    return number


def _parse_speed(text: str) -> float:
    return cli_parser.parse_positive(text, 100.0)


def _record(options: Namespace) -> int:
    """Record a video of playback, steps, a lesson, a drag or an event log."""
    if (options.scene is None) == (options.log is None):
        raise UsageError("record needs either a scene, a state, a lesson or --log LOG")
    with offscreen(), output_folder(options.output):
        from playground.video import progress, video, writers

        try:
            writers.writer_class(options.output)
            film = (
                _video_from_log(options)
                if options.log
                else _video_from_session(options)
            )
            with progress.show_progress(options.progress) as reporter:
                video.save(options.output, options.fps, film, reporter)
        except writers.RecordError as error:
            raise UsageError(str(error)) from error
    print_line(writers.describe_files(options.output, film.count))
    return 0


def _video_from_log(options: Namespace) -> "Video":
    """Return the video of an event log."""
    from playground.video.log_video import video_from_log
    from playground.video.video import VideoFormat

    log_options = (
        *(options.case, options.what, options.size, options.theme),
        *(options.canvas, options.simple),
    )
    if any(log_options):
        raise UsageError(
            "--log records the whole window in its own size and theme: leave out "
            "the options of a scene"
        )
    scenes = list_scenes(load_scene_file(options.scenes) if options.scenes else None)
    start, deeds = read_log(options.log, scenes)
    form = VideoFormat(options.scale, options.fps, options.speed, options.seconds)
    return video_from_log(Session(scenes), start, deeds, form)


def _video_from_session(options: Namespace) -> "Video":
    """Return the video of a scene, state or lesson."""
    from playground.video.scripts import VideoSubject
    from playground.video.video import VideoFormat, video_from_session

    usual = (
        cli_parser.DEFAULT_FIGURE_SIZE
        if options.canvas
        else cli_parser.DEFAULT_WINDOW_SIZE
    )
    size = options.size or cli_parser.parse_size(usual)
    if not options.canvas:
        cli_parser.check_window(size)
    cli_parser.check_pixels(size, options.scale)
    target = resolve_target(options.scene, options.case, options.scenes)
    session = Session(target.scenes)
    if target.plan:
        player.start_lesson(session, target.plan)
    else:
        session.show(target.state)
    if failure := session.scene_view.failure:
        raise UsageError("{place}: {problem}", place=session.scene.id, problem=failure)
    subject = VideoSubject(options.what) if options.what else None
    if subject is VideoSubject.LESSON and not session.lesson:
        player.start_shipped_lesson(session, session.scene)
        if session.notice:
            raise UsageError(session.notice)
    form = VideoFormat(
        options.scale,
        options.fps,
        options.speed,
        options.seconds,
        size,
        options.canvas,
        ThemeName(options.theme or ThemeName.DARK),
        options.simple,
    )
    return video_from_session(session, subject, form)


RECORD = Subcommand(
    "record", "Record a video (GIF, MP4) or its frames (PNG)", _declare, _record
)
