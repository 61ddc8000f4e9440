"""Curve plot: numbers at roots, and one playhead."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from playground.gui.panels import curve_plot
from playground.render.curve_picture import CurvePicture, place_root_labels
from playground.render.plot_axes import PlotArea, root_numbers

FRAME = (0.0, 0.0, 400.0, 200.0)
SIZE = (40.0, 16.0)
AWAY = -50.0


def apart(a, b) -> bool:
    return a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def waves(count: int) -> np.ndarray:
    x = np.linspace(0.0, 400.0, 241)
    return np.stack([x, 100.0 - 90.0 * np.sin(np.pi * count * x / 400.0)])


@pytest.mark.parametrize("count", [1, 2, 3, 5, 12])
@pytest.mark.parametrize("playhead", [AWAY, 133.0, 200.0])
def test_numbers_of_roots_lie_over_nothing(count: int, playhead: float) -> None:
    at = [(400.0 * i / count, 100.0) for i in range(count + 1)]
    curve = waves(count)
    boxes = place_root_labels(at, [SIZE] * len(at), [curve], playhead, FRAME)
    found = [box for box in boxes if box]
    assert len(found) >= min(count, 2) or count == 12
    for box in found:
        assert FRAME[0] <= box[0] < box[2] <= FRAME[2]
        assert FRAME[1] <= box[1] < box[3] <= FRAME[3]
        assert not box[0] < playhead < box[2]
        inside = (curve[0] > box[0]) & (curve[0] < box[2])
        y = curve[1][inside]
        assert not ((y > box[1]) & (y < box[3])).any()
        assert not box[1] < 100.0 < box[3]
    for a, b in itertools.combinations(found, 2):
        assert apart(a, b)


def test_a_number_without_a_free_place_is_left_out() -> None:
    low = (0.0, 90.0, 400.0, 110.0)
    assert place_root_labels([(200.0, 100.0)], [SIZE], [], AWAY, low) == [None]
    assert place_root_labels([(200.0, 100.0)], [SIZE], [], AWAY, FRAME) != [None]


@pytest.mark.parametrize(
    ("roots", "texts"),
    [
        ([-2.5, 1 / 3], ["−2.5", "0.333"]),
        ([1.0491, 1.0492], ["1.0491", "1.0492"]),
        # Two that rounding parts are one.
        ([1.0, 1.0000000000000002], ["1", ""]),
    ],
)
def test_near_roots_have_numbers_that_do_not_read_alike(roots, texts) -> None:
    assert root_numbers(np.array(roots)) == texts


def drawn_picture(driver, monkeypatch) -> CurvePicture:
    """Return the drawn picture, relative to the corner of the plots."""
    found, compose = [], curve_plot.compose_curve

    def noting(*arguments):
        found.append(compose(*arguments))
        return found[-1]

    monkeypatch.setattr(curve_plot, "compose_curve", noting)
    driver.window.main_view._widgets.clear_measurements()
    driver.settle()
    return found[-1]


def drawn_plots(driver, monkeypatch) -> list[PlotArea]:
    """Return the plots with their places on the screen."""
    picture = drawn_picture(driver, monkeypatch)
    place = driver.layout.curve
    left, top = (
        place.x + curve_plot.PLOT_MARGIN_PX,
        place.y + curve_plot.HEADER_HEIGHT_PX,
    )
    return [
        replace(
            area, place=replace(area.place, x=area.place.x + left, y=area.place.y + top)
        )
        for area in picture.areas
    ]


def plot_ends(driver, monkeypatch) -> dict[str, float]:
    place = drawn_plots(driver, monkeypatch)[0].place
    return {"left": place.x, "right": place.x + place.width}


@pytest.mark.parametrize(
    ("scene", "size"), [("sphere_line", (1280, 800)), ("ball_block", (960, 600))]
)
def test_curve_and_transport_show_a_time_at_one_place(
    driver, monkeypatch, scene: str, size: tuple[int, int]
) -> None:
    driver.resize(*size)
    driver.open(scene)
    ends = plot_ends(driver, monkeypatch)
    place = driver.layout.curve
    _, track = driver.item("##slider time")
    for share in (0.25, 0.6):
        x = ends["left"] + share * (ends["right"] - ends["left"])
        driver.click(x, track)
        on_track = driver.session.scene_view.current_time
        assert on_track == pytest.approx(share, abs=0.01)
        driver.session.go_to(0.0)
        driver.click(x, place.y + place.height / 2)
        assert driver.session.scene_view.current_time == pytest.approx(
            on_track, abs=0.005
        )


def test_a_zoomed_curve_takes_the_transport_with_it(driver, monkeypatch) -> None:
    driver.open("sphere_line")
    driver.session.go_to(0.5)
    ends = plot_ends(driver, monkeypatch)
    place = driver.layout.curve
    middle = (ends["left"] + ends["right"]) / 2
    driver.wheel(middle, place.y + place.height / 2, 6)
    driver.settle()
    low, high = driver.session.scene_view.curve.x[[0, -1]]
    assert high - low < 0.5
    x = ends["left"] + 0.8 * (ends["right"] - ends["left"])
    driver.click(x, driver.item("##slider time")[1])
    assert driver.session.scene_view.current_time == pytest.approx(
        low + 0.8 * (high - low), abs=0.01
    )


def test_a_plot_without_any_value_says_so(driver, monkeypatch):
    driver.open("ray_circle")
    driver.settle(2)
    assert "none" not in [
        text.text for text in drawn_picture(driver, monkeypatch).texts
    ]
    # No time of any direction: a point is never hit.
    driver.change(radius=0.0)
    picture = drawn_picture(driver, monkeypatch)
    (note,) = [text for text in picture.texts if text.text == "none"]
    place = picture.areas[1].place
    assert place.contains(note.x, note.y)
    assert place.contains(note.x + note.width, note.y + note.height)
