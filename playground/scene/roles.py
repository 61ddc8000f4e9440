"""What colours and markers mean."""

from enum import StrEnum


class Role(StrEnum):
    """What a colour means; the theme says which colour that is."""

    INK = "ink"
    MUTED = "muted"
    MOVER = "mover"
    OBSTACLE = "obstacle"
    HIT = "hit"
    MISS = "miss"
    ENTER = "enter"
    EXIT = "exit"
    NORMAL = "normal"
    CONSTRUCTION = "construction"
    ACCENT = "accent"
    ARTICLE = "article"
    SIDE_A = "side_a"
    SIDE_B = "side_b"
    CORNER = "corner"
    MISTAKE_1 = "mistake_1"
    MISTAKE_2 = "mistake_2"
    MISTAKE_3 = "mistake_3"
    MISTAKE_4 = "mistake_4"
    MISTAKE_5 = "mistake_5"
    MISTAKE_6 = "mistake_6"


MISTAKE_ROLES = tuple(role for role in Role if role.name.startswith("MISTAKE"))
"""What is wrong has these colours, and nothing else has."""


class Marker(StrEnum):
    """The outline of a `Dot`, so that meaning never rests on colour alone."""

    DISC = "disc"
    RING = "ring"
    SQUARE = "square"
    DIAMOND = "diamond"
    CROSS = "cross"
