"""Which states of a stop a page holds: handles' places times moments, from the scene.

The place that a map moves goes over a lattice of round numbers, with pairs of places
on both sides of where the verdict turns. A scene with a time has that beside it, and
any other a second handle. The stop's own state is always among them.
"""

import math
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.analysis.heat_map import moved
from playground.i18n import Message, translated
from playground.render.instance_format import Point
from playground.scene import params as parameters
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import Bounds, DrawList
from playground.scene.handles import GripKind, Tip, Vec, turn
from playground.scene.listing import Precision, WaitingError
from playground.scene.parameter_types import Angle, Number, Points, Spec, Vector
from playground.scene.params import Grip, Params
from playground.scene.scene import Entry
from playground.scene.solution import ask
from playground.session.lesson.document import LessonQuestion, LessonTask, Stop
from playground.session.saved_state import link
from playground.session.session import Session
from playground.session.view.cameras import camera
from playground.session.view_model import Study
from playground.session.view_options import Page
from playground.web.columns import Column, Texts, column, texts
from playground.web.serialize import text
from playground.web.serialize.drawing import (
    SHAPES,
    SampledView,
    columns,
    fitted,
    told_camera,
    unit,
    view_size,
)
from playground.web.serialize.maps import mapped
from playground.web.serialize.text import code, marked

Array = NDArray[np.float64]
Value = Vec | float | None
"""Where a handle is taken: a place, a number, or None for where the stop has it."""

# How many places a second handle has, and how far it goes: as a share of its own
# length, or as an angle.
_SECOND = 5
_SHARE = 0.6
_TURN = math.radians(40.0)
# So many moments each place has, and where no answer depends on them, which is quick.
_MOMENTS = 8
_QUICK = 10
# The steps of a lattice, in tens and in halves.
_STEPS = [m * 10.0**power for power in range(-12, 8) for m in (1.0, 2.0, 2.5, 4.0, 5.0)]
_TENS = [m * 10.0**power for power in range(-12, 8) for m in (1.0, 2.0, 5.0)]
_HALVES = [2.0**power for power in range(-40, 24)]
# The verdict's turn is looked for until it is known to this part of the lattice.
_HALVINGS = 8
# At most so much of the places is spent on where the verdict turns.
_TURNS = 0.45
# What is rare is looked for in so many places.
_FINE = 2500
# Of more samples nobody would see anything.
_MOST_PLACES = 400


@dataclass(frozen=True)
class Way:
    """One handle, and the values that it takes; the stop's own is None."""

    grip: Grip
    values: tuple[Value, ...]

    @property
    def roams(self) -> bool:
        """Whether its values are places in the plane, not numbers along a way."""
        return self.grip.kind is GripKind.CENTER

    def at(self, p: Params, value: Value) -> Params:
        """Return the params with the handle there."""
        if value is None:
            return p
        if self.roams:
            assert isinstance(value, tuple)
            return parameters.drag(p, self.grip.name, self.grip.index, value)
        return parameters.with_values(p, **{self.grip.name: value})


@dataclass(frozen=True)
class Moments:
    """The times of each place, all equally many: of the parameter of that name.

    `names` say what happens then, or nothing; all of them take so many `seconds`.
    """

    parameter: str
    times: tuple[tuple[float, ...], ...]
    names: tuple[tuple[str, ...], ...]
    seconds: float


@dataclass(frozen=True)
class StateSamples:
    """The states of a stop in their order.

    They are the product of the ways' values, the last fastest, and then of the moments.
    `own` is the place of the stop's own values among these.
    """

    entry: Entry
    ways: tuple[Way, ...]
    moments: Moments | None
    states: tuple[Params, ...]
    own: int

    def at(self, p: Params) -> int:
        """Return the number of a stop's own state."""
        return self.states.index(p)


@dataclass(frozen=True)
class Room:
    """How many samples there may be, and what of the world the first view shows."""

    samples: int
    low: Vec
    high: Vec


