"""Which drawn records the symbols of a sentence stand for."""

from playground.scene.named import keys_of_symbols
from playground.study.study import Study
from scenes import SPHERE_LINE


def test_a_time_has_not_the_colour_of_one_moment() -> None:
    """The first touch and the end of it are both marked: t = 0.5, t = 0.8."""
    study = Study(SPHERE_LINE, SPHERE_LINE.cases["Crossing"].params)
    keys = keys_of_symbols(study.picture, study.steps, None)
    assert keys.get("t") not in ("t_enter", "t_exit", "contact")
    assert keys["N"]
