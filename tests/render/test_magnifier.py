"""Magnifier: opens on a small gap, and covers nothing important."""

import math

import numpy as np
import pytest
from bare import measure
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.render.magnifier import Magnifier, MagnifierState, find_magnifier
from playground.render.theme import DARK
from playground.scene.camera import Camera2D, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Circle, Dot, Label, MagnifierTarget, Segment

VIEW = Viewport(30.0, 20.0, 600.0, 480.0)
CAMERA = Camera2D((0.0, 0.0), 50.0)
NONE = np.empty((0, 2))
LINE = (60.0, 24.0)


def gap(pixels, at=(1.0, 0.5)):
    return MagnifierTarget(at, (at[0] + pixels / CAMERA.scale, at[1]))


def look(
    wanted, loupe=None, viewport=VIEW, ink=NONE, kept=NONE, caption=LINE
) -> Magnifier | None:
    loupe = MagnifierState() if loupe is None else loupe
    return find_magnifier(
        loupe,
        wanted,
        CAMERA,
        viewport,
        occupied_samples=ink,
        keep_clear=lambda: kept,
        caption_size=caption,
    )


def test_it_opens_below_twelve_pixels_and_stays_to_fourteen():
    loupe = MagnifierState()
    assert look(gap(12.5), loupe) is None
    assert look(gap(11.5), loupe)
    assert look(gap(13.5), loupe)
    assert look(gap(14.5), loupe) is None
    assert look(gap(13.5), loupe) is None


def test_a_gap_out_of_sight_has_none():
    assert look(gap(1.0, at=(40.0, 0.0))) is None


def test_where_there_is_no_room_there_is_none():
    assert look(gap(1.0, at=(0.0, 0.0)), viewport=Viewport(0, 0, 120, 110)) is None


@given(st.floats(-5.0, math.log10(11.9)).map(lambda power: 10.0**power))
@settings(max_examples=examples(60))
def test_the_gap_is_magnified_until_it_is_seen(pixels):
    lens = look(gap(pixels))
    assert lens
    assert pixels * lens.factor * (1 + 1e-9) >= 24.0
    assert pixels * lens.factor <= 60.1
    digits = lens.factor / 10.0 ** math.floor(math.log10(lens.factor) + 1e-9)
    assert min(abs(digits - m) for m in (1.0, 2.0, 5.0)) < 1e-6
    assert lens.camera.scale == CAMERA.scale * lens.factor
    assert lens.camera.center == pytest.approx((1.0 + pixels / 100.0, 0.5))


def test_the_magnification_stands_while_the_gap_changes_a_little():
    loupe = MagnifierState()
    first = look(gap(2.4), loupe).factor
    assert first == 20.0
    assert look(gap(3.2), loupe).factor == first
    assert look(gap(0.9), loupe).factor == 50.0


@pytest.mark.parametrize("pixels", [0.0, 1e-13])
def test_of_a_touch_and_what_numbers_do_not_resolve_nothing_is_enlarged(pixels):
    loupe = MagnifierState()
    assert look(gap(1.0), loupe)
    assert look(gap(pixels), loupe) is None
    assert loupe.center is None


@given(
    st.tuples(st.floats(-5.5, 5.5), st.floats(-4.5, 4.5)),
    st.lists(st.tuples(st.floats(30, 630), st.floats(20, 500)), max_size=6),
)
@settings(max_examples=examples(60))
def test_it_covers_neither_its_place_nor_what_is_kept_clear(at, kept):
    lens = look(gap(1.0, at), kept=np.array(kept).reshape(-1, 2))
    left, top, right, low = lens.box
    assert VIEW.x <= left
    assert VIEW.y <= top
    assert right <= VIEW.x + VIEW.width
    assert low <= VIEW.y + VIEW.height
    assert math.dist(lens.center, lens.source_center) > lens.radius + 20.0
    for point in kept:
        assert math.dist(lens.center, point) >= lens.radius
    (x, y), (u, v) = lens.leader
    assert math.dist((x, y), lens.source_center) == pytest.approx(lens.source_radius)
    assert math.dist((u, v), lens.center) == pytest.approx(lens.radius)


def test_it_keeps_off_outlines_but_does_not_hop_about():
    loupe = MagnifierState()
    here = look(gap(1.0), loupe)
    few = np.array(here.center) + [(i, 0.0) for i in range(-20, 20, 5)]
    assert look(gap(1.0), loupe, ink=few).center == here.center
    x, y = np.meshgrid(np.arange(-60, 60, 5.0), np.arange(-60, 60, 5.0))
    many = np.array(here.center) + np.stack([x.ravel(), y.ravel()], axis=-1)
    assert look(gap(1.0), loupe, ink=many).center != here.center


def test_it_goes_from_a_point_that_is_to_be_kept_clear():
    loupe = MagnifierState()
    here = look(gap(1.0), loupe)
    (there,) = kept = np.array([here.center]) + 0.5 * here.radius
    moved = look(gap(1.0), loupe, kept=kept)
    assert math.dist(moved.center, there) >= moved.radius


@pytest.fixture
def seen(canvas):
    """Return a function that draws with or without magnifier: pixels and texts."""
    from playground.render.gl.framebuffer import Framebuffer

    def draw(records, *, loupe=True, overlay=(), taken=(), size=(600, 480), ratio=1.0):
        pixels = round(size[0] * ratio), round(size[1] * ratio)
        target = Framebuffer(*pixels)
        target.bind()
        placed = canvas.draw(
            DrawList(primitives=list(records)),
            CAMERA,
            Viewport(0.0, 0.0, *size),
            framebuffer_size=pixels,
            pixel_ratio=ratio,
            theme=DARK,
            overlay=overlay,
            measure=measure,
            magnifier_state=MagnifierState() if loupe else None,
            occupied_areas=taken,
        )
        image = target.read() / 255.0
        target.delete()
        return image, placed

    return draw


