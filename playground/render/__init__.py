"""Rendering of draw lists: layout, OpenGL and SVG."""
