"""The mouse on the canvas: take hold, drag, pan, orbit, zoom, nudge.

Screen positions are logical pixels, y down. Only the first view has grips; every view
pans and zooms with a camera of its own.
"""

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from playground.scene import params as parameters
from playground.scene.camera import Camera2D, OrbitCamera, Viewport, key_at, tick_step
from playground.scene.handles import GripKind, Hold, Vec
from playground.scene.params import Grip, Params
from playground.scene.primitives import Dot, Label, Line, Marker, Record, Role
from playground.session import plots, quiz
from playground.session.open_scene import Camera
from playground.session.session import Session
from playground.session.view import cameras as view_cameras
from playground.session.view.animation import Motion
from playground.session.view_model import Study
from playground.session.view_options import Page

_MARKERS = {
    GripKind.CENTER: Marker.DISC,
    GripKind.RIM: Marker.RING,
    GripKind.TIP: Marker.RING,
    GripKind.ROTATE: Marker.RING,
    GripKind.CORNER: Marker.SQUARE,
    GripKind.SIDE: Marker.SQUARE,
    GripKind.PIVOT: Marker.DIAMOND,
}
# In pixels: half the width of a handle, and by how much one is larger that is lit.
_SIZE = 5.5
_LIT = 3.0
_SIZES = {GripKind.SIDE: 3.5, GripKind.CORNER: 4.5, GripKind.CENTER: 4.5}


def marks(
    study: Study,
    pixel: float,
    lit: tuple[str, int] | None,
    parameter: str = "",
) -> list[Record]:
    """Return the grips as records to draw over the picture.

    Parameters
    ----------
    study
        What is on show.
    pixel
        The world length of a pixel.
    lit
        The name and index of the grip that is named and stands out, if any.
    parameter
        The name of a parameter all of whose grips stand out; "" for none.
    """
    grips = study.grips(pixel)
    records: list[Record] = [
        _dot(g, lit == (g.name, g.index) or g.name == parameter) for g in grips
    ]
    named = next((g for g in grips if (g.name, g.index) == lit), None)
    if named:
        records.append(Label(named.at, named.label, size=0.87, role=Role.ACCENT))
    return records


def _dot(grip: Grip, lit: bool) -> Dot:
    size = _SIZES.get(grip.kind, _SIZE)
    dot = Dot(grip.at, size, _MARKERS[grip.kind], role=Role.INK)
    return dot.but(size=size + _LIT, role=Role.ACCENT) if lit else dot


def next_grip(session: Session, direction: int) -> None:
    """Select the next grip, or the one before."""
    grips, own = [(g.name, g.index) for g in session.study.grips(1.0)], session.opened
    if not grips:
        return
    if own.grip in grips:
        own.grip = grips[(grips.index(own.grip) + direction) % len(grips)]
    else:
        own.grip = grips[0 if direction > 0 else -1]


def selected(session: Session, pixel: float) -> Grip | None:
    """Return the selected grip, or None."""
    chosen, grips = session.opened.grip, session.study.grips(pixel)
    return next((g for g in grips if (g.name, g.index) == chosen), None)


# ----------------------------------------------------------------------------


_ZOOM_PER_NOTCH = 1.15
# So many notches go from the farthest view to the nearest.
_NOTCHES = 300.0
# Snapping goes to the round step nearest above this many pixels.
_SNAP_PIXELS = 24.0
# A press that moves no farther than this is a click.
_CLICK = 3.0
_AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


@dataclass(frozen=True)
class Drag:
    """A press that goes on: what it moves ("grip", "guess", "pan", "orbit"), where.

    One that asks for a "menu" pans once it has moved. `offset` leads from the pointer
    (world) to the point held. `click` is where the press was on the screen, while it
    may still be a click on a map, or for the menu. `give_back` undoes all of it.
    """

    kind: str
    view: int
    name: str = ""
    index: int = 0
    offset: Vec = ()
    held: Vec = ()
    click: Vec | None = None
    give_back: Callable[[], None] | None = None


@dataclass
class Asked:
    """Where the menu was asked for, and the handle and a map's cell there, if any.

    It ends with the `stage` that it was asked for on, and is `fresh` until it is
    opened. One that was asked for by a `key` begins with an item that has the keyboard.
    """

    at: Vec
    stage: Hashable
    name: str = ""
    index: int = 0
    cell: Params | None = None
    fresh: bool = True
    key: bool = False


