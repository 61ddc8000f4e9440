"""Picking under the pointer, against distances by hand."""

import math

import numpy as np
import pytest

from playground.scene import Dimension, Disc, Mesh, Patch
from playground.scene.camera import (
    POINTER_RADIUS_PX,
    Camera2D,
    OrbitCamera,
    Viewport,
    highlight_key_at,
)
from playground.scene.draw_list import DrawList
from playground.scene.primitives import (
    Arc,
    Capsule,
    Circle,
    Dot,
    Ellipse,
    Label,
    Line,
    Polyline,
    Primitive,
    Rect,
    Segment,
)

PLACE = Viewport(0.0, 0.0, 800.0, 600.0)
CAMERA = Camera2D((0.0, 0.0), 100.0)


def at(record: Primitive, x: float, y: float) -> str:
    view = DrawList(primitives=[record])
    pointer = tuple(CAMERA.to_screen((x, y), PLACE))
    return highlight_key_at(view, pointer, lambda p: CAMERA.to_screen(p, PLACE))


NEAR, FAR = 0.9 * POINTER_RADIUS_PX / 100.0, 1.1 * POINTER_RADIUS_PX / 100.0
RECORDS = [
    (Segment((-1, 0), (1, 0), key="k"), (0.3, 0.0), (0.0, 1.0)),
    (Line((0, 0), (0, 2), key="k"), (0.0, 2.5), (1.0, 0.0)),
    (Circle((0, 0), 2.0, key="k"), (2.0, 0.0), (1.0, 0.0)),
    (Ellipse((0, 0), (2.0, 1.0), math.pi / 2, key="k"), (0.0, 2.0), (0.0, 1.0)),
    (Arc((0, 0), 2.0, 0.0, math.pi / 2, key="k"), (2 / 2**0.5, 2 / 2**0.5), (1.0, 1.0)),
    (Rect((0, 0), (2, 1), key="k"), (0.5, 1.0), (0.0, 1.0)),
    (Polyline([(0, 0), (1, 0), (1, 1)], key="k"), (1.0, 0.5), (1.0, 0.0)),
    (Capsule((-1, 0), (1, 0), 0.5, key="k"), (0.2, 0.5), (0.0, 1.0)),
    (Capsule((-1, 0), (1, 0), 0.5, key="k"), (1.5, 0.0), (1.0, 0.0)),
    (Dimension((-1, 0), (1, 0), gap=30.0, key="k"), (0.2, 0.3), (0.0, 1.0)),
    (Dimension((1, 0), (-1, 0), gap=30.0, key="k"), (0.2, -0.3), (0.0, -1.0)),
]


@pytest.mark.parametrize(("record", "point", "away"), RECORDS)
def test_an_outline_is_pointed_at_within_reach(record, point, away):
    unit = np.asarray(away) / math.hypot(*away)
    assert at(record, *(point + NEAR * unit)) == "k"
    assert at(record, *(point + FAR * unit)) == ""


def test_a_ray_ends_at_its_start():
    ray = Line((0, 0), (1, 0), start=0.0, key="k")
    assert at(ray, 3.0, 0.0) == "k"
    assert at(ray, -0.5, 0.0) == ""


def test_a_dot_goes_before_the_line_it_lies_on():
    view = DrawList(
        primitives=[Dot((0, 0), 5.0, key="dot"), Segment((-1, 0), (1, 0), key="line")]
    )
    pointer = tuple(CAMERA.to_screen((0.03, 0.0), PLACE))
    assert (
        highlight_key_at(view, pointer, lambda p: CAMERA.to_screen(p, PLACE)) == "dot"
    )


@pytest.mark.parametrize(
    "record", [Segment((-1, 0), (1, 0)), Label((0, 0), "x", key="k")]
)
def test_what_has_no_key_or_no_shape_is_not_pointed_at(record):
    assert at(record, 0.0, 0.0) == ""


def test_a_segment_in_space_is_found_where_it_is_seen():
    camera = OrbitCamera()
    view = DrawList(dimension=3, primitives=[Segment((-2, 0, 0), (2, 1, 1), key="k")])
    pointer = tuple(camera.to_screen((0.0, 0.5, 0.5), PLACE))
    assert highlight_key_at(view, pointer, lambda p: camera.to_screen(p, PLACE)) == "k"


FACES = [
    (Disc((0, 1, 0), (0, 0, 1), 1.0, key="k"), (1.0, 1.0, 0.0), (0.0, 1.0, 0.0)),
    (Patch((0, 1, 0), (2, 0, 0), (0, 1, 0), key="k"), (2.0, 1.5, 0.0), (0.0, 1.0, 0.0)),
    (
        Mesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)], key="k"),
        (0.5, 0.5, 0.0),
        (3.0, 3.0, 0.0),
    ),
    (Capsule((-1, 1, 0), (1, 1, 0), 0.5, key="k"), (0.3, 1.0, 0.0), (0.0, 3.0, 0.0)),
]


@pytest.mark.parametrize(("record", "on", "off"), FACES)
def test_faces_in_space_are_found_at_their_edges(record, on, off):
    camera = OrbitCamera()
    view = DrawList(dimension=3, primitives=[record])

    def found(point):
        pointer = tuple(camera.to_screen(point, PLACE))
        return highlight_key_at(view, pointer, lambda p: camera.to_screen(p, PLACE))

    assert found(on) == "k"
    assert found(off) == ""
