"""`playground bench`: what the core and the frames cost."""

from argparse import ArgumentParser, Namespace
from contextlib import nullcontext
from pathlib import Path

from playground.command_line.command import Subcommand
from playground.command_line.drawing import offscreen
from playground.command_line.output import say, writing
from scenes import SCENES


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument("-o", "--output", type=Path, metavar="OUT.json")


def _bench(options: Namespace) -> int:
    out: Path | None = options.output
    with offscreen(), writing(out) if out else nullcontext():
        from playground.bench.report import bench

        say(bench(scenes=SCENES, out=out))
    return 0


BENCH = Subcommand("bench", "measure the core and the frames", _declare, _bench)
