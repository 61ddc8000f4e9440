"""The figure alone, as vectors: what the canvas shows of a session, without OpenGL."""

from dataclasses import replace

from playground.app.chart_figure import chart_figure
from playground.app.contents import contents
from playground.app.controls import Controls
from playground.app.layout import laid_out
from playground.app.legend_figure import legend_figure
from playground.app.maps import Maps
from playground.app.session import Session
from playground.render.fonts import measure
from playground.render.loupe import Loupe
from playground.render.svg.figure import figure_of
from playground.render.svg.write import Placed, svg
from playground.render.theme import THEMES, Theme, ThemeName
from playground.render.type_scale import name_size


def vectors(
    session: Session, theme: ThemeName, size: tuple[float, float], scale: float
) -> str:
    """Return the figure of a session as SVG, shown so many times as large.

    MapError where the session shows a map that fails.
    """
    controls = Controls(session)
    maps = Maps(session, controls)
    try:
        placed = _placed(session, controls, maps, size, THEMES[theme])
    finally:
        maps.worker.close()
    return svg(placed, size, THEMES[theme], *words(session), scale)


def words(session: Session) -> tuple[str, str]:
    """Return what a figure shows, and what is the case there."""
    case, verdict = session.opened.case, session.moment.verdict
    title = session.scene.title + (f": {case}" if case else "")
    if session.asking or verdict is None:
        return title, session.scene.title
    return title, f"{verdict.text}. {verdict.detail}".strip()


def _placed(
    session: Session,
    controls: Controls,
    maps: Maps,
    size: tuple[float, float],
    theme: Theme,
) -> list[Placed]:
    shown = contents(session, charted=maps.charted)
    layout = laid_out(*size, replace(shown, alone=True))
    controls.places = list(layout.views)
    maps.update(layout.chart, held=False)
    maps.worker.finish()
    if maps.worker.failure:
        raise maps.worker.failure
    backdrop = maps.backdrop()
    enlarged = session.view.loupe and not session.asking
    placed = []
    for index, place in enumerate(layout.views):
        view = session.picture.all_views[index]
        mapped = backdrop if index == 0 else None
        figure = figure_of(
            view.outlined() if mapped else view,
            controls.camera(index),
            (place.width, place.height),
            theme,
            measure,
            name=name_size(layout.canvas.height),
            overlay=controls.overlay() if index == 0 else (),
            backdrop=mapped,
            lens=Loupe() if enlarged else None,
        )
        placed.append(Placed(figure, (place.x, place.y)))
    if layout.chart and maps.painted:
        size = layout.chart.width, layout.chart.height
        chart = chart_figure(maps, maps.painted, size, theme)
        placed.append(Placed(chart, (layout.chart.x, layout.chart.y)))
    if layout.legend and maps.painted:
        key = legend_figure(session, maps.painted, layout.legend, theme)
        placed.append(Placed(key, (layout.legend.x, layout.legend.y)))
    return placed
