"""Rendering of draw lists to OpenGL (`gl/`) and SVG (`svg/`).

`view_composer` composes a view once for both: `plane_painter` and `space_painter` turn
primitives into shapes, `labels` and `map_labels` place texts, `map_colors` colours
maps, `theme` holds every colour. Only `gl/` imports pyglet. Imports `scene` and
`analysis`, not `session`.
"""
