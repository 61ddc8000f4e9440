"""A state whose answer is still asked for: nothing tells it."""

from functools import cached_property

from playground.explore.lens import LensReading
from playground.explore.quiz.questions import asked_for
from playground.explore.quiz.rounds import hidden_timeline
from playground.scene.answer import Row
from playground.scene.derivation import Step
from playground.scene.drawlist import DrawList
from playground.scene.listing import Precision
from playground.scene.timeline import Timeline
from playground.study.study import Study


class HiddenStudy(Study):
    """A question that is still open: the given shapes, and nothing of the answer."""

    asking = untold = True
    reached = 0
    verdict = None
    rows: list[Row] = []  # noqa: RUF012
    steps: list[Step] = []  # noqa: RUF012
    precision: list[LensReading] = []  # noqa: RUF012

    @cached_property
    def picture(self) -> DrawList:
        """What is given; a view in which nothing is given is left out."""
        shown = Study(self.entry, self.params, self)
        given = shown.picture.upto(0)
        self._failures += shown._failures
        given.views = [view for view in given.views if view.records]
        return given

    def picture_with(self, dtype: Precision) -> DrawList:
        """Return what is given."""
        return self.picture

    def comparison_in(self, dtype: Precision) -> None:
        """Return nothing."""

    @cached_property
    def timed(self) -> bool:
        """Whether a time is what is asked for."""
        wanted = self._tried(lambda: asked_for(self.entry), None)
        return wanted is not None and isinstance(wanted.value, float)

    @cached_property
    def timeline(self) -> Timeline | None:
        """The time axis without its stops, where a time is what is asked for."""
        return hidden_timeline(self.entry, self.params) if self.timed else None
