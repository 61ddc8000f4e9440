"""One step of a ball past a block as records, rows and steps."""

import math

from playground.drawlist import (
    Arrow,
    Circle,
    Dot,
    DrawList,
    Label,
    Marker,
    Role,
)
from playground.mathtext import tex
from playground.scene import Row, Step, show
from playground.timeline import Timeline
from scenes._block_lesson import (
    draw_block,
    draw_reading,
    draw_zones,
    listing_rows,
    reading_rows,
    reading_steps,
)
from scenes._block_rule import FACE_WORDS, along
from scenes._one_hit import TOUCH, Entry, OneHit, disagreement, entry
from scenes._wall import Vec2

_NORMAL_LENGTH = 0.8
_STEP_SECONDS = 3.0
_EXACT_STEP = 8
_NO = r"\text{none}"
_FIRST_TOUCH = (
    r"t^* = \text{first } t \text{ with } \text{dist}(P(t), \text{block}) \le r"
)


def draw_one_hit(r: OneHit, out: DrawList) -> None:
    """Append the zones, the block, the step and the chosen answer."""
    draw_zones(r.low, r.high, r.radius, out)
    draw_block(r.low, r.high, out)
    _draw_step(r, out)
    if r.exact:
        _draw_entry(r, out)
        _draw_touch(r, out, (5, 6, 7))
        _draw_article_beside(r, out)
    else:
        draw_reading(r.reading, out)
        _draw_touch(r, out, (_EXACT_STEP,) * 3)
    _draw_ball(r, out)


def sketch_one_hit(
    start: Vec2, velocity: Vec2, radius: float, block: tuple[Vec2, Vec2], out: DrawList
) -> None:
    """Append the given shapes alone."""
    draw_block(*block, out)
    out.add(Circle(start, radius, role=Role.MOVER, fill=0.12, key="ball"))
    out.add(*_velocity_arrow(start, velocity))


def _velocity_arrow(start: Vec2, velocity: Vec2) -> list[Arrow | Label]:
    if not any(velocity):
        return []
    tip = along(start, velocity)
    middle = along(start, velocity, 0.5)
    left = (-velocity[1], velocity[0])
    return [
        Arrow(start, tip, role=Role.MOVER, width=2.5, key="velocity"),
        Label(middle, "V", toward=left, role=Role.MOVER, key="velocity"),
    ]


def _draw_step(r: OneHit, out: DrawList) -> None:
    """Append the ball at the start, its velocity, and where it ends unless turned."""
    end = along(r.start, r.velocity)
    out.add(
        Circle(r.start, r.radius, role=Role.MOVER, width=1.5, alpha=0.55, key="start"),
        Circle(
            end,
            r.radius,
            role=Role.MOVER,
            width=1.0,
            alpha=0.35,
            dashed=True,
            key="velocity",
        ),
        *_velocity_arrow(r.start, r.velocity),
    )


def _draw_ball(r: OneHit, out: DrawList) -> None:
    """Append the ball at the moment `t`."""
    at = r.ball_at(r.t) if r.exact else r.reading.center
    out.add(
        Circle(at, r.radius, role=Role.MOVER, width=2.5, fill=0.18, key="ball"),
        Dot(at, role=Role.MOVER, size=4.0, key="ball"),
    )


def _draw_entry(r: OneHit, out: DrawList) -> None:
    """Append where the centre gets into the grown box, and the corner asked about."""
    way_in = entry(r)
    if not 0.0 < way_in.t <= 1.0:
        return
    out.add(
        Dot(
            way_in.at,
            size=4.0,
            marker=Marker.SQUARE,
            role=Role.CONSTRUCTION,
            key="entry",
        ),
        since=3,
    )
    if way_in.beyond_both:
        mark = Dot(
            way_in.corner,
            size=5.0,
            marker=Marker.DIAMOND,
            role=Role.CORNER,
            key="corner",
        )
        out.add(
            mark, Label(way_in.corner, "K", role=Role.CORNER, key="corner"), since=4
        )


def _draw_touch(r: OneHit, out: DrawList, steps: tuple[int, int, int]) -> None:
    """Append the ball as it touches, the contact, and the way it leaves."""
    if not r.hit:
        return
    touch, normal, mirror = steps
    width, alpha = (2.0, 1.0) if r.exact else (1.5, 0.75)
    ring = Circle(
        r.center, r.radius, role=Role.ENTER, width=width, alpha=alpha, key="touch"
    )
    out.add(
        ring,
        Dot(r.center, size=3.5, marker=Marker.RING, role=Role.ENTER, key="touch"),
        since=touch,
    )
    if r.exact:
        time = f"t = {show(r.t_hit, 2)}"
        label = Label(r.center, time, toward=_aside(r), role=Role.ENTER, key="touch")
        out.add(label, since=touch)
    contact = Dot(r.contact, marker=Marker.DIAMOND, role=Role.HIT, key="contact")
    out.add(contact, since=normal)
    if r.exact:
        tip = along(r.contact, r.normal, _NORMAL_LENGTH)
        out.add(
            Arrow(r.contact, tip, role=Role.NORMAL, key="normal"),
            Label(tip, "n", toward=r.normal, role=Role.NORMAL, key="normal"),
            since=normal,
        )
    if r.bounces:
        _draw_leaving(r, out, mirror)


