"""A walk over any states of a scene, that holds each against something."""

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
    """Look at so many states that the declarations of a params class allow."""

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
    """Leave a state out that no hand would set."""
    assume(all(x == 0.0 or abs(x) > _TINY for x in numbers_of(params)))
