"""The names of mistakes on a page's map, where the window would put them."""

from collections.abc import Iterator, Sequence
from typing import Any

from playground.language import message
from playground.page import colours
from playground.page.marked import marked
from playground.page.told_shapes import pixels, tenths
from playground.render.arrays import Point
from playground.render.composing import Composer
from playground.render.fonts import BODY, font
from playground.render.frame import PixelViewport
from playground.render.free_labels import Words
from playground.render.map_names import PlacedName, named, tags, texts
from playground.render.paint import Painted
from playground.render.shapes import Area, Chain, Prim, Ring
from playground.render.sheet import Sheet
from playground.render.svg.flat import noted
from playground.render.theme import DARK, LIGHT, RGBA
from playground.render.type_scale import name_size
from playground.render.typeset import Voice, measure
from playground.scene.camera import Camera2D, Viewport
from playground.study.map_words import LegendLine, in_place
from playground.study.session import Session
from playground.study.view import handles
from playground.study.view.picture import picture


def names_in_place(
    session: Session,
    painted: Painted,
    lines: Sequence[LegendLine],
    camera: Camera2D,
    size: Point,
    shares: Sequence[float],
) -> list[dict[str, Any]]:
    """Return the names for those shares of a view's size, as the page draws them."""
    names = named(painted, in_place(lines, message("this view")))
    backdrop = painted.in_the_world(session.params, names)
    view = picture(session.study).all_views[0].outlined()
    overlay = handles.marks(session.study, 1.0 / camera.scale, session.opened.grip)
    found = []
    for share in shares if names else ():
        wide, tall = size[0] * share, size[1] * share
        place = Viewport(0.0, 0.0, wide, tall)
        frame = PixelViewport.of(place, (round(wide), round(tall)), 1.0)
        # The names of a figure grow with it there, but hardly shrink.
        name = name_size(size[1]) * max(share, 0.9)
        words = Words(measure, name, None, LIGHT)
        seen = Camera2D(camera.center, camera.scale * share)
        composed = Composer().in_plane(
            view, seen, frame, overlay, backdrop, words, None
        )
        found.append({"share": share, **_drawn(composed.named, frame, words)})
    return found


def _drawn(
    names: Sequence[PlacedName], frame: PixelViewport, words: Words
) -> dict[str, Any]:
    """Return the tags, the words and the boxes of names."""
    sheets = []
    for theme in (LIGHT, DARK):
        sheet = Sheet(frame.box)
        tags(names, frame, theme, sheet)
        sheets.append(noted(sheet))
    said = zip(texts(names, LIGHT, words), texts(names, DARK, words), strict=True)
    em = font(BODY[0]).em
    return {
        "prims": [told for pair in zip(*sheets, strict=True) for told in _prims(*pair)],
        "words": [
            {
                "text": marked(light.text),
                "bold": int(light.voice is Voice.TITLE),
                "n": tenths(light.x, light.y, light.size * em),
                **_in_both(light.colour, dark.colour),
            }
            for light, dark in said
        ],
        "boxes": [tenths(*name.box) for name in names],
    }


def _prims(light: Prim, dark: Prim) -> Iterator[dict[str, Any]]:
    """Yield the shapes of the page for one on a sheet, drawn in both themes."""
    if isinstance(light, Area) and isinstance(dark, Area):
        both = _in_both(light.fill, dark.fill)
        yield {"k": "closed", "n": pixels(light.points), "fill": 255, **both}
    elif isinstance(light, Chain) and isinstance(dark, Chain):
        both = _in_both(light.pen.colour, dark.pen.colour)
        kind = "closed" if light.closed else "chain"
        width = tenths(light.pen.width)
        yield {"k": kind, "n": pixels(light.points), "w": width, **both}
    else:
        assert isinstance(light, Ring)
        assert isinstance(dark, Ring)
        ring = {"k": "ring", "n": tenths(*light.center, light.radius)}
        yield {**ring, "fill": 255, **_in_both(light.fill, dark.fill)}
        width = tenths(light.pen.width)
        yield {**ring, "w": width, **_in_both(light.pen.colour, dark.pen.colour)}


def _in_both(light: RGBA, dark: RGBA) -> dict[str, str]:
    return {"light": colours.code(light), "dark": colours.code(dark)}
