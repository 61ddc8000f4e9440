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
    Fault(DEGREES, "circle_rect", "cos(angle)", "cos(angle / 57.3)", LOST),
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
    "whole_line": ("ray_circle", "the true t_exit is negative (behind)"),
    "no_vertical": ("ray_circle", "direction.x = 0"),
    "whole_origin": ("ray_circle", "as if origin were truncated to integers"),
    "squared_twice": ("ray_circle", "as if radius were its square"),
    "to_the_centre": ("ray_circle", ""),
    "within_one": ("ray_circle", "the true t is above 1"),
    "strict_below": ("circle_rect", "the y component of the normal is negative"),
    "epsilon": ("circle_rect", "the gap of the miss <= "),
    "degrees": ("circle_rect", "as if angle were in degrees"),
    "never_negative": ("circle_rect", "as if angle were never negative"),
    "no_pivot": ("circle_rect", "as if pivot were ignored"),
    "swapped": ("circle_rect", "as if half_extents were swapped"),
    "square_corners": ("circle_rect", "as if the corners were square"),
    "less_than_a_quarter": ("circle_rect", "angle is more than a quarter turn"),
    "not_far": ("circle_rect", "the largest coordinate of "),
    "not_within": ("circle_rect", "the centre is inside"),
    "whole_extents": ("circle_rect", "as if half_extents were twice as large"),
    "not_flat": ("point_ellipse", "the ratio of the two radii > "),
    "other_way": ("point_ellipse", "as if angle turned the other way"),
    "as_a_box": ("point_ellipse", "the correct answer is a miss"),
    "never_turned": ("point_ellipse", "as if angle were 0"),
    "no_parallel": ("sphere_line", "the motion is 0 or parallel to line_direction"),
    "in_a_plane": ("sphere_line", "as if it moved in the plane z = 0"),
    "not_at_the_end": ("ball_block", "the true t is 1"),
    "not_fast": (
        "ball_block",
        "the length of velocity relative to the largest extent > ",
    ),
    "no_small_circle": ("ray_circle", "radius <= "),
    "not_clockwise": ("circle_rect", "angle < 0"),
    "only_centred": ("circle_rect", "rect_center is not pivot"),
    "no_squares": ("circle_rect", "the two half_extents are equal"),
    "no_perpendicular": ("sphere_line", "perpendicular to line_direction"),
    "not_at_rest": ("ball_block", "velocity is 0"),
    "sign_lost": ("circle_rect", "as if the sign of angle were lost"),
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
ALLOWABLE = {
    "must_be_positive": "touch",
    "not_inside": "start_inside",
}
"""The choices that are hinted at."""
