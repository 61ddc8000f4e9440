"""`playground judge`: somebody's code, held against the truth."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from playground.command_line import arguments
from playground.command_line.chosen import scene_or_file
from playground.command_line.command import Subcommand, UsageError
from playground.command_line.drawing import MAP_SIZE, offscreen
from playground.command_line.output import complain, say, writing
from playground.explore.map import MapKind
from playground.study import charts
from playground.study.session import Session
from playground.study.state import State

if TYPE_CHECKING:
    from playground.explore.judge.shrink import Smallest
    from playground.explore.judge.trial import Judgement, Terms

# Somebody's code is asked about so many cells of a map: each takes a while.
_CELLS = 30000


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument("code", nargs="?", metavar="FILE.py:FUNCTION|engine:NAME")
    parser.add_argument(
        "--command",
        metavar='"PROGRAM ARGS"',
        help="run this program, in any language, instead",
    )
    parser.add_argument("--scene", required=True, metavar="ID|SCENE.py")
    arguments.add_cases(parser)
    parser.add_argument(
        "--excuse",
        action="append",
        default=[],
        metavar="WORD",
        help=(
            "do not count this as wrong: a choice the code makes on purpose "
            "(start_inside, touch, rounding, ...)"
        ),
    )
    parser.add_argument(
        "--tolerance",
        type=_part,
        help=(
            "how far off numbers may be, as a fraction of the largest length "
            "(default 1e-6)"
        ),
    )
    parser.add_argument(
        "--seconds",
        type=arguments.seconds,
        help="time limit for all answers together (default 60)",
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FOLDER")


def _part(text: str) -> float:
    return arguments.positive(text, 1.0)


def _judge(options: Namespace) -> int:
    """Try somebody's code; 1 if it is wrong anywhere."""
    from playground.explore.judge import trial
    from playground.explore.judge.code_process import AskedCode, CodeError
    from playground.explore.judge.report import summary, written
    from playground.explore.judge.shrink import all_smallest

    if (options.code is None) == (options.command is None):
        raise UsageError(
            "judge needs either FILE.py:FUNCTION, engine:NAME or --command"
        )
    entry = scene_or_file(options.scene)
    try:
        function = trial.query_of(entry).name
        code = (
            AskedCode.program(options.command)
            if options.command
            else AskedCode.named(options.code, function)
        )
        with code:
            judgement = trial.judge(entry, code, _terms(options))
            found = all_smallest(judgement)
            for line in summary(judgement, found):
                say(line)
            if options.output:
                with writing(options.output / "report.md"):
                    mapper = _mapper(judgement, found)
                    files = written(judgement, found, options.output, mapper)
                for path in files:
                    say(str(path))
    except (CodeError, trial.TrialError) as error:
        raise UsageError(str(error)) from error
    return 1 if judgement.findings.any_wrong.any() else 0


def _terms(options: Namespace) -> "Terms":
    """Return the terms; those that are not given are the judge's own."""
    from playground.explore.judge.trial import Terms

    given = {
        "count": options.cases,
        "tolerance": options.tolerance,
        "seconds": options.seconds,
    }
    return Terms(
        seed=options.seed,
        excuses=tuple(options.excuse),
        **{name: value for name, value in given.items() if value is not None},
    )


def _mapper(
    judgement: "Judgement", found: Sequence["Smallest"]
) -> Callable[[Path], bool]:
    """Return what saves the map of mistakes of the code that was judged."""
    from playground.explore.judge.telling_map import shown

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
            with offscreen() as pictures:
                picture = pictures.figure_picture(session, MAP_SIZE, cells=_CELLS)
                pictures.write_tiles(path, [picture], columns=1)
        except UsageError as error:
            complain(f"no map: {error}")
            return False
        return True

    return save


JUDGE = Subcommand(
    "judge", "test code of your own against exact answers", _declare, _judge
)
