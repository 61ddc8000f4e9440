"""Precomputed samples of a lesson's stops: handle positions times moments.

The point that a map moves is sampled on a lattice of round numbers, with additional
pairs of points on both sides of changes in the answer. A scene with a time is sampled
over that too, any other over a second handle. The stop's own state is always included.
"""

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.analysis.heat_map import map_point_axes
from playground.i18n import translate
from playground.quick_dataclass import dataclass
from playground.render.instance_format import Point
from playground.scene import params as parameters
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import Bounds
from playground.scene.handles import HandleKind, TipHandle, Vec, rotate_vector
from playground.scene.listing import AnswerPendingError, Precision
from playground.scene.parameter_types import Angle, Number, Parameter, Points, Vector
from playground.scene.params import HandleMark, Params
from playground.scene.scene import SceneEntry
from playground.scene.solution import solve_scene
from playground.session.lesson.document import Stop
from playground.session.saved_state import make_link
from playground.session.session import Session
from playground.session.view.cameras import view_camera
from playground.session.view_model import SceneView
from playground.session.view_options import Page
from playground.web.columns import Texts, encode_column, encode_texts
from playground.web.serialize import sample_texts
from playground.web.serialize.drawing import (
    ASPECT_RATIOS,
    SampledView,
    choose_column_counts,
    choose_unit,
    find_added_ids,
    fit_cameras,
    serialize_camera,
    serialize_handle_marker,
    view_size,
)
from playground.web.serialize.maps import serialize_current_map
from playground.web.serialize.sample_texts import serialize_code_runs

Array = NDArray[np.float64]
HandleValue = Vec | float | None
"""A handle's value: a position, a number, or None for the stop's own."""

# The number of samples of a second handle, and its range: relative to its length, or as
# an angle.
_SECOND_HANDLE_SAMPLES = 5
_SECOND_HANDLE_RANGE_RATIO = 0.6
_SECOND_HANDLE_RANGE_RADIANS = math.radians(40.0)
# Moments per position, and the number if no answer depends on the time, which is fast.
_MOMENT_COUNT = 8
_VIEW_TIME_MOMENT_COUNT = 10
# The steps of lattices, decimal and binary.
_LATTICE_STEPS = [
    m * 10.0**power for power in range(-12, 8) for m in (1.0, 2.0, 2.5, 4.0, 5.0)
]
_DECIMAL_STEPS = [m * 10.0**power for power in range(-12, 8) for m in (1.0, 2.0, 5.0)]
_BINARY_STEPS = [2.0**power for power in range(-40, 24)]
# Bisection steps for locating a change between two lattice points.
_BISECTION_STEPS = 8
# The largest share of positions spent on changes.
_BOUNDARY_SHARE = 0.45
# The size of the finer lattice on which rare outcomes are searched for.
_MAX_FINE_LATTICE_POINTS = 2500
# More positions make no visible difference.
_MAX_PLACE_COUNT = 400


@dataclass(frozen=True)
class HandleSamples:
    """A handle with its sampled values.

    A value is a position in metres or a parameter's number; None is the stop's own
    value.
    """

    grip: HandleMark
    values: tuple[HandleValue, ...]

    @property
    def is_planar(self) -> bool:
        """True if its values are points of the plane, rather than along a line."""
        return self.grip.kind is HandleKind.CENTER

    def apply_value(self, p: Params, value: HandleValue) -> Params:
        """Return the params with the handle at a value; unchanged for None."""
        if value is None:
            return p
        if self.is_planar:
            assert isinstance(value, tuple)
            return parameters.drag(p, self.grip.name, self.grip.index, value)
        return parameters.with_values(p, **{self.grip.name: value})


