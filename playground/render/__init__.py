"""Turns draw lists into pixels with pyglet and OpenGL."""
