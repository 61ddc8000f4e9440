"""Reports of a test run: as text, JSON, code and maps."""
