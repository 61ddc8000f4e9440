"""What article 3's scene asks the core, for other code to be asked the same."""

from playground.collision import PointEllipse, point_ellipse
from playground.collision.numeric import Array
from playground.scene import Arguments, Given, Query, Told, by_name, decided
from scenes.point_ellipse.params import PointEllipseParams


def _gap(a: Arguments, e: PointEllipse) -> Array:
    return decided(e.distance, e.hit, e.hit & ~e.inside)


QUERY = Query(
    function=point_ellipse,
    given={
        "point": Given.PLACE,
        "center": Given.PLACE,
        "radii": Given.POSITIVE,
        "angle": Given.ANGLE,
    },
    arguments=by_name("point", "center", "radii", "angle"),
    params=lambda a: PointEllipseParams(**a),
    gap=_gap,
    names={"distance": Told.DISTANCE, "closest": Told.POINT, "inside": Told.FLAG},
    number="distance",
    fixed={"angle": 0.0},
)
