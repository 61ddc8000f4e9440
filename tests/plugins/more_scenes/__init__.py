"""Scenes of one's own, in a package of its own."""
