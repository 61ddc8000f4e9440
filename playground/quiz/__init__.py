"""Quiz: questions about a scene, in rounds of ten.

`questions` draws a figure from a seed, `placement` puts its deciding point near the
edge of the verdict, and `round` has guesses and score. `fairness` and `visual_features`
measure how much a player earns by a habit or a glance. Imports `scene` and `analysis`.
"""