@dataclass(frozen=True)
class Moments:
    """The sampled times of each position, the same number for all.

    Attributes
    ----------
    parameter : str
        The parameter that holds the time.
    times, names : tuple of tuples
        The times of each position, in the scene's unit, and their names or "".
    seconds : float
        The seconds that playing all times takes.
    """

    parameter: str
    times: tuple[tuple[float, ...], ...]
    names: tuple[tuple[str, ...], ...]
    seconds: float


@dataclass(frozen=True)
class StateSamples:
    """The sampled states of a stop, in order.

    They are the product of the handles' values, the last handle fastest, and then of
    the moments, which are None for a scene without a time.
    """

    handles: tuple[HandleSamples, ...]
    moments: Moments | None
    states: tuple[Params, ...]


@dataclass(frozen=True)
class SampleBudget:
    """The number of samples, and the box in the world in which handles are moved.

    `low` and `high` are its corners in metres; the lower one has the least coordinates.
    """

    samples: int
    low: Vec
    high: Vec


def sample_states(
    entry: SceneEntry,
    own: Sequence[Params],
    room: SampleBudget,
    dtype: Precision,
    told: Callable[[Params], Hashable] = lambda _: None,
) -> StateSamples:
    """Return the sampled states around those of some stops.

    Parameters
    ----------
    entry : SceneEntry
        The scene.
    own : sequence of Params
        The stops' own states, which differ only in the time.
    room : SampleBudget
        The number of samples and the visible part of the world.
    dtype : Precision
        The precision of the listing.
    told : callable
        Takes params; returns a further class of that state, such as which tasks are
        done.
    """
    judge, p = _StateClassifier(entry, dtype, told), own[0]
    time_component = _find_time_parameter(entry, p)
    share = max(room.samples // (time_component[1] if time_component else 1), 1)
    ways = _sample_handles(
        judge, p, replace(room, samples=share), alone=time_component is not None
    )
    places, home = [p], 0
    for way in ways:
        places = [
            way.apply_value(state, value) for state in places for value in way.values
        ]
        home = home * len(way.values) + way.values.index(None)
    if time_component is None:
        return StateSamples(ways, None, tuple(places))
    name, count = time_component
    now = {getattr(state, name) for state in own}
    found = [
        _sample_moments(SceneView(entry, state), now if place == home else set(), count)
        for place, state in enumerate(places)
    ]
    timeline = SceneView(entry, p).timeline
    assert timeline is not None
    times, names = (tuple(rows) for rows in zip(*found, strict=True))
    moments = Moments(name, times, names, timeline.seconds)
    states = tuple(
        replace(state, **{name: time})
        for state, row in zip(places, moments.times, strict=True)
        for time in row
    )
    return StateSamples(ways, moments, states)


def _sample_handles(
    judge: "_StateClassifier", p: Params, room: SampleBudget, *, alone: bool
) -> tuple[HandleSamples, ...]:
    """Return the handles to drag: the one that a map moves, and a second one.

    Either may be missing; with `alone` there is no second one beside the first.
    """
    grips = parameters.list_handle_marks(p, 1.0)
    axes = map_point_axes(judge.entry, p)
    first = next((g for g in grips if axes and g.name == axes[0].name), None)
    other_grips = [g for g in grips if not first or g.name != first.name]
    second = next((g for g in other_grips if _can_move_along_line(p, g)), None)
    if first is None:
        return (
            (HandleSamples(second, _sample_line(judge, p, second)),) if second else ()
        )
    if alone or second is None:
        return (_sample_plane(judge, p, first, room, room.samples),)
    line = HandleSamples(second, _sample_line(judge, p, second))
    count = max(room.samples // len(line.values), 1)
    return _sample_plane(judge, p, first, room, count), line


def _find_time_parameter(entry: SceneEntry, p: Params) -> tuple[str, int] | None:
    """Return the parameter of the time and the moments per position, or None."""
    timeline = SceneView(entry, p).timeline
    if timeline is None:
        return None
    spec = parameters.parameters_of(type(p))[timeline.parameter]
    quick = isinstance(spec, Number) and spec.view
    return timeline.parameter, _VIEW_TIME_MOMENT_COUNT if quick else _MOMENT_COUNT


def _sample_moments(
    moment: SceneView, always: set[float], count: int
) -> tuple[tuple[float, ...], tuple[str, ...]]:
    """Return `count` moments of a position, and their names, "" for none.

    They are the times in `always`, the timeline's stops, the times of the derivation,
    and others evenly between them.
    """
    timeline = moment.timeline
    assert timeline is not None
    step_times = [step.time for step in moment.steps if step.time is not None]
    stops = map(timeline.clamp, (*timeline.stops, *step_times))
    wanted = sorted({timeline.start, timeline.end, *stops} - always)
    times = sorted({*_select_evenly(wanted, max(count - len(always), 0)), *always})
    while len(times) < count:
        gap = max(range(len(times) - 1), key=lambda i: times[i + 1] - times[i])
        times.insert(gap + 1, (times[gap] + times[gap + 1]) / 2)
    named = dict(zip(map(timeline.clamp, timeline.stops), timeline.names, strict=False))
    return tuple(times), tuple(named.get(time, "") for time in times)


def _select_evenly(items: Sequence[Any], most: int) -> Sequence[Any]:
    """Return the items, if there are too many an even selection of `most`."""
    if len(items) <= most:
        return items
    return [items[round(i)] for i in np.linspace(0, len(items) - 1, most)]


def _can_move_along_line(p: Params, grip: HandleMark) -> bool:
    """Return whether a handle moves along a line: a number, or an arrow's tip."""
    spec = parameters.parameters_of(type(p))[grip.name]
    if isinstance(spec, Vector):
        return isinstance(spec.handle, TipHandle) and spec.size == 2
    return isinstance(spec, Number) and not spec.time


def _sample_line(
    judge: "_StateClassifier", p: Params, grip: HandleMark
) -> tuple[HandleValue, ...]:
    """Return values on both sides of a handle's own, denser at changes.

    Its own value is None.
    """
    spec, now = parameters.parameters_of(type(p))[grip.name], getattr(p, grip.name)
    shares = np.linspace(-1.0, 1.0, _SECOND_HANDLE_SAMPLES).tolist()

    def value_at(share: float) -> HandleValue:
        """Return the value at a fraction from -1 to 1, its own at 0."""
        return spec.clamp(_move_by_share(spec, now, share)) if share else None

    def states_at(values: Sequence[float]) -> list[Params]:
        return [
            HandleSamples(grip, ()).apply_value(p, value_at(share)) for share in values
        ]

    outcomes = judge.classify(states_at(shares))
    ends = [
        (a, b)
        for (a, b), (x, y) in zip(pairwise(shares), pairwise(outcomes), strict=True)
        if x != y
    ]
    for low, high in _bisect_changes(judge, ends[:1], states_at):
        shares += [low, high]
    values = dict.fromkeys(map(value_at, sorted({*shares})))
    return tuple(value for value in values if value != now)


def _move_by_share(spec: Parameter, now: Any, share: float) -> Any:
    if isinstance(spec, Angle):
        return now + share * _SECOND_HANDLE_RANGE_RADIANS
    if isinstance(spec, Vector):
        return rotate_vector(now, share * _SECOND_HANDLE_RANGE_RADIANS)
    assert isinstance(spec, Number)
    reach = now if now > 0.0 else min(spec.high, 1.0) / _SECOND_HANDLE_RANGE_RATIO
    return _round_number(now + share * _SECOND_HANDLE_RANGE_RATIO * reach)


def _bisect_changes(
    judge: "_StateClassifier",
    ends: Sequence[tuple[Any, Any]],
    states_at: Callable[[Sequence[Any]], list[Params]],
) -> list[tuple[Any, Any]]:
    """Return the pairs narrowed by bisection around the change between them.

    `states_at` takes values like those of the pairs, and returns the states there.
    """
    if not ends:
        return []
    lows, highs = (np.array(side, dtype=np.float64) for side in zip(*ends, strict=True))
    outcomes_low = judge.classify(states_at(_to_plain_values(lows)))
    for _ in range(_BISECTION_STEPS):
        middles = (lows + highs) / 2
        outcomes = judge.classify(states_at(_to_plain_values(middles)))
        for i, outcome in enumerate(outcomes):
            (lows if outcome == outcomes_low[i] else highs)[i] = middles[i]
    return list(zip(_to_plain_values(lows), _to_plain_values(highs), strict=True))


def _to_plain_values(values: Array) -> list[Any]:
    return [tuple(v) if values.ndim > 1 else v for v in values.tolist()]


def _sample_plane(
    judge: "_StateClassifier",
    p: Params,
    grip: HandleMark,
    room: SampleBudget,
    count: int,
) -> HandleSamples:
    """Return about `count` points all over the view, denser at changes.

    They have round numbers; in space they keep the handle's z coordinate. The handle's
    own is None.
    """
    count = min(count, _MAX_PLACE_COUNT)
    way = HandleSamples(grip, (None,))
    if count < 2:
        return way
    spec = parameters.parameters_of(type(p))[grip.name]
    assert isinstance(spec, Vector | Points)
    low = [max(a, spec.limits[0]) for a in room.low[:2]]
    high = [min(b, spec.limits[1]) for b in room.high[:2]]
    columns, rows = _choose_lattice(
        low, high, max(round((1.0 - _BOUNDARY_SHARE) * count), 1)
    )
    rest = grip.at[2:]
    grid = [(x, y, *rest) for y in rows for x in columns]

    def states_at(places: Sequence[Vec]) -> list[Params]:
        return [way.apply_value(p, place) for place in places]

    outcomes = judge.classify(states_at(grid)) if grid else []
    wide = len(columns)
    beside = [(i, i + 1) for i in range(len(grid)) if (i + 1) % wide]
    above = [(i, i + wide) for i in range(len(grid) - wide)]
    turning = [
        (grid[a], grid[b]) for a, b in (*beside, *above) if outcomes[a] != outcomes[b]
    ]
    known_outcomes = {outcome for outcome, _ in outcomes}
    rare = [*_find_rare_places(judge, states_at, low, high, grip.at, known_outcomes)]
    room_left = max((count - len(grid) - 1 - 3 * len(rare)) // 2, 0)
    places = {*grid, *rare}
    # A rare point comes with the boundary on the way to it.
    pairs = *_select_evenly(turning, room_left), *((place, grip.at) for place in rare)
    for pair in _bisect_changes(judge, pairs, states_at):
        places |= {tuple(map(_round_number, place)) for place in pair}
    places.discard(tuple(grip.at))
    # Row by row, so that successive samples are similar.
    step = rows[1] - rows[0] if len(rows) > 1 else 1.0

    def order(at: Vec) -> tuple[int, Vec]:
        return round(at[1] / step), tuple(at)

    ordered = sorted(places, key=order)
    nearest = sum(order(at) < order(grip.at) for at in ordered)
    return replace(way, values=(*ordered[:nearest], None, *ordered[nearest:]))


def _find_rare_places(
    judge: "_StateClassifier",
    states_at: Callable[[Sequence[Vec]], list[Params]],
    low: Sequence[float],
    high: Sequence[float],
    near: Vec,
    known: set[Hashable],
) -> Iterator[Vec]:
    """Yield a point for each outcome that only a finer lattice finds.

    It is the one nearest to the handle's position, `near`; `known` are the outcomes
    found before. Lattices with decimal and binary steps also find outcomes that occur
    only exactly on a boundary.
    """
    grid: list[Vec] = []
    for steps in (_DECIMAL_STEPS, _BINARY_STEPS):
        # The finest with few enough points.
        squares = ((step, step) for step in steps)
        counts = ((_count_points(low, high, square), square) for square in squares)
        fine = (square for count, square in counts if count <= _MAX_FINE_LATTICE_POINTS)
        square = next(fine, (steps[-1], steps[-1]))
        columns, rows = map(_list_multiples, low, high, square)
        grid += [(x, y, *near[2:]) for y in rows for x in columns]
    outcomes = (judge.classify_batch(states_at(grid)) if grid else None) or []
    for place in sorted(range(len(outcomes)), key=lambda i: math.dist(grid[i], near)):
        if outcomes[place] not in known:
            known.add(outcomes[place])
            yield grid[place]


def _choose_lattice(
    low: Sequence[float], high: Sequence[float], count: int
) -> tuple[list[float], list[float]]:
    """Return the round x and y coordinates of a lattice of about `count` points."""
    pairs = product(_LATTICE_STEPS, _LATTICE_STEPS)
    counts = {
        pair: _count_points(low, high, pair)
        for pair in pairs
        if 0.4 <= pair[0] / pair[1] <= 2.5
    }
    fitting = (pair for pair in counts if counts[pair] <= count)
    coarsest = _LATTICE_STEPS[-1], _LATTICE_STEPS[-1]
    best = max(fitting, key=counts.__getitem__, default=coarsest)
    columns, rows = map(_list_multiples, low, high, best)
    return columns, rows


def _count_points(
    low: Sequence[float], high: Sequence[float], steps: Sequence[float]
) -> int:
    """Return the number of points of a lattice."""
    return math.prod(map(_count_multiples, low, high, steps))


def _count_multiples(low: float, high: float, step: float) -> int:
    return max(math.floor(high / step) - math.ceil(low / step) + 1, 0)


def _list_multiples(low: float, high: float, step: float) -> list[float]:
    first = math.ceil(low / step)
    return [
        _round_number((first + i) * step)
        for i in range(_count_multiples(low, high, step))
    ]


def _round_number(number: float) -> float:
    """Return a number rounded to six significant digits, which is short to write."""
    return float(f"{number:.6g}")


@dataclass(frozen=True)
class _StateClassifier:
    """A classifier of states by verdict, listing's mistake, and `other`.

    The latter takes params and returns any class.
    """

    entry: SceneEntry
    dtype: Precision
    other: Callable[[Params], Hashable]

    def classify(self, states: Sequence[Params]) -> list[tuple[Hashable, Hashable]]:
        """Return the class of each state: verdict with mistake, and `other`."""
        outcomes = self.classify_batch(states)
        if outcomes is None:
            outcomes = [self._classify_state(state) for state in states]
        variants = [self.other(state) for state in states]
        return list(zip(outcomes, variants, strict=True))

    def _classify_state(self, p: Params) -> Hashable:
        moment = SceneView(self.entry, p)
        comparison = moment.comparison_in(self.dtype)
        return (
            moment.verdict and moment.verdict.text,
            comparison and comparison.kind,
        )

    def classify_batch(self, states: Sequence[Params]) -> list[Hashable] | None:
        """Return the classes of states solved together; None if they cannot be."""
        many = _stack_params(states)
        if many is None or self.entry.resolve(states[0])[0].single:
            return None
        try:
            solution = solve_scene(self.entry, many)
            indices = [np.broadcast_to(solution.regions.index, len(states))]
            if solution.scene.listing:
                mistakes = solution.mistakes(self.dtype).index
                indices.append(np.broadcast_to(mistakes, len(states)))
        except (ValueError, AnswerPendingError):
            return None
        return [tuple(row) for row in np.stack(indices, axis=1).tolist()]


def _stack_params(states: Sequence[Params]) -> Params | None:
    """Return params that hold all states in arrays, or None if impossible."""
    columns: dict[str, Any] = {}
    for name in parameters.parameters_of(type(states[0])):
        values = [getattr(state, name) for state in states]
        if all(value == values[0] for value in values):
            continue
        array = np.array(values, dtype=np.float64)
        if array.ndim > 2:
            return None
        columns[name] = tuple(array.T) if array.ndim == 2 else array
    return replace(states[0], **columns) if columns else None


# ----------------------------------------------------------------------------
# Serialization of a lesson's stops and their shared samples.
# ----------------------------------------------------------------------------


Camera = Camera2D | OrbitCamera

# The assumed canvas height for cameras that were moved in a window.
_WINDOW_HEIGHT_PX = 600.0
# The widest page that a map fills, and the largest ratio of a page's aspect ratio to
# the nearest serialized one.
_MAX_ASPECT_RATIO = 2.5
_SHAPE_SNAP_RATIO = 1.12
# The margin of handle positions, relative to the view's size.
_HANDLE_MARGIN_SHARE = 0.04


class SharedSamples:
    """The samples of stops whose states differ only in the time.

    `samples` is their approximate number.
    """

    def __init__(self, stops: Sequence[Stop], samples: int) -> None:
        self.stops = stops
        first = stops[0].state
        self.scene = first.scene
        derived = any(stop.state.page is Page.DERIVATION for stop in stops)
        self.session = Session((self.scene,))
        # If one of them shows the derivation, the view fits all of it.
        self.session.show(replace(first, page=Page.DERIVATION) if derived else first)
        self.dtype = self.session.scene_view.dtype
        own_view = SceneView(self.scene, first.params)
        self.views = own_view.picture_with(self.dtype).self_and_views
        self.size = view_size(len(self.views))
        places = [Viewport(0.0, 0.0, *self.size) for _ in self.views]
        cameras = [view_camera(self.session, places, i) for i in range(len(places))]
        self.cameras = self._scale_moved(cameras, self.size)
        self.samples = sample_states(
            self.scene,
            [stop.state.params for stop in stops],
            self._create_budget(samples),
            self.dtype,
            self._evaluate_tasks,
        )
        self.moments: list[SceneView] = []
        previous = None
        for state in self.samples.states:
            # Results are reused if only the view changes.
            previous = SceneView(self.scene, state, previous)
            self.moments.append(previous)

    def _scale_moved(self, cameras: Sequence[Camera], size: Point) -> list[Camera]:
        """Return the cameras of views of `size` px, scaled if moved in a window."""
        moved = self.stops[0].state.cameras
        return [
            replace(camera, scale=camera.scale * size[1] / _WINDOW_HEIGHT_PX)
            if i in moved and isinstance(camera, Camera2D)
            else camera
            for i, camera in enumerate(cameras)
        ]

    def _list_cameras_by_shape(self) -> list[tuple[Any, ...]]:
        """Return size and camera of each view in each aspect ratio."""
        by_shape = []
        for shape in ASPECT_RATIOS:
            size = view_size(len(self.views), shape)
            cameras = self._scale_moved(fit_cameras(self.session, shape), size)
            by_shape.append([(*size, serialize_camera(camera)) for camera in cameras])
        return list(zip(*by_shape, strict=True))

    def _measure_map_size(self) -> Point:
        """Return the size of a first view that all aspect ratios fit in.

        It is in px; ratios of more than 2.5 do not count.
        """
        own, (wide, tall) = self.cameras[0], self.size
        for w, h, camera in self._list_cameras_by_shape()[0]:
            if isinstance(own, Camera2D) and w <= _MAX_ASPECT_RATIO * h:
                x, y, scale = camera
                dx, dy = abs(x - own.center[0]), abs(y - own.center[1])
                wide = max(wide, own.scale * (_SHAPE_SNAP_RATIO * w / scale + 2.0 * dx))
                tall = max(tall, own.scale * (_SHAPE_SNAP_RATIO * h / scale + 2.0 * dy))
        return wide, tall

    def _create_budget(self, samples: int) -> SampleBudget:
        camera = self.cameras[0]
        if isinstance(camera, OrbitCamera):
            bounds = self.views[0].hide_derivation({}).bounds()
            far = Bounds((-4.0, -4.0), (4.0, 4.0))
            return SampleBudget(samples, (bounds or far).low, (bounds or far).high)
        (w, h), viewport = self.size, Viewport(0.0, 0.0, *self.size)
        ends = [
            (_HANDLE_MARGIN_SHARE * w, (1 - _HANDLE_MARGIN_SHARE) * h),
            ((1 - _HANDLE_MARGIN_SHARE) * w, _HANDLE_MARGIN_SHARE * h),
        ]
        low, high = camera.to_world(ends, viewport).tolist()
        return SampleBudget(samples, tuple(low), tuple(high))

    def _evaluate_tasks(self, p: Params) -> Hashable:
        """Return a boolean per task of the stops, whether it is done in a state.

        It is None without tasks or without an answer.
        """
        tasks = [stop.task for stop in self.stops if stop.task]
        solution = SceneView(self.scene, p).solution if tasks else None
        if solution is None:
            return None
        return tuple(task.is_done(solution, self.dtype) for task in tasks)

    def serialize(self) -> dict[str, Any]:
        """Return the samples, which several stops of a lesson share, as JSON values."""
        return {
            "samples": len(self.moments),
            "alt": encode_texts(
                translate(sample_texts.describe_state(m)) for m in self.moments
            ),
            "dims": [
                *(_serialize_handle(self, way) for way in self.samples.handles),
                *([_serialize_time(self.samples)] if self.samples.moments else ()),
            ],
            "views": [
                {**view, "seen": camera}
                for view, camera in zip(
                    _serialize_views(self), self._list_cameras_by_shape(), strict=True
                )
            ],
            "columns": choose_column_counts(self.scene),
            "verdict": sample_texts.serialize_verdicts(self.moments),
            "rows": sample_texts.serialize_rows(self.moments),
            "article": sample_texts.serialize_listing_answers(self.moments, self.dtype),
            "steps": sample_texts.serialize_steps(self.moments),
            "tells": encode_column(moment.conclusion_step for moment in self.moments),
            "pending": sample_texts.serialize_pending_texts(self.moments),
            "tones": sample_texts.index_key_colors(self.moments),
            # Tracing takes a while.
            "code": serialize_code_runs(self.moments, self.dtype)
            if any(stop.state.page is Page.CODE for stop in self.stops)
            else None,
        }

    def serialize_stop(self, stop: Stop) -> dict[str, Any]:
        """Return a stop as JSON values, without its samples.

        Its state must be one of the samples.
        """
        session, state = Session((self.scene,)), stop.state
        session.show(state)
        task = stop.task
        return {
            **sample_texts.describe_stop(session.scene_view, stop),
            "case": state.case,
            "done": task
            and encode_column(
                int(bool(m.solution and task.is_done(m.solution, self.dtype)))
                for m in self.moments
            ),
            "at": self.samples.states.index(state.params),
            "page": sample_texts.PAGE_IDS.get(session.scene_view.page, "explore"),
            "step": session.open_scene.step,
            "compared": int(session.view.compare),
            "map": self._serialize_map(session, state.params),
        }

    def serialize_links(self, stop: Stop) -> Texts:
        """Return the links of the stop's state in each sample, encoded as texts.

        Python continues from them.
        """
        own, states = stop.state, self.samples.states
        return encode_texts(make_link(replace(own, params=params)) for params in states)

    def _serialize_map(self, session: Session, p: Params) -> dict[str, Any] | None:
        """Return the map that a stop shows, with the states for which it is valid.

        It is None without a map.
        """
        serialized = serialize_current_map(
            session, self.cameras[0], self.size, self._measure_map_size()
        )
        question = session.scene_view.question
        if serialized is None or question is None:
            return None
        over = {question.x.name, question.y.name}
        asked = parameters.reset_view_parameters(p)
        serialized["there"] = encode_column(
            int(_are_equal_except(asked, parameters.reset_view_parameters(state), over))
            for state in self.samples.states
        )
        return serialized


def group_stops(stops: Sequence[Stop]) -> list[list[int]]:
    """Return the indices of stops, from 0, grouped by shared samples."""
    groups: dict[Hashable, list[int]] = {}
    for place, stop in enumerate(stops):
        state = stop.state
        still = parameters.reset_times(state.params)
        cameras_key = repr(sorted(state.cameras.items()))
        group_key = state.scene.id, still, state.dtype, cameras_key
        groups.setdefault(group_key, []).append(place)
    return list(groups.values())


def _serialize_views(shared: SharedSamples) -> list[dict[str, Any]]:
    pairs = zip(shared.views, shared.cameras, strict=True)
    views = [SampledView(first, camera, shared.size) for first, camera in pairs]
    for moment in shared.moments:
        plain = moment.picture.self_and_views
        drawings = moment.picture_with(shared.dtype).self_and_views
        for i, view in enumerate(views):
            if i < len(drawings):
                view.add(drawings[i], find_added_ids(drawings[i], plain[i]))
            else:
                view.add_empty_sample()
    return [view.serialize() for view in views]


def _serialize_handle(shared: SharedSamples, way: HandleSamples) -> dict[str, Any]:
    name, own_params = way.grip.name, shared.stops[0].state.params
    value_texts = sample_texts.format_handle_values(
        [way.apply_value(own_params, value) for value in way.values], name
    )
    places = [
        _find_handle_position(state, way, shared.cameras[0], shared.size)
        for state in shared.samples.states
    ]
    return {
        "kind": "handle",
        "handle": str(way.grip.label),
        "label": translate(way.grip.label),
        **serialize_handle_marker(way.grip, own_params),
        "plane": int(way.is_planar),
        "count": len(way.values),
        "names": encode_texts(map(translate, value_texts)),
        **dict(zip("xyz", map(encode_column, zip(*places, strict=True)), strict=False)),
    }


def _find_handle_position(
    p: Params, way: HandleSamples, camera: Camera, size: Point
) -> tuple[int, ...]:
    """Return the position of a handle as whole numbers of its view's unit."""
    viewport = Viewport(0.0, 0.0, *size)
    if isinstance(camera, OrbitCamera):
        pixel = camera.pixel_size(camera.target, viewport)
    else:
        pixel = 1.0 / camera.scale
    held = way.grip.name, way.grip.index
    grip = next(
        g for g in parameters.list_handle_marks(p, pixel) if (g.name, g.index) == held
    )
    return tuple(round(x / choose_unit(camera)) for x in grip.at)


def _serialize_time(samples: StateSamples) -> dict[str, Any]:
    moments = samples.moments
    assert moments is not None
    spec = parameters.parameters_of(type(samples.states[0]))[moments.parameter]
    times = [time for row in moments.times for time in row]
    return {
        "kind": "time",
        "label": translate(spec.label),
        "count": len(moments.times[0]),
        "now": encode_column(map(sample_texts.time_number, times)),
        "names": encode_texts(
            translate(sample_texts.format_parameter(spec, time)) for time in times
        ),
        "stop": encode_texts(translate(name) for row in moments.names for name in row),
        "seconds": moments.seconds,
        # If answers depend on the time, only computed times are shown.
        "smooth": int(isinstance(spec, Number) and spec.view),
    }


def _are_equal_except(one: Params, other: Params, but: set[str]) -> bool:
    """Return whether two states differ at most in the parameters `but`."""
    names = set(parameters.parameters_of(type(one))) - but
    return all(getattr(one, name) == getattr(other, name) for name in names)
