"""Grading of the submissions of a class in a sandbox."""
