"""The article's rule as records, rows and steps: zones, folding, decision, bounce."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from playground.collision import BlockFace
from playground.scene import terms
from playground.scene.drawlist import Arc, Arrow, DrawList, Label, Rect, Role, Segment
from playground.scene.mathtext import term, tex
from playground.scene.scene import (Row, Step)
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
# The decision table: signs of x', y', v_x', v_y' (None: not asked), and the answer.
_TABLE: tuple[tuple[tuple[bool | None, ...], BlockFace], ...] = (
    ((True, False, True, None), BlockFace.LEFT_RIGHT),
    ((False, True, None, True), BlockFace.TOP_BOTTOM),
    ((True, True, True, True), BlockFace.CORNER),
    ((True, True, True, False), BlockFace.LEFT_RIGHT),
    ((True, True, False, True), BlockFace.TOP_BOTTOM),
)
# Readable on both themes, and fainter than the ink of the live row.
_FAINT = "#7d8290"
_NORMAL_OF_MIRROR = r"\mathbf{m} = \dfrac{1}{\sqrt 2} (-1, 1)"
BLOCK = term("block", r"\text{block}")
_P, _V = term("ball", "P"), term("velocity", r"\mathbf{V}")
_R, _D = term("zones", "r"), term("reach", "d")
_FOLDED = term("fold_x", "x'"), term("fold_y", "y'")
_TOWARD = term("toward_x", "v_x'"), term("toward_y", "v_y'")


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


def draw_reading(r: Reading, tail: Vec2, out: DrawList) -> None:
    """Append the folding, the reach, the zone decided on and the bounce.

    The velocity's parts are laid out from `tail`.
    """
    corner = r.corner
    _draw_parts(r.velocity, tail, out)
    _measure(r.center, (corner[0], r.center[1]), "x", 2, out)
    _measure(r.center, (r.center[0], corner[1]), "y", 3, out)
    draw_live_zone(r, out)
    _draw_bounce(r, out)
    _draw_mirror(r, out)


def _draw_parts(velocity: Vec2, tail: Vec2, out: DrawList) -> None:
    """Append the velocity's shares of x and y, one after the other."""
    knee = tail[0] + velocity[0], tail[1]
    parts = (tail, knee, "toward_x"), (knee, along(tail, velocity), "toward_y")
    for i, (start, tip, key) in enumerate(parts):
        if velocity[i]:
            part = Arrow(
                start,
                tip,
                role=Role.MOVER,
                width=1.5,
                alpha=0.6,
                dashed=True,
                key=key,
                lesson=True,
            )
            out.add(part, since=2 + i)


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
        Segment(
            center,
            side,
            role=Role.CONSTRUCTION,
            width=1.5,
            dashed=True,
            key=key,
            lesson=True,
        ),
        Label(
            middle, name, toward=toward, size=13.0, role=Role.INK, key=key, lesson=True
        ),
        since=step,
    )


def draw_live_zone(r: Reading, out: DrawList) -> None:
    """Append the reach, and the zone that holds the centre once more, stronger."""
    if r.zone != BlockFace.NONE:
        out.add(
            Segment(r.nearest, r.center, role=Role.INK, key="reach", lesson=True),
            since=4,
        )
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
    if r.face == BlockFace.NONE or not any(r.bounced):
        return
    tip = along(r.center, r.bounced)
    out.add(
        Arrow(r.center, tip, role=Role.ACCENT, width=2.5, key="bounce"),
        Label(tip, "V′ rule", toward=r.bounced, role=Role.ACCENT, key="bounce"),
        since=6,
    )


def _draw_mirror(r: Reading, out: DrawList) -> None:
    """Append the printed rule's mirror at a corner, and where it sends the ball."""
    if r.face != BlockFace.CORNER:
        return
    reach = 0.8 * r.radius
    out.add(
        Segment(
            along(r.corner, (reach, reach), -1.0),
            along(r.corner, (reach, reach)),
            role=Role.CONSTRUCTION,
            width=2.0,
            key="mirror",
            lesson=True,
        ),
        Arrow(
            r.corner,
            along(r.corner, _diagonal(r), reach),
            role=Role.CORNER,
            key="diagonal",
            lesson=True,
        ),
        since=7,
    )
    if r.printed_enters:
        tip = along(r.center, r.printed)
        out.add(
            Arrow(
                r.center, tip, role=Role.EXIT, dashed=True, key="printed", lesson=True
            ),
            Label(
                tip,
                "as printed",
                toward=r.printed,
                role=Role.EXIT,
                key="printed",
                lesson=True,
            ),
            since=7,
        )


def _diagonal(r: Reading) -> Vec2:
    """Return the unit vector out of the corner, at 45° to both sides."""
    return r.outward[0] * math.sqrt(0.5), r.outward[1] * math.sqrt(0.5)


