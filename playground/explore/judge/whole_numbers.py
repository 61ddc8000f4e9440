"""Whole numbers of JSON, which the process of somebody's code reads too.

It needs nothing but the standard library, and none of ours.
"""

import math


def whole(digits: str) -> int | float:
    """Return a whole number; as infinity what is beyond all floats.

    C and others write -0.0 as a whole number.
    """
    number = float(digits)
    return number if math.isinf(number) or digits == "-0" else int(digits)
