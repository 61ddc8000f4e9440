"""Names of areas: inside if they fit, else on tags beside them, at most four."""

from dataclasses import replace

import numpy as np
import pytest
from bare import measure
from map_fields import kinds, paint

from playground.analysis.heat_map import MapKind
from playground.render.labels import LabelStyle
from playground.render.map_colors import MapImage
from playground.render.map_labels import MapNamePlacer, make_map_names, make_name_texts
from playground.render.theme import DARK
from playground.scene.answer import NO_KIND_INDEX, Effect, RegionKind
from playground.scene.camera import Viewport
from playground.scene.primitives import MISTAKE_ROLES, Role

SIZE = 720, 480
VIEW = Viewport(100.0, 50.0, *map(float, SIZE))
WORDS = LabelStyle(measure, 15.0, None, DARK)
# A cell is a pixel of the view.
ENDS = np.array([(x, y, 1.0) for y in (530.0, 50.0) for x in (100.0, 820.0)])
NO_INK = np.empty((0, 2))


def backdrop(index, *effects, fine=True, note="9 % of this view"):
    """Return a map, rows from the top down, with a name for each kind."""
    found = tuple(
        RegionKind(f"kind {place}", Role.HIT, effect)
        for place, effect in enumerate(effects)
    )
    field = replace(kinds(index[::-1], MapKind.MISTAKES), kinds=found)
    painted = paint(field, fine=fine)
    told = [(at, f"kind {at}", note) for at in range(len(found))]
    return MapImage(painted, np.empty((4, 2)), make_map_names(painted, told))


def blank():
    return np.full(SIZE[::-1], NO_KIND_INDEX)


def placed(below, ink=NO_INK, taken=(), names=None):
    return (names or MapNamePlacer()).place_names(below, ENDS, VIEW, ink, taken, WORDS)


def cells(index, box):
    """Return the cells under a box of the screen."""
    left, top, right, bottom = box
    return index[int(top - 50) : int(bottom - 50), int(left - 100) : int(right - 100)]


def disjoint(boxes):
    return all(
        a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        for i, a in enumerate(boxes)
        for b in boxes[:i]
    )


def test_a_large_area_holds_its_name_in_the_colour_of_the_ground():
    index = blank()
    index[40:400, 60:500] = 0
    (place,) = placed(backdrop(index, Effect.MISSED_HIT))
    assert place.anchor is None
    assert (cells(index, place.box) == 0).all()
    assert 20.0 <= place.size <= 25.0
    name, share = make_name_texts([place], DARK, WORDS)
    assert (name.text, share.text) == ("kind 0", "9 % of this view")
    assert name.colour == share.colour == DARK.background
    assert name.y < share.y


@pytest.mark.parametrize("effect", [Effect.PHANTOM_HIT, Effect.WRONG])
def test_on_a_texture_no_words_are_written(effect):
    index = blank()
    index[40:400, 60:500] = 0
    (place,) = placed(backdrop(index, effect))
    assert place.anchor is not None
    name, share = make_name_texts([place], DARK, WORDS)
    assert (name.colour, share.colour) == (DARK.text, DARK.text_muted)


def test_a_small_area_has_a_tag_beside_it_whose_leader_ends_in_it():
    index = blank()
    index[200:230, 300:330] = 0
    (place,) = placed(backdrop(index, Effect.MISSED_HIT))
    x, y = place.anchor
    assert index[int(y - 50), int(x - 100)] == 0
    assert (cells(index, place.box) == NO_KIND_INDEX).all()
    left, top, right, bottom = place.box
    assert 100.0 <= left < right <= 820.0
    assert 50.0 <= top < bottom <= 530.0
    assert bottom - top >= 40.0


def test_names_keep_off_lines_and_labels_and_each_other():
    index = blank()
    index[100:200, 100:260], index[300:330, 300:360] = 0, 1
    index[100:140, 500:520], index[400:430, 600:640] = 2, 3
    below = backdrop(index, *[Effect.MISSED_HIT] * 4)
    ink = np.stack([np.arange(100.0, 820.0, 5.0), np.full(144, 200.0)], axis=1)
    taken = (380.0, 300.0, 480.0, 420.0)
    found = placed(below, ink, [taken])
    assert len(found) == 4
    boxes = [place.box for place in found]
    assert disjoint([*boxes, taken])
    for left, top, right, bottom in boxes:
        assert not (top < 200.0 < bottom and left < 820.0 and right > 100.0)


def test_no_tag_lies_on_the_leader_of_another():
    index = blank()
    index[150:180, 270:330], index[350:410, 110:170] = 0, 1
    index[280:340, 10:40] = 2
    found = placed(backdrop(index, *[Effect.WRONG] * 3))
    assert len(found) == 3
    for of in found:
        left, top, right, bottom = of.box
        x, y = of.anchor
        near = min(max(x, left), right), min(max(y, top), bottom)
        for other in found:
            left, top, right, bottom = other.box
            for share in np.linspace(0.0, 1.0, 50)[1:]:
                at = np.array(near) + share * np.subtract((x, y), near)
                under = left < at[0] < right and top < at[1] < bottom
                assert not under or other is of


