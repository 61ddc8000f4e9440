"""Spacing before words in formulas, in the window and in pages."""

import re
from contextlib import suppress

from every import every_scene

from playground.scene.formula_symbols import strip_symbols
from playground.scene.solution import solve_scene

# LaTeX takes blanks away: what parts a word from a colon has to be said.
_RUN_ON = re.compile(r"(?<!\\):\s*\\text\{(?! )")


@every_scene
def test_no_word_follows_a_colon_without_a_space(scene):
    steps = []
    for case in scene.cases.values():
        with suppress(ValueError):  # a case that the core refuses
            steps += solve_scene(scene, case.params).steps
    for step in steps:
        for latex in (step.formula, step.numbers, step.result):
            assert not _RUN_ON.search(strip_symbols(latex)), latex
            # A symbol is set as in the figure: in italics, without an arrow.
            assert not re.search(r"\\(?:vec|mathbf)", latex), latex
