"""Starts the program with errors planted: `python starter.py PLANT[,PLANT…] …`."""

import sys
from collections.abc import Callable
from typing import Any

from imgui_bundle import imgui, implot

from playground.cli.main import main
from playground.gui import main_view, map_controller, map_worker
from playground.gui.file_dialogs import FileDialogs
from playground.gui.panels import inspector
from playground.render.labels import LabelStyle
from playground.session.session import Session
from playground.session.view_options import Page


def boom(*_: object, **__: object) -> None:
    raise ZeroDivisionError("nine")


def untidy(*_: object, **__: object) -> None:
    """Raise in the middle of a window, styles, fonts and a plot."""
    imgui.begin("##untidy")
    imgui.push_style_var(imgui.StyleVar_.alpha, 0.25)
    imgui.push_font(None, 40.0)
    imgui.begin_group()
    imgui.begin_disabled()
    implot.begin_plot("##plot")
    boom()


_requests = LabelStyle.make_requests


def labelled(words: LabelStyle, found: Any, view: Any) -> Any:
    """Raise at a label of the second scene."""
    if any(label.text == "C′" for label, *_ in found):
        boom()
    return _requests(words, found, view)


PLANTS: dict[str, Callable[[], object]] = {
    "panel": lambda: inspector._PAGES.update({Page.CODE: untidy}),
    "command": lambda: setattr(Session, "reset", boom),
    "dialog": lambda: setattr(FileDialogs, "open_dialog", boom),
    "map": lambda: setattr(map_controller, "sample_view", boom),
    "worker": lambda: setattr(map_worker, "rasterize_map", boom),
    "curve": lambda: setattr(main_view, "draw_curve_plot", untidy),
    "label": lambda: setattr(LabelStyle, "make_requests", labelled),
}

if __name__ == "__main__":
    for name in sys.argv.pop(1).split(","):
        PLANTS[name]()
    sys.exit(main())
