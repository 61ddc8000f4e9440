"""What the shader of flat shapes calls its shapes, and how many numbers each has."""

from playground.scene.roles import Marker

COLUMNS = 32

# RING and CONIC have an octagon about them, the rest a rectangle, WEDGE a triangle.
PIECE, RING, CONIC, MARK, WEDGE = range(5)
MARKERS = {marker: index for index, marker in enumerate(Marker)}
