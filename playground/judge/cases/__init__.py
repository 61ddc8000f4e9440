"""Test cases: generation and export."""
