"""Ball against block, after article 5: the article's rule and the exact sweep.

"Making a breakout game, part 8: ball and block". Two modes: one hit, taken apart,
and a wall of blocks that a ball runs through frame by frame. One hit is answered by
the sweep of the whole step, the article's code shown beside it; in the wall one of
the two rules moves the ball.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from playground.scene.regions import NO_MAP, Regions

from playground.scene.drawlist import DrawList
from playground.scene.handles import (
    Changes,
    GripKind,
    Handle,
    Resize,
    Tip,
    Vec,
    move,
    rim_of,
)
from playground.scene.params import (
    Params,
    Vec2,
    angle,
    choice,
    lengths,
    point,
    slider,
    time,
    vector,
)
from playground.scene.scene import (Article, Case, Decision, Lookout, NumberType, Rival, Row, Scene, Step, Target, Verdict, cases)
from playground.scene.timeline import Timeline
from scenes import (
    _one_hit,
    _one_hit_decision,
    _one_hit_lesson,
    _one_hit_mistakes,
    _one_hit_rival,
    _wall_lesson,
)
from scenes._block_lesson import with_terms_drawn
from scenes._one_hit import OneHit, Steps
from scenes._wall import LAST_FRAME
from scenes._wall_lesson import AIM_RING, WallFrame

ONE_HIT, WALL = "One hit", "Wall"
ARTICLE, EXACT = "Article", "Exact sweep"
_IN_ONE_HIT = ("mode", ONE_HIT)
_IN_WALL = ("mode", WALL)


@dataclass(frozen=True)
class Aim(Handle):
    """Turns a launch and sets its speed at the tip of the launch arrow.

    The arrow is as long as the speed and starts `AIM_RING` from the launch point.
    """

    launch: str
    speed: str

    def grips(self, p: Params, name: str, pixel: float) -> list[tuple[GripKind, Vec]]:  # noqa: D102
        heading, reach = getattr(p, name), AIM_RING + getattr(p, self.speed)
        x, y = getattr(p, self.launch)
        tip = x + reach * math.cos(heading), y + reach * math.sin(heading)
        return [(GripKind.TIP, tip)]

    def dragged(  # noqa: D102
        self, p: Params, name: str, index: int, target: Vec, snap: float | None
    ) -> Changes:
        goal = [round(x / snap) * snap if snap else x for x in target]
        x, y = (a - b for a, b in zip(goal, getattr(p, self.launch), strict=True))
        speed = max(math.hypot(x, y) - AIM_RING, 0.0)
        return {name: math.atan2(y, x), self.speed: speed}


@dataclass(frozen=True)
class BallBlockParams(Params):
    """One block and one step of a ball, or the launch of a ball at a wall."""

    mode: str = choice(
        ONE_HIT,
        ONE_HIT,
        WALL,
        label="Mode",
        help="One hit taken apart, or a ball running through a wall of blocks.",
    )
    rule: str = choice(
        ARTICLE,
        ARTICLE,
        EXACT,
        label="Rule",
        help="Look at the place at the end of a frame, or sweep the whole frame.",
        when=_IN_WALL,
    )
    center: Vec2 = point(
        -2.8,
        3.4,
        label="Ball P",
        help="The ball's centre before the step, world.",
        handle=move(disc="radius"),
        when=_IN_ONE_HIT,
    )
    radius: float = slider(
        0.9,
        0.0,
        3.0,
        label="Radius r",
        unit="m",
        help="The ball's radius, and so the depth of the zones.",
        handle=rim_of("center", (-math.sqrt(0.5), math.sqrt(0.5))),
        when=_IN_ONE_HIT,
    )
    velocity: Vec2 = vector(
        2.6,
        -2.45,
        label="Velocity V",
        unit="m",
        help="Displacement over one step, world.",
        handle=Tip("center"),
        when=_IN_ONE_HIT,
    )
    block: Vec2 = point(
        0.6,
        -0.6,
        label="Block centre",
        help="The middle of the block, world.",
        handle=move(box="half_extents"),
        when=_IN_ONE_HIT,
    )
    half_extents: Vec2 = lengths(
        2.4,
        1.2,
        label="Block half extents",
        parts=("Block half width", "Block half height"),
        help="Half of the block's width and height.",
        handle=Resize("block"),
        when=_IN_ONE_HIT,
    )
    t: float = time(
        1.0,
        0.0,
        1.0,
        label="Moment t",
        unit="step",
        help="When the rule looks at the ball, as a part of the step; a game looks "
        "at 1.",
        when=_IN_ONE_HIT,
    )
    launch: Vec2 = point(
        -1.5,
        -3.0,
        label="Launch point",
        help="The ball's centre at frame 0, world; blocks it overlaps are taken away.",
        limit=4.0,
        handle=move(disc="ball_radius"),
        when=_IN_WALL,
    )
    heading: float = angle(
        math.radians(62.0),
        label="Launch angle",
        help="Direction of the launch, counter-clockwise from the world's x axis.",
        handle=Aim("launch", "speed"),
        when=_IN_WALL,
    )
    speed: float = slider(
        0.25,
        0.05,
        3.0,
        label="Speed",
        unit="m",
        help="Displacement in one frame; a block is 0.5 high.",
        when=_IN_WALL,
    )
    ball_radius: float = slider(
        0.3,
        0.05,
        0.5,
        label="Radius r",
        unit="m",
        help="The ball's radius.",
        handle=rim_of("launch", (-math.sqrt(0.5), -math.sqrt(0.5))),
        when=_IN_WALL,
    )
    frame: float = time(
        0.0,
        0.0,
        float(LAST_FRAME),
        label="Frame",
        help="Which frame of the run is shown; the part behind the point is dropped.",
        when=_IN_WALL,
    )

    @property
    def block_corners(self) -> tuple[Vec2, Vec2]:
        """The block's lower left and upper right corners."""
        (x, y), (w, h) = self.block, self.half_extents
        return (x - w, y - h), (x + w, y + h)

    @property
    def asked(self) -> Steps:
        """What is asked about one hit; any of its numbers may be an array."""
        block = self.block_corners
        return Steps.of(self.center, self.velocity, self.radius, block, self.t)


