"""Films of a scene, a state, a lesson or a log: drawn without a screen, exact in time."""
