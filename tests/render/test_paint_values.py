"""Maps of values: even shades, lines at round values, true scales."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from map_fields import ON_BLACK, ON_WHITE, middles, paint, valued

from playground.analysis.heat_map import MapKind
from playground.render.map_colors import OPACITY, Scale, cividis_shades, value_range
from playground.render.map_colors import rasterize_map as whole
from playground.render.theme import DARK, LIGHT


def lightness(rgb):
    """Return CIELAB's L* of sRGB colours, by the CIE's formula."""
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    share = linear @ (0.2126, 0.7152, 0.0722)
    cube = share > (6 / 29) ** 3
    return np.where(cube, 116 * np.cbrt(share) - 16, share * (29 / 3) ** 3)


def test_shades_rise_evenly_to_the_eye():
    seen = lightness(cividis_shades())
    assert seen.shape == (256,)
    even = np.linspace(seen[0], seen[-1], 256)
    assert seen[-1] - seen[0] > 70.0
    assert (np.diff(seen) > 0.0).all()
    assert np.abs(seen - even).max() < 0.02 * (seen[-1] - seen[0])


def test_where_there_is_no_number_nothing_is_painted(lay_out):
    values = np.add.outer(np.arange(40.0), np.arange(50.0))
    values[3:9, 5:20], values[30, 30] = np.nan, np.nan
    painted = middles(lay_out(paint(valued(values)), each=3), 3)
    bare = ~np.isfinite(values)
    assert (painted[bare] == 0).all()
    opacity = OPACITY[MapKind.VALUES]
    assert painted[~bare][:, 3] == pytest.approx(opacity, abs=1.0 / 255)


def test_nowhere_a_number_gives_no_scale_and_no_paint(lay_out):
    painted = paint(valued(np.full((4, 6), np.nan)))
    assert painted.scale is None
    assert painted.is_blank
    assert painted.cells.shape == (4, 6)
    assert not lay_out(painted).any()


def test_a_cell_has_the_colour_that_the_scale_gives_its_value(lay_out):
    values = np.linspace(-3.0, 7.0, 70).reshape(7, 10)
    painted = paint(valued(values, math.nan), fine=False)
    seen = middles(lay_out(painted, each=9), 9)
    share = (values - painted.scale.low) / (painted.scale.high - painted.scale.low)
    alpha = OPACITY[MapKind.VALUES]
    expected = cividis_shades()[np.clip(share * 255, 0, 255).astype(int)] * alpha
    assert seen[..., :3] == pytest.approx(expected, abs=1.5 / 255)


def test_what_is_beyond_the_scale_has_its_last_shade(lay_out):
    values = np.linspace(0.0, 10.0, 400).reshape(20, 20)
    values[0, 0], values[-1, -1] = -1e12, 1e12
    painted = paint(valued(values))
    assert painted.scale.high < 11.0
    alpha = OPACITY[MapKind.VALUES]
    pixels = middles(lay_out(painted, each=5), 5)
    for at, shade in (((0, 0), cividis_shades()[0]), ((-1, -1), cividis_shades()[-1])):
        assert pixels[at][:3] == pytest.approx(shade * alpha, abs=1 / 255)


def test_numbers_far_from_zero_keep_their_lines_apart():
    """In float32 a number near 1e12 is 65536 from the next."""
    values = 1e12 + np.linspace(0.0, 16.0, 161).reshape(7, 23)
    painted = paint(valued(values))
    scale = painted.scale
    expected = (values - scale.low) / scale.step
    assert painted.cells == pytest.approx(expected, abs=1e-3)


@pytest.fixture
def lined(lay_out):
    """Return a function that finds contour lines by comparing two colours of ink."""

    def found(values):
        painted = paint(valued(values))
        one, two = (lay_out(painted, theme) for theme in (ON_BLACK, ON_WHITE))
        return np.abs(one - two).max(axis=-1) > 2.5 / 255, painted.scale

    return found


def cells(function, reach=10.0, count=401):
    """Return a field of function(x, y) over a square, its samples and cell size."""
    at = np.linspace(-reach, reach, count)
    return function(*np.meshgrid(at, at)), at, at[1] - at[0]


FIELDS = {
    "x": lambda x, y: x,
    "slanted": lambda x, y: 0.6 * x - 0.8 * y + 0.3,
    "far from zero": lambda x, y: x + 1000.0,
    "distance": lambda x, y: np.hypot(x, y) - 4.0,
}


@pytest.mark.parametrize("name", FIELDS)
def test_lines_are_at_multiples_of_the_step_and_nowhere_else(lined, name):
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
def test_the_line_where_the_verdict_turns_is_the_strongest(lay_out, turn):
    values, at, _ = cells(FIELDS["x"])
    step = paint(valued(values)).scale.step

    def strengths(level):
        """Return the strength of ink on each line, from its colour in two themes."""
        asked = paint(valued(values, level))
        one, two = (lay_out(asked, theme)[9, :, 0] for theme in (ON_BLACK, ON_WHITE))
        ink = np.round(255 * (two - one)).astype(int)
        return {k: ink[np.abs(at - k * step).argmin()] for k in range(-4, 5)}

    plain, turned = strengths(math.nan), strengths(turn * step)
    assert min(plain.values()) > 0
    assert turned.pop(turn) > 2 * plain.pop(turn)
    assert turned == plain


def test_a_jump_is_no_contour_line(lined):
    values, at, _ = cells(lambda x, y: np.where(x < 0.03, 0.0, 8.0) + 0.01 * y + 0.3)
    found, _ = lined(values)
    beside = np.abs(at - 0.03) < 0.06
    away = np.abs(at - 0.03) > 1.0
    assert not found[:, beside].all(axis=0).any()
    assert (found[:, beside].sum(axis=0) <= found[:, away].sum(axis=0).max()).all()


def test_crowded_lines_are_left_out(lined):
    values, *_ = cells(lambda x, y: 100.0 * x, count=41)
    assert not lined(values)[0].any()


def test_a_single_row_has_no_lines_and_does_not_fail(lined):
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
    scale = value_range(values)
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


def test_the_scale_of_a_large_map_is_taken_from_all_over_it():
    y, x = np.mgrid[:700, :900] / 100.0
    assert paint(valued(x * y)).scale == value_range(x * y)
    stripe = np.where(x == 3.01, y, np.nan)
    assert paint(valued(stripe)).scale == value_range(stripe)


def test_ends_and_steps_of_some_scales():
    for low, high, expected in (
        (0.0, 16.0, Scale(0.0, 16.0, 1.0)),
        (-0.7, 0.9, Scale(-0.7, 0.9, 0.1)),
        (3.0, 103.0, Scale(0.0, 110.0, 10.0)),
        (-2e6, 1e6, Scale(-2e6, 1e6, 2e5)),
    ):
        found = value_range(np.repeat((low, high), 500))
        assert (found.low, found.high, found.step) == pytest.approx(
            (expected.low, expected.high, expected.step)
        )


@pytest.mark.parametrize("value", [0.0, 3.3, -2e6, 1e-200])
def test_one_value_is_no_scale_of_two_ends(value):
    assert value_range(np.full((4, 5), value)).is_constant
    assert not value_range(value + np.linspace(0.0, 0.1, 20).reshape(4, 5)).is_constant


@pytest.mark.parametrize("value", [0.0, 1.0, -7.3, 1e-9, 1e12, -1e300])
def test_a_constant_has_a_scale_about_itself(lay_out, value):
    painted = paint(valued(np.full((5, 5), value)))
    scale = painted.scale
    tiny = 1e-8 * max(abs(value), 1e-290)
    assert value - tiny <= scale.low <= scale.high <= value + tiny
    assert scale.step > 0.0
    assert (lay_out(painted)[..., 3] > 0).all()


def test_a_plateau_is_no_contour_line(lay_out):
    across = np.linspace(-1.0, 1.0, 201) * np.ones((201, 1))
    painted = paint(valued(np.maximum(across, 0.0) - 1e-16 * np.sin(1e3 * across)))
    on_black, on_white = (lay_out(painted, theme) for theme in (ON_BLACK, ON_WHITE))
    assert (on_black[:, :90] == on_white[:, :90]).all()
    assert (on_black != on_white).any()


@pytest.mark.parametrize("ends", [(-1e308, 1e308), (0.0, 1.7e308), (-1.7e308, 0.0)])
def test_the_largest_numbers_have_a_scale(ends):
    values = np.repeat(ends, 50)
    scale = value_range(values)
    assert math.isfinite(scale.low)
    assert math.isfinite(scale.high)
    assert paint(valued(values.reshape(10, 10))).scale == scale


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_shades_part_where_the_verdict_turns(theme):
    values = np.linspace(-2.0, 6.0, 900).reshape(30, 30)
    painted = whole(valued(values))
    shades = painted.palette(theme)[0, :, :3] / 255.0
    place = np.abs(shades - theme.background[:3]).sum(axis=1).argmin()
    scale = painted.scale
    assert place / 255.0 == pytest.approx(
        -scale.low / (scale.high - scale.low), abs=0.01
    )
    # Below it is bluer than red, above redder than blue.
    assert shades[0, 2] > shades[0, 0]
    assert shades[-1, 0] > shades[-1, 2]
    # Where the verdict turns at another value in each place, or none is on the scale,
    # the shades are those of any number.
    assert whole(valued(values, values)).threshold_share is None
    assert whole(valued(values, 9.0)).threshold_share is None
