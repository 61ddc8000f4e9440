"""Questions about a scene, and rounds of ten.

`questions` draws a figure from a seed, `placement` puts its deciding point near the
edge of the verdict, `round` keeps guesses and score. `fairness` and `visual_features`
measure how much a habit or a glance earns. Imports `scene` and `analysis`.
"""
