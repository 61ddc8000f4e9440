"""Keyboard and pointer input of the window."""
