"""The figure alone, as vectors: what the canvas shows of a session, without OpenGL."""

import math
from collections.abc import Iterable

from playground.explore.map import compute
from playground.language import message, translated
from playground.page.still_chart import chart_figure
from playground.page.still_legend import legend_figure
from playground.page.words import told
from playground.render.loupe import Loupe
from playground.render.map_names import named
from playground.render.paint import Painted, paint
from playground.render.svg.figure import figure_of
from playground.render.svg.write import Placed, svg
from playground.render.theme import THEMES, Theme, ThemeName
from playground.render.type_scale import name_size
from playground.render.typeset import measure
from playground.scene.camera import Camera2D
from playground.study import quiz_play
from playground.study.map_words import LegendLine, entries, in_place
from playground.study.session import Session
from playground.study.view import cameras, handles, map_samples
from playground.study.view.layout import FigureLayout, alone, figure_contents
from playground.study.view.picture import picture


def vectors(
    session: Session, theme: ThemeName, size: tuple[float, float], scale: float
) -> str:
    """Return the figure of a session as SVG, shown so many times as large.

    MapError where the session shows a map that fails.
    """
    return in_themes(session, [theme], size, scale)[theme]


def in_themes(
    session: Session,
    themes: Iterable[ThemeName],
    size: tuple[float, float],
    scale: float,
    cells: float = math.inf,
) -> dict[ThemeName, str]:
    """Return the same figure in several themes; a map has at most so many cells."""
    layout = alone(*size, figure_contents(session.study))
    painted = _painted(session, layout, cells)
    title, about = map(translated, words(session))
    return {
        theme: svg(
            _placed(session, layout, painted, THEMES[theme]),
            size,
            THEMES[theme],
            title,
            about,
            scale,
        )
        for theme in themes
    }


def words(session: Session) -> tuple[str, str]:
    """Return what a figure shows, and what is the case there."""
    case, verdict = session.opened.case, session.study.verdict
    if session.study.untold:
        # The name of a case may be the answer: "Two hits".
        return session.scene.title, session.scene.title
    title = session.scene.title
    if case:
        title = message("{title}: {case}", title=title, case=case)
    if verdict is None:
        return title, session.scene.title
    return title, told(verdict)


def _placed(
    session: Session, layout: FigureLayout, painted: Painted | None, theme: Theme
) -> list[Placed]:
    placed = _views(session, layout, painted, theme)
    if layout.chart and painted:
        room = layout.chart.width, layout.chart.height
        chart = chart_figure(session, painted, room, theme)
        placed.append(Placed(chart, (layout.chart.x, layout.chart.y)))
    if layout.legend and painted:
        lines = _lines(session, layout, painted)
        key = legend_figure(session, painted, lines, layout.legend, theme)
        placed.append(Placed(key, (layout.legend.x, layout.legend.y)))
    return placed


def _views(
    session: Session, layout: FigureLayout, painted: Painted | None, theme: Theme
) -> list[Placed]:
    backdrop = None
    if painted and not layout.chart:
        flat = isinstance(cameras.camera(session, layout.views, 0), Camera2D)
        whole = message("this view") if flat else message("this map")
        lines = in_place(_lines(session, layout, painted), whole)
        names = named(painted, lines)
        backdrop = painted.in_the_world(session.params, names)
    pixel = cameras.pixel(session, layout.views)
    overlay = [
        *handles.marks(session.study, pixel, session.opened.grip),
        *quiz_play.marks(session),
    ]
    enlarged = session.view.loupe and not session.asking
    placed, views = [], picture(session.study).all_views
    for index, place in enumerate(layout.views):
        view = views[index]
        mapped = backdrop if index == 0 else None
        figure = figure_of(
            view.outlined() if mapped else view,
            cameras.camera(session, layout.views, index),
            (place.width, place.height),
            theme,
            measure,
            name=name_size(layout.canvas.height),
            overlay=overlay if index == 0 else (),
            backdrop=mapped,
            lens=Loupe() if enlarged else None,
        )
        placed.append(Placed(figure, (place.x, place.y)))
    return placed


def _lines(
    session: Session, layout: FigureLayout, painted: Painted
) -> list[LegendLine]:
    """Return the lines of a map's legend, with their shares of what is in view."""
    field = painted.field
    if not layout.chart:
        camera = cameras.camera(session, layout.views, 0)
        field = map_samples.in_view(field, camera, layout.views[0])
    return entries(field, painted.roles)


def _painted(session: Session, layout: FigureLayout, cells: float) -> Painted | None:
    """Return the map that the session shows, if any."""
    question = session.study.question
    if question is None:
        return None
    if layout.chart:
        samples = map_samples.over_chart(session.params, question, layout.chart)
    else:
        camera = cameras.camera(session, layout.views, 0)
        samples = map_samples.over_view(question, camera, layout.views[0])
    columns, rows = samples
    by = max(math.ceil(math.sqrt(columns.count * rows.count / cells)), 1)
    try:
        field = compute(question, columns.coarser(by), rows.coarser(by))
    except (Exception, SystemExit) as error:  # whatever somebody's scene raises
        raise map_samples.failed(error) from error
    assert field is not None  # nobody drops it
    return paint(field).alone(session.opened.mapped.alone)
