"""Panels of the window, drawn with Dear ImGui: one module per panel.

Units as in `playground.gui`. Functions that draw an item draw it at ImGui's cursor.
"""
