"""Templates of a new scene, in the plane and in space."""
