"""The window: input routing, panels and the Dear ImGui adapter."""
