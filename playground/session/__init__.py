"""Application state without a window.

`session` holds the open scenes (`open_scene`), their history and the view options;
`view_model` computes each value of a state when it is first read. `view/` has cameras,
layout and pointer controls, `lesson/` lessons; `saved_state` and `files` the formats;
`user_code_run` and `evaluation_job` run a user's function. Imports `scene`, `analysis`,
`tracing`, `quiz` and `judge`; neither `render` nor a graphics library.
"""
