"""Checks of a scene: what its declarations, listing and drawing lack."""
