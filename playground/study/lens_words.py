"""What the lens says: three kinds of numbers about one verdict, and the last bits."""

import math

from playground.explore.curve import Axis
from playground.explore.lens import LensReading
from playground.explore.quiz.rounds import answer_word
from playground.language import message, plural
from playground.scene.mathtext import with_power
from playground.scene.params import Params
from playground.study.study import Study

NOTHING = message("There is nothing to compare for these parameters.")
GAP = message(
    "How far the test is from its limit, passed (+) or failed (−), in units "
    "of the last place of the larger side (the exact result in float64 "
    "units). Where another condition fails, that is named instead."
)


def compared(study: Study) -> str:
    """Return what is compared; why nothing is, where the lens has no reading."""
    lens = study.scene.lens
    if lens is None or not study.precision:
        return NOTHING
    return message(
        "{test}: this test alone, not the code, in three types of number",
        test=lens.compared,
    )


def word(study: Study, reading: LensReading) -> str:
    """Return the verdict of a kind of number."""
    return answer_word(study.entry, study.params, hit=reading.hit)


def gap(reading: LensReading) -> str:
    """Return how far from its limit the test is, or what else is failed."""
    return reading.failing or _in_steps(reading.gap)


def value(params: Params, axis: Axis) -> str:
    """Return the number that is moved with all of its digits."""
    text = repr(axis.value(params)).replace("-", "−")
    return text if axis.shown(params) == 1.0 else f"{text} rad"


def _in_steps(gap: float) -> str:
    """Return a gap that is counted in the steps between neighbouring numbers."""
    if not math.isfinite(gap):
        return message("none", about="steps")
    if abs(gap) >= 1e6:
        # How many exactly, nobody reads.
        digits, power = f"{gap:+.0e}".replace("-", "−").split("e")
        return message("about {count} steps", count=with_power(digits, int(power)))
    text = (f"{gap:+.0f}" if gap else "0") if gap == round(gap) else f"{gap:+.2g}"
    text = text.replace("-", "−")
    return plural("{gap} step", "{gap} steps", 1 if abs(gap) == 1.0 else 2, gap=text)
