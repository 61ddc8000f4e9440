"""Moving ball against block, with a bug to be found."""


def sweep_ball_block(center, radius, velocity, rect_min, rect_max):
    """Return the time of the first touch within the step, or None."""
    enter, leave = 0.0, 1.0
    for p, v, low, high in zip(center, velocity, rect_min, rect_max, strict=True):
        low, high = low - radius, high + radius
        if v == 0:
            if not low <= p <= high:
                return None
            continue
        first, last = sorted(((low - p) / v, (high - p) / v))
        enter, leave = max(enter, first), min(leave, last)
    return enter if enter <= leave else None
