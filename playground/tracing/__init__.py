"""Tracing of listings and user code, line by line.

`trace` runs a function and records the values of each line (`line_tracer`). Numbers are
shadow values (`shadow_value`, `shadow_math`): a rounded value with its exact one
(`high_precision`). `fault_localization` finds the faulty line; `listing_lines` groups
mistakes by line. Imports `scene` and `collision`.
"""
