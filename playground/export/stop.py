"""One stop of a lesson as data: its samples, each drawn and told."""

from collections.abc import Iterator, Sequence
from typing import Any

from playground.app.controls import Controls
from playground.app.moment import Moment
from playground.app.plan import Stop
from playground.app.session import Session
from playground.app.view import Page
from playground.export import words
from playground.export.figure import View
from playground.export.mapped import mapped
from playground.export.packed import column, texts
from playground.export.sampling import Room, Samples, Way, sampled
from playground.render.instances import Point
from playground.scene import params as parameters
from playground.scene.drawlist import DrawList
from playground.scene.params import Params
from playground.view.camera import Camera2D, OrbitCamera, Viewport

Camera = Camera2D | OrbitCamera

# How large a view is drawn, alone and beside another, in pixels: a phone shows it a
# little smaller, a screen larger.
_ALONE, _BESIDE = (520.0, 416.0), (440.0, 400.0)
# A camera that was moved in a window is that of a canvas about so high.
_WINDOW = 600.0
# What of a view's width and height the places of a handle keep off its border.
_RIM = 0.04


class Telling:
    """A stop on its way into the page: the session that shows it, and its samples."""

    def __init__(self, stop: Stop, samples: int) -> None:
        self.stop = stop
        state = stop.state
        self.session = session = Session((state.scene,))
        session.show(state)
        self.dtype = session.dtype
        own = Moment(state.scene, state.params)
        self.views = own.compared_picture(self.dtype).all_views
        self.size: Point = _ALONE if len(self.views) == 1 else _BESIDE
        self.cameras = self._cameras()
        self.samples = sampled(
            state.scene, state.params, self._room(samples), self.dtype, self._done
        )

    def _cameras(self) -> list[Camera]:
        """Return from where each view is seen: as in a window of that size."""
        controls = Controls(self.session)
        controls.places = [Viewport(0.0, 0.0, *self.size) for _ in self.views]
        moved = self.stop.state.cameras
        return [
            _smaller(controls.camera(i), self.size)
            if i in moved
            else controls.camera(i)
            for i in range(len(self.views))
        ]

    def _room(self, samples: int) -> Room:
        camera = self.cameras[0]
        if isinstance(camera, OrbitCamera):
            bounds = self.views[0].plain({}).bounds()
            low, high = (
                (bounds.low, bounds.high) if bounds else ((-4.0,) * 3, (4.0,) * 3)
            )
            return Room(samples, low, high)
        (w, h), viewport = self.size, Viewport(0.0, 0.0, *self.size)
        ends = [(_RIM * w, (1 - _RIM) * h), ((1 - _RIM) * w, _RIM * h)]
        low, high = camera.to_world(ends, viewport).tolist()
        return Room(samples, tuple(low), tuple(high))

    def _done(self, p: Params) -> bool:
        """Return whether a task is done in a state."""
        task = self.stop.task
        solution = Moment(self.stop.state.scene, p).solution if task else None
        return bool(task and solution and task.done(solution, self.dtype))

    def moments(self) -> Iterator[Moment]:
        """Yield each sample solved; what only the view changes is not solved again."""
        before = None
        for state in self.samples.states:
            before = Moment(self.stop.state.scene, state, before)
            yield before


def told(stop: Stop, samples: int) -> dict[str, Any]:
    """Return a stop as the page has it, with about so many samples."""
    telling = Telling(stop, samples)
    moments = list(telling.moments())
    state, session = stop.state, telling.session
    scene, question, task = state.scene, stop.question, stop.task
    return {
        "scene": scene.title,
        "source": f"{scene.source.name} · {scene.source.author}"
        if scene.source
        else "",
        "case": state.case,
        "say": stop.say,
        "question": None
        if question is None
        else {
            "text": question.text,
            "answers": list(question.answers),
            "right": question.right,
            "why": question.why,
        },
        "task": None if task is None else {"text": task.text},
        "done": None
        if task is None
        else column(
            int(bool(m.solution and task.done(m.solution, telling.dtype)))
            for m in moments
        ),
        "samples": len(moments),
        "at": telling.samples.at,
        "page": "derivation" if session.page is Page.DERIVATION else "explore",
        "step": session.opened.step,
        "alt": texts(map(words.described, moments)),
        "dims": _dims(telling),
        "views": _views(telling, moments),
        "verdict": words.verdicts(moments),
        "rows": words.rows(moments),
        "article": words.article(moments, telling.dtype, shown=session.view.compare),
        "steps": words.steps(moments),
        "map": _map(telling),
    }


