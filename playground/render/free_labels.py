"""The words of a view: which there are, how they are set, and what is in their way."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from playground.render import grid, labels
from playground.render.arrays import Array, Point
from playground.render.frame import PixelViewport
from playground.render.labels import Box, Measure, PlacedText, Request, Sides
from playground.render.pen import Pen
from playground.render.shapes import Pieces
from playground.render.sheet import Sheet
from playground.render.theme import RGBA, Theme, faded
from playground.render.type_scale import title_size
from playground.render.typeset import Voice
from playground.scene.camera import Camera2D, Viewport
from playground.scene.records import Label
from playground.scene.roles import Role

_SAMPLE_SPACING = 5.0
# How much of a picture a plate hides.
PLATE = 0.72
_NOTHING: RGBA = (0.0, 0.0, 0.0, 0.0)
# A note against a name.
_NOTE = 0.87
# The dots that join a label to its anchor: how far apart, how wide, how strong. No
# line of a figure is dotted.
_DOTTED, _DOT, _LEADER = 4.0, 1.5, 0.85
# Numbers nearer to each other than this, in a row, would read as one.
_ROOM = 8.0
# Where a view's title lies, and how much wider bold letters are.
_CORNER, _BOLDER = (16.0, 12.0), 1.04

Corner = tuple[float, float]
# A label, where in sheet pixels it belongs, and in which direction to try first.
Found = tuple[Label, Point, Sequence[float]]


@dataclass(frozen=True)
class Words:
    """How the words of a view are set; boxes on screen that are `taken` are no room."""

    measure: Measure
    name: float
    sides: Sides | None
    theme: Theme
    taken: tuple[Box, ...] = ()

    @property
    def small(self) -> float:
        """The size of a note."""
        return _NOTE * self.name

    def requests(self, found: Sequence[Found], frame: PixelViewport) -> list[Request]:
        """Return the labels to place, those of the verdict first, the faint last."""
        ordered = sorted(found, key=lambda one: rank(one[0]))
        seen: Counter[str] = Counter()
        requests = []
        for label, at, toward in ordered:
            # The text of a number changes with it, its key does not.
            known = label.key or label.text
            seen[known] += 1
            request = self._request(label, at, toward, frame, seen[known])
            if not self._hidden(request):
                requests.append(request)
        return requests

    def _hidden(self, request: Request) -> bool:
        """Return whether something lies over what a label is for."""
        x, y = request.x, request.y
        return any(
            left <= x <= right and top <= y <= foot
            for left, top, right, foot in self.taken
        )

    def _request(
        self,
        label: Label,
        at: Point,
        toward: Sequence[float],
        frame: PixelViewport,
        number: int,
    ) -> Request:
        x, y = frame.viewport.center
        return Request(
            x + float(at[0]) / frame.ratio,
            y - float(at[1]) / frame.ratio,
            (float(toward[0]), -float(toward[1])),
            label.gap,
            label.text,
            label.size * self.name,
            faded(self.theme.texts[label.role], label.alpha),
            faded(self.theme.background, label.alpha),
            (label.key or label.text, number),
            label,
        )


def rank(label: Label) -> int:
    """Return how late a label is placed: the verdict's own numbers come first."""
    if label.role in (Role.HIT, Role.MISS):
        return 0
    return 2 if label.derivation or label.role in (Role.MUTED, Role.CONSTRUCTION) else 1


def box_of(place: Viewport) -> Box:
    """Return left, top, right and bottom of a place."""
    return place.x, place.y, place.x + place.width, place.y + place.height


def _heading_corner(extent: Corner, viewport: Viewport, taken: Sequence[Box]) -> Corner:
    """Return where a view's heading of that extent begins: beside what is taken."""
    x, y = viewport.x + _CORNER[0], viewport.y + _CORNER[1]
    right = viewport.x + viewport.width

    def free(at: Corner) -> bool:
        left, top, end, foot = at[0], at[1], at[0] + extent[0], at[1] + extent[1]
        lain = (
            left < box[2] and box[0] < end and top < box[3] and box[1] < foot
            for box in taken
        )
        return end < right and not any(lain)

    beside = [(box[2] + 16.0, y) for box in taken if box[2] > x]
    over = [box for box in taken if box[0] < x + extent[0] and x < box[2]]
    below = sorted((x, box[3] + 8.0) for box in over)
    return next((at for at in ((x, y), *beside, *below) if free(at)), (x, y))


