"""Rules on the drawing of a scene and its handles."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import astuple, fields
from itertools import combinations

import numpy as np

from playground.check.finding import Finding, advice, fault
from playground.check.sample_states import SampleState, states
from playground.i18n import message
from playground.scene import params as parameters
from playground.scene.draw_list import Bounds, DrawList
from playground.scene.primitives import Label, Line, Primitive
from playground.scene.scene import SceneEntry
from playground.scene.solution import draw_sketch, draw_solution

# Size of a laptop's view, and range of good sizes of a unit in it.
_VIEW_SIZE_PX, _UNIT_SIZE_RANGE_PX = (800.0, 600.0), (20.0, 200.0)
# A handle is a disc of about 5 pixels; closer than this, two of them look like one.
_MIN_HANDLE_DISTANCE_PX = 14.0
_PIXEL_SIZE_M = 0.01


def check_drawings(entry: SceneEntry) -> Iterator[Finding]:
    """Check the pictures of all sample states, and the sketches of the cases.

    They must be drawable, as in `check_drawing`, and drawing a case twice must give the
    same picture.
    """
    for sample in states(entry):
        yield from check_drawing(entry, sample)
    for case in entry.cases.values():
        yield from _check_drawable(draw_sketch(entry, case.params))
        if draw_solution(entry, case.params) != draw_solution(entry, case.params):
            yield fault("drawing twice gives two different pictures")


def check_drawing(entry: SceneEntry, found: SampleState) -> Iterator[Finding]:
    """Check that a state's picture can be drawn, also with the listing's answer.

    Of a refused state it is the sketch. Numbers must be finite and sizes not negative,
    points must have as many coordinates as the view has dimensions, and labels a text.
    """
    solution = found.solution
    if solution is None:
        yield from _check_drawable(draw_sketch(entry, found.params))
        return
    yield from _check_drawable(solution.draw())
    for dtype in solution.scene.listing.dtypes if solution.scene.listing else ():
        yield from _check_drawable(solution.draw(dtype))


def _check_drawable(drawing: DrawList) -> Iterator[Finding]:
    for view in drawing.self_and_views:
        for record in view.primitives:
            kind = type(record).__name__
            if bad := find_undrawable_field(record):
                yield fault("a {kind} cannot be drawn: {bad}", kind=kind, bad=bad)
            if _coordinate_count(record) not in (None, view.dimension):
                yield fault(
                    "a {kind} has {count} coordinates in a view of {dimension} "
                    "dimensions",
                    kind=kind,
                    count=_coordinate_count(record),
                    dimension=view.dimension,
                )
            if isinstance(record, Label) and not record.text.strip():
                yield fault("a Label has no text")


def check_canvas_scale(entry: SceneEntry) -> Iterator[Finding]:
    """Check that the opening picture shows something, in each of its views.

    Advice: in the plane, a metre is 20 to 200 pixels in a view of 800 x 600 pixels.
    """
    primitives = draw_solution(entry, entry.initial_params())
    for view in primitives.self_and_views:
        bounds = view.bounds()
        if bounds is None:
            yield fault("the case that it opens with draws nothing")
        elif view is primitives and view.dimension == 2:  # other views have no handles
            scale = _pixels_per_unit(bounds)
            if not _UNIT_SIZE_RANGE_PX[0] <= scale <= _UNIT_SIZE_RANGE_PX[1]:
                yield advice(
                    "a unit is {scale:.0f} pixels on a laptop's screen when it "
                    "opens; {low:.0f} to {high:.0f} is easy to drag",
                    scale=scale,
                    low=_UNIT_SIZE_RANGE_PX[0],
                    high=_UNIT_SIZE_RANGE_PX[1],
                )


def check_handles(entry: SceneEntry) -> Iterator[Finding]:
    """Check the handles of each sample state, as `check_handle_stability` does.

    Advice: in the plane, no two handles are within 14 pixels when the scene opens.
    """
    for sample in states(entry):
        yield from check_handle_stability(entry, sample)
    yield from _check_handle_distances(entry)


def check_handle_stability(entry: SceneEntry, found: SampleState) -> Iterator[Finding]:
    """Check that handles have finite positions, and do not jump when picked up.

    Dragging one to its own position must change no number by more than 1e-9.
    """
    p = found.params
    for grip in parameters.list_handle_marks(p, _PIXEL_SIZE_M):
        if not all(map(math.isfinite, grip.at)):
            yield fault("the handle of {label!r} has no position", label=grip.label)
            continue
        still = parameters.drag(p, grip.name, grip.index, grip.at)
        if still == p:
            continue
        old_numbers, new_numbers = (list(numbers(astuple(q))) for q in (p, still))
        gaps = [abs(b - a) for b, a in zip(old_numbers, new_numbers, strict=True)]
        # Half turns in both directions are the same angle.
        if any(min(gap, abs(gap - math.tau)) > 1e-9 for gap in gaps):
            yield fault(
                "the handle of {label!r} jumps when it is grabbed", label=grip.label
            )


def _check_handle_distances(entry: SceneEntry) -> Iterator[Finding]:
    bounds = draw_solution(entry, entry.initial_params()).bounds()
    if entry.dimension != 2 or bounds is None:
        return
    scale = _pixels_per_unit(bounds)
    for first, second in combinations(
        parameters.list_handle_marks(entry.initial_params(), 1.0 / scale), 2
    ):
        if math.dist(first.at, second.at) * scale < _MIN_HANDLE_DISTANCE_PX:
            yield advice(
                "the handles of {one!r} and {other!r} overlap when the scene opens",
                one=first.label,
                other=second.label,
            )


def _pixels_per_unit(bounds: Bounds) -> float:
    sizes = [high - low for low, high in zip(bounds.low, bounds.high, strict=True)]
    return min(
        room / max(size, 1e-9) for room, size in zip(_VIEW_SIZE_PX, sizes, strict=True)
    )


def numbers(value: object) -> Iterator[float]:
    """Yield every number in nested sequences and arrays; booleans do not count."""
    if isinstance(value, str | bool):
        return
    if isinstance(value, int | float | np.number):
        yield float(value)
    elif isinstance(value, Sequence | np.ndarray):
        for item in value:
            yield from numbers(item)


def find_undrawable_field(record: Primitive) -> str:
    """Return the fault of a primitive that cannot be drawn; "" if it can.

    A fault is a NaN, an infinity other than an end of a `Line`, or a negative size or
    opacity.
    """
    for field in fields(record):
        endless = isinstance(record, Line) and field.name in ("start", "stop")
        for number in numbers(getattr(record, field.name)):
            if math.isnan(number) or (math.isinf(number) and not endless):
                return message("{name} is {number}", name=field.name, number=number)
    sizes = ("radius", "width", "size", "rounding", "alpha", "fill", "half")
    negative = [s for s in sizes if getattr(record, s, 0.0) < 0.0]
    return message("{name} is negative", name=negative[0]) if negative else ""


def _coordinate_count(record: Primitive) -> int | None:
    """Return the dimension, 2 or 3, of a primitive's points; None if it has none."""
    for place in ("at", "center", "a", "tail"):
        position = getattr(record, place, None)
        if position is not None:
            return len(position)
    points: Sequence[Sequence[float]] = getattr(record, "points", [])
    return len(points[0]) if len(points) else None
