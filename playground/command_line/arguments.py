"""The types of arguments that more than one command takes, and their bounds."""

import argparse

from playground.command_line.command import UsageError
from playground.command_line.parser import refused
from playground.language import message

WINDOW = "1280x800"
FIGURE = "640x400"
# The sizes of a figure alone and of a window, from and to.
_SMALLEST, _SMALLEST_WINDOW, _SIDE = (320, 240), (960, 600), 8192
# The largest picture that OpenGL implementations in use take.
_LARGEST = 16384


def add_cases(parser: argparse.ArgumentParser) -> None:
    """Add how many questions to ask, and which."""
    parser.add_argument(
        "--cases", type=count, help="about how many cases to ask (default 4000)"
    )
    parser.add_argument("--seed", type=count, default=0, help="random seed (default 0)")


def count(text: str) -> int:
    """Return a whole number."""
    if not text.isdigit():
        raise refused(message("{text!r} is not a whole number", text=text))
    return int(text)


def seconds(text: str) -> float:
    """Return a time."""
    return positive(text, 1e6)


def positive(text: str, below: float) -> float:
    """Return a number between 0 and a bound."""
    try:
        number = float(text)
    except ValueError as error:
        raise refused(message("{text!r} is not a number", text=text)) from error
    if not 0.0 < number < below:
        raise refused(
            message("it must be more than 0 and below {below:g}", below=below)
        )
    return number


def scale(text: str) -> float:
    """Return the pixels per point."""
    try:
        number = float(text)
    except ValueError as error:
        raise refused(message("{text!r} is not a number", text=text)) from error
    if not 0.5 <= number <= 4.0:
        raise refused(message("the scale must lie in 0.5 to 4"))
    return number


def size(text: str) -> tuple[int, int]:
    """Return the width and height of a figure in points."""
    width, cross, height = text.partition("x")
    if not (cross and width.isdigit() and height.isdigit()):
        raise refused(message("{text!r} is not WIDTHxHEIGHT", text=text))
    sides = int(width), int(height)
    _check_size(sides, _SMALLEST)
    return sides


def check_window(size: tuple[int, int]) -> None:
    """UsageError for a size that is too small for a window."""
    _check_size(size, _SMALLEST_WINDOW)


def check_pixels(size: tuple[int, int], scale: float) -> None:
    """UsageError for a picture of too many pixels."""
    if max(size) * scale > _LARGEST:
        raise UsageError(
            message(
                "--size times --scale may reach {largest} pixels a side",
                largest=_LARGEST,
            )
        )


def _check_size(size: tuple[int, int], least: tuple[int, int]) -> None:
    if not all(low <= side <= _SIDE for low, side in zip(least, size, strict=True)):
        low, high = (f"{width}x{height}" for width, height in (least, (_SIDE, _SIDE)))
        raise UsageError(
            message("--size must lie in {low} to {high}", low=low, high=high)
        )
