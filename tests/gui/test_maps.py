"""Maps in the window: displayed, read, clicked and panned."""

import threading
import time
from dataclasses import replace

import numpy as np
import pyglet
import pytest
from conftest import PATIENCE
from every import few_scenes
from forgetful import FORGETS
from PIL import Image
from pyglet.window import key

from playground.analysis.curve import Axis
from playground.analysis.heat_map import MapKind, round_to_power_of_two
from playground.cli.main import main
from playground.gui import imgui_fonts
from playground.gui.offscreen import render_window
from playground.gui.panels.context import Ui
from playground.render.theme import THEMES
from playground.scene.answer import NO_KIND_INDEX
from playground.session import plot_controls, user_code
from playground.session.files import FilePurpose
from playground.session.view import map_samples
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
our_scenes = pytest.mark.parametrize(
    "scene_id", few_scenes(ours.SCENE.id for ours in OURS)
)

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


def test_g_shows_the_maps_in_turn_and_none(driver):
    driver.open("circle_rect")
    for name in ("Verdict", "Zones", "Value", "Mistakes", "Blame", None):
        driver.key(key.G)
        ready(driver)
        assert driver.session.view.map == name
        painted = painted_map(driver)
        assert (painted and painted.field.query.kind) == name
    # Zones are chosen where there are some; a ray's verdict stands in for them.
    driver.open("ray_circle")
    driver.session.look(map=MapKind.ZONES)
    assert driver.session.scene_view.question.kind is MapKind.REGIONS
    driver.key(key.G)
    assert driver.session.scene_view.question.kind is MapKind.VALUES


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


@pytest.fixture
def tooltips(monkeypatch) -> list[str]:
    """Return the list of tooltips drawn."""
    said, draw = [], Ui.draw_tooltip
    monkeypatch.setattr(
        Ui,
        "draw_tooltip",
        lambda ui, text, *rest: (said.append(text), draw(ui, text, *rest)),
    )
    return said


def test_the_tooltip_alone_says_the_answer_at_the_pointer(
    driver, tooltips, monkeypatch
):
    strip, said = [], tooltips
    muted = Ui.write_muted
    monkeypatch.setattr(
        Ui,
        "write_muted",
        lambda ui, text, *size: (strip.append(text), muted(ui, text, *size)),
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
    driver, tooltips, scene_id
):
    """The tooltip names the legend's line, and a click shows it on the page Code."""
    show_mistakes(driver, scene_id)
    ready(driver, MapKind.BLAME)
    driver.session.look(page=Page.CODE, compare=False)
    ready(driver)
    cell, at = next(free_cells(driver, field(driver).index != NO_KIND_INDEX))
    name = field(driver).kinds[field(driver).index[cell]].name
    driver.move(*at)
    words = tooltips[-1]
    driver.click(*at)
    driver.settle()
    assert driver.session.view.compare
    laid = driver.session.scene_view.trace_in(driver.session.scene_view.dtype)
    (line,) = (x for x in laid.lines if x.number == laid.blamed)
    assert name == f"{laid.blamed}  {line.text.strip()}"
    assert f"Line {laid.blamed}, " in words
    assert words.endswith(laid.why)


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


def test_a_click_beside_a_mistake_finds_it(driver):
    show_mistakes(driver, "ray_circle")
    wrong = field(driver).index != NO_KIND_INDEX
    # Cells just outside a patch of mistakes: two cells farther there is one.
    outside = ~wrong & np.roll(wrong, 2, axis=1) & ~np.roll(wrong, 1, axis=1)
    _, at = next(free_cells(driver, outside))
    driver.click(*at)
    assert not driver.session.scene_view.comparison.agrees


def test_a_click_on_a_handle_is_no_click_on_the_map(driver):
    show_mistakes(driver, "circle_rect")
    driver.session.look(compare=False)
    params = driver.params
    grip = driver.session.scene_view.list_handle_marks(driver.controls.pixel_size())[0]
    x, y = driver.screen(grip.at)
    driver.click(x, y)
    assert driver.params == params
    assert not driver.session.view.compare
    assert driver.session.open_scene.selected_handle is not None


def test_a_quiz_has_no_map(driver):
    driver.open("ray_circle")
    ready(driver, MapKind.REGIONS)
    assert maps(driver).map_image(driver.session.scene_view) is not None
    driver.click_item("Predict")
    driver.click_item("Start")
    driver.settle()
    assert driver.session.scene_view.question is None
    assert maps(driver).map_image(driver.session.scene_view) is None
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
    driver.change(direction=(0.0, 0.0))
    for kind in (MapKind.REGIONS, MapKind.VALUES, MapKind.MISTAKES):
        ready(driver, kind)
        assert driver.session.scene_view.error
        assert painted_map(driver).is_blank
        driver.move(*driver.controls.places[0].center)
    driver.change(direction=(1.0, 0.5))
    ready(driver)
    assert not painted_map(driver).is_blank


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