Result = OneHit | WallFrame
# What a wall has: no map.


def _corner(x: int, y: int, **more: Any) -> BallBlockParams:
    """Return a ball that touches the corner toward (x, y) at 45 degrees exactly."""
    p = BallBlockParams()
    reach = p.radius * math.sqrt(0.5)
    touch = (
        p.block[0] + x * (p.half_extents[0] + reach),
        p.block[1] + y * (p.half_extents[1] + reach),
    )
    velocity = -2.2 * x, -1.0 * y
    start = touch[0] - 0.75 * velocity[0], touch[1] - 0.75 * velocity[1]
    return replace(p, center=start, velocity=velocity, **more)


def _hit(start: Vec2, velocity: Vec2, **more: Any) -> BallBlockParams:
    return replace(BallBlockParams(), center=start, velocity=velocity, **more)


def _wall(rule: str, speed: float, degrees: float, frame: int) -> BallBlockParams:
    return replace(
        BallBlockParams(),
        mode=WALL,
        rule=rule,
        speed=speed,
        heading=math.radians(degrees),
        frame=float(frame),
    )


_PRINTED = (
    "The printed rule exchanges the components in the same way at all four corners. "
    "Here that sends the ball on into the block."
)
_ONE_HIT_CASES = (
    (
        "Top side",
        Case(
            BallBlockParams(),
            "The centre ends in the band over the top: y turns round.",
            "Top or bottom",
        ),
    ),
    (
        "Left side",
        Case(
            _hit((-4.4, -1.9), (2.1, 1.2)),
            "The centre ends in the band beside the left side: x turns round.",
            "Left or right",
        ),
    ),
    (
        "Upper left corner",
        Case(
            _corner(-1, 1),
            "The centre ends in a corner's quarter disc, moving toward both sides: x "
            "and y change places. Touched at 45°, that is exact.",
            "Corner",
        ),
    ),
    (
        "Lower right corner",
        Case(
            _corner(1, -1),
            "The other corner at which the published bounce is right.",
            "Corner",
        ),
    ),
    (
        "Upper right corner",
        Case(
            _corner(1, 1),
            "The published corner bounce and the one that leaves.",
            "Corner",
            _PRINTED,
        ),
    ),
    (
        "Lower left corner",
        Case(
            _corner(-1, -1),
            "The published corner bounce and the one that leaves.",
            "Corner",
            _PRINTED,
        ),
    ),
    (
        "Corner almost on the side",
        Case(
            _hit((-2.0, 3.1), (0.0, -1.9)),
            "Straight down beside the end of the top: it should fly up again.",
            "Corner",
            "Wherever on the corner's arc the ball comes down, the article sends it "
            "off as from the arc's middle: here sideways.",
        ),
    ),
    (
        "Graze",
        Case(
            _hit((5.1, 0.25), (-1.6, 0.8)),
            "At the upper right corner, moving left but also up: the rule counts it "
            "as the right side and turns only x.",
            "Corner",
            "A graze counts as a side; the disc met the corner, and leaves along its "
            "normal's mirror.",
        ),
    ),
    (
        "Leaving, called a graze",
        Case(
            _hit((3.2, 1.2), (-0.6, 1.7), t=0.0),
            "The ball overlaps a corner and is on its way out.",
            "Leaving",
            "Only the signs of the velocity are looked at: moving left is toward the "
            "right side, so the article turns a ball that is already leaving.",
        ),
    ),
    (
        "Moving away",
        Case(
            _hit((-0.4, 1.2), (1.5, 1.9), t=0.0),
            "It overlaps the top but moves up: it has bounced already and is let go.",
            "Leaving",
        ),
    ),
    (
        "No overlap",
        Case(
            _hit((-3.6, 1.2), (3.2, 1.6)),
            "The ball passes over the block, free at every moment.",
            "No hit",
        ),
    ),
    (
        "Touching, gliding",
        Case(
            _hit((-0.6, 1.5), (2.4, 0.0), t=0.0),
            "The ball rolls along the top: it touches and never moves in.",
            "Touch",
            "Moving neither in nor out counts as moving in, so the article calls a "
            "hit at every frame.",
        ),
    ),
    (
        "Centre inside",
        Case(
            _hit((-4.6, 0.4), (3.9, -0.7)),
            "A step of more than r can jump the band and end in the block.",
            "Left or right",
            "The article believes that a centre inside cannot happen, and answers no "
            "hit. The ball met the left side on its way.",
        ),
    ),
    (
        "Fast ball",
        Case(
            _hit(
                (-4.4, -0.9),
                (8.4, 1.2),
                block=(0.0, -0.3),
                half_extents=(0.8, 1.8),
            ),
            "Free before the step and free after it, and through the block between.",
            "Left or right",
            "Only the place at the end of the step is looked at: free there, so no "
            "hit, and the ball is through.",
        ),
    ),
    (
        "Late, and at another face",
        Case(
            _hit((-3.5, 1.75), (2.7, -0.75)),
            "It meets the upper left corner and ends over the top.",
            "Corner",
            "At the end of the step the centre is over the top, so the article says "
            "top. On its way the disc met the corner first.",
        ),
    ),
)
_TUNNEL = (
    "The article looks once a frame. In one frame the ball goes farther than a block "
    "and its zones are deep, and block after block is passed through."
)
_WALL_CASES = (
    (
        "Wall, article, slow",
        Case(
            _wall(ARTICLE, 0.25, 62.0, 105),
            "Steps shorter than the radius: the article's rule does well.",
            "Top or bottom",
        ),
    ),
    (
        "Wall, exact, slow",
        Case(
            _wall(EXACT, 0.25, 62.0, 103),
            "The same launch by the exact sweep.",
            "Top or bottom",
        ),
    ),
    (
        "Wall, article, fast",
        Case(
            _wall(ARTICLE, 1.9, 62.0, 20),
            "The ball flies through blocks that stay.",
            "Passed through",
            _TUNNEL,
        ),
    ),
    (
        "Wall, article, graze",
        Case(
            _wall(ARTICLE, 0.6, 62.0, 27),
            "The centre is beyond a corner and the ball moves toward one side only.",
            "Graze",
        ),
    ),
    (
        "Wall, article, inside",
        Case(
            _wall(ARTICLE, 0.6, 62.0, 132),
            "Deep in a block, where the rule has no row: the ball flies on.",
            "Inside",
            "The article believes that a centre inside cannot happen, and answers no "
            "hit.",
        ),
    ),
    (
        "Wall, exact, fast",
        Case(
            _wall(EXACT, 1.9, 62.0, 20),
            "The same launch by the exact sweep: no block is passed through.",
            "Corner",
        ),
    ),
)


