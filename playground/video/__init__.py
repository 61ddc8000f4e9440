"""Video recording: scripts, frames and writers."""
