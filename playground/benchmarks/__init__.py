"""Benchmarks of the core, the window, the quiz and the pages."""
