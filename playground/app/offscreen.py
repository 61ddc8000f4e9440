"""Pictures of the whole program without a screen."""

from pathlib import Path

import pyglet

from playground.app.frontend import Frontend
from playground.app.session import Session
from playground.render.target import Pixels, Target, write_png

# ImGui places its children some frames after it has measured them.
_SETTLING_FRAMES = 4


def picture_of(frontend: Frontend, size: tuple[float, float], ratio: float) -> Pixels:
    """Return a frame of `size` logical pixels as `(height, width, 4)` pixels."""
    pixels = round(size[0] * ratio), round(size[1] * ratio)
    target = Target(*pixels)
    try:
        for _ in range(_SETTLING_FRAMES):
            target.bind()
            frontend.frame(size, pixels, 0.0)
            frontend.maps.worker.finish()
        return target.read()
    finally:
        target.delete()


def save_picture(
    session: Session, path: Path, size: tuple[float, float], ratio: float
) -> None:
    """Save a picture of a session; opens a hidden window for its OpenGL context."""
    window = pyglet.window.Window(16, 16, visible=False)
    frontend = Frontend(session, str, lambda _: None)
    try:
        write_png(path, picture_of(frontend, size, ratio))
    finally:
        frontend.delete()
        window.close()
