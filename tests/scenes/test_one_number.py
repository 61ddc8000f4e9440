"""Numbers: displayed alike on the canvas, in sentences and in rows.

A number with a name in a text is compared, digit by digit, with that quantity in its
row (or its map, or its slider).
"""

import re
from collections.abc import Iterator

import numpy as np
from effort import examples
from every import every_scene, own_scenes_at_length
from states import set_by_hand, walk

from playground.scene.draw_list import DrawList
from playground.scene.formula_symbols import strip_symbols
from playground.scene.math_text import DIGITS, format_number, tex
from playground.scene.params import Params
from playground.scene.primitives import Label
from playground.scene.scene import SceneEntry
from playground.session.precision_controls import calculate
from playground.session.view_model import SceneView
from scenes.ball_block.wall.params import ARTICLE, EXACT

NUMBER = r"−?(?:\d+(?:\.\d+)?(?:×10)?[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]*|inf)"
TEX = r"-?(?:\d+(?:\.\d+)?(?: \\times 10\^\{-?\d+\})?|10\^\{-?\d+\}|\\infty)"
VECTOR = rf"\({TEX}(?:, {TEX})*\)"
# Behind a number that is all of what a name is said to be.
END = r"(?=\s*(?:$|,|;|:|=|<|>|&|\\;|\\q|\\l|\\g|\\n|\\\\|\\end))"

# What names and phrases mean, as labels and sentences have them: titles of quantities.
TEXTS: dict[str, dict[str, tuple[str, ...]]] = {
    "ray_circle": {
        r"\bt = #": ("Enter t", "Exit t", "First t"),
        r"\bD = #": ("Distance D to the line",),
        r"(?<!√)\bs = #": ("Discriminant s",),
    },
    "circle_rect": {
        r"(?:depth|gap|by|A gap of|side is) #": ("Distance g",),
        r"\bg = #": ("Distance g",),
    },
    "point_ellipse": {
        r"\|P′\| = #": ("|P′|",),
        r"\brx = #": ("radii",),
        r"\bd = #": ("Distance d",),
    },
    "sphere_line": {
        r"\bt = #": ("First t", "Enter t", "Exit t"),
        r"(?:gap|never less than) #": ("Least gap in the motion",),
    },
    "ball_block": {
        r"\bt = #": ("Touch time",),
        r"overlap #": ("Overlap",),
        r"[Ff]rame #": ("Frame",),
        r"blocks hit #": ("Blocks hit",),
        r"# blocks? hit": ("Blocks hit",),
        r"entries #": ("Entries into blocks",),
        r"standing # times": ("Entries into blocks",),
    },
}
# The same of the lessons' formulas.
FORMULAS: dict[str, dict[str, tuple[str, ...]]] = {
    "ray_circle": {
        "t_1": ("Enter t",),
        "t_2": ("Exit t",),
        "t_0": ("Nearest t",),
        "t": ("First t",),
        "D": ("Distance D to the line",),
        "s": ("Discriminant s",),
    },
    "circle_rect": {
        "C'": ("Local centre C′",),
        "q": ("Offset q",),
        "e": ("Excess e",),
        "Q": ("Closest point Q",),
        "n": ("Normal",),
        "g": ("Distance g",),
    },
    "point_ellipse": {
        r"P_1": ("P moved",),
        r"P_2": ("P turned",),
        r"P'": ("P′",),
        r"|P'|": ("|P′|",),
        r"Q": ("Nearest point Q",),
        r"|P - K|": ("|P − K|",),
        "d": ("Distance d",),
    },
    "sphere_line": {
        r"\alpha": ("α",),
        r"\beta": ("β",),
        r"\omega": ("ω",),
        "h": ("h",),
        "t_1": ("Enter t",),
        "t_2": ("Exit t",),
    },
    "ball_block": {
        "x'": ("x′",),
        "y'": ("y′",),
        "v_x'": ("vx′",),
        "v_y'": ("vy′",),
        "t": ("Touch time", "First touch"),
        r"n": ("Normal",),
    },
}


