"""What a fine map costs: from a change to the texture that the driver is handed."""

from collections.abc import Sequence
from dataclasses import dataclass

from playground.bench.timing import seconds
from playground.explore.map import AxisSamples, MapKind, compute
from playground.render.paint import paint
from playground.scene.scene import Entry
from playground.study.session import Session

# So wide is the world that a map shows; a cell of the sizes in use is then a power of
# two wide, as it is in the window.
_WIDTH = 20.0
# A map of more cells is made once only: it takes long enough to be timed, and what the
# first one compiles a smaller one has had compiled.
_MANY = 2_000_000


@dataclass(frozen=True)
class MapCost:
    """The milliseconds of a scene's fine map, one core."""

    scene: str
    map: str
    size: str
    cost: float


def map_costs(
    scenes: Sequence[Entry], sizes: Sequence[tuple[int, int]]
) -> list[MapCost]:
    """Return what each map of each scene costs at these sizes, a cell a pixel."""
    found = []
    for scene in scenes:
        session = Session((scene,))
        for kind in session.study.maps:
            for size in sizes:
                many = size[0] * size[1] > _MANY
                cost = seconds(
                    lambda: _made(session, kind, size),  # noqa: B023
                    1 if many else 2,
                    prepared=many,
                )
                shown = f"{size[0]}x{size[1]}"
                found.append(MapCost(scene.id, kind.value, shown, 1e3 * cost))
    return found


def _made(session: Session, kind: MapKind, size: tuple[int, int]) -> None:
    """Answer and paint what a worker would for a change of the params."""
    session.look(map=kind)
    if (question := session.study.question) is None:
        raise ValueError(f"{session.scene.id} has no map of its {kind}")
    step = _WIDTH / size[0]
    columns, rows = (AxisSamples(-n // 2, n, step) for n in size)
    field = compute(question, columns, rows)
    if field is not None:
        paint(field)
