"""Real libraries, each asked the scenes' queries in its own way.

A module a library, each with some of the core's functions by name, argument names and
meaning: it answers whether it hits, its first time (None for a miss), or a mapping of
the names of the core's result. What a library cannot be asked is not there. Besides:

- `NAME` and `VERSION`, and the `NUMBERS` that it computes with;
- `TOLERANCE`, what it says of its own exactness, and `SLOP`, by function, how far off
  an answer may be by that, in world units;
- `EXCUSED`, by function, the choices that it documents, which are no mistakes.
"""

ENGINES = "pymunk", "shapely", "box2d", "coal"

Pair = tuple[float, float]
Triple = tuple[float, float, float]
