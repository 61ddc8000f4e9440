"""The scenes in the order of the articles; each is loaded when it is first opened."""

from playground.scene import Entry, Source
from playground.scene.loading import Later

RAY_CIRCLE = Later(
    "scenes.ray_circle",
    "Ray vs circle",
    Source("Article 1", "Where a circle and a ray collide", "Marupeke"),
)
CIRCLE_RECT = Later(
    "scenes.circle_rect",
    "Circle vs rotated rectangle",
    Source(
        "Article 2",
        "Collision of a circle and a rectangle with an angle",
        "PG diary, Takachan",
    ),
)
POINT_ELLIPSE = Later(
    "scenes.point_ellipse",
    "Point vs ellipse",
    Source("Article 3", "Point and ellipse collision", "Mushoku no manabiya"),
)
SPHERE_LINE = Later(
    "scenes.sphere_line",
    "Swept sphere vs line",
    Source(
        "Article 4",
        "Where and when a moving sphere hits a line",
        "IKD, Game Tsukuro! (Marupeke)",
    ),
)
BALL_BLOCK = Later(
    "scenes.ball_block",
    "Ball vs block",
    Source("Article 5", "Breakout 8: ball against block", "witch.mydns.jp"),
)

SCENES: tuple[Entry, ...] = (
    RAY_CIRCLE,
    CIRCLE_RECT,
    POINT_ELLIPSE,
    SPHERE_LINE,
    BALL_BLOCK,
)