def reading_rows(r: Reading, gap: str = "Gap") -> list[Row]:
    """Return every number of the rule; `gap` names the one it decides by."""
    return [
        Row(
            "Rule's decision",
            r.word,
            help="What the article's rule says the ball hits, where it is looked at.",
            key="decision",
        ),
        Row(
            "Zone",
            FACE_WORDS.get(r.zone, "Inside" if r.inside else "None"),
            help="Which zone around the block holds the centre, whatever the velocity.",
            key="zones",
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
            "How deep the disc is in the block where it is looked at: radius minus "
            "the centre's distance.",
            "reach",
        ),
        Row(
            gap,
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
            "Velocity by the rule",
            r.bounced,
            "m",
            "Per step, world, its corner bounce made right for all four corners.",
            "bounce",
        ),
    ]


def _fold_rows(r: Reading) -> list[Row]:
    rows = []
    for i, axis in enumerate("xy"):
        sides = ("left or right", "lower or upper")[i]
        rows += [
            Row(
                f"{axis}′",
                r.gap[i],
                "m",
                f"How far the centre is beyond the nearer {sides} side; "
                "negative between the two.",
                f"fold_{axis}",
            ),
            Row(
                f"v{axis}′",
                r.toward[i],
                "m",
                f"Velocity along {axis} into the block from that side, per step; "
                "negative when moving away.",
                f"toward_{axis}",
            ),
        ]
    return rows


def reading_steps(r: Reading, place: str, moment: str) -> list[Step]:
    """Return the rule's argument in seven steps.

    `place` is LaTeX for how the centre got where it is, `moment` says when that is.
    """
    return [
        _zone_step(r, place, moment),
        _fold_step(r, 0),
        _fold_step(r, 1),
        _reach_step(r),
        _decision_step(r),
        _bounce_step(r),
        _printed_step(r),
    ]


def _zone_step(r: Reading, place: str, moment: str) -> Step:
    return Step(
        "Look at the centre only",
        f"{moment} The disc touches the block just when its centre is within r of it: "
        "in a band along a side or a quarter disc at a corner.",
        rf"\text{{dist}}({_P}, {BLOCK}) \le {_R}",
        rf"{_P} = {place}",
        rf"{_R} = {term('zones', tex(r.radius))}",
        keys=("zones", "ball", "block"),
    )


def _fold_step(r: Reading, i: int) -> Step:
    axis = "xy"[i]
    low, high = (("L", "R"), ("B", "T"))[i]
    below, above = r.low[i] - r.center[i], r.center[i] - r.high[i]
    sides = ("left and right", "lower and upper")[i]
    sign, speed = _sign(r.outward[i]), term("velocity", f"v_{axis}")
    place = term("ball", f"p_{axis}")
    return Step(
        f"Fold {axis} onto the nearer side",
        f"The {sides} sides are mirror images. Measure from the nearer one outward, "
        f"and count velocity toward the block as positive: the article's _{axis} and "
        f"_v{axis}.",
        rf"{_FOLDED[i]} = \max({low} - {place},\; {place} - {high}), \quad "
        rf"{_TOWARD[i]} = {sign}{speed}",
        rf"{_FOLDED[i]} = \max({tex(below)},\; {tex(above)}) = "
        f"{term(f'fold_{axis}', tex(r.gap[i]))}",
        rf"{_TOWARD[i]} = {term(f'toward_{axis}', tex(r.toward[i]))}",
        keys=(f"fold_{axis}", f"toward_{axis}", "ball"),
    )


def _sign(outward: float) -> str:
    return "-" if outward > 0.0 else ""


def _reach_step(r: Reading) -> Step:
    x, y = (max(gap, 0.0) for gap in r.gap)
    relation = r"\le" if r.beyond <= r.radius else ">"
    inside = " The centre is in the block: the rule has no row for that."
    parts = [rf"\max({folded}, 0)^2" for folded in _FOLDED]
    squares = [
        rf"{term(f'fold_{axis}', tex(part))}^2"
        for axis, part in zip("xy", (x, y), strict=True)
    ]
    return Step(
        "Does it reach?",
        "Only what lies beyond a side counts; beyond two sides it is the distance "
        "to the corner." + (inside if r.inside else ""),
        rf"{_D} = \sqrt{{{' + '.join(parts)}}} \le {_R}",
        rf"{_D} = \sqrt{{{' + '.join(squares)}}} = {term('reach', tex(r.beyond))}",
        rf"{term('reach', tex(r.beyond))} {relation} {term('zones', tex(r.radius))}",
        keys=("reach", "ball"),
    )


def _decision_step(r: Reading) -> Step:
    folded = [
        rf"{name} = {term(f'fold_{axis}', tex(value))}"
        for axis, name, value in zip("xy", _FOLDED, r.gap, strict=True)
    ]
    toward = [
        rf"{name} = {term(f'toward_{axis}', tex(value))}"
        for axis, name, value in zip("xy", _TOWARD, r.toward, strict=True)
    ]
    graze = r"\text{, a graze}" if r.graze else ""
    return Step(
        "Decide by the signs",
        _decision_text(r),
        _table(r),
        r",\; ".join(folded + toward),
        term("decision", _ANSWERS[r.face] + graze),
        keys=("decision", "ball"),
    )


