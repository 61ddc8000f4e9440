"""A whole class at once: every submission alone, and who makes which mistake."""
