"""Analysis of a scene over ranges of its parameters, without drawing.

`heat_map` evaluates a scene over two numbers, `curve` over one, and `precision`
compares float32, float64 and exact arithmetic. Imports `scene` and `tracing`; used by
`session`, `render` and `web`.
"""
