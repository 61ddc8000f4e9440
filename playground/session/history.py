"""Undo history of an immutable value."""

from collections.abc import Hashable
from dataclasses import replace
from typing import Generic, TypeVar

from playground.quick_dataclass import dataclass

T = TypeVar("T")

MAX_UNDO_STEPS = 500
"""Largest number of past values; older ones are dropped."""


@dataclass(frozen=True)
class History(Generic[T]):
    """The present value, with past values and undone ones.

    Edits with the same `gesture` (one drag of a handle or slider) are one step.

    Attributes
    ----------
    present : T
        The present value.
    past : tuple of T
        Earlier values, the oldest first.
    future : tuple of T
        Undone values, the next one to redo first.
    gesture : hashable
        The gesture of the last edit; None for none.
    """

    present: T
    past: tuple[T, ...] = ()
    future: tuple[T, ...] = ()
    gesture: Hashable = None

    def edit(self, value: T, gesture: Hashable = None) -> "History[T]":
        """Return the history after an edit; itself if the value is the present one.

        An edit with the previous edit's gesture, other than None, is no new step.
        """
        if value == self.present:
            return self
        if gesture is not None and gesture == self.gesture:
            return replace(self, present=value, future=())
        past = (*self.past, self.present)[-MAX_UNDO_STEPS:]
        return replace(self, present=value, past=past, future=(), gesture=gesture)

    def replace_present(self, value: T) -> "History[T]":
        """Return the history with another present, but no new step."""
        return replace(self, present=value)

    def undo(self) -> "History[T]":
        """Return the history one step back, or itself at the beginning."""
        if not self.past:
            return self
        return replace(
            self,
            present=self.past[-1],
            past=self.past[:-1],
            future=(self.present, *self.future),
            gesture=None,
        )

    def redo(self) -> "History[T]":
        """Return the history one step forward, or itself at the end."""
        if not self.future:
            return self
        return replace(
            self,
            present=self.future[0],
            past=(*self.past, self.present),
            future=self.future[1:],
            gesture=None,
        )
