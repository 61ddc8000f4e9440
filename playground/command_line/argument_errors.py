"""What argparse says of wrong arguments, as messages.

It hands over whole English sentences, which are found here by their wording: that of
Python 3.11 to 3.14. A sentence of another wording stays as it is.
"""

import re

from playground.language import message
from playground.language.message import Message

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