class Controls:
    """Turns pointer events on the canvas into edits of the session.

    What the pointer holds and what it is on end with the stage they began on.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.motion = Motion(session)
        self.places: list[Viewport] = []
        # Where something lies on the canvas that would hide the picture.
        self.taken: tuple[Viewport, ...] = ()
        self.axis = ""
        self._stage = session.stage
        self._hover: tuple[str, Hold] | None = None
        self._drag: Drag | None = None
        self._pointed = ""
        # What lies under a handle that was let go stays as it is: a key, or None
        # while that is not yet known.
        self._quiet: str | None = ""
        self.parameter = ""
        self._marked: tuple[tuple[object, ...], list[Record]] | None = None
        self.space = False
        self.asked: Asked | None = None
        # What a map shows at a screen point; the frontend knows.
        self.cell_at: Callable[[float, float], Params | None] = lambda x, y: None

    @property
    def drag(self) -> Drag | None:
        """The press that goes on; none in a view that is no longer shown."""
        self._forget()
        drag = self._drag
        return drag if drag and drag.view < len(self.places) else None

    @property
    def hover(self) -> tuple[str, Hold] | None:
        """The grip under the pointer."""
        self._forget()
        return self._hover

    @property
    def pointed(self) -> str:
        """The key of the quantity under the pointer, or nothing."""
        self._forget()
        return self._pointed

    def _forget(self) -> None:
        stage = self.session.stage
        if self._stage != stage:
            self._stage, self._drag, self._hover = stage, None, None
            self._pointed = self.axis = ""

    def camera(self, view: int) -> Camera:
        """Return a view's camera; one that fits the picture if it has none yet."""
        return view_cameras.camera(self.session, self.places, view, self.taken)

    def view_at(self, x: float, y: float) -> int | None:
        """Return the view under a screen point, or None."""
        places = enumerate(self.places)
        return next((i for i, place in places if place.contains(x, y)), None)

    def pixel(self) -> float:
        """Return the world length of one pixel in the first view."""
        return view_cameras.pixel(self.session, self.places, self.taken)

    def snap_step(self) -> float:
        """Return the distance of the grid lines that snapping goes to."""
        return tick_step(1.0 / self.pixel(), _SNAP_PIXELS)

    def world(self, x: float, y: float, beside: Vec | None = None) -> Vec | None:
        """Return the world point under the pointer; in space, level with `beside`."""
        camera, place = self.camera(0), self.places[0]
        if isinstance(camera, Camera2D):
            return _floats(camera.to_world((x, y), place))
        point = camera.on_plane(x, y, place, beside or camera.target)
        return None if point is None else _floats(point)

    def _pick(self, x: float, y: float) -> tuple[str, Hold] | None:
        if self.session.questioned:
            return None
        camera, place = self.camera(0), self.places[0]
        if isinstance(camera, Camera2D):
            at = _floats(camera.to_world((x, y), place))
            return parameters.pick(self.session.params, at, self.pixel())
        near = self._markers(x, y)
        if not near:
            return None
        gap, grip = min(near, key=lambda item: item[0])
        return grip.name, Hold(grip.index, grip.at, gap)

    def _markers(self, x: float, y: float) -> list[tuple[float, Grip]]:
        """Return the grips whose markers are within reach, and how far each is."""
        camera, place = self.camera(0), self.places[0]
        reached = [
            (math.dist(_floats(camera.to_screen(grip.at, place)), (x, y)), grip)
            for grip in self.session.study.grips(self.pixel())
        ]
        return [item for item in reached if item[0] <= parameters.REACH]

    def moved(self, x: float, y: float) -> None:
        """Note what grip and what quantity lie under the pointer."""
        view = self.view_at(x, y)
        self._forget()
        self._hover = self._pick(x, y) if view == 0 else None
        key = "" if view is None else self._key_at(view, x, y)
        self._quiet = key if self._quiet in (None, key) else ""
        self._pointed = "" if key == self._quiet else key

    def left(self) -> None:
        """Note that the pointer is no longer on the canvas."""
        self._hover, self._pointed = None, ""

    def _key_at(self, view: int, x: float, y: float) -> str:
        camera, place = self.camera(view), self.places[view]
        drawn = self.motion.picture.all_views[view]
        return key_at(drawn, (x, y), lambda points: camera.to_screen(points, place))

    def pressed(self, x: float, y: float, *, pan: bool, menu: bool = False) -> None:
        """Take hold of a grip, or the view; a `menu` is meant while it stays there."""
        view = self.view_at(x, y)
        if view is None:
            return
        self.moved(x, y)
        if menu:
            self._drag = Drag("menu", view, click=(x, y))
            return
        click = (x, y) if view == 0 and not (pan or self.space) else None
        if self.hover and not pan and not self.space:
            # In a shape, but not on a marker, it may still be a click on the map.
            self._take(x, y, *self.hover, None if self._markers(x, y) else click)
        elif view == 0 and not (pan or self.space) and self._guess(x, y):
            self._drag = Drag("guess", view)
        else:
            space = isinstance(self.camera(view), OrbitCamera)
            orbit = space and not pan and not self.space
            kind, back = "orbit" if orbit else "pan", self._seen_as_now(view)
            self._drag = Drag(kind, view, click=click, give_back=back)
            self.session.opened.grip = None

    def _guess(self, x: float, y: float) -> bool:
        """Place a prediction's guess; False if none is asked for."""
        at = self.world(x, y) if quiz.places_point(self.session) else None
        if at:
            quiz.place(self.session, at)
        return at is not None

    def _take(
        self, x: float, y: float, name: str, hold: Hold, click: Vec | None
    ) -> None:
        pointer = self.world(x, y, hold.point) or hold.point
        offset = tuple(a - b for a, b in zip(hold.point, pointer, strict=True))
        back = partial(self.session.go_back_to, self.session.opened.history)
        self._drag = Drag("grip", 0, name, hold.index, offset, hold.point, click, back)
        self._pointed = ""
        self.session.opened.grip = (name, hold.index)
        self.session.stand_still()

    def dragged(self, x: float, y: float, dx: float, dy: float, *, snap: bool) -> None:
        """Go on with the drag that a press began."""
        drag = self.drag
        if drag is None:
            return
        if drag.click:
            if math.dist(drag.click, (x, y)) <= _CLICK:
                return
            drag = self._drag = replace(drag, click=None)
        if drag.kind == "grip":
            self._drag_grip(drag, x, y, self.snap_step() if snap else None)
            return
        if drag.kind == "guess":
            self._guess(x, y)
            return
        camera = self.camera(drag.view)
        if isinstance(camera, Camera2D):
            camera = camera.panned(dx, dy)
        elif drag.kind == "orbit":
            camera = camera.orbited(dx, dy)
        else:
            camera = camera.panned(dx, dy, self.places[drag.view])
        self.session.opened.cameras[drag.view] = camera

    def _drag_grip(self, drag: Drag, x: float, y: float, snap: float | None) -> None:
        if self.axis and len(drag.held) == 3:
            target = self._on_axis(x, y, drag.held)
        else:
            pointer = self.world(x, y, drag.held)
            target = pointer and tuple(
                a + b for a, b in zip(pointer, drag.offset, strict=True)
            )
        if target is None:
            return
        changed = parameters.drag(
            self.session.params, drag.name, drag.index, target, snap
        )
        self.session.edit(changed, self.session.press)

    def _on_axis(self, x: float, y: float, held: Vec) -> Vec | None:
        """Return the point of the axis through `held` nearest to the sight line."""
        camera = self.camera(0)
        if not isinstance(camera, OrbitCamera):
            return None
        origin, sight = camera.ray(x, y, self.places[0])
        axis = np.asarray(_AXES[self.axis])
        normal = np.cross(sight, np.cross(axis, sight))
        slant = float(axis @ normal)
        if abs(slant) < 1e-3:  # the axis points at the eye: its pixels say nothing
            return None
        along = float((origin - np.asarray(held)) @ normal) / slant
        return _floats(np.asarray(held) + along * axis)

    def _seen_as_now(self, view: int) -> Callable[[], None]:
        """Return what lets a view be looked at from where it is now."""
        cameras = self.session.opened.cameras
        before = cameras.get(view)

        def back() -> None:
            cameras.pop(view, None)
            if before is not None:
                cameras[view] = before

        return back

    def give_back(self) -> bool:
        """Let all be as it was before the drag that goes on; False without one."""
        drag = self.drag
        if drag is None or drag.give_back is None:
            return False
        self._drag = None
        drag.give_back()
        return True

    def released(self) -> None:
        """End the drag; beside the derivation the arrow keys are its again.

        A click on a map goes to the case that was clicked, and one of the right button
        asks for the menu.
        """
        drag, self._drag = self.drag, None
        if drag and drag.kind == "grip":
            self._quiet = None
        if drag and drag.click and drag.kind == "menu":
            name, index = (
                (self.hover[0], self.hover[1].index) if self.hover else ("", 0)
            )
            cell = self.cell_at(*drag.click)
            self.asked = Asked(drag.click, self.session.stage, name, index, cell)
        elif drag and drag.click and (params := self.cell_at(*drag.click)):
            plots.go_to_cell(self.session, params)
        if self.session.study.page is Page.DERIVATION:
            self.session.opened.grip = None

    def ask(self) -> None:
        """Ask for the menu by a key: of the selected handle, or else of the canvas."""
        if not self.places:
            return
        camera, place = self.camera(0), self.places[0]
        grip = selected(self.session, self.pixel())
        if grip is None:
            self.asked = Asked(place.center, self.session.stage, key=True)
            return
        x, y = _floats(camera.to_screen(grip.at, place))
        # A handle may be out of sight.
        x = min(max(x, place.x), place.x + place.width)
        y = min(max(y, place.y), place.y + place.height)
        stage = self.session.stage
        self.asked = Asked((x, y), stage, grip.name, grip.index, key=True)

    def reset_at(self, x: float, y: float) -> None:
        """Give the parameter whose handle is there the value that its case has."""
        near = self._markers(x, y) if self.view_at(x, y) == 0 else []
        if near:
            self._drag = None
            self.session.reset_value(min(near, key=lambda item: item[0])[1].name)

    def snap(self, name: str, index: int) -> None:
        """Let a grip go to the nearest place on the grid."""
        params, step = self.session.params, self.snap_step()
        for grip in self.session.study.grips(self.pixel()):
            if (grip.name, grip.index) == (name, index):
                changed = parameters.drag(params, name, index, grip.at, step)
                self.session.edit(changed)

    def fit(self) -> None:
        """Let every view show all of its shapes again, from where it is looked at."""
        opened = self.session.opened
        opened.fitted.update(opened.cameras)
        opened.cameras.clear()

    def wheel(self, x: float, y: float, notches: float) -> None:
        """Zoom the view under the pointer about it."""
        view = self.view_at(x, y)
        if view is None:
            return
        turned = min(max(notches, -_NOTCHES), _NOTCHES)
        camera, factor = self.camera(view), _ZOOM_PER_NOTCH**turned
        self.session.opened.cameras[view] = (
            camera.zoomed(factor, (x, y), self.places[view])
            if isinstance(camera, Camera2D)
            else camera.zoomed(factor)
        )

    def nudge(self, dx: int, dy: int, *, coarse: bool) -> bool:
        """Move the selected grip by a small step; False if none is selected."""
        grip = selected(self.session, self.pixel())
        if grip is None:
            begin = self.world(*self.places[0].center) or ()
            way = (10 * dx, 10 * dy) if coarse else (dx, dy)
            return quiz.nudge(self.session, way, self.pixel(), begin)
        length = self.snap_step() * (1.0 if coarse else 0.2)
        camera = self.camera(0)
        step = (
            _floats((dx * camera.axes[0] + dy * camera.axes[1]) * length)
            if isinstance(camera, OrbitCamera)
            else (dx * length, dy * length)
        )
        changed = parameters.nudge(self.session.params, grip, step)
        self.session.edit(changed, self.session.press)
        return True

    def face(self, axis: str) -> None:
        """Look along an axis, in space."""
        camera = view_cameras.facing(self.session, self.places, axis)
        if camera:
            opened = self.session.opened
            # It fits a window of another size too, from the same side.
            opened.cameras[0] = opened.fitted[0] = camera

    def overlay(self) -> list[Record]:
        """Return the grips as records to draw over the picture."""
        of = self.session.study, self.pixel(), self._lit(), self.parameter
        if self._marked is None or self._marked[0] != of:
            self._marked = of, marks(*of)
        records = [*self._marked[1]]
        if self.axis and self.drag and len(self.drag.held) == 3:
            direction = _AXES[self.axis]
            records.append(Line(self.drag.held, direction, role=Role.ACCENT, width=1.0))
        return [*records, *quiz.marks(self.session)]

    def _lit(self) -> tuple[str, int] | None:
        if self.drag and self.drag.kind == "grip":
            return self.drag.name, self.drag.index
        if self.hover:
            return self.hover[0], self.hover[1].index
        return self.session.opened.grip


def _floats(point: Sequence[float] | np.ndarray) -> Vec:
    return tuple(float(x) for x in point)
