"""Where the articles' listings differ from the truth: the smallest case of each.

Found by comparing `articles` with the core over random inputs. Every record is
tested with both answers worked out by hand.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Value = float | tuple[float, ...]


@dataclass(frozen=True)
class Difference:
    """One way in which a listing's answer is not the true one.

    Attributes
    ----------
    article : int
        1 to 5.
    name : str
        Unique within the article; fit for a list of cases.
    function : str
        The name in `collision.articles` whose answer differs.
    why : str
        What the listing does and what is true, in a sentence or two.
    arguments : mapping
        The arguments of `function` by name. For `corner_bounce` those of
        `circle_rectangle`, whose velocity it takes.
    meant : mapping
        Arguments to replace when the core is asked: what the listing should have
        used, where it used something else. Usually empty.
    core_refuses : bool
        The core has no answer and raises ValueError.
    """

    article: int
    name: str
    function: str
    why: str
    arguments: Mapping[str, Value]
    meant: Mapping[str, Value] = field(default_factory=dict)
    core_refuses: bool = False

    def __post_init__(self) -> None:
        for name in ("arguments", "meant"):
            frozen = MappingProxyType(dict(getattr(self, name)))
            object.__setattr__(self, name, frozen)


_RAY_CIRCLE = (
    Difference(
        1,
        "starts inside",
        "circle_ray",
        "A negative time counts as an error, so a ray that starts inside the "
        "circle misses. It leaves the circle ahead: a hit.",
        {"center": (0, 0), "radius": 2, "origin": (1, 0), "direction": (1, 0)},
    ),
    Difference(
        1,
        "starts on the circle and leaves",
        "circle_ray",
        "The nearer time is negative, so the listing misses. The ray's first point "
        "lies on the circle: a hit at t = 0.",
        {"center": (0, 0), "radius": 2, "origin": (2, 0), "direction": (1, 0)},
    ),
    Difference(
        1,
        "starts on the circle and enters",
        "circle_ray",
        "The nearer time should be 0; rounding makes it negative, and the ray that "
        "starts on the circle and crosses it misses.",
        {"center": (0, 0), "radius": 1, "origin": (-1, 0), "direction": (1, -3)},
    ),
    Difference(
        1,
        "near miss of a point",
        "circle_ray",
        "The discriminant, an area, is held against 1e-6 whatever the scale: a ray "
        "that passes a circle of radius 0 at 0.0009 touches it.",
        {"center": (0, 0), "radius": 0, "origin": (-0.5, 0.0009), "direction": (1, 0)},
    ),
    Difference(
        1,
        "tiny circle",
        "circle_ray",
        "A discriminant below 1e-6 becomes 0, and both points become the centre of "
        "the circle. They lie 0.0009 before and behind it.",
        {"center": (0, 0), "radius": 0.0009, "origin": (-0.5, 0), "direction": (1, 0)},
    ),
    Difference(
        1,
        "diagonal at a point",
        "circle_ray",
        "The unit diagonal is rounded, the discriminant with it, to less than -1e-6 "
        "only three units away. The ray runs straight through the point.",
        {"center": (0, 0), "radius": 0, "origin": (3, 3), "direction": (-1, -1)},
    ),
    Difference(
        1,
        "far circle missed",
        "circle_ray",
        "The discriminant is a difference of squares of 1540, which a float knows to "
        "a quarter. Aimed at the very centre, the ray misses.",
        {
            "center": (1250, 900),
            "radius": 0.5,
            "origin": (0, 0),
            "direction": (1250, 900),
        },
    ),
    Difference(
        1,
        "far circle hit",
        "circle_ray",
        "The same cancellation the other way: the ray passes the centre at 0.70, the "
        "radius is 0.5, and the listing hits.",
        {
            "center": (900, 700),
            "radius": 0.5,
            "origin": (0, 0),
            "direction": (899.5, 700.5),
        },
    ),
    Difference(
        1,
        "far points off the circle",
        "circle_ray",
        "The same cancellation gives a discriminant of 0: the point handed out is "
        "the centre, not half a unit before it.",
        {
            "center": (600, 900),
            "radius": 0.5,
            "origin": (0, 0),
            "direction": (600, 900),
        },
    ),
    Difference(
        1,
        "tiny direction",
        "circle_ray",
        "The square of 1e-23 is no float, the length becomes 0 and the unit vector "
        "NaN. NaN fails every test for a miss: a hit, with NaN for points.",
        {"center": (3, 0), "radius": 1, "origin": (0, 0), "direction": (1e-23, 0)},
    ),
    Difference(
        1,
        "negative radius",
        "circle_ray",
        "A negative radius is an error, answered as a miss.",
        {"center": (0, 0), "radius": -1, "origin": (-3, 0), "direction": (1, 0)},
        core_refuses=True,
    ),
    Difference(
        1,
        "no direction",
        "circle_ray",
        "A zero direction is an error, answered as a miss.",
        {"center": (0, 0), "radius": 1, "origin": (-3, 0), "direction": (0, 0)},
        core_refuses=True,
    ),
)

_SLAB: dict[str, Value] = {"rect_min": (-2, -1), "rect_max": (2, 1)}
_BAR: dict[str, Value] = {"rect_min": (-2, -0.25), "rect_max": (2, 0.25)}

_CIRCLE_RECT = (
    Difference(
        2,
        "over the left side",
        "circle_rect",
        "The test for the left and right sides asks for a centre above the top and "
        "below the bottom: y1 and y2 are mixed up, and it is never true.",
        {"center": (-2.25, 0), "radius": 0.5, **_SLAB},
    ),
    Difference(
        2,
        "over the top side",
        "circle_rect",
        "With y1 and y2 mixed up, the test for the top asks the circle to reach the "
        "bottom as well.",
        {"center": (0, 1.25), "radius": 0.5, **_SLAB},
    ),
    Difference(
        2,
        "inside",
        "circle_rect",
        "With y1 and y2 mixed up, a circle inside must reach both the top and the "
        "bottom; a small one is missed.",
        {"center": (0, 0), "radius": 0.5, **_SLAB},
    ),
    Difference(
        2,
        "touching a corner",
        "circle_rect",
        "The comparison is strict. The corner is (0.75, 1) away, the radius 1.25.",
        {"center": (2.75, 2), "radius": 1.25, **_SLAB},
    ),
    Difference(
        2,
        "touching a side",
        "circle_rect",
        "The comparison is strict. A rectangle without height shows it alone, since "
        "y1 and y2 are then the same.",
        {"center": (0, 0.5), "radius": 0.5, "rect_min": (-2, 0), "rect_max": (2, 0)},
    ),
    Difference(
        2,
        "negative radius",
        "circle_rect",
        "The radius is squared at the corners, so -1 reaches as far as 1.",
        {"center": (2.25, 1.25), "radius": -1, **_SLAB},
        core_refuses=True,
    ),
    Difference(
        2,
        "turned the wrong way, missed",
        "circle_rotated_rect",
        "To undo a clockwise turn the circle must turn counter-clockwise; it turns "
        "clockwise. On the bar's lower right half it misses.",
        {"center": (1, -1), "radius": 1, "pivot": (0, 0), "angle_degrees": 45, **_BAR},
    ),
    Difference(
        2,
        "turned the wrong way, hit",
        "circle_rotated_rect",
        "The answer is for the bar's mirror image: the circle hits where the bar "
        "would be had it turned counter-clockwise.",
        {"center": (1, 1), "radius": 1, "pivot": (0, 0), "angle_degrees": 45, **_BAR},
    ),
    Difference(
        2,
        "quarter turn, missed",
        "circle_rotated_rect",
        "A multiple of 90 degrees is not undone. The bar stands upright and reaches "
        "the circle; the listing tests it lying.",
        {
            "center": (0, 1.5),
            "radius": 0.5,
            "pivot": (0, 0),
            "angle_degrees": 90,
            **_BAR,
        },
    ),
    Difference(
        2,
        "quarter turn, hit",
        "circle_rotated_rect",
        "A multiple of 90 degrees is not undone: the listing hits where the bar was "
        "before it turned.",
        {
            "center": (1.5, 0),
            "radius": 0.5,
            "pivot": (0, 0),
            "angle_degrees": 90,
            **_BAR,
        },
    ),
    Difference(
        2,
        "half turn about an end",
        "circle_rotated_rect",
        "Half a turn leaves a rectangle in place only about its centre. About its "
        "left end it comes to lie on the other side.",
        {
            "center": (-1, 0),
            "radius": 0.5,
            "pivot": (0, 0),
            "angle_degrees": 180,
            "rect_min": (0, -0.25),
            "rect_max": (2, 0.25),
        },
    ),
    Difference(
        2,
        "less than a degree",
        "circle_rotated_rect",
        "The fraction of the angle is cut off before it is tested, so 0.9 degrees "
        "counts as none. Six units out the corner has moved by 0.09.",
        {
            "center": (6.3, 0.6),
            "radius": 0.5,
            "pivot": (0, 0),
            "angle_degrees": 0.9,
            "rect_min": (0, -0.25),
            "rect_max": (6, 0.25),
        },
    ),
    Difference(
        2,
        "anchor taken for a world point",
        "circle_rotated_rect",
        "For a node of 4 by 0.5 at (2, 2), anchored in its middle, the listing turns "
        "about (2, 0.25): the anchor as the node counts it, from its own corner.",
        {
            "center": (2, 2),
            "radius": 0.5,
            "pivot": (2, 0.25),
            "angle_degrees": 45,
            "rect_min": (0, 1.75),
            "rect_max": (4, 2.25),
        },
        meant={"pivot": (2, 2)},
    ),
    Difference(
        2,
        "anchor always in the middle",
        "circle_rotated_rect",
        "For a node of 4 by 0.5 at (0, 0), anchored at its lower left corner, the "
        "listing builds the rectangle as if anchored in its middle.",
        {
            "center": (3.5, 0.25),
            "radius": 0.5,
            "pivot": (0, 0),
            "angle_degrees": 0,
            **_BAR,
        },
        meant={"rect_min": (0, 0), "rect_max": (4, 0.5)},
    ),
)

_POINT_ELLIPSE = (
    Difference(
        3,
        "on the ellipse",
        "point_ellipse",
        "The comparison is strict: the ellipse's own tip is outside.",
        {"point": (2, 0), "center": (0, 0), "radii": (2, 1), "angle": 0},
    ),
    Difference(
        3,
        "radius too small to square",
        "point_ellipse",
        "The square of 1e-170 is 0, and nothing is less than that: the centre itself "
        "is outside.",
        {"point": (0, 0), "center": (0, 0), "radii": (1e-170, 1e-170), "angle": 0},
    ),
    Difference(
        3,
        "radius too large to square",
        "point_ellipse",
        "The squares of 1e160 and 2e160 are both infinite, and infinity is not less "
        "than itself: a point half-way out is outside.",
        {"point": (1e160, 0), "center": (0, 0), "radii": (2e160, 1e160), "angle": 0},
    ),
    Difference(
        3,
        "no height",
        "point_ellipse",
        "rx / 0 is infinite, and infinity times 0 is NaN: a point on the segment that "
        "the ellipse has become is outside, like any other.",
        {"point": (1, 0), "center": (0, 0), "radii": (2, 0), "angle": 0},
        core_refuses=True,
    ),
    Difference(
        3,
        "no width",
        "point_ellipse",
        "Nothing is less than rx * rx = 0: a point on the segment that the ellipse "
        "has become is outside.",
        {"point": (0, 1), "center": (0, 0), "radii": (0, 2), "angle": 0},
        core_refuses=True,
    ),
    Difference(
        3,
        "negative radius",
        "point_ellipse",
        "Both radii are squared in effect: (-2, -1) is as good as (2, 1).",
        {"point": (1, 0), "center": (0, 0), "radii": (-2, -1), "angle": 0},
        core_refuses=True,
    ),
)

_X_AXIS: dict[str, Value] = {"line_point": (0, 0, 0), "line_direction": (1, 0, 0)}

_SPHERE_LINE = (
    Difference(
        4,
        "the centre for the place",
        "sphere_line",
        "The collision position handed out is the sphere's centre, (0, 1, 0). The "
        "point it touches is (0, 0, 0).",
        {"radius": 1, "previous": (0, 3, 0), "position": (0, -1, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "embedded, going through",
        "sphere_line",
        "The time is the root in the past, -0.25, and the position lies behind the "
        "start. The sphere overlaps at t = 0.",
        {"radius": 1, "previous": (0, 0.5, 0), "position": (0, -1.5, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "embedded, leaving",
        "sphere_line",
        "The time is -0.75 and the position lies on the other side of the line, "
        "where the sphere never was. It overlaps at t = 0.",
        {"radius": 1, "previous": (0, 0.5, 0), "position": (0, 2.5, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "embedded, at rest",
        "sphere_line",
        "A hit whose time is the largest float. It overlaps at t = 0.",
        {"radius": 1, "previous": (0, 0.5, 0), "position": (0, 0.5, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "embedded, along the line",
        "sphere_line",
        "A hit whose time is the largest float. It overlaps at t = 0.",
        {"radius": 1, "previous": (-2, 0.5, 0), "position": (2, 0.5, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "touching, at rest",
        "sphere_line",
        "Without motion only overlap counts, strictly. The sphere touches the line.",
        {"radius": 1, "previous": (0, 1, 0), "position": (0, 1, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "touching, along the line",
        "sphere_line",
        "Without motion across the line only overlap counts, strictly. The sphere "
        "rolls on the line throughout.",
        {"radius": 1, "previous": (-2, 1, 0), "position": (2, 1, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "touching, leaving",
        "sphere_line",
        "The first root is in the past and overlap is strict: a miss. The sphere "
        "touches at t = 0.",
        {"radius": 1, "previous": (0, 1, 0), "position": (0, 3, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "arrives slowly",
        "sphere_line",
        "A step across the line of 0.003, squared, is less than 1e-5 and counts as "
        "none: the step in which the sphere arrives is missed.",
        {"radius": 1, "previous": (0, 1.002, 0), "position": (0, 0.999, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "arrives at a shallow angle",
        "sphere_line",
        "Only motion across the line counts, 0.003 here: a fast sphere that nearly "
        "follows the line is missed as well.",
        {"radius": 1, "previous": (-3, 1.002, 0), "position": (3, 0.999, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "grazes",
        "sphere_line",
        "The discriminant should be 0; rounding makes it negative. The sphere touches "
        "half-way.",
        {
            "radius": 1,
            "previous": (2, -1, 0),
            "position": (-2, -1, 0),
            "line_point": (0, 0, 0),
            "line_direction": (1, 0, -1),
        },
    ),
    Difference(
        4,
        "near miss of a point",
        "sphere_line",
        "The discriminant is a difference of fourth powers; the rounding error of a "
        "float is larger than the miss of 0.007.",
        {
            "radius": 0,
            "previous": (-17, -17, 1),
            "position": (16, 19, 8),
            "line_point": (0, 0, 0),
            "line_direction": (0, 1, 3),
        },
    ),
    Difference(
        4,
        "answers without a hit",
        "sphere_line",
        "The step ends too early, and the listing says so, but hands out the time 2 "
        "and a position beyond the end. Neither is defined.",
        {"radius": 1, "previous": (0, 5, 0), "position": (0, 3, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "tiny direction",
        "sphere_line",
        "The square of 1e-23 is no float, the direction becomes zero, and the line "
        "becomes the point (0, 0, 0), which the sphere does not meet.",
        {
            "radius": 1,
            "previous": (3, 3, 0),
            "position": (3, -1, 0),
            "line_point": (0, 0, 0),
            "line_direction": (1e-23, 0, 0),
        },
    ),
    Difference(
        4,
        "no direction",
        "sphere_line",
        "A zero direction makes the line a point.",
        {
            "radius": 1,
            "previous": (0, 3, 0),
            "position": (0, -1, 0),
            "line_point": (0, 0, 0),
            "line_direction": (0, 0, 0),
        },
        core_refuses=True,
    ),
    Difference(
        4,
        "negative radius",
        "sphere_line",
        "The radius is only ever squared: -1 is as good as 1.",
        {"radius": -1, "previous": (0, 3, 0), "position": (0, -1, 0), **_X_AXIS},
        core_refuses=True,
    ),
)

_BLOCK: dict[str, Value] = {"rect_min": (-1, -1), "rect_max": (1, 1)}

_BALL_BLOCK = (
    Difference(
        5,
        "upper right corner",
        "corner_bounce",
        "The printed exchange mirrors in the upper left and lower right diagonal at "
        "every corner. Here the ball goes on into the block.",
        {"center": (1.25, 1.25), "radius": 0.5, "velocity": (-2, -1), **_BLOCK},
    ),
    Difference(
        5,
        "lower left corner",
        "corner_bounce",
        "The printed exchange mirrors in the upper left and lower right diagonal at "
        "every corner. Here the ball goes on into the block.",
        {"center": (-1.25, -1.25), "radius": 0.5, "velocity": (2, 1), **_BLOCK},
    ),
    Difference(
        5,
        "corner almost on the side",
        "corner_bounce",
        "Wherever on the corner's arc the ball comes down, it leaves as from its "
        "middle: sideways. Above the side's end it should fly up.",
        {"center": (-1.125, 1.375), "radius": 0.5, "velocity": (0, -2), **_BLOCK},
    ),
    Difference(
        5,
        "leaving, called a graze",
        "circle_rectangle",
        "Only the signs of the velocity are looked at. The ball is moving away from "
        "the corner, and is turned as if it had hit the right side.",
        {"center": (1.125, 1.375), "radius": 0.5, "velocity": (-2, 1), **_BLOCK},
    ),
    Difference(
        5,
        "centre inside",
        "circle_rectangle",
        "Believed to be impossible, so answered as no hit. The ball overlaps the "
        "block and is nearest to its right side.",
        {"center": (0.5, 0), "radius": 0.5, "velocity": (-1, 0), **_BLOCK},
    ),
    Difference(
        5,
        "fast ball",
        "circle_rectangle",
        "Only the present place is looked at: free here, and free again 10 to the "
        "right. The ball meets the left side at t = 0.35.",
        {"center": (-5, 0), "radius": 0.5, "velocity": (10, 0), **_BLOCK},
    ),
    Difference(
        5,
        "late, and at another face",
        "circle_rectangle",
        "At the end of its step the ball is above the block, so the top. On the way "
        "from (-2, 1.5) it met the upper left corner.",
        {"center": (-0.5, 1.25), "radius": 0.5, "velocity": (1.5, -0.25), **_BLOCK},
        meant={"center": (-2, 1.5)},
    ),
    Difference(
        5,
        "negative radius",
        "circle_rectangle",
        "The radius is squared at the corners, so -0.5 reaches as far as 0.5.",
        {"center": (1.25, 1.25), "radius": -0.5, "velocity": (-1, -1), **_BLOCK},
        core_refuses=True,
    ),
)

DIFFERENCES: tuple[Difference, ...] = (
    *_RAY_CIRCLE,
    *_CIRCLE_RECT,
    *_POINT_ELLIPSE,
    *_SPHERE_LINE,
    *_BALL_BLOCK,
)
"""Every kind of difference there is, article by article."""
