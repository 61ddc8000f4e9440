"""Article's six conditions, which are right as intended."""

import pytest
from discs import asked, case, views
from effort import examples
from hypothesis import given, settings
from strategies import params_of

from playground.scene import Circle, Rect
from playground.scene.formula_symbols import strip_symbols, symbol_keys
from scenes.circle_rect.derivation import NAMES as LETTERS
from scenes.circle_rect.derivation import six
from scenes.circle_rect.params import CircleRectParams

STEP = 6


@settings(max_examples=examples(300))
@given(params_of(CircleRectParams))
def test_one_of_the_six_is_true_just_when_the_disc_hits(p: CircleRectParams) -> None:
    e = asked(p).result
    assert any(six(p, e).meant) == bool(e.hit)


@pytest.mark.parametrize(
    ("name", "meant", "printed"),
    [
        ("Over a corner", "d", "d"),
        ("Upright corner", "d", "d"),
        ("Over the left side", "b", ""),
        ("Over the top side", "a", ""),
        ("Inside", "ab", ""),
        ("Radius zero", "ab", ""),
        ("Touching a corner", "d", ""),
        ("Touching a side", "a", ""),
        ("Miss", "", ""),
        ("Just short of a corner", "", ""),
    ],
)
def test_table_and_picture_show_which_are_true(
    name: str, meant: str, printed: str
) -> None:
    p = case(name)
    step = asked(p).steps[STEP]
    one, other = ", ".join(meant) or "none", ", ".join(printed) or "none"
    assert step.text.endswith(f" True here: {one}; as printed: {other}.")
    lit = [
        line
        for line in strip_symbols(step.formula).split(r"\\")
        if "Rightarrow" in line
    ]
    assert [line.split("&")[1].strip() for line in lit] == list(meant)
    frame = views(p)[1]
    shapes = [
        x for x in frame.primitives if x.key == "test" and isinstance(x, Rect | Circle)
    ]
    assert len(shapes) == len(meant) == symbol_keys(step.formula).count("test")


def test_a_region_is_where_its_condition_says() -> None:
    p = case("Upright corner")
    frame = views(p)[1]
    (x, y), (w, h), r = p.rect_center, p.half_extents, p.radius
    shapes = [
        s
        for s in frame.primitives
        if s.key in ("test", "tests") and isinstance(s, Rect | Circle)
    ]
    boxes = [s.half_extents for s in shapes if isinstance(s, Rect)]
    discs = {(s.center, s.radius) for s in shapes if isinstance(s, Circle)}
    assert boxes == [(w, h + r), (w + r, h)]
    assert discs == {((x + i * w, y + j * h), r) for i in (-1, 1) for j in (-1, 1)}
    assert len(shapes) == len(LETTERS)
