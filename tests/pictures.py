"""What tests read out of a picture: its views and its records."""

from playground.check.rules_drawing import numbers, unfit
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Record

__all__ = ["keys", "numbers", "records", "unfit", "views"]


def views(picture: DrawList) -> list[DrawList]:
    """Return the picture and every view in it."""
    return picture.all_views


def records(picture: DrawList) -> list[Record]:
    """Return the records of all views."""
    return [record for view in picture.all_views for record in view.records]


def keys(picture: DrawList) -> set[str]:
    """Return the names of the quantities that are drawn."""
    return picture.keys()