def test_where_another_tag_would_hide_its_leader_a_kind_has_none():
    index = blank()
    index[240:270, 350:380], index[290:320, 350:380] = 0, 1
    # There is room above, for one tag and no more.
    hem = [(100.0, 50.0, 370.0, 530.0), (560.0, 50.0, 820.0, 530.0)]
    hem += [(370.0, 310.0, 560.0, 530.0), (370.0, 50.0, 560.0, 140.0)]
    below = backdrop(index, Effect.WRONG, Effect.WRONG)
    assert [place.name.kind for place in placed(below, taken=hem)] == [0]


def test_of_several_areas_a_leader_ends_in_one_with_room_beside_it():
    index = blank()
    index[40:80, 30:70] = index[400:440, 500:540] = 0
    hem = [(100.0, 50.0, 700.0, 86.0), (100.0, 134.0, 700.0, 330.0)]
    hem += [(100.0, 86.0, 126.0, 134.0), (174.0, 86.0, 700.0, 134.0)]
    (place,) = placed(backdrop(index, Effect.MISSED_HIT), taken=hem)
    assert place.anchor[1] > 400.0
    x, y = place.anchor
    left, top, right, bottom = place.box
    away = max(left - x, x - right, 0.0), max(top - y, y - bottom, 0.0)
    assert np.hypot(*away) < 60.0


def test_a_name_alone_is_larger():
    index = blank()
    index[200:230, 300:330] = 0
    words = replace(WORDS, label_size=26.0)
    sizes = []
    for note in ("9 % of this view", ""):
        below = backdrop(index, Effect.MISSED_HIT, note=note)
        (place,) = MapNamePlacer().place_names(below, ENDS, VIEW, NO_INK, (), words)
        told = make_name_texts([place], DARK, words)
        assert [text.text for text in told] == [t for t in ("kind 0", note) if t]
        sizes.append(place.size)
    assert sizes[0] < 17.0
    # Prose on a stage is 3.5 % of a height of 600.
    assert sizes[1] >= 0.035 * 600.0


def test_at_most_four_have_names_the_most_severe():
    index = blank()
    for kind in range(6):
        index[60:90, 40 + 110 * kind : 70 + 110 * kind] = kind
    found = placed(backdrop(index, *[Effect.MISSED_HIT] * 6))
    assert [place.name.kind for place in found] == [0, 1, 2, 3]


def test_a_kind_that_is_not_in_view_has_no_name():
    index = blank()
    index[40:400, 60:500] = 0
    found = placed(backdrop(index, Effect.MISSED_HIT, Effect.PHANTOM_HIT))
    assert [place.name.kind for place in found] == [0]


def test_a_name_stays_where_it_is_as_long_as_it_fits():
    index, names = blank(), MapNamePlacer()
    index[40:400, 60:500] = 0
    (first,) = placed(backdrop(index, Effect.MISSED_HIT), names=names)
    index[40:400, 500:600] = 0
    (second,) = placed(backdrop(index, Effect.MISSED_HIT), names=names)
    assert second.box == first.box
    # While it is dragged a map is coarse: what fits stays, what does not goes.
    (third,) = placed(backdrop(index, Effect.MISSED_HIT, fine=False), names=names)
    assert third.box == first.box
    index[:, :300] = NO_KIND_INDEX
    assert placed(backdrop(index, Effect.MISSED_HIT, fine=False), names=names) == []
    (moved,) = placed(backdrop(index, Effect.MISSED_HIT), names=names)
    assert moved.box != first.box
    assert (cells(index, moved.box) == 0).all()


def test_the_colours_of_names_are_those_of_their_kinds():
    index = blank()
    index[40:400, 60:500], index[40:60, 600:640] = 0, 1
    found = placed(backdrop(index, Effect.MISSED_HIT, Effect.WRONG))
    assert [place.name.role for place in found] == [*MISTAKE_ROLES[:2]]


def test_a_view_in_space_has_names_too():
    """The map's far edge is smaller: w is larger there."""
    index = blank()
    index[:, :] = 0
    far = ENDS * np.array([1.0, 1.0, 1.5, 1.5])[:, None]
    names = MapNamePlacer().place_names(
        backdrop(index, Effect.WRONG), far, VIEW, NO_INK, (), WORDS
    )
    assert len(names) == 1


def test_a_leader_goes_a_longer_way_rather_than_over_the_figure():
    index = blank()
    index[230:250, 350:370] = 0
    # A thick ring about the area, and at its right a gap that is too low for a tag.
    x, y = np.meshgrid(np.arange(380.0, 540.0, 3.0), np.arange(210.0, 370.0, 3.0))
    far = np.hypot(x - 460.0, y - 290.0)
    gap = (x > 460.0) & (abs(y - 290.0) < 14.0)
    ring = (far > 16.0) & (far < 76.0) & ~gap
    (place,) = placed(backdrop(index, Effect.WRONG), np.stack([x[ring], y[ring]], 1))
    left, top, _, bottom = place.box
    assert left > 500.0
    assert top < place.anchor[1] < bottom
