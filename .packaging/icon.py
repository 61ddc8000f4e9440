"""Draw the program's icon with its own canvas: `python .packaging/icon.py`.

The PNGs go into the package, where the window and the desktop entry take them from;
what PyInstaller takes, icon.ico and icon.icns, lies beside this file.
"""

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyglet
from PIL import Image, ImageDraw

pyglet.options.headless = True

from playground.render.gl.canvas import Canvas  # noqa: E402
from playground.render.gl.framebuffer import Framebuffer  # noqa: E402
from playground.render.theme import DARK  # noqa: E402
from playground.scene.camera import Camera2D, Viewport  # noqa: E402
from playground.scene.draw_list import DrawList  # noqa: E402
from playground.scene.primitives import (  # noqa: E402
    Arrow,
    Circle,
    Dot,
    Role,
)

HERE = Path(__file__).parent
ICONS = HERE.parent / "playground" / "gui" / "icon"
SIZES = (16, 32, 48, 128, 256)
# A sheet of so many logical pixels, its corners round; drawn large, then scaled down.
SHEET, CORNER, LARGE = 64, 13, 1024
PLAIN = replace(
    DARK, grid_minor=DARK.background, grid_major=DARK.background, axis=DARK.background
)


def figure() -> DrawList:
    """Return the first scene in small: a ray goes into a circle and out of it."""
    center, radius = np.array([-1.0, -4.0]), 15.5
    tail, angle = np.array([-26.0, -21.0]), math.radians(41.0)
    toward = np.array([math.cos(angle), math.sin(angle)])
    nearest = toward @ (center - tail)
    half = math.sqrt(radius**2 - (center - tail) @ (center - tail) + nearest**2)
    enter, leave = (tail + (nearest + side * half) * toward for side in (-1, 1))
    drawn = DrawList()
    drawn.add(
        Circle(tuple(center), radius, role=Role.OBSTACLE, width=4.0, fill=0.35),
        Arrow(tuple(tail), tuple(tail + 70 * toward), role=Role.MOVER, width=3.6),
        Dot(tuple(enter), size=5.0, role=Role.HIT),
        Dot(tuple(leave), size=3.5, role=Role.INK),
    )
    return drawn


def picture() -> Image.Image:
    """Return it, large and with round corners."""
    window = pyglet.window.Window(16, 16, visible=False)
    target, canvas = Framebuffer(LARGE, LARGE), Canvas()
    target.bind()
    canvas.draw(
        figure(),
        Camera2D(scale=1.0),
        Viewport(0, 0, SHEET, SHEET),
        framebuffer_size=(LARGE, LARGE),
        pixel_ratio=LARGE / SHEET,
        theme=PLAIN,
        measure=lambda text, size: (0.0, 0.0),
    )
    drawn = Image.fromarray(target.read())
    window.close()
    shape = Image.new("L", drawn.size)
    corner = CORNER * LARGE // SHEET
    ImageDraw.Draw(shape).rounded_rectangle((0, 0, LARGE, LARGE), corner, fill=255)
    drawn.putalpha(shape)
    return drawn


def main() -> None:
    """Write every file."""
    drawn = picture()
    ICONS.mkdir(exist_ok=True)
    for size in SIZES:
        scaled = drawn.resize((size, size), Image.Resampling.LANCZOS)
        scaled.save(ICONS / f"{size}.png", optimize=True)
    drawn.save(HERE / "icon.ico", sizes=[(size, size) for size in SIZES])
    drawn.save(HERE / "icon.icns")


if __name__ == "__main__":
    main()
