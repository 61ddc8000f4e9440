"""Right code that takes arrays."""

import numpy as np

vectorized = True


def sweep_ball_block(center, radius, velocity, rect_min, rect_max):
    beyond = np.maximum(np.maximum(rect_min - center, center - rect_max), 0.0)
    inside = np.hypot(beyond[:, 0], beyond[:, 1]) <= radius
    found = [np.where(inside, 0.0, np.inf)]
    with np.errstate(all="ignore"):
        for i, j in ((0, 1), (1, 0)):
            for face, side in ((rect_min[:, i], -1.0), (rect_max[:, i], 1.0)):
                t = (face + side * radius - center[:, i]) / velocity[:, i]
                at = center[:, j] + t * velocity[:, j]
                fine = (rect_min[:, j] <= at) & (at <= rect_max[:, j])
                found.append(np.where(fine & (side * velocity[:, i] < 0), t, np.inf))
        for x in (rect_min[:, 0], rect_max[:, 0]):
            for y in (rect_min[:, 1], rect_max[:, 1]):
                m = np.stack([x, y], axis=-1) - center
                a, b = (velocity**2).sum(-1), (m * velocity).sum(-1)
                root = np.sqrt(b * b - a * ((m**2).sum(-1) - radius**2))
                found.append(np.where(a > 0, (b - root) / a, np.inf))
        times = np.array(found)
        t = np.where((times >= 0) & (times <= 1), times, np.inf).min(axis=0)
    return np.where(np.isfinite(t), t, np.nan)
