"""Faults planted in right code, each a replacement of text in a file of `judged`.

`finds` is the kind of mistake that the judge must find; most faults have more.
"""

from dataclasses import dataclass
from pathlib import Path

JUDGED = Path(__file__).parent / "judged"

LOST, MADE, TIME = "missed hit", "phantom hit", "time"
CRASH, SLOW = "crash", "too slow"


@dataclass(frozen=True)
class Fault:
    """A fault in a scene's code: the text in the file, and its replacement."""

    name: str
    scene: str
    old: str
    new: str
    finds: str

    @property
    def function(self) -> str:
        return FUNCTIONS[self.scene]

    def write(self, folder: Path) -> Path:
        """Write the code with the fault."""
        right = (JUDGED / f"{self.function}.py").read_text(encoding="utf-8")
        assert right.count(self.old) == 1, f"{self.old} must be there once"
        path = folder / f"{self.function}.py"
        path.write_text(right.replace(self.old, self.new), encoding="utf-8")
        return path


FUNCTIONS = {
    "ray_circle": "ray_circle",
    "circle_rect": "circle_rect",
    "point_ellipse": "point_ellipse",
    "sphere_line": "swept_sphere_line",
    "ball_block": "sweep_ball_block",
}

STRICT = "> for >="
INSIDE = "a start inside, forgotten"
DEGREES = "degrees for radians"
SIGN = "a sign"
EPSILON = "an absolute epsilon"
FLOAT32 = "float32"
SWAPPED = "a swapped argument"
RAISES = "an exception"
ENDLESS = "an endless loop"

TOLD = {
    STRICT: "the algorithm is wrong",
    INSIDE: "the algorithm is wrong",
    DEGREES: "the algorithm is wrong",
    SIGN: "the algorithm is wrong",
    EPSILON: "the algorithm is wrong",
    FLOAT32: "or as in float32",
    SWAPPED: "the algorithm is wrong",
    RAISES: "Error: ",
    ENDLESS: "No answer within",
}
"""What the judge must tell of each."""

_SINGLE = "from numpy import float32\n    "
_TURNS = "    while angle < 0:\n        angle -= 6.283185307179586\n"

