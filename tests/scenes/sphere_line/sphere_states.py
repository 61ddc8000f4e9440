"""States of the moving sphere and the line, and the truth by another method."""

import numpy as np

from playground.scene import DrawList, Primitive
from scenes.sphere_line.params import SphereLineParams

# Along -z past a line along x at height 2: the gap closes at z = 1 and opens at -1.
PLAIN = SphereLineParams(
    start=(0.5, 2.0, 3.0),
    end=(0.5, 2.0, -5.0),
    radius=1.0,
    line_point=(-3.0, 2.0, 0.0),
    line_direction=(4.0, 0.0, 0.0),
    t=0.125,
)
# Down past the x axis: the gap closes at y = 1, that is t = 0.5, and opens at the end.
DOWN = SphereLineParams(
    start=(0.0, 3.0, 0.0),
    end=(0.0, -1.0, 0.0),
    radius=1.0,
    line_point=(0.0, 0.0, 0.0),
    line_direction=(2.0, 0.0, 0.0),
    t=0.25,
)


def off_line(p: SphereLineParams, at: object) -> float:
    v = np.asarray(p.line_direction) / np.linalg.norm(p.line_direction)
    return float(np.linalg.norm(np.cross(np.subtract(at, p.line_point), v)))


def center(p: SphereLineParams, t: float) -> np.ndarray:
    return (1.0 - t) * np.asarray(p.start) + t * np.asarray(p.end)


def only(out: DrawList, kind: type[Primitive], key: str = "") -> list[Primitive]:
    return [x for x in out.primitives if isinstance(x, kind) and key in ("", x.key)]


def drawn_at_random(count: int) -> list[SphereLineParams]:
    """Draw params of few decimals, to include touches, rests and parallels."""
    random = np.random.default_rng(4)
    found = []
    while len(found) < count:
        start, step, q, v = random.integers(-4, 5, (4, 3)) / 2.0
        step *= random.choice([0.0, 0.002, 1.0, 2.0])
        if v.any():
            found.append(
                SphereLineParams(
                    start=tuple(map(float, start)),
                    end=tuple(map(float, start + step)),
                    radius=float(random.choice([0.0, 0.5, 1.0, 2.0])),
                    line_point=tuple(map(float, q)),
                    line_direction=tuple(map(float, v)),
                    t=float(random.integers(0, 5) / 4),
                )
            )
    return found
