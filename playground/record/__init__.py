"""Films of scenes, states, lessons and logs: without a screen, exact in time."""
