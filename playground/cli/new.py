"""`playground new`: writes a template for a user's scene, with a test."""

import keyword
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path

from playground.cli.command import Subcommand, UsageError
from playground.cli.output import output_folder, print_line
from playground.i18n import message
from playground.scene.loader import ENTRY_POINT_GROUP
from scenes import SCENES

_TEMPLATES_FOLDER = Path(__file__).with_name("templates")
# Marks of a template's lines for the listing: at the end of a line, and around a block.
_LISTING_MARK, _LISTING_BEGIN_MARK, _LISTING_END_MARK = (
    "  # --listing",
    "# {--listing",
    "# --listing}",
)

_FROM_FILE = """\
from pathlib import Path

from playground.check.scene_checker import check
from playground.scene.loader import from_file

SCENE = from_file(Path(__file__).with_name("{name}.py"))
"""
_FROM_PACKAGE = """\
from {name}.scene import SCENE
from playground.check.scene_checker import check
"""
_TEST = '''\
"""{title}: no fault, and one distance computed by hand."""

{imports}

def test_it_has_no_fault():
    report = check(SCENE)
    assert not report.faults, "\\n".join(report.lines())


def test_the_distance_is_that_of_a_triangle_of_3_4_and_5():
    assert SCENE.solve(SCENE.params(at={at})) == 5.0
'''
_PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{project}"
version = "0.1.0"
description = "{title}: a scene for Geometry Playground."
requires-python = ">=3.11"
dependencies = ["geometry-playground", "numpy>=2,<3"]

[project.entry-points."{group}"]
{name} = "{name}.scene:SCENE"

[tool.hatch.build.targets.wheel]
packages = ["{name}"]
"""


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="Scene id: a-z, 0-9 and _")
    parser.add_argument(
        "--3d", action="store_true", dest="space", help="Create a 3D scene"
    )
    parser.add_argument(
        "--listing",
        action="store_true",
        help="Add a listing: published code, compared with the exact answer",
    )
    parser.add_argument(
        "--package", action="store_true", help="Create a package that pip can install"
    )


def _new(options: Namespace) -> int:
    """Write a scene and its test; existing files are not changed."""
    name: str = options.name
    _check_name(name)
    texts = _file_texts(name, options)
    for path in [Path(name)] if options.package else list(texts):
        if path.exists():
            raise UsageError("{path} already exists; give another name", path=path)
    for path, text in texts.items():
        with output_folder(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        print_line(str(path))
    for line in _next_steps(name, package=options.package):
        print_line(line)
    return 0


def _check_name(name: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name):
        raise UsageError(
            "the name {name!r} may contain only a-z, 0-9 and _, like my_scene",
            name=name,
        )
    if name in sys.stdlib_module_names | {"numpy", "playground", "scenes"}:
        raise UsageError(
            "{name} would hide a module of that name; give another name", name=name
        )
    if name in {scene.id for scene in SCENES}:
        raise UsageError("a scene with the id {name!r} already exists", name=name)


def _file_texts(name: str, options: Namespace) -> Mapping[Path, str]:
    """Return the text of each file to write, by its path."""
    start = _TEMPLATES_FOLDER / ("space.py" if options.space else "plane.py")
    title = name.replace("_", " ").strip().capitalize()
    lines = start.read_text(encoding="utf-8").splitlines()
    scene = "\n".join(_filter_listing_lines(lines, listing=options.listing)) + "\n"
    scene = re.sub("\n{4,}", "\n\n\n", scene)  # after a removed block
    scene = re.sub(r'\bid=".*?"', f'id="{name}"', scene, count=1)
    scene = re.sub(r'\btitle=".*?"', f'title="{title}"', scene, count=1)
    imports = _FROM_PACKAGE if options.package else _FROM_FILE
    test = _TEST.format(
        title=title,
        imports=imports.format(name=name),
        at="(3.0, 4.0, 0.0)" if options.space else "(3.0, 4.0)",
    )
    if not options.package:
        return {Path(f"{name}.py"): scene, Path(f"test_{name}.py"): test}
    root, project = Path(name), name.replace("_", "-")
    return {
        root / "pyproject.toml": _PROJECT.format(
            name=name, project=project, title=title, group=ENTRY_POINT_GROUP
        ),
        root
        / name
        / "__init__.py": f'"""{title}, a scene for Geometry Playground."""\n',
        root / name / "scene.py": scene,
        root / "tests" / f"test_{name}.py": test,
    }


def _filter_listing_lines(lines: list[str], *, listing: bool) -> Iterator[str]:
    """Yield the lines of a template, with or without those of the listing."""
    inside = False
    for line in lines:
        mark = line.strip()
        if mark in (_LISTING_BEGIN_MARK, _LISTING_END_MARK):
            inside = mark == _LISTING_BEGIN_MARK
        elif listing or not (inside or line.endswith(_LISTING_MARK)):
            yield line.removesuffix(_LISTING_MARK)


def _next_steps(name: str, *, package: bool) -> Iterator[str]:
    """Yield the commands to use next."""
    scene = f"{name}/{name}/scene.py" if package else f"{name}.py"
    hints = {
        f"playground run {scene}": message("open it"),
        f"playground check {scene}": message("check it for faults"),
    }
    if package:
        hints[f"pip install -e {name}"] = message(
            "install it, so that it appears in the list of scenes"
        )
    wide = max(map(len, hints))
    for command, does in hints.items():
        yield message("{command}    {does}", command=f"{command:{wide}}", does=does)


NEW = Subcommand("new", "Write a scene to start from, with its test", _declare, _new)
