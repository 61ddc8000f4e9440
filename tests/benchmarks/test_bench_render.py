"""Benchmarks of a frame at 760 x 700: packing alone, and software rasterization."""

import math

import numpy as np
import pytest

from playground.render.labels import LabelRequest, place_labels
from playground.render.plane_painter import PlanePainter
from playground.render.theme import DARK
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import (
    Arc,
    Arrow,
    Capsule,
    Circle,
    Dot,
    Ellipse,
    Label,
    Line,
    Polygon,
    Polyline,
    Rect,
    RightAngle,
    Segment,
    Sphere,
)

pytestmark = pytest.mark.slow

SIZE = (760, 700)
VIEW = Viewport(0.0, 0.0, 760.0, 700.0)
WHITE = (1.0, 1.0, 1.0, 1.0)


def measure(text, size):
    return 0.5 * size * len(text), 1.2 * size


def plane_records():
    """Return a hundred records, as in a complex step of a derivation."""
    at = np.linspace(-5, 5, 60)
    records = []
    for k in range(9):
        x, y = 5 * math.cos(k), 4 * math.sin(k)
        records += [
            Segment((x, y), (y, x)),
            Segment((x, y), (0.0, 0.0), dashed=True),
            Line((x, y), (1.0, 0.2 * k), dashed=True, width=1.25),
            Arrow((x, y), (x + 1, y + 0.5)),
            Circle((x, y), 1.0, fill=0.15),
            Dot((x, y)),
            Dot((y, x)),
            Arc((x, y), 0.7, 0.0, 1.0, fill=0.2),
            RightAngle((x, y), (1.0, 0.0), (0.0, 1.0)),
            Rect((y, x), (1.0, 0.5), k, fill=0.1),
        ]
    records += [
        Ellipse((0.0, 0.0), (3.0, 1.0), 0.4, fill=0.1),
        Polyline(np.stack([at, np.sin(at)], axis=-1)),
        Polygon([(0.0, 0.0), (3.0, 0.0), (0.0, 3.0)], fill=0.1),
        *(Label((k - 3.0, 1.0), f"t = {k}") for k in range(7)),
    ]
    return records


def space_records():
    return [
        Capsule((-3.0, 1.2, 0.5), (2.4, 1.6, -0.6), 0.9, alpha=0.3),
        Sphere((-3.0, 1.2, 0.5), 0.9, alpha=0.4),
        Sphere((2.4, 1.6, -0.6), 0.9, alpha=0.4),
        Sphere((0.2, 1.4, 0.0), 0.9),
        Line((1.1, 1.0, 0.0), (0.1, 1.0, -0.2)),
        Arrow((-3.0, 1.2, 0.5), (2.4, 1.6, -0.6)),
        Dot((1.1, 1.5, 0.0)),
        Label((1.1, 1.5, 0.0), "contact"),
    ]


def test_bench_packing_a_hundred_records(benchmark):
    records = plane_records()
    assert 95 <= len(records) <= 105

    def pack():
        plane = PlanePainter.from_camera(Camera2D(), 1.0, (380.0, 350.0), DARK)
        plane.draw(records)
        return plane.buffer.instances

    assert len(benchmark(pack)) > 100


def test_bench_placing_twenty_labels(benchmark):
    rng = np.random.default_rng(3)
    ink = rng.uniform(0, 700, (2000, 2))
    requests = [
        LabelRequest(float(x), float(y), (1.0, -1.0), 10.0, f"t = {x:.2f}", 15.0, WHITE)
        for x, y in rng.uniform(50, 650, (20, 2))
    ]
    assert len(benchmark(place_labels, requests, ink, VIEW, measure)) == 20


@pytest.mark.parametrize("kind", ["plane", "space"])
def test_bench_a_frame(benchmark, canvas_here, kind):
    from pyglet import gl as calls

    records = plane_records() if kind == "plane" else space_records()
    camera = Camera2D() if kind == "plane" else OrbitCamera()
    drawlist = DrawList(primitives=records)

    def frame():
        texts = canvas_here.draw(
            drawlist,
            camera,
            VIEW,
            framebuffer_size=SIZE,
            pixel_ratio=1.0,
            theme=DARK,
            measure=measure,
        )
        calls.glFinish()
        return texts

    assert benchmark(frame)


@pytest.fixture
def canvas_here(gl):
    from playground.render.gl.canvas import Canvas
    from playground.render.gl.framebuffer import Framebuffer

    canvas, target = Canvas(), Framebuffer(*SIZE)
    target.bind()
    yield canvas
    target.delete()
    canvas.delete()
