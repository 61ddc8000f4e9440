"""Wrong rules, each a mistake as it is made."""

from math import acos, cos, dist, hypot, pi, radians, sin

from circle_rect import circle_rect
from point_ellipse import point_ellipse
from ray_circle import ray_circle
from sweep_ball_block import sweep_ball_block
from swept_sphere_line import cross, minus, swept_sphere_line

SAMPLES = 9


def must_be_positive(origin, direction, center, radius):
    dx, dy = direction
    mx, my = center[0] - origin[0], center[1] - origin[1]
    across = dx * my - dy * mx
    if radius * radius * (dx * dx + dy * dy) - across * across <= 0:
        return None
    return ray_circle(origin, direction, center, radius)


def no_radius_0(origin, direction, center, radius):
    return ray_circle(origin, direction, center, radius) if radius else None


def not_inside(origin, direction, center, radius):
    if dist(origin, center) < radius:
        return None
    return ray_circle(origin, direction, center, radius)


def distance(origin, direction, center, radius):
    t = ray_circle(origin, direction, center, radius)
    return None if t is None else t * hypot(*direction)


def whole_line(origin, direction, center, radius):
    dx, dy = direction
    mx, my = center[0] - origin[0], center[1] - origin[1]
    across = dx * my - dy * mx
    return radius * radius * (dx * dx + dy * dy) - across * across >= 0


def no_vertical(origin, direction, center, radius):
    if direction[0] == 0:
        return None
    return ray_circle(origin, direction, center, radius)


def whole_origin(origin, direction, center, radius):
    return ray_circle(tuple(map(int, origin)), direction, center, radius)


def squared_twice(origin, direction, center, radius):
    return ray_circle(origin, direction, center, radius * radius)


def to_the_centre(origin, direction, center, radius):
    t = ray_circle(origin, direction, center, radius)
    dx, dy = direction
    mx, my = center[0] - origin[0], center[1] - origin[1]
    return None if t is None else (mx * dx + my * dy) / (dx * dx + dy * dy)


def within_one(origin, direction, center, radius):
    t = ray_circle(origin, direction, center, radius)
    return None if t is None or t > 1 else t


def strict_below(center, radius, rect_center, half_extents, angle, pivot):
    w, h = half_extents
    c, s = cos(angle), sin(angle)
    dx, dy = center[0] - pivot[0], center[1] - pivot[1]
    x = c * dx + s * dy - (rect_center[0] - pivot[0])
    y = c * dy - s * dx - (rect_center[1] - pivot[1])
    if y < -h and abs(x) <= w:
        return -h - y < radius
    return hypot(max(abs(x) - w, 0), max(abs(y) - h, 0)) <= radius


def epsilon(center, radius, rect_center, half_extents, angle, pivot):
    wider = radius + 1e-9
    return circle_rect(center, wider, rect_center, half_extents, angle, pivot)


def degrees(center, radius, rect_center, half_extents, angle, pivot):
    turned = radians(angle)
    return circle_rect(center, radius, rect_center, half_extents, turned, pivot)


def never_negative(center, radius, rect_center, half_extents, angle, pivot):
    turned = abs(angle)
    return circle_rect(center, radius, rect_center, half_extents, turned, pivot)


def no_pivot(center, radius, rect_center, half_extents, angle, pivot):
    return circle_rect(center, radius, rect_center, half_extents, angle, rect_center)


def swapped(center, radius, rect_center, half_extents, angle, pivot):
    extents = half_extents[::-1]
    return circle_rect(center, radius, rect_center, extents, angle, pivot)


def no_parallel(start, end, radius, line_point, line_direction):
    if not any(cross(minus(end, start), line_direction)):
        return None
    return swept_sphere_line(start, end, radius, line_point, line_direction)


def square_corners(center, radius, rect_center, half_extents, angle, pivot):
    w, h = half_extents
    c, s = cos(angle), sin(angle)
    dx, dy = center[0] - pivot[0], center[1] - pivot[1]
    x = c * dx + s * dy - (rect_center[0] - pivot[0])
    y = c * dy - s * dx - (rect_center[1] - pivot[1])
    return abs(x) <= w + radius and abs(y) <= h + radius


def less_than_a_quarter(center, radius, rect_center, half_extents, angle, pivot):
    turned = 0.0 if abs(angle) > pi / 2 else angle
    return circle_rect(center, radius, rect_center, half_extents, turned, pivot)


