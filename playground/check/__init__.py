"""Rules that a scene must satisfy (`playground check`).

`scene_checker.check` runs the rules on sample states (`sample_states`):
`rules_declarations`, `rules_answers`, `rules_listing` and `rules_drawing`. Each yields
`finding.Finding`s, faults or advice; an exception of the scene's code passes through a
rule, and `check` reports it. Imports `scene`, `analysis`, `quiz` and `tracing`.
"""
