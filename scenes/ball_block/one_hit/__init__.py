"""Mode "one hit" of article 5's scene: one step of a ball past one block."""

import playground.scene as sc
from scenes.ball_block.one_hit.answer import ANSWER, LENS, QUIZ, solve, timeline
from scenes.ball_block.one_hit.cases import CASES, START
from scenes.ball_block.one_hit.derivation import DERIVATION
from scenes.ball_block.one_hit.listing import LISTING
from scenes.ball_block.one_hit.params import QUERY, OneHitParams
from scenes.ball_block.one_hit.picture import draw

SCENE = sc.Scene(
    id="ball_one_hit",
    title="Ball and one block",
    params=OneHitParams,
    cases=CASES,
    solve=solve,
    picture=draw,
    answer=ANSWER,
    derivation=DERIVATION,
    listings=(LISTING,),
    precision_formula=LENS,
    quiz=QUIZ,
    query=QUERY,
    timeline=timeline,
    map_point="center",
    start=START,
)
