"""Labels in space that lie on a bright ball have plates; on glass they have none."""

import pytest
from bare import measure

from playground.render.labels import LabelStyle
from playground.render.theme import DARK
from playground.render.view_composer import ViewComposer
from playground.render.viewport import PixelViewport
from playground.scene.camera import OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Label, Role, Sphere


@pytest.mark.parametrize(("opacity", "has_plate"), [(1.0, True), (0.3, False)])
def test_a_label_on_a_ball_is_legible(opacity: float, has_plate: bool) -> None:
    ball = Sphere((0.0, 0.0, 0.0), 40.0, role=Role.MOVER, alpha=opacity)
    label = Label((0.0, 0.0, 0.0), "article", toward=(1.0, 0.0, 0.0))
    place = Viewport(0.0, 0.0, 640.0, 480.0)
    camera = OrbitCamera((0.0, 0.0, 0.0), 100.0)
    frame = PixelViewport.from_viewport(place, (640, 480), 1.0)
    view = ViewComposer().compose_space(
        DrawList(primitives=[ball, label]),
        camera,
        frame,
        (),
        None,
        LabelStyle(measure, 15.0, None, DARK),
    )
    (text,) = (text for text in view.texts if text.text == "article")
    assert (text.background[3] > 0.0) is has_plate
