"""Article 5, making a breakout game, part 8: ball and block.

One hit, taken apart, and a wall of blocks that a ball runs through frame by frame.
"""

from playground.scene import Modes, Source
from scenes.ball_block import one_hit, wall

SCENE = Modes(
    id="ball_block",
    title="Ball vs block",
    source=Source("Article 5", "Breakout 8: ball against block", "witch.mydns.jp"),
    choice="mode",
    label="Mode",
    help="One hit taken apart, or a ball running through a wall of blocks.",
    scenes={"One hit": one_hit.SCENE, "Wall": wall.SCENE},
)
