"""Where a mover is put for a judge's questions: about the figure, and on its way."""

from dataclasses import dataclass
from typing import Any

from playground.collision.numeric import Array


@dataclass(frozen=True)
class MoverAim:
    """How movers are aimed at figures, many at once.

    Attributes
    ----------
    at : tuple of array (n,)
        Where the mover passes, along three axes from the middle of the figure: at 1
        and -1 it touches a face that lies across the axis. Of two axes the third is
        left out.
    part : array (n,)
        How much of the mover's way is behind it there.
    way : tuple of array (n,), or None
        A way through the world in place of the mover's own, likewise.
    """

    at: tuple[Array, Array, Array]
    part: Array
    way: tuple[Array, Array, Array] | None = None

    def way_or(self, own: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the way, or the mover's own."""
        return own if self.way is None else self.way[: len(own)]
