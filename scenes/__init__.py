"""The scenes in the order of the articles; a new scene is one line here."""

from playground.scene.scene import AnyScene
from scenes.ball_block import BallBlockScene
from scenes.circle_rect import CircleRectScene
from scenes.point_ellipse import PointEllipseScene
from scenes.ray_circle import RayCircleScene
from scenes.sphere_line import SphereLineScene

SCENES: tuple[AnyScene, ...] = (
    RayCircleScene(),
    CircleRectScene(),
    PointEllipseScene(),
    SphereLineScene(),
    BallBlockScene(),
)
