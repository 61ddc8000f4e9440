"""Window: frame loop, input, panels and settings."""
