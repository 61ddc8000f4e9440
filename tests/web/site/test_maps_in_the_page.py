"""A scene's maps and curve by hand in a browser; Python is this process."""

from typing import Any

import pytest
from native_live import Play
from served_site import Visited

pytestmark = pytest.mark.slow


@pytest.fixture
def on_maps(opened_live: Play) -> Play:
    def opened(scene: str = "ray_circle", page: str = "Map") -> Visited:
        seen = opened_live(f"{scene}.html")
        seen.click(page)
        return seen

    return opened


def colour(seen: Visited, x: float, y: float) -> list[int]:
    """Return the colour of the figure at a world position."""
    return list(
        seen.page.evaluate(
            """([x, y]) => {
                const [figure] = player.figures, { canvas } = figure;
                const ratio = canvas.width / canvas.clientWidth;
                const at = figure.projection.toScreen(x, y)
                    .map((px) => Math.round(px * ratio));
                return [...canvas.getContext("2d").getImageData(...at, 1, 1).data];
            }""",
            [x, y],
        )
    )


def mixed(seen: Visited, kind: str) -> list[int]:
    """Return a kind's colour on the background, as the map declares it."""
    return list(
        seen.page.evaluate(
            """(name) => {
                const { map } = player.stop, { lesson, theme } = player;
                const kind = map.kinds.find((one) => one.name === name);
                const two = [map.palette[theme][kind.place],
                    player.colour(lesson.named.background)];
                const [over, under] = two.map((code) => (
                    [1, 3, 5].map((from) => parseInt(code.slice(from, from + 2), 16))));
                const seen = map.alpha / 255;
                return over.map((c, n) => Math.round(c * seen + under[n] * (1 - seen)));
            }""",
            kind,
        )
    )


def test_a_place_has_its_kinds_colour_and_one_kind_is_shown_alone(on_maps: Any) -> None:
    seen = on_maps()
    chosen = seen.page.locator(".card.map .tabs [aria-pressed=true]")
    assert chosen.inner_text() == "Verdict"
    assert seen.page.inner_text(".map-title") == "Map: Verdict"
    # It stays away where it was taken away.
    seen.click("Off")
    assert chosen.inner_text() == "Off"
    bare = colour(seen, -3.3, -2.3)
    seen.click("Verdict")
    assert colour(seen, -3.3, -2.3)[:3] == pytest.approx(mixed(seen, "Hit"), abs=2)
    assert colour(seen, -3.3, 2.3)[:3] == pytest.approx(mixed(seen, "Miss"), abs=2)
    line = seen.page.locator(".legend.kinds button", has_text="Miss")
    line.focus()
    seen.press("Enter")
    assert line.get_attribute("aria-pressed") == "true"
    assert seen.page.evaluate("document.activeElement.textContent").startswith("Miss")
    assert colour(seen, -3.3, -2.3) == bare
    assert colour(seen, -3.3, 2.3)[:3] == pytest.approx(mixed(seen, "Miss"), abs=2)
    seen.click("Off")
    assert seen.page.evaluate("player.mapImage") is None
    assert not seen.page.locator(".legend.kinds:visible").count()


def test_a_map_follows_what_it_hangs_on_and_a_click_goes_to_its_case(
    on_maps: Any,
) -> None:
    seen = on_maps()
    seen.click("Verdict")
    assert not seen.page.evaluate("player.stop.map.coarse")
    seen.run("player.source.do('set', 'radius', 0.5)")
    assert colour(seen, -3.3, -0.3)[:3] == pytest.approx(mixed(seen, "Miss"), abs=2)
    left, top = seen.page.evaluate(
        """() => {
            const [figure] = player.figures;
            const [x, y] = figure.projection.toScreen(-2.1, 1.7);
            const { left, top } = figure.canvas.getBoundingClientRect();
            return [left + x, top + y];
        }"""
    )
    seen.page.mouse.click(left, top)
    seen.settle()
    told = {name: values for name, values in seen.page.evaluate(
        "player.stop.live.fields.map(({ name, values }) => [name, values])"
    )}  # fmt: skip
    assert told["origin"] == pytest.approx([-2.1, 1.7], abs=0.03)


def test_a_map_of_space_is_a_chart_that_sets_its_numbers(on_maps: Any) -> None:
    seen = on_maps("sphere_line")
    seen.click("Verdict")
    assert seen.page.evaluate("player.mapImage") is None
    before = seen.page.evaluate("player.stop.live.map.here")
    plot = seen.page.locator(".chart .plot")
    box = plot.bounding_box()
    plot.click(position={"x": box["width"] / 4, "y": box["height"] / 4})
    seen.settle()
    now = seen.page.evaluate("player.stop.live.map.here")
    ends = seen.page.evaluate("player.stop.map.chart.ends")
    wanted = [
        0.75 * ends[0][0] + 0.25 * ends[0][1],
        0.25 * ends[1][0] + 0.75 * ends[1][1],
    ]
    assert now != before
    assert now == pytest.approx(wanted, abs=0.2)
    seen.press("ArrowRight")
    assert seen.page.evaluate("player.stop.live.map.here")[0] > now[0]


def test_the_hand_of_the_curve_sets_its_number(on_maps: Any) -> None:
    seen = on_maps(page="Curve")
    seen.choose("Parameter of the curve", "Radius r (m)")
    hand = seen.page.locator(".axis-plots")
    assert "Discriminant" in hand.get_attribute("aria-valuetext")
    now = "player.stop.live.curve.now"
    before = seen.page.evaluate(now)
    box = hand.bounding_box()
    start = box["x"] + box["width"] / 2, box["y"] + 40
    seen.drag(start, 0.2 * box["width"], 0)
    after = seen.page.evaluate(now)
    assert after != before
    assert float(hand.get_attribute("aria-valuenow")) == after
    hand.focus()
    seen.press("ArrowLeft")
    assert seen.page.evaluate(now) < after


# From now on no map comes, until `letGo` is called.
_HOLD_MAPS = """() => {
    const { worker } = player.live, { ask } = worker;
    const held = new Promise((done) => { window.letGo = done; });
    worker.ask = async (about) => {
        if (about[0] === "map") await held;
        return ask.call(worker, about);
    };
}"""


def test_a_map_of_another_state_is_greyed_until_the_next_is_there(on_maps: Any) -> None:
    seen = on_maps()
    seen.click("Verdict")
    stale = seen.page.locator(".legend.stale[aria-busy=true]")
    hit = colour(seen, 2.0, 1.0)
    assert not stale.count()
    seen.page.evaluate(_HOLD_MAPS)
    seen.page.evaluate("player.live.do('set', 'radius', 1.9)")
    stale.wait_for()
    seen.until("() => player.drawState().isMapStale && !player.drawRequest")
    assert colour(seen, 2.0, 1.0) != hit
    seen.page.evaluate("letGo()")
    stale.wait_for(state="detached")
    seen.settle()
    assert not seen.page.evaluate("player.drawState().isMapStale")
    assert colour(seen, 2.0, 1.0) == hit
    assert seen.page.locator(".legend[aria-busy=false]").count()
