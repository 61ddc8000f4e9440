"""Step 1 of 5, a picture: a point and a circle."""

from dataclasses import dataclass

import playground.scene as sc


@dataclass(frozen=True)
class InCircle(sc.Params):
    at: sc.Vec2 = sc.point(1.0, 0.5, label="Point P", help="The point.", handle=None)
    radius: float = sc.slider(2.0, 0.0, 5.0, label="Radius r", help="Of the circle.")


def solve(p):
    return None  # nothing is computed yet


def draw(p, result, out):
    out.add(sc.Circle((0.0, 0.0), p.radius, role=sc.Role.OBSTACLE, fill=0.15))
    out.add(sc.Dot(p.at, role=sc.Role.MOVER))


SCENE = sc.Scene(
    id="point_circle",
    title="Point vs circle",
    params=InCircle,
    cases=sc.cases(
        sc.Case("In the circle", InCircle(), "P is nearer to O than r."),
    ),
    solve=solve,
    picture=draw,
)
