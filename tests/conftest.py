from collections.abc import Iterator

import pyglet
import pytest

pyglet.options.headless = True


@pytest.fixture(scope="session")
def gl() -> Iterator[object]:
    """A hidden window whose OpenGL context is current."""
    window = pyglet.window.Window(visible=False)
    yield window
    window.close()