FAULTS = (
    Fault(STRICT, "ray_circle", "if rest < 0:", "if rest <= 0:", LOST),
    Fault(
        INSIDE,
        "ray_circle",
        "if power < 0 and along > 0:\n        return far / pace",
        "if power < 0:\n        return None",
        LOST,
    ),
    Fault(SIGN, "ray_circle", "dx * my - dy * mx", "dx * my + dy * mx", LOST),
    Fault(EPSILON, "ray_circle", "if rest < 0:", "if rest < 1e-6:", LOST),
    Fault(
        FLOAT32,
        "ray_circle",
        "dx, dy = direction",
        f"{_SINGLE}dx, dy = map(float32, direction)",
        MADE,
    ),
    Fault(SWAPPED, "ray_circle", "dx, dy = direction", "dy, dx = direction", MADE),
    Fault(RAISES, "ray_circle", "if rest < 0:", "if rest is None:", CRASH),
    Fault(
        ENDLESS,
        "ray_circle",
        "    far = ",
        "    while power < 0 and along < 0:\n        pass\n    far = ",
        SLOW,
    ),
    Fault(STRICT, "circle_rect", "<= radius", "< radius", LOST),
    Fault(INSIDE, "circle_rect", "max(abs(x) - w, 0.0)", "abs(abs(x) - w)", LOST),
    Fault(DEGREES, "circle_rect", "cos(angle)", "cos(angle / 57.3)", LOST),
    Fault(SIGN, "circle_rect", "c * dy - s * dx", "c * dy + s * dx", MADE),
    Fault(EPSILON, "circle_rect", "<= radius", "<= radius + 1e-6", MADE),
    Fault(
        FLOAT32,
        "circle_rect",
        "c, s = cos(angle), sin(angle)",
        f"{_SINGLE}c, s = float32(cos(angle)), float32(sin(angle))",
        MADE,
    ),
    Fault(SWAPPED, "circle_rect", "w, h = half_extents", "h, w = half_extents", MADE),
    Fault(
        RAISES,
        "circle_rect",
        "hypot(beyond_x, beyond_y)",
        "beyond_x * hypot(1, beyond_y / beyond_x)",
        CRASH,
    ),
    Fault(ENDLESS, "circle_rect", "    c, s = ", f"{_TURNS}    c, s = ", SLOW),
    Fault(STRICT, "point_ellipse", "<= 1", "< 1", LOST),
    Fault(DEGREES, "point_ellipse", "cos(angle)", "cos(angle / 57.3)", LOST),
    Fault(SIGN, "point_ellipse", "c * dx + s * dy", "c * dx - s * dy", LOST),
    Fault(
        EPSILON,
        "point_ellipse",
        "hypot(x / rx, y / ry) <= 1",
        "hypot(x * ry, y * rx) <= rx * ry + 1e-6",
        MADE,
    ),
    Fault(
        FLOAT32,
        "point_ellipse",
        "c, s = cos(angle), sin(angle)",
        f"{_SINGLE}c, s = float32(cos(angle)), float32(sin(angle))",
        MADE,
    ),
    Fault(SWAPPED, "point_ellipse", "rx, ry = radii", "ry, rx = radii", LOST),
    Fault(
        RAISES,
        "point_ellipse",
        "hypot(x / rx, y / ry)",
        "abs(x) * hypot(1 / rx, y / x / ry)",
        CRASH,
    ),
    Fault(ENDLESS, "point_ellipse", "    c, s = ", f"{_TURNS}    c, s = ", SLOW),
    Fault(STRICT, "sphere_line", "if rest < 0:", "if rest <= 0:", LOST),
    Fault(
        INSIDE,
        "sphere_line",
        "if power <= 0:\n        return 0.0",
        "if power <= 0:\n        return None",
        LOST,
    ),
    Fault(SIGN, "sphere_line", "toward = -dot(", "toward = dot(", LOST),
    Fault(EPSILON, "sphere_line", "if toward <= 0:", "if toward <= 1e-6:", LOST),
    Fault(
        FLOAT32,
        "sphere_line",
        "u = line_direction",
        f"{_SINGLE}u = [float32(x) for x in line_direction]",
        MADE,
    ),
    Fault(
        SWAPPED,
        "sphere_line",
        "minus(start, line_point)",
        "minus(end, line_point)",
        LOST,
    ),
    Fault(RAISES, "sphere_line", "if rest < 0:", "if rest is None:", CRASH),
    Fault(
        ENDLESS,
        "sphere_line",
        "    if toward <= 0:",
        "    while toward == 0:\n        pass\n    if toward < 0:",
        SLOW,
    ),
    Fault(STRICT, "ball_block", "t <= 1)", "t < 1)", LOST),
    Fault(
        INSIDE,
        "ball_block",
        "if hypot(*away) <= radius:\n        return 0.0",
        "if hypot(*away) <= radius:\n        return None",
        LOST,
    ),
    Fault(SIGN, "ball_block", "vx * my - vy * mx", "vx * my + vy * mx", LOST),
    Fault(EPSILON, "ball_block", "<= radius:", "<= radius + 1e-6:", MADE),
    Fault(
        FLOAT32,
        "ball_block",
        "(x0, y0), (x1, y1) = rect_min, rect_max",
        f"{_SINGLE}x0, y0, x1, y1 = map(float32, (*rect_min, *rect_max))",
        MADE,
    ),
    Fault(
        SWAPPED,
        "ball_block",
        "y - cy, vx, vy, radius)",
        "y - cy, vy, vx, radius)",
        LOST,
    ),
    Fault(
        RAISES,
        "ball_block",
        "        if v > 0:\n    ",
        "        if v is not None:\n    ",
        CRASH,
    ),
    Fault(
        ENDLESS,
        "ball_block",
        "    times = [",
        "    while vx == 0:\n        pass\n    times = [",
        SLOW,
    ),
)


@dataclass(frozen=True)
class Bug:
    """A bug of a tracker, rewritten from its description as a file in `judged`."""

    name: str
    scene: str
    finds: str

    @property
    def path(self) -> Path:
        return JUDGED / f"{self.name}.py"


BUGS = (
    Bug("box2d_523", "ray_circle", LOST),
    Bug("flame_1865", "ray_circle", LOST),
    Bug("flame_3063", "ray_circle", TIME),
    Bug("monogame_extended_315", "circle_rect", MADE),
    Bug("pong_wars_1", "ball_block", LOST),
)