def live_row(r: Reading) -> int:
    """Return the row of the decision table that answers; the last is no hit."""
    if r.zone == BlockFace.NONE:
        return len(_TABLE)
    signs = [value >= 0.0 for value in (*r.gap, *r.toward)]
    for number, (asked, _) in enumerate(_TABLE):
        pairs = zip(asked, signs, strict=True)
        if all(want is None or want == sign for want, sign in pairs):
            return number
    return len(_TABLE)


def _table(r: Reading) -> str:
    live = live_row(r)
    rows = [
        "& " + " & ".join([*_FOLDED, *_TOWARD]) + rf" & \text{{hit}}\;({_D} \le {_R})"
    ]
    for number, (asked, face) in enumerate(_TABLE):
        signs = [{None: "", True: r"\ge 0", False: "< 0"}[sign] for sign in asked]
        graze = r"\text{ (graze)}" if number > 2 else ""
        rows.append(_table_row([*signs, _ANSWERS[face] + graze], lit=number == live))
    otherwise = [r"\text{else}", "", "", "", _ANSWERS[BlockFace.NONE]]
    rows.append(_table_row(otherwise, lit=live == len(_TABLE)))
    body = r" \\ ".join(rows)
    return rf"\begin{{array}}{{rccccl}} {body} \end{{array}}"


def _table_row(cells: Sequence[str], *, lit: bool) -> str:
    marked = [r"\Rightarrow" if lit else "", *cells]
    if not lit:
        marked = [
            rf"\textcolor{{{_FAINT}}}{{{cell}}}" if cell else "" for cell in marked
        ]
    return " & ".join(marked)


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


def _bounce_step(r: Reading) -> Step:
    text, formula = _bounce_words(r)
    after = term("bounce", r"\mathbf{V}'")
    return Step(
        "Bounce",
        text,
        rf"{after} = {formula}",
        rf"{_V} = {term('velocity', tex(r.velocity))}",
        rf"{after} = {term('bounce', tex(r.bounced))}",
        keys=("bounce", "velocity", "ball"),
    )


def _bounce_words(r: Reading) -> tuple[str, str]:
    x, y = term("velocity", "v_x"), term("velocity", "v_y")
    if r.face == BlockFace.TOP_BOTTOM:
        return "Off the top or bottom, y turns round.", rf"({x},\; -{y})"
    if r.face == BlockFace.LEFT_RIGHT:
        return "Off the left or right, x turns round.", rf"(-{x},\; {y})"
    if r.face == BlockFace.CORNER:
        sign = "-" if r.outward[0] * r.outward[1] > 0.0 else ""
        return (
            "Off a corner, x and y change places and both turn outward: a mirror at "
            "45° against both sides, wherever on the arc the ball is.",
            rf"({sign}{y},\; {sign}{x})",
        )
    return "No hit, so the velocity stays.", _V


def _printed_step(r: Reading) -> Step:
    normal, outward = r"\mathbf{m}", term("diagonal", r"\mathbf{n}")
    formula = (
        rf"(v_y,\; v_x) = {_V} - 2 ({_V} \cdot {normal})\, {normal}, \quad "
        rf"{_NORMAL_OF_MIRROR}"
    )
    title, keys = "The corner rule as printed", ("mirror", "printed", "ball")
    if r.listing != BlockFace.CORNER:
        return Step(
            title,
            "One exchange for all corners, a mirror across one diagonal: right at the "
            "upper left and lower right only. No corner is hit now, so it is not used.",
            formula,
            keys=keys,
        )
    across = r.outward[0] * r.outward[1] < 0.0
    text = (
        "The printed mirror lies across this corner's way out, so what runs in is "
        "turned out. So it is at the upper left and the lower right only."
        if across
        else "The printed mirror lies along this corner's way out, so what runs in "
        "goes on inward. It is right at the upper left and the lower right only."
    )
    x, y = _diagonal(r)
    lean = tex((y - x) * math.sqrt(0.5))
    return Step(
        title,
        text,
        formula,
        rf"{outward} = {term('diagonal', tex((x, y)))}, \quad "
        rf"{outward} \cdot {normal} = {lean}",
        rf"(v_y,\; v_x) = {term('printed', tex(r.printed))}",
        keys=keys,
    )


def with_terms_drawn(steps: Sequence[Step], picture: DrawList) -> list[Step]:
    """Return the steps with only those terms marked that are drawn by then."""
    known: dict[str, int] = {}
    for record in picture.records:
        known[record.key] = min(known.get(record.key, record.since), record.since)
    return [_marked(step, known, number) for number, step in enumerate(steps, 1)]


def _marked(step: Step, known: Mapping[str, int], number: int) -> Step:
    def kept(latex: str) -> str:
        return terms.expanded(
            latex,
            lambda key, part: (
                term(key, part) if known.get(key, number + 1) <= number else part
            ),
        )

    return replace(
        step,
        formula=kept(step.formula),
        numbers=kept(step.numbers),
        result=kept(step.result),
    )
