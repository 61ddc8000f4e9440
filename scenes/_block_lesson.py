"""The article's rule as records, rows and steps: zones, folding, decision, bounce."""

import math

from playground.collision import BlockFace
from playground.drawlist import Arc, Arrow, DrawList, Label, Rect, Role, Segment
from playground.mathtext import tex
from playground.scene import Row, Step
from scenes._block_rule import FACE_WORDS, Reading, along
from scenes._wall import Vec2

_ZONE_FILL = 0.14
_LIVE_FILL = 0.30
_SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
_QUADRANTS = ((1, 1), (-1, 1), (-1, -1), (1, -1))
_ANSWERS = {
    BlockFace.NONE: r"\text{no hit}",
    BlockFace.TOP_BOTTOM: r"\text{top or bottom}",
    BlockFace.LEFT_RIGHT: r"\text{left or right}",
    BlockFace.CORNER: r"\text{corner}",
}


def draw_block(low: Vec2, high: Vec2, out: DrawList) -> None:
    """Append the block itself, neutral: the zones have the colours to themselves."""
    center = (low[0] + high[0]) / 2, (low[1] + high[1]) / 2
    half = (high[0] - low[0]) / 2, (high[1] - low[1]) / 2
    out.add(Rect(center, half, role=Role.MUTED, fill=0.3, width=2.5, key="block"))


def draw_zones(low: Vec2, high: Vec2, radius: float, out: DrawList) -> None:
    """Append the article's picture: where the centre touches what, in colours."""
    if radius <= 0.0:
        return
    for side in _SIDES:
        band, line = _band(side, low, high, radius)
        out.add(band, line, since=1)
    for quadrant in _QUADRANTS:
        out.add(_sector(quadrant, low, high, radius), since=1)


def draw_reading(r: Reading, out: DrawList) -> None:
    """Append the folding, the reach, the zone decided on and the bounce."""
    corner = r.corner
    _measure(r.center, (corner[0], r.center[1]), "x", 2, out)
    _measure(r.center, (r.center[0], corner[1]), "y", 3, out)
    draw_live_zone(r, out)
    _draw_bounce(r, out)


def _band(
    side: tuple[int, int],
    low: Vec2,
    high: Vec2,
    radius: float,
    *,
    fill: float = _ZONE_FILL,
    key: str = "zones",
) -> tuple[Rect, Segment]:
    """Return the band of depth `radius` beside one side, and its outer line."""
    axis = 0 if side[0] else 1
    sign = side[axis]
    edge = high[axis] if sign > 0 else low[axis]
    middle = (low[1 - axis] + high[1 - axis]) / 2
    half = (high[1 - axis] - low[1 - axis]) / 2
    role = Role.SIDE_A if axis else Role.SIDE_B
    center = _ordered(axis, edge + sign * radius / 2, middle)
    reach = _ordered(axis, radius / 2, half)
    ends = [_ordered(axis, edge + sign * radius, middle + s * half) for s in (-1, 1)]
    return (
        Rect(center, reach, role=role, fill=fill, width=0.0, key=key),
        Segment(ends[0], ends[1], role=role, width=3.0, key=key),
    )


def _ordered(axis: int, along_axis: float, other: float) -> Vec2:
    return (other, along_axis) if axis else (along_axis, other)


def _sector(
    quadrant: tuple[int, int],
    low: Vec2,
    high: Vec2,
    radius: float,
    *,
    fill: float = _ZONE_FILL,
    key: str = "zones",
) -> Arc:
    """Return the quarter disc about one corner."""
    x = high[0] if quadrant[0] > 0 else low[0]
    y = high[1] if quadrant[1] > 0 else low[1]
    start = _QUADRANTS.index(quadrant) * math.pi / 2
    sweep, role = math.pi / 2, Role.CORNER
    return Arc((x, y), radius, start, sweep, role=role, fill=fill, width=3.0, key=key)


def _measure(center: Vec2, side: Vec2, axis: str, step: int, out: DrawList) -> None:
    """Append the folded distance along one axis."""
    middle = (center[0] + side[0]) / 2, (center[1] + side[1]) / 2
    toward = (0.0, 1.0) if axis == "x" else (1.0, 0.0)
    key, name = f"fold_{axis}", f"{axis}′"
    out.add(
        Segment(center, side, role=Role.CONSTRUCTION, width=1.5, dashed=True, key=key),
        Label(middle, name, toward=toward, size=13.0, role=Role.MUTED, key=key),
        since=step,
    )


def draw_live_zone(r: Reading, out: DrawList) -> None:
    """Append the reach, and the zone that holds the centre once more, stronger."""
    if r.zone != BlockFace.NONE:
        out.add(Segment(r.nearest, r.center, role=Role.INK, key="reach"), since=4)
    if r.zone == BlockFace.NONE or r.radius <= 0.0:
        return
    x, y = (1 if sign > 0.0 else -1 for sign in r.outward)
    box, fill, key = (r.low, r.high, r.radius), _LIVE_FILL, "decision"
    if r.zone == BlockFace.CORNER:
        out.add(_sector((x, y), *box, fill=fill, key=key), since=5)
    else:
        side = (x, 0) if r.zone == BlockFace.LEFT_RIGHT else (0, y)
        out.add(*_band(side, *box, fill=fill, key=key), since=5)


