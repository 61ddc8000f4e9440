"""What a map says: even shades, sharp edges, lines at round values, honest scales."""

import math
from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest
from effort import examples
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from playground.scene.roles import Role

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
    scale_of,
    shades,
    tone,
)
from playground.render.paint import paint as whole
from playground.render.theme import DARK, LIGHT, contrast
from playground.scene.kinds import NONE, Kind
from scenes import ray_circle

SCENE = ray_circle.SCENE
ASKED = Question(
    SCENE, SCENE.opened(), Axis("origin", 0), Axis("origin", 1), MapKind.VALUES, "f"
)
# Two themes that differ in the ink of contour lines alone.
ON_BLACK = replace(DARK, background=(0.0, 0.0, 0.0, 1.0))
ON_WHITE = replace(DARK, background=(1.0, 1.0, 1.0, 1.0))


def paint(field, *, fine=True):
    """Paint a field in the shades that are the same in every theme."""
    return replace(whole(field, fine=fine), middle=None)


def valued(values, turns_at=0.0):
    values = np.asarray(values, dtype=np.float64)
    columns, rows = (Samples(0, count, 1.0) for count in values.shape[::-1])
    level = np.atleast_2d(np.asarray(turns_at, np.float64))
    return Field(ASKED, columns, rows, (), np.empty((0, 0), np.uint8), values, level)


def kinds(index, kind=MapKind.REGIONS, roles=(Role.HIT, Role.MISS, Role.ACCENT)):
    index = np.asarray(index, dtype=np.uint8)
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


