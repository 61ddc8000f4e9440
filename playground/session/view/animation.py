"""Animations of the picture: steps fading in, highlights, scrolling."""

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
"""Largest number of labels that a step of the derivation shows."""


def animate_primitives(
    study: SceneView,
    arrived: float = 1.0,
    glow: Mapping[str, float] = _NOTHING,
    sentence: str = "",
) -> DrawList:
    """Return the primitives of the current step, with fades and highlights.

    Parameters
    ----------
    study : SceneView
        The view model.
    arrived : float
        Progress of the step's fade-in, 0 to 1.
    glow : mapping
        Strength of the highlight of each key, 0 to 1.
    sentence : str
        The text of the lesson's stop, whose symbols are labeled too.
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
    """Return the keys whose labels a step shows.

    These are all symbols that a text mentions, then keys that the step adds, and those
    it is about, up to `MAX_NAMES` in all. If two keys have the same name, the step's
    own is meant.

    Parameters
    ----------
    labels : sequence of Label
        All labels of the picture.
    number : int
        Number of the step, from 1.
    step : Step
        The step.
    sentence : str
        The text of the lesson's stop.
    """
    there = [
        label
        for label in labels
        if label.first_step <= number and label.key not in step.hides
    ]
    new_keys = [label.key for label in there if label.first_step == number]
    step_keys = {*new_keys, *step.keys}
    symbols = {symbol_name(label.text) for label in there if label.key in step_keys}
    candidates = [
        label
        for label in there
        if label.key in step_keys or symbol_name(label.text) not in symbols
    ]
    mentioned_keys = find_mentioned_keys(candidates, step.text, sentence)
    label_keys = {label.key for label in there}
    drawn_step_keys = [key for key in step.keys if key in label_keys]
    all_keys = dict.fromkeys([*mentioned_keys, *new_keys, *drawn_step_keys])
    return {*[*all_keys][: max(MAX_NAMES, len(mentioned_keys))]}


def find_mentioned_keys(labels: Sequence[Label], *texts: str) -> list[str]:
    """Return the keys of labels that occur as symbols in the texts."""
    names = {run.name for text in texts for run in split_runs(translate(text))}
    named = ((label.key, symbol_name(label.text)) for label in labels)
    return [*dict.fromkeys(key for key, name in named if name and name in names)]


# ----------------------------------------------------------------------------


# Duration of a step's fade-in.
_FADE_IN_S = 0.35
# Duration of a highlight's fade, and the longest step of it per frame, so that it
# starts smoothly after a pause without frames.
_HIGHLIGHT_EASE_S = 0.12
_MAX_FRAME_STEP_S = 0.03
# Frames that ImGui needs to scroll to an item.
_SCROLL_FRAME_COUNT = 3


class FadeIn:
    """State of the picture's animations.

    Attributes
    ----------
    highlight_key : str
        Key of the quantity under the pointer; "" for none.
    highlights : dict
        Strength of the highlight of each key, 0 to 1.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self.highlight_key = ""
        self.highlights: dict[str, float] = {}
        self._revealed = self._frames = 0
        self._asked = False
        self._shown: tuple[tuple[object, ...], DrawList] | None = None

    def advance(self, elapsed: float) -> None:
        """Advance highlights by `elapsed` seconds, of which at most 0.03 count."""
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
        """Whether the next frame differs without any input."""
        arrives = self._session.step_age < _FADE_IN_S
        offer = self._session.start_offer
        calls = offer is not None and offer.pulsing
        at_rest = {self.highlight_key: 1.0} if self.highlight_key else {}
        eases = self.highlights != at_rest
        return self._session.playback.moving or arrives or eases or calls

    @property
    def draw_list(self) -> DrawList:
        """The primitives to draw now, cached."""
        study = self._session.scene_view
        fade_share = min(self._session.step_age, _FADE_IN_S) / _FADE_IN_S
        # The primitives change when a pending answer arrives.
        stop = self._session.current_stop
        sentence = stop.say if stop else ""
        animation_inputs = study, fade_share, self.highlights, sentence
        # The view comes first: a new one differs before any primitives are compared.
        inputs = *animation_inputs, study.comparison_primitives
        if self._shown is None or self._shown[0] != inputs:
            self._shown = inputs, animate_primitives(*animation_inputs)
        return self._shown[1]

    @property
    def is_scrolling(self) -> bool:
        """Whether panels have to scroll to the revealed item in this frame.

        It stays so for `_SCROLL_FRAME_COUNT` frames in which it is read.
        """
        if self._revealed != self._session.revealed:
            self._revealed = self._session.revealed
            self._frames = _SCROLL_FRAME_COUNT
        self._asked = self._frames > 0
        return self._asked
