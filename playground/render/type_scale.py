"""How large words on the canvas are: tied to its height, in logical pixels."""

# A name takes this share of the canvas's height, within these ends. Most labels are
# notes of 0.87 times that: about 1.8 %, from 13 to 28 pixels.
_SHARE, _SMALLEST, _LARGEST = 0.0205, 15.0, 32.0
# A title of a view against the names in it.
_TITLE = 0.87
# Numbers on axes against names; smaller than this nobody reads them.
_TICK, _LEAST = 0.75, 12.0


# On a stage, which is read from the last row, it is this share of the window's height:
# notes have capitals of 2.2 % of it then, numbers on axes digits of 1.9 %.
_STAGE = 0.037


def stage_name_size(height: float) -> float:
    """Return the size of a name in a window so high that shows the figure to a room."""
    return round(2.0 * _STAGE * height) / 2.0


def name_size(height: float) -> float:
    """Return the size of a name on a canvas so high, in steps of half a pixel."""
    return min(max(round(2.0 * _SHARE * height) / 2.0, _SMALLEST), _LARGEST)


def title_size(name: float) -> float:
    """Return the size of a view's title above names of a size."""
    return round(2.0 * _TITLE * name) / 2.0


def tick_size(name: float) -> float:
    """Return the size of the numbers on axes beside names of a size."""
    return max(_TICK * name, _LEAST)
