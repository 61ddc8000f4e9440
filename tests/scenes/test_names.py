"""One number, one name: in the maps, in the curves and in the result panel."""

import numpy as np
import pytest

from playground.scene.params import Params
from playground.scene.scene import AnyScene
from scenes import SCENES

# What the result panel has no row for.
ONLY_MAPPED = {"Least gap in the step (m)", "Least gap (m)"}
ONLY_CURVES = {"its least in the step (m²)", "rule (1 top, 2 side, 3 corner)"}

every_case = pytest.mark.parametrize(
    ("scene", "params"),
    [
        pytest.param(scene, case.params, id=f"{scene.id}-{name}")
        for scene in SCENES
        for name, case in scene.cases.items()
    ],
)


def shown(scene: AnyScene, params: Params) -> dict[str, float]:
    """Return the panel's numbers, the unit in the name."""
    rows = scene.readout(params, scene.solve(params))
    return {
        f"{row.name} ({row.unit})" if row.unit else row.name: row.value
        for row in rows
        if isinstance(row.value, float)
    }


@every_case
def test_a_named_number_is_that_of_the_panel(scene: AnyScene, params: Params) -> None:
    if scene.id == "point_ellipse" and min(params.radii) == 0.0:
        return  # refused: no numbers
    panel = shown(scene, params)
    mapped, lines = scene.quantities(params), scene.measure(params)
    for name, value in {**mapped, **lines}.items():
        if name in ONLY_MAPPED | ONLY_CURVES:
            assert name not in panel
        # There is no depth of what does not overlap, of which the panel says 0.
        elif not (name == "Depth (m)" and np.isnan(value)):
            assert float(value) == pytest.approx(
                panel[name], rel=1e-9, abs=1e-12, nan_ok=True
            )


def test_where_a_quantity_turns_is_one_of_the_quantities() -> None:
    for scene in SCENES:
        params = scene.cases[scene.first_case()].params
        assert set(scene.turns_at) <= set(scene.quantities(params))


def test_the_level_turns_at_1() -> None:
    ellipse = SCENES[2]
    assert dict(ellipse.turns_at) == {"Level": 1.0}
    edge = ellipse.cases["On the boundary"].params
    assert float(ellipse.quantities(edge)["Level"]) == 1.0
