"""The canvas in the window: the mouse, what moves, maps."""