def _draw_bounce(r: Reading, out: DrawList) -> None:
    if r.face != BlockFace.NONE and any(r.bounced):
        tip = along(r.center, r.bounced)
        out.add(
            Arrow(r.center, tip, role=Role.ACCENT, width=3.0, key="bounce"),
            Label(tip, "V′", toward=r.bounced, role=Role.ACCENT, key="bounce"),
            since=6,
        )
    if r.printed_enters:
        tip = along(r.center, r.printed)
        out.add(
            Arrow(r.center, tip, role=Role.EXIT, dashed=True, key="printed"),
            Label(tip, "as printed", toward=r.printed, role=Role.EXIT, key="printed"),
            since=7,
        )


def reading_rows(r: Reading) -> list[Row]:
    """Return every number of the article's rule."""
    return [
        Row("Decision", r.word, help="What the article's rule says the ball hits."),
        Row(
            "Zone",
            FACE_WORDS.get(r.zone, "Inside" if r.inside else "None"),
            help="Which zone around the block holds the centre, whatever the velocity.",
            key="decision",
        ),
        Row(
            "Graze",
            "yes" if r.graze else "no",
            help="A touch at a corner that counts as a side, by the velocity's signs.",
            key="decision",
        ),
        Row(
            "Overlap",
            max(-r.distance, 0.0),
            "m",
            "How deep the centre is in the zone: radius minus distance to the block.",
            "reach",
        ),
        Row(
            "Gap",
            r.distance,
            "m",
            "From the disc to the solid block; negative when they overlap.",
            "reach",
        ),
        *_fold_rows(r),
        Row(
            "Velocity before",
            r.velocity,
            "m",
            "Displacement over one step, world.",
            "velocity",
        ),
        Row(
            "Velocity after",
            r.bounced,
            "m",
            "Per step, by the article's rule with its corner bounce made right.",
            "bounce",
        ),
    ]


def _fold_rows(r: Reading) -> list[Row]:
    rows = []
    for i, axis in enumerate("xy"):
        key, sides = f"fold_{axis}", ("left or right", "lower or upper")[i]
        rows += [
            Row(
                f"{axis}′",
                r.gap[i],
                "m",
                f"How far the centre is beyond the nearer {sides} side; "
                "negative between the two.",
                key,
            ),
            Row(
                f"v{axis}′",
                r.toward[i],
                "m",
                f"Velocity along {axis} into the block from that side, per step; "
                "negative when moving away.",
                key,
            ),
        ]
    return rows


def listing_rows(r: Reading) -> list[Row]:
    """Return what the article's own code answers."""
    word = f"{r.listing_word}, goes on inward" if r.printed_enters else r.listing_word
    return [
        Row("Article's code", word, help="What the published listing answers."),
        Row(
            "Its velocity after",
            r.printed,
            "m",
            "Per step, by the published code, corner rule as printed.",
            "printed",
        ),
    ]


def reading_steps(r: Reading) -> list[Step]:
    """Return the article's argument in seven steps."""
    return [
        _zone_step(r),
        _fold_step(r, 0),
        _fold_step(r, 1),
        _reach_step(r),
        _decision_step(r),
        _bounce_step(r),
        _printed_step(r),
    ]


def _zone_step(r: Reading) -> Step:
    return Step(
        "Look at the centre only",
        "The disc touches the block just when its centre is within r of it. That is "
        "a band along each side and a quarter disc at each corner.",
        r"\text{dist}(P, \text{block}) \le r",
        rf"P = {tex(r.center)}, \quad r = {tex(r.radius)}",
        keys=("zones", "ball"),
    )


def _fold_step(r: Reading, i: int) -> Step:
    axis, key = "xy"[i], "fold_" + "xy"[i]
    low, high = (("L", "R"), ("B", "T"))[i]
    below, above = r.low[i] - r.center[i], r.center[i] - r.high[i]
    sides = ("left and right", "lower and upper")[i]
    return Step(
        f"Fold {axis} onto the nearer side",
        f"The {sides} sides are mirror images. Measure from the nearer one outward, "
        "and count velocity toward the block as positive.",
        rf"{axis}' = \max({low} - p_{axis},\; p_{axis} - {high}), \quad "
        rf"v_{axis}' = {_sign(r.outward[i])} v_{axis}",
        rf"{axis}' = \max({tex(below)},\; {tex(above)}) = {tex(r.gap[i])}",
        rf"v_{axis}' = {tex(r.toward[i])}",
        keys=(key, "velocity", "ball"),
    )


def _sign(outward: float) -> str:
    return "-" if outward > 0.0 else ""


