"""Lessons: their document, editor and player."""
