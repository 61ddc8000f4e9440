"""Helpers to read a picture: its views and its primitives."""

from playground.check.rules_drawing import find_undrawable_field, numbers
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Primitive

__all__ = ["find_undrawable_field", "keys", "numbers", "records", "views"]


def views(picture: DrawList) -> list[DrawList]:
    """Return the picture and all views in it."""
    return picture.self_and_views


def records(picture: DrawList) -> list[Primitive]:
    """Return the primitives of all views."""
    return [record for view in picture.self_and_views for record in view.primitives]


def keys(picture: DrawList) -> set[str]:
    """Return the highlight keys of drawn quantities."""
    return picture.keys()
