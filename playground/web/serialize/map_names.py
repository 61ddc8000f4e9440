"""Names on a page's map: positions and shapes, in every theme."""

from collections.abc import Iterator, Sequence
from typing import Any

from playground.i18n import message
from playground.render.fonts import BODY, load_font
from playground.render.instance_buffer import InstanceBuffer
from playground.render.instance_format import Point
from playground.render.labels import LabelStyle
from playground.render.map_colors import MapRaster
from playground.render.map_labels import (
    PlacedName,
    draw_tags,
    make_map_names,
    make_name_texts,
)
from playground.render.shapes import Area, Ring, ScreenPolyline, ScreenShape
from playground.render.svg.screen_shapes import to_screen_shapes
from playground.render.text_layout import TextStyle, measure
from playground.render.theme import LIGHT, RGBA, THEMES, canvas_label_size
from playground.render.view_composer import ViewComposer
from playground.render.viewport import PixelViewport
from playground.scene.camera import Camera2D, Viewport
from playground.session.session import Session
from playground.session.texts import LegendLine, map_label_text
from playground.session.view import pointer_controls
from playground.session.view.animation import animate_primitives
from playground.web.serialize import colors
from playground.web.serialize.drawing import to_pixel_tenths, to_tenths
from playground.web.serialize.sample_texts import mark_symbols


def place_map_names(
    session: Session,
    painted: MapRaster,
    lines: Sequence[LegendLine],
    camera: Camera2D,
    size: Point,
    shares: Sequence[float],
) -> list[dict[str, Any]]:
    """Return the map's names for several view sizes, relative to `size` in px.

    They are empty if the map has no names.
    """
    names = make_map_names(painted, map_label_text(lines, message("this view")))
    backdrop = painted.place_in_world(session.params, names)
    view = animate_primitives(session.scene_view).self_and_views[0].remove_fills()
    overlay = pointer_controls.handle_primitives(
        session.scene_view, 1.0 / camera.scale, session.open_scene.selected_handle
    )
    found = []
    for share in shares if names else ():
        wide, tall = size[0] * share, size[1] * share
        place = Viewport(0.0, 0.0, wide, tall)
        frame = PixelViewport.from_viewport(place, (round(wide), round(tall)), 1.0)
        # The figure's labels grow with the view, but hardly shrink.
        name = canvas_label_size(size[1]) * max(share, 0.9)
        words = LabelStyle(measure, name, None, LIGHT)
        scaled_camera = Camera2D(camera.center, camera.scale * share)
        composed_view = ViewComposer().compose_plane(
            view, scaled_camera, frame, overlay, backdrop, words, None
        )
        found.append(
            {"share": share, **_serialize_names(composed_view.map_names, frame, words)}
        )
    return found


def _serialize_names(
    names: Sequence[PlacedName], frame: PixelViewport, words: LabelStyle
) -> dict[str, Any]:
    """Return tags, texts and boxes of names."""
    sheets = []
    for theme in THEMES.values():
        sheet = InstanceBuffer(frame.box)
        draw_tags(names, frame, theme, sheet)
        sheets.append(to_screen_shapes(sheet))
    sheets_text = [make_name_texts(names, theme, words) for theme in THEMES.values()]
    em = load_font(BODY[0]).em
    return {
        "prims": [
            prim
            for prims in zip(*sheets, strict=True)
            for prim in _serialize_prims(prims)
        ],
        "words": [
            {
                "text": mark_symbols(word.text),
                "bold": int(word.style is TextStyle.TITLE),
                "n": to_tenths(word.x, word.y, word.size * em),
                **_serialize_theme_colors([word.colour, *(o.colour for o in others)]),
            }
            for word, *others in zip(*sheets_text, strict=True)
        ],
        "boxes": [to_tenths(*name.box) for name in names],
    }


def _serialize_prims(drawn: Sequence[ScreenShape]) -> Iterator[dict[str, Any]]:
    """Yield the page's shapes for one shape, drawn in every theme."""
    shape = drawn[0]
    fills = [one.fill for one in drawn if isinstance(one, Area | Ring)]
    inks = [one.pen.colour for one in drawn if isinstance(one, ScreenPolyline | Ring)]
    filled, inks_coded = map(_serialize_theme_colors, (fills, inks))
    if isinstance(shape, Area):
        yield {"k": "closed", "n": to_pixel_tenths(shape.points), "fill": 255, **filled}
    elif isinstance(shape, ScreenPolyline):
        kind = "closed" if shape.closed else "chain"
        width = to_tenths(shape.pen.width)
        yield {"k": kind, "n": to_pixel_tenths(shape.points), "w": width, **inks_coded}
    else:
        assert isinstance(shape, Ring)
        ring = {"k": "ring", "n": to_tenths(*shape.center, shape.radius)}
        yield {**ring, "fill": 255, **filled}
        yield {**ring, "w": to_tenths(shape.pen.width), **inks_coded}


def _serialize_theme_colors(drawn: Sequence[RGBA]) -> dict[str, str]:
    """Return colours as CSS by the name of the theme."""
    return dict(zip(THEMES, map(colors.to_css_color, drawn), strict=False))
