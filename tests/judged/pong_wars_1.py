"""vnglst/pong-wars 1: a ball punches tunnels.

It is looked at once a step, where it has come to, and not on its way.
"""

from math import hypot


def sweep_ball_block(center, radius, velocity, rect_min, rect_max):
    """Return whether the ball touches the block."""
    x, y = center[0] + velocity[0], center[1] + velocity[1]
    away_x = max(rect_min[0] - x, x - rect_max[0], 0.0)
    away_y = max(rect_min[1] - y, y - rect_max[1], 0.0)
    return hypot(away_x, away_y) <= radius
