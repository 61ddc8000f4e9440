"""Where a map is asked: over what a view shows, or over a chart of its own."""

import numpy as np
from numpy.typing import NDArray

from playground.analysis.heat_map import (
    AxisSamples,
    MapError,
    MapField,
    MapQuestion,
    in_the_world,
    over_span,
    step_near,
)
from playground.i18n import message
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.params import Params
from playground.session.errors import raised
from playground.session.open_scene import Camera
from playground.session.view_model import Study

Array = NDArray[np.float64]

# In space a map is a sheet that reaches so far from the middle of the view, in
# multiples of the eye's distance.
_SHEET = 0.3
# A cell of a chart is at least so many pixels wide.
_CELL = 1.25


def spread(question: MapQuestion) -> bool:
    """Return whether a map is of places, and lies in the picture."""
    return in_the_world(question.params, question.x, question.y)


def charted(study: Study) -> bool:
    """Return whether the map has a chart of its own, not being of places."""
    question = study.question
    return question is not None and not spread(question)


def corners(camera: Camera2D, place: Viewport) -> Array:
    """Return the lowest and the highest point of the world that a place shows."""
    ends = [(place.x, place.y + place.height), (place.x + place.width, place.y)]
    return camera.to_world(ends, place)


def over_view(
    question: MapQuestion, camera: Camera, place: Viewport
) -> tuple[AxisSamples, AxisSamples]:
    """Return columns and rows over what a view shows at that place."""
    if isinstance(camera, OrbitCamera):
        middle = np.asarray(camera.target)
        low, high = (middle + s * _SHEET * camera.distance for s in (-1.0, 1.0))
        step = step_near(camera.pixel_size(camera.target, place))
    else:
        low, high = corners(camera, place)
        step = step_near(1.0 / camera.scale)
    columns, rows = (
        AxisSamples.covering(
            float(low[axis.component]),
            float(high[axis.component]),
            step,
            axis.limits(question.params),
        )
        for axis in (question.x, question.y)
    )
    return columns, rows


def over_chart(
    params: Params, question: MapQuestion, chart: Viewport
) -> tuple[AxisSamples, AxisSamples]:
    """Return columns and rows over a chart, about the present params."""
    return (
        over_span(params, question.x, chart.width / _CELL),
        over_span(params, question.y, chart.height / _CELL),
    )


def in_view(field: MapField, camera: Camera, place: Viewport) -> MapField:
    """Return the cells of a map in the world that a view shows; in space all."""
    if isinstance(camera, OrbitCamera):
        return field
    low, high = corners(camera, place)
    x, y = field.question.x.component, field.question.y.component
    return field.within(*(float(v) for v in (low[x], high[x], low[y], high[y])))


def failed(error: BaseException) -> MapError:
    """Return what is said of a map that a scene cannot answer."""
    return MapError(message("This map failed: {error}", error=raised(error)))
