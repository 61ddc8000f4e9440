"""SVG images of figures in the plane and in space."""
