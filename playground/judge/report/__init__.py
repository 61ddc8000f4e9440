"""Reports of an evaluation run: as text, JSON, code and maps."""
