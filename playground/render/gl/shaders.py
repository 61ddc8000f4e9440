"""Loading of the shaders in `glsl/`, in GLSL 3.30, which macOS supports too.

A file may include others by a line of its own, and the constants of `lighting` are
defined.
"""

import re
from functools import cache
from pathlib import Path

from playground.render import lighting

_FOLDER = Path(__file__).with_name("glsl")
_INCLUDE = re.compile(r'^#include "(\w+)\.glsl"$', re.MULTILINE)


@cache
def shader_source(name: str) -> str:
    """Return the source of the shader file with this name, without suffix.

    Includes are resolved and constants defined.

    Raises
    ------
    OSError
        The file, or one that it includes, does not exist.
    """
    version, text = _read_source(name).split("\n", 1)
    numbers = [
        f"#define {key} {_format_glsl(value)}"
        for key, value in lighting.SHADER_CONSTANTS.items()
    ]
    return "\n".join((version, *numbers, text))


def _read_source(name: str) -> str:
    text = (_FOLDER / f"{name}.glsl").read_text(encoding="utf-8")
    return _INCLUDE.sub(lambda found: _read_source(found[1]), text)


def _format_glsl(value: float | tuple[float, ...]) -> str:
    return f"vec3{value!r}" if isinstance(value, tuple) else repr(value)
