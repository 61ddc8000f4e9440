"""The name of a handle that is used, beside the letter of what it moves."""

import pytest

from playground.i18n import current_language, set_language
from playground.scene.primitives import Label
from playground.session.session import Session
from playground.session.view.pointer_controls import handle_primitives
from scenes import RAY_CIRCLE


@pytest.fixture
def spoken():
    before = current_language()
    yield set_language
    set_language(before)


@pytest.mark.parametrize(
    ("language", "origin", "radius"),
    [("en", "Ray origin", "Radius r"), ("ja", "レイの始点", "Radius r")],
)
def test_a_letter_that_the_picture_has_there_is_not_said_twice(
    spoken, language, origin, radius
):
    spoken(language)
    view = Session([RAY_CIRCLE]).scene_view

    def name(handle: str) -> str:
        (label,) = (
            record
            for record in handle_primitives(view, 0.01, (handle, 0))
            if isinstance(record, Label)
        )
        return label.text

    assert name("origin") == origin
    # The radius has its letter halfway, not at the handle.
    assert name("radius") == radius
