"""Pointer and keyboard controls of the canvas: drag, pan, orbit, zoom, nudge, menu.

Screen positions are logical pixels, y down. Only the first view has handles; every view
has a camera of its own.
"""

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from playground.i18n import current_language, translate
from playground.quick_dataclass import dataclass
from playground.scene import params as parameters
from playground.scene.camera import (
    Camera2D,
    OrbitCamera,
    Viewport,
    highlight_key_at,
    tick_step,
)
from playground.scene.handles import HandleKind, PressedHandle, Vec
from playground.scene.params import HandleMark, Params
from playground.scene.primitives import (
    Arrow,
    Dot,
    Label,
    Line,
    Marker,
    Primitive,
    Role,
    Segment,
)
from playground.session import plot_controls, quiz
from playground.session.open_scene import Camera
from playground.session.session import Session
from playground.session.view import cameras as view_cameras
from playground.session.view.animation import FadeIn
from playground.session.view_model import SceneView
from playground.session.view_options import Page

HANDLE_MARKERS = {
    HandleKind.CENTER: Marker.DISC,
    HandleKind.RIM: Marker.RING,
    HandleKind.TIP: Marker.RING,
    HandleKind.ROTATE: Marker.RING,
    HandleKind.CORNER: Marker.SQUARE,
    HandleKind.SIDE: Marker.SQUARE,
    HandleKind.PIVOT: Marker.DIAMOND,
}
# Radius of a handle, and how much it grows when highlighted.
_HANDLE_RADIUS_PX = 5.5
_HIGHLIGHT_EXTRA_PX = 3.0
_HANDLE_RADII_PX = {
    HandleKind.SIDE: 3.5,
    HandleKind.CORNER: 4.5,
    HandleKind.CENTER: 4.5,
}


def handle_primitives(
    study: SceneView, pixel: float, lit: tuple[str, int] | None, parameter: str = ""
) -> list[Primitive]:
    """Return the primitives of the handles, to draw over the picture.

    Parameters
    ----------
    study : SceneView
        The view model.
    pixel : float
        World length of a logical pixel.
    lit : tuple or None
        Name and index of the handle that is highlighted and labeled; None for none.
    parameter : str
        Name of a parameter whose handles are all highlighted; "" for none.
    """
    grips = study.list_handle_marks(pixel)
    records: list[Primitive] = [
        *_handle_stems(study, grips),
        *(
            _handle_dot(g, lit == (g.name, g.index) or g.name == parameter)
            for g in grips
        ),
    ]
    if lit_grip := _find_handle(grips, lit):
        name = _handle_name(lit_grip, study.picture.primitives)
        records.append(Label(lit_grip.at, name, size=0.87, role=Role.ACCENT))
    return records


def _handle_name(mark: HandleMark, drawn: Sequence[Primitive]) -> str:
    """Return a handle's name without the letter that the picture has there anyway."""
    letter = mark.label.rpartition(" ")[2]
    has_letter = any(
        isinstance(label, Label) and label.text == letter and label.at == mark.at
        for label in drawn
    )
    if not has_letter:
        return mark.label
    return translate(mark.label).removesuffix(letter).strip() or mark.label


def _handle_stems(study: SceneView, grips: Sequence[HandleMark]) -> Iterator[Segment]:
    """Yield lines from shapes to the rotation handles that stand off them."""
    if any(grip.kind is HandleKind.ROTATE for grip in grips):
        # With a pixel of length 0 they stand on their shapes.
        on_shapes = parameters.list_handle_marks(study.params, 0.0)
        for grip, end in zip(grips, on_shapes, strict=True):
            if grip.kind is HandleKind.ROTATE:
                yield Segment(end.at, grip.at, width=1.5, role=Role.INK, alpha=0.7)


def _handle_dot(grip: HandleMark, lit: bool) -> Dot:
    size = _HANDLE_RADII_PX.get(grip.kind, _HANDLE_RADIUS_PX)
    dot = Dot(grip.at, size, HANDLE_MARKERS[grip.kind], role=Role.INK)
    return (
        dot.copy_with(size=size + _HIGHLIGHT_EXTRA_PX, role=Role.ACCENT) if lit else dot
    )


