"""Code laid open: each line's values, their rounding, and the line to blame."""
