"""Typeset formulas: LaTeX as a texture, or Unicode text where LaTeX cannot start."""

import re
from collections import OrderedDict
from dataclasses import dataclass

from imgui_bundle import imgui, imgui_microtex
from pyglet import gl

from playground.app.gui import FONTS

_KEPT = 256

_SIGNS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "theta": "θ",
    "lambda": "λ", "omega": "ω", "pi": "π", "varphi": "φ", "phi": "φ", "Delta": "Δ",
    "cdot": "·", "times": "×", "pm": "±", "mp": "∓", "le": "≤", "leq": "≤",
    "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "to": "→", "rightarrow": "→",
    "Rightarrow": "⇒", "infty": "∞", "approx": "≈", "perp": "⊥", "parallel": "∥",
    "in": "∈", "land": "∧", "lor": "∨", "ldots": "…", "dots": "…", "circ": "°",
    "quad": "  ", "qquad": "   ", "lVert": "|", "rVert": "|", "lvert": "|",
    "rvert": "|", "Vert": "|", "vert": "|", "prime": "′", "equiv": "≡",
    "mapsto": "→", "langle": "⟨", "rangle": "⟩", "min": "min", "max": "max",
    "cos": "cos", "sin": "sin", "colon": ":", "lbrace": "{", "rbrace": "}",
}  # fmt: skip
_WRAPPERS = (
    "mathbf|mathrm|text|operatorname|vec|hat|bar|mathit|boldsymbol|mathsf|overline"
)
_GROUP = r"\{((?:[^{}]|\{[^{}]*\})*)\}"


def to_unicode(latex: str) -> str:
    """Return a formula of our LaTeX subset as one line of plain text."""
    text = re.sub(r"\\(left|right|displaystyle|limits|big|Big)(?![a-zA-Z])", "", latex)
    text = re.sub(r"\\[,;:! ]", " ", text)
    for _ in range(6):
        text = re.sub(rf"\\(?:{_WRAPPERS})\s*{_GROUP}", r"\1", text)
        text = re.sub(rf"\\[dt]?frac\s*{_GROUP}\s*{_GROUP}", r"(\1)/(\2)", text)
        text = re.sub(rf"\\sqrt\s*{_GROUP}", r"√(\1)", text)
    text = re.sub(r"\^\{?2\}?", "²", text)
    text = re.sub(r"\^\{?\\prime\}?|'", "′", text)
    text = re.sub(r"\\([a-zA-Z]+)", lambda found: _SIGNS.get(found[1], found[1]), text)
    text = text.replace("\\|", "|").replace("\\", "")
    text = re.sub(r"([_^])\{([^{}]*)\}", r"\1\2", text)
    text = text.replace("{", "").replace("}", "").replace("-", "−").replace("&", "")
    text = re.sub(r"\((\w+)\)/\((\w+)\)", r"\1/\2", text)
    return re.sub(r"\s+", " ", text).strip()


@dataclass(frozen=True)
class _Picture:
    texture: int
    width: int
    height: int


class Formulas:
    """Draws formulas; each is set once and kept while it is in use."""

    def __init__(self) -> None:
        self.typeset = _start()
        self._kept: OrderedDict[tuple[str, float, int], _Picture] = OrderedDict()

    def draw(self, latex: str, size: float, colour: int, ratio: float) -> None:
        """Draw a formula at ImGui's cursor, no wider than the space there."""
        room = imgui.get_content_region_avail().x * ratio
        picture = self._picture(latex, round(size * ratio), colour)
        if picture and picture.width > room:
            fitting = int(size * ratio * room / picture.width)
            picture = self._picture(latex, fitting, colour)
        if picture is None:
            imgui.push_style_color(imgui.Col_.text, colour)
            imgui.text_wrapped(to_unicode(latex))
            imgui.pop_style_color()
            return
        imgui.image(
            imgui.ImTextureRef(picture.texture),
            imgui.ImVec2(picture.width / ratio, picture.height / ratio),
        )

    def _picture(self, latex: str, size: float, colour: int) -> _Picture | None:
        key = (latex, size, colour)
        if self.typeset and key not in self._kept:
            self._set(key)
        if not self.typeset:
            return None
        self._kept.move_to_end(key)
        return self._kept[key]

    def _set(self, key: tuple[str, float, int]) -> None:
        try:
            self._kept[key] = _upload(*key)
        except RuntimeError:  # MicroTeX wants the locale en_US.UTF-8
            self.typeset = False
            return
        if len(self._kept) > _KEPT:
            _, oldest = self._kept.popitem(last=False)
            gl.glDeleteTextures(1, gl.GLuint(oldest.texture))


def _start() -> bool:
    """Start MicroTeX; False where it cannot start."""
    folder = FONTS / "latex"
    try:
        imgui_microtex.init(
            str(folder / "latinmodern-math.clm1"), str(folder / "latinmodern-math.otf")
        )
    except RuntimeError:
        return False
    return True


def _upload(latex: str, size: float, colour: int) -> _Picture:
    pixels = imgui_microtex.render(latex, size, colour).pixels_as_array()
    height, width = pixels.shape[:2]
    name = gl.GLuint()
    gl.glGenTextures(1, name)
    gl.glBindTexture(gl.GL_TEXTURE_2D, name)
    for filter_name in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
        gl.glTexParameteri(gl.GL_TEXTURE_2D, filter_name, gl.GL_LINEAR)
    gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
    gl.glTexImage2D(
        gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, width, height, 0,
        gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels.tobytes(),
    )  # fmt: skip
    return _Picture(name.value, width, height)