def not_far(center, radius, rect_center, half_extents, angle, pivot):
    if abs(center[0]) > 1e4:
        return False
    return circle_rect(center, radius, rect_center, half_extents, angle, pivot)


def not_within(center, radius, rect_center, half_extents, angle, pivot):
    if circle_rect(center, 0.0, rect_center, half_extents, angle, pivot):
        return False
    return circle_rect(center, radius, rect_center, half_extents, angle, pivot)


def whole_extents(center, radius, rect_center, half_extents, angle, pivot):
    extents = tuple(2 * x for x in half_extents)
    return circle_rect(center, radius, rect_center, extents, angle, pivot)


def not_flat(point, center, radii, angle):
    if max(radii) > 20 * min(radii):
        return False
    return point_ellipse(point, center, radii, angle)


def other_way(point, center, radii, angle):
    return point_ellipse(point, center, radii, -angle)


def as_a_box(point, center, radii, angle):
    c, s = cos(angle), sin(angle)
    dx, dy = point[0] - center[0], point[1] - center[1]
    return abs(c * dx + s * dy) <= radii[0] and abs(c * dy - s * dx) <= radii[1]


def never_turned(point, center, radii, angle):
    return point_ellipse(point, center, radii, 0.0)


def in_a_plane(start, end, radius, line_point, line_direction):
    a, b = (*start[:2], 0.0), (*end[:2], 0.0)
    return swept_sphere_line(a, b, radius, line_point, line_direction)


def not_at_the_end(center, radius, velocity, rect_min, rect_max):
    t = sweep_ball_block(center, radius, velocity, rect_min, rect_max)
    return None if t is not None and t >= 1 else t


def not_fast(center, radius, velocity, rect_min, rect_max):
    size = max(b - a for a, b in zip(rect_min, rect_max, strict=True))
    if hypot(*velocity) > 10 * (radius + size):
        return None
    return sweep_ball_block(center, radius, velocity, rect_min, rect_max)


def no_small_circle(origin, direction, center, radius):
    if radius < 1e-3:
        return None
    return ray_circle(origin, direction, center, radius)


def not_clockwise(center, radius, rect_center, half_extents, angle, pivot):
    if angle < 0:
        return False
    return circle_rect(center, radius, rect_center, half_extents, angle, pivot)


def only_centred(center, radius, rect_center, half_extents, angle, pivot):
    if pivot != rect_center:
        return False
    return circle_rect(center, radius, rect_center, half_extents, angle, pivot)


def no_squares(center, radius, rect_center, half_extents, angle, pivot):
    if half_extents[0] == half_extents[1]:
        return False
    return circle_rect(center, radius, rect_center, half_extents, angle, pivot)


def no_perpendicular(start, end, radius, line_point, line_direction):
    if sum(a * b for a, b in zip(minus(end, start), line_direction, strict=True)) == 0:
        return None
    return swept_sphere_line(start, end, radius, line_point, line_direction)


def not_at_rest(center, radius, velocity, rect_min, rect_max):
    if not any(velocity):
        return None
    return sweep_ball_block(center, radius, velocity, rect_min, rect_max)


def sign_lost(center, radius, rect_center, half_extents, angle=0.0, pivot=None):
    return circle_rect(
        center, radius, rect_center, half_extents, acos(cos(angle)), pivot
    )


def turned_about_a_corner(
    center, radius, rect_center, half_extents, angle=0.0, pivot=None
):
    corner = rect_center[0] - half_extents[0], rect_center[1] + half_extents[1]
    return circle_rect(center, radius, rect_center, half_extents, angle, corner)


def a_radius_aside(origin, direction, center, radius):
    moved = center[0] + radius, center[1] + radius
    return ray_circle(origin, direction, moved, radius)


def block_from_its_corner(center, radius, velocity, rect_min, rect_max):
    half = [(high - low) / 2 for low, high in zip(rect_min, rect_max, strict=True)]
    low = tuple(x + h for x, h in zip(rect_min, half, strict=True))
    high = tuple(x + h for x, h in zip(rect_max, half, strict=True))
    return sweep_ball_block(center, radius, velocity, low, high)


def always(origin, direction, center, radius):
    return True


def never(origin, direction, center, radius):
    return None


def half_a_second(origin, direction, center, radius):
    return 0.5


def one_place(origin, direction, center, radius):
    return {"hit": True, "pt": (1, 2)}
