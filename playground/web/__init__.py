"""Web pages: lessons in one file, and the site.

`lesson_page` writes a lesson with precomputed states (`precompute`, `serialize/`),
`site` a folder with Pyodide. `worker/` runs a session in the browser and exchanges JSON
with `player/`, the ES modules of the page. `svg_figure` draws figures without OpenGL.
Imports `session` and `render` (of `render/gl` only `shaders`), not `gui`.
"""
