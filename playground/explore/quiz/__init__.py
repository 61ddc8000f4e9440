"""Questions about a scene, a round of them, and what blind habits would earn."""
