"""The pictures of many samples of one view: each record once, its numbers as columns.

All of it lies in the world: the page composes what is seen, from any side or place.
"""

from collections.abc import Collection
from typing import Any

from playground.language import translated
from playground.page.plane_records import plane_shape, plane_word
from playground.page.slots import Labels, Shape, Slots, Word, told_shape, told_word
from playground.page.space_records import UNIT, space_shape, space_word
from playground.page.view_shapes import ALONE
from playground.render.arrays import Point
from playground.render.type_scale import name_size
from playground.scene.camera import Camera2D, OrbitCamera
from playground.scene.drawlist import DrawList
from playground.scene.records import Dimension, Label

# So many units make up a pixel of a view in the plane: where samples are kept, which
# are many, and where one state is told, which may be looked at from nearer.
_KEPT, _TOLD = 20.0, 2000.0

# Names are as large in views of all shapes.
_NAME = name_size(ALONE[1])


def unit(camera: Camera2D | OrbitCamera) -> float:
    """Return the length in the world that a page's whole numbers count."""
    return 1.0 / (_KEPT * camera.scale) if isinstance(camera, Camera2D) else UNIT


def told_view(
    drawlist: DrawList,
    of_article: Collection[int],
    camera: Camera2D | OrbitCamera,
    size: Point,
) -> dict[str, Any]:
    """Return one view of one state as a page has it; see `SampledView`."""
    view = SampledView(drawlist, camera, size)
    if isinstance(camera, Camera2D):
        view.unit = 1.0 / (_TOLD * camera.scale)
    shapes, words = view.told(drawlist, of_article)
    return {
        **view.seen(),
        "prims": [*map(told_shape, shapes)],
        "texts": [*map(told_word, words)],
    }


class SampledView:
    """One view of a stop, sample by sample.

    Parameters
    ----------
    first
        The view as the stop's own state shows it.
    camera
        From where it is seen at first.
    size
        Its width and height in pixels.
    """

    def __init__(
        self, first: DrawList, camera: Camera2D | OrbitCamera, size: Point
    ) -> None:
        self.caption = first.caption
        self.camera, self.size, self.unit = camera, size, unit(camera)
        self._shapes, self._labels = Slots(), Labels()
        self._samples = 0

    def add(self, drawlist: DrawList, of_article: Collection[int]) -> None:
        """Tell one more sample; `of_article` are the ids of the listing's records."""
        shapes, words = self.told(drawlist, of_article)
        self._shapes.add(self._samples, shapes)
        self._labels.add(self._samples, words)
        self._samples += 1

    def told(
        self, drawlist: DrawList, of_article: Collection[int]
    ) -> tuple[list[Shape], list[Word]]:
        """Return the shapes and the words of one sample."""
        shapes: list[Shape | None] = []
        words: list[Word | None] = []
        flat = isinstance(self.camera, Camera2D)
        for record in drawlist.records:
            own = id(record) in of_article
            if isinstance(record, Label):
                words.append(
                    plane_word(record, self.unit, _NAME, own)
                    if flat
                    else space_word(record, _NAME, own)
                )
                continue
            if isinstance(record, Dimension):
                words.append(plane_word(record, self.unit, _NAME, own))
            shapes.append(
                plane_shape(record, self.unit, own)
                if flat
                else space_shape(record, own)
            )
        return [s for s in shapes if s], [w for w in words if w]

    def blank(self) -> None:
        """Note that one more sample has nothing in this view."""
        self._samples += 1

    def packed(self) -> dict[str, Any]:
        """Return the view as the page has it."""
        return {
            **self.seen(),
            "prims": self._shapes.packed(self._samples),
            "texts": self._labels.packed(self._samples),
        }

    def seen(self) -> dict[str, Any]:
        """Return what a view is, and from where it is seen."""
        return {
            "space": int(isinstance(self.camera, OrbitCamera)),
            "caption": translated(self.caption),
            "size": list(self.size),
            "camera": told_camera(self.camera),
            "unit": self.unit,
        }


def told_camera(camera: Camera2D | OrbitCamera) -> Any:
    """Return a camera as a page has it."""
    if isinstance(camera, Camera2D):
        return [*camera.center, camera.scale]
    return {
        "target": list(camera.target),
        "distance": camera.distance,
        "yaw": camera.yaw,
        "pitch": camera.pitch,
        "fov": camera.fov,
    }
