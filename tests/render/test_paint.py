"""What a field's picture says: even shades, lines at round values, honest scales."""

import math
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from playground.explore.curve import Axis
from playground.explore.map import (
    Field,
    MapKind,
    Question,
    Samples,
)
from playground.render.paint import (
    OPACITY,
    Scale,
    paint,
    scale_of,
    shades,
)
from playground.render.theme import DARK, LIGHT
from playground.scene.drawlist import Role
from playground.scene.kinds import Kind
from scenes import ray_circle

SCENE = ray_circle.SCENE
ASKED = Question(
    SCENE, SCENE.opened(), Axis("origin", 0), Axis("origin", 1), MapKind.VALUES, "f"
)
# Two themes that differ in the ink of contour lines alone.
ON_BLACK = replace(DARK, background=(0.0, 0.0, 0.0, 1.0))
ON_WHITE = replace(DARK, background=(1.0, 1.0, 1.0, 1.0))


def valued(values, turns_at=0.0):
    values = np.asarray(values, dtype=np.float64)
    columns, rows = (Samples(0, count, 1.0) for count in values.shape[::-1])
    level = np.full_like(values, turns_at)
    return Field(ASKED, columns, rows, (), np.empty((0, 0), np.int8), values, level)


def kinds(index, kind=MapKind.REGIONS, roles=(Role.HIT, Role.MISS, Role.ACCENT)):
    index = np.asarray(index, dtype=np.int8)
    columns, rows = (Samples(0, count, 1.0) for count in index.shape[::-1])
    known = tuple(Kind(role.value, role) for role in roles)
    asked = replace(ASKED, kind=kind)
    empty = np.empty((0, 0))
    return Field(asked, columns, rows, known, index, empty, empty)


def lightness(rgb):
    """Return CIELAB's L* of sRGB colours, by the CIE's formula."""
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    share = linear @ (0.2126, 0.7152, 0.0722)
    cube = share > (6 / 29) ** 3
    return np.where(cube, 116 * np.cbrt(share) - 16, share * (29 / 3) ** 3)


def test_shades_rise_evenly_to_the_eye():
    seen = lightness(shades())
    assert seen.shape == (256,)
    even = np.linspace(seen[0], seen[-1], 256)
    assert seen[-1] - seen[0] > 70.0
    assert (np.diff(seen) > 0.0).all()
    assert np.abs(seen - even).max() < 0.02 * (seen[-1] - seen[0])


def test_shades_run_from_blue_to_yellow():
    first, last = shades()[0], shades()[-1]
    assert first.argmax() == 2
    assert last.argmin() == 2


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("kind", [MapKind.REGIONS, MapKind.MISTAKES])
def test_a_kind_has_its_roles_colour_premultiplied(theme, kind):
    index = [[0, -1, -1, 1], [-1, -1, -1, -1], [2, -1, -1, -1]]
    painted = paint(kinds(index, kind), theme)
    opacity = OPACITY[kind]
    for at, role in (((0, 0), Role.HIT), ((0, 3), Role.MISS), ((2, 0), Role.ACCENT)):
        expected = [*(c * opacity for c in theme.roles[role][:3]), opacity]
        assert painted.pixels[at] / 255 == pytest.approx(expected, abs=0.51 / 255)
    assert painted.pixels[2, 2].tolist() == [0, 0, 0, 0]
    assert painted.pixels.dtype == np.uint8


@given(arrays(np.int8, (5, 7), elements=st.integers(-1, 2)))
def test_counts_are_those_of_all_cells(index):
    rows = index.tolist()
    for kind, count in enumerate(kinds(index).counts):
        assert count == sum(row.count(kind) for row in rows)


def test_a_field_without_cells_is_painted():
    for shape in ((0, 5), (5, 0), (0, 0)):
        assert paint(kinds(np.empty(shape), roles=()), DARK).pixels.size == 0
        assert paint(valued(np.empty(shape)), DARK).pixels.size == 0


@pytest.mark.parametrize("kind", [MapKind.REGIONS, MapKind.ZONES, MapKind.MISTAKES])
@pytest.mark.parametrize("ground", [-1, 1])
def test_a_rare_cell_is_seen_in_the_cells_around_it(kind, ground):
    index = np.full((11, 12), ground)
    index[4, 7] = 0
    grown = kinds(index, kind).grown
    assert (grown == 0).sum() == 9
    assert (grown[3:6, 6:9] == 0).all()
    corner = np.full((11, 12), ground)
    corner[0, 11] = 0
    assert (kinds(corner, kind).grown == 0).sum() == 4


def test_a_frequent_kind_stays_where_it_is():
    index = np.full((10, 10), -1)
    index[3, 2:5] = 0
    assert np.array_equal(kinds(index).grown, index)


