"""Scene of article 2 (circle and rectangle): a disc and a rotated rectangle."""

import playground.scene as sc
from scenes import CIRCLE_RECT
from scenes.circle_rect.answer import ANSWER, LENS, QUIZ, solve, timeline
from scenes.circle_rect.cases import CASES, START
from scenes.circle_rect.derivation import DERIVATION
from scenes.circle_rect.listing import LISTING
from scenes.circle_rect.params import QUERY, CircleRectParams
from scenes.circle_rect.picture import draw

SCENE = sc.Scene(
    id=CIRCLE_RECT.id,
    title=CIRCLE_RECT.title,
    source=CIRCLE_RECT.source,
    params=CircleRectParams,
    cases=CASES,
    solve=solve,
    picture=draw,
    answer=ANSWER,
    derivation=DERIVATION,
    listings=(LISTING,),
    precision_formula=LENS,
    quiz=QUIZ,
    timeline=timeline,
    query=QUERY,
    map_point="center",
    start=START,
)
