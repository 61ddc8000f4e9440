"""`playground render`: saves a picture of a scene."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

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
        "scene", metavar="SCENE|STATE.json|SCENE.py", help="what to draw"
    )
    parser.add_argument("--case", help="start from this case of the scene")
    parser.add_argument("--step", type=int, help="show the derivation up to this step")
    parser.add_argument(
        "--map",
        choices=_MAPS,
        help="map to draw over the figure (--over chooses its axes)",
    )
    parser.add_argument(
        "--over",
        metavar="X,Y",
        help="the two parameters on the map's axes, for example center.x,radius",
    )
    parser.add_argument(
        "--canvas", action="store_true", help="draw only the figure, without the window"
    )
    parser.add_argument(
        "--size",
        type=cli_parser.parse_size,
        default=cli_parser.parse_size(size),
        help=message("size in pixels, before --scale (default {size})", size=size),
    )
    parser.add_argument(
        "--scale",
        type=cli_parser.parse_scale,
        default=1.0,
        help="pixels per point, from 0.5 to 4 (default 1)",
    )
    parser.add_argument(
        "--theme",
        choices=[*map(str, ThemeName)],
        help="colour theme (default: dark; light for an SVG)",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="OUT.png|OUT.svg",
        help="picture to write",
    )


def _render(options: Namespace) -> int:
    vectors = options.output.suffix.lower() == ".svg"
    if vectors and not options.canvas:
        raise UsageError(message("an SVG shows only the figure: add --canvas"))
    if not options.canvas:
        cli_parser.check_window(options.size)
    chosen = resolve_target(options.scene, options.case)
    if chosen.plan:
        raise UsageError(message("render needs a state, but this is a lesson"))
    _check_step(chosen, options.step)
    cli_parser.check_pixels(options.size, options.scale)
    session = Session(chosen.scenes)
    session.show(chosen.state)
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


def _check_step(chosen: ResolvedTarget, step: int | None) -> None:
    """Raise UsageError if the scene fails or does not have this step."""
    state = chosen.state
    moment = SceneView(state.scene, state.params)
    if moment.failure:
        raise UsageError(
            message("{place}: {problem}", place=state.scene.id, problem=moment.failure)
        )
    steps = len(moment.steps)
    if step is not None and not 1 <= step <= steps:
        raise UsageError(
            message("--step must be from 1 to {steps}", steps=steps)
            if steps
            else message("--step: this case has no derivation")
        )


def _show_map(session: Session, name: str | None, over: str | None) -> None:
    """Show a map, by default over the scene's own axes; UsageError if impossible."""
    if over is not None and not name:
        raise UsageError(message("--over needs --map"))
    if not name:
        return
    session.look(map=_MAPS[name], page=Page.LAB)
    if session.scene_view.question is None:
        raise UsageError(message("this case has no map"))
    if session.view.map not in session.scene_view.maps:
        raise UsageError(
            message("{id} has no map of its {name}", id=session.scene.id, name=name)
        )
    if over is not None:
        known = {axis.path(session.params): axis for axis in axes(session.params)}
        wanted = over.split(",")
        if len(set(wanted)) != 2 or len(wanted) != 2 or not set(wanted) <= set(known):
            raise UsageError(
                message("--over needs two of {names}", names=", ".join(known))
            )
        plot_controls.set_map_choice(session, over=(known[wanted[0]], known[wanted[1]]))


def _save_vectors(session: Session, options: Namespace, theme: ThemeName) -> None:
    from playground.web.svg_figure import render_svg

    path: Path = options.output
    with output_folder(path):
        text = render_svg(session, theme, options.size, options.scale)
        write_atomically(path, text.encode())
    print_line(str(path))


RENDER = Subcommand("render", "save a picture of a scene", _declare, _render)