def test_two_kinds_have_a_seam_and_an_edge_of_the_map_has_none():
    index = np.full((6, 8), -1)
    index[1:5, 1:4], index[1:5, 4:7] = 0, 1
    fine = paint(kinds(index), DARK).pixels[..., 3].astype(int)
    coarse = paint(kinds(index), DARK, fine=False).pixels[..., 3].astype(int)
    assert (coarse[index >= 0] == round(255 * OPACITY[MapKind.REGIONS])).all()
    thinner = fine < coarse
    assert thinner[1:5, 3].all()
    assert thinner.sum() == 4
    assert (fine[index < 0] == 0).all()


@given(arrays(np.int8, (4, 5), elements=st.integers(-1, 2)))
def test_each_kind_keeps_its_colour_and_no_other_shows(index):
    pixels = paint(kinds(index, MapKind.MISTAKES), DARK, fine=False).pixels
    shown = set()
    for kind in range(-1, 3):
        colours = {tuple(p) for p in pixels[index == kind].tolist()}
        assert len(colours) <= 1
        shown |= colours
    assert len(shown) == len(np.unique(index))


def test_where_there_is_no_number_nothing_is_painted():
    values = np.add.outer(np.arange(40.0), np.arange(50.0))
    values[3:9, 5:20], values[30, 30] = np.nan, np.inf
    painted = paint(valued(values), DARK).pixels
    bare = ~np.isfinite(values)
    assert (painted[bare] == 0).all()
    assert (painted[~bare][:, 3] == round(255 * OPACITY[MapKind.VALUES])).all()


def test_nowhere_a_number_gives_no_scale_and_no_paint():
    painted = paint(valued(np.full((4, 6), np.nan)), DARK)
    assert painted.scale is None
    assert painted.pixels.shape == (4, 6, 4)
    assert not painted.pixels.any()


def test_a_higher_value_has_a_lighter_shade():
    # Too steep for lines: what is left are the shades.
    ramp = np.linspace(0.0, 1.0, 20)[None, :] * np.ones((3, 1))
    seen = lightness(paint(valued(ramp), ON_BLACK).pixels[1, :, :3] / 255)
    assert (np.diff(seen) >= 0.0).all()
    assert seen[-1] > 2 * seen[0]


def test_what_is_beyond_the_scale_has_its_last_shade():
    values = np.linspace(0.0, 10.0, 400).reshape(20, 20)
    values[0, 0], values[-1, -1] = -1e12, 1e12
    painted = paint(valued(values), DARK)
    assert painted.scale.high < 11.0
    alpha = OPACITY[MapKind.VALUES]
    for at, shade in (((0, 0), shades()[0]), ((-1, -1), shades()[-1])):
        seen = painted.pixels[at][:3] / 255
        assert seen == pytest.approx(shade * alpha, abs=1 / 255)


def lined(values):
    """Return where contour lines are: where the pixels depend on their ink."""
    one, two = (paint(valued(values), theme) for theme in (ON_BLACK, ON_WHITE))
    differ = np.abs(one.pixels.astype(int) - two.pixels).max(axis=-1) > 2
    return differ, one.scale


def cells(function, reach=10.0, count=401):
    """Return a field of function(x, y) over a square, and its cell's size."""
    at = np.linspace(-reach, reach, count)
    return function(*np.meshgrid(at, at)), at, at[1] - at[0]


FIELDS = {
    "x": lambda x, y: x,
    "slanted": lambda x, y: 0.6 * x - 0.8 * y + 0.3,
    "far from zero": lambda x, y: x + 1000.0,
    "distance": lambda x, y: np.hypot(x, y) - 4.0,
}


@pytest.mark.parametrize("name", FIELDS)
def test_lines_are_at_multiples_of_the_step_and_nowhere_else(name):
    values, _, cell = cells(FIELDS[name])
    found, scale = lined(values)
    multiple = np.round(values / scale.step)
    # All these fields rise by the length one goes: the gap is a length, too.
    away = np.abs(values - multiple * scale.step) / cell
    zero = multiple == 0
    sharp = values > -4.0 + 6 * cell if name == "distance" else np.full_like(zero, True)
    assert found[(away < 0.5) & sharp].all()
    assert found[(away < 1.2) & zero & sharp].all()
    assert not found[(away > 1.2) & ~zero & sharp].any()
    assert not found[(away > 1.8) & sharp].any()


@pytest.mark.parametrize("turn", [0, -3])
def test_the_line_where_the_verdict_turns_is_the_strongest(turn):
    values, at, _ = cells(FIELDS["x"])
    step = paint(valued(values), DARK).scale.step

    def strengths(level):
        """Return how much ink is on each line: its tone is that of the theme."""
        asked = valued(values, level)
        one, two = (
            paint(asked, theme).pixels[0, :, 0] for theme in (ON_BLACK, ON_WHITE)
        )
        ink = two.astype(int) - one
        return {k: ink[np.abs(at - k * step).argmin()] for k in range(-4, 5)}

    plain, turned = strengths(math.nan), strengths(turn * step)
    assert min(plain.values()) > 0
    assert turned.pop(turn) > 2 * plain.pop(turn)
    assert turned == plain


