"""Each case shows what it says."""

import numpy as np
import pytest

from playground.scene.solution import solve_scene
from scenes.sphere_line import SCENE


@pytest.mark.parametrize("name", SCENE.cases)
def test_a_case_ends_and_differs_as_it_says(name: str) -> None:
    case = SCENE.cases[name]
    solution = solve_scene(SCENE, case.params)
    assert solution.verdict.text == case.outcome
    compared = solution.listing_verdict(np.float32)
    assert compared.kind == case.mistake
    assert compared.agrees == (not case.mistake)
    assert (compared.step > 0) == bool(compared.why) == bool(case.mistake)