NEAR = [
    Circle((-1.0, 0.0), 1.0, fill=1.0, width=0.0),
    Segment((0.04, -2.0), (0.04, 2.0), width=1.0),
    MagnifierTarget((0.0, 0.0), (0.04, 0.0), "gap 0.04"),
]


def disc_of(texts, size):
    """Return the centre and radius of the magnifier, from its texts."""
    words = [t for t in texts if t.text.startswith(("gap", "×"))]
    left, right = min(t.x for t in words), max(t.x + t.width for t in words)
    radius = min(max(0.15 * min(size), 52.0), 120.0)
    place = size[1] / 2
    low, high = words[0].y - 6.0 - radius, words[0].y + words[0].height + 6.0 + radius
    return ((left + right) / 2, low if low > place else high), radius


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_the_lens_shows_the_records_magnified_and_nothing_outside_it(seen, ratio):
    image, texts = seen(NEAR, ratio=ratio)
    (x, y), radius = disc_of(texts, (600, 480))
    factor = 20.0
    assert "×20" in [t.text for t in texts]
    half = 0.02 * CAMERA.scale * factor
    lightness = image[..., :3].mean(axis=-1)

    def at(dx, dy=0.0):
        return lightness[round((y + dy) * ratio), round((x + dx) * ratio)]

    # The disc ends where the gap begins, and the line is where it ends.
    assert at(-half - 4.0, 10.0) > 0.8
    assert at(0.0, 10.0) < 0.2
    assert max(at(half + d, 10.0) for d in (-0.5, 0.0, 0.5)) > 0.5
    plain, _ = seen(NEAR, loupe=False, ratio=ratio)
    changed = np.abs(image - plain).max(axis=-1) > 0.02
    rows, columns = np.nonzero(changed)
    away = np.hypot(columns / ratio - x, rows / ratio - y)
    beyond = away > radius + 5.0
    # Beyond its rim there is but the way to the place, and the ring about that.
    assert 0 < beyond.sum() < 0.05 * changed.sum()


def test_labels_and_numbers_of_axes_keep_off_the_lens(seen):
    labels = [Label((2.0 * i, -1.0), f"name {i}") for i in range(-2, 3)]
    _, texts = seen([*NEAR, *labels])
    (x, y), radius = disc_of(texts, (600, 480))
    box = x - radius, y - radius, x + radius, y + radius
    for text in texts:
        left, top, right, low = text.box
        over = left < box[2] and box[0] < right and top < box[3] and box[1] < low
        assert not over, text.text


def test_a_label_beside_the_lens_does_not_go_into_it(seen):
    _, texts = seen(NEAR)
    (x, y), radius = disc_of(texts, (600, 480))
    view = Viewport(0.0, 0.0, 600, 480)
    for side in (-1.0, 1.0):
        at = CAMERA.to_world((x + side * (radius + 16.0), y), view)
        _, texts = seen([*NEAR, Label(tuple(at.tolist()), "name", (-side, 0.0))])
        (u, v), _ = disc_of(texts, (600, 480))
        (name,) = (text for text in texts if text.text == "name")
        left, top, right, low = name.box
        near = min(max(u, left), right), min(max(v, top), low)
        assert math.dist(near, (u, v)) >= radius


def test_handles_are_not_under_it(seen):
    _, texts = seen(NEAR)
    (x, y), radius = disc_of(texts, (600, 480))
    at = CAMERA.to_world((x, y), Viewport(0.0, 0.0, 600, 480))
    _, texts = seen(NEAR, overlay=[Dot(tuple(at.tolist()))])
    (u, v), _ = disc_of(texts, (600, 480))
    assert math.dist((x, y), (u, v)) > radius


def test_nothing_that_lies_on_the_figure_hides_it_or_its_words(seen):
    _, texts = seen(NEAR)
    (first, *_) = (text for text in texts if text.text.startswith("gap"))
    over = Viewport(first.x - 30.0, first.y - 5.0, 150.0, 25.0)
    _, texts = seen(NEAR, taken=[over])
    (x, y), radius = disc_of(texts, (600, 480))
    near = (
        min(max(x, over.x), over.x + over.width),
        min(max(y, over.y), over.y + over.height),
    )
    assert math.dist(near, (x, y)) > radius
    for text in texts:
        if text.text.startswith(("gap", "×")):
            left, top, right, foot = text.box
            assert not (
                left < over.x + over.width
                and over.x < right
                and top < over.y + over.height
                and over.y < foot
            )


def test_a_picture_that_names_no_gap_has_none(seen):
    image, texts = seen(NEAR[:2])
    plain, _ = seen(NEAR[:2], loupe=False)
    assert np.array_equal(image, plain)
    assert not any("×" in text.text for text in texts)


def test_its_words_stay_in_sight_however_wide_they_are():
    small, wide = gap(1.0, at=(-5.5, 0.0)), (240.0, 24.0)
    found = look(small, caption=wide)
    assert found
    left, _, right, _ = found.box
    assert right - left >= wide[0]
    assert VIEW.x <= left
    assert right <= VIEW.x + VIEW.width
