"""Scene of article 5 (making a breakout game, part 8): ball and block.

It has two modes: one hit in detail, and a ball that runs through a wall of blocks.
"""

import playground.scene as sc
from scenes import BALL_BLOCK
from scenes.ball_block import one_hit, wall

SCENE = sc.SceneModes(
    id=BALL_BLOCK.id,
    title=BALL_BLOCK.title,
    source=BALL_BLOCK.source,
    choice="mode",
    label=sc.message("Mode"),
    help=sc.message("One hit taken apart, or a ball running through a wall of blocks."),
    scenes={sc.message("One hit"): one_hit.SCENE, sc.message("Wall"): wall.SCENE},
)
