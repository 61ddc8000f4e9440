"""Figures as SVG, drawn without OpenGL."""
