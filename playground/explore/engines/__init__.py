"""Real libraries, each asked the scenes' queries in its own way.

A module a library, each with some of the core's functions by name, argument names and
meaning: it answers whether it hits, its first time (None for a miss), or a mapping of
the names of the core's result. What a library cannot be asked is not there. Besides it
has its `VERSION`. What it means by its answers is declared in `contracts.py`, whether
or not it is installed. Those of npm are asked in Node, by the programs in `npm/`.
"""

ENGINES = "pymunk", "shapely", "coal", "box2d", "planck", "rapier", "jolt"

Pair = tuple[float, float]
Triple = tuple[float, float, float]
