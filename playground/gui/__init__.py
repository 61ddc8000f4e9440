"""The window: its frame loop, input, panels and settings."""