def _views(telling: Telling, moments: Sequence[Moment]) -> list[dict[str, Any]]:
    size = telling.size
    pairs = zip(telling.views, telling.cameras, strict=True)
    views = [View(first, camera, size) for first, camera in pairs]
    for moment in moments:
        plain = moment.picture.all_views
        every = moment.compared_picture(telling.dtype).all_views
        for i, view in enumerate(views):
            if i < len(every):
                view.add(every[i], _added(every[i], plain[i]))
            else:
                view.blank()
    return [view.packed() for view in views]


def _added(compared: DrawList, plain: DrawList) -> set[int]:
    """Return the ids of the records that the listing has added."""
    return {id(record) for record in compared.records[len(plain.records) :]}


def _dims(telling: Telling) -> list[dict[str, Any]]:
    samples = telling.samples
    dims = [_handle(telling, way, i) for i, way in enumerate(samples.ways)]
    return [*dims, _time(samples)] if samples.moments else dims


def _handle(telling: Telling, way: Way, number: int) -> dict[str, Any]:
    samples, name = telling.samples, way.grip.name
    own = telling.stop.state.params
    named = (words.where(way.at(own, value), name) for value in way.values)
    told = {
        "kind": "handle",
        "label": way.grip.label,
        "grip": way.grip.kind.value,
        "plane": int(way.roams),
        "count": len(way.values),
        "names": texts(named),
    }
    camera = telling.cameras[0]
    places = [_place(state, way, camera, telling.size) for state in samples.states]
    return {
        **told,
        **dict(zip("xyz", map(column, zip(*places, strict=True)), strict=False)),
    }


def _place(p: Params, way: Way, camera: Camera, size: Point) -> tuple[int, ...]:
    """Return where a handle is seen."""
    viewport = Viewport(0.0, 0.0, *size)
    if isinstance(camera, OrbitCamera):
        pixel = camera.pixel_size(camera.target, viewport)
    else:
        pixel = 1.0 / camera.scale
    held = way.grip.name, way.grip.index
    grip = next(g for g in parameters.grips(p, pixel) if (g.name, g.index) == held)
    if isinstance(camera, OrbitCamera):
        return tuple(round(x * 1e4) for x in grip.at)
    return tuple(round(x * 10) for x in camera.to_screen(grip.at, viewport).tolist())


def _time(samples: Samples) -> dict[str, Any]:
    moments = samples.moments
    assert moments is not None
    spec = parameters.specs(type(samples.states[0]))[moments.parameter]
    times = [time for row in moments.times for time in row]
    return {
        "kind": "time",
        "label": spec.label,
        "count": len(moments.times[0]),
        "now": column(round(time * 1e4) for time in times),
        "names": texts(words.named(spec, time) for time in times),
        "stop": texts(name for row in moments.names for name in row),
        "seconds": moments.seconds,
    }


def _map(telling: Telling) -> dict[str, Any] | None:
    session = telling.session
    found = mapped(session, telling.cameras[0], telling.size)
    if found is None:
        return None
    # It is that of the stop's own state, over a handle that goes over the view.
    question = session.question
    assert question is not None
    over = {question.x.name, question.y.name}
    asked = parameters.without_view(telling.stop.state.params)
    found["there"] = column(
        int(_alike(asked, parameters.without_view(state), over))
        for state in telling.samples.states
    )
    return found


def _alike(one: Params, other: Params, but: set[str]) -> bool:
    """Return whether two states differ in those parameters alone, if at all."""
    names = set(parameters.specs(type(one))) - but
    return all(getattr(one, name) == getattr(other, name) for name in names)


def _smaller(camera: Camera, size: Point) -> Camera:
    """Return a camera that was moved in a window as it is in a smaller view."""
    if isinstance(camera, OrbitCamera):
        return camera
    return Camera2D(camera.center, camera.scale * size[1] / _WINDOW)
