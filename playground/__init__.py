"""Geometry Playground: five collision tests to drag, step and compare."""
