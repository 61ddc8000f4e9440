"""Report of `playground bench`: every part is measured and every target checked."""

import json

import pytest

from playground.benchmarks import benchmark_report
from playground.benchmarks.goals import GOALS
from scenes import SCENES

FEW = SCENES[3:4]
SMALL = benchmark_report.BenchmarkEffort(
    queries=200, touches=50, maps=((1280, 2), (2560, 2)), frames=2, starts=1
)
FUNCTIONS = {
    "ray_circle", "circle_rect", "point_ellipse", "swept_sphere_line", "ball_block",
    "sweep_ball_block",
}  # fmt: skip


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """Return the printed and the saved report."""
    out = tmp_path_factory.mktemp("bench") / "out.json"
    text = benchmark_report.run_benchmarks(scenes=FEW, out=out, effort=SMALL)
    return text, json.loads(out.read_text(encoding="utf-8"))


def numbers(value):
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list):
        return [x for part in value for x in numbers(part)]
    return [value] if isinstance(value, float) else []


@pytest.mark.slow
def test_every_part_is_measured_and_saved(ran):
    _, kept = ran
    ids = {scene.id for scene in FEW}
    assert {row["function"] for row in kept["rates"]} == FUNCTIONS
    assert {row["function"] for row in kept["latencies"]} == FUNCTIONS
    for size in ("1280x2", "2560x2"):
        rows = [row for row in kept["maps"] if row["size"] == size]
        assert {row["scene"] for row in rows} == ids
        for kind in ("Verdict", "Value", "Mistakes"):
            assert [row["map"] for row in rows].count(kind) == len(ids)
    ways = {
        (row["tools"], row["page"], row["events"], row["map"]) for row in kept["frames"]
    }
    pages = ("Explore", "Derivation", "Code", "Lab")
    assert ways == {
        ("simple", "Explore", 1, "none"),
        ("all", "Explore", 8, "none"),
        *(("all", page, 1, shown) for page in pages for shown in ("none", "verdict")),
    }
    assert len(kept["frames"]) == len(ways) * len(ids)
    starts = [row["start"] for row in kept["starts"]]
    assert starts == ["first frame", "import", "first use"]
    for part in ("rates", "latencies", "maps", "starts"):
        assert min(numbers(kept[part])) > 0.0


@pytest.mark.slow
def test_the_targets_are_told_with_what_was_reached(ran):
    text, kept = ran
    assert text.count("\n| ") > 50
    for row in kept["targets"]:
        assert row["target"] in text
        assert row["wanted"] in text
    told = {(row["target"], row["of"]) for row in kept["targets"]}
    start = next(row for row in kept["starts"] if row["start"] == "first frame")
    row = next(r for r in kept["targets"] if r["target"] == "start to first frame")
    assert row["measured"] == start["ratio"]
    assert row["met"] == (start["ratio"] <= 2.2)
    assert {of for target, of in told if target == "each of many in doubt"} == FUNCTIONS


def test_a_target_is_a_most_or_a_least():
    most = next(target for target in GOALS if not target.is_minimum)
    least = next(target for target in GOALS if target.is_minimum)
    for target, more in ((most, False), (least, True)):
        assert target.is_met_by(target.limit)
        assert target.is_met_by(2.0 * target.limit) is more
        assert target.is_met_by(0.5 * target.limit) is not more
        assert str(target.limit).removesuffix(".0") in target.limit_text
