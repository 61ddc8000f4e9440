"""Scenes in the order of the articles; each is loaded when it is first opened."""

from pathlib import Path

import playground.scene as sc
from playground.scene.loader import LazyScene

_HERE = Path(__file__).parent
# The articles' titles, romanized; the Japanese catalogue has the originals.
_MARUPEKE = sc.message("IKD, Game Tsukuro! (Marupeke)")

RAY_CIRCLE = LazyScene(
    "scenes.ray_circle",
    "Ray vs circle",
    sc.Source(
        "Article 1",
        "Where circle and ray collide (En to rei no shototsuten)",
        _MARUPEKE,
        "http://marupeke296.com/COL_2D_No11_CircleVsRay.html",
    ),
    _HERE / "ray_circle" / "lesson.json",
)
CIRCLE_RECT = LazyScene(
    "scenes.circle_rect",
    "Circle vs rotated rectangle",
    sc.Source(
        "Article 2",
        "Circle and rotated rectangle (Cocos2d-x de en to kukei no shototsu hantei)",
        "Takachan, PG nisshi",
        "https://takap-tech.com/entry/2019/09/26/004257",
    ),
    _HERE / "circle_rect" / "lesson.json",
)
POINT_ELLIPSE = LazyScene(
    "scenes.point_ellipse",
    "Point vs ellipse",
    sc.Source(
        "Article 3",
        "Point and ellipse collide (Ten to daen no shototsu)",
        "Mushoku no manabiya",
        "https://www.nekonecode.com/math-lab/pages/collision2/point-and-ellipse/",
    ),
    _HERE / "point_ellipse" / "lesson.json",
)
SPHERE_LINE = LazyScene(
    "scenes.sphere_line",
    "Swept sphere vs line",
    sc.Source(
        "Article 4",
        "Where and when a moving sphere hits a line (Chokusen to ido suru kyu no "
        "shototsu basho to jikoku o eru)",
        _MARUPEKE,
        "http://marupeke296.com/COL_3D_No16_MoveShereAndSepLine.html",
    ),
    _HERE / "sphere_line" / "lesson.json",
)
BALL_BLOCK = LazyScene(
    "scenes.ball_block",
    "Ball vs block",
    sc.Source(
        "Article 5",
        "Breakout 8: block and ball (Burokku kuzushi o tsukuru 8: burokku to kyu no "
        "shototsu shori)",
        "witch.mydns.jp",
        "https://witch.mydns.jp/wp/ts-brickbreaker-08",
    ),
    _HERE / "ball_block" / "lesson.json",
)

SCENES: tuple[sc.SceneEntry, ...] = (
    RAY_CIRCLE,
    CIRCLE_RECT,
    POINT_ELLIPSE,
    SPHERE_LINE,
    BALL_BLOCK,
)
