"""Scenes to start from, whose text `playground new` copies."""
