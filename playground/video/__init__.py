"""Video recording of a session (`playground record`).

`scripts` declares the recorded actions, `video` renders their frames, `log_video` those
of an event log. `writers` writes GIF (`gif`, needs Pillow), MP4 (`mp4`, needs PyAV) or
PNG files. Imports `gui`, `render` and `session`.
"""
