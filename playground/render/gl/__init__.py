"""What draws with OpenGL: framebuffers, layers and their shaders."""
