"""`playground bench`: measures the core, frames or a site, or evaluates engines."""

from argparse import ArgumentParser, Namespace
from contextlib import nullcontext
from pathlib import Path

from playground.cli import parser as cli_parser
from playground.cli.command import Subcommand, UsageError
from playground.cli.images import offscreen
from playground.cli.output import output_folder, print_line
from scenes import SCENES


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "what",
        nargs="?",
        choices=("core", "site", "engines"),
        default="core",
        metavar="core|site|engines",
        help="Queries and frames, pages in a browser, or engines (default core)",
    )
    cli_parser.add_output_option(
        parser,
        "OUT.json|OUT.md",
        "File for the figures; for engines, the page to insert the tables into",
    )
    parser.add_argument(
        "--pyodide", metavar="FOLDER", help="Folder of Pyodide, for site"
    )


def _bench(options: Namespace) -> int:
    output_path: Path | None = options.output
    if options.what == "engines":
        _engines(output_path)
        return 0
    with offscreen(), output_folder(output_path) if output_path else nullcontext():
        if options.what == "site":
            _site(options)
            return 0
        from playground.benchmarks.benchmark_report import run_benchmarks

        print_line(run_benchmarks(scenes=SCENES, out=output_path))
    return 0


def _engines(out: Path | None) -> None:
    """Evaluate installed engines; print the report, or insert it into a file."""
    from playground.benchmarks.engines import NoEngineError, insert_report, report

    try:
        text = report(SCENES)
    except NoEngineError as error:
        raise UsageError(str(error)) from error
    if out is None:
        print_line(text)
        return
    with output_folder(out):
        insert_report(out, text)


def _site(options: Namespace) -> None:
    """Write a site, serve it and measure it in a browser."""
    from shutil import which  # slow to import
    from tempfile import TemporaryDirectory

    from playground.benchmarks.benchmark_report import run_site_benchmark
    from playground.cli.site import collect_contents, find_pyodide
    from playground.web.process_pool import count_processors
    from playground.web.site import write_site

    chromium = which("chromium")
    if chromium is None:
        raise UsageError("bench site needs chromium on the PATH")
    if options.pyodide is None:
        raise UsageError(
            "bench site needs --pyodide FOLDER, because it downloads nothing"
        )
    python = find_pyodide(options.pyodide)
    contents = collect_contents([scene.id for scene in SCENES])
    with TemporaryDirectory() as folder:
        write_site(Path(folder), contents, python, lambda _: None, count_processors())
        print_line(run_site_benchmark(Path(folder), SCENES, chromium, options.output))


BENCH = Subcommand(
    "bench", "Measure queries, frames, pages and engines", _declare, _bench
)
