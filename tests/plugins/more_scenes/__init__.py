"""Scenes of a plugin package."""
