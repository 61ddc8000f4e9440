"""Fairness of questions: no habit and no visible detail predicts an answer."""

from dataclasses import replace

import pytest
from every import few_own_scenes

from playground.benchmarks.quiz_habits import SCENE_HABITS, main
from playground.quiz import fairness, round
from playground.quiz.fairness import (
    Habit,
    fit_threshold_rules,
    measure_fairness,
    sample_questions,
)
from playground.scene.scene import SceneEntry
from scenes import SCENES


@pytest.mark.slow
@few_own_scenes
def test_the_quiz_is_fair(scene: SceneEntry) -> None:
    knows = Habit("knows", lambda q: q.hit, lambda q: q.target and q.target.value)
    habits = [*SCENE_HABITS.get(scene.id, ()), knows]
    figures = measure_fairness(scene, range(2), habits)
    *habitual, known = figures.earned
    assert (known.habit, known.share, known.placed) == ("knows", 1.0, 1.0)
    for earned in habitual:
        assert earned.share <= 0.1, earned
    assert figures.hits == 0.5
    # What a habit earns of the places is a quarter of that of a round.
    assert not [earned for earned in habitual if earned.placed > 0.4]
    assert figures.figure <= 0.25
    assert figures.close >= 0.08
    # Of ten questions, and six features: by luck alone one of these is right of eight
    # in three rounds of ten. What tells more than luck the bench sees, which finds at
    # most 52 % of a thousand.
    assert figures.told <= 0.8, figures.feature


@pytest.mark.slow
def test_the_measure_notices_what_is_unfair(monkeypatch: pytest.MonkeyPatch) -> None:
    """Break the coin and the score, and the figures say so."""
    scene = SCENES[0]

    def leaning(scene, seed, number, streak):
        found = round.sample_question(scene, seed, number, streak)
        return replace(found, hit=True, target=None)

    monkeypatch.setattr(fairness, "_cached_question", leaning)
    figures = measure_fairness(scene, range(2))
    always = {earned.habit: earned.share for earned in figures.earned}
    assert (always["always hit"], always["always miss"]) == (1.0, -1.0)
    assert (figures.hits, figures.told) == (1.0, 1.0)


@pytest.mark.slow
def test_the_command_prints_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--seeds", "2", "ray_circle"])
    text = capsys.readouterr().out
    assert text.startswith("Ray vs circle\n  hits ")
    assert "  always miss: " in text
    assert "Ball vs block" not in text
    *_, limit, better = text.splitlines()
    # Of two rounds it is luck; what matters is that it is held to both.
    share = (
        100.0
        * fit_threshold_rules(SCENES[0], sample_questions(SCENES[0], range(2)))[0].share
    )
    for row, most in ((limit, 25.0), (better, 20.0)):
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert cells[1:4] == [f"at most {most:g} %", *[f"{share:.3g}"] * 2]
        assert cells[-1] == f"{int(share <= most)} of 1"
