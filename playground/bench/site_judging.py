"""What a trial of somebody's code costs in a page of a site, and to end one."""

from typing import Any, NamedTuple

_PLAIN = """
from math import sqrt

def ray_circle(origin, direction, center, radius):
    mx, my = origin[0] - center[0], origin[1] - center[1]
    vx, vy = direction
    a, b, c = vx * vx + vy * vy, mx * vx + my * vy, mx * mx + my * my - radius * radius
    s = b * b - a * c
    if s < 0.0:
        return None
    t = (-b - sqrt(s)) / a
    t = (-b + sqrt(s)) / a if t < 0.0 else t
    return t if t >= 0.0 else None
"""
# Python cannot end it: no line of it is run again.
_ENDLESS = "def ray_circle(origin, **_):\n    return sum(iter(int, 1))\n"
_RUNS = 4
# Times in milliseconds. What is ended was at it for half a second.
_JUDGE = """async ([plain, endless, runs]) => {
    const judge = player.judge(), scene = "ray_circle", trials = [], ended = [];
    let asked = 0;
    await judge.spared();
    for (let i = 0; i < runs; i++) {
        const since = performance.now();
        const told = await judge.run({ scene, code: plain });
        if (told.error) throw new Error(told.error);
        trials.push(performance.now() - since);
        asked = told.asked;
    }
    for (let i = 0; i < runs; i++) {
        await judge.spared();
        const lost = judge.run({ scene, code: endless });
        await new Promise((done) => setTimeout(done, 500));
        const since = performance.now();
        judge.stop();
        await lost;
        let begun = 0;
        await judge.run({ scene, code: plain }, () => { begun ||= performance.now(); });
        ended.push(begun - since);
    }
    return [asked, trials, ended];
}"""


class Judging(NamedTuple):
    """How many cases were asked, and what was measured, in milliseconds.

    `trials` are of a plain function, one after the other; `ended` are from the stop of
    an endless one to the beginning of the next trial.
    """

    asked: int
    trials: list[float]
    ended: list[float]


def judging(page: Any) -> Judging:
    """Measure it in a page of a scene in which Python is ready."""
    return Judging(*page.evaluate(_JUDGE, [_PLAIN, _ENDLESS, _RUNS]))
