"""The window: canvas, panels about it, and the shell that holds both."""
