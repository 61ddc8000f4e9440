"""The command line. OpenGL is opened only where a window or a picture is wanted."""

import argparse
import io
import os
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TextIO

from playground.app import charts, stepping, walking
from playground.app import plan as plans
from playground.app import state as states
from playground.app.files import now_in
from playground.app.keeping import Settings, read_whole, settings_folder, why
from playground.app.moment import Moment
from playground.app.plan import Plan, is_lesson, lesson_of
from playground.app.session import Session
from playground.app.state import State
from playground.app.view import Page
from playground.explore.curve import axes
from playground.explore.map import MapError, MapKind
from playground.render.files import write_whole
from playground.render.theme import ThemeName
from playground.scene.loading import from_file, gathered, installed, why_shut
from playground.scene.scene import Entry
from scenes import SCENES

if TYPE_CHECKING:
    from playground.app.log import Deed, Start
    from playground.explore.judge.judging import Judgement
    from playground.explore.judge.shrink import Smallest
    from playground.record.films import Film

_SIZE = "1280x800"
_MAPS = {kind.lower(): kind for kind in MapKind}
_FIGURE = "640x400"
_LESSON_STEP = 6
# Of the first scene's lesson, from 0: the one with a task.
_STOP = 6
_GALLERY = ((1280, 800), 2.0)
_MAP_SIZE = (1200, 760)
# Somebody's code is asked about so many cells of a map: each takes a while.
_JUDGED_CELLS = 30000
# The sizes of a figure alone and of a window, from and to.
_SMALLEST, _WINDOW, _SIDE = (320, 240), (960, 600), 8192
# So many seconds nobody asks how far a thing is.
_PATIENCE = 3.0
# The largest picture that OpenGL implementations in use take.
_LARGEST = 16384