RULES = {
    "must_be_positive": ("ray_circle", "it touches exactly"),
    "no_radius_0": ("ray_circle", "radius is 0"),
    "not_inside": ("ray_circle", "it starts inside"),
    "distance": ("ray_circle", "as if t were a distance"),
    "no_short_direction": ("ray_circle", ""),
    "whole_line": ("ray_circle", "the true t_exit is negative (behind)"),
    "no_vertical": ("ray_circle", "direction.x = 0"),
    "whole_origin": ("ray_circle", "as if origin were truncated to integers"),
    "squared_twice": ("ray_circle", "as if radius were its square"),
    "unit_direction": ("ray_circle", ""),
    "to_the_centre": ("ray_circle", ""),
    "within_one": ("ray_circle", "the true t is above 1"),
    "strict_below": ("circle_rect", "the y component of the normal is negative"),
    "epsilon": ("circle_rect", "the gap of the miss <= "),
    "degrees": ("circle_rect", "as if angle were in degrees"),
    "never_negative": ("circle_rect", "as if angle were never negative"),
    "no_pivot": ("circle_rect", "as if pivot were ignored"),
    "swapped": ("circle_rect", "as if half_extents were swapped"),
    "narrower": ("circle_rect", ""),
    "square_corners": ("circle_rect", "as if the corners were square"),
    "less_than_a_quarter": ("circle_rect", "angle is more than a quarter turn"),
    "not_far": ("circle_rect", "the largest coordinate of "),
    "not_within": ("circle_rect", "the centre is inside"),
    "whole_extents": ("circle_rect", "as if half_extents were twice as large"),
    "not_flat": ("point_ellipse", "the ratio of the two radii > "),
    "other_way": ("point_ellipse", "as if angle turned the other way"),
    "as_a_box": ("point_ellipse", "the correct answer is a miss"),
    "never_turned": ("point_ellipse", "as if angle were 0"),
    "strict_ellipse": ("point_ellipse", "it touches exactly"),
    "no_parallel": ("sphere_line", "the motion is 0 or parallel to line_direction"),
    "not_from_inside": ("sphere_line", "it starts inside or on it"),
    "in_a_plane": ("sphere_line", "as if it moved in the plane z = 0"),
    "tunnels": ("ball_block", ""),
    "not_at_the_end": ("ball_block", "the true t is 1"),
    "no_level_step": ("ball_block", "velocity.y = 0"),
    "wider_block": ("ball_block", "as if the corners were square"),
    "not_fast": (
        "ball_block",
        "the length of velocity relative to the largest extent > ",
    ),
    "tangents_rejected": ("ball_block", "it touches exactly"),
    "no_small_circle": ("ray_circle", "radius <= "),
    "strict_above": ("circle_rect", "the y component of the normal is positive"),
    "smaller_epsilon": ("circle_rect", "the gap of the miss <= "),
    "not_clockwise": ("circle_rect", "angle < 0"),
    "within_a_turn": ("circle_rect", "angle is more than a turn"),
    "only_centred": ("circle_rect", "rect_center is not pivot"),
    "no_squares": ("circle_rect", "the two half_extents are equal"),
    "no_large_circle": ("circle_rect", "radius > "),
    "not_very_flat": ("point_ellipse", "the ratio of the two radii > "),
    "no_circles": ("point_ellipse", "the two radii are equal"),
    "no_perpendicular": ("sphere_line", "perpendicular to line_direction"),
    "not_at_rest": ("ball_block", "velocity is 0"),
    "not_downward": ("ball_block", "velocity.y < 0"),
    "not_along_the_top": ("ball_block", "the y component of the normal is positive"),
    "sign_lost": ("circle_rect", "as if the sign of angle were lost"),
    "half_a_width_aside": (
        "circle_rect",
        "as if rect_center were shifted by (half_extents.x, 0)",
    ),
    "turned_about_a_corner": (
        "circle_rect",
        "as if pivot were a corner: rect_center + (-half_extents.x, half_extents.y)",
    ),
    "a_radius_aside": ("ray_circle", "as if center were shifted by (radius, radius)"),
    "block_from_its_corner": (
        "ball_block",
        "as if rect_min and rect_max were shifted by ((rect_max - rect_min).x / 2,",
    ),
    "always": ("ray_circle", "It always answers a hit, which is right in "),
    "never": ("ray_circle", "It always answers a miss, which is right in "),
    "half_a_second": ("ray_circle", "It always answers 0.5, which is right in "),
    "one_place": ("ray_circle", "It always answers a hit, which is right in "),
}
"""Wrong rules in `rules.py`: the scene, and what a cause must have; "" for nothing."""
ALIKE_RULES = {
    *("strict_above", "smaller_epsilon", "not_very_flat", "no_large_circle"),
    *("tangents_rejected", "no_circles", "one_place", "not_downward"),
    *("not_along_the_top", "strict_ellipse", "not_from_inside"),
    *("no_short_direction", "narrower", "tunnels", "unit_direction"),
    *("within_a_turn", "sign_lost", "half_a_width_aside", "never"),
    *("wider_block", "no_level_step"),
}
"""Those that ask of the judge what another one asks."""
ALLOWABLE = {
    "must_be_positive": "touch",
    "strict_ellipse": "touch",
    "not_inside": "start_inside",
    "not_from_inside": "start_inside",
}
"""The choices that are hinted at."""