def _aside(r: OneHit) -> Vec2:
    """Return a direction beside the way in."""
    return (r.velocity[1], -r.velocity[0]) if any(r.velocity) else r.normal


def _draw_leaving(r: OneHit, out: DrawList, since: int) -> None:
    tip = along(r.center, r.leave)
    width = 3.0 if r.exact else 1.5
    out.add(
        Arrow(r.center, tip, role=Role.ENTER, width=width, key="leave"),
        Label(tip, "V′ exact", toward=r.leave, role=Role.ENTER, key="leave"),
        since=since,
    )


def _draw_article_beside(r: OneHit, out: DrawList) -> None:
    """Append the article's answer, hollow, beside the exact one."""
    a = r.reading
    out.add(
        Dot(a.center, size=5.0, marker=Marker.RING, role=Role.ACCENT, key="article"),
        since=_EXACT_STEP,
    )
    if a.listing and any(a.printed):
        tip = along(a.center, a.printed)
        out.add(
            Arrow(a.center, tip, role=Role.ACCENT, dashed=True, key="article"),
            Label(tip, "V′ article", toward=a.printed, role=Role.ACCENT, key="article"),
            since=_EXACT_STEP,
        )


def one_hit_rows(r: OneHit) -> list[Row]:
    """Return every number of both answers, the chosen one first."""
    rule, exact = reading_rows(r.reading), _exact_rows(r)
    chosen = [*exact, *rule] if r.exact else [*rule, *exact]
    return [*chosen, *listing_rows(r.reading)]


def _exact_rows(r: OneHit) -> list[Row]:
    return [
        Row("Exact answer", r.exact_word, help="What the sweep of the step says."),
        Row(
            "Touches",
            "yes" if r.hit else "no",
            help="The disc touches the block at some moment of the step.",
            key="touch",
        ),
        Row(
            "Touch time",
            r.t_hit,
            "step",
            "First moment of touch, as a part of the step; 0 if it overlaps before.",
            "touch",
        ),
        Row(
            "Clear time",
            r.t_clear,
            "step",
            "Last moment of touch if the ball went straight on, within the step.",
            "velocity",
        ),
        Row(
            "Centre at touch", r.center, "m", "The ball's centre then, world.", "touch"
        ),
        Row("Contact", r.contact, "m", "The block's point touched, world.", "contact"),
        Row(
            "Normal",
            r.normal,
            "",
            "Unit vector from the block toward the ball, world.",
            "normal",
        ),
        Row(
            "Touched face",
            FACE_WORDS.get(r.face, "None"),
            help="What of the block is touched first.",
            key="contact",
        ),
        Row(
            "Speed into the block",
            r.speed_in,
            "m",
            "Displacement per step against the normal; negative when the ball leaves.",
            "normal",
        ),
        Row(
            "Exact velocity after",
            r.leave,
            "m",
            "The velocity, per step, mirrored about the normal if the ball moves in.",
            "leave",
        ),
    ]


def one_hit_steps(r: OneHit) -> list[Step]:
    """Return the derivation of the chosen answer."""
    if not r.exact:
        return [*reading_steps(r.reading), _beside_truth(r)]
    way_in = entry(r)
    return [
        _grow_step(r),
        _path_step(r),
        _entry_step(r, way_in),
        _corner_step(r, way_in),
        _time_step(r),
        _normal_step(r),
        _mirror_step(r),
        _beside_article(r),
    ]


def _beside_truth(r: OneHit) -> Step:
    return Step(
        "Beside the exact sweep",
        disagreement(r) or "Over this step the rule and the exact sweep agree.",
        _FIRST_TOUCH,
        rf"t^* = {tex(r.t_hit)}",
        rf"\mathbf{{V}}' = {tex(r.leave)}",
        keys=("touch", "contact", "leave", "ball"),
    )


def _grow_step(r: OneHit) -> Step:
    return Step(
        "Grow the block, shrink the ball",
        "A disc touches the block just when its centre touches the block grown by r: "
        "a rectangle with round corners.",
        r"\text{dist}(P, \text{block}) \le r",
        rf"r = {tex(r.radius)}",
        keys=("zones", "block"),
    )


def _path_step(r: OneHit) -> Step:
    return Step(
        "The centre's path",
        "Over the step the centre runs along a straight line. All of it counts, not "
        "only its end.",
        r"P(t) = P_0 + t \mathbf{V}, \quad 0 \le t \le 1",
        rf"P(t) = {tex(r.start)} + t\, {tex(r.velocity)}",
        keys=("start", "velocity"),
    )


