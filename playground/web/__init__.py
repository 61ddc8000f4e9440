"""Web pages: lessons in one file, the site, and the pages of a graded class.

`lesson_page` writes a lesson with precomputed states (`precompute`, `serialize/`),
`site` a folder with Pyodide. `worker/` runs a session in the browser and exchanges JSON
with `player/`, the ES modules of the page. `svg_figure` draws figures without OpenGL.
`class_page` writes the pages of a class, `notebook_html` the output of notebooks.
Imports `scene`, `analysis`, `judge`, `quiz`, `tracing`, `session` and `render` (of
`render/gl` only `shaders`), not `gui`.
"""
