"""Names in declarations: a missing one is reported when the scene is created."""

from dataclasses import make_dataclass

import pytest

from playground.scene import (
    AxesHandle,
    CornerHandle,
    Handle,
    MoveHandle,
    Params,
    PivotHandle,
    ResizeHandle,
    RimHandle,
    RotatedFrame,
    RotateHandle,
    Scene,
    SlideHandle,
    Step,
    TipHandle,
    angle,
    choice,
    integer,
    lengths,
    point,
    points,
    slider,
    toggle,
)

OTHERS = {
    "center": point(0.0, 0.0, label="C"),
    "half": lengths(1.0, 1.0, label="h"),
    "turn": angle(0.0, label="a"),
    "mode": choice("round", "round", "square", label="Mode"),
    "lit": toggle(True, label="Lit"),
}


def scene_of(**fields: object) -> Scene:
    """Return a scene with these declarations, and the others that it needs."""
    listed = {**OTHERS, **fields}
    kind = make_dataclass(
        "Some",
        [(name, object, declared) for name, declared in listed.items()],
        bases=(Params,),
        frozen=True,
    )
    return Scene(
        id="some", title="Some", params=kind, cases={},
        solve=lambda p: None, picture=lambda p, r, out: None,
    )  # fmt: skip


HANDLES: list[tuple[Handle, str]] = [
    (MoveHandle(carries=("center", "centre")), "centre"),
    (MoveHandle(frame=RotatedFrame("centre", "turn")), "centre"),
    (MoveHandle(frame=RotatedFrame("center", "trun")), "trun"),
    (MoveHandle(disc="radios"), "radios"),
    (MoveHandle(ellipse="radios"), "radios"),
    (MoveHandle(box="halves"), "halves"),
    (PivotHandle("centre", "turn"), "centre"),
    (PivotHandle("center", "trun"), "trun"),
    (TipHandle("tial"), "tial"),
    (RimHandle("centre"), "centre"),
    (RotateHandle("centre", "half", "center"), "centre"),
    (RotateHandle("center", "halves", "center"), "halves"),
    (RotateHandle("center", "half", "pivto"), "pivto"),
    (ResizeHandle("centre"), "centre"),
    (ResizeHandle("center", RotatedFrame("center", "trun")), "trun"),
    (AxesHandle("centre", "turn"), "centre"),
    (AxesHandle("center", "trun"), "trun"),
    (CornerHandle(("centre",)), "centre"),
    (CornerHandle(("center",), radius="radios"), "radios"),
    (SlideHandle("centre", "center"), "centre"),
    (SlideHandle("center", "centre"), "centre"),
]


@pytest.mark.parametrize(("handle", "missing"), HANDLES)
def test_a_misspelled_handle_is_said_when_the_scene_is_made(handle, missing) -> None:
    words = f"radius: its handle refers to '{missing}', which is not a parameter"
    with pytest.raises(ValueError, match=words):
        scene_of(radius=slider(1.0, 0.0, 2.0, label="r", handle=handle))


@pytest.mark.parametrize(
    ("when", "words"),
    [
        (("mod", "round"), "far: `when` names 'mod', which is not a parameter"),
        (("mode", "oval"), "far: `when` can never be true: mode must be one of round"),
        (("lit", "yes"), "far: `when` can never be true: lit must be true or false"),
    ],
)
def test_a_condition_that_cannot_hold_is_said(when, words) -> None:
    with pytest.raises(ValueError, match=words):
        scene_of(far=point(0.0, 0.0, label="F", when=when))


@pytest.mark.parametrize(
    ("part", "latex"),
    [
        ("formula", r"\frac{a}{b"),
        ("numbers", r"\term{d}{2"),
        ("result", r"d = {"),
        ("formula", r"a}"),
        ("formula", r"\{ x \} }"),
        ("result", r"\left\{ x"[:-1] + "{"),
    ],
)
def test_an_open_brace_is_said_with_its_step(part, latex) -> None:
    texts = {"formula": "a", part: latex}
    with pytest.raises(ValueError, match=f"the step 'Compare': in its {part} a brace"):
        Step("Compare", "What it does.", **texts)


@pytest.mark.parametrize(
    "latex", ["", r"\frac{a}{b_{1}}", r"\{ a, b \}", r"\left\{ x \right.", r"\\{a}"]
)
def test_closed_and_escaped_braces_are_taken(latex) -> None:
    assert Step("Compare", "What it does.", latex).formula == latex


@pytest.mark.parametrize(
    ("declare", "words"),
    [
        (lambda: integer(3, 5, 5, label="n"), "low must be below high, not 5 and 5"),
        (lambda: points(label="P"), "there must be 1 to 24 points, not 0"),
        (
            lambda: points((0, 0), min_count=2, label="P"),
            "must be 2 to 24 points, not 1",
        ),
        (
            lambda: points((0, 0), (1, 1), max_count=1, label="P"),
            "1 to 1 points, not 2",
        ),
        (lambda: points((0, 0), (1, 1, 1), label="P"), "as many coordinates as the"),
    ],
)
def test_a_declaration_that_cannot_hold_is_said(declare, words) -> None:
    with pytest.raises(ValueError, match=words):
        declare()
