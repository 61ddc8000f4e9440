"""The parser of a command line, whose words are told in the language spoken."""

import argparse
import re
import sys
from collections.abc import Iterable
from textwrap import wrap
from typing import Any, NoReturn
from unicodedata import east_asian_width

from playground.cli.command import UsageError
from playground.i18n import message, translated
from playground.i18n.message import Message
from playground.render.text_layout import in_lines

_WHOLE = (
    message("unrecognized arguments: {arguments}"),
    message("the following arguments are required: {arguments}"),
    message("one of the arguments {arguments} is required"),
    message("ambiguous option: {option} could match {options}"),
)
# Of one argument, after its name.
_OF_ONE = (
    message("expected one argument"),
    message("expected at most one argument"),
    message("expected at least one argument"),
    message("not allowed with argument {other}"),
    message("ignored explicit argument {value}"),
    message(
        "invalid choice: {value}, maybe you meant {closest}? (choose from {known})"
    ),
    message("invalid choice: {value} (choose from {known})"),
    message("invalid {type} value: {value}"),
)
_ARGUMENT = re.compile(r"argument (?P<argument>.+?): (?P<problem>.+)", re.DOTALL)
_PLACE = re.compile(r"\\\{(\w+)\\\}")


def as_message(program: str, text: str) -> Message:
    """Return what a program's parser says: "playground run: error: …"."""
    return message("{program}: error: {problem}", program=program, problem=_whole(text))


def _whole(text: str) -> str:
    if found := _ARGUMENT.fullmatch(text):
        problem = _known(found["problem"], _OF_ONE)
        argument = found["argument"]
        return message(
            "argument {argument}: {problem}", argument=argument, problem=problem
        )
    return _known(text, _WHOLE)


def _known(text: str, templates: tuple[Message, ...]) -> str:
    """Return a text as the message that reads so; as it is where there is none."""
    for template in templates:
        pattern = _PLACE.sub(r"(?P<\1>.+)", re.escape(template))
        if found := re.fullmatch(pattern, text, re.DOTALL):
            return message(template, **found.groupdict())
    return text


# ----------------------------------------------------------------------------
# Lines of a terminal, where a Japanese letter takes two columns.
# ----------------------------------------------------------------------------


def wrapped(text: str, columns: int) -> list[str]:
    """Return a text's lines, none wider than so many columns if that can be."""
    text = " ".join(text.split())
    if len(text) == _columns(text):
        return wrap(text, columns) or [""]
    return in_lines(text, columns, _columns).split("\n")


def _columns(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


# ----------------------------------------------------------------------------


class _Formatter(argparse.HelpFormatter):
    """Help in the language spoken."""

    def _get_help_string(self, action: argparse.Action) -> str:
        return translated(action.help or "")

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width)

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        before = translated(message("usage: ")) if prefix is None else prefix
        super().add_usage(usage, actions, groups, before)


class RawFormatter(_Formatter, argparse.RawDescriptionHelpFormatter):
    """The same, whose descriptions keep their lines."""


# What argparse itself calls its two groups.
_GROUPS = message("positional arguments"), message("options")


class TellingParser(argparse.ArgumentParser):
    """A parser whose own words, and those that it is given, are told."""

    def __init__(self, **given: Any) -> None:
        given.setdefault("formatter_class", _Formatter)
        for name in ("description", "epilog"):
            if given.get(name):
                given[name] = translated(given[name])
        super().__init__(**given, add_help=False)
        self.add_argument(
            "-h", "--help", action="help", help="show this help message and exit"
        )

    def add_argument_group(self, *given: Any, **named: Any) -> Any:
        """Add a group; one of argparse's own is called in the language spoken."""
        told = [translated(x) if x in _GROUPS else x for x in given]
        return super().add_argument_group(*told, **named)

    def error(self, message: str) -> NoReturn:
        """Say on standard error what is wrong with the arguments, and exit with 2."""
        self.print_usage(sys.stderr)
        self.exit(2, f"{translated(as_message(self.prog, message))}\n")


def refused(why: str) -> argparse.ArgumentTypeError:
    """Return the error of an argument that cannot be taken, told at once."""
    return argparse.ArgumentTypeError(translated(why))


# ----------------------------------------------------------------------------
# The types of arguments that more than one command takes, and their bounds.
# ----------------------------------------------------------------------------


WINDOW = "1280x800"
FIGURE = "640x400"
# The sizes of a figure alone and of a window, from and to.
_SMALLEST = (320, 240)
_SMALLEST_WINDOW = (960, 600)
_SIDE = 8192
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
