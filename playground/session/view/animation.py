"""Movements that go on for some frames: a step fading in, a highlight, scrolling."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from playground.scene.draw_list import DrawList
from playground.scene.primitives import Label
from playground.session.session import Session
from playground.session.view_model import Study
from playground.session.view_options import Page

_NOTHING: Mapping[str, float] = MappingProxyType({})
NAMES = 5
"""So many names a step of the derivation has at most: more are not read."""


def picture(
    study: Study, arrived: float = 1.0, glow: Mapping[str, float] = _NOTHING
) -> DrawList:
    """Return what to draw now: of the whole what the step knows, and what is lit.

    Parameters
    ----------
    study
        What is on show.
    arrived
        The share of the step's own part that has come in.
    glow
        How far each key stands out that is pointed at, or was just now.
    """
    shown, step = study.compared_picture, study.wanted.step
    if study.page is not Page.DERIVATION or study.asking:
        shown = shown.plain(glow)
    elif step is not None and step <= len(study.steps):
        own = study.steps[step - 1]
        names = named(shown.labels, step, own.keys) | glow.keys()
        shown = shown.upto(step).without(own.hides).arriving(step, arrived)
        shown = shown.naming(names, 1.0 - arrived)
    return shown.lit(glow) if glow else shown


def named(labels: Sequence[Label], step: int, keys: Sequence[str]) -> set[str]:
    """Return the keys whose names a step shows: what it brings, then what it is about.

    What was named before fades to its points and lines.
    """
    names = [label for label in labels if label.since <= step]
    brought = [name.key for name in names if name.since == step]
    there = {name.key for name in names}
    every = dict.fromkeys([*brought, *[key for key in keys if key in there]])
    return {*[*every][:NAMES]}


# ----------------------------------------------------------------------------


# A step's own part of the picture comes in within this many seconds.
_ARRIVAL = 0.35
# What is pointed at stands out within this many seconds; after a pause in which no
# frame was drawn it begins with a short one.
_EASE = 0.12
_FIRST = 0.03
# ImGui places what is scrolled to only after so many frames.
_SCROLLING_FRAMES = 3


class Motion:
    """How far what a session shows has come in, and stands out.

    Attributes
    ----------
    lit : str
        The key of the quantity that is pointed at; "" for none.
    glow : dict
        The share of each key that is pointed at, or was just now.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.lit = ""
        self.glow: dict[str, float] = {}
        self._revealed = self._frames = 0
        self._asked = False
        self._shown: tuple[tuple[object, ...], DrawList] | None = None

    def advance(self, elapsed: float) -> None:
        """Go on by a frame: what is pointed at fades in, what no longer is, out."""
        step, shares = min(elapsed, _FIRST) / _EASE, {}
        for key in {*self.glow, self.lit} - {""}:
            share = self.glow.get(key, 0.0) + (step if key == self.lit else -step)
            if share > 0.0:
                shares[key] = min(share, 1.0)
        self.glow = shares
        self._frames -= self._asked
        self._asked = False

    @property
    def moving(self) -> bool:
        """Whether the next frame will differ without any event."""
        arrives = self._session.step_age < _ARRIVAL
        calls = self._session.first is not None and self._session.first.pulsing
        eases = self.glow != ({self.lit: 1.0} if self.lit else {})
        return self._session.playback.moving or arrives or eases or calls

    @property
    def picture(self) -> DrawList:
        """What to draw now."""
        study = self._session.study
        arrived = min(self._session.step_age, _ARRIVAL) / _ARRIVAL
        # An answer that was still on its way may have come into it.
        of = study, study.compared_picture, arrived, self.glow
        # A tuple takes what is the same thing for equal at once.
        if self._shown is None or self._shown[0] != of:
            self._shown = of, picture(study, arrived, self.glow)
        return self._shown[1]

    @property
    def scrolls(self) -> bool:
        """Whether the panels are still to scroll to what the session reveals."""
        if self._revealed != self._session.revealed:
            self._revealed = self._session.revealed
            self._frames = _SCROLLING_FRAMES
        self._asked = self._frames > 0
        return self._asked
