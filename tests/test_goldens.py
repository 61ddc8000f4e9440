"""Golden pictures in tests/golden, and pixels that matter.

After an intended change, check what `--update-goldens` draws, and commit it.
"""

import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from playground.analysis.heat_map import MapKind
from playground.i18n import set_language
from playground.render.theme import THEMES, ThemeName
from playground.scene import params as parameters
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.primitives import Role
from playground.session import plot_controls
from playground.session.lesson import player
from playground.session.session import Session
from playground.session.view.animation import animate_primitives
from playground.session.view.pointer_controls import Controls
from playground.session.view_options import Page
from scenes import SCENES

FOLDER = Path(__file__).parent / "golden"
FAILED = FOLDER / "failed"
WIDTH = 480
HEIGHT = 360
PLACE = Viewport(0.0, 0.0, WIDTH, HEIGHT)
# Makers of processors round differently: a few levels, and a few pixels at edges.
LEVELS = 3
SHARE = 0.001

Pixels = np.ndarray
Colour = tuple[float, float, float]
Point = tuple[float, float]


@dataclass(frozen=True)
class Shot:
    """A golden picture, with everything that decides its pixels."""

    scene: str
    camera: Camera2D | OrbitCamera
    time: float | None = None
    theme: ThemeName = ThemeName.DARK
    case: str = ""
    view: int = 0

    @property
    def name(self) -> str:
        parts = self.scene, self.case.lower(), f"view{self.view}" * bool(self.view)
        words = " ".join([*filter(None, parts), self.theme])
        return "".join(c if c.isalnum() or c == "_" else "-" for c in words)

    def session(self) -> Session:
        session = Session(SCENES)
        session.open(session.find(self.scene))
        session.choose_case(self.case or session.scene.first_case_name())
        timeline = session.scene_view.timeline
        assert (self.time is None) == (timeline is None), "the time must be said"
        if timeline:
            session.go_to(self.time)
        session.open_scene.cameras[self.view] = self.camera
        return session


RAY = Shot("ray_circle", Camera2D((0.0, -0.5), 40.0))
RECT = Shot("circle_rect", Camera2D((-1.3, -0.4), 31.0), time=1.0)
FRAME = Shot("circle_rect", Camera2D((-0.7, 0.3), 31.0), time=1.0, view=1)
ELLIPSE = Shot("point_ellipse", Camera2D((2.3, 0.65), 38.0), time=3.0)
TURNING = replace(ELLIPSE, time=1.5, theme=ThemeName.LIGHT)
SPHERE = Shot(
    "sphere_line", OrbitCamera((0.1, 1.95, 0.3), 20.0, yaw=0.6, pitch=0.42), time=0.2
)
SPHERE_LIGHT = replace(SPHERE, time=0.6, theme=ThemeName.LIGHT)
BLOCK = Shot("ball_block", Camera2D((0.1, 0.8), 38.0), time=1.0)
WALL = Shot(
    "ball_block", Camera2D((0.0, 0.0), 30.0), time=8.0, case="Wall, article, fast"
)
SHOTS = [RAY, RECT, FRAME, ELLIPSE, TURNING, SPHERE, SPHERE_LIGHT, BLOCK, WALL]
FIRST_CASES = [RAY, RECT, ELLIPSE, SPHERE, BLOCK]

Draw = Callable[..., Pixels]


@pytest.fixture(scope="module")
def painter(gl) -> Iterator[tuple[object, object]]:
    from playground.render.gl.canvas import Canvas
    from playground.render.gl.framebuffer import Framebuffer

    canvas, target = Canvas(), Framebuffer(WIDTH, HEIGHT)
    yield canvas, target
    target.delete()
    canvas.delete()


@pytest.fixture
def draw(painter) -> Draw:
    """Return a function that draws a shot, also with other params or no handles."""
    canvas, target = painter

    def drawn(
        shot: Shot, params: parameters.Params | None = None, *, handles: bool = True
    ) -> Pixels:
        session = shot.session()
        if params is not None:
            session.edit(params)
        controls = Controls(session)
        controls.places = [PLACE] * (1 + len(session.scene_view.picture.views))
        target.bind()
        canvas.draw(
            animate_primitives(session.scene_view).self_and_views[shot.view],
            shot.camera,
            PLACE,
            framebuffer_size=(WIDTH, HEIGHT),
            pixel_ratio=1.0,
            theme=THEMES[shot.theme],
            overlay=controls.overlay() if handles and shot.view == 0 else (),
            measure=lambda text, size: (0.5 * size * len(text), 1.2 * size),
        )
        return target.read()

    return drawn


def off(actual: Pixels, expected: Pixels) -> np.ndarray:
    """Return the pixels that differ by more than rounding, as a mask."""
    difference = np.abs(actual.astype(np.int16) - expected.astype(np.int16))
    return difference.max(axis=2) > LEVELS


