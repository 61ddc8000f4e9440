"""Movements that go on for some frames: a step fading in, a highlight, scrolling."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from playground.i18n import translate
from playground.scene.derivation import Step
from playground.scene.draw_list import DrawList
from playground.scene.math_text import split_runs, symbol_name
from playground.scene.primitives import Label
from playground.session.session import Session
from playground.session.view_model import SceneView
from playground.session.view_options import Page

_NOTHING: Mapping[str, float] = MappingProxyType({})
MAX_NAMES = 5
"""So many names a step of the derivation has at most: more are not read."""


def animate_primitives(
    study: SceneView,
    arrived: float = 1.0,
    glow: Mapping[str, float] = _NOTHING,
    sentence: str = "",
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
    sentence
        The text of the lesson's stop: it mentions names beside the step's text.
    """
    shown, step = study.comparison_primitives, study.options.step
    if study.page is not Page.DERIVATION or study.asking:
        shown = shown.hide_derivation(glow)
    elif step is not None and step <= len(study.steps):
        own = study.steps[step - 1]
        names = visible_label_keys(shown.labels, step, own, sentence) | glow.keys()
        shown = (
            shown.limit_to_step(step).remove_keys(own.hides).fade_in_step(step, arrived)
        )
        shown = shown.filter_labels(names, 1.0 - arrived)
    return shown.highlight(glow) if glow else shown


def visible_label_keys(
    labels: Sequence[Label], number: int, step: Step, sentence: str = ""
) -> set[str]:
    """Return the keys whose names a step shows: what a text mentions.

    Then those that it brings, and those that it is about: of two that have one name
    these are meant. What was named before fades to its points and lines.
    """
    there = [
        label
        for label in labels
        if label.first_step <= number and label.key not in step.hides
    ]
    brought = [label.key for label in there if label.first_step == number]
    own = {*brought, *step.keys}
    named = {symbol_name(label.text) for label in there if label.key in own}
    mentioned = find_mentioned_keys(
        [
            label
            for label in there
            if label.key in own or symbol_name(label.text) not in named
        ],
        step.text,
        sentence,
    )
    drawn = {label.key for label in there}
    about = [key for key in step.keys if key in drawn]
    every = dict.fromkeys([*mentioned, *brought, *about])
    return {*[*every][: max(MAX_NAMES, len(mentioned))]}


def find_mentioned_keys(labels: Sequence[Label], *texts: str) -> list[str]:
    """Return the keys of the labels that are a symbol of one of the texts."""
    mentioned = {run.name for text in texts for run in split_runs(translate(text))}
    named = ((label.key, symbol_name(label.text)) for label in labels)
    return [*dict.fromkeys(key for key, name in named if name and name in mentioned)]


# ----------------------------------------------------------------------------


# A step's own part of the picture comes in within this many seconds.
_FADE_IN_S = 0.35
# What is pointed at stands out within this many seconds; after a pause in which no
# frame was drawn it begins with a short one.
_HIGHLIGHT_EASE_S = 0.12
_MAX_FRAME_STEP_S = 0.03
# ImGui places what is scrolled to only after so many frames.
_SCROLL_FRAME_COUNT = 3


class FadeIn:
    """How far what a session shows has come in, and stands out.

    Attributes
    ----------
    highlight_key : str
        The key of the quantity that is pointed at; "" for none.
    highlights : dict
        The share of each key that is pointed at, or was just now.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.highlight_key = ""
        self.highlights: dict[str, float] = {}
        self._revealed = self._frames = 0
        self._asked = False
        self._shown: tuple[tuple[object, ...], DrawList] | None = None

    def advance(self, elapsed: float) -> None:
        """Go on by a frame: what is pointed at fades in, what no longer is, out."""
        step, shares = min(elapsed, _MAX_FRAME_STEP_S) / _HIGHLIGHT_EASE_S, {}
        for key in {*self.highlights, self.highlight_key} - {""}:
            share = self.highlights.get(key, 0.0) + (
                step if key == self.highlight_key else -step
            )
            if share > 0.0:
                shares[key] = min(share, 1.0)
        self.highlights = shares
        self._frames -= self._asked
        self._asked = False

    @property
    def is_moving(self) -> bool:
        """Whether the next frame will differ without any event."""
        arrives = self._session.step_age < _FADE_IN_S
        calls = (
            self._session.start_offer is not None and self._session.start_offer.pulsing
        )
        eases = self.highlights != (
            {self.highlight_key: 1.0} if self.highlight_key else {}
        )
        return self._session.playback.moving or arrives or eases or calls

    @property
    def draw_list(self) -> DrawList:
        """What to draw now."""
        study = self._session.scene_view
        arrived = min(self._session.step_age, _FADE_IN_S) / _FADE_IN_S
        # An answer that was still on its way may have come into it.
        stop = self._session.current_stop
        sentence = stop.say if stop else ""
        of = study, study.comparison_primitives, arrived, self.highlights, sentence
        # A tuple takes what is the same thing for equal at once.
        if self._shown is None or self._shown[0] != of:
            self._shown = (
                of,
                animate_primitives(study, arrived, self.highlights, sentence),
            )
        return self._shown[1]

    @property
    def is_scrolling(self) -> bool:
        """Whether the panels are still to scroll to what the session reveals."""
        if self._revealed != self._session.revealed:
            self._revealed = self._session.revealed
            self._frames = _SCROLL_FRAME_COUNT
        self._asked = self._frames > 0
        return self._asked