class UsageError(Exception):
    """What cannot be done and why, in words for the user."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code.

    That is 0; 1 if `check` found a fault or `judge` a wrong answer; 2, with one line
    on stderr, for bad usage.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Formulas' signs are missing from some terminals' character sets.
        sys.stdout.reconfigure(errors="replace")
    try:
        try:
            options = _parser().parse_args(arguments)
            return int(options.act(options))
        finally:
            with _printing():
                if sys.stdout is not None:
                    sys.stdout.flush()
    except (UsageError, MapError) as error:
        _complain(" ".join(str(error).split()))
        return 2
    except BrokenPipeError:
        # The reader has seen enough (`playground list | head`); nothing more is said.
        return 0
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


def _say(text: str) -> None:
    if sys.stdout is None:
        raise UsageError("standard output is closed")
    with _printing():
        print(text)


def _complain(text: str) -> None:
    if sys.stderr is None:  # print would take standard output instead
        return
    try:
        print("playground:", text, file=sys.stderr, flush=True)
    except OSError:
        _give_up(sys.stderr)


def _give_up(stream: TextIO) -> None:
    """Drop what a stream still holds: the interpreter tries again at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def _printing() -> Iterator[None]:
    """UsageError where standard output takes no more."""
    try:
        yield
    except OSError as error:
        _give_up(sys.stdout)
        if isinstance(error, BrokenPipeError):
            raise
        raise UsageError(
            f"cannot write to standard output: {error.strerror}"
        ) from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="playground", description="Five collision tests to drag, step and compare."
    )
    parser.set_defaults(act=_run, scene=None, case=None, log=None, replay=None)
    commands = parser.add_subparsers(title="commands")

    run = commands.add_parser("run", help="open the window")
    run.add_argument(
        "scene", nargs="?", metavar="SCENE|STATE.json|LESSON.json|SCENE.py"
    )
    run.add_argument("--case", help="one of the scene's cases")
    logs = run.add_mutually_exclusive_group()
    logs.add_argument("--log", type=Path, help="write down what is done")
    logs.add_argument("--replay", type=Path, metavar="LOG", help="do it again")
    run.set_defaults(act=_run)

    listing = commands.add_parser("list", help="name the scenes and their cases")
    listing.set_defaults(act=_list)

    render = commands.add_parser("render", help="save a picture of a scene")
    render.add_argument("scene", metavar="SCENE|STATE.json|SCENE.py")
    render.add_argument("--case", help="one of the scene's cases")
    render.add_argument("--step", type=int, help="show the derivation up to this step")
    render.add_argument("--map", choices=_MAPS, help="over the canvas, or --over")
    render.add_argument("--over", metavar="X,Y", help="two numbers: center.x,radius")
    render.add_argument("--canvas", action="store_true", help="the figure alone")
    render.add_argument("--size", type=_size, default=_size(_SIZE), help=_SIZE)
    render.add_argument("--scale", type=_scale, default=1.0, help="pixels per point")
    render.add_argument("--theme", choices=tuple(ThemeName), default=ThemeName.DARK)
    render.add_argument(
        "-o", "--output", type=Path, required=True, metavar="OUT.png|OUT.svg"
    )
    render.set_defaults(act=_render)

    record = commands.add_parser("record", help="save a film of what moves")
    record.add_argument(
        "scene", nargs="?", metavar="SCENE|STATE.json|LESSON.json|SCENE.py"
    )
    record.add_argument("--case", help="one of the scene's cases")
    record.add_argument("--what", choices=("play", "steps", "lesson"))
    record.add_argument("--log", type=Path, help="what was done in a window instead")
    record.add_argument("--scenes", type=Path, metavar="SCENE.py", help="of a state")
    record.add_argument("--fps", type=_fps, default=25, help="frames a second: 25")
    pace = record.add_mutually_exclusive_group()
    pace.add_argument("--seconds", type=_seconds, help="how long all of it lasts")
    pace.add_argument("--speed", type=_speed, default=1.0, help="so many times as fast")
    record.add_argument("--canvas", action="store_true", help="the figure alone")
    record.add_argument("--size", type=_size, help=f"{_SIZE}, or {_FIGURE} with canvas")
    record.add_argument("--scale", type=_scale, default=1.0, help="pixels per point")
    record.add_argument("--theme", choices=tuple(ThemeName))
    record.add_argument(
        "--progress", action="store_true", help="count lines; end with the input"
    )
    record.add_argument(
        "-o", "--output", type=Path, required=True, metavar="OUT.gif|OUT.mp4|OUT.png"
    )
    record.set_defaults(act=_record)

    export = commands.add_parser("export", help="save a lesson that any browser opens")
    export.add_argument("scene", metavar="SCENE|STATE.json|LESSON.json|SCENE.py")
    export.add_argument("--case", help="one of the scene's cases, and no lesson")
    export.add_argument(
        "-o", "--output", type=Path, required=True, metavar="LESSON.html"
    )
    export.set_defaults(act=_export)

    check = commands.add_parser("check", help="say what a scene of your own lacks")
    check.add_argument("scene", metavar="SCENE.py|SCENE")
    check.set_defaults(act=_check)

    gallery = commands.add_parser("gallery", help="save every scene's picture")
    gallery.add_argument(
        "-o", "--output", type=Path, default=Path("screenshots"), metavar="DIR"
    )
    gallery.set_defaults(act=lambda options: _gallery(options.output))

    judge = commands.add_parser("judge", help="hold code of your own against the truth")
    judge.add_argument("code", nargs="?", metavar="FILE.py:FUNCTION|engine:NAME")
    judge.add_argument("--command", metavar='"PROGRAM ARGS"', help="in any language")
    judge.add_argument("--scene", required=True, metavar="ID")
    _add_cases(judge)
    judge.add_argument(
        "--excuse", action="append", default=[], metavar="WORD", help="a choice of its"
    )
    judge.add_argument("--tolerance", type=_part, help="of numbers, relative: 1e-6")
    judge.add_argument("--seconds", type=_seconds, help="for all of it: 60")
    judge.add_argument("-o", "--output", type=Path, metavar="FOLDER")
    judge.set_defaults(act=_judge)

    cases = commands.add_parser("cases", help="write questions with exact answers")
    cases.add_argument("scene", metavar="SCENE")
    _add_cases(cases)
    cases.add_argument("-o", "--output", type=Path, metavar="CASES.jsonl")
    cases.set_defaults(act=_cases)

    bench = commands.add_parser("bench", help="measure the core and the frames")
    bench.add_argument("-o", "--output", type=Path, metavar="OUT.json")
    bench.set_defaults(act=lambda options: _bench(options.output))
    return parser