def alike(actual: Pixels, expected: Pixels) -> bool:
    return actual.shape == expected.shape and off(actual, expected).mean() <= SHARE


def load(path: Path) -> Pixels:
    with Image.open(path) as image:
        assert image.mode == "RGBA"
        return np.asarray(image)


def save(path: Path, pixels: Pixels) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.fromarray(pixels).save(path, optimize=True)


def complain(name: str, actual: Pixels, expected: Pixels) -> str:
    """Save the picture and its difference in red; return a message."""
    shown = f"{name}: see {FAILED / name}-actual.png"
    save(FAILED / f"{name}-actual.png", actual)
    if actual.shape != expected.shape:
        return f"{shown}; its shape is {actual.shape}, not {expected.shape}"
    wrong = off(actual, expected)
    marked = (expected // 3).astype(np.uint8)
    marked[..., 3] = 255
    marked[wrong] = (255, 0, 0, 255)
    save(FAILED / f"{name}-difference.png", marked)
    return (
        f"{shown} and -difference.png; {wrong.sum()} pixels ({wrong.mean():.2%}) are "
        f"off by more than {LEVELS} levels, {SHARE:.1%} may be. If that is meant: "
        "pytest tests/test_goldens.py --update-goldens"
    )


def check(name: str, actual: Pixels, update: bool) -> None:
    path = FOLDER / f"{name}.png"
    for stale in FAILED.glob(f"{name}-*.png"):
        stale.unlink()
    if update and not (path.is_file() and alike(actual, load(path))):
        save(path, actual)
    if not path.is_file():
        save(FAILED / f"{name}-actual.png", actual)
        pytest.fail(f"no {path}; {FAILED / name}-actual.png is what was drawn")
    expected = load(path)
    if not alike(actual, expected):
        pytest.fail(complain(name, actual, expected))


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return request.config.getoption("--update-goldens")


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.name)
def test_the_picture_is_the_golden_one(draw, update, shot):
    check(shot.name, draw(shot), update)


def derivation(session):
    session.look(page=Page.DERIVATION)


def value_map(session):
    session.open(session.find("point_ellipse"))
    session.look(page=Page.LAB, map=MapKind.VALUES)


def mistakes(scene_id):
    def show(session):
        session.open(session.find(scene_id))
        session.look(page=Page.LAB)
        plot_controls.show_preset(session)

    return show


# The whole window, as each makes it look.
WINDOWS = {
    "window-dark": derivation,
    "map-values-dark": value_map,
    "map-in-the-plane-dark": mistakes("ball_block"),
    "map-in-space-dark": mistakes("sphere_line"),
    "map-of-two-numbers-dark": mistakes("point_ellipse"),
}


def stop(session: Session) -> None:
    player.start_shipped_lesson(session, SCENES[0])
    session.advance(60.0)


IN_JAPANESE = {
    "window-in-japanese-dark": derivation,
    "map-in-japanese-dark": mistakes("ball_block"),
    "lesson-in-japanese-dark": stop,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WINDOWS)
def test_the_whole_window_is_the_golden_one(gl, update, name):
    check(name, window(WINDOWS[name]), update)


@pytest.mark.slow
@pytest.mark.parametrize("name", IN_JAPANESE)
def test_the_window_in_japanese_is_the_golden_one(gl, update, name):
    set_language("ja")
    try:
        check(name, window(IN_JAPANESE[name]), update)
    finally:
        set_language("en")


def window(look: Callable[[Session], None]) -> Pixels:
    """Return a picture of the whole window."""
    from playground.gui.main_view import MainView
    from playground.gui.offscreen import render_window
    from playground.gui.view_state import WindowView

    session = Session(SCENES)
    look(session)
    frontend = MainView(session, str, lambda _: None, WindowView())
    # LaTeX needs a locale that not every system has; Unicode does not.
    frontend._formulas.typeset = False
    try:
        return render_window(frontend, (960.0, 600.0), 1.0)
    finally:
        frontend.delete()


def test_every_golden_belongs_to_a_test():
    kept = {path.stem for path in FOLDER.glob("*.png")}
    assert kept == {*WINDOWS, *IN_JAPANESE, *(shot.name for shot in SHOTS)}


