"""The stops of a lesson as data, and the samples that they share."""

from collections.abc import Collection, Hashable, Sequence
from dataclasses import replace
from typing import Any

from playground.language import Message, translated
from playground.page import words
from playground.page.code import code
from playground.page.maps import mapped
from playground.page.marked import marked
from playground.page.packing import Column, Texts, column, texts
from playground.page.pictures import SampledView, told_camera, unit
from playground.page.sampled_states import Room, StateSamples, Way, sampled
from playground.page.view_shapes import SHAPES, columns, fitted, view_size
from playground.render.arrays import Point
from playground.scene import params as parameters
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.drawlist import Bounds, DrawList
from playground.scene.params import Params
from playground.scene.scene import Entry
from playground.study.lesson import LessonQuestion, LessonTask, Stop
from playground.study.link import link
from playground.study.session import Session
from playground.study.shown import Page
from playground.study.study import Study
from playground.study.view.cameras import camera

Camera = Camera2D | OrbitCamera

# A camera that was moved in a window is that of a canvas about so high.
_WINDOW = 600.0
# The pages that a lesson's page has too.
PAGES = {Page.DERIVATION: "derivation", Page.CODE: "code"}
# A page is no wider than so many times its height where a map is to fill it, and its
# own shape is up to so much wider or higher than the nearest that is told.
_WIDEST, _SNAP = 2.5, 1.12
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
            "alt": texts(translated(words.described(m)) for m in self.moments),
            "dims": _dims(self),
            "views": [
                {**view, "seen": seen}
                for view, seen in zip(_views(self), self._seen(), strict=True)
            ],
            "columns": columns(self.scene),
            "verdict": words.verdicts(self.moments),
            "rows": words.rows(self.moments),
            "article": words.article(self.moments, self.dtype),
            "steps": words.steps(self.moments),
            "tells": column(moment.concluding for moment in self.moments),
            "tones": words.tones(self.moments),
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
    return [*dims, _time(samples)] if samples.moments else dims


def _handle(shared: Shared, way: Way, number: int) -> dict[str, Any]:
    samples, name = shared.samples, way.grip.name
    own = shared.stops[0].state.params
    named = words.where([way.at(own, value) for value in way.values], name)
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


def _time(samples: StateSamples) -> dict[str, Any]:
    moments = samples.moments
    assert moments is not None
    spec = parameters.specs(type(samples.states[0]))[moments.parameter]
    times = [time for row in moments.times for time in row]
    return {
        "kind": "time",
        "label": translated(spec.label),
        "count": len(moments.times[0]),
        "now": column(round(time * 1e4) for time in times),
        "names": texts(translated(words.named(spec, time)) for time in times),
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