def select_next_handle(session: Session, direction: int) -> None:
    """Select the next handle (`direction` 1) or the previous one (-1), in a cycle."""
    grips = [(g.name, g.index) for g in session.scene_view.list_handle_marks(1.0)]
    opened = session.open_scene
    if opened.selected_handle in grips:
        index = grips.index(opened.selected_handle) + direction
        opened.selected_handle = grips[index % len(grips)]
    elif grips:
        opened.selected_handle = grips[0 if direction > 0 else -1]


def find_selected_handle(session: Session, pixel: float) -> HandleMark | None:
    """Return the selected handle; None for none.

    `pixel` is the world length of a logical pixel.
    """
    grips = session.scene_view.list_handle_marks(pixel)
    return _find_handle(grips, session.open_scene.selected_handle)


def _find_handle(
    marks: Sequence[HandleMark], key: tuple[str, int] | None
) -> HandleMark | None:
    """Return the handle with this name and index; None for none."""
    return next((mark for mark in marks if (mark.name, mark.index) == key), None)


# ----------------------------------------------------------------------------


_ZOOM_FACTOR_PER_NOTCH = 1.15
# Limit of notches per event, which covers the whole zoom range.
_MAX_NOTCH_COUNT = 300.0
# The snap step is the next round length above this.
_MIN_SNAP_STEP_PX = 24.0
# A press that moves farther is a drag.
_MAX_CLICK_DISTANCE_PX = 3.0
# Distance from the edge of an arrow to a handle outside the view.
_EDGE_ARROW_PX = 32.0
_AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


@dataclass(frozen=True)
class Drag:
    """A press that has not been released.

    Attributes
    ----------
    kind : str
        "grip" (a handle), "guess", "pan", "orbit", or "menu", which pans once it moves.
    view : int
        Index of the view.
    name, index : str, int
        The handle's name and index; "" for other kinds.
    offset : tuple of float
        Vector from the pointer to the handle, in world units.
    held : tuple of float
        The handle's position at the start, in world units; empty for other kinds.
    click : tuple of float or None
        Screen position of the press, while it can still be a click; else None.
    cancel : callable or None
        Undoes the drag; None if it cannot be undone.
    about : tuple of float or None
        The world point that the view orbits; None for other kinds, and for the camera's
        target.
    """

    kind: str
    view: int
    name: str = ""
    index: int = 0
    offset: Vec = ()
    held: Vec = ()
    click: Vec | None = None
    cancel: Callable[[], None] | None = None
    about: Vec | None = None


@dataclass
class MenuRequest:
    """Request to open the context menu.

    Attributes
    ----------
    at : tuple of float
        Screen position in logical pixels.
    context_id : hashable
        The session's context, with which it ends.
    name, index : str, int or None
        The handle there, "" for none; for a parameter's field the parameter's name and
        None.
    cell : Params or None
        Params of the map's cell there.
    draw_items : callable or None
        Draws the items of another thing in a panel.
    fresh : bool
        Whether it has not been opened yet.
    key : bool
        Whether it came from the keyboard, so that its first item gets the focus.
    """

    at: Vec
    context_id: Hashable
    name: str = ""
    index: int | None = 0
    cell: Params | None = None
    fresh: bool = True
    key: bool = False
    draw_items: Callable[..., None] | None = None


