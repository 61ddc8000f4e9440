"""How fair the quiz is: `python -m playground.bench.habits [--seeds N] [SCENE …]`.

It prints what habits earn of a perfect round and what could give an answer away. No
window is opened.
"""

import argparse
import math
from collections.abc import Sequence

from playground.explore.quiz.fairness import Figures, Habit, measured
from playground.explore.quiz.questions import Question
from scenes import SCENES


def _nearest_of_block(question: Question) -> tuple[float, ...]:
    p = question.params
    spans = zip(p.center, p.block, p.half_extents, strict=True)  # type: ignore[attr-defined]
    return tuple(min(max(x, k - h), k + h) for x, k, h in spans)


OWN = {
    "ball_block": (
        Habit("hit, block's nearest point", lambda q: True, _nearest_of_block),
    )
}
"""Habits that one scene invites."""


def report(title: str, figures: Figures) -> str:
    """Return the figures of a scene as lines of text."""
    lines = [
        title,
        f"  hits {figures.hits:.1%}, within 2 % of the edge {figures.close:.1%}, "
        f"commonest figure {figures.figure:.1%}",
        f"  best feature: {figures.feature}, right {figures.told:.1%}",
    ]
    for earned in figures.earned:
        placed = "" if math.isnan(earned.placed) else f", places {earned.placed:.1%}"
        lines.append(f"  {earned.habit}: {earned.share:+.1%} of a round{placed}")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures of the scenes named, or of all."""
    parser = argparse.ArgumentParser(description="How fair the quiz is, in numbers.")
    parser.add_argument("--seeds", type=int, default=500, metavar="N")
    parser.add_argument("scenes", nargs="*", choices=[[], *(s.id for s in SCENES)])
    chosen = parser.parse_args(arguments)
    for scene in SCENES:
        if not chosen.scenes or scene.id in chosen.scenes:
            own = OWN.get(scene.id, ())
            figures = measured(scene, range(chosen.seeds), own)
            print(report(scene.title, figures), flush=True)


if __name__ == "__main__":
    main()
