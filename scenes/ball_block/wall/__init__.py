"""Mode "wall" of article 5's scene: a ball in a wall of blocks.

It bounces by the article's rule or by an exact sweep.
"""

import playground.scene as sc
from scenes.ball_block.wall.answer import ANSWER, solve, timeline
from scenes.ball_block.wall.cases import CASES
from scenes.ball_block.wall.derivation import DERIVATION
from scenes.ball_block.wall.params import WallParams
from scenes.ball_block.wall.picture import draw

SCENE = sc.Scene(
    id="ball_wall",
    title="Ball in a wall of blocks",
    params=WallParams,
    cases=CASES,
    solve=solve,
    picture=draw,
    answer=ANSWER,
    derivation=DERIVATION,
    timeline=timeline,
    single=True,
)
