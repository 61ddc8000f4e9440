"""Sample grids of maps: over the region that a view shows, or over a chart."""

import numpy as np
from numpy.typing import NDArray

from playground.analysis.heat_map import (
    AxisSamples,
    MapError,
    MapField,
    MapQuery,
    is_world_map,
    round_to_power_of_two,
    sample_span,
)
from playground.i18n import message
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.params import Params
from playground.session.errors import error_text_with_line
from playground.session.open_scene import Camera
from playground.session.view_model import SceneView

Array = NDArray[np.float64]

# Half the width of a map in 3D, relative to the camera's distance.
_MAP_EXTENT_RATIO = 0.3
# Smallest width of a chart's cell.
_MIN_CELL_WIDTH_PX = 1.25


def is_map_in_world(question: MapQuery) -> bool:
    """Return whether a map is over a point's position, and drawn in the picture."""
    return is_world_map(question.params, question.x, question.y)


def has_chart(study: SceneView) -> bool:
    """Return whether the displayed map has a chart, as it is not over positions."""
    question = study.question
    return question is not None and not is_map_in_world(question)


def view_corners(camera: Camera2D, place: Viewport) -> Array:
    """Return the lowest and highest world point of a 2D view, shape (2, 2).

    `place` is the view's rectangle in logical pixels.
    """
    ends = [(place.x, place.y + place.height), (place.x + place.width, place.y)]
    return camera.to_world(ends, place)


def sample_view(
    question: MapQuery, camera: Camera, place: Viewport
) -> tuple[AxisSamples, AxisSamples]:
    """Return the columns and rows of a map over the region that a view shows.

    In 3D it is a square around the camera's target.

    Parameters
    ----------
    question : MapQuery
        The map, over positions.
    camera : Camera2D or OrbitCamera
        The view's camera.
    place : Viewport
        The view's rectangle in logical pixels; a cell is about a pixel wide.

    Returns
    -------
    tuple of AxisSamples
        Samples along the map's x and y, within the axes' limits.
    """
    if isinstance(camera, OrbitCamera):
        middle = np.asarray(camera.target)
        low, high = (
            middle + s * _MAP_EXTENT_RATIO * camera.distance for s in (-1.0, 1.0)
        )
        step = round_to_power_of_two(camera.pixel_size(camera.target, place))
    else:
        low, high = view_corners(camera, place)
        step = round_to_power_of_two(1.0 / camera.scale)
    columns, rows = (
        AxisSamples.from_range(
            float(low[axis.component]),
            float(high[axis.component]),
            step,
            axis.limits(question.params),
        )
        for axis in (question.x, question.y)
    )
    return columns, rows


def sample_chart(
    params: Params, question: MapQuery, chart: Viewport
) -> tuple[AxisSamples, AxisSamples]:
    """Return the columns and rows of a chart around the current params.

    `chart` is its rectangle in logical pixels; a cell is `_MIN_CELL_WIDTH_PX` wide.
    """
    return (
        sample_span(params, question.x, chart.width / _MIN_CELL_WIDTH_PX),
        sample_span(params, question.y, chart.height / _MIN_CELL_WIDTH_PX),
    )


def crop_to_view(field: MapField, camera: Camera, place: Viewport) -> MapField:
    """Return the cells of a map that a 2D view shows; in 3D the whole map."""
    if isinstance(camera, OrbitCamera):
        return field
    low, high = view_corners(camera, place)
    x, y = field.query.x.component, field.query.y.component
    return field.crop(*(float(v) for v in (low[x], high[x], low[y], high[y])))


def map_error(error: BaseException) -> MapError:
    """Return the message for a map whose computation failed."""
    return MapError(
        message("This map failed: {error}", error=error_text_with_line(error))
    )
