"""Scene of article 4 (3D collision, part 16): a moving sphere and a line.

A sphere moves straight from start to end. The perpendicular from its centre to the line
is linear in time, so the times of touch are the roots of a quadratic, which is the
curve under the picture. In the second view, along the line, everything is plane
geometry.
"""

import playground.scene as sc
from scenes import SPHERE_LINE
from scenes.sphere_line.answer import ANSWER, LENS, QUIZ, solve, timeline
from scenes.sphere_line.cases import CASES, START
from scenes.sphere_line.derivation import DERIVATION
from scenes.sphere_line.listing import LISTING
from scenes.sphere_line.params import QUERY, SphereLineParams
from scenes.sphere_line.picture import draw, sketch

SCENE = sc.Scene(
    id=SPHERE_LINE.id,
    title=SPHERE_LINE.title,
    source=SPHERE_LINE.source,
    dimension=3,
    params=SphereLineParams,
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
    timeline=timeline,
    start=START,
)
