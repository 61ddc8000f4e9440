"""Property tests over random states of a scene."""

from collections.abc import Callable
from typing import TypeVar

import numpy as np
from hypothesis import HealthCheck, assume, given, settings
from strategies import params_of

from playground.scene.params import Params

P = TypeVar("P", bound=Params)

# No hand sets a number nearer to 0. There floats themselves have no digits to show;
# cases with such numbers are tried all the same.
_TINY = 1e-30


def walk(kind: type[P], count: int, look: Callable[[P], None]) -> None:
    """Call `look` with `count` random states of a params class."""

    @settings(
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        max_examples=count,
    )
    @given(params_of(kind))
    def each(params: P) -> None:
        look(params)

    each()


def numbers_of(params: Params) -> list[float]:
    """Return all numbers of the params."""
    values = [value for value in vars(params).values() if not isinstance(value, str)]
    return [float(x) for value in values for x in np.ravel(value)]


def set_by_hand(params: Params) -> None:
    """Discard states that a user would not set."""
    assume(all(x == 0.0 or abs(x) > _TINY for x in numbers_of(params)))
