"""How large words on the canvas are: tied to its height, in logical pixels."""

# A name takes this share of the canvas's height, within these ends: 25 pixels on one
# of 740. Most labels are notes of 0.87 times that.
_SHARE, _SMALLEST, _LARGEST = 0.034, 18.0, 40.0
# A title of a view against the names in it.
_TITLE = 0.77
# Numbers at the edges against names; smaller than this nobody reads them.
_TICK, LEAST_TICK = 0.65, 14.0


# On a stage, which is read from the last row, it is this share of the window's height:
# the digits of notes are 2.5 % of it then, those of numbers at the edges 1.9 %.
_STAGE = 0.043


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
    return max(_TICK * name, LEAST_TICK)
