"""Scene of article 1 (2D collision, part 11): intersection of a ray and a circle."""

import playground.scene as sc
from scenes import RAY_CIRCLE
from scenes.ray_circle.answer import ANSWER, LENS, QUIZ, solve
from scenes.ray_circle.cases import CASES, START
from scenes.ray_circle.derivation import DERIVATION
from scenes.ray_circle.listing import LISTING
from scenes.ray_circle.params import QUERY, RayCircleParams
from scenes.ray_circle.picture import draw, sketch

SCENE = sc.Scene(
    id=RAY_CIRCLE.id,
    title=RAY_CIRCLE.title,
    source=RAY_CIRCLE.source,
    params=RayCircleParams,
    cases=CASES,
    solve=solve,
    picture=draw,
    sketch=sketch,
    answer=ANSWER,
    derivation=DERIVATION,
    listings=(LISTING,),
    precision_formula=LENS,
    quiz=QUIZ,
    query=QUERY,
    start=START,
)