def test_a_jump_is_no_contour_line():
    values, at, _ = cells(lambda x, y: np.where(x < 0.03, 0.0, 8.0) + 0.01 * y + 0.3)
    found, _ = lined(values)
    beside = np.abs(at - 0.03) < 0.06
    away = np.abs(at - 0.03) > 1.0
    assert not found[:, beside].all(axis=0).any()
    assert (found[:, beside].sum(axis=0) <= found[:, away].sum(axis=0).max()).all()


def test_crowded_lines_are_left_out():
    values, *_ = cells(lambda x, y: 100.0 * x, count=41)
    assert not lined(values)[0].any()


def test_a_single_row_has_no_lines_and_does_not_fail():
    for shape in ((1, 300), (300, 1), (1, 1)):
        values = np.linspace(-1.0, 1.0, math.prod(shape)).reshape(shape)
        assert not lined(values)[0].any()


moderate = st.floats(-1e300, 1e300, allow_subnormal=False)


@given(
    arrays(
        np.float64, st.integers(1, 60), elements=st.one_of(moderate, st.just(math.nan))
    )
)
def test_a_scale_holds_nearly_all_values_between_round_numbers(values):
    scale = scale_of(values)
    finite = np.sort(values[np.isfinite(values)])
    if not finite.size:
        assert scale is None
        return
    # With linear interpolation between the ranks, as percentiles have it.
    low, high = np.interp((0.01, 0.99), np.linspace(0, 1, finite.size), finite)
    slack = 1e-9 * max(abs(low), abs(high))
    assert scale.low <= low + slack
    assert scale.high >= high - slack
    digit = float(f"{scale.step:e}".split("e")[0])
    assert min(abs(digit - d) for d in (1, 2, 5, 10)) < 1e-9
    for end in (scale.low, scale.high):
        assert end / scale.step == pytest.approx(round(end / scale.step), rel=1e-9)


def test_ends_and_steps_of_some_scales():
    for low, high, expected in (
        (0.0, 16.0, Scale(0.0, 16.0, 1.0)),
        (-0.7, 0.9, Scale(-0.7, 0.9, 0.1)),
        (3.0, 103.0, Scale(0.0, 110.0, 10.0)),
        (-2e6, 1e6, Scale(-2e6, 1e6, 2e5)),
    ):
        found = scale_of(np.repeat((low, high), 500))
        assert (found.low, found.high, found.step) == pytest.approx(
            (expected.low, expected.high, expected.step)
        )


def test_a_few_huge_values_do_not_stretch_the_scale():
    values = np.append(np.linspace(-1.0, 1.0, 997), (1e300, -1e300, math.inf, math.nan))
    scale = scale_of(values)
    assert (scale.low, scale.high) == pytest.approx((-1.0, 1.0), abs=0.11)


@pytest.mark.parametrize("value", [0.0, 1.0, -7.3, 1e-9, 1e12, -1e300])
def test_a_constant_has_a_scale_about_itself(value):
    painted = paint(valued(np.full((5, 5), value)), DARK)
    scale = painted.scale
    tiny = 1e-8 * max(abs(value), 1e-290)
    assert value - tiny <= scale.low <= scale.high <= value + tiny
    assert scale.step > 0.0
    assert (painted.pixels[..., 3] > 0).all()


@pytest.mark.parametrize("ground", [DARK.background, LIGHT.background, (1.0,) * 4])
def test_on_lays_the_picture_over_an_opaque_ground(ground):
    painted = paint(kinds([[0, -1]]), DARK)
    whole = painted.on(ground)
    share = painted.pixels[..., 3:] / 255
    expected = painted.pixels[..., :3] / 255 + (1 - share) * ground[:3]
    assert whole[..., :3] / 255 == pytest.approx(expected, abs=0.51 / 255)
    assert (whole[..., 3] == 255).all()
    assert whole[0, 1, :3] / 255 == pytest.approx(ground[:3], abs=0.51 / 255)
    assert (painted.pixels[0, 1] == 0).all()


def test_roles_alone_colour_a_field():
    plain = replace(
        DARK, roles=MappingProxyType({role: (0.2, 0.4, 0.6, 1.0) for role in Role})
    )
    painted = paint(kinds([[0, 1, 2]]), plain, fine=False).pixels
    assert (painted == painted[0, 0]).all()


def test_a_plateau_is_no_contour_line():
    across = np.linspace(-1.0, 1.0, 201) * np.ones((201, 1))
    values = np.maximum(across, 0.0) - 1e-16 * np.sin(1e3 * across)
    on_black, on_white = (
        paint(valued(values), theme).pixels for theme in (ON_BLACK, ON_WHITE)
    )
    assert (on_black[:, :90] == on_white[:, :90]).all()
    assert (on_black != on_white).any()


@pytest.mark.parametrize("ends", [(-1e308, 1e308), (0.0, 1.7e308), (-1.7e308, 0.0)])
def test_the_largest_numbers_have_a_scale(ends):
    values = np.repeat(ends, 50)
    scale = scale_of(values)
    assert math.isfinite(scale.low)
    assert math.isfinite(scale.high)
    assert paint(valued(values.reshape(10, 10)), DARK).scale == scale