def _add_cases(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--cases", type=_count, help="about so many: 4000")
    parser.add_argument("--seed", type=_count, default=0, help="0")


def _count(text: str) -> int:
    if not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


def _positive(text: str, below: float) -> float:
    try:
        number = float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from error
    if not 0.0 < number < below:
        raise argparse.ArgumentTypeError(f"it must be more than 0 and below {below:g}")
    return number


def _fps(text: str) -> int:
    number = _count(text)
    if not 1 <= number <= 60:
        raise argparse.ArgumentTypeError("it must lie in 1 to 60")
    return number


def _speed(text: str) -> float:
    return _positive(text, 100.0)


def _part(text: str) -> float:
    return _positive(text, 1.0)


def _seconds(text: str) -> float:
    return _positive(text, 1e6)


def _size(text: str) -> tuple[int, int]:
    width, cross, height = text.partition("x")
    if not (cross and width.isdigit() and height.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not WIDTHxHEIGHT")
    size = int(width), int(height)
    _check_size(size, _SMALLEST)
    return size


def _check_size(size: tuple[int, int], least: tuple[int, int]) -> None:
    """UsageError for a size that is too small or too large for a picture."""
    if not all(low <= side <= _SIDE for low, side in zip(least, size, strict=True)):
        low, high = (f"{width}x{height}" for width, height in (least, (_SIDE, _SIDE)))
        raise UsageError(f"--size must lie in {low} to {high}")


def _scale(text: str) -> float:
    try:
        scale = float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from error
    if not 0.5 <= scale <= 4.0:
        raise argparse.ArgumentTypeError("the scale must lie in 0.5 to 4")
    return scale


@dataclass(frozen=True)
class Wanted:
    """What a command is about: all scenes there are, and the state of one of them.

    Of a lesson it is that of its first stop. `file` is where it comes from, if any.
    """

    scenes: tuple[Entry, ...]
    state: State
    plan: Plan | None = None
    file: Path | None = None


def _scenes(*named: Entry) -> tuple[Entry, ...]:
    """Return our scenes, those of installed packages, and what a file has.

    A file that is named goes before an installed scene of its id: it is looked at anew.
    """
    anew = {entry.id for entry in named}
    others = [entry for entry in installed() if entry.id not in anew]
    return gathered(SCENES, [*others, *named])


def _wanted(name: str, case: str | None, beside: Path | None = None) -> Wanted:
    """Return what is named; UsageError if there is none.

    A file's state may be of a scene that the file `beside` has.
    """
    if name.endswith(".json"):
        if case is not None:
            raise UsageError("--case goes with a scene's name, not with a state file")
        scenes, file = _scenes(_own(beside)) if beside else _scenes(), Path(name)
        held = _from_file(file, scenes)
        if isinstance(held, Plan):
            return Wanted(scenes, held.stops[0].state, held, file)
        return Wanted(scenes, held, file=file)
    if name.endswith(".py"):
        own = _own(Path(name))
        scenes = _scenes(own)
        scene = scenes[-1]
    else:
        scenes = _scenes()
        scene = _named(name, scenes)
    _refuse_shut(scene)
    case = scene.first_case() if case is None else case
    if case not in scene.cases:
        raise UsageError(
            f"unknown case {case!r}; {scene.id} has {', '.join(scene.cases)}"
        )
    compare = bool(scene.cases[case].mistake)
    state = State(scene, scene.cases[case].params, case, compare=compare)
    return Wanted(scenes, state)


def _refuse_shut(scene: Entry) -> None:
    if reason := why_shut(scene):
        raise UsageError(f"{scene.id}: {reason}")


def _named(name: str, scenes: Sequence[Entry]) -> Entry:
    scene = next((scene for scene in scenes if scene.id == name), None)
    if scene is None:
        known = ", ".join(scene.id for scene in scenes)
        raise UsageError(f"unknown scene {name!r}; there are {known}")
    return scene


def _own(path: Path) -> Entry:
    """Return the scene of a file; UsageError says what is wrong with it."""
    try:
        return from_file(path)
    except ImportError as error:
        raise UsageError(str(error)) from error


def _from_file(path: Path, scenes: Sequence[Entry]) -> State | Plan:
    """Return the state or the lesson of a file; UsageError if it is none."""
    try:
        text = read_whole(path)
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot read {path}: {why(error)}") from error
    try:
        return (
            plans.load(text, scenes) if is_lesson(text) else states.load(text, scenes)
        )
    except ValueError as error:
        raise UsageError(f"{path}: {error}") from error


def _list(_options: argparse.Namespace) -> int:
    for scene in _scenes():
        _say(f"{scene.id}: {scene.title}")
        for name, case in scene.cases.items():
            _say(f"    {name}: {case.shows}")
    return 0


def _check(options: argparse.Namespace) -> int:
    """Hold a scene against the rules; 1 if it breaks one."""
    # With the rules and the fonts, slow to import.
    from playground.explore.check import check
    from playground.render.fonts import BODY, letters

    known = letters(*BODY)
    name: str = options.scene
    if name.endswith(".py"):
        report = check(_own(Path(name)), {scene.id for scene in SCENES}, known)
    else:
        scene = _named(name, _scenes())
        _refuse_shut(scene)
        report = check(scene, letters=known)
    for line in report.lines():
        _say(line)
    return 1 if report.faults else 0


def _judge(options: argparse.Namespace) -> int:
    """Try somebody's code; 1 if it is wrong anywhere."""
    from playground.explore.judge import judging
    from playground.explore.judge.asking import Code, CodeError
    from playground.explore.judge.report import summary, written
    from playground.explore.judge.shrink import all_smallest

    if (options.code is None) == (options.command is None):
        raise UsageError(
            "judge needs either FILE.py:FUNCTION, engine:NAME or --command"
        )
    entry = _named(options.scene, _scenes())
    _refuse_shut(entry)
    given = {
        "count": options.cases,
        "tolerance": options.tolerance,
        "seconds": options.seconds,
    }
    terms = judging.Terms(
        seed=options.seed,
        excuses=tuple(options.excuse),
        **{name: value for name, value in given.items() if value is not None},
    )
    try:
        function = judging.query_of(entry).name
        code = (
            Code.program(options.command)
            if options.command
            else Code.named(options.code, function)
        )
        with code:
            judgement = judging.judge(entry, code, terms)
            found = all_smallest(judgement)
            for line in summary(judgement, found):
                _say(line)
            if options.output:
                with _writing(options.output / "report.md"):
                    mapper = _mapper(judgement, found)
                    files = written(judgement, found, options.output, mapper)
                for path in files:
                    _say(str(path))
    except (CodeError, judging.TrialError) as error:
        raise UsageError(str(error)) from error
    return 1 if judgement.findings.any_wrong.any() else 0


def _mapper(
    judgement: "Judgement", found: Sequence["Smallest"]
) -> Callable[[Path], bool]:
    """Return what saves the map of mistakes of the code that was judged."""
    from playground.explore.judge.showing import shown

    def save(path: Path) -> bool:
        scene = judgement.mapped()
        place = shown(judgement, scene, found)
        if place is None:
            return False
        params, over = place
        session = Session((scene,))
        session.show(State(scene, params))
        charts.map_over(session, over=over)
        session.look(map=MapKind.MISTAKES, compare=False)
        try:
            with _offscreen() as offscreen:
                picture = offscreen.canvas_picture(session, _MAP_SIZE, _JUDGED_CELLS)
                offscreen.write_tiles(path, [picture], columns=1)
        except UsageError as error:
            _complain(f"no map: {error}")
            return False
        return True

    return save


def _cases(options: argparse.Namespace) -> int:
    """Write the judge's questions with exact answers."""
    from playground.explore.judge import conformance, judging
    from playground.explore.judge.families import cases_of

    entry = _named(options.scene, _scenes())
    _refuse_shut(entry)
    try:
        scene = judging.asked_in(entry)
    except judging.TrialError as error:
        raise UsageError(str(error)) from error
    count = judging.CASES if options.cases is None else options.cases
    text = "\n".join(conformance.lines(cases_of(scene, count, options.seed)))
    if options.output is None:
        _say(text)
        return 0
    with _writing(options.output):
        options.output.write_text(text + "\n", encoding="utf-8")
    _say(str(options.output))
    return 0


def _run(options: argparse.Namespace) -> int:
    named = options.scene is not None
    if options.case is not None and not named:
        raise UsageError("--case needs a scene")
    if options.replay and named:
        raise UsageError("--replay shows what its log begins with, and no other scene")
    wanted = _wanted(options.scene, options.case) if named else None
    if not _display():
        _say("playground: there is no display, so the gallery is saved instead.")
        return _gallery(Path("screenshots"))
    session = Session(wanted.scenes if wanted else _scenes())
    redone = _read_log(options.replay, _everything(session)) if options.replay else None
    with opengl(), _writing(options.log) if options.log else nullcontext():
        from playground.app import running

        # What is redone begins as its log says, and leaves no trace.
        settings = None if redone else Settings(settings_folder())
        if settings:
            settings.recall(session, wanted.state.scene.id if wanted else "")
        if wanted:
            _show(session, wanted, options.scene)
            if failure := session.moment.failure:  # the window says so in its place
                _complain(f"{wanted.state.scene.id}: {failure}")
        running.run(session, settings, options.log, redone)
    return 0


def _show(session: Session, wanted: Wanted, name: str) -> None:
    """Show a state, or open a lesson at its first stop."""
    if name.endswith(".py"):
        session.scene_file = str(Path(name).absolute())
    if wanted.plan:
        walking.start(session, wanted.plan, wanted.file and wanted.file.absolute())
        return
    session.show(wanted.state)
    if wanted.file:
        now_in(session, wanted.file)


def _everything(session: Session) -> list[Entry]:
    return [own.scene for own in session.all_opened]


def _read_log(path: Path, scenes: Sequence[Entry]) -> "tuple[Start, list[Deed]]":
    """Return what a log says; UsageError if it is none."""
    from playground.app import log

    try:
        return log.load(path, scenes)
    except OSError as error:
        raise UsageError(f"cannot read {path}: {why(error)}") from error
    except ValueError as error:
        raise UsageError(f"{path}: {error}") from error


def _display() -> bool:
    """Return whether a window can be opened (on Linux, whether X answers)."""
    if not sys.platform.startswith("linux"):
        return True
    if not os.environ.get("DISPLAY"):
        return False
    # Not pyglet.display: importing it settles for good whether there is a screen.
    try:
        from pyglet.libs.x11 import xlib
    except ImportError:
        return False
    display = xlib.XOpenDisplay(None)
    if display:
        xlib.XCloseDisplay(display)
    return bool(display)


@contextmanager
def opengl() -> Iterator[None]:
    """Import and open what needs OpenGL; in one line, that the system has none."""
    try:
        os.getcwd()  # what is imported asks for it
    except OSError as error:
        raise UsageError(f"no working folder: {error.strerror}") from error
    import pyglet

    pyglet.options.debug_gl = False  # a check after each call costs as much as the call
    # A hidden window made on import is one more to wait for. On Windows it finds out
    # which contexts there are.
    pyglet.options.shadow_window = sys.platform == "win32"
    try:
        with warnings.catch_warnings():
            # What it warns of, such as that there is no device, the error says.
            warnings.filterwarnings("ignore", module=r"pyglet\.")
            yield
    except Exception as error:
        # pyglet may open a window on import, so its kinds of errors cannot be named.
        kind = type(error)
        if isinstance(error, ImportError) or kind.__module__.startswith("pyglet."):
            raise UsageError(f"cannot draw without OpenGL 3.3: {error}") from error
        raise


def _render(options: argparse.Namespace) -> int:
    vectors = options.output.suffix.lower() == ".svg"
    if vectors and not options.canvas:
        raise UsageError("only the figure alone can be an SVG: add --canvas")
    if not options.canvas:
        _check_size(options.size, _WINDOW)
    wanted = _wanted(options.scene, options.case)
    if wanted.plan:
        raise UsageError("render takes a state; this is a lesson")
    state = wanted.state
    moment = Moment(state.scene, state.params)
    if moment.failure:
        raise UsageError(f"{state.scene.id}: {moment.failure}")
    steps = len(moment.steps)
    if options.step is not None and not 1 <= options.step <= steps:
        raise UsageError(
            f"--step must lie in 1 to {steps}"
            if steps
            else "--step: there is no derivation of this case"
        )
    if max(options.size) * options.scale > _LARGEST:
        raise UsageError(f"--size times --scale may reach {_LARGEST} pixels a side")
    session = Session(wanted.scenes)
    session.look(theme=ThemeName(options.theme))
    session.show(wanted.state)
    _show_map(session, options.map, options.over)
    if options.step is not None:
        session.look(page=Page.DERIVATION)
        session.opened.step, session.reveal = options.step, 3
    if vectors:
        _save_vectors(session, options.output, options.size, options.scale)
    else:
        _save(session, options.output, options.size, options.scale, options.canvas)
    return 0


def _show_map(session: Session, name: str | None, over: str | None) -> None:
    """Show a map, over its usual point or over two numbers; UsageError if in vain."""
    if over is not None and not name:
        raise UsageError("--over needs --map")
    if not name:
        return
    session.look(map=_MAPS[name], page=Page.LAB)
    if charts.question(session) is None:
        raise UsageError("there is no map of this case")
    if session.view.map not in session.moment.maps:
        raise UsageError(f"{session.scene.id} has no map of its {name}")
    if over is not None:
        known = {axis.path(session.params): axis for axis in axes(session.params)}
        wanted = over.split(",")
        if len(set(wanted)) != 2 or len(wanted) != 2 or not set(wanted) <= set(known):
            raise UsageError(f"--over takes two of {', '.join(known)}")
        charts.map_over(session, over=(known[wanted[0]], known[wanted[1]]))


def _record(options: argparse.Namespace) -> int:
    """Save a film: of the time, the steps, a lesson, or of what a log tells."""
    if (options.scene is None) == (options.log is None):
        raise UsageError("record needs either a scene, a state, a lesson or --log LOG")
    with _offscreen(), _writing(options.output):
        from playground.record import films, progress, writers

        try:
            writers.kind_of(options.output)
            film = _logged(options) if options.log else _staged(options)
            with progress.shown(options.progress) as told:
                films.save(options.output, options.fps, film, told)
        except writers.RecordError as error:
            raise UsageError(str(error)) from error
    _say(writers.named(options.output, film.count))
    return 0


def _logged(options: argparse.Namespace) -> "Film":
    """Return the film of what was done in a window."""
    from playground.record.redone import redone

    given = (options.case, options.what, options.size, options.theme, options.canvas)
    if any(given):
        raise UsageError("a log has its own size and theme, and all of the window")
    scenes = _scenes(_own(options.scenes)) if options.scenes else _scenes()
    start, deeds = _read_log(options.log, scenes)
    return redone(
        Session(scenes),
        start,
        deeds,
        options.scale,
        options.fps,
        options.speed,
        options.seconds,
    )


def _staged(options: argparse.Namespace) -> "Film":
    """Return the film of a scene, a state or a lesson."""
    from playground.record.films import Format, staged
    from playground.record.takes import What

    size = options.size or _size(_FIGURE if options.canvas else _SIZE)
    if not options.canvas:
        _check_size(size, _WINDOW)
    if max(size) * options.scale > _LARGEST:
        raise UsageError(f"--size times --scale may reach {_LARGEST} pixels a side")
    wanted = _wanted(options.scene, options.case, options.scenes)
    session = Session(wanted.scenes)
    session.look(theme=ThemeName(options.theme or ThemeName.DARK))
    if wanted.plan:
        walking.start(session, wanted.plan)
    else:
        session.show(wanted.state)
    if failure := session.moment.failure:
        raise UsageError(f"{session.scene.id}: {failure}")
    what = What(options.what) if options.what else None
    if what is What.LESSON and not session.walk:
        walking.start_shipped(session, session.scene)
        if session.notice:
            raise UsageError(session.notice)
    form = Format(
        size, options.scale, options.fps, options.speed, options.seconds, options.canvas
    )
    return staged(session, what, form)


def _export(options: argparse.Namespace) -> int:
    """Save a lesson as a page: the one that is named, the scene's, or a state alone."""
    from playground.export import formulas, lessons

    wanted = _wanted(options.scene, options.case)
    if options.output.suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"a lesson is saved as .html, not as {options.output}")
    if not formulas.available():
        raise UsageError(
            "export needs latex2mathml: pip install 'geometry-playground[export]'"
        )
    from playground.export.page import page
    from playground.export.processes import processors

    plan = wanted.plan
    if plan is None and options.case is None and not options.scene.endswith(".json"):
        plan = _shipped(wanted)
    plan = plan or lessons.alone(wanted.state)
    for stop in plan.stops:
        if failure := Moment(stop.state.scene, stop.state.params).failure:
            raise UsageError(f"{stop.state.scene.id}: {failure}")
    text = page(plan, _progress(), processes=processors())
    with _writing(options.output):
        write_whole(options.output, text.encode())
    _say(str(options.output))
    return 0


def _shipped(wanted: Wanted) -> Plan | None:
    """Return the lesson that a scene brings with it."""
    try:
        return lesson_of(wanted.state.scene, wanted.scenes)
    except (OSError, ValueError) as error:
        raise UsageError(f"the lesson of {wanted.state.scene.id}: {error}") from error


def _progress() -> Callable[[int, int], None]:
    """Return what says how far something is that takes more than a few seconds."""
    began = time.monotonic()

    def told(done: int, count: int) -> None:
        if done < count and time.monotonic() - began > _PATIENCE:
            _complain(f"{done} of {count} parts done")

    return told


def _bench(out: Path | None) -> int:
    with _offscreen(), _writing(out) if out else nullcontext():
        from playground.bench.report import bench

        _say(bench(scenes=SCENES, out=out))
    return 0


def _gallery(folder: Path) -> int:
    for scene in SCENES:
        session = Session(SCENES)
        session.open(session.find(scene.id))
        _save(session, folder / f"{scene.id}.png", *_GALLERY)
    session = Session(SCENES)
    stepping.go_to_step(session, _LESSON_STEP)
    session.advance(60.0)
    _save(session, folder / "lesson.png", *_GALLERY)
    session = Session(SCENES)
    walking.start_shipped(session, SCENES[0])
    walking.go(session, _STOP)
    _save(session, folder / "stop.png", *_GALLERY)
    _save_maps(folder / "maps.png")
    return 0


def _save_maps(path: Path) -> None:
    """Save the maps of every article's mistakes, and one of values, in one picture."""
    sessions = []
    for scene in SCENES:
        session = Session(SCENES)
        session.open(session.find(scene.id))
        charts.show_preset(session)
        session.look(compare=False)
        sessions.append(session)
    session = Session(SCENES)
    session.open(session.find("point_ellipse"))
    session.look(map=MapKind.VALUES)
    sessions.insert(3, session)
    with _offscreen() as offscreen, _writing(path):
        pictures = [offscreen.canvas_picture(s, _MAP_SIZE) for s in sessions]
        offscreen.write_tiles(path, pictures, columns=3)
    _say(str(path))


@contextmanager
def _offscreen() -> Iterator[ModuleType]:
    """Import what makes pictures, without a screen where that can be."""
    if sys.platform.startswith("linux"):
        import pyglet

        pyglet.options.headless = True
    with opengl():
        import playground.app.offscreen as offscreen

        yield offscreen


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Make the folder; in one line, that a file cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror}") from error


def _save(
    session: Session,
    path: Path,
    size: tuple[int, int],
    scale: float,
    alone: bool = False,
) -> None:
    with _offscreen() as offscreen, _writing(path):
        offscreen.save_picture(session, path, size, scale, alone=alone)
    _say(str(path))


def _save_vectors(
    session: Session, path: Path, size: tuple[int, int], scale: float
) -> None:
    from playground.app.figures import vectors

    with _writing(path):
        write_whole(path, vectors(session, size, scale).encode())
    _say(str(path))