def heading(
    caption: str, viewport: Viewport, words: Words
) -> tuple[PlacedText, Box] | None:
    """Return a view's title in its corner, and what it keeps free; None without one."""
    if not caption:
        return None
    size, theme = title_size(words.name), words.theme
    # Whoever measures has no bold face, which is a little wider.
    width, height = words.measure(caption, size)
    extent = _BOLDER * width, height
    x, y = _heading_corner(extent, viewport, words.taken)
    text = PlacedText(
        x, y, caption, size, theme.text_muted, *extent,
        faded(theme.background, 1.0), voice=Voice.TITLE,
    )  # fmt: skip
    left, top, right, bottom = text.box
    return text, (left - 4.0, top - 4.0, right + 8.0, bottom + 4.0)


def leaders(
    placed: Sequence[PlacedText], frame: PixelViewport, theme: Theme, sheet: Sheet
) -> None:
    """Draw the dotted lines that join labels to anchors far off."""
    ratio = frame.ratio
    for text in placed:
        if text.leader is None:
            continue
        tone = faded(theme.text_muted, _LEADER * text.colour[3])
        start, end = frame.to_sheet(np.array(text.leader))
        far = float(np.hypot(*(end - start)))
        step = (end - start) / far
        dots = start + np.arange(0.0, far, _DOTTED * ratio)[:, None] * step
        # A dot is a piece of a line with round ends that has next to no length.
        ends = np.stack([dots, dots + 0.1 * ratio * step], axis=1).reshape(-1, 2)
        sheet.put(Pieces(ends, Pen(tone, _DOT * ratio)))


def legible(
    texts: list[PlacedText], theme: Theme, *, plated: bool, covered: bool = False
) -> list[PlacedText]:
    """Give each text a plate of the background's colour where a picture is behind.

    One that is `covered` by opaque colours shows none of them through a plate.
    """
    if not plated:
        return texts
    ground = faded(theme.background, 1.0 if covered else PLATE)
    return [replace(text, plate=ground, halo=_NOTHING) for text in texts]


def samples(sheet: Sheet, frame: PixelViewport) -> Array:
    """Return points on screen on what was drawn on a sheet."""
    return frame.to_screen(sheet.samples(_SAMPLE_SPACING * frame.ratio))


def axis_samples(camera: Camera2D, viewport: Viewport) -> Array:
    """Return points on screen on the axes, in sight or not."""
    x, y = camera.to_screen((0.0, 0.0), viewport)
    across = np.arange(viewport.x, viewport.x + viewport.width, _SAMPLE_SPACING)
    down = np.arange(viewport.y, viewport.y + viewport.height, _SAMPLE_SPACING)
    level = np.stack([across, np.full_like(across, y)], axis=1)
    upright = np.stack([np.full_like(down, x), down], axis=1)
    return np.concatenate([level, upright])


def tick_texts(
    camera: Camera2D,
    viewport: Viewport,
    tones: tuple[RGBA, RGBA],
    measure: Measure,
    size: float,
) -> list[tuple[PlacedText, list[PlacedText]]]:
    """Return the numbers of the grid, each with those before it that it would be on.

    `tones` are the colour of the numbers, and that of the ground under them.
    """
    tone, ground = tones
    texts: list[PlacedText] = []
    for tick in grid.ticks(camera, viewport):
        extent = measure(tick.text, size)
        corner = grid.tick_corner(tick, extent, viewport)
        if corner:
            text = PlacedText(*corner, tick.text, size, tone, *extent, ground)
            texts.append(text)
    boxes = [text.box for text in texts]
    return [
        (text, [texts[i] for i in _under(text, boxes[:place])])
        for place, text in enumerate(texts)
    ]


def free_ticks(
    numbers: Sequence[tuple[PlacedText, list[PlacedText]]],
    taken: Sequence[Box],
    ink: Array,
) -> list[PlacedText]:
    """Return the numbers on the axes without those that would lie on something."""
    texts: list[PlacedText] = []
    for text, crowded in numbers:
        if not (_under(text, taken) or any(other in texts for other in crowded)):
            texts.append(text)
    boxes = [(t.x - 1, t.y, t.x + t.width + 1, t.y + t.height) for t in texts]
    hidden = labels.touched(np.array(boxes).reshape(-1, 4), ink)
    return [text for text, on_ink in zip(texts, hidden, strict=True) if not on_ink]


def _under(text: PlacedText, boxes: Sequence[Box]) -> list[int]:
    """Return the numbers of the boxes that a text would lie on."""
    left, top, right, bottom = text.box
    left, right = left - _ROOM, right + _ROOM
    return [
        number
        for number, (x, y, end, foot) in enumerate(boxes)
        if left < end and x < right and top < foot and y < bottom
    ]
