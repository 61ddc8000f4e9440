"""A lesson and states with files."""

import numpy as np
from every import ENTRIES
from hypothesis import strategies as st
from strategies import params_of

from playground.analysis.curve import axes
from playground.analysis.heat_map import MapKind
from playground.scene.camera import Camera2D, OrbitCamera
from playground.session.lesson.document import (
    AgreementCheck,
    Lesson,
    LessonQuestion,
    LessonTask,
    MistakeCheck,
    OutcomeCheck,
    QuantityCheck,
    QuantityRelation,
    Stop,
)
from playground.session.saved_state import State
from playground.session.view_options import MapChoice, Page
from scenes import RAY_CIRCLE

NUMBERS = st.floats(-1e6, 1e6)
PLANE = st.builds(Camera2D, st.tuples(NUMBERS, NUMBERS), st.floats(1e-7, 1e9))
SPACE = st.builds(
    OrbitCamera,
    st.tuples(NUMBERS, NUMBERS, NUMBERS),
    st.floats(1e-6, 1e9),
    st.floats(-4.0, 4.0),
    st.floats(-2.0, 2.0),
)
TEXT = """{
  "format": "geometry-playground",
  "version": 1,
  "scene": "ray_circle",
  "params": {"radius": 2.25},
  "case": "Starts inside",
  "show": {
    "page": "Lab",
    "step": 3,
    "map": "Mistakes",
    "over": ["origin.x", "radius"],
    "compare": true,
    "precision": "float32",
    "curve": "radius",
    "views": {"0": {"center": [1, 2.5], "scale": 40}}
  }
}"""


@st.composite
def states(draw: st.DrawFn) -> State:
    scene = draw(st.sampled_from(ENTRIES))
    params = draw(params_of(scene.params))
    known = axes(params)
    two = st.lists(st.sampled_from(known), min_size=2, max_size=2, unique=True)
    pairs = two.map(lambda pair: (pair[0], pair[1])) if len(known) > 1 else st.none()
    mapped = st.builds(MapChoice, st.none() | pairs, st.text(max_size=9), st.text())
    return State(
        scene,
        params,
        draw(st.sampled_from(["", *scene.cases])),
        draw(st.sampled_from(Page)),
        draw(st.none() | st.integers(1, 20)),
        draw(st.none() | st.sampled_from(MapKind)),
        draw(mapped),
        draw(st.booleans()),
        draw(st.sampled_from([None, np.float32, np.float64])),
        draw(st.none() | st.sampled_from(known)) if known else None,
        draw(st.dictionaries(st.integers(0, 8), PLANE | SPACE, max_size=2)),
    )


LOST = "start inside: missed"
S, FIRST = "Discriminant s", "First t"
CROSSING = State(RAY_CIRCLE, RAY_CIRCLE.cases["Two hits"].params, "Two hits")
INSIDE = State(
    RAY_CIRCLE,
    RAY_CIRCLE.cases["Starts inside"].params,
    page=Page.DERIVATION,
    step=3,
    compare=True,
    dtype=np.float64,
)
ASKED = LessonQuestion(
    "How many points?",
    ("One", "Two"),
    1,
    "The root is not zero.",
    (
        QuantityCheck(S, QuantityRelation.IS, 0.0, 0.01),
        QuantityCheck(S, QuantityRelation.ABOVE, 0.0),
    ),
)
DONE = LessonTask(
    "Lose the hit.", (MistakeCheck(LOST), AgreementCheck(False), OutcomeCheck("Inside"))
)
PLAN = Lesson(
    "Ray – and circle",
    (
        Stop(CROSSING, "It crosses.\nTwice."),
        Stop(CROSSING, "", ASKED),
        Stop(INSIDE, "", None, DONE),
    ),
    "Article 1",
)
