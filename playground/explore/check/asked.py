"""Whether a scene can be asked at all: its params fit, its functions take them."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from playground.explore.check.finding import Finding
from playground.language import message
from playground.scene import params as parameters
from playground.scene.author_line import function_line
from playground.scene.scene import Entry, Scene
from playground.scene.specs import Vector


def can_be_asked(entry: Entry) -> Iterator[Finding]:
    """See that points have the scene's dimension, cases fit, functions take all."""
    known = parameters.specs(entry.params)
    for name, spec in known.items():
        if isinstance(spec, Vector) and spec.place and spec.size != entry.dimension:
            yield Finding(
                message(
                    "the parameter {name} is a point of {size} coordinates, the "
                    "scene has {dimension} dimensions",
                    name=name,
                    size=spec.size,
                    dimension=entry.dimension,
                )
            )
    for title, case in entry.cases.items():
        for name, spec in known.items():
            value = getattr(case.params, name, None)
            if not isinstance(spec, Vector) or not isinstance(value, tuple):
                continue
            if len(value) != spec.size:
                yield Finding(
                    message(
                        "the case {title!r} has {given} numbers for {name}, which is "
                        "declared with {size}",
                        title=title,
                        given=len(value),
                        name=name,
                        size=spec.size,
                    )
                )
    for part in entry.parts():
        yield from _takes_all(part)


def _takes_all(part: Scene[Any, Any]) -> Iterator[Finding]:
    asked: dict[str, tuple[Callable[..., Any] | None, str]] = {
        "solve": (part.solve, "(params)"),
        "picture": (part.picture, "(params, answer, out)"),
        "sketch": (part.sketch, "(params, out)"),
        "timeline": (part.timeline, "(params, answer)"),
        "derivation": (
            part.derivation.steps if part.derivation else None,
            "(params, answer)",
        ),
    }
    for name, (function, given) in asked.items():
        try:
            if function:
                inspect.signature(function).bind(*given.split(","))
        except TypeError as error:
            yield Finding(
                message(
                    "`{name}` is asked with {given}, which its function does not "
                    "take: {error}",
                    name=name,
                    given=given,
                    error=str(error),
                ),
                at=function_line(function),
            )
        except ValueError:  # of what is no Python nothing is known
            continue
