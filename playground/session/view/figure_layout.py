"""How the views of a figure share its place: pure arithmetic in logical pixels."""

from playground.quick_dataclass import dataclass
from playground.scene.camera import Viewport
from playground.session.view.map_samples import has_chart
from playground.session.view_model import SceneView
from playground.session.view_options import Page

LEGEND_HEIGHT_PX = 104.0
# Where nobody points at the map there is nothing to read out, but names may take more
# lines in a narrow picture.
STILL_LEGEND_HEIGHT_PX = 58.0
_NARROW_WIDTH_PX = 640.0
# A second view takes this share of the canvas's longer side, one that is shown at the
# scale of the first that, and a chart that.
_SECOND_VIEW_SHARE = 0.42
_SAME_SCALE_VIEW_SHARE = 0.5
_CHART_SHARE = 0.54


@dataclass(frozen=True)
class FigureContents:
    """What a figure has: the legend of a map, views, a chart beside them.

    Views that are `alike` show the same lengths.
    """

    legend: bool = False
    chart: bool = False
    views: int = 1
    alike: bool = False


@dataclass(frozen=True, kw_only=True)
class FigureLayout:
    """Where a figure lies; None for what is not shown.

    `views` share the `canvas`, beside the `chart` if there is one.
    """

    canvas: Viewport
    legend: Viewport | None = None
    views: tuple[Viewport, ...] = ()
    chart: Viewport | None = None


def figure_contents(study: SceneView) -> FigureContents:
    """Return what a canvas has room for."""
    views, mapped = study.picture.views, study.question is not None
    # Beside a map there is room for the first view only, but for a derivation, which
    # speaks of all of them.
    alone = mapped and study.page is not Page.DERIVATION
    return FigureContents(
        legend=mapped,
        chart=has_chart(study),
        views=1 if alone else 1 + len(views),
        alike=any(view.to_scale for view in views),
    )


def layout_figure(
    width: float, height: float, contents: FigureContents
) -> FigureLayout:
    """Return the layout of a figure outside the window, over the legend of a map."""
    tall = STILL_LEGEND_HEIGHT_PX if width >= _NARROW_WIDTH_PX else LEGEND_HEIGHT_PX
    low = max(height - tall, 1.0) if contents.legend else height
    canvas = Viewport(0.0, 0.0, width, low)
    views, chart = layout_views(canvas, contents)
    legend = Viewport(0.0, low, width, height - low) if contents.legend else None
    return FigureLayout(canvas=canvas, legend=legend, views=views, chart=chart)


def layout_views(
    canvas: Viewport, contents: FigureContents
) -> tuple[tuple[Viewport, ...], Viewport | None]:
    """Return the places of the views on a canvas, and of the chart, if there is one."""
    if contents.chart:
        *views, chart = split_canvas(canvas, 2, _CHART_SHARE)
        return tuple(views), chart
    others = _SAME_SCALE_VIEW_SHARE if contents.alike else _SECOND_VIEW_SHARE
    return tuple(split_canvas(canvas, contents.views, others)), None


def split_canvas(
    canvas: Viewport, views: int, others: float = _SECOND_VIEW_SHARE
) -> list[Viewport]:
    """Return one viewport per view: the first, then the others along its long side.

    `others` is the share of the side that is theirs.
    """
    if views == 1:
        return [canvas]
    x, y, w, h = canvas.x, canvas.y, canvas.width, canvas.height
    if w >= h:
        first = round(w * (1 - others))
        rest = (w - first) / (views - 1)
        return [
            Viewport(x, y, first, h),
            *(Viewport(x + first + i * rest, y, rest, h) for i in range(views - 1)),
        ]
    first = round(h * (1 - others))
    rest = (h - first) / (views - 1)
    return [
        Viewport(x, y, w, first),
        *(Viewport(x, y + first + i * rest, w, rest) for i in range(views - 1)),
    ]
