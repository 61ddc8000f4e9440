"""Reasons of the listings' mistakes: the step in which each arises, and its words."""

import pytest

from playground.scene.scene import Scene
from playground.scene.solution import solve_scene
from scenes import circle_rect, point_ellipse, ray_circle, sphere_line
from scenes.ball_block import one_hit

# By case: the step of the derivation, a part of the reason, and the answer's beginning.
RAY = {
    "Starts inside": (8, "reported as a miss", "no hit"),
    "Starts on the circle and leaves": (8, "on the circle", "no hit"),
    "Starts on the circle and enters": (7, "should be 0", "no hit"),
    "Near miss of a point": (6, "less than 0.000001 away from 0", "hit at"),
    "Tiny circle": (6, "middle of the chord", "hit at"),
    "Diagonal at a point": (6, "instead of 0", "no hit"),
    "Far circle, article misses": (6, "instead of 9×10⁻⁶", "no hit"),
    "Far circle, article hits": (6, "instead of −1.34×10⁻⁵", "hit at"),
    "Far points off the circle": (6, "off by", "hit at"),
    "Tiny direction": (4, "not a number", "hit, at points that are not"),
}
RECT = {
    "Over a corner": (1, "turns it counter-clockwise", "no hit"),
    "Radius zero": (7, "crosses both edges at once", "no hit"),
    "Over the left side": (7, "beside the left or right side", "no hit"),
    "Over the top side": (7, "over the top or bottom", "no hit"),
    "Inside": (7, "crosses both edges at once", "no hit"),
    "Touching a corner": (7, "strict", "no hit"),
    "Touching a side": (7, "strict", "no hit"),
    "Just short of a corner": (7, "too near to 0 for that", "hit"),
    "Too small to square": (7, "is 0 in float32", "no hit"),
    "Turned the wrong way, article misses": (1, "turns it clockwise", "no hit"),
    "Turned the wrong way, article hits": (1, "turns it clockwise", "hit"),
    "Quarter turn, article misses": (1, "here 90,", "no hit"),
    "Quarter turn, article hits": (1, "here 90,", "hit"),
    "Half turn about an end": (1, "here 180,", "no hit"),
    "Less than a degree": (1, "less than a degree", "hit"),
    "Anchor taken for a world point": (1, "(2, 0.25), is counted from the", "no hit"),
    "Anchor always in the middle": (2, "about P instead of K", "no hit"),
}
ELLIPSE = {
    "On the boundary": (5, "compares with <", "outside"),
    "Too thin to square": (5, "is 0 in float64", "outside"),
    "Too thin to scale": (4, "too large", "outside"),
    "Just inside": (5, "rounding error of float64", "outside"),
    "Beside a needle": (5, "rounding error of float64", "inside"),
    "No height": (4, "infinity times 0", "outside"),
    "No width": (4, "less than rx · rx = 0", "outside"),
}
SPHERE = {
    "Crossing": (9, "centre", "hit at t = "),
    "Tangent": (9, "centre", "hit at t = "),
    "Ends too early": (8, "beyond the end", "no hit, yet t = 2"),
    "Already past": (8, "behind the start", "no hit, yet t = "),
    "Embedded, going through": (8, "the earlier root", "hit at t = −"),
    "Embedded, leaving": (8, "the earlier root", "hit at t = −0.75"),
    "Embedded at rest": (8, "does not move", "hit, no time"),
    "Embedded along the line": (8, "along the line", "hit, no time"),
    "Rolling on the line": (8, "with <", "no hit"),
    "Touching at rest": (8, "with <", "no hit"),
    "Touching, leaving": (8, "leaves", "no hit"),
    "Arrives slowly": (6, "α = 9.00×10⁻⁶", "no hit"),
    "Arrives at a shallow angle": (6, "α = 9.00×10⁻⁶", "no hit"),
    "Grazing, lost in float": (6, "below 0", "no hit"),
    "Point, missed by 1.6 mm": (6, "sign is wrong", "hit at t = "),
    "The centre for the place": (9, "1.5 m from the point of", "hit at t = 0.5"),
    "Direction too short": (1, "the point Q", "no hit"),
}
HIT = {
    "Upper right corner": (7, "keeps moving toward", "hit, corner, V′ = (−1, −2.2)"),
    "Lower left corner": (7, "keeps moving toward the block", "hit, corner"),
    "Corner almost on the side": (6, "the middle of the corner's arc", "hit, corner"),
    "Graze": (5, "a side", "hit, left or right (a graze), V′ = (1.6, 0.8)"),
    "Leaving, called a graze": (5, "although it moves out", "hit, "),
    "Centre inside": (5, "never get", "no hit at t = 1 (the centre is inside)"),
    "Fast ball": (1, "first meets the left side", "no hit at t = 1"),
    "Overlap at the start, gone by": (1, "from the start.", "no hit at t = 1"),
    "Too small to square": (5, "0 is not more than 0", "hit, "),
    "Late, and at another face": (1, "in the zone of the top", "hit, top or bottom"),
}


@pytest.mark.parametrize(
    ("scene", "reasons"),
    [
        (ray_circle.SCENE, RAY),
        (circle_rect.SCENE, RECT),
        (point_ellipse.SCENE, ELLIPSE),
        (sphere_line.SCENE, SPHERE),
        (one_hit.SCENE, HIT),
    ],
    ids=lambda value: getattr(value, "id", ""),
)
def test_each_mistake_of_a_case_has_its_reason(
    scene: Scene, reasons: dict[str, tuple[int, str, str]]
) -> None:
    told = {
        name: solve_scene(scene, case.params).listing_verdict(scene.listing.dtypes[0])
        for name, case in scene.cases.items()
        if case.mistake
    }
    assert told.keys() == reasons.keys()
    for name, (step, words, answer) in reasons.items():
        assert told[name].step == step, name
        assert words in told[name].why, name
        assert told[name].answer.startswith(answer), name