def _reach_step(r: Reading) -> Step:
    x, y = (max(gap, 0.0) for gap in r.gap)
    beyond = math.hypot(x, y)
    relation = r"\le" if beyond <= r.radius else ">"
    inside = " The centre is in the block: the rule has no row for that."
    return Step(
        "Does it reach?",
        "Only what lies beyond a side counts; beyond two sides it is the distance "
        "to the corner." + (inside if r.inside else ""),
        r"d = \sqrt{\max(x', 0)^2 + \max(y', 0)^2} \le r",
        rf"d = \sqrt{{{tex(x)}^2 + {tex(y)}^2}} = {tex(beyond)} "
        rf"{relation} {tex(r.radius)}",
        rf"r - d = {tex(r.radius - beyond)}",
        keys=("reach", "decision", "ball"),
    )


def _decision_step(r: Reading) -> Step:
    answer = _ANSWERS[r.face]
    return Step(
        "Decide by the signs",
        _decision_text(r),
        rf"{_row_of_table(r)} \Rightarrow {answer}",
        rf"x' = {tex(r.gap[0])}, \; y' = {tex(r.gap[1])}, \; "
        rf"v_x' = {tex(r.toward[0])}, \; v_y' = {tex(r.toward[1])}",
        rf"{answer} \text{{, a graze}}" if r.graze else answer,
        keys=("decision", "velocity"),
    )


def _decision_text(r: Reading) -> str:
    if r.inside:
        return "Inside the block both x′ and y′ are negative, and no hit is answered."
    if r.zone == BlockFace.NONE:
        return "The centre is in no zone, so nothing is hit, whatever the velocity."
    if r.face == BlockFace.NONE:
        return (
            "The ball is moving away from what it overlaps: it must have bounced "
            "already, and is let go."
        )
    if r.graze:
        return (
            "At a corner but moving toward one side only: a graze, which counts as "
            "that side."
        )
    return "The zone says what is hit, provided the ball moves toward it."


def _row_of_table(r: Reading) -> str:
    """Return the live row of the decision table as conditions."""
    if r.zone == BlockFace.NONE and not r.inside:
        return "d > r"
    asked = {
        BlockFace.CORNER: (0, 1),
        BlockFace.LEFT_RIGHT: (0,),
        BlockFace.TOP_BOTTOM: (1,),
        BlockFace.NONE: (),
    }[r.zone]
    places = [rf"{a}' {_against_zero(g)}" for a, g in zip("xy", r.gap, strict=True)]
    speeds = [rf"v_{'xy'[i]}' {_against_zero(r.toward[i])}" for i in asked]
    return r",\; ".join(places + speeds)


def _against_zero(value: float) -> str:
    return r"\ge 0" if value >= 0.0 else "< 0"


def _bounce_step(r: Reading) -> Step:
    before, after = tex(r.velocity), tex(r.bounced)
    text, formula = _bounce_words(r)
    return Step(
        "Bounce",
        text,
        formula,
        rf"\mathbf{{V}} = {before} \;\rightarrow\; \mathbf{{V}}' = {after}",
        rf"\mathbf{{V}}' = {after}",
        keys=("bounce", "velocity"),
    )


def _bounce_words(r: Reading) -> tuple[str, str]:
    if r.face == BlockFace.TOP_BOTTOM:
        return "Off the top or bottom, y turns round.", r"\mathbf{V}' = (v_x,\; -v_y)"
    if r.face == BlockFace.LEFT_RIGHT:
        return "Off the left or right, x turns round.", r"\mathbf{V}' = (-v_x,\; v_y)"
    if r.face == BlockFace.CORNER:
        sign = "-" if r.outward[0] * r.outward[1] > 0.0 else ""
        return (
            "Off a corner, x and y change places and both turn outward: a mirror at "
            "45° against both sides.",
            rf"\mathbf{{V}}' = ({sign}v_y,\; {sign}v_x)",
        )
    return "No hit, so the velocity stays.", r"\mathbf{V}' = \mathbf{V}"


def _printed_step(r: Reading) -> Step:
    formula = r"\mathbf{V}' = (v_y,\; v_x)"
    title, keys = "The corner rule as printed", ("printed", "bounce", "ball")
    if r.listing != BlockFace.CORNER:
        return Step(
            title,
            "One exchange for all four corners is right at the upper left and lower "
            "right only. No corner is hit now, so it is not used.",
            formula,
            keys=keys,
        )
    text = (
        "The printed exchange mirrors in the other diagonal here: the ball goes on "
        "into the block."
        if r.printed_enters
        else "At this corner the one printed exchange sends the ball outward, as it "
        "should; at the neighbouring corners it does not."
    )
    printed = tex(r.printed)
    return Step(
        title,
        text,
        formula,
        rf"{tex(r.velocity)} \;\rightarrow\; {printed}",
        rf"\mathbf{{V}}' = {printed}",
        keys=keys,
    )
