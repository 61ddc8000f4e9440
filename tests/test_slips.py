"""Common mistakes of scene authors, each reported in a sentence with its line.

The scene is the one that `playground new --listing` writes.
"""

from pathlib import Path

import pytest

from playground.cli import templates as starts
from playground.cli.main import main

START = (Path(starts.__file__).with_name("plane.py")).read_text(encoding="utf-8")
SOLVE = "return np.hypot(x - ox, y - oy)"
LISTED = "    arguments=listing_arguments,\n"
ARRAYS = (
    "write `solve`, conditions and values for arrays, or declare the scene `single`"
)

# What is written, in place of what, and what is said; LINE is where it is written.
SLIPS = {
    "math where NumPy is needed": (
        SOLVE,
        "import math; " + SOLVE.replace("np", "math"),
        "solving many states at once fails (only 0-dimensional arrays can be converted "
        f"to Python scalars): {ARRAYS} (mine.py, line LINE)",
    ),
    "an if where arrays come": (
        SOLVE,
        "if p.radius > 4.0: return x\n    " + SOLVE,
        "solving many states at once fails (The truth value of an array with more "
        "than one element is ambiguous. Use a.any() or a.all()): "
        f"{ARRAYS} (mine.py, line LINE)",
    ),
    "a loop without end": (
        SOLVE,
        "while True: pass",
        "it fails: solve took longer than 2 s (mine.py, line LINE)",
    ),
    "a point of space in a plane": (
        "at: Vec2 = point(1.0, 0.5, ",
        "at: Vec2 = point(1.0, 0.5, 0.0, ",
        "the parameter at is a point of 3 coordinates, the scene has 2 dimensions "
        "(mine.py, line LINE)",
    ),
    "a case of another size": (
        'Case("Off it", Numbers(at=(3.0, 1.0))',
        'Case("Off it", Numbers(at=(3.0, 1.0, 0.0))',
        "the case 'Off it' has 3 numbers for at, which is declared with 2 "
        "(mine.py, line LINE)",
    ),
    "a picture without its list": (
        "def draw(p: Numbers, distance: Any, out: DrawList)",
        "def draw(p: Numbers, out: DrawList)",
        "`picture` is called with (params, answer, out), which its function does not "
        "accept: too many positional arguments (mine.py, line LINE)",
    ),
    "code with too few arguments": (
        "oy: Any, r: Any) -> Any:",
        "oy: Any) -> Any:",
        "in the case 'In the circle' `arguments` does not fit `inside_along_axes`: too "
        "many positional arguments (mine.py, line LINE)",
    ),
    "code that cannot be run on arrays": (
        "    return away <= r",
        "    return sorted([away, r])[0] == away",
        "in the case 'In the circle' the listing's `code` cannot be run on arrays: "
        "line 4: 'sorted([away, r])' is not supported on arrays (mine.py, line CODE)",
    ),
    "a mistake that holds nowhere": (
        "when=lambda t: t.answer.hit != (t.truth <= t.p.radius)",
        "when=lambda t: False",
        "in the case 'Off the axes' the listing's answer (outside) is not the "
        "verdict, and none of its mistakes holds",
    ),
    "a line that is not in the code": (
        'line="away = abs"',
        'line="return Tru3"',
        "of the mistake 'measures along the axes': 'return Tru3' is in 0 lines of the "
        "code; it must be in one (mine.py, line CODE)",
    ),
    "a variable that is not in the code": (
        LISTED,
        LISTED + '    names={"awya": "distance"},\n',
        "the listing's `names` name 'awya', which is not a variable of its code "
        "(mine.py, line CODE)",
    ),
    "a key that nothing has": (
        LISTED,
        LISTED + '    names={"away": "distanse"},\n',
        "the listing's `names` use the key 'distanse', which nothing drawn, no row "
        "and no step has (mine.py, line CODE)",
    ),
    "a value at which nothing turns": (
        "threshold=lambda p: p.radius",
        "threshold=1.0",
        "the verdict never changes where 'Distance' reaches its `threshold` "
        "(mine.py, line QUANTITY)",
    ),
    "the hit on the other side": (
        "threshold=lambda p: p.radius,",
        "threshold=lambda p: p.radius, hit_above=True,",
        "it is a hit below the `threshold` of 'Distance': set `hit_above=False` "
        "(mine.py, line LINE)",
    ),
    "a number that is none": (
        "value=lambda p, distance: distance,",
        "value=lambda p, distance: distance * np.nan,",
        "the quantity 'Distance' is never a number in what was tried "
        "(mine.py, line QUANTITY)",
    ),
}
# What keeps the file from being loaded at all.
SHUT = {
    "no dataclass": (
        "@dataclass(frozen=True)\nclass Numbers",
        "class Numbers",
        "TypeError: Numbers is not a dataclass: write @dataclass(frozen=True) above it",
    ),
    "no declaration": (
        'at: Vec2 = point(1.0, 0.5, label="Point P", help="The point.")',
        "at: Vec2 = (1.0, 0.5)",
        "TypeError: Numbers.at is not declared: give it a default made by point, "
        "points, vector, lengths, slider, integer, angle, time, choice or toggle",
    ),
    "a condition misspelled": (
        'help="The point."',
        'when=("mod", "Wall")',
        "ValueError: at: `when` names 'mod', which is not a parameter",
    ),
}


def written(path: Path, old: str, new: str) -> dict[str, str]:
    """Write the new scene with a mistake; return the lines of it, code and quantity."""
    assert old in START
    text = START.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    before = text.index(new.splitlines()[0])
    places = {
        "LINE": before,
        "CODE": text.index("def inside_along_axes"),
        "QUANTITY": text.index('name="Distance"'),
    }
    return {name: str(text[:at].count("\n") + 1) for name, at in places.items()}


@pytest.mark.slow
@pytest.mark.parametrize(("old", "new", "said"), SLIPS.values(), ids=SLIPS)
def test_check_says_it_with_its_line(
    tmp_path, capsys, monkeypatch, old, new, said
) -> None:
    path = tmp_path / "mine.py"
    lines = written(path, old, new)
    assert main(["check", str(path)]) == 1
    expected = "fault: " + said
    for name, line in lines.items():
        expected = expected.replace(name, line)
    printed = capsys.readouterr().out.splitlines()
    found = [text for text in printed if text.startswith(expected)]
    assert len(found) == 1, printed
    # And not much else: a slip is one thing.
    assert len(printed) <= 5


@pytest.mark.parametrize(("old", "new", "said"), SHUT.values(), ids=SHUT)
def test_what_cannot_be_loaded_is_said_too(tmp_path, capsys, old, new, said) -> None:
    path = tmp_path / "mine.py"
    written(path, old, new)
    assert main(["check", str(path)]) == 2
    printed = capsys.readouterr().err
    assert printed.startswith(f"playground: {path}, line ")
    assert printed.endswith(f": {said}\n")
