"""Fairness of the quiz, in numbers.

    python -m playground.benchmarks.quiz_habits [--seeds N] [SCENE …]

It prints the score of habits and of the best threshold rules (such as the distance of
two points against a length), features that could reveal an answer, and the goals. No
window is opened. 200 rounds of all scenes take some minutes.
"""

import argparse
import math
from collections.abc import Sequence

from playground.benchmarks.benchmark_results import BenchmarkResults, format_table
from playground.benchmarks.goals import evaluate_goals, summarize_outcomes
from playground.quiz.fairness import (
    FairnessFigures,
    Habit,
    ThresholdRule,
    fit_threshold_rules,
    measure_fairness,
    sample_questions,
)
from playground.quiz.questions import Question
from scenes import SCENES


def _nearest_of_block(question: Question) -> tuple[float, ...]:
    p = question.params
    spans = zip(p.center, p.block, p.half_extents, strict=True)  # type: ignore[attr-defined]
    return tuple(min(max(x, k - h), k + h) for x, k, h in spans)


SCENE_HABITS = {
    "ball_block": (
        Habit("hit, block's nearest point", lambda q: True, _nearest_of_block),
    )
}
"""Habits that suggest themselves in one scene."""

# Number of threshold rules to print.
_MAX_PRINTED_RULES = 3


def format_figures(title: str, figures: FairnessFigures) -> str:
    """Return the figures of a scene as text."""
    lines = [
        title,
        f"  hits {figures.hits:.1%}, within 2 % of the edge {figures.close:.1%}, "
        f"commonest figure {figures.figure:.1%}",
        f"  best feature: {figures.feature}, right {figures.told:.1%}",
    ]
    for figure in figures.earned:
        placed = "" if math.isnan(figure.placed) else f", places {figure.placed:.1%}"
        lines.append(f"  {figure.habit}: {figure.share:+.1%} of a round{placed}")
    return "\n".join(lines)


def format_glances(best: Sequence[ThresholdRule]) -> str:
    """Return the scores of threshold rules, one per line."""
    return "\n".join(
        f"  glance: {glance.rule}: {glance.share:+.1%} of a round, "
        f"right more than wrong by {glance.edge:.1%}"
        for glance in best
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures of the named scenes, by default of all.

    `arguments` are those of the command line; None for the process's own.
    """
    parser = argparse.ArgumentParser(description="How fair the quiz is, in numbers.")
    parser.add_argument("--seeds", type=int, default=200, metavar="N")
    parser.add_argument("scenes", nargs="*", choices=[[], *(s.id for s in SCENES)])
    options = parser.parse_args(arguments)
    earned: dict[str, float] = {}
    for scene in SCENES:
        if not options.scenes or scene.id in options.scenes:
            own_habits = SCENE_HABITS.get(scene.id, ())
            figures = measure_fairness(scene, range(options.seeds), own_habits)
            print(format_figures(scene.title, figures), flush=True)
            best = fit_threshold_rules(
                scene, sample_questions(scene, range(options.seeds))
            )[:_MAX_PRINTED_RULES]
            print(format_glances(best), flush=True)
            earned[scene.id] = 100.0 * best[0].share
    outcomes = evaluate_goals(BenchmarkResults((), (), (), (), (), earned))
    print(f"\nTargets:\n\n{format_table(summarize_outcomes(outcomes))}")


if __name__ == "__main__":
    main()
