"""What article 1's scene tells a map, and a lens: many rays at once, one exactly."""

from playground.collision import RayCircle, articles
from playground.collision.numeric import Array, length
from playground.scene.drawlist import Role
from playground.scene.regions import Kind, Regions, by_first
from playground.scene.scene import Decision, NumberType, in_numbers, stacked
from scenes import _ray_mistakes
from scenes._ray_model import RayCircleParams, known, line_meets, solved


def outcomes(e: RayCircle) -> Regions:
    """Return which word the verdict has for each answer."""
    one_point = (e.discriminant == 0.0) | (e.t_exit == 0.0)
    return by_first(
        (Kind("Inside", Role.CORNER), e.inside),
        (Kind("Touch", Role.NORMAL), e.hit & one_point),
        (Kind("Hit", Role.HIT), e.hit),
        (Kind("Behind", Role.ACCENT), line_meets(e)),
        (Kind("Miss", Role.MISS), True),
    )


def regions(p: RayCircleParams) -> Regions:
    e, aimless = solved(p)
    return outcomes(e).without(aimless)


def quantities(p: RayCircleParams) -> dict[str, Array]:
    e, aimless = solved(p)
    values = {
        "First t": e.t,
        "Distance D to the line (m)": length(e.closest - stacked(*p.center)),
        "Discriminant s (m²)": e.discriminant,
    }
    return {name: known(y, aimless) for name, y in values.items()}


def mistakes(p: RayCircleParams, *, single: bool) -> Regions:
    kind = "float32" if single else "float64"
    e, aimless = solved(p)
    answer = articles.circle_ray(
        stacked(*p.center),
        p.radius,
        stacked(*p.origin),
        stacked(*p.direction),
        dtype=kind,
    )
    return _ray_mistakes.mistakes(p, e, answer, kind).without(aimless)


def decide(p: RayCircleParams, number: NumberType) -> Decision | None:
    """Decide by the article's discriminant, with V as it is given.

    A start in the circle hits whatever the direction; from outside, V must lead
    toward the centre. Without a direction there is nothing to decide.
    """
    if not any(p.direction):
        return None
    (ax, ay), (vx, vy), (ox, oy) = (
        in_numbers(v, number) for v in (p.origin, p.direction, p.center)
    )
    (r,) = in_numbers((p.radius,), number)
    mx, my = ax - ox, ay - oy
    power, toward = mx * mx + my * my - r * r, mx * vx + my * vy
    left, right = power * (vx * vx + vy * vy), toward * toward
    if not left <= right or power <= 0 or toward < 0:
        return Decision(bool(left <= right), left, right)
    # The line meets the circle, or V is so short that its squares are lost.
    return Decision(False, left, right, "behind" if toward > 0 else "V too short")
