"""Cases of the mode "wall": one direction of launch, at three speeds.

The slow and the fast launch are shown by the article's rule and by the exact sweep, the
middle speed by the article's rule alone.
"""

import math

import playground.scene as sc
from scenes.ball_block.wall.params import ARTICLE, EXACT, WallParams


def _run(rule: str, speed: float, frame: int) -> WallParams:
    degrees = math.radians(62.0)
    return WallParams(rule, heading=degrees, speed=speed, frame=float(frame))


CASES = sc.cases(
    sc.Case(
        "Wall, article, slow",
        _run(ARTICLE, 0.25, 105),
        "Steps shorter than the radius: the article's rule does well.",
        "Top or bottom",
    ),
    sc.Case(
        "Wall, exact, slow",
        _run(EXACT, 0.25, 103),
        "The same launch with the exact sweep.",
        "Top or bottom",
    ),
    sc.Case(
        "Wall, article, fast",
        _run(ARTICLE, 1.9, 20),
        "In one frame the ball moves farther than a block and its zones are "
        "deep, so it flies through blocks that stay.",
        "Entered a block",
    ),
    sc.Case(
        "Wall, article, graze",
        _run(ARTICLE, 0.6, 27),
        "The centre is beyond a corner and the ball moves toward one side only.",
        "Graze",
    ),
    sc.Case(
        "Wall, article, inside",
        _run(ARTICLE, 0.6, 132),
        "Deep in a block, a place the rule does not cover: the ball flies on.",
        "Inside",
    ),
    sc.Case(
        "Wall, exact, fast",
        _run(EXACT, 1.9, 20),
        "The same launch with the exact sweep: the ball passes through no block.",
        "Corner",
    ),
)
