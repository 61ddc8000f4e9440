"""Commands of the window: what menus, keys and the palette run."""
