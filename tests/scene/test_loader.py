"""User scenes from files and packages, and the messages of failing ones."""

import sys
from pathlib import Path
from types import ModuleType

import pytest
import toys

from playground.scene import loader
from playground.scene.scene import SceneEntry, Source
from playground.scene.solution import solve_scene

GOOD = (Path(toys.__file__)).read_text(encoding="utf-8")


@pytest.fixture
def write(tmp_path: Path):
    def written(text: str, name: str = "mine.py") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return written


def refusal(scene: SceneEntry) -> str:
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        solve_scene(scene, scene.initial_params())
    return str(caught.value)


def test_a_file_gives_its_scene(write) -> None:
    scene = loader.from_file(write(GOOD))
    assert (scene.id, scene.title) == ("point_circle", "Point vs circle")
    assert solve_scene(scene, scene.initial_params()).verdict.text == "Inside"


def test_a_file_is_read_anew(write) -> None:
    path = write(GOOD)
    loader.from_file(path)
    write(GOOD.replace("Point vs circle", "Another title"))
    assert loader.from_file(path).title == "Another title"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = 1\ny = (\n", ["mine.py, line 2", "was never closed"]),
        ("x = 1\n\n1 / 0\n", ["mine.py, line 3: ZeroDivisionError: division by zero"]),
        (
            "def f():\n    raise KeyError('size')\n\nf()\n",
            ["mine.py, line 2: KeyError: 'size'"],
        ),
        ("import nowhere_at_all\n", ["mine.py, line 1: ModuleNotFoundError"]),
        ("raise ValueError\n", ["mine.py, line 1: ValueError"]),
        ("x = 1\nopen('/nowhere/at/all')\n", ["mine.py, line 2: FileNotFoundError"]),
        ("import sys\nsys.exit(3)\n", ["mine.py, line 2: SystemExit: 3"]),
        ("x = '\0'\n", ["mine.py", "SyntaxError: source code string cannot contain"]),
        ("x = 1\n", ["mine.py has no SCENE: end it with SCENE = Scene(…)"]),
        ("SCENE = 3\n", ["mine.py has no SCENE"]),
        ("from playground.scene import Scene as SCENE\n", ["mine.py has no SCENE"]),
        (
            GOOD.replace('handle=RimHandle("center")', 'handle=RimHandle("centre")'),
            ["'centre', which is not a parameter"],
        ),
        (
            GOOD.replace("radius: float = slider(2.0, 0.0, 5.0, label=\"Radius r\", "
                         'handle=RimHandle("center"))', "radius: float = 2.0"),
            ["InCircle.radius is not declared"],
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_said_with_its_line(write, text, words) -> None:
    with pytest.raises(ImportError) as caught:
        loader.from_file(write(text))
    message = str(caught.value)
    assert "\n" not in message
    for word in words:
        assert word in message


def test_what_is_no_python_file_is_said(tmp_path, write) -> None:
    with pytest.raises(ImportError, match=r"cannot read .*nowhere\.py: No such file"):
        loader.from_file(tmp_path / "nowhere.py")
    with pytest.raises(ImportError, match=r"mine\.txt is not a Python file"):
        loader.from_file(write(GOOD, "mine.txt"))


class Point:
    """Entry point that returns an object, or raises."""

    def __init__(self, name: str, found: object) -> None:
        self.name, self._found = name, found

    def load(self) -> object:
        if isinstance(self._found, BaseException):
            raise self._found
        return self._found


def offer(monkeypatch: pytest.MonkeyPatch, **found: object) -> None:
    """Make packages offer these objects by name."""

    def find_entry_points(group: str) -> list[Point]:
        assert group == "geometry_playground.scenes"
        return [Point(name, scene) for name, scene in found.items()]

    monkeypatch.setattr(loader, "find_entry_points", find_entry_points)


def test_installed_scenes_are_offered_and_one_that_fails_stays_in_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offer(
        monkeypatch,
        gone=SystemExit(1),
        lost=ModuleNotFoundError("No module named 'lost'"),
        mine=toys.SCENE,
        none=3,
    )
    gone, lost, mine, none = loader.load_installed_scenes()
    assert mine is toys.SCENE
    assert (lost.id, none.id) == ("lost", "none")
    assert refusal(gone) == "This scene cannot be loaded: SystemExit: 1"
    assert refusal(lost) == (
        "This scene cannot be loaded: ModuleNotFoundError: No module named 'lost'"
    )
    assert "none has no SCENE: end it with SCENE = Scene(…)" in refusal(none)


def test_an_id_that_is_taken_is_said_in_its_place() -> None:
    first, twin = toys.SCENE, loader.from_file(Path(toys.__file__))
    kept, second, third = loader.merge_scenes([first], [twin, twin])
    assert kept is first
    assert (second.id, third.id) == ("point_circle (2)", "point_circle (3)")
    assert refusal(second) == "A scene with the id 'point_circle' already exists."


def later(monkeypatch: pytest.MonkeyPatch, **found: object) -> loader.LazyScene:
    """Return the entry of a module, which exists only if it has content."""
    if found:
        monkeypatch.setitem(sys.modules, "elsewhere.mine", ModuleType("mine"))
        vars(sys.modules["elsewhere.mine"]).update(found)
    source = Source("Article 0", "Points", "Nobody")
    return loader.LazyScene("elsewhere.mine", "A title", source)


def test_a_scene_is_loaded_when_more_than_its_title_is_asked(monkeypatch) -> None:
    entry = later(monkeypatch)
    assert (entry.id, entry.title) == ("mine", "A title")
    assert entry.source is not None
    assert entry.source.name == "Article 0"
    entry = later(monkeypatch, SCENE=toys.SCENE)
    assert entry.params is toys.SCENE.params
    assert entry.cases is toys.SCENE.cases
    assert entry.dimension == toys.SCENE.dimension
    assert entry.resolve(entry.initial_params())[0] is toys.SCENE
    assert loader.load_error(entry) == ""


def test_one_that_cannot_be_loaded_says_so_in_its_place(monkeypatch) -> None:
    missing = "This scene cannot be loaded: ModuleNotFoundError: No module named"
    assert loader.load_error(later(monkeypatch)).startswith(missing)
    entry = later(monkeypatch, SCENE=3)
    assert "mine has no SCENE" in loader.load_error(entry)
    assert "mine has no SCENE" in refusal(entry)
