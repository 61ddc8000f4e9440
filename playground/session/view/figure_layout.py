"""Layout of a figure: legend, views and chart, in logical pixels."""

from playground.quick_dataclass import dataclass
from playground.scene.camera import Viewport
from playground.session.view.map_samples import has_chart
from playground.session.view_model import SceneView
from playground.session.view_options import Page

LEGEND_HEIGHT_PX = 104.0
# Height of the legend without a readout; narrow pictures need more lines for names.
STILL_LEGEND_HEIGHT_PX = 58.0
_NARROW_WIDTH_PX = 640.0
# Share of the canvas's longer side for further views, for views at the scale of the
# first, and for a chart.
_SECOND_VIEW_SHARE = 0.42
_SAME_SCALE_VIEW_SHARE = 0.5
_CHART_SHARE = 0.54


@dataclass(frozen=True)
class FigureContents:
    """Contents of a figure.

    Attributes
    ----------
    legend : bool
        Whether there is a map, which has a legend.
    chart : bool
        Whether the map is a chart of its own, not in the picture.
    views : int
        The number of views.
    alike : bool
        Whether any further view has the scale of the first.
    """

    legend: bool = False
    chart: bool = False
    views: int = 1
    alike: bool = False


@dataclass(frozen=True, kw_only=True)
class FigureLayout:
    """Rectangles of a figure's parts, in logical pixels.

    None for those it does not have. `views` and `chart` share the `canvas`.
    """

    canvas: Viewport
    legend: Viewport | None = None
    views: tuple[Viewport, ...] = ()
    chart: Viewport | None = None


def figure_contents(study: SceneView) -> FigureContents:
    """Return the contents of the figure of a view model."""
    views, has_map = study.picture.views, study.question is not None
    # A map leaves room for the first view only, except for a derivation, which needs
    # all.
    alone = has_map and study.page is not Page.DERIVATION
    return FigureContents(
        legend=has_map,
        chart=has_chart(study),
        views=1 if alone else 1 + len(views),
        alike=any(view.to_scale for view in views),
    )


def layout_figure(
    width: float, height: float, contents: FigureContents
) -> FigureLayout:
    """Return the layout of an exported figure, with the legend at the bottom.

    Parameters
    ----------
    width, height : float
        Size in logical pixels.
    contents : FigureContents
        The contents.
    """
    tall = STILL_LEGEND_HEIGHT_PX if width >= _NARROW_WIDTH_PX else LEGEND_HEIGHT_PX
    low = max(height - tall, 1.0) if contents.legend else height
    canvas = Viewport(0.0, 0.0, width, low)
    views, chart = layout_views(canvas, contents)
    legend = Viewport(0.0, low, width, height - low) if contents.legend else None
    return FigureLayout(canvas=canvas, legend=legend, views=views, chart=chart)


def layout_views(
    canvas: Viewport, contents: FigureContents
) -> tuple[tuple[Viewport, ...], Viewport | None]:
    """Return the rectangles of the views on a canvas, and of the chart or None.

    They are in logical pixels.
    """
    if contents.chart:
        *views, chart = split_canvas(canvas, 2, _CHART_SHARE)
        return tuple(views), chart
    other_share = _SAME_SCALE_VIEW_SHARE if contents.alike else _SECOND_VIEW_SHARE
    return tuple(split_canvas(canvas, contents.views, other_share)), None


def split_canvas(
    canvas: Viewport, views: int, others: float = _SECOND_VIEW_SHARE
) -> list[Viewport]:
    """Return one viewport per view, along the longer side of the canvas.

    Parameters
    ----------
    canvas : Viewport
        The rectangle to divide.
    views : int
        The number of views.
    others : float
        Share of the side, 0 to 1, for all views but the first.
    """
    if views == 1:
        return [canvas]
    x, y, w, h = canvas.x, canvas.y, canvas.width, canvas.height
    is_wide = w >= h
    start, length = (x, w) if is_wide else (y, h)
    first = round(length * (1 - others))
    other_size = (length - first) / (views - 1)
    spans: list[tuple[float, float]] = [(start, first)]
    spans += [(start + first + i * other_size, other_size) for i in range(views - 1)]
    if is_wide:
        return [Viewport(at, y, size, h) for at, size in spans]
    return [Viewport(x, at, w, size) for at, size in spans]
