"""Many queries at once, each in a lane of its own: steps are done for all together.

Where a condition holds in some lanes only, they part, and come together again where the
text does. So a value is of one type in all lanes that are together. A lane comes to
what a call does, bit by bit. One whose call would raise, or may take long, is left out.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.explore.judge.lane_text import LaneCode, LaneStep
from playground.explore.judge.lane_values import (
    Flags,
    Items,
    LeftOutError,
    Parts,
    binary,
    called,
    compared,
    joined,
    kind,
    taken,
    truth,
    unary,
)

Places = NDArray[np.intp]

SECONDS = 0.25
"""What takes longer is left out."""
# A lane that jumps back so often may never end, nor may functions as deep as this.
_MOST_TURNS, _DEEPEST = 2000, 40
# After so many turns it is waited for no more.
_PATIENCE = 64


def run(
    code: LaneCode, given: Mapping[str, Any], count: int, seconds: float = SECONDS
) -> list[tuple[Places, Any]]:
    """Ask a function many queries at once.

    Parameters
    ----------
    code : LaneCode
        The function.
    given : mapping
        Its arguments by name: float64 arrays (count,), tuples of such, or None.
    count : int
        How many queries there are.
    seconds : float
        How long it may take, about.

    Returns
    -------
    list of (array of int, value)
        Answers, and which of the queries have them. A value is made of arrays with an
        element a query, and of what is alike in all. A query in none is left out.
    """
    names = {**code.defaults, **given}
    if names.keys() != {*code.names}:
        return []
    doing = _LaneRun(time.perf_counter() + seconds)
    with np.errstate(all="ignore"):
        doing.go(_Lanes(np.arange(count), [_LaneFrame(code, names)]))
    return doing.answers


@dataclass
class _LaneFrame:
    """A function that is on its way."""

    code: LaneCode
    names: dict[str, Any]
    stack: list[Any] = field(default_factory=list)
    at: int = 0

    @property
    def needed(self) -> dict[str, Any]:
        """The names whose values are still asked for."""
        needed = self.code.needed[self.at]
        return {name: x for name, x in self.names.items() if name in needed}


@dataclass
class _Lanes:
    """Lanes that are together: at one place, with values of the same types."""

    places: Places
    frames: list[_LaneFrame]
    turns: int = 0

    @property
    def kind(self) -> tuple[tuple[int, ...], Any]:
        """How far they are, and what else must be alike of lanes that join."""
        line = [frame.at for frame in self.frames]
        return (self.turns // _PATIENCE, *line), tuple(
            (
                frame.code,
                tuple((name, kind(x)) for name, x in sorted(frame.needed.items())),
                tuple(map(kind, frame.stack)),
            )
            for frame in self.frames
        )

    def taken(self, which: Flags) -> "_Lanes":
        """Return some of them."""
        frames = [
            _LaneFrame(
                f.code,
                {name: taken(x, which) for name, x in f.needed.items()},
                [taken(x, which) for x in f.stack],
                f.at,
            )
            for f in self.frames
        ]
        return _Lanes(self.places[which], frames, self.turns)


def _together(lanes: Sequence[_Lanes]) -> _Lanes:
    """Return lanes of one kind as one."""
    if len(lanes) == 1:
        return lanes[0]
    counts = [len(some.places) for some in lanes]
    frames = []
    for alike in zip(*(some.frames for some in lanes), strict=True):
        first = alike[0]
        names = {n: joined([f.names[n] for f in alike], counts) for n in first.needed}
        stacks = zip(*(f.stack for f in alike), strict=True)
        stack = [joined(values, counts) for values in stacks]
        frames.append(_LaneFrame(first.code, names, stack, first.at))
    places = np.concatenate([some.places for some in lanes])
    return _Lanes(places, frames, max(some.turns for some in lanes))


class _LaneRun:
    """Steps done for all lanes, as far as can be."""

    def __init__(self, until: float) -> None:
        self.until = until
        self.answers: list[tuple[Places, Any]] = []
        self._waiting: dict[tuple[tuple[int, ...], Any], list[_Lanes]] = {}

    def go(self, lanes: _Lanes) -> None:
        """Go on with whoever is furthest back, until nobody is left."""
        going = [lanes]
        while (going or self._waiting) and time.perf_counter() < self.until:
            if len(going) != 1 or self._waiting:
                for some in going:
                    self._waiting.setdefault(some.kind, []).append(some)
                first = min(self._waiting, key=lambda kind: kind[0])
                going = [_together(self._waiting.pop(first))]
            try:
                going = self._parted(going[0])
            except Exception:  # whatever it is, a call will tell
                going = []

    def _parted(self, lanes: _Lanes) -> list[_Lanes]:
        """Go on until the lanes part, or others may be met; return who goes on."""
        while True:
            top = lanes.frames[-1]
            step = top.code.steps[top.at]
            top.at += 1
            if step.act in _JUMPS:
                return _jumped(lanes, step)
            if step.act == "return":
                value = top.stack.pop()
                lanes.frames.pop()
                if not lanes.frames:
                    self.answers.append((lanes.places, value))
                    return []
                lanes.frames[-1].stack.append(value)
                return [lanes]
            if step.act == "call":
                code, names = step.what
                if len(lanes.frames) == _DEEPEST:
                    raise LeftOutError
                given = dict(zip(names, _popped(top, len(names)), strict=True))
                lanes.frames.append(_LaneFrame(code, given))
            elif step.act in _PARTING:
                parts = _PARTING[step.act](top, step.what)
                if len(parts) > 1 or parts[0][0] is not None:
                    return [_part(lanes, where, value) for where, value in parts]
                top.stack.append(parts[0][1])
            else:
                _ACTS[step.act](top, step.what)


_JUMPS = {"jump", "unless", "unless or keep", "if or keep"}


def _jumped(lanes: _Lanes, step: LaneStep) -> list[_Lanes]:
    """Return the lanes behind a jump, which some of them may do."""
    top = lanes.frames[-1]
    if step.what < top.at:
        lanes.turns += 1
        if lanes.turns > _MOST_TURNS:
            raise LeftOutError
    if step.act == "jump":
        top.at = step.what
        return [lanes]
    holds = truth(top.stack[-1])
    if step.act == "if or keep":
        holds = np.logical_not(holds)
    holds = np.broadcast_to(holds, lanes.places.shape)
    behind = []
    for which, at in ((holds, top.at), (~holds, step.what)):
        if which.any():
            top.at = at  # what is asked for from there on is kept
            some = lanes if which.all() else lanes.taken(which)
            if step.act == "unless" or at != step.what:
                some.frames[-1].stack.pop()
            behind.append(some)
    return behind


def _part(lanes: _Lanes, where: Flags | None, value: Any) -> _Lanes:
    some = lanes if where is None else lanes.taken(where)
    some.frames[-1].stack.append(value if where is None else taken(value, where))
    return some


def _popped(top: _LaneFrame, count: int) -> list[Any]:
    """Take the last values from the stack."""
    at = len(top.stack) - count
    values, top.stack[at:] = top.stack[at:], []
    return values


def _binary(top: _LaneFrame, act: type) -> Parts:
    return binary(act, *_popped(top, 2))


def _known(top: _LaneFrame, what: tuple[Callable[..., Any], Sequence[bool]]) -> Parts:
    function, spread = what
    given: list[Any] = []
    for value, several in zip(_popped(top, len(spread)), spread, strict=True):
        if several and not isinstance(value, tuple):
            raise LeftOutError
        given += value if several else [value]
    return called(function, given)


_PARTING: dict[str, Callable[[_LaneFrame, Any], Parts]] = {
    "binary": _binary,
    "known": _known,
}


def _load(top: _LaneFrame, name: str) -> None:
    if name not in top.names:
        raise LeftOutError
    top.stack.append(top.names[name])


def _store(top: _LaneFrame, name: str) -> None:
    top.names[name] = top.stack.pop()


def _unpack(top: _LaneFrame, count: int) -> None:
    value = top.stack.pop()
    if not isinstance(value, tuple) or len(value) != count:
        raise LeftOutError
    top.stack += value[::-1]


def _item(top: _LaneFrame, _: None) -> None:
    value, place = _popped(top, 2)
    listed = isinstance(value, tuple) and type(place) is int
    named = isinstance(value, dict) and isinstance(place, str)
    if not listed and not named:
        raise LeftOutError
    try:
        top.stack.append(value[place])
    except LookupError as error:
        raise LeftOutError from error


def _items(top: _LaneFrame, _: None) -> None:
    if not isinstance(top.stack[-1], tuple):
        raise LeftOutError
    top.stack.append(Items(top.stack.pop()))


def _next(top: _LaneFrame, name: str) -> None:
    items = top.names[name]
    more = items.at < len(items.values)
    if more:
        top.names[name] = Items(items.values, items.at + 1)
        top.stack.append(items.values[items.at])
    top.stack.append(more)


def _append(top: _LaneFrame, _: None) -> None:
    made, value = _popped(top, 2)
    top.stack.append((*made, value))


def _leave(top: _LaneFrame, _: None) -> None:
    raise LeftOutError


_ACTS: dict[str, Callable[[_LaneFrame, Any], Any]] = {
    "const": lambda top, value: top.stack.append(value),
    "load": _load,
    "store": _store,
    "copy": lambda top, _: top.stack.append(top.stack[-1]),
    "pop": lambda top, _: top.stack.pop(),
    "unary": lambda top, act: top.stack.append(unary(act, top.stack.pop())),
    "compare": lambda top, act: top.stack.append(compared(act, *_popped(top, 2))),
    "tuple": lambda top, count: top.stack.append(tuple(_popped(top, count))),
    "dict": lambda top, names: top.stack.append(
        dict(zip(names, _popped(top, len(names)), strict=True))
    ),
    "unpack": _unpack,
    "item": _item,
    "items": _items,
    "next": _next,
    "append": _append,
    "leave": _leave,
}
