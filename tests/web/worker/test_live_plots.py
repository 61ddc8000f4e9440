"""Map and curve that a page requests: those of the window's view model."""

import base64
import re
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from asked_live import AskedLive
from every import own_scenes_at_length

from playground.render.theme import LIGHT
from playground.scene.primitives import Role
from playground.web.serialize.maps import compute_map_field, serialize_current_map
from scenes import SCENES


def request(asked: AskedLive, *wanted: object) -> Any:
    told = asked.ask(*wanted)
    assert "error" not in told
    return told[str(wanted[0])]


def spread_out(runs: list[int]) -> bytes:
    return b"".join(
        bytes([kind]) * count for kind, count in zip(runs[::2], runs[1::2], strict=True)
    )


@pytest.mark.slow
@own_scenes_at_length
def test_every_map_of_a_scene_is_told_as_a_lesson_has_it(scene: Any) -> None:
    asked = AskedLive()
    told = asked.do(["scene", scene.id])
    assert told["live"]["maps"]
    for kind, _ in told["live"]["maps"]:
        asked.do(["map", kind])
        live = asked.live
        exact = request(asked, "map", live.size[0], False)
        shown = serialize_current_map(live.session, live.controls.camera(0), live.size)
        assert shown is not None
        assert base64.b64decode(exact["cells"]) == spread_out(shown["cells"])
        for name in ("palette", "legend", "looks", "box", "axes", "size"):
            assert exact[name] == shown[name]
        coarse = request(asked, "map", live.size[0], True)
        cells = coarse["size"][0] * coarse["size"][1]
        assert len(base64.b64decode(coarse["cells"])) == cells
        assert cells < shown["size"][0] * shown["size"][1] / 10
        assert coarse["coarse"]
        names = [line["name"] for line in exact["kinds"]]
        assert bool(names or exact["notes"]) == (kind != "VALUES")
    assert asked.do(["map", None])["live"]["map"] is None
    assert request(asked, "map", 500, True) is None


def test_names_on_a_map_are_as_large_in_a_narrow_view() -> None:
    asked = AskedLive()
    asked.do(["map", "MISTAKES"])
    large = {}
    for share in (1.0, 0.6):
        [named] = request(asked, "map", share * asked.live.size[0], False)["names"]
        large[share] = named["words"][0]["n"][2]
        assert named["share"] == pytest.approx(share)
    assert large[0.6] == pytest.approx(large[1.0], rel=0.15)


def test_a_click_on_a_cell_goes_to_its_case() -> None:
    asked = AskedLive()
    asked.do(["map", "REGIONS"])
    request(asked, "map", 520, False)
    number = asked.told["live"]["map"]["number"]
    asked.do(["cell", True, 1.0, 0.51])
    live = asked.live
    assert live.session.params.origin == pytest.approx((1.0, 0.51), abs=0.03)
    field = compute_map_field(live.session, live.controls.camera(0), live.size)
    assert field is not None
    place = field.rows.nearest(0.51), field.columns.nearest(1.0)
    verdict = live.session.scene_view.verdict
    assert verdict
    assert field.kinds[field.index[place]].name == verdict.text
    # The map is of all places of that point: it stays as it is.
    assert asked.told["live"]["map"]["number"] == number
    asked.do(["undo"])
    assert asked.do(["set", "radius", 1.0])["live"]["map"]["number"] != number


def test_a_question_and_what_is_not_yet_derived_have_no_map() -> None:
    asked = AskedLive()
    asked.do(["map", "REGIONS"], ["page", "derivation"], ["step", 1])
    assert asked.told["live"]["map"] is None
    assert request(asked, "map", 520, False) is None
    asked.do(["cell", True, 0.0, 0.0])
    asked.do(["page", "explore"], ["step", None])
    asked.do(["quiz", "begin", 3])
    assert asked.told["live"]["map"] is None
    assert request(asked, "curve", 400) is None


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_the_curve_is_the_study_s(scene: Any) -> None:
    asked = AskedLive()
    asked.do(["scene", scene.id])
    told, shown = request(asked, "curve", 400), asked.live.session.scene_view.curve
    assert shown is not None
    assert [name for name, *_ in told["lines"]] == [
        name for plot in shown.axis_plots for name in plot.lines
    ]
    low, high = told["ends"]
    picture = ElementTree.fromstring(told["svg"])
    drawn: dict[str, set[float]] = {}
    marked: dict[str, list[float]] = {}
    for path in picture.findall(".//path"):
        places = re.findall(r"[ML]([-\d.]+)", path.get("d") or "")
        if path.get("stroke-width") == "2.5":
            drawn.setdefault(path.get("stroke") or "", set()).update(map(float, places))
        if at := re.match(r"translate\(([-\d.]+)", path.get("transform") or ""):
            marked.setdefault(path.get("fill") or "", []).append(float(at[1]))

    def to_px(x: Any) -> Any:
        return told["left"] + (np.array(x) - low) / (high - low) * told["width"]

    # Each line has all places where there is one, and marks where it meets its level.
    roles = asked.live.session.scene_view.scene.answer.line_roles
    for name, *_ in told["lines"]:
        assert name in told["said"]
        found = sorted(drawn[to_hex(LIGHT.texts[roles[name]])])
        wanted = to_px(shown.x[np.isfinite(shown.lines[name])])
        assert np.abs(np.subtract.outer(wanted, found)).min(axis=1).max() < 0.02
    roots = sorted(marked.get(to_hex(LIGHT.roles[Role.HIT]), []))
    assert roots == pytest.approx(to_px(shown.roots), abs=0.02)


def to_hex(colour: Any) -> str:
    return "#" + "".join(f"{round(255 * part):02x}" for part in colour[:3])


def test_the_hand_of_a_curve_sets_its_number() -> None:
    asked = AskedLive()
    asked.do(["axis", "Radius r (m)"])
    told = request(asked, "curve", 400)
    asked.do(["along", True, 1.2], ["along", False, 1.5])
    assert asked.live.session.params.radius == pytest.approx(1.5)
    assert request(asked, "curve", 400)["ends"] == told["ends"]
    asked.do(["undo"])
    assert (
        asked.live.session.params == asked.live.session.scene.cases["Two hits"].params
    )
    assert "number" in asked.do(["along", True, "x"])["error"]


def test_a_map_while_something_moves_shows_areas_alone() -> None:
    asked = AskedLive()
    asked.do(["map", "REGIONS"])
    told = [
        request(asked, "map", asked.live.size[0], coarse) for coarse in (True, False)
    ]
    [touch] = [line["place"] for line in told[1]["kinds"] if line["name"] == "Touch"]
    coarse, exact = (
        np.frombuffer(base64.b64decode(one["cells"]), np.uint8) for one in told
    )
    assert (exact == touch).any()
    assert (coarse != touch).all()
