"""OpenGL layers and render targets."""
