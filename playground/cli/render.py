"""`playground render`: saves a picture of a scene."""

from argparse import ArgumentParser, Namespace

from playground.analysis.curve import axes
from playground.analysis.heat_map import MapKind
from playground.cli import parser as cli_parser
from playground.cli.command import Subcommand, UsageError
from playground.cli.images import save
from playground.cli.output import output_folder, print_line
from playground.cli.targets import ResolvedTarget, resolve_target
from playground.i18n import message
from playground.render.theme import ThemeName
from playground.session import plot_controls, step_navigation
from playground.session.atomic_write import write_atomically
from playground.session.session import Session
from playground.session.view_model import SceneView
from playground.session.view_options import Page

_MAPS = {kind.lower(): kind for kind in MapKind}


def _declare(parser: ArgumentParser) -> None:
    size = cli_parser.DEFAULT_WINDOW_SIZE
    parser.add_argument(
        "scene",
        metavar="SCENE|STATE.json|SCENE.py",
        help="Scene, saved state or scene file to draw",
    )
    cli_parser.add_case_option(parser)
    parser.add_argument("--step", type=int, help="Show the derivation up to this step")
    parser.add_argument(
        "--map", choices=_MAPS, help="Map to draw (--over chooses its axes)"
    )
    parser.add_argument(
        "--over",
        metavar="X,Y",
        help="Two parameters as the map's axes, such as center.x,radius",
    )
    cli_parser.add_figure_options(parser)
    parser.add_argument(
        "--size",
        type=cli_parser.parse_size,
        default=cli_parser.parse_size(size),
        metavar="WIDTHxHEIGHT",
        help=message("Size in points (default {size})", size=size),
    )
    parser.add_argument(
        "--theme",
        choices=[*map(str, ThemeName)],
        help="Colour theme (default dark; light for SVG)",
    )
    cli_parser.add_output_option(
        parser, "OUT.png|OUT.svg", "File to write", required=True
    )


def _render(options: Namespace) -> int:
    vectors = options.output.suffix.lower() == ".svg"
    if vectors and not options.canvas:
        raise UsageError("an SVG shows only the figure: add --canvas")
    if not options.canvas:
        cli_parser.check_window(options.size)
    target = resolve_target(options.scene, options.case)
    if target.plan:
        raise UsageError("render needs a state, but this is a lesson")
    _check_step(target, options.step)
    cli_parser.check_pixels(options.size, options.scale)
    session = Session(target.scenes)
    session.show(target.state)
    _show_map(session, options.map, options.over)
    if options.step is not None:
        step_navigation.arrive_at_step(session, options.step)
    usual = ThemeName.LIGHT if vectors else ThemeName.DARK
    theme = ThemeName(options.theme or usual)
    if vectors:
        _save_vectors(session, options, theme)
    else:
        save(
            session,
            options.output,
            options.size,
            options.scale,
            theme,
            alone=options.canvas,
        )
    return 0


def _check_step(target: ResolvedTarget, step: int | None) -> None:
    """Raise UsageError if the scene fails or does not have this step."""
    state = target.state
    moment = SceneView(state.scene, state.params)
    if moment.failure:
        raise UsageError(
            "{place}: {problem}", place=state.scene.id, problem=moment.failure
        )
    steps = len(moment.steps)
    if step is not None and not 1 <= step <= steps:
        if not steps:
            raise UsageError("--step: this case has no derivation")
        raise UsageError("--step must be from 1 to {steps}", steps=steps)


def _show_map(session: Session, name: str | None, over: str | None) -> None:
    """Show a map, by default over the scene's own axes; UsageError if impossible."""
    if over is not None and not name:
        raise UsageError("--over needs --map")
    if not name:
        return
    session.look(map=_MAPS[name], page=Page.LAB)
    if session.scene_view.question is None:
        raise UsageError("this case has no map")
    if session.view.map not in session.scene_view.maps:
        raise UsageError(
            "{id} has no map of its {name}", id=session.scene.id, name=name
        )
    if over is not None:
        known = {axis.path(session.params): axis for axis in axes(session.params)}
        wanted = over.split(",")
        if len(set(wanted)) != 2 or len(wanted) != 2 or not set(wanted) <= set(known):
            raise UsageError("--over needs two of {names}", names=", ".join(known))
        plot_controls.set_map_choice(session, over=(known[wanted[0]], known[wanted[1]]))


def _save_vectors(session: Session, options: Namespace, theme: ThemeName) -> None:
    from playground.web.svg_figure import render_svg

    path = options.output
    with output_folder(path):
        text = render_svg(session, theme, options.size, options.scale)
        write_atomically(path, text.encode())
    print_line(str(path))


RENDER = Subcommand(
    "render", "Save a picture of a scene (PNG or SVG)", _declare, _render
)
