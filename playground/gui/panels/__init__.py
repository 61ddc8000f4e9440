"""Panels of the window, drawn with Dear ImGui: one module per panel."""
