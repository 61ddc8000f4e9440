"""Straight-line Python code from the record of a formula."""
