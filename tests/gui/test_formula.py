"""Formulas in the real window: typeset on any Linux, text as the last resort."""

import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from playground.gui.widgets import formula
from playground.scene import formula_symbols

# Runs in a process of its own: the C library reads a locale's files only once.
PROGRAM = """
import os, sys, pathlib
import pyglet
pyglet.options.headless = True
from imgui_bundle import imgui
from playground.gui.view_state import WindowView
from playground.session import step_navigation
from playground.session.session import Session
from playground.gui.main_view import MainView
from playground.gui.offscreen import render_window
from scenes import SCENES
if "links" in sys.argv:
    def refuse(*_):
        raise OSError("no links here")
    pathlib.Path.symlink_to = refuse
said, write = [], imgui.text_wrapped
imgui.text_wrapped = lambda text: (said.append(text), write(text))
window = pyglet.window.Window(16, 16, visible=False)
before = dict(os.environ)
session = Session(SCENES)
main_view = MainView(session, str, lambda text: None, WindowView())
step_navigation.go_to_step(session, 3)
pixels = render_window(main_view, (1280, 800), 1.0)
assert pixels[..., :3].std() > 1
assert dict(os.environ) == before
print("typeset" if main_view._formulas.typeset else "text")
print(max((said.count(text) for text in said if "as plain text" in text), default=0))
"""


def _drawn(folder: os.PathLike[str], *without: str) -> list[str]:
    """Return the kind of rendering, and the number of frames with its notice.

    An empty folder of locales hides those of the system.
    """
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *without],
        env={**os.environ, "LOCPATH": str(folder), "TMPDIR": str(folder)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert list(os.scandir(folder)) == []
    return done.stdout.split()


@pytest.mark.slow
def test_formulas_are_typeset_where_the_locale_is_missing(tmp_path):
    assert _drawn(tmp_path) == ["typeset", "0"]


@pytest.mark.slow
def test_formulas_are_text_as_the_last_resort_and_it_is_said_why(tmp_path):
    looks, frames = _drawn(tmp_path, "links")
    assert looks == "text"
    # It is said in each frame that is drawn.
    assert int(frames) >= 4


def test_a_formula_that_cannot_be_set_is_text_and_the_others_are_not(driver, texts):
    driver.open("ray_circle")
    formulas = driver.window.main_view._formulas
    assert formulas.typeset
    steps = driver.session.scene_view.steps
    steps[0] = replace(steps[0], formula=r"\begin{array}")
    driver.click_item("Derivation")
    driver.settle()
    others = {formula_symbols.to_unicode(step.formula) for step in steps[1:]}
    assert formula_symbols.to_unicode(r"\begin{array}") in texts
    assert not others & set(texts)


def test_each_term_of_a_fraction_is_found_under_the_pointer(driver):
    boxes = driver.window.main_view._formulas._find_symbol_boxes
    left, right, under = boxes(r"\dfrac{\term{a}{a} + \term{b}{b}}{\term{c}{c}}", 40)
    assert 0 < left[2] < right[0] < right[2]
    assert 0 < right[3] <= under[1]


def test_a_formula_is_parted_between_statements_where_that_is_enough(driver):
    formulas = driver.window.main_view._formulas
    assert formulas.typeset
    latex = r"a = (1.25, 2.5), \; Q = (0.214, 1.549)"
    wide = max(formulas.extent(f"{x}", 20)[0] for x in latex.split(r" \; "))
    lines = formulas.break_lines(latex, 20, wide + 15)
    assert lines == ["a = (1.25, 2.5),", "Q = (0.214, 1.549)"]
    # A statement that is broken leaves its line to itself.
    latex = r"N = 0 \Rightarrow u = V \cdot (S - Q), \; H = Q + u V"
    whole = formulas.extent(r"N = 0 \Rightarrow u = V \cdot (S - Q),", 20)[0]
    lines = formulas.break_lines(latex, 20, whole - 5)
    assert len(lines) == 3
    assert lines[-1] == "H = Q + u V"
    # Statements of a row are parted like others.
    latex = r"\begin{array}{l} P = (1, 2), \; r = 0.9 \\ y = 3 \end{array}"
    room = formulas.extent(r"P = (1, 2), \; r =", 20)[0]
    lines = formulas.break_lines(latex, 20, room)
    assert lines == ["P = (1, 2),", "r = 0.9", "y = 3"]


@pytest.mark.parametrize(
    ("latex", "letters"), [("|V|", 3), (r"(T)", 3), (r"|\term{V}{V}|", 3), ("V-V", 3)]
)
def test_no_letter_leans_into_what_stands_behind_it(driver, latex, letters):
    painted = formula_symbols.colour_symbols(latex, {"V": "aa0000"})
    ink = formula._render_pixels(painted, 80, 0xFF000000)[..., 3].any(axis=0)
    assert (ink & ~np.append(False, ink[:-1])).sum() == letters


def test_what_no_line_holds_is_broken_before_it_is_made_smaller(driver):
    formulas = driver.window.main_view._formulas
    latex = r"(2.288, -1.885, 1.096) + 0.2 \cdot (-3.603, 2.159, -1.956)"
    pieces = formula_symbols.split_formula(latex, 2)
    widest = max(formulas.extent(piece, 20)[0] for piece in pieces)
    assert len(formulas.break_lines(latex, 20, widest - 5)) > 1
