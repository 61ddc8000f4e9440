"""A question whose answer is told: all of it, in the figure in which it was asked."""

from dataclasses import replace
from functools import cached_property

from playground.scene.drawlist import DrawList
from playground.scene.listing import Precision
from playground.study.study import Study


class RevealedStudy(Study):
    """A question that was answered, in as large a figure as it was asked in."""

    @cached_property
    def _whole(self) -> Study:
        return Study(self.entry, self.params, self)

    @cached_property
    def picture(self) -> DrawList:
        """All there is, but for views that show the same shapes once more."""
        found = _once(self._whole.picture)
        self._failures += self._whole._failures
        return found

    def picture_with(self, dtype: Precision) -> DrawList:
        """Return the same with the listing's answer in it, once that is there."""
        found = self._whole.picture_with(dtype)
        if found is self._whole.picture:
            return self.picture
        if dtype not in self._pictures:
            self._pictures[dtype] = _once(found)
        return self._pictures[dtype]


def _once(drawn: DrawList) -> DrawList:
    return replace(drawn, views=[view for view in drawn.views if not view.to_scale])
