"""What there is to say of code that cannot be asked, or does not answer, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from playground.explore.judge.answer_line import escaped, in_line
from playground.explore.judge.code_header import CodeError
from playground.language import message


def not_loaded(hello: Mapping[str, Any]) -> str:
    """Return why our child could not load a file, as it says first."""
    if name := hello.get("lacks"):
        return message("it has no function {name!r}", name=escaped(name))
    return escaped(hello["failed"])


def check_arguments(
    code: str,
    needs: Sequence[str],
    takes: frozenset[str] | None,
    names: Sequence[str],
) -> None:
    """Raise CodeError where a function cannot be called with arguments of the names."""
    known = ", ".join(names)
    unknown = [name for name in needs if name not in names]
    if unknown:
        raise CodeError(
            message(
                "{name} needs {argument!r}; there are {names}",
                name=code,
                argument=unknown[0],
                names=known,
            )
        )
    if takes is not None and not takes.intersection(names):
        raise CodeError(message("{name} takes none of {names}", name=code, names=known))


def no_answer(seconds: float, line: int, *, flushed: bool) -> str:
    """Return that there was no answer in so many seconds, in which line of the code.

    What has never answered may not have `flushed` its output.
    """
    words = in_line(message("no answer in {seconds:g} s", seconds=seconds), line)
    if flushed:
        return words
    return message(
        "{words} (is its output flushed after each line?)",
        words=words,
    )