def sampled(
    entry: Entry,
    own: Sequence[Params],
    room: Room,
    dtype: Precision,
    told: Callable[[Params], Hashable] = lambda _: None,
) -> StateSamples:
    """Return the states to show about those of some stops.

    Parameters
    ----------
    entry, own
        The scene, and the stops' own states, which differ in the time alone.
    room
        How many there may be, and where.
    dtype
        The numbers that the listing computes with.
    told
        What else than verdict and mistake tells states apart: whether a task is done.
    """
    judge, p = _StateFilter(entry, dtype, told), own[0]
    timed = _time(entry, p)
    share = max(room.samples // (timed[1] if timed else 1), 1)
    ways = _ways(judge, p, replace(room, samples=share), alone=timed is not None)
    places, home = [p], 0
    for way in ways:
        places = [way.at(state, value) for state in places for value in way.values]
        home = home * len(way.values) + way.values.index(None)
    if timed is None:
        return StateSamples(entry, ways, None, tuple(places), home)
    name, count = timed
    now = {getattr(state, name) for state in own}
    found = [
        _moments(Study(entry, state), now if place == home else set(), count)
        for place, state in enumerate(places)
    ]
    timeline = Study(entry, p).timeline
    assert timeline is not None
    times, names = (tuple(rows) for rows in zip(*found, strict=True))
    moments = Moments(name, times, names, timeline.seconds)
    states = tuple(
        replace(state, **{name: time})
        for state, row in zip(places, moments.times, strict=True)
        for time in row
    )
    return StateSamples(entry, ways, moments, states, home)


def _ways(
    judge: "_StateFilter", p: Params, room: Room, *, alone: bool
) -> tuple[Way, ...]:
    """Return the handles to drag: the one that a map moves, and a second one."""
    grips = parameters.grips(p, 1.0)
    axes = moved(judge.entry, p)
    first = next((g for g in grips if axes and g.name == axes[0].name), None)
    others = [g for g in grips if not first or g.name != first.name]
    second = next((g for g in others if _along(p, g)), None)
    if first is None:
        return (Way(second, _line(judge, p, second)),) if second else ()
    if alone or second is None:
        return (_over_plane(judge, p, first, room, room.samples),)
    line = Way(second, _line(judge, p, second))
    count = max(room.samples // len(line.values), 1)
    return _over_plane(judge, p, first, room, count), line


def _time(entry: Entry, p: Params) -> tuple[str, int] | None:
    """Return the parameter that holds the time, and how many moments a place has."""
    timeline = Study(entry, p).timeline
    if timeline is None:
        return None
    spec = parameters.specs(type(p))[timeline.parameter]
    quick = isinstance(spec, Number) and spec.view
    return timeline.parameter, _QUICK if quick else _MOMENTS


def _moments(
    moment: Study, always: set[float], count: int
) -> tuple[tuple[float, ...], tuple[str, ...]]:
    """Return so many moments of a place, and what happens then.

    They are those that it has `always`, its own stops, those that its derivation
    speaks of, and others evenly between them.
    """
    timeline = moment.timeline
    assert timeline is not None
    told = [step.time for step in moment.steps if step.time is not None]
    stops = map(timeline.clamp, (*timeline.stops, *told))
    wanted = sorted({timeline.start, timeline.end, *stops} - always)
    # Of more than there is room for those in between are left out.
    most = min(max(count - len(always), 0), len(wanted))
    kept = {wanted[round(i)] for i in np.linspace(0, len(wanted) - 1, most)} | always
    times = sorted(kept)
    while len(times) < count:
        gap = max(range(len(times) - 1), key=lambda i: times[i + 1] - times[i])
        times.insert(gap + 1, (times[gap] + times[gap + 1]) / 2)
    named = dict(zip(map(timeline.clamp, timeline.stops), timeline.names, strict=False))
    return tuple(times), tuple(named.get(time, "") for time in times)


def _along(p: Params, grip: Grip) -> bool:
    """Return whether a handle can go along a way: a number, or an arrow's tip."""
    spec = parameters.specs(type(p))[grip.name]
    if isinstance(spec, Vector):
        return isinstance(spec.handle, Tip) and spec.size == 2
    return isinstance(spec, Number) and not spec.time


def _line(judge: "_StateFilter", p: Params, grip: Grip) -> tuple[Value, ...]:
    """Return values on both sides of a handle's own, denser where the verdict turns."""
    spec, now = parameters.specs(type(p))[grip.name], getattr(p, grip.name)
    shares = np.linspace(-1.0, 1.0, _SECOND).tolist()

    def at(share: float) -> Value:
        """Return the value so far along, -1 to 1, from its own at 0."""
        return spec.clamp(_gone(spec, now, share)) if share else None

    def taken(values: Sequence[float]) -> list[Params]:
        return [Way(grip, ()).at(p, at(share)) for share in values]

    told = judge.told(taken(shares))
    ends = [
        (a, b)
        for (a, b), (x, y) in zip(pairwise(shares), pairwise(told), strict=True)
        if x != y
    ]
    for low, high in _halved(judge, ends[:1], taken):
        shares += [low, high]
    values: list[Value] = []
    for share in sorted(set(shares)):
        value = at(share)
        if value not in values and value != now:
            values.append(value)
    return tuple(values)


def _gone(spec: Spec, now: Any, share: float) -> Any:
    if isinstance(spec, Angle):
        return now + share * _TURN
    if isinstance(spec, Vector):
        return turn(now, share * _TURN)
    assert isinstance(spec, Number)
    reach = now if now > 0.0 else min(spec.high, 1.0) / _SHARE
    return _rounded(now + share * _SHARE * reach)


def _halved(
    judge: "_StateFilter",
    ends: Sequence[tuple[Any, Any]],
    taken: Callable[[Sequence[Any]], list[Params]],
) -> list[tuple[Any, Any]]:
    """Return pairs between which the verdict turns, much nearer to each other."""
    lows, highs = [np.asarray(a) for a, _ in ends], [np.asarray(b) for _, b in ends]
    if not ends:
        return []
    before = judge.told(taken([_plain(a) for a in lows]))
    for _ in range(_HALVINGS):
        middles = [(a + b) / 2 for a, b in zip(lows, highs, strict=True)]
        for i, told in enumerate(judge.told(taken([_plain(m) for m in middles]))):
            (lows if told == before[i] else highs)[i] = middles[i]
    return [(_plain(a), _plain(b)) for a, b in zip(lows, highs, strict=True)]


def _plain(value: Array) -> Any:
    return tuple(value.tolist()) if value.ndim else float(value)


def _over_plane(
    judge: "_StateFilter", p: Params, grip: Grip, room: Room, count: int
) -> Way:
    """Return places all over the view, denser where the verdict turns.

    They are round numbers, and in space at the height over the plane of x and y that
    the handle has.
    """
    count = min(count, _MOST_PLACES)
    way = Way(grip, (None,))
    if count < 2:
        return way
    spec = parameters.specs(type(p))[grip.name]
    assert isinstance(spec, Vector | Points)
    low = [max(a, spec.low) for a in room.low[:2]]
    high = [min(b, spec.high) for b in room.high[:2]]
    columns, rows = _lattice(low, high, max(round((1.0 - _TURNS) * count), 1))
    rest = grip.at[2:]
    grid = [(x, y, *rest) for y in rows for x in columns]

    def taken(places: Sequence[Vec]) -> list[Params]:
        return [way.at(p, place) for place in places]

    told = judge.told(taken(grid)) if grid else []
    wide = len(columns)
    beside = [(i, i + 1) for i in range(len(grid)) if (i + 1) % wide]
    above = [(i, i + wide) for i in range(len(grid) - wide)]
    turning = [(grid[a], grid[b]) for a, b in (*beside, *above) if told[a] != told[b]]
    rare = list(_rare(judge, taken, low, high, rest, grip.at, {*told}))
    room_left = max((count - len(grid) - 1 - 3 * len(rare)) // 2, 0)
    # Spread over all of them where there are too many.
    some = (
        [turning[round(i)] for i in np.linspace(0, len(turning) - 1, room_left)]
        if len(turning) > room_left
        else turning
    )
    places = {*grid, *rare}
    # What is rare comes with where it begins, on the way there.
    for pair in _halved(judge, [*some, *((place, grip.at) for place in rare)], taken):
        places |= {tuple(map(_rounded, place)) for place in pair}
    places.discard(tuple(grip.at))
    # Row by row, so that what follows each other is alike.
    step = rows[1] - rows[0] if len(rows) > 1 else 1.0
    ordered = sorted(places, key=lambda at: (round(at[1] / step), at))
    nearest = sum(
        (round(at[1] / step), at) < (round(grip.at[1] / step), tuple(grip.at))
        for at in ordered
    )
    return replace(way, values=(*ordered[:nearest], None, *ordered[nearest:]))


def _rare(
    judge: "_StateFilter",
    taken: Callable[[Sequence[Vec]], list[Params]],
    low: Sequence[float],
    high: Sequence[float],
    rest: Vec,
    near: Vec,
    known: set[tuple[Hashable, Hashable]],
) -> Iterator[Vec]:
    """Yield a place for each thing that a finer lattice has and the other has not.

    It is the one nearest to where the handle is: a map would show it too. What is only
    on the edge has round numbers, in tens or in halves.
    """
    grid = [
        (x, y, *rest)
        for step in (_finest(low, high, _TENS), _finest(low, high, _HALVES))
        for y in _multiples(low[1], high[1], step)
        for x in _multiples(low[0], high[0], step)
    ]
    told = judge.at_once(taken(grid)) if grid else None
    seen = {told for told, _ in known}
    for place in sorted(range(len(told or ())), key=lambda i: math.dist(grid[i], near)):
        assert told is not None
        if told[place] not in seen:
            seen.add(told[place])
            yield grid[place]


def _finest(
    low: Sequence[float], high: Sequence[float], steps: Sequence[float]
) -> float:
    """Return the finest step that does not give too many places."""
    few = (
        s
        for s in steps
        if _count(low[0], high[0], s) * _count(low[1], high[1], s) <= _FINE
    )
    return next(few, steps[-1])


def _lattice(
    low: Sequence[float], high: Sequence[float], count: int
) -> tuple[list[float], list[float]]:
    """Return the round numbers along x and y of about so many places."""
    found, most = (_STEPS[-1], _STEPS[-1]), 0
    for pair in product(_STEPS, _STEPS):
        if 0.4 <= pair[0] / pair[1] <= 2.5:
            wide, tall = map(_count, low, high, pair)
            if most < wide * tall <= count:
                found, most = pair, wide * tall
    columns, rows = map(_multiples, low, high, found)
    return columns, rows


def _count(low: float, high: float, step: float) -> int:
    return max(math.floor(high / step) - math.ceil(low / step) + 1, 0)


def _multiples(low: float, high: float, step: float) -> list[float]:
    first = math.ceil(low / step)
    return [_rounded((first + i) * step) for i in range(_count(low, high, step))]


def _rounded(number: float) -> float:
    """Return a number with six digits, so that it is short to read."""
    return float(f"{number:.6g}")


@dataclass(frozen=True)
class _StateFilter:
    """Tells states apart: by verdict, by the listing's mistake, and by a task."""

    entry: Entry
    dtype: Precision
    other: Callable[[Params], Hashable]

    def told(self, states: Sequence[Params]) -> list[tuple[Hashable, Hashable]]:
        """Return what each state is; equal where they are alike."""
        known = self.at_once(states)
        if known is None:
            known = [self._one(state) for state in states]
        others = [self.other(state) for state in states]
        return list(zip(known, others, strict=True))

    def _one(self, p: Params) -> Hashable:
        moment = Study(self.entry, p)
        compared = moment.comparison_in(self.dtype)
        return (
            moment.verdict and moment.verdict.text,
            compared and compared.kind,
        )

    def at_once(self, states: Sequence[Params]) -> list[Hashable] | None:
        """Return what the states are, asked together; None where that cannot be."""
        many = _stacked(states)
        if many is None or self.entry.at(states[0])[0].single:
            return None
        try:
            solution = ask(self.entry, many)
            found = [np.broadcast_to(solution.regions.index, len(states))]
            if solution.scene.listing:
                mistakes = solution.mistakes(self.dtype).index
                found.append(np.broadcast_to(mistakes, len(states)))
        except (ValueError, WaitingError):
            return None
        return [tuple(row) for row in np.stack(found, axis=1).tolist()]


def _stacked(states: Sequence[Params]) -> Params | None:
    """Return params that hold all states, their numbers as arrays; None in vain."""
    held: dict[str, Any] = {}
    for name in parameters.specs(type(states[0])):
        values = [getattr(state, name) for state in states]
        if all(value == values[0] for value in values):
            continue
        array = np.array(values, dtype=np.float64)
        if array.ndim > 2:
            return None
        held[name] = tuple(array.T) if array.ndim == 2 else array
    return replace(states[0], **held) if held else None


# ----------------------------------------------------------------------------
# The stops of a lesson as data, and the samples that they share.
# ----------------------------------------------------------------------------


Camera = Camera2D | OrbitCamera

# A camera that was moved in a window is that of a canvas about so high.
_WINDOW = 600.0
# The pages that a lesson's page has too.
PAGES = {Page.DERIVATION: "derivation", Page.CODE: "code"}
# A page is no wider than so many times its height where a map is to fill it, and its
# own shape is up to so much wider or higher than the nearest that is told.
_WIDEST = 2.5
_SNAP = 1.12
# What of a view's width and height the places of a handle keep off its border.
_RIM = 0.04


class Shared:
    """The samples of stops whose states differ in the time alone, drawn and told."""

    def __init__(self, stops: Sequence[Stop], samples: int) -> None:
        self.stops = stops
        first = stops[0].state
        self.scene = first.scene
        derived = any(stop.state.page is Page.DERIVATION for stop in stops)
        self.session = Session((self.scene,))
        # Where one of them shows the derivation, there is room for all of it.
        self.session.show(replace(first, page=Page.DERIVATION) if derived else first)
        self.dtype = self.session.study.dtype
        own = Study(self.scene, first.params)
        self.views = own.picture_with(self.dtype).all_views
        self.size = view_size(len(self.views))
        self.cameras = self._cameras(first.cameras)
        self.samples = sampled(
            self.scene,
            [stop.state.params for stop in stops],
            self._room(samples),
            self.dtype,
            self._done,
        )
        self.moments: list[Study] = []
        before = None
        for state in self.samples.states:
            # What only the view changes is not solved again.
            before = Study(self.scene, state, before)
            self.moments.append(before)

    def _cameras(self, moved: Collection[int]) -> list[Camera]:
        """Return from where each view is seen: as in a window of that size."""
        places = [Viewport(0.0, 0.0, *self.size) for _ in self.views]
        found = [camera(self.session, places, i) for i in range(len(self.views))]
        return [
            _smaller(camera, self.size) if i in moved else camera
            for i, camera in enumerate(found)
        ]

    def _seen(self) -> list[list[Any]]:
        """Return how large each view is in each shape, and from where it is seen."""
        count, moved = len(self.views), self.stops[0].state.cameras
        every: list[list[Any]] = [[] for _ in self.views]
        for shape in SHAPES:
            size = view_size(count, shape)
            for i, seen in enumerate(fitted(self.session, shape)):
                own = _smaller(seen, size) if i in moved else seen
                every[i].append([*size, told_camera(own)])
        return every

    def _reach(self) -> Point:
        """Return how large the first view would be to show what any shape may show."""
        own, (wide, tall) = self.cameras[0], self.size
        for w, h, seen in self._seen()[0]:
            if isinstance(own, Camera2D) and w <= _WIDEST * h:
                x, y, scale = seen
                aside, off = abs(x - own.center[0]), abs(y - own.center[1])
                wide = max(wide, own.scale * (_SNAP * w / scale + 2.0 * aside))
                tall = max(tall, own.scale * (_SNAP * h / scale + 2.0 * off))
        return wide, tall

    def _room(self, samples: int) -> Room:
        camera = self.cameras[0]
        if isinstance(camera, OrbitCamera):
            bounds = self.views[0].plain({}).bounds()
            far = Bounds((-4.0, -4.0), (4.0, 4.0))
            return Room(samples, (bounds or far).low, (bounds or far).high)
        (w, h), viewport = self.size, Viewport(0.0, 0.0, *self.size)
        ends = [(_RIM * w, (1 - _RIM) * h), ((1 - _RIM) * w, _RIM * h)]
        low, high = camera.to_world(ends, viewport).tolist()
        return Room(samples, tuple(low), tuple(high))

    def _done(self, p: Params) -> Hashable:
        """Return which of the tasks are done in a state."""
        tasks = [stop.task for stop in self.stops if stop.task]
        solution = Study(self.scene, p).solution if tasks else None
        if solution is None:
            return None
        return tuple(task.done(solution, self.dtype) for task in tasks)

    def told(self) -> dict[str, Any]:
        """Return what the page has of the samples, whichever stop shows them."""
        return {
            "samples": len(self.moments),
            "alt": texts(translated(text.described(m)) for m in self.moments),
            "dims": _dims(self),
            "views": [
                {**view, "seen": seen}
                for view, seen in zip(_views(self), self._seen(), strict=True)
            ],
            "columns": columns(self.scene),
            "verdict": text.verdicts(self.moments),
            "rows": text.rows(self.moments),
            "article": text.article(self.moments, self.dtype),
            "steps": text.steps(self.moments),
            "tells": column(moment.concluding for moment in self.moments),
            "tones": text.tones(self.moments),
            "code": code(self.moments, self.dtype) if self._coded else None,
        }

    def stop(self, stop: Stop) -> dict[str, Any]:
        """Return what the page has of a stop beside its samples."""
        session, state = Session((self.scene,)), stop.state
        session.show(state)
        task = stop.task
        return {
            **about_stop(self.scene, stop),
            "case": state.case,
            "done": task and self._done_in_each(task),
            "at": self.samples.at(state.params),
            "page": PAGES.get(session.study.page, "explore"),
            "step": session.opened.step,
            "compared": int(session.view.compare),
            "map": self._map(session, state.params),
        }

    def links(self, stop: Stop) -> Texts:
        """Return the links of the samples, by which Python goes on from one of them."""
        own, states = stop.state, self.samples.states
        return texts(link(replace(own, params=params)) for params in states)

    @property
    def _coded(self) -> bool:
        """Whether a stop shows the code: laying it open takes a while."""
        return any(stop.state.page is Page.CODE for stop in self.stops)

    def _done_in_each(self, task: LessonTask) -> Column:
        return column(
            int(bool(m.solution and task.done(m.solution, self.dtype)))
            for m in self.moments
        )

    def _map(self, session: Session, p: Params) -> dict[str, Any] | None:
        """Return the map that a stop shows; in other states it does not hold."""
        found = mapped(session, self.cameras[0], self.size, self._reach())
        question = session.study.question
        if found is None or question is None:
            return None
        over = {question.x.name, question.y.name}
        asked = parameters.without_view(p)
        found["there"] = column(
            int(_alike(asked, parameters.without_view(state), over))
            for state in self.samples.states
        )
        return found


def about_stop(scene: Entry, stop: Stop | None) -> dict[str, Any]:
    """Return what is said of a stop of a scene, or of the scene by itself."""
    by = ""
    if source := scene.source:
        by = Message(
            "{name} · {author}", {"name": source.name, "author": source.author}
        )
    question, task = (stop.question, stop.task) if stop else (None, None)
    return {
        "scene": translated(scene.title),
        "source": translated(by),
        "say": marked(stop.say) if stop else "",
        "question": question and _asked(question),
        "task": task and {"text": marked(task.text)},
    }


def _asked(question: LessonQuestion) -> dict[str, Any]:
    return {
        "text": marked(question.text),
        "answers": [marked(answer) for answer in question.answers],
        "right": question.right,
        "why": marked(question.why),
    }


def sharing(stops: Sequence[Stop]) -> list[list[int]]:
    """Return the places of the stops that share their samples."""
    groups: dict[Hashable, list[int]] = {}
    for place, stop in enumerate(stops):
        state = stop.state
        still = parameters.at_no_time(state.params)
        seen = repr(sorted(state.cameras.items()))
        known = state.scene.id, still, state.dtype, seen
        groups.setdefault(known, []).append(place)
    return list(groups.values())


def _views(shared: Shared) -> list[dict[str, Any]]:
    pairs = zip(shared.views, shared.cameras, strict=True)
    views = [SampledView(first, camera, shared.size) for first, camera in pairs]
    for moment in shared.moments:
        plain = moment.picture.all_views
        every = moment.picture_with(shared.dtype).all_views
        for i, view in enumerate(views):
            if i < len(every):
                view.add(every[i], added(every[i], plain[i]))
            else:
                view.blank()
    return [view.packed() for view in views]


def added(compared: DrawList, plain: DrawList) -> set[int]:
    """Return the ids of the records that the listing has added."""
    if compared is plain:
        return set()
    return {*map(id, compared.records)}.difference(map(id, plain.records))


def _dims(shared: Shared) -> list[dict[str, Any]]:
    samples = shared.samples
    dims = [_handle(shared, way, i) for i, way in enumerate(samples.ways)]
    return [*dims, _stop_time(samples)] if samples.moments else dims


def _handle(shared: Shared, way: Way, number: int) -> dict[str, Any]:
    samples, name = shared.samples, way.grip.name
    own = shared.stops[0].state.params
    named = text.where([way.at(own, value) for value in way.values], name)
    told = {
        "kind": "handle",
        "handle": str(way.grip.label),
        "label": translated(way.grip.label),
        "grip": way.grip.kind.value,
        "plane": int(way.roams),
        "count": len(way.values),
        "names": texts(map(translated, named)),
    }
    camera = shared.cameras[0]
    places = [_place(state, way, camera, shared.size) for state in samples.states]
    return {
        **told,
        **dict(zip("xyz", map(column, zip(*places, strict=True)), strict=False)),
    }


def _place(p: Params, way: Way, camera: Camera, size: Point) -> tuple[int, ...]:
    """Return where a handle is, in units of its view."""
    viewport = Viewport(0.0, 0.0, *size)
    if isinstance(camera, OrbitCamera):
        pixel = camera.pixel_size(camera.target, viewport)
    else:
        pixel = 1.0 / camera.scale
    held = way.grip.name, way.grip.index
    grip = next(g for g in parameters.grips(p, pixel) if (g.name, g.index) == held)
    return tuple(round(x / unit(camera)) for x in grip.at)


def _stop_time(samples: StateSamples) -> dict[str, Any]:
    moments = samples.moments
    assert moments is not None
    spec = parameters.specs(type(samples.states[0]))[moments.parameter]
    times = [time for row in moments.times for time in row]
    return {
        "kind": "time",
        "label": translated(spec.label),
        "count": len(moments.times[0]),
        "now": column(round(time * 1e4) for time in times),
        "names": texts(translated(text.named(spec, time)) for time in times),
        "stop": texts(translated(name) for row in moments.names for name in row),
        "seconds": moments.seconds,
    }


def _alike(one: Params, other: Params, but: set[str]) -> bool:
    """Return whether two states differ in those parameters alone, if at all."""
    names = set(parameters.specs(type(one))) - but
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _smaller(camera: Camera, size: Point) -> Camera:
    """Return a camera that was moved in a window as it is in a smaller view."""
    if isinstance(camera, OrbitCamera):
        return camera
    return Camera2D(camera.center, camera.scale * size[1] / _WINDOW)
