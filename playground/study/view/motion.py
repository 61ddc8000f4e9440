"""Movements that go on for some frames: a step fading in, a highlight, scrolling."""

from playground.scene.drawlist import DrawList
from playground.study.session import Session
from playground.study.view.picture import picture

# A step's own part of the picture comes in within this many seconds.
_ARRIVAL = 0.35
# What is pointed at stands out within this many seconds; after a pause in which no
# frame was drawn it begins with a short one.
_EASE, _FIRST = 0.12, 0.03
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