def values(moment: SceneView, titles: tuple[str, ...]) -> list[object]:
    """Return the values of quantities or parameters with these titles."""
    solution = moment.solution
    p, e = solution.params, solution.result
    known = [
        q.value(p, e)
        for q in moment.scene.answer.quantities
        if q.title in titles and (q.when is None or q.when(p, e))
    ]
    return known + [x for title in titles for x in np.ravel(getattr(p, title, ()))]


def rows(moment: SceneView, titles: tuple[str, ...]) -> set[str]:
    """Return the displayed values of the rows with these titles."""
    held = (row for row in moment.rows if row.name in titles)
    return {format_number(row.value, row.digits).lstrip("−") for row in held}


def texts(moment: SceneView) -> Iterator[str]:
    if moment.verdict:
        yield moment.verdict.detail
    for view in moment.picture.self_and_views:
        if view not in _runs_by_other_rule(moment):
            yield from (x.text for x in view.primitives if isinstance(x, Label))


def _runs_by_other_rule(moment: SceneView) -> list[DrawList]:
    views = moment.picture.views
    return [view for view in views if view.caption in (ARTICLE, EXACT)]


def likewise(moment: SceneView) -> Iterator[str]:
    """Yield texts of other answers, whose numbers may differ.

    These are the code's answer, and a run by the rule that is not selected.
    """
    for view in _runs_by_other_rule(moment):
        yield from (x.text for x in view.primitives if isinstance(x, Label))
    listing = moment.scene.listing
    for dtype in listing.dtypes if listing else ():
        compared = moment.comparison_in(dtype)
        yield from (compared.answer, compared.why) if compared else ()


def near(found: str, values: list[object]) -> bool:
    """Return whether a text may stand for one of the numbers."""
    number = abs(calculate(found))
    held = [abs(float(x)) for x in values if isinstance(x, float | np.ndarray)]
    return any(abs(number - x) <= 0.002 * max(x, number) for x in held)


def faults(scene: SceneEntry, params: Params) -> tuple[list[str], int]:
    """Return the texts that differ from their rows, and the number of comparisons."""
    moment, bad, count = SceneView(scene, params), [], 0
    if moment.solution is None:
        return [], 0
    said = [(text, True) for text in texts(moment)]
    said += [(text, False) for text in likewise(moment)]
    for text, own in said:
        for pattern, titles in TEXTS[scene.id].items():
            for found in re.findall(pattern.replace("#", f"({NUMBER})"), text):
                meant = values(moment, titles)
                if not (own or near(found, meant)):
                    continue
                # What has a row reads as it does; else as maps and sliders have it.
                shown = rows(moment, titles) or {
                    format_number(x).lstrip("−") for x in meant
                }
                count += 1
                if shown and found.lstrip("−") not in shown:
                    bad.append(f"{text!r} beside {titles[0]} {sorted(shown)}")
    for step in moment.steps:
        for line in (step.numbers, step.result):
            for name, titles in FORMULAS[scene.id].items():
                start = rf"(?:^|[;,&]|\\\\|\\quad)\s*{re.escape(name)} ?&?= "
                for found in re.findall(
                    start + f"({TEX}|{VECTOR}){END}", strip_symbols(line).strip()
                ):
                    # A lesson has the digits that its reckoning needs.
                    shown = {
                        tex(x, digits)
                        for x in values(moment, titles)
                        for digits in range(DIGITS, 18)
                    }
                    count += 1
                    if shown and found not in shown:
                        bad.append(f"{step.title}: {line} beside {sorted(shown)}")
    return bad, count


@every_scene
def test_a_number_of_a_case_reads_the_same_everywhere(scene: SceneEntry) -> None:
    for name, case in scene.cases.items():
        if scene.id in TEXTS:
            assert faults(scene, case.params)[0] == [], name


@own_scenes_at_length
def test_a_number_of_any_state_reads_the_same_everywhere(scene: SceneEntry) -> None:
    def look(params: Params) -> None:
        set_by_hand(params)
        assert faults(scene, params)[0] == []

    walk(scene.params, examples(60), look)