class BallBlockScene(Scene[BallBlockParams, Result]):
    """The zones around a block, and a small game."""

    id: ClassVar[str] = "ball_block"
    title: ClassVar[str] = "Ball vs block"
    article: ClassVar[Article] = Article(
        5, "Breakout 8: ball against block", "witch.mydns.jp"
    )
    moved: ClassVar[str] = "center"
    compared: ClassVar[str] = "D² ≤ r²"
    zoned: ClassVar[str] = (
        "What the article's rule sees at the moment t, for every start."
    )
    lookout: ClassVar[Lookout] = Lookout("Fast ball", ("center", 0), ("center", 1))
    params = BallBlockParams
    cases = cases(*_ONE_HIT_CASES, *_WALL_CASES)

    def solve(self, p: BallBlockParams) -> Result:  # noqa: D102
        if p.mode == WALL:
            step = p.speed * math.cos(p.heading), p.speed * math.sin(p.heading)
            return _wall_lesson.run(
                p.launch, step, p.ball_radius, int(p.frame), exact=p.rule == EXACT
            )
        return _one_hit.solve(p.center, p.velocity, p.radius, p.block_corners, p.t)

    def draw(self, p: BallBlockParams, r: Result, out: DrawList) -> None:  # noqa: D102
        if isinstance(r, WallFrame):
            _wall_lesson.draw_wall(r, out)
        else:
            _one_hit_lesson.draw_one_hit(r, out)

    def sketch(self, p: BallBlockParams, out: DrawList) -> None:  # noqa: D102
        if p.mode == ONE_HIT:
            _one_hit_lesson.sketch_one_hit(
                p.center, p.velocity, p.radius, p.block_corners, out
            )

    def verdict(self, p: BallBlockParams, r: Result) -> Verdict:  # noqa: D102
        if isinstance(r, WallFrame):
            return Verdict(r.word, bool(r.frame.impacts), _wall_lesson.detail(r))
        return Verdict(r.word, r.is_hit, _one_hit.detail(r))

    def readout(self, p: BallBlockParams, r: Result) -> list[Row]:  # noqa: D102
        if isinstance(r, WallFrame):
            return _wall_lesson.wall_rows(r)
        return _one_hit_lesson.one_hit_rows(r)

    def steps(self, p: BallBlockParams, r: Result) -> list[Step]:  # noqa: D102
        if isinstance(r, WallFrame):
            steps = _wall_lesson.wall_steps(r)
        else:
            steps = _one_hit_lesson.one_hit_steps(r)
        out = DrawList()
        self.draw(p, r, out)
        return with_terms_drawn(steps, out)

    def timeline(self, p: BallBlockParams, r: Result | None) -> Timeline:
        """Return the step's time in one mode, the run's frames in the other."""
        if p.mode == WALL:
            return _wall_lesson.run_timeline(r if isinstance(r, WallFrame) else None)
        return _one_hit_lesson.step_timeline(r if isinstance(r, OneHit) else None)

    def measure(self, p: BallBlockParams) -> Mapping[str, NDArray[np.float64]]:
        """Return the gaps and the face touched; a wall has no such quantity."""
        if p.mode == WALL:
            return {}
        return _one_hit.measure(p.asked)

    def regions(self, p: BallBlockParams) -> Regions:
        """Return the answers about one hit; a wall has no map."""
        return NO_MAP if p.mode == WALL else _one_hit.answer(p.asked).words

    def zones(self, p: BallBlockParams) -> Regions:
        """Return what the rule answers at the moment; a wall has no map."""
        return NO_MAP if p.mode == WALL else _one_hit.zones(p.asked)

    def quantities(self, p: BallBlockParams) -> Mapping[str, NDArray[np.float64]]:
        """Return when and how the ball meets the block; a wall has no map."""
        return {} if p.mode == WALL else _one_hit.quantities(p.asked)

    def mistakes(self, p: BallBlockParams, *, single: bool) -> Regions:
        """Return what is wrong in the article's answer; a wall has no map."""
        if p.mode == WALL:
            return NO_MAP
        true = _one_hit.answer(p.asked)
        return _one_hit_mistakes.mistakes(p.asked, true, single=single)

    def decide(self, p: BallBlockParams, number: NumberType) -> Decision | None:
        """Decide one hit; in a wall there is nothing to decide."""
        if p.mode == WALL:
            return None
        return _one_hit_decision.decide(
            p.center, p.velocity, p.radius, p.block_corners, number
        )

    def measured_against(self) -> tuple[str, int]:  # noqa: D102
        return "t", 0

    def rival(self, p: BallBlockParams, r: Result, *, single: bool) -> Rival | None:
        """Return the article's answer about one hit; a wall runs by its own rule."""
        return _one_hit_rival.rival(r, single=single) if isinstance(r, OneHit) else None

    def draw_rival(  # noqa: D102
        self, p: BallBlockParams, r: Result, out: DrawList, *, single: bool
    ) -> None:
        if isinstance(r, OneHit):
            code = _one_hit_rival.listing(r, single=single)
            _one_hit_lesson.draw_article(code, out)

    def question(self, p: BallBlockParams) -> str:
        """Return what is asked of one hit; a frame of the wall cannot be foreseen."""
        if p.mode == WALL:
            return ""
        return (
            "Does the ball hit the block within its step? A touch counts, a ball that "
            "only leaves does not."
        )

    def target(self, p: BallBlockParams, r: Result) -> Target | None:
        """Return the block's point that is touched first."""
        if isinstance(r, WallFrame):
            contact = _wall_lesson.first_contact(r)
        else:
            contact = r.contact if r.is_hit else None
        return (
            Target("the point of the block touched first", contact) if contact else None
        )
