"""Somebody's collision code on trial: asked, compared with the core, and shrunk."""
