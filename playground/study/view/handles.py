"""The handles over the picture: how each looks, and the one that the keyboard moves."""

from playground.scene.handles import GripKind
from playground.scene.params import Grip
from playground.scene.records import Dot, Label, Record
from playground.scene.roles import Marker, Role
from playground.study.session import Session
from playground.study.study import Study

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
_SIZE, _LIT = 5.5, 3.0
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
