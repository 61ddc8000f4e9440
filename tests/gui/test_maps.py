"""Maps in the window: displayed, read, clicked and panned."""

import threading
import time
from dataclasses import replace

import numpy as np
import pyglet
import pytest
from conftest import PATIENCE
from every import ENTRIES, few_scenes
from forgetful import FORGETS
from PIL import Image
from pyglet.window import key

from playground.analysis.curve import Axis
from playground.analysis.heat_map import MapKind, round_to_power_of_two
from playground.cli.main import main
from playground.gui import imgui_fonts
from playground.gui.imgui_backend import Gui
from playground.gui.offscreen import render_window
from playground.gui.panels.context import Ui
from playground.render.theme import DARK, THEMES
from playground.scene.answer import NO_KIND_INDEX
from playground.session import plot_controls, user_code
from playground.session.files import FilePurpose
from playground.session.view import map_samples
from playground.session.view_model import SceneView
from playground.session.view_options import Page
from scenes import (
    ball_block,
    circle_rect,
    point_ellipse,
    ray_circle,
    sphere_line,
)

ONE_HIT, WALL = ball_block.SCENE.scenes
OURS = (ray_circle, circle_rect, point_ellipse, sphere_line, ball_block)


def every(wanted):
    """Parametrize by the scenes whose first case satisfies a condition."""
    ids = [
        entry.id
        for entry in ENTRIES
        if wanted(SceneView(entry, entry.initial_params()))
    ]
    return pytest.mark.parametrize("scene_id", few_scenes(ids))


def _has_preset(moment):
    listing = moment.scene.listing
    return bool(listing and listing.preset)


every_mapped_scene = every(lambda moment: moment.maps)
our_scenes = pytest.mark.parametrize(
    "scene_id", few_scenes(ours.SCENE.id for ours in OURS)
)
# In the plane and in space.
both = pytest.mark.parametrize("scene_id", ["circle_rect", "sphere_line"])

pytestmark = [pytest.mark.usefixtures("coarse"), pytest.mark.slow]
SMALL, LARGE = (960, 600), (1280, 800)


@pytest.fixture
def driver(driver):
    driver.resize(*SMALL)
    return driver


def maps(driver):
    return driver.window.main_view.maps


def painted_map(driver):
    return maps(driver).current_map(driver.session.scene_view)


def field(driver):
    return painted_map(driver).field


def ready(driver, kind=None):
    """Show a map, and wait for its final picture."""
    if kind:
        driver.session.look(map=kind)
    driver.settle(2)
    maps(driver).worker.wait_until_finished()
    driver.settle(2)
    return driver


def picture(driver, size=SMALL):
    with driver.seeing():
        return render_window(driver.window.main_view, size, 1.0)


# In the ray's own map all mistakes lie under the circle, which a press takes hold of.
_OVER = {"ray_circle": "center", "point_ellipse": "point"}


def show_mistakes(driver, scene_id):
    """Show the scene's map of mistakes, over a point of the canvas."""
    driver.open(scene_id)
    plot_controls.show_preset(driver.session)
    if name := _OVER.get(scene_id):
        plot_controls.set_map_choice(
            driver.session, over=(Axis(name, 0), Axis(name, 1))
        )
    return ready(driver)


def numbers(driver, params=None):
    return [
        a.value(params or driver.params) for a in driver.session.scene_view.map_axes
    ]


def samples(driver, row, column):
    found = field(driver)
    return found.columns.values[column], found.rows.values[row]


def spot(driver, row, column):
    """Return the screen position of a cell's centre."""
    world = list(getattr(driver.params, driver.session.scene_view.map_axes[0].name))
    for axis, value in zip(
        driver.session.scene_view.map_axes, samples(driver, row, column), strict=True
    ):
        world[axis.component] = value
    return driver.screen(tuple(world))


def clear_of_handles(driver, at, reach=30.0):
    """Return whether a press at a position hits the first view, but no shape."""
    place = driver.controls.places[0]
    inside = place.contains(at[0] - reach, at[1] - reach) and place.contains(
        at[0] + reach, at[1] + reach
    )
    return inside and driver.controls._pick_handle(round(at[0]), round(at[1])) is None


