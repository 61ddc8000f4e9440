"""Why somebody's code is wrong: rule or rounding, and under which condition."""
