"""The numbers of a derivation, as they are shown, give the results that are shown."""

import sys
from collections import Counter
from every import every_case, every_scene, ENTRIES
from hypothesis import given, settings, HealthCheck, Phase
from shown import account
from strategies import params_of
from playground.scene.solution import ask
import pytest


@every_scene
def test_survey(scene):
    wrong, held, example = Counter(), Counter(), {}

    def look(params):
        try:
            steps = ask(scene, params).steps
        except ValueError:
            return
        for step in steps:
            told = account(step)
            held[step.title] += told.held
            if told.wrong:
                wrong[step.title] += 1
                example.setdefault(step.title, []).append(
                    (step.numbers, step.result, told.wrong)
                )

    for c in scene.cases.values():
        look(c.params)
    cw = dict(wrong)

    @settings(
        max_examples=200,
        suppress_health_check=list(HealthCheck),
        database=None,
        derandomize=True,
        phases=[Phase.generate],
    )
    @given(params_of(scene.params))
    def go(p):
        look(p)

    go()
    from playground.scene.terms import plain

    for t in held:
        print(
            scene.id,
            "|",
            t,
            "| held",
            held[t],
            "wrong cases",
            cw.get(t, 0),
            "random",
            wrong[t],
        )
        for n, r, w in example.get(t, [])[:3]:
            print("      ", plain(n), " || ", plain(r))
            print("         ", w[:2])