def middles(pixels, each):
    """Return the pixel just right of and above each cell's middle."""
    return pixels[each // 2 :: each, each // 2 :: each]


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("kind", [MapKind.REGIONS, MapKind.MISTAKES])
def test_in_the_middle_of_a_cell_is_its_roles_colour_premultiplied(
    lay_out, theme, kind
):
    index = [[0, NONE, NONE, 1], [NONE] * 4, [2, NONE, NONE, NONE]]
    seen = middles(lay_out(paint(kinds(index, kind)), theme, each=8), 8)
    opacity = OPACITY[kind]
    for at, role in (((0, 0), Role.HIT), ((0, 3), Role.MISS), ((2, 0), Role.ACCENT)):
        expected = [*(c * opacity for c in tone(kind, role, theme)[:3]), opacity]
        assert seen[at] == pytest.approx(expected, abs=1.0 / 255)
    assert seen[2, 2].tolist() == [0, 0, 0, 0]


def tones(theme, *roles, opacity=OPACITY[MapKind.REGIONS]):
    own = (tone(MapKind.REGIONS, role, theme) for role in roles)
    return [np.array(colour) * opacity for colour in own]


def between(pixel, one, two):
    """Return how far a colour is on the way from one to the other, if it is there."""
    share = np.dot(pixel - one, two - one) / np.dot(two - one, two - one)
    assert pixel == pytest.approx(one + share * (two - one), abs=2.0 / 255)
    return share


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_an_edge_is_one_pixel_of_both_colours_wide(lay_out, theme):
    index = np.zeros((4, 5))
    index[:, 2:] = 1
    # Nine pixels a cell: the edge is in the middle of none, and beside none.
    pixels = lay_out(paint(kinds(index), fine=False), theme, each=9)
    one, two = tones(theme, Role.HIT, Role.MISS)
    shares = [between(pixel, one, two) for pixel in pixels[18]]
    assert shares[:17] == pytest.approx([0.0] * 17, abs=0.01)
    assert shares[19:] == pytest.approx([1.0] * 26, abs=0.01)
    assert (np.diff(shares) > -0.01).all()
    # Of a slanted edge some pixels are between both.
    slanted = np.add.outer(np.arange(12), np.arange(12)) > 11
    pixels = lay_out(paint(kinds(slanted), fine=False), theme, each=9)
    shares = np.array([between(p, one, two) for p in pixels.reshape(-1, 4)])
    mixed = ((shares > 0.05) & (shares < 0.95)).mean()
    assert 0.5 / 108 < mixed < 4.0 / 108


def test_a_slanted_edge_has_no_steps(lay_out):
    slanted = np.add.outer(np.arange(12), np.arange(12)) > 11
    pixels = lay_out(paint(kinds(slanted), fine=False), each=16)
    (one, two) = tones(DARK, Role.HIT, Role.MISS)
    y, x = np.mgrid[: 12 * 16, : 12 * 16] + 0.5
    away = ((x + y) / 16 - 12.5) * 16 / math.sqrt(2.0)
    # At the rim of the map nothing says how it goes on.
    away[np.minimum(np.minimum(x, y), 192 - np.maximum(x, y)) < 8] = 0.0
    assert np.abs(pixels[away < -2.5] - one).max() < 0.01
    assert np.abs(pixels[away > 2.5] - two).max() < 0.01


@given(arrays(np.uint8, (5, 7), elements=st.sampled_from((0, 1, 2, NONE))))
def test_counts_are_those_of_all_cells(index):
    rows = index.tolist()
    for kind, count in enumerate(kinds(index).counts):
        assert count == sum(row.count(kind) for row in rows)


def test_a_field_without_cells_is_painted():
    for shape in ((0, 5), (5, 0), (0, 0)):
        assert paint(kinds(np.empty(shape), roles=())).cells.size == 0
        assert paint(valued(np.empty(shape))).cells.size == 0


@pytest.mark.parametrize("kind", [MapKind.REGIONS, MapKind.ZONES, MapKind.MISTAKES])
@pytest.mark.parametrize("ground", [NONE, 1])
def test_a_rare_cell_is_seen_in_the_cells_around_it(kind, ground):
    index = np.full((11, 12), ground)
    index[4, 7] = 0
    grown = kinds(index, kind).grown
    assert (grown == 0).sum() == 9
    assert (grown[3:6, 6:9] == 0).all()
    for corner in ((0, 11), (10, 0), (0, 0), (10, 11)):
        index = np.full((11, 12), ground)
        index[corner] = 0
        assert (kinds(index, kind).grown == 0).sum() == 4


def test_a_frequent_kind_stays_where_it_is():
    index = np.full((10, 10), NONE)
    index[3, 2:5] = 0
    assert np.array_equal(kinds(index).grown, index)


@pytest.fixture
def strip(gl):
    """Returns the opacity along a row through the middle of a map, off the pixels."""
    from pyglet import gl as calls

    from playground.render.gl.map_layer import BackdropLayer
    from playground.render.gl.target import Target

    layer, target = BackdropLayer(), Target(60, 20)

    def row(painted, cell, shift):
        reach, shift = painted.cells.shape[1] * cell / 60, shift / 30
        corners = [(x + shift, y, 1.0) for y in (-1, 1) for x in (-reach, reach)]
        target.bind()
        calls.glDisable(calls.GL_BLEND)
        calls.glDisable(calls.GL_SCISSOR_TEST)
        calls.glClear(calls.GL_COLOR_BUFFER_BIT)
        layer.draw(painted, np.array(corners), DARK, 1.0)
        return target.read()[10, :, 3] / 255

    yield row
    target.delete()
    layer.delete()


@pytest.mark.parametrize("each", [1, 9])
def test_two_kinds_have_a_seam_and_an_edge_of_the_map_has_none(lay_out, each):
    index = np.full((6, 8), NONE)
    index[1:5, 1:4], index[1:5, 4:7] = 0, 1
    fine, coarse = (
        lay_out(paint(kinds(index), fine=fine), each=each)[..., 3]
        for fine in (True, False)
    )
    opacity = OPACITY[MapKind.REGIONS]
    kept = coarse[3 * each, each * 2 : each * 6]
    assert kept == pytest.approx(np.full(4 * each, opacity), abs=0.01)
    thinner = fine < coarse - 0.01
    assert thinner[2 * each : 4 * each, 4 * each - 1 : 4 * each + 1].all()
    beside = np.abs(np.arange(8 * each) + 0.5 - 4 * each) > 1.5
    assert not thinner[:, beside].any()
    if each > 1:
        # A pixel of the screen wide, whatever the cell's size, and a quarter as strong.
        lost = (coarse - fine)[3 * each].sum() / opacity
        assert lost == pytest.approx(0.75, abs=0.2)


def test_a_seam_is_as_dark_wherever_it_lies_between_the_pixels(strip):
    index = np.zeros((20, 400))
    index[:, 200:] = 1
    painted = paint(kinds(index))
    for cell in (0.71, 0.9, 1.0, 1.1, 1.41, 2.0, 2.8, 16.0):
        dark = [
            (1.0 - strip(painted, cell, shift) / OPACITY[MapKind.REGIONS]).sum()
            for shift in np.linspace(0.0, 1.0, 9)
        ]
        assert 0.4 < min(dark) <= max(dark) < 0.85, cell


@pytest.mark.parametrize("slope", [0.3, 0.57, 1.0, 1.73, 3.1])
@pytest.mark.parametrize("each", [1.0, 1.7, 2.3, 5.0])
def test_a_seam_is_nowhere_but_between_its_kinds(lay_out, slope, each):
    """A slanted edge has steps of all lengths: none throws a shadow beside itself."""
    y, x = np.mgrid[:60, :60]
    painted = paint(kinds(slope * x + y > 44.0))
    pixels = lay_out(painted, each=each, ratio=2.0)[..., 3]
    scale = 60 / len(pixels)
    y, x = (np.mgrid[: len(pixels), : len(pixels)] + 0.5) * scale - 0.5
    away = np.abs(slope * x + y - 44.0) / math.hypot(slope, 1.0)
    far = away > 0.75 + 1.5 * scale
    assert pixels[far] == pytest.approx(OPACITY[MapKind.REGIONS], abs=0.01)


@settings(
    max_examples=examples(30),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(arrays(np.uint8, (4, 5), elements=st.sampled_from((0, 1, 2, NONE))))
def test_each_kind_keeps_its_colour_and_no_other_shows(lay_out, index):
    field = kinds(index, MapKind.MISTAKES)
    pixels = middles(lay_out(paint(field, fine=False), each=7), 7)
    shown = set()
    for kind in (0, 1, 2, NONE):
        colours = {tuple(p) for p in pixels[index == kind].tolist()}
        assert len(colours) <= 1
        shown |= colours
    assert len(shown) == len(np.unique(index))


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
    assert painted.blank
    assert painted.cells.shape == (4, 6)
    assert not lay_out(painted).any()


def test_a_cell_has_the_colour_that_the_scale_gives_its_value(lay_out):
    values = np.linspace(-3.0, 7.0, 70).reshape(7, 10)
    painted = paint(valued(values, math.nan), fine=False)
    seen = middles(lay_out(painted, each=9), 9)
    share = (values - painted.scale.low) / (painted.scale.high - painted.scale.low)
    alpha = OPACITY[MapKind.VALUES]
    expected = shades()[np.clip(share * 255, 0, 255).astype(int)] * alpha
    assert seen[..., :3] == pytest.approx(expected, abs=1.5 / 255)


def test_a_higher_value_has_a_lighter_shade(lay_out):
    # Too steep for lines: what is left are the shades.
    ramp = np.linspace(0.0, 1.0, 20)[None, :] * np.ones((3, 1))
    seen = lightness(lay_out(paint(valued(ramp)), ON_BLACK)[1, :, :3])
    assert (np.diff(seen) >= 0.0).all()
    assert seen[-1] > 2 * seen[0]


def test_what_is_beyond_the_scale_has_its_last_shade(lay_out):
    values = np.linspace(0.0, 10.0, 400).reshape(20, 20)
    values[0, 0], values[-1, -1] = -1e12, 1e12
    painted = paint(valued(values))
    assert painted.scale.high < 11.0
    alpha = OPACITY[MapKind.VALUES]
    pixels = middles(lay_out(painted, each=5), 5)
    for at, shade in (((0, 0), shades()[0]), ((-1, -1), shades()[-1])):
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
    """Returns where contour lines are: where the pixels depend on their ink."""

    def found(values):
        painted = paint(valued(values))
        one, two = (lay_out(painted, theme) for theme in (ON_BLACK, ON_WHITE))
        return np.abs(one - two).max(axis=-1) > 2.5 / 255, painted.scale

    return found


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
        """Return how much ink is on each line: its tone is that of the theme."""
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


def test_the_scale_of_a_large_map_is_taken_from_all_over_it():
    y, x = np.mgrid[:700, :900] / 100.0
    assert paint(valued(x * y)).scale == scale_of(x * y)
    stripe = np.where(x == 3.01, y, np.nan)
    assert paint(valued(stripe)).scale == scale_of(stripe)


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
def test_a_constant_has_a_scale_about_itself(lay_out, value):
    painted = paint(valued(np.full((5, 5), value)))
    scale = painted.scale
    tiny = 1e-8 * max(abs(value), 1e-290)
    assert value - tiny <= scale.low <= scale.high <= value + tiny
    assert scale.step > 0.0
    assert (lay_out(painted)[..., 3] > 0).all()


def test_roles_alone_colour_a_field(lay_out):
    plain = replace(
        DARK, roles=MappingProxyType({role: (0.2, 0.4, 0.6, 1.0) for role in Role})
    )
    roles = Role.HIT, Role.CORNER, Role.ACCENT
    field = kinds([[0, 1, 2]], roles=roles)
    seen = lay_out(paint(field, fine=False), plain, each=5)
    assert np.abs(seen - seen[0, 0]).max() <= 1.01 / 255


def test_a_plateau_is_no_contour_line(lay_out):
    across = np.linspace(-1.0, 1.0, 201) * np.ones((201, 1))
    painted = paint(valued(np.maximum(across, 0.0) - 1e-16 * np.sin(1e3 * across)))
    on_black, on_white = (lay_out(painted, theme) for theme in (ON_BLACK, ON_WHITE))
    assert (on_black[:, :90] == on_white[:, :90]).all()
    assert (on_black != on_white).any()


@pytest.mark.parametrize("ends", [(-1e308, 1e308), (0.0, 1.7e308), (-1.7e308, 0.0)])
def test_the_largest_numbers_have_a_scale(ends):
    values = np.repeat(ends, 50)
    scale = scale_of(values)
    assert math.isfinite(scale.low)
    assert math.isfinite(scale.high)
    assert paint(valued(values.reshape(10, 10))).scale == scale


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_a_miss_is_quiet_ground_but_a_mistake_is_not(theme):
    miss, hit = (tone(MapKind.REGIONS, r, theme) for r in (Role.MISS, Role.HIT))
    assert (
        contrast(miss, theme.background) < 1.5 < 3.0 < contrast(hit, theme.background)
    )
    assert tone(MapKind.MISTAKES, Role.MISS, theme) == theme.roles[Role.MISS]


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
    assert whole(valued(values, values)).middle is None
    assert whole(valued(values, 9.0)).middle is None