class Controls:
    """Controls that turn pointer events on the canvas into edits of the session.

    Drags and hovers end with the session's context.

    Attributes
    ----------
    motion : FadeIn
        State of the picture's animations.
    places : list of Viewport
        Rectangle of each view, in logical pixels; set by the frontend.
    axis : str
        Axis, "x", "y" or "z", along which a handle is dragged in 3D; "" for none.
    parameter : str
        Name of a parameter whose handles are highlighted; "" for none.
    space : bool
        Whether the space bar is held, so that drags pan.
    menu_request : MenuRequest or None
        The last request to open the context menu.
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.motion = FadeIn(session)
        self.places: list[Viewport] = []
        # Overlays on the canvas that the picture should avoid.
        self.taken: tuple[Viewport, ...] = ()
        # Whether views are fitted with room for the derivation.
        self.fits_derivation = False
        self.axis = ""
        self._context_id = session.context_id
        self._hover: tuple[str, PressedHandle] | None = None
        self._drag: Drag | None = None
        self._hover_key = ""
        # The key under a handle that was just released, which is not highlighted; None
        # until it is known.
        self._ignored_key: str | None = ""
        self.parameter = ""
        self._handle_cache: tuple[tuple[object, ...], list[Primitive]] | None = None
        self.space = False
        self.menu_request: MenuRequest | None = None
        # Returns the params of the map's cell at a screen point; set by the frontend.
        self.cell_at: Callable[[float, float], Params | None] = lambda x, y: None

    @property
    def drag(self) -> Drag | None:
        """The current drag; None without one, or if its view is no longer displayed."""
        self._drop_stale_state()
        drag = self._drag
        return drag if drag and drag.view < len(self.places) else None

    @property
    def hover(self) -> tuple[str, PressedHandle] | None:
        """The parameter's name and the handle under the pointer; None for none."""
        self._drop_stale_state()
        return self._hover

    @property
    def hover_key(self) -> str:
        """Highlight key under the pointer; "" for none."""
        self._drop_stale_state()
        return self._hover_key

    def _drop_stale_state(self) -> None:
        stage = self.session.context_id
        if self._context_id != stage:
            self._context_id, self._drag, self._hover = stage, None, None
            self._hover_key = self.axis = ""

    def camera(self, view: int) -> Camera:
        """Return the camera of the view with this index, fitted if it has none yet."""
        return view_cameras.view_camera(
            self.session,
            self.places,
            view,
            self.taken,
            with_derivation=self.fits_derivation,
        )

    def view_at(self, x: float, y: float) -> int | None:
        """Return the index of the view at a screen point; None outside of all views.

        The point is in logical pixels.
        """
        places = enumerate(self.places)
        return next((i for i, place in places if place.contains(x, y)), None)

    def pixel_size(self) -> float:
        """Return the world length of one logical pixel in the first view."""
        return view_cameras.pixel_size(self.session, self.places, self.taken)

    def snap_step(self) -> float:
        """Return the distance of grid lines for snapping, in world units."""
        return tick_step(1.0 / self.pixel_size(), _MIN_SNAP_STEP_PX)

    def world(self, x: float, y: float, beside: Vec | None = None) -> Vec | None:
        """Return the world point at a screen position of the first view.

        Parameters
        ----------
        x, y : float
            Screen position.
        beside : tuple of float, optional
            In 3D, a point of the plane parallel to the screen in which to find the
            point; by default the camera's target.

        Returns
        -------
        tuple of float or None
            None if the plane is behind the camera.
        """
        camera, place = self.camera(0), self.places[0]
        if isinstance(camera, Camera2D):
            return _floats(camera.to_world((x, y), place))
        point = camera.on_plane(x, y, place, beside or camera.target)
        return None if point is None else _floats(point)

    def _pick_handle(self, x: float, y: float) -> tuple[str, PressedHandle] | None:
        if self.session.has_question:
            return None
        camera, place = self.camera(0), self.places[0]
        if isinstance(camera, Camera2D):
            position = _floats(camera.to_world((x, y), place))
            return parameters.pick(self.session.params, position, self.pixel_size())
        near = self._handles_near(x, y)
        if not near:
            return None
        gap, grip = min(near, key=lambda item: item[0])
        return grip.name, PressedHandle(grip.index, grip.at, gap)

    def _handles_near(self, x: float, y: float) -> list[tuple[float, HandleMark]]:
        """Return the handles near the pointer, with their distances in pixels.

        They are within `PICK_RADIUS_PX`.
        """
        camera, place = self.camera(0), self.places[0]
        candidates = [
            (math.dist(_floats(camera.to_screen(grip.at, place)), (x, y)), grip)
            for grip in self.session.scene_view.list_handle_marks(self.pixel_size())
        ]
        return [item for item in candidates if item[0] <= parameters.PICK_RADIUS_PX]

    def pointer_move(self, x: float, y: float) -> None:
        """Find the handle and the highlight key at a screen position in px."""
        view = self.view_at(x, y)
        self._drop_stale_state()
        self._hover = self._pick_handle(x, y) if view == 0 else None
        key = "" if view is None else self._key_at(view, x, y)
        self._ignored_key = key if self._ignored_key in (None, key) else ""
        self._hover_key = "" if key == self._ignored_key else key

    def pointer_leave(self) -> None:
        """Clear the hover."""
        self._hover, self._hover_key = None, ""

    def _key_at(self, view: int, x: float, y: float) -> str:
        camera, place = self.camera(view), self.places[view]
        primitives = self.motion.draw_list.self_and_views[view]
        return highlight_key_at(
            primitives, (x, y), lambda points: camera.to_screen(points, place)
        )

    def pointer_down(
        self, x: float, y: float, *, pan: bool, menu: bool = False
    ) -> None:
        """Begin a drag of a handle or the view.

        Parameters
        ----------
        x, y : float
            Screen position.
        pan : bool
            Whether to pan, whatever is under the pointer.
        menu : bool
            Whether a click requests the menu; a drag then pans.
        """
        view = self.view_at(x, y)
        if view is None:
            return
        self.pointer_move(x, y)
        if menu:
            self._drag = Drag("menu", view, click=(x, y))
            return
        click = (x, y) if view == 0 and not (pan or self.space) else None
        if self.hover and not pan and not self.space:
            # In a shape, but not on a marker, it may still be a click on the map.
            self._grab_handle(
                x, y, *self.hover, None if self._handles_near(x, y) else click
            )
        elif view == 0 and not (pan or self.space) and self._place_guess(x, y):
            self._drag = Drag("guess", view)
        else:
            space = isinstance(self.camera(view), OrbitCamera)
            orbit = space and not pan and not self.space
            kind, back = "orbit" if orbit else "pan", self._make_camera_restorer(view)
            orbit_center = self._middle_of_shapes(view) if orbit else None
            self._drag = Drag(kind, view, click=click, cancel=back, about=orbit_center)
            self.session.open_scene.selected_handle = None

    def _middle_of_shapes(self, view: int) -> Vec | None:
        bounds = self.motion.draw_list.self_and_views[view].bounds()
        if bounds is None:
            return None
        return tuple((a + b) / 2 for a, b in zip(bounds.low, bounds.high, strict=True))

    def _place_guess(self, x: float, y: float) -> bool:
        """Place the guess of a quiz; return False if none is asked for."""
        position = self.world(x, y) if quiz.places_guess(self.session) else None
        if position:
            quiz.guess_point(self.session, position)
        return position is not None

    def _grab_handle(
        self, x: float, y: float, name: str, hold: PressedHandle, click: Vec | None
    ) -> None:
        pointer = self.world(x, y, hold.point) or hold.point
        offset = tuple(a - b for a, b in zip(hold.point, pointer, strict=True))
        back = partial(self.session.restore_history, self.session.open_scene.history)
        self._drag = Drag("grip", 0, name, hold.index, offset, hold.point, click, back)
        self._hover_key = ""
        self.session.open_scene.selected_handle = (name, hold.index)
        self.session.stop_playback()

    def pointer_drag(
        self, x: float, y: float, dx: float, dy: float, *, snap: bool
    ) -> None:
        """Continue the drag; up to `_MAX_CLICK_DISTANCE_PX` it can still be a click.

        Parameters
        ----------
        x, y : float
            Screen position.
        dx, dy : float
            Change since the last event, in logical pixels.
        snap : bool
            Whether a handle snaps to the grid.
        """
        drag = self.drag
        if drag is None:
            return
        if drag.click:
            if math.dist(drag.click, (x, y)) <= _MAX_CLICK_DISTANCE_PX:
                return
            drag = self._drag = replace(drag, click=None)
        if drag.kind == "grip":
            self._drag_handle(drag, x, y, self.snap_step() if snap else None)
            return
        if drag.kind == "guess":
            self._place_guess(x, y)
            return
        camera = self.camera(drag.view)
        if isinstance(camera, Camera2D):
            camera = camera.pan(dx, dy)
        elif drag.kind == "orbit":
            camera = camera.orbit(dx, dy, drag.about)
        else:
            camera = camera.pan(dx, dy, self.places[drag.view])
        self.session.open_scene.cameras[drag.view] = camera

    def _drag_handle(self, drag: Drag, x: float, y: float, snap: float | None) -> None:
        if self.axis and len(drag.held) == 3:
            target = self._on_axis(x, y, drag.held)
        else:
            pointer = self.world(x, y, drag.held)
            target = pointer and tuple(
                a + b for a, b in zip(pointer, drag.offset, strict=True)
            )
        if target is None:
            return
        dragged_params = parameters.drag(
            self.session.params, drag.name, drag.index, target, snap
        )
        self.session.edit(dragged_params, self.session.gesture_id)

    def _on_axis(self, x: float, y: float, held: Vec) -> Vec | None:
        """Return the point of the axis through `held` that is nearest to the ray.

        The ray is that through a screen point. None in 2D, and if the axis points at
        the camera.
        """
        camera = self.camera(0)
        if not isinstance(camera, OrbitCamera):
            return None
        origin, sight = camera.ray(x, y, self.places[0])
        axis = np.asarray(_AXES[self.axis])
        normal = np.cross(sight, np.cross(axis, sight))
        slant = float(axis @ normal)
        if abs(slant) < 1e-3:  # the axis points at the camera
            return None
        distance = float((origin - np.asarray(held)) @ normal) / slant
        return _floats(np.asarray(held) + distance * axis)

    def _make_camera_restorer(self, view: int) -> Callable[[], None]:
        """Return a function that restores the current camera of a view."""
        cameras = self.session.open_scene.cameras
        camera_before = cameras.get(view)

        def restore_camera() -> None:
            cameras.pop(view, None)
            if camera_before is not None:
                cameras[view] = camera_before

        return restore_camera

    def cancel_drag(self) -> bool:
        """Undo and end the current drag; return False if there is none to undo."""
        drag = self.drag
        if drag is None or drag.cancel is None:
            return False
        self._drag = None
        drag.cancel()
        return True

    def pointer_up(self) -> None:
        """End the drag.

        A click answers a question that asks for a place; on a map it opens the case of
        the cell. A right click requests the menu. On the derivation page the handle is
        deselected, so that arrow keys step again.
        """
        drag, self._drag = self.drag, None
        if drag and drag.kind == "grip":
            self._ignored_key = None
        elif drag and drag.kind == "guess":
            quiz.reveal(self.session)
        if drag and drag.click and drag.kind == "menu":
            name, index = self._active_handle(selected=False) or ("", 0)
            cell = self.cell_at(*drag.click)
            self.request_menu_at(drag.click, name=name, index=index, cell=cell)
        elif drag and drag.click and quiz.takes_hit_by_click(self.session):
            x, y = drag.click
            if at := self.world(x, y):
                quiz.guess_hit_at(self.session, at)
        elif drag and drag.click and (params := self.cell_at(*drag.click)):
            plot_controls.go_to_cell(self.session, params)
        if self.session.scene_view.page is Page.DERIVATION:
            self.session.open_scene.selected_handle = None

    def request_menu(self) -> None:
        """Request the menu by keyboard, for the selected handle or the canvas."""
        if not self.places:
            return
        camera, place = self.camera(0), self.places[0]
        grip = find_selected_handle(self.session, self.pixel_size())
        if grip is None:
            self.request_menu_at(place.center, key=True)
            return
        x, y = _floats(camera.to_screen(grip.at, place))
        # The handle may be outside the view.
        x = min(max(x, place.x), place.x + place.width)
        y = min(max(y, place.y), place.y + place.height)
        self.request_menu_at((x, y), name=grip.name, index=grip.index, key=True)

    def request_menu_at(self, at: Vec, /, **details: Any) -> None:
        """Request a menu at a screen position, with other fields of `MenuRequest`."""
        self.menu_request = MenuRequest(at, self.session.context_id, **details)

    def reset_handle_at(self, x: float, y: float) -> None:
        """Reset the parameter of the handle at a screen point to its case's value.

        Without a handle within reach nothing happens.
        """
        near = self._handles_near(x, y) if self.view_at(x, y) == 0 else []
        if near:
            self._drag = None
            self.session.reset_value(min(near, key=lambda item: item[0])[1].name)

    def snap_handle(self, name: str, index: int) -> None:
        """Snap the handle with this name and index to the grid."""
        params, step = self.session.params, self.snap_step()
        marks = self.session.scene_view.list_handle_marks(self.pixel_size())
        if grip := _find_handle(marks, (name, index)):
            self.session.edit(parameters.drag(params, name, index, grip.at, step))

    def fit(self) -> None:
        """Fit every view to its shapes, in 3D from its current direction."""
        opened = self.session.open_scene
        opened.fitted.update(opened.cameras)
        opened.cameras.clear()

    def wheel(self, x: float, y: float, notches: float) -> None:
        """Zoom the view under the pointer about that point.

        Parameters
        ----------
        x, y : float
            Screen position.
        notches : float
            Notches of the wheel, positive to zoom in; limited, as is zooming out.
        """
        view = self.view_at(x, y)
        if view is None:
            return
        clamped_notches = min(max(notches, -_MAX_NOTCH_COUNT), _MAX_NOTCH_COUNT)
        camera, factor = self.camera(view), _ZOOM_FACTOR_PER_NOTCH**clamped_notches
        if factor < 1.0:
            min_factor = view_cameras.min_zoom_factor(
                self.session, self.places, view, camera
            )
            factor = max(factor, min_factor)
            if factor == 1.0:
                return
        self.session.open_scene.cameras[view] = (
            camera.zoom(factor, (x, y), self.places[view])
            if isinstance(camera, Camera2D)
            else camera.zoom(factor)
        )

    def nudge(self, dx: int, dy: int, *, coarse: bool) -> bool:
        """Move the selected handle, or else a quiz guess; False if there is none.

        Parameters
        ----------
        dx, dy : int
            Number of arrow-key steps to the right and up on the screen.
        coarse : bool
            Whether a step is a whole grid step, not a fifth; for a guess ten steps.
        """
        grip = find_selected_handle(self.session, self.pixel_size())
        if grip is None:
            begin = self.world(*self.places[0].center) or ()
            way = (10 * dx, 10 * dy) if coarse else (dx, dy)
            return quiz.nudge_guess(self.session, way, self.pixel_size(), begin)
        length = self.snap_step() * (1.0 if coarse else 0.2)
        camera = self.camera(0)
        step = (
            _floats((dx * camera.axes[0] + dy * camera.axes[1]) * length)
            if isinstance(camera, OrbitCamera)
            else (dx * length, dy * length)
        )
        nudged_params = parameters.nudge(self.session.params, grip, step)
        self.session.edit(nudged_params, self.session.gesture_id)
        return True

    def look_along(self, axis: str) -> None:
        """Look along an axis, "front", "right" or "top"; nothing happens in 2D."""
        camera = view_cameras.camera_along_axis(self.session, self.places, axis)
        if camera:
            opened = self.session.open_scene
            # Also the fitted one, so that a resize keeps the direction.
            opened.cameras[0] = opened.fitted[0] = camera

    def overlay(self, *, selected: bool = True) -> list[Primitive]:
        """Return the primitives of handles, drag axis and guess, in world units.

        The handle dragged or under the pointer is highlighted; without one, if
        `selected`, the selected one.
        """
        active = self._active_handle(selected=selected)
        inputs = self.session.scene_view, self.pixel_size(), active, self.parameter
        of_language = inputs, current_language()
        if self._handle_cache is None or self._handle_cache[0] != of_language:
            self._handle_cache = of_language, handle_primitives(*inputs)
        records = [*self._handle_cache[1]]
        if self.axis and self.drag and len(self.drag.held) == 3:
            direction = _AXES[self.axis]
            records.append(Line(self.drag.held, direction, role=Role.ACCENT, width=1.0))
        records += self._edge_arrow(active)
        return [*records, *quiz.guess_primitives(self.session)]

    def _edge_arrow(self, active: tuple[str, int] | None) -> list[Primitive]:
        """Return an arrow at the view's edge to an active handle outside it."""
        marks = self.session.scene_view.list_handle_marks(self.pixel_size())
        place = self.places[0]
        mark = _find_handle(marks, active)
        if mark is None:
            return []
        position = self.camera(0).to_screen(mark.at, place)
        if place.contains(*position) or not np.isfinite(position).all():
            return []
        inset = min(_EDGE_ARROW_PX, place.width / 2, place.height / 2)
        ends = np.array([[place.x, place.y], [place.x, place.y]])
        ends[1] += place.width, place.height
        tail, tip = (
            self.world(x, y, mark.at)
            for gap in (inset, inset / 4)
            for x, y in [np.clip(position, ends[0] + gap, ends[1] - gap).tolist()]
        )
        if tail is None or tip is None:
            return []
        return [
            Arrow(tail, tip, role=Role.ACCENT, width=2.0),
            Label(tail, mark.label, size=0.87, role=Role.ACCENT),
        ]

    def _active_handle(self, *, selected: bool) -> tuple[str, int] | None:
        if self.drag and self.drag.kind == "grip":
            return self.drag.name, self.drag.index
        if self.hover:
            return self.hover[0], self.hover[1].index
        return self.session.open_scene.selected_handle if selected else None


def _floats(point: Sequence[float] | np.ndarray) -> Vec:
    return tuple(float(x) for x in point)