def free_cells(driver, wanted):
    """Yield cells of a mask, evenly spread, whose centre can be clicked."""
    cells = np.argwhere(wanted[1:-1, 1:-1]) + 1
    for row, column in cells[:: max(len(cells) // 200, 1)]:
        at = spot(driver, row, column)
        if clear_of_handles(driver, at):
            yield (int(row), int(column)), at


ROUNDS = [
    ("ray_circle", ["Verdict", "Value", "Mistakes", "Blame"]),
    ("circle_rect", ["Verdict", "Zones", "Value", "Mistakes", "Blame"]),
]


@pytest.mark.parametrize(("scene_id", "names"), ROUNDS)
def test_g_shows_the_maps_in_turn_and_none(driver, scene_id, names):
    driver.open(scene_id)
    for name in [*names, None]:
        driver.key(key.G)
        ready(driver)
        assert driver.session.view.map == name
        painted = painted_map(driver)
        assert (painted and painted.field.query.kind) == name


def coloured(painted, theme):
    """Return the colour of each cell's centre, 0 to 255, without lines."""
    tones = painted.palette(theme)[0].astype(float)
    if painted.scale:
        place = painted.cells / painted.scale.span
        place = np.clip(np.nan_to_num(place), 0.0, 1.0) * 255
        opacity = np.where(np.isnan(painted.cells), 0.0, painted.opacity)
        own = tones[place.astype(int)]
    else:
        own = tones[painted.cells]
        opacity = np.where(painted.cells == NO_KIND_INDEX, 0.0, painted.opacity)
    ground = np.array(theme.background[:3]) * 255
    return ground + (own[..., :3] - ground) * opacity[..., None]


PLACED = [
    ("ray_circle", MapKind.REGIONS, "dark"),
    ("circle_rect", MapKind.VALUES, "light"),
    ("point_ellipse", MapKind.VALUES, "dark"),
]


@pytest.mark.parametrize(("scene_id", "kind", "theme"), PLACED)
def test_each_cell_is_painted_where_the_camera_sees_it(
    driver, monkeypatch, scene_id, kind, theme
):
    monkeypatch.setattr(map_samples, "round_to_power_of_two", round_to_power_of_two)
    driver.open(scene_id)
    driver.window_view.look(theme=theme)
    ready(driver, kind)
    image = picture(driver)
    expected = coloured(painted_map(driver), THEMES[theme])
    rng, hits = np.random.default_rng(1), []
    place = driver.controls.places[0]
    for row, column in zip(
        rng.integers(len(expected), size=900),
        rng.integers(expected.shape[1], size=900),
        strict=True,
    ):
        x, y = spot(driver, row, column)
        if place.contains(x, y):
            seen = image[int(y), int(x), :3]
            hits.append(np.abs(seen - expected[row, column]).max() < 6)
    assert len(hits) > 200
    # The rest are lines, shapes and words, and cells at the rim of two kinds.
    assert np.mean(hits) > 0.6


def test_the_tooltip_alone_says_the_answer_at_the_pointer(driver, monkeypatch):
    strip, said = [], []
    muted, plate = Ui.write_muted, Ui.draw_tooltip
    monkeypatch.setattr(
        Ui,
        "write_muted",
        lambda ui, text, *size: (strip.append(text), muted(ui, text, *size)),
    )
    monkeypatch.setattr(
        Ui,
        "draw_tooltip",
        lambda ui, text, *rest: (said.append(text), plate(ui, text, *rest)),
    )
    driver.open("ray_circle")
    ready(driver, MapKind.REGIONS)
    index, kinds = field(driver).index, field(driver).kinds
    for number, kind in enumerate(kinds):
        found = next(free_cells(driver, index == number), None)
        if found:
            said.clear()
            driver.move(*found[1])
            words = said[-1].split(")", 1)[1].split(".")[0].strip()
            outcome = driver.session.scene_view.scene.answer.outcomes[number]
            assert outcome.word == kind.name
            assert words == ("Hit" if outcome.hit else "No hit")
            assert strip[-1].startswith("Point at the map")
    said.clear()
    driver.move(20, 400)
    assert not said
    assert strip[-1].startswith("Point at the map")


@our_scenes
def test_a_click_on_a_mistake_goes_to_that_very_case(driver, scene_id):
    show_mistakes(driver, scene_id)
    driver.session.look(compare=False)
    before = driver.params
    cell, at = next(free_cells(driver, field(driver).index != NO_KIND_INDEX))
    kind = field(driver).kinds[field(driver).index[cell]].name
    expected = samples(driver, *cell)
    driver.click(*at)
    assert numbers(driver) == pytest.approx(expected, abs=0)
    name = driver.session.scene_view.map_axes[0].name
    assert replace(driver.params, **{name: getattr(before, name)}) == before
    assert driver.session.view.compare
    comparison = driver.session.scene_view.comparison
    assert (comparison.agrees, comparison.kind) == (False, kind)
    driver.key(key.Z, key.MOD_CTRL)
    assert driver.params == before


@our_scenes
def test_the_line_at_the_pointer_is_that_of_the_map_and_of_the_page(
    driver, monkeypatch, scene_id
):
    """The tooltip names the legend's line, and a click shows it on the page Code."""
    said, plate = [], Ui.draw_tooltip
    monkeypatch.setattr(
        Ui,
        "draw_tooltip",
        lambda ui, text, *rest: (said.append(text), plate(ui, text, *rest)),
    )
    show_mistakes(driver, scene_id)
    ready(driver, MapKind.BLAME)
    driver.session.look(page=Page.CODE, compare=False)
    ready(driver)
    cell, at = next(free_cells(driver, field(driver).index != NO_KIND_INDEX))
    name = field(driver).kinds[field(driver).index[cell]].name
    driver.move(*at)
    words = said[-1]
    driver.click(*at)
    driver.settle()
    assert driver.session.view.compare
    laid = driver.session.scene_view.trace_in(driver.session.scene_view.dtype)
    (line,) = (x for x in laid.lines if x.number == laid.blamed)
    assert name == f"{laid.blamed}  {line.text.strip()}"
    assert f"Line {laid.blamed}, " in words
    assert words.endswith(laid.why)


ARTICLES_MAP = "Map: where the article's code is wrong"


def test_the_map_says_whose_it_is_beside_all_tools(driver, texts):
    show_mistakes(driver, "circle_rect")
    texts.clear()
    driver.settle(1)
    assert ARTICLES_MAP in texts
    ready(driver, MapKind.REGIONS)
    texts.clear()
    driver.settle(1)
    assert ARTICLES_MAP not in texts
    assert "Map: Verdict" in texts


def test_the_page_of_one_s_own_code_has_no_map_of_the_article_s_mistakes(
    driver, texts, tmp_path
):
    driver.open("ray_circle")
    ready(driver, MapKind.MISTAKES)
    assert painted_map(driver) is not None
    driver.click_item("Your code")
    ready(driver)
    assert driver.session.scene_view.page is Page.CODE
    assert painted_map(driver) is None
    assert MapKind.MISTAKES not in driver.session.scene_view.maps
    # Of what cannot be loaded there is none either, and none of the article's lines.
    broken = tmp_path / "mine.py"
    broken.write_text("def ray_circle(:\n")
    driver.window.dispatch_event("on_file_drop", 10, 10, [str(broken)])
    driver.until(lambda: driver.session.open_scene.user_code.failure)
    for kind in (MapKind.MISTAKES, MapKind.BLAME):
        ready(driver, kind)
        assert painted_map(driver) is None
    # One's own map is there once the code is.
    broken.write_text(FORGETS)
    driver.until(lambda: driver.session.open_scene.user_code.opened)
    driver.until(lambda: painted_map(ready(driver, MapKind.MISTAKES)))
    texts.clear()
    driver.settle(1)
    assert "Map: where your code is wrong" in texts
    # Back at the article its own map is there again.
    user_code.close_code(driver.session)
    driver.session.look(page=Page.EXPLORE)
    assert painted_map(ready(driver)) is not None


@pytest.mark.parametrize("kind", [MapKind.MISTAKES, MapKind.BLAME])
def test_a_click_beside_a_mistake_finds_it(driver, kind):
    show_mistakes(driver, "ray_circle")
    ready(driver, kind)
    wrong = field(driver).index != NO_KIND_INDEX
    # Cells just outside a patch of mistakes: two cells farther there is one.
    outside = ~wrong & np.roll(wrong, 2, axis=1) & ~np.roll(wrong, 1, axis=1)
    _, at = next(free_cells(driver, outside))
    driver.click(*at)
    assert not driver.session.scene_view.comparison.agrees


@both
def test_a_drag_on_the_map_moves_the_view_and_nothing_else(driver, scene_id):
    show_mistakes(driver, scene_id)
    driver.session.look(compare=False)
    rows, columns = field(driver).index.shape
    everywhere = np.full((rows, columns), True)
    _, at = next(free_cells(driver, everywhere))
    params, camera = driver.params, driver.controls.camera(0)
    driver.drag(at, (at[0] + 25, at[1] + 12))
    assert driver.params == params
    assert driver.controls.camera(0) != camera
    assert not driver.session.view.compare


@both
def test_a_click_on_a_handle_is_no_click_on_the_map(driver, scene_id):
    show_mistakes(driver, scene_id)
    driver.session.look(compare=False)
    params = driver.params
    grip = driver.session.scene_view.list_handle_marks(driver.controls.pixel_size())[0]
    x, y = driver.screen(grip.at)
    driver.click(x, y)
    assert driver.params == params
    assert not driver.session.view.compare
    assert driver.session.open_scene.selected_handle is not None


def test_without_a_map_a_click_goes_nowhere(driver):
    driver.open("ray_circle")
    place, at_rest = driver.controls.places[0], driver.params
    at = place.x + 60, place.y + 60
    assert clear_of_handles(driver, at)
    driver.click(*at)
    assert driver.params == at_rest
    ready(driver, MapKind.REGIONS)
    driver.click(*at)
    assert driver.params != at_rest


def test_a_quiz_has_no_map(driver):
    driver.open("ray_circle")
    ready(driver, MapKind.REGIONS)
    assert maps(driver).map_image(driver.session.scene_view) is not None
    driver.click_item("Predict")
    driver.click_item("Start")
    driver.settle()
    assert driver.session.scene_view.question is None
    assert (
        painted_map(driver) is maps(driver).map_image(driver.session.scene_view) is None
    )
    before = driver.params
    place = driver.controls.places[0]
    driver.click(place.x + 60, place.y + 60)
    assert driver.params == before
    driver.click_item("Explore")
    ready(driver)
    assert maps(driver).map_image(driver.session.scene_view) is not None


def test_panning_a_little_asks_nothing_new_and_far_covers_the_view(driver):
    driver.open("ray_circle")
    ready(driver, MapKind.REGIONS)
    place = driver.controls.places[0]
    corners = [(place.x + 1, place.y + 1), (place.x + place.width - 1, place.y + 1)]
    driver.session.open_scene.cameras[0] = driver.controls.camera(0).pan(-230.0, 90.0)
    ready(driver)
    camera = driver.controls.camera(0)
    (low, _), (high, _) = camera.to_world(corners, place)
    begin, end = field(driver).columns.edges
    assert begin <= low
    assert high <= end


def test_degenerate_params_do_not_stop_the_map(driver):
    driver.open("ray_circle")
    for kind in (MapKind.REGIONS, MapKind.VALUES, MapKind.MISTAKES):
        driver.change(direction=(1.0, 0.5))
        ready(driver, kind)
        assert not painted_map(driver).is_blank
        driver.change(direction=(0.0, 0.0))
        ready(driver)
        assert driver.session.scene_view.error
        assert painted_map(driver).is_blank
        place = driver.controls.places[0]
        driver.move(place.x + 60, place.y + 60)


def test_a_wall_has_no_map_and_lives_on(driver):
    driver.open("ball_block")
    ready(driver, MapKind.VALUES)
    driver.session.look(page=Page.LAB)
    driver.change(mode=WALL)
    for kind in MapKind:
        ready(driver, kind)
        assert driver.session.scene_view.question is None
        assert painted_map(driver) is None
    place = driver.controls.places[0]
    driver.click(place.x + 40, place.y + 40)
    driver.change(mode=ONE_HIT)
    ready(driver)
    assert painted_map(driver) is not None


@every_mapped_scene
def test_the_lab_draws_every_scene_with_every_map(driver, scene_id):
    driver.open(scene_id)
    driver.session.look(page=Page.LAB)
    for kind in (*driver.session.scene_view.maps, None):
        driver.click_item(kind or "Off")
        assert driver.session.view.map == kind
        ready(driver)


@every(_has_preset)
def test_show_me_where_to_look_shows_mistakes(driver, scene_id):
    driver.open(scene_id)
    driver.session.look(map=MapKind.MISTAKES)
    driver.click_item("Lab")
    driver.click_item("Show me where to look")
    ready(driver)
    found = field(driver)
    assert sum(found.counts) > 0.0005 * found.index.size
    assert (
        driver.session.scene.cases[driver.session.open_scene.case].params
        == driver.params
    )


# A chart: a number that is no coordinate across.


def charted(driver, kind=MapKind.REGIONS):
    driver.open("ray_circle")
    plot_controls.set_map_choice(
        driver.session, over=(Axis("radius"), Axis("center", 1))
    )
    ready(driver, kind)
    assert map_samples.has_chart(driver.session.scene_view)
    assert maps(driver).map_image(driver.session.scene_view) is None
    return driver.layout.chart


def test_contour_lines_have_numbers_in_the_world_and_in_a_chart(driver, monkeypatch):
    shown = []
    monkeypatch.setattr(
        Gui,
        "draw_texts",
        lambda self, texts, place, onto=None: shown.extend(
            (text, onto is not None)
            for text in texts
            # Numbers at the edges have the view's own ground under them.
            if text.background[3] == 1.0 and text.background != DARK.background
        ),
    )
    monkeypatch.setattr(map_samples, "_MIN_CELL_WIDTH_PX", 1.0)
    monkeypatch.setattr(map_samples, "round_to_power_of_two", round_to_power_of_two)
    for place in (charted(driver, MapKind.VALUES), None):
        if place is None:
            plot_controls.set_map_choice(
                driver.session, over=(Axis("origin", 0), Axis("origin", 1))
            )
            ready(driver, MapKind.VALUES)
        shown.clear()
        driver.settle(2)
        assert shown
        for text, on_panel in shown:
            assert on_panel == (place is not None)
            middle = text.x + text.width / 2, text.y + text.height / 2
            if place is None:
                x, y = driver.controls.camera(0).to_world(
                    middle, driver.controls.places[0]
                )
                cell = maps(driver).cell_params(float(x), float(y))
                value = float(SceneView(driver.session.scene, cell).solution.result.t)
                assert value == pytest.approx(_number(text.text), abs=0.05)
            else:
                assert place.contains(*middle)


def _number(text):
    return float(text.replace("−", "-"))


def test_a_press_in_a_chart_sets_both_numbers_in_one_step(driver):
    place = charted(driver)
    before, case, found = (
        driver.params,
        driver.session.open_scene.history,
        field(driver),
    )
    at = place.center
    driver.move(*at)
    driver.press()
    driver.drag_to(at[0] + 40, at[1] - 30)
    driver.drag_to(at[0] + 60, at[1] - 60)
    driver.release()
    after = driver.params
    assert after.radius != before.radius
    assert after.center[1] != before.center[1]
    assert (after.center[0], after.origin) == (before.center[0], before.origin)
    assert after.radius in found.columns.values
    assert after.center[1] in found.rows.values
    assert len(driver.session.open_scene.history.past) == len(case.past) + 1
    driver.key(key.Z, key.MOD_CTRL)
    assert driver.params == before


def test_a_chart_shows_each_cell_where_a_click_goes_to_it(driver, monkeypatch):
    monkeypatch.setattr(map_samples, "_MIN_CELL_WIDTH_PX", 1.0)
    driver.see()
    place = charted(driver)
    image, painted, found = picture(driver), painted_map(driver), field(driver)
    whole = coloured(painted, THEMES["dark"])
    hits = []
    for across in (0.3, 0.55, 0.8):
        for down in (0.15, 0.3, 0.6, 0.75):
            at = place.x + across * place.width, place.y + down * place.height
            driver.click(*at)
            radius, height = numbers(driver)
            driver.session.undo()
            ready(driver)  # The span follows the value, and so does the map.
            row, column = found.rows.nearest(height), found.columns.nearest(radius)
            seen = image[round(at[1]), round(at[0]), :3]
            hits.append(np.abs(seen - whole[row, column]).max() < 12)
    # Where two kinds meet the cells run into each other.
    assert np.mean(hits) > 0.9


def test_a_chart_holds_still_while_it_is_dragged_in(driver):
    place = charted(driver)
    x, y = place.center
    driver.move(x, y)
    driver.press()
    radii = []
    for step in range(6):
        driver.drag_to(x - 8 * step, y)
        radii.append((driver.params.radius, field(driver).columns))
    driver.release()
    assert len({columns for _, columns in radii}) == 1
    gaps = np.diff([radius for radius, _ in radii])
    assert (gaps[1:] < 0).all()


def frames_until_rest(driver):
    """Run the clock until the map is finished and no frame is requested."""
    end = time.monotonic() + PATIENCE
    quiet, frames = 0, driver.window.frame_count
    while quiet < 120:
        assert time.monotonic() < end
        pyglet.clock.tick()
        time.sleep(0.005)
        still = (
            frames == driver.window.frame_count and not maps(driver).worker.is_pending
        )
        quiet, frames = (quiet + 1 if still else 0), driver.window.frame_count
    return quiet


def test_the_window_finishes_the_map_by_itself_and_comes_to_rest(driver, monkeypatch):
    monkeypatch.setattr(map_samples, "round_to_power_of_two", round_to_power_of_two)
    driver.open("ray_circle")
    driver.window.dispatch_event("on_key_press", key.G, 0)
    assert frames_until_rest(driver) == 120
    painted = painted_map(driver)
    assert painted.field.columns.step < 2.0 * driver.controls.pixel_size()
    assert maps(driver).worker.current_image is painted
    assert driver.window.frame_scheduler.is_idle


def test_a_mistake_under_a_shape_can_be_clicked(driver):
    driver.open("ray_circle")
    plot_controls.show_preset(driver.session)
    ready(driver)
    before = driver.params
    place = before.center[0] + 1.0, before.center[1] + 0.75
    found = field(driver)
    here = found.rows.nearest(place[1]), found.columns.nearest(place[0])
    assert found.index[here] != NO_KIND_INDEX
    driver.click(*driver.screen(place))
    assert driver.params.origin == pytest.approx(place, abs=0.1)
    assert driver.params.center == before.center


def test_a_shape_on_a_map_can_still_be_dragged(driver):
    driver.open("ray_circle")
    ready(driver, MapKind.REGIONS)
    before = driver.params
    start = driver.screen((before.center[0] + 1.0, before.center[1] + 0.75))
    driver.drag(start, (start[0] + 40.0, start[1]))
    assert driver.params.center[0] > before.center[0] + 0.2
    assert driver.params.origin == before.origin


def test_g_goes_on_from_what_is_shown(driver):
    """Zones are chosen where there are some; a ray's verdict stands in for them."""
    driver.open("ray_circle")
    driver.session.look(map=MapKind.ZONES)
    assert driver.session.scene_view.question.kind is MapKind.REGIONS
    driver.key(key.G)
    assert driver.session.scene_view.question.kind is MapKind.VALUES


def pass_until(done):
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end
        pyglet.clock.tick()
        time.sleep(0.005)


class Interrupted:
    """Scene that runs another function before it answers a batch."""

    def __init__(self, doing):
        self.doing = doing
        self.scene = replace(ray_circle.SCENE, solve=self.solve)

    def solve(self, params):
        if any(np.ndim(x) for x in params.origin):
            self.doing()
        return ray_circle.SCENE.solve(params)


def test_a_map_that_fails_says_so_without_another_event(window_of, texts):
    def fail():
        if error:
            raise error

    error = None
    driver = window_of(Interrupted(fail).scene)
    for error in (RuntimeError("nine"), MemoryError("ten"), SystemExit("eleven")):
        said = (
            f"{imgui_fonts.WARNING}  This map failed: {type(error).__name__}: {error}"
        )
        driver.session.look(curve=False, map=MapKind.REGIONS)
        driver.window.frame_scheduler.request_frames()
        pass_until(lambda said=said: any(x.startswith(said) for x in texts))
        assert painted_map(driver) is None
        assert frames_until_rest(driver) == 120
        driver.session.look(map=None)
        driver.settle(1)
    error = None
    ready(driver, MapKind.REGIONS)
    assert painted_map(driver) is not None


def test_a_picture_waits_for_the_map_and_the_window_does_not(window_of, tmp_path):
    gate = threading.Event()
    driver = window_of(Interrupted(lambda: gate.wait(PATIENCE)).scene)
    driver.resize(*SMALL)
    driver.see()
    driver.session.look(curve=False, map=MapKind.REGIONS)
    driver.settle(2)
    driver.save(FilePurpose.PICTURE, tmp_path / "ray_circle-1.png")
    # It has not waited for the map.
    assert maps(driver).worker.is_pending
    assert "as soon as the map is finished" in driver.session.notice
    assert list(tmp_path.iterdir()) == []
    gate.set()
    pass_until(lambda: "Saved" in driver.session.notice)
    assert [path.name for path in tmp_path.iterdir()] == ["ray_circle-1.png"]
    driver.session.notice = ""
    with Image.open(tmp_path / "ray_circle-1.png") as saved:
        assert np.array_equal(np.asarray(saved), picture(driver))


OWN = """
from dataclasses import replace
import numpy as np
from scenes import ray_circle

def solve(params):
    if any(np.ndim(x) for x in params.origin):
        raise RuntimeError("nine")
    return ray_circle.SCENE.solve(params)

SCENE = replace(ray_circle.SCENE, id="own", solve=solve)
"""


def test_a_picture_of_a_map_that_fails_is_refused(tmp_path, capsys):
    own, out = tmp_path / "own.py", tmp_path / "a.png"
    own.write_text(OWN, encoding="utf-8")
    assert main(["render", str(own), "--map", "verdict", "-o", str(out)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == (
        "", "playground: This map failed: RuntimeError: nine (own.py, line 8)\n",
    )  # fmt: skip
    assert not out.exists()


def test_a_click_in_the_legend_shows_one_kind_alone_and_another_all(driver):
    driver.open("ray_circle")
    ready(driver, MapKind.REGIONS)
    every_kind = painted_map(driver).cells
    names = [kind.name for kind in field(driver).kinds]
    index = names.index("Hit")
    driver.click_item("##kind Hit")
    ready(driver)
    alone = painted_map(driver).cells
    assert set(np.unique(alone).tolist()) == {index, NO_KIND_INDEX}
    assert (alone == index).sum() == (every_kind == index).sum()
    driver.click_item("##kind Hit")
    ready(driver)
    assert len(np.unique(painted_map(driver).cells)) == len(np.unique(every_kind)) > 1


@pytest.mark.parametrize("kind", [MapKind.REGIONS, MapKind.VALUES])
def test_the_legend_of_other_params_is_greyed_until_the_map_is_there(
    driver, monkeypatch, kind
):
    driver.open("ray_circle")
    ready(driver, kind)
    tones = []
    draw = driver.window.main_view.gui.draw_line
    monkeypatch.setattr(
        driver.window.main_view.gui,
        "draw_line",
        lambda drawn, line: (tones.append((line.text, line.colour)), draw(drawn, line)),
    )
    bright = THEMES[driver.window.main_view.window_view.theme].text
    name = "Hit" if kind is MapKind.REGIONS else str(field(driver).query.quantity)

    def is_bright():
        tones.clear()
        driver.settle(1)
        return (name, bright) in tones

    assert is_bright()
    with monkeypatch.context() as held:
        held.setattr(maps(driver).worker, "request", lambda task: None)
        driver.session.set_value("radius", 1.9)
        assert not is_bright()
        assert all(
            line.is_stale
            for line in maps(driver).legend_lines(driver.session.scene_view)
        )
    ready(driver)
    assert is_bright()
