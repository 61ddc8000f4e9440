"""Imports between layers: each module imports only layers to its left.

i18n, quick_dataclass <- collision <- scene
<- scenes, analysis, check, judge, quiz, tracing
<- session, render <- gui, web <- video, benchmarks <- cli <- __main__
"""

import ast
import subprocess
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from sources import ROOT, parse_sources

LAYERS = (
    ("playground.i18n", "playground.quick_dataclass"),
    ("playground.collision",),
    ("playground.scene",),
    (
        "scenes",
        "playground.analysis",
        "playground.check",
        "playground.judge",
        "playground.quiz",
        "playground.tracing",
    ),
    ("playground.session", "playground.render"),
    ("playground.gui", "playground.web"),
    ("playground.video", "playground.benchmarks"),
    ("playground.cli",),
    ("playground.__main__",),
)
RANK = {name: rank for rank, names in enumerate(LAYERS) for name in names}
# Rooms that know nothing of their neighbours beside them.
APART = ("playground.session", "playground.render", "playground.gui", "playground.web")
# Modules of the window that its panels, and what those are made of, do not know.
SHELL = tuple(
    f"playground.gui.{name}"
    for name in (
        *("autosave", "error_boundary", "event_log", "file_dialogs", "frame_scheduler"),
        *("input.keyboard", "input.pointer", "main_view", "offscreen"),
        *("replay", "settings", "video_exporter", "video_process", "window"),
        *("window_geometry", "window_requests"),
    )
)
PURE = {name for names in LAYERS[:4] for name in names}
PURE |= {"playground.session", "playground.web"}
GRAPHICS = {"pyglet", "imgui_bundle", "OpenGL"}


def module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, ast.Module]:
    return {module_name(Path(path)): tree for path, tree in parse_sources().items()}


@cache
def imported(name: str) -> set[str]:
    """Return every module that a module imports, anywhere in its text."""
    found = set()
    for node in ast.walk(modules()[name]):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports relatively"
            assert node.module is not None
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in modules() else node.module)
    return found


def layer(name: str) -> str | None:
    """Return the layer that a module belongs to."""
    fits = [e for e in RANK if name == e or name.startswith(f"{e}.")]
    return fits[0] if fits else None


def test_every_module_has_its_place_in_the_plan() -> None:
    homeless = {n for n in modules() if layer(n) is None} - {"playground"}
    assert not homeless
    assert len(modules()) > 30


def imports(*layers: str | None) -> list[tuple[str, str]]:
    """Return the imports of modules in some layers."""
    chosen = [name for name in modules() if layer(name) in layers]
    return [(name, other) for name in chosen for other in imported(name)]


def test_the_package_itself_imports_nothing() -> None:
    assert imports(None) == []


def test_imports_lead_only_toward_the_left() -> None:
    ranked = [(one, RANK.get(layer(one[1]), -1)) for one in imports(*RANK)]
    assert [one for one, rank in ranked if rank > RANK[layer(one[0])]] == []


def test_no_graphics_in_the_pure_modules() -> None:
    assert [x for x in imports(*PURE) if x[1].split(".")[0] in GRAPHICS] == []


def test_the_core_stands_on_numpy_alone() -> None:
    known = {"numpy", *sys.stdlib_module_names}
    others = {
        (name, other.split(".")[0])
        for name, other in imports("playground.collision")
        if layer(other) not in ("playground.collision", "playground.i18n")
    }
    assert {one for one in others if one[1] not in known} == {
        ("playground.collision.exact.solver", "numba")
    }


def test_rooms_beside_each_other_do_not_know_each_other() -> None:
    between = [(x, layer(x[0]), layer(x[1])) for x in imports(*APART)]
    assert [
        x
        for x, own, theirs in between
        if theirs in APART and theirs != own and RANK[theirs] == RANK[own]
    ] == []


def test_panels_do_not_know_the_window_around_them() -> None:
    assert [
        (name, other)
        for name, other in imports("playground.gui")
        if name not in SHELL and other in SHELL
    ] == []


def test_there_are_no_cycles() -> None:
    graph = {name: imported(name) & set(modules()) - {name} for name in modules()}
    order = list(TopologicalSorter(graph).static_order())
    assert len(order) == len(modules())


def loaded_by(*names: str) -> set[str]:
    """Return the modules that a new interpreter loads for an import."""
    code = f"import sys, {', '.join(names)}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.mark.slow
def test_importing_the_pure_modules_and_the_command_line_loads_no_graphics() -> None:
    names = {name for name in modules() if layer(name) in PURE}
    # Each of these needs an engine that need not be there.
    engines = {name for name in names if name.startswith("playground.judge.engines.")}
    assert not loaded_by("playground.cli.main", *sorted(names - engines)) & GRAPHICS


def test_importing_the_core_loads_nothing_else_of_ours_but_language() -> None:
    loaded = loaded_by("playground.collision")
    ours = {m for m in loaded if m.split(".")[0] in ("playground", "scenes")}
    assert {layer(module) for module in ours - {"playground"}} == {
        "playground.i18n",
        "playground.collision",
    }
