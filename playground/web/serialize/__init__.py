"""Serialization of figures, maps and texts for the player."""
