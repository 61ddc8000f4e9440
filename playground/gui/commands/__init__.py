"""Commands of the window, for menus, keys and the command palette."""
