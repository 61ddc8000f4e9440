"""Scene of article 3 (point and ellipse): three moves turn the ellipse into a circle.

The ellipse stays in the world as a dashed outline, where it can be dragged. Its image,
the point and the grid follow the three moves of the article as `progress` runs from 0
to 3, and end as a circle about the origin. The picture also has what the circle
does not show: the true distance and the nearest point of the ellipse.
"""

import playground.scene as sc
from scenes import POINT_ELLIPSE
from scenes.point_ellipse.answer import ANSWER, LENS, QUIZ, solve, timeline
from scenes.point_ellipse.cases import CASES, START
from scenes.point_ellipse.derivation import DERIVATION
from scenes.point_ellipse.listing import LISTING
from scenes.point_ellipse.params import QUERY, PointEllipseParams
from scenes.point_ellipse.picture import draw

SCENE = sc.Scene(
    id=POINT_ELLIPSE.id,
    title=POINT_ELLIPSE.title,
    source=POINT_ELLIPSE.source,
    params=PointEllipseParams,
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
    map_point="point",
    start=START,
)
