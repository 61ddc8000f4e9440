"""Localized argument parser, and types of arguments that several commands share."""

import argparse
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from textwrap import wrap
from typing import Any, NoReturn
from unicodedata import east_asian_width

from playground.cli.command import UsageError
from playground.i18n import message, translate, with_texts
from playground.i18n.message import Message
from playground.render.text_layout import wrap_text

_ERROR_TEMPLATES = (
    message("unrecognized arguments: {arguments}"),
    message("the following arguments are required: {arguments}"),
    message("one of the arguments {arguments} is required"),
    message("ambiguous option: {option} could match {options}"),
)
# Errors about one argument, after its name.
_ARGUMENT_ERROR_TEMPLATES = (
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
_ARGUMENT_ERROR_PATTERN = re.compile(
    r"argument (?P<argument>.+?): (?P<problem>.+)", re.DOTALL
)
_PLACEHOLDER_PATTERN = re.compile(r"\\\{(\w+)\\\}")


def as_message(program: str, text: str) -> Message:
    """Return a parser's error as a message: "playground run: error: ..."."""
    return message(
        "{program}: error: {problem}", program=program, problem=_match_error(text)
    )


def _match_error(text: str) -> str:
    if found := _ARGUMENT_ERROR_PATTERN.fullmatch(text):
        problem = _match_template(found["problem"], _ARGUMENT_ERROR_TEMPLATES)
        argument = found["argument"]
        return message(
            "argument {argument}: {problem}", argument=argument, problem=problem
        )
    return _match_template(text, _ERROR_TEMPLATES)


def _match_template(text: str, templates: tuple[Message, ...]) -> str:
    """Return the message whose English text this is, or the text itself."""
    for template in templates:
        pattern = _PLACEHOLDER_PATTERN.sub(r"(?P<\1>.+)", re.escape(template))
        if found := re.fullmatch(pattern, text, re.DOTALL):
            return message(template, **found.groupdict())
    return text


# ----------------------------------------------------------------------------
# Wrapping of text in terminals, where Japanese characters are two columns wide.
# ----------------------------------------------------------------------------


def wrap_terminal_text(text: str, columns: int) -> list[str]:
    """Return the lines of a text wrapped to a number of terminal columns.

    Japanese characters take two; line breaks of the text count as blanks.
    """
    text = " ".join(text.split())
    if len(text) == _terminal_columns(text):
        return wrap(text, columns) or [""]
    return wrap_text(text, columns, _terminal_columns).split("\n")


def _terminal_columns(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


# ----------------------------------------------------------------------------


class _Formatter(argparse.HelpFormatter):
    """Help formatter for localized texts."""

    def _get_help_string(self, action: argparse.Action) -> str:
        return translate(action.help or "")

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrap_terminal_text(text, width)

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        usage_prefix = translate(message("Usage: ")) if prefix is None else prefix
        super().add_usage(usage, actions, groups, usage_prefix)


class RawFormatter(_Formatter, argparse.RawDescriptionHelpFormatter):
    """Help formatter for localized texts that keeps the lines of descriptions."""


# Of the two groups that argparse makes by itself.
_GROUP_TITLES = {
    "positional arguments": message("Arguments"),
    "options": message("Options"),
}


class LocalizedParser(argparse.ArgumentParser):
    """Argument parser that translates its own texts and those given to it."""

    def __init__(self, **given: Any) -> None:
        given.setdefault("formatter_class", _Formatter)
        for name in ("description", "epilog"):
            if given.get(name):
                given[name] = translate(given[name])
        super().__init__(**given, add_help=False)
        self.add_argument("-h", "--help", action="help", help="Show this help and exit")

    def add_argument_group(self, *given: Any, **named: Any) -> Any:
        """Add a group; the titles of argparse's own are translated."""
        titles = [translate(_GROUP_TITLES.get(x, x)) for x in given]
        return super().add_argument_group(*titles, **named)

    def error(self, message: str) -> NoReturn:
        """Print usage and error to standard error, and exit with status 2."""
        self.print_usage(sys.stderr)
        self.exit(2, f"{translate(as_message(self.prog, message))}\n")


@with_texts("why")
def argument_error(why: str, /, **values: Any) -> argparse.ArgumentTypeError:
    """Return the error for an invalid argument, with a text for people translated.

    `values` are the placeholders of the text.
    """
    return argparse.ArgumentTypeError(translate(message(why, **values)))


# ----------------------------------------------------------------------------
# Argument types of several commands, with their limits.
# ----------------------------------------------------------------------------


DEFAULT_WINDOW_SIZE = "1280x800"
DEFAULT_FIGURE_SIZE = "640x400"
# Limits of the size of a figure, and of a window.
_MIN_FIGURE_SIZE = (320, 240)
_MIN_WINDOW_SIZE = (960, 600)
_MAX_SIDE_LENGTH_PX = 8192
# Largest framebuffer side of common OpenGL implementations.
_MAX_PICTURE_SIDE_PX = 16384


@with_texts("text")
def add_output_option(
    parser: argparse.ArgumentParser, metavar: str, text: str, **options: Any
) -> None:
    """Add the option -o for a file or folder to write; `text` is its help."""
    parser.add_argument(
        "-o", "--output", type=Path, metavar=metavar, help=text, **options
    )


def add_case_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for the number of test cases and their seed."""
    parser.add_argument(
        "--cases", type=parse_count, help="Approximate number of cases (default 4000)"
    )
    parser.add_argument(
        "--seed", type=parse_count, default=0, help="Random seed (default 0)"
    )


def add_case_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that names a case of the scene."""
    parser.add_argument("--case", help="Case of the scene (playground list shows them)")


def add_figure_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a picture's contents and pixels."""
    parser.add_argument(
        "--canvas", action="store_true", help="Draw only the figure, not the window"
    )
    parser.add_argument(
        "--scale",
        type=parse_scale,
        default=1.0,
        help="Pixels per point, 0.5 to 4 (default 1)",
    )


def parse_count(text: str) -> int:
    """Return the non-negative integer of a text.

    Raises
    ------
    ArgumentTypeError
        The text has anything but digits.
    """
    if not text.isdigit():
        raise argument_error("{text!r} is not a whole number from 0 on", text=text)
    return int(text)


def parse_seconds(text: str) -> float:
    """Return a number of seconds, more than 0 and below 1e6.

    Raises
    ------
    ArgumentTypeError
        The text is not such a number.
    """
    return parse_positive(text, 1e6)


def parse_positive(text: str, below: float) -> float:
    """Return a number between 0 and a limit, both excluded.

    Raises
    ------
    ArgumentTypeError
        The text is not a number, or outside the limits.
    """
    try:
        number = float(text)
    except ValueError as error:
        raise argument_error("{text!r} is not a number", text=text) from error
    if not 0.0 < number < below:
        raise argument_error("it must be more than 0 and below {below:g}", below=below)
    return number


def parse_scale(text: str) -> float:
    """Return a number of pixels per point; raise ArgumentTypeError unless 0.5 to 4."""
    try:
        number = float(text)
    except ValueError as error:
        raise argument_error("{text!r} is not a number", text=text) from error
    if not 0.5 <= number <= 4.0:
        raise argument_error("the scale must be from 0.5 to 4")
    return number


def parse_size(text: str) -> tuple[int, int]:
    """Return width and height, in points, of a text such as "640x400".

    Raises
    ------
    ArgumentTypeError
        The text has another form.
    UsageError
        The sides are less than 320 and 240, or more than 8192.
    """
    width, cross, height = text.partition("x")
    if not (cross and width.isdigit() and height.isdigit()):
        raise argument_error("{text!r} is not WIDTHxHEIGHT", text=text)
    sides = int(width), int(height)
    _check_size(sides, _MIN_FIGURE_SIZE)
    return sides


def check_window(size: tuple[int, int]) -> None:
    """Raise UsageError for a size in points that no window has.

    The sides are at least 960 and 600 and at most 8192.
    """
    _check_size(size, _MIN_WINDOW_SIZE)


def check_pixels(size: tuple[int, int], scale: float) -> None:
    """Raise UsageError for a picture of more than 16384 pixels a side.

    `size` is in points, `scale` pixels per point.
    """
    if max(size) * scale > _MAX_PICTURE_SIDE_PX:
        raise UsageError(
            "--size times --scale must be at most {largest} pixels a side",
            largest=_MAX_PICTURE_SIDE_PX,
        )


def _check_size(size: tuple[int, int], least: tuple[int, int]) -> None:
    if not all(
        low <= side <= _MAX_SIDE_LENGTH_PX
        for low, side in zip(least, size, strict=True)
    ):
        low, high = (
            f"{width}x{height}"
            for width, height in (least, (_MAX_SIDE_LENGTH_PX, _MAX_SIDE_LENGTH_PX))
        )
        raise UsageError("--size must be from {low} to {high}", low=low, high=high)