def _entry_step(r: OneHit, way_in: Entry) -> Step:
    x, y = (_wait_tex(wait) for wait in way_in.waits)
    if math.isinf(way_in.t):
        text = "Along one axis the ball never comes within r: no touch."
    elif way_in.t == 0.0:
        text = "The centre is within r along both axes from the start."
    else:
        text = "Each axis has a moment from which the ball is within r; take the later."
    return Step(
        "Into the grown box",
        text,
        r"t_e = \max(t_x,\; t_y), \quad t_x = \frac{x_0' - r}{v_x'}",
        rf"t_x = {x}, \quad t_y = {y}",
        rf"t_e = {_wait_tex(way_in.t)}",
        keys=("entry", "velocity"),
    )


def _wait_tex(wait: float) -> str:
    return _NO if math.isinf(wait) else tex(wait)


def _corner_step(r: OneHit, way_in: Entry) -> Step:
    formula = r"\left| P_0 - K + t \mathbf{V} \right|^2 = r^2"
    keys = ("corner", "zones")
    if not way_in.beyond_both:
        text = (
            "There the centre is level with a side, so that side is touched; no "
            "corner is asked."
            if math.isfinite(way_in.t)
            else "The centre never gets there, so neither is touched."
        )
        return Step("Side or corner?", text, formula, keys=keys)
    u = r.start[0] - way_in.corner[0], r.start[1] - way_in.corner[1]
    v = r.velocity
    a, b = v[0] ** 2 + v[1] ** 2, u[0] * v[0] + u[1] * v[1]
    c = u[0] ** 2 + u[1] ** 2 - r.radius**2
    return Step(
        "Side or corner?",
        "There the centre is beyond two sides: only the corner K between them can be "
        "touched. That is a ray against a circle.",
        r"a t^2 + 2 b t + c = 0, \quad D = b^2 - a c",
        rf"a = {tex(a)}, \; b = {tex(b)}, \; c = {tex(c)}",
        rf"D = {tex(b * b - a * c)}",
        keys=keys,
    )


def _time_step(r: OneHit) -> Step:
    if not r.hit:
        text = "No moment within the step: the ball does not touch."
    elif r.t_hit == 0.0:
        text = "The disc overlaps or touches the block before the step begins."
    else:
        text = f"First touch: {FACE_WORDS[r.face].lower()}."
    return Step(
        "The moment of touch",
        text,
        _FIRST_TOUCH,
        rf"t^* = {tex(r.t_hit)}",
        rf"P(t^*) = {tex(r.center) if r.hit else _NO}",
        keys=("touch",),
    )


def _normal_step(r: OneHit) -> Step:
    formula = r"\mathbf{n} = \frac{P(t^*) - Q}{\left| P(t^*) - Q \right|}"
    if not r.hit:
        return Step(
            "Contact and normal", "Without a touch there is none.", formula, result=_NO
        )
    return Step(
        "Contact and normal",
        "Q is the block's point nearest to the centre then. The normal leads from it "
        "to the centre; inside the block, out of the nearest side.",
        formula,
        rf"Q = {tex(r.contact)}",
        rf"\mathbf{{n}} = {tex(r.normal)}",
        keys=("contact", "normal"),
    )


def _mirror_step(r: OneHit) -> Step:
    if r.bounces:
        text = "Turn round what runs into the block, keep what runs along it."
    elif not r.hit:
        text = "No touch, so the velocity stays."
    elif r.exact_word == TOUCH:
        text = "It touches without moving in, so the velocity stays."
    else:
        text = "It already moves out, so the velocity stays."
    return Step(
        "Mirror the velocity",
        text,
        r"\mathbf{V}' = \mathbf{V} - 2 (\mathbf{V} \cdot \mathbf{n})\, \mathbf{n}",
        rf"\mathbf{{V}} \cdot \mathbf{{n}} = {tex(-r.speed_in)}",
        rf"\mathbf{{V}}' = {tex(r.leave)}",
        keys=("leave", "normal"),
    )


def _beside_article(r: OneHit) -> Step:
    article = r.reading
    return Step(
        "Beside the article's rule",
        disagreement(r) or "At this moment the article's code agrees.",
        r"P = P_0 + t \mathbf{V}",
        rf"t = {tex(r.t)}, \quad P = {tex(article.center)}",
        rf"\text{{{article.listing_word.lower()}}}, \; "
        rf"\mathbf{{V}}' = {tex(article.printed)}",
        keys=("article",),
    )


def step_timeline(r: OneHit | None) -> Timeline:
    """Return the step's time axis, with the exact touch among its stops."""
    touch = [r.t_hit] if r and 0.0 < r.t_hit < 1.0 else []
    return Timeline(
        "t",
        0.0,
        1.0,
        _STEP_SECONDS,
        stops=(0.0, *touch, 1.0),
        names=("start", *(["first touch"] * len(touch)), "end of the step"),
    )
