"""How large words on the canvas are: tied to its height, in logical pixels."""

# A name takes this share of the canvas's height, within these ends. Most labels are
# notes of 0.87 times that: about 1.8 %, from 13 to 28 pixels.
_SHARE, _SMALLEST, _LARGEST = 0.0205, 15.0, 32.0
# Numbers on axes against names; smaller than this nobody reads them.
_TICK, _LEAST = 0.75, 12.0


def name_size(height: float) -> float:
    """Return the size of a name on a canvas so high, in steps of half a pixel."""
    return min(max(round(2.0 * _SHARE * height) / 2.0, _SMALLEST), _LARGEST)


def tick_size(name: float) -> float:
    """Return the size of the numbers on axes beside names of a size."""
    return max(_TICK * name, _LEAST)