@pytest.mark.slow
def test_updating_is_refused_in_ci():
    program = subprocess.run(
        [sys.executable, "-m", "pytest", "--update-goldens", __file__],
        env={**os.environ, "CI": "true"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert program.returncode == pytest.ExitCode.USAGE_ERROR
    assert "refused" in program.stderr


def screen(shot: Shot, *world: float) -> Point:
    """Return the screen position of a world point, independently of the cameras."""
    camera = shot.camera
    if isinstance(camera, Camera2D):
        (cx, cy), s = camera.center, camera.scale
        return WIDTH / 2 + s * (world[0] - cx), HEIGHT / 2 - s * (world[1] - cy)
    # Turn the world by -yaw about y, then by pitch about x; then the pinhole.
    x, y, z = (w - t for w, t in zip(world, camera.target, strict=True))
    c, s = math.cos(camera.yaw), math.sin(camera.yaw)
    x, z = c * x - s * z, s * x + c * z
    c, s = math.cos(camera.pitch), math.sin(camera.pitch)
    y, z = c * y - s * z, s * y + c * z
    focal = HEIGHT / 2 / math.tan(camera.fov / 2) / (camera.distance - z)
    return WIDTH / 2 + focal * x, HEIGHT / 2 - focal * y


def pixel(pixels: Pixels, at: Point) -> Colour:
    x, y = at
    return tuple(float(v) for v in pixels[int(y), int(x), :3])


def tone(shot: Shot, *layers: tuple[Role, float]) -> Colour:
    """Return the colour of translucent layers over the background, 0 to 255."""
    theme = THEMES[shot.theme]
    mixed = theme.background[:3]
    for role, share in layers:
        top = theme.roles[role][:3]
        mixed = tuple(a + (b - a) * share for a, b in zip(mixed, top, strict=True))
    return tuple(255 * c for c in mixed)


def near(one: Colour, two: Colour) -> bool:
    return max(abs(a - b) for a, b in zip(one, two, strict=True)) <= LEVELS + 1


def marked(pixels: Pixels, at: Point, colour: Colour, reach: float = 14.0) -> bool:
    """Return whether a marker of a colour surrounds a point.

    It has to be found in at least 6 of 8 directions, as another may cover it.
    """

    def met(angle: float) -> bool:
        steps = np.arange(1.0, reach, 0.5)
        ways = (
            (at[0] + r * math.cos(angle), at[1] + r * math.sin(angle)) for r in steps
        )
        return any(near(pixel(pixels, way), colour) for way in ways)

    return sum(met(math.pi / 4 * (i + 0.5)) for i in range(8)) >= 6


def params(shot: Shot) -> parameters.Params:
    return shot.session().params


def test_ray_and_circle_are_where_they_should_be(draw):
    p, pixels = params(RAY), draw(RAY, handles=False)
    mx, my = p.origin[0] - p.center[0], p.origin[1] - p.center[1]
    vx, vy = p.direction
    a, b, c = vx * vx + vy * vy, mx * vx + my * vy, mx * mx + my * my - p.radius**2
    t = (-b - math.sqrt(b * b - a * c)) / a
    hit = screen(RAY, p.origin[0] + t * vx, p.origin[1] + t * vy)
    assert marked(pixels, hit, tone(RAY, (Role.HIT, 1.0)))
    low = screen(RAY, p.center[0] - 0.3, p.center[1] - 0.63 * p.radius)
    assert near(pixel(pixels, low), tone(RAY, (Role.OBSTACLE, 0.12)))
    rim = screen(RAY, p.center[0], p.center[1] - p.radius)
    assert near(pixel(pixels, rim), tone(RAY, (Role.OBSTACLE, 1.0)))
    assert near(pixel(pixels, (rim[0], rim[1] + 4)), tone(RAY))
    assert near(pixel(pixels, screen(RAY, -3.3, 2.3)), tone(RAY))


@pytest.mark.parametrize("shot", [SPHERE, SPHERE_LIGHT], ids=lambda shot: shot.name)
def test_sphere_and_line_are_where_they_should_be(draw, shot):
    p, pixels = params(shot), draw(shot, handles=False)
    start, end, q, v = (
        np.asarray(x) for x in (p.start, p.end, p.line_point, p.line_direction)
    )
    v = v / np.linalg.norm(v)
    line = tone(shot, (Role.OBSTACLE, 1.0))
    for along in (-2.0, -1.5):
        assert near(pixel(pixels, screen(shot, *(q + along * v))), line)
    # The ball at time t is lit in the mover's warm hue up to its outline.
    center = start + shot.time * (end - start)
    x, y = screen(shot, *center)
    red, _, blue = pixel(pixels, (x - 8.0, y - 8.0))
    assert red > blue + 40
    # Where it first touches: the root of |N(t)| = r by halving; in front of it is
    # green glass, which the touching point's red outdoes.
    n = np.cross(start - q, v), np.cross(end - start, v)
    low, high = 0.0, float(-(n[0] @ n[1]) / (n[1] @ n[1]))
    for _ in range(60):
        middle = (low + high) / 2
        far = np.linalg.norm(n[0] + middle * n[1]) > p.radius
        low, high = (middle, high) if far else (low, middle)
    touching = start + low * (end - start)
    contact = q + ((touching - q) @ v) * v
    red, green, blue = pixel(pixels, screen(shot, *contact))
    assert red > max(green, blue) + 15
    assert near(pixel(pixels, (6.0, 6.0)), tone(shot))
