"""The view of one scene: cameras, handles, layout and animation."""
