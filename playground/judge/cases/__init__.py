"""Test cases: generation, sampling and export."""
