"""Command line: pictures without a screen, and errors on one line."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from unicodedata import normalize
from xml.etree import ElementTree
from xml.etree.ElementTree import tostring

import numpy as np
import pytest
from every import ENTRIES, few_scenes
from PIL import Image

from playground.cli.main import main
from playground.render.theme import DARK
from playground.scene.params import with_values
from playground.scene.state_format import dump_state
from playground.session.saved_state import case_state, dump, make_link
from scenes import SCENES, ray_circle

SCENE = ray_circle.SCENE
IDS = [scene.id for scene in ENTRIES]
# The gallery is that of our own.
PICTURES = (
    *(scene.id for scene in SCENES),
    "ray_circle_light",
    "lesson",
    "stop",
    "maps",
)
GALLERY = [f"{name}.png" for name in PICTURES]
ROOT = Path(__file__).parents[1]
SIZE = ("--size", "960x600")


@pytest.fixture
def playground(capsys: pytest.CaptureFixture[str]) -> Callable[..., SimpleNamespace]:
    """Return a function that runs a command in this process: exit code and output."""

    def run(*arguments: object) -> SimpleNamespace:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as left:
            code = left.code
        printed = capsys.readouterr()
        return SimpleNamespace(code=code, out=printed.out, err=printed.err)

    return run


@pytest.fixture
def refused(playground) -> Callable[..., str]:
    """Return a function that runs a failing command: its line on stderr."""

    def run(*arguments: object) -> str:
        answer = playground(*arguments)
        assert answer.code == 2
        assert answer.out == ""
        assert answer.err.endswith("\n")
        assert answer.err.count("\n") == 1, answer.err
        assert answer.err.startswith("playground: ")
        return answer.err.removeprefix("playground: ").strip()

    return run


def started(
    *arguments: str, folder: Path, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run `python -m playground` as a separate process, without a display."""
    kept = {k: v for k, v in os.environ.items() if k != "DISPLAY"}
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, "-m", "playground", *arguments],
        cwd=folder,
        env={**kept, "PYTHONPATH": path, **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )


def pixels(path: Path) -> np.ndarray:
    with Image.open(path) as image:
        assert image.format == "PNG"
        return np.asarray(image.convert("RGBA"))


def state_file(folder: Path, **changes: object) -> Path:
    state = {**json.loads(dump_state(SCENE, SCENE.initial_params())), **changes}
    path = folder / "state.json"
    path.write_text(json.dumps(state), encoding="utf-8")
    return path


def test_list_names_every_scene_and_every_case(playground):
    answer = playground("list")
    assert (answer.code, answer.err) == (0, "")
    lines = answer.out.splitlines()
    expected = [
        line
        for scene in ENTRIES
        for line in (
            f"{scene.id}: {scene.title}",
            *(f"    {name}: {case.shows}" for name, case in scene.cases.items()),
        )
    ]
    assert lines == expected


@pytest.fixture(scope="module")
def plain(tmp_path_factory) -> np.ndarray:
    """Return the picture of a scene's window with only a size option."""
    out = tmp_path_factory.mktemp("plain") / "a.png"
    assert main(["render", SCENE.id, *SIZE, "-o", str(out)]) == 0
    return pixels(out)


@pytest.mark.slow
@pytest.mark.parametrize("scene_id", few_scenes(IDS)[1:])
def test_render_saves_the_window_as_a_picture(playground, tmp_path, scene_id):
    out = tmp_path / "new folder" / "picture.png"
    answer = playground("render", scene_id, "-o", out)
    assert (answer.code, answer.out, answer.err) == (0, f"{out}\n", "")
    picture = pixels(out)
    assert picture.shape == (800, 1280, 4)
    assert (picture[..., 3] == 255).all()
    assert len(np.unique(picture.reshape(-1, 4), axis=0)) > 100


@pytest.mark.slow
def test_scale_multiplies_the_pixels_not_the_layout(playground, tmp_path, plain):
    playground("render", SCENE.id, *SIZE, "--scale", 2, "-o", tmp_path / "2.png")
    large = pixels(tmp_path / "2.png")
    assert large.shape == (1200, 1920, 4)
    # The same picture, finer: averaged in twos it is nearly the small one.
    averaged = large.reshape(600, 2, 960, 2, 4).mean(axis=(1, 3))
    off = np.abs(averaged - plain)
    # Letters are whole pixels wide: so are words, and buttons move with them.
    assert off.mean() < 2.5
    # In the figure there are few.
    assert off[60:440, 90:520].mean() < 1.0


@pytest.mark.slow
def test_theme_and_case_change_the_picture(playground, tmp_path, plain):
    variants = {"light": ("--theme", "light"), "case": ("--case", "Miss")}
    drawn = {}
    for name, options in variants.items():
        out = tmp_path / f"{name}.png"
        assert playground("render", SCENE.id, *SIZE, *options, "-o", out).code == 0
        drawn[name] = pixels(out)
    assert drawn["light"][..., :3].mean() > 180 > 80 > plain[..., :3].mean()
    assert (drawn["case"] != plain).any(axis=2).mean() > 0.005


@pytest.mark.slow
def test_params_that_no_core_takes_are_drawn_all_the_same(playground, tmp_path):
    params = SCENE.initial_params()
    path = tmp_path / "degenerate.json"
    degenerate = with_values(params, direction=(0.0, 0.0))
    path.write_text(dump_state(SCENE, degenerate), encoding="utf-8")
    assert playground("render", path, *SIZE, "-o", tmp_path / "a.png").code == 0
    assert "--step" in playground("render", path, "--step", 1, "-o", "a.png").err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--over", "radius,angle"), "--over needs --map"),
        (("--map", "zones"), "ray_circle has no map of its zones"),
        (("--map", "value", "--over", "radius,radius"), "--over needs two of"),
        (("--map", "value", "--over", "radius,width"), "--over needs two of"),
    ],
)
def test_axes_that_there_are_not(refused, tmp_path, options, said):
    error = refused("render", "ray_circle", *options, "-o", tmp_path / "a.png")
    assert said in error


def test_a_wall_has_no_map(refused, tmp_path):
    wall = ("--case", "Wall, exact, fast", "--map", "value")
    error = refused("render", "ball_block", *wall, "-o", tmp_path / "a.png")
    assert error == "this case has no map"


@pytest.mark.slow
def test_python_m_playground_is_the_same_command(tmp_path, plain):
    answer = started("render", SCENE.id, *SIZE, "-o", "a.png", folder=tmp_path)
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "a.png\n", "")
    assert np.array_equal(pixels(tmp_path / "a.png"), plain)


@pytest.mark.exhaustive
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs X's rules")
def test_without_a_display_the_gallery_is_saved(tmp_path):
    answer = started(folder=tmp_path, environment={"DISPLAY": ":98765"})
    assert (answer.returncode, answer.stderr) == (0, "")
    said, *saved = answer.stdout.splitlines()
    assert "no display" in said
    assert saved == [str(Path("screenshots", name)) for name in GALLERY]
    assert sorted(path.name for path in (tmp_path / "screenshots").iterdir()) == sorted(
        GALLERY
    )
    for name in saved[:-1]:
        assert pixels(tmp_path / name).shape == (1600, 2560, 4)
    assert min(pixels(tmp_path / saved[-1]).shape[:2]) > 1200


@pytest.mark.slow
def test_signs_that_the_terminal_lacks_are_replaced(tmp_path):
    answer = started("list", folder=tmp_path, environment={"PYTHONIOENCODING": "ascii"})
    assert (answer.returncode, answer.stderr) == (0, "")
    assert IDS[-1] in answer.stdout


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs /dev/full's kin")
def test_a_reader_that_leaves_is_no_error(tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    program = subprocess.run(
        [sys.executable, "-m", "playground", "list"],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        stdout=writing,
        stderr=subprocess.PIPE,
        timeout=180,
        check=False,
    )
    os.close(writing)
    assert (program.returncode, program.stderr) == (0, b"")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "left_out"),
    [
        ("main(['list'])", ("pyglet", "imgui_bundle")),
        # A window is to open at once.
        (
            "from playground.gui import window",
            ("playground.web.svg_figure", "playground.judge.evaluation", "hashlib"),
        ),
        (
            "from scenes import SCENES; from playground.session.session import Session;"
            " Session(SCENES).scene_view.curve",
            ("numpy.ma",),
        ),
    ],
)
def test_nothing_is_loaded_before_it_is_needed(tmp_path, what, left_out):
    headless = "import pyglet; pyglet.options.headless = True;"
    code = (
        headless
        * ("window" in what)
        + f"from playground.cli.main import main; {what}; import sys;"
        f"sys.exit(' '.join(set(sys.modules) & {set(left_out)}) or None)"
    )
    program = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert (program.returncode, program.stderr) == (0, "")


@pytest.mark.parametrize("command", ["run", "render"])
def test_an_unknown_scene_is_told_with_those_there_are(refused, tmp_path, command):
    output = ("-o", tmp_path / "a.png") if command == "render" else ()
    error = refused(command, "ray_cirle", *output)
    assert error.startswith("unknown scene 'ray_cirle'")
    assert all(name in error for name in IDS)
    assert not (tmp_path / "a.png").exists()


@pytest.mark.parametrize(("command", "name"), [("run", "Nope"), ("render", "")])
def test_an_unknown_case_is_told_with_those_there_are(refused, tmp_path, command, name):
    output = ("-o", tmp_path / "a.png") if command == "render" else ()
    error = refused(command, SCENE.id, "--case", name, *output)
    assert error.startswith(f"unknown case {name!r}")
    assert all(case in error for case in SCENE.cases)


def test_a_case_needs_a_scene_and_no_file(refused, tmp_path):
    assert "needs a scene" in refused("run", "--case", "Miss")
    error = refused("run", state_file(tmp_path), "--case", "Miss")
    assert "not with a state" in error


@pytest.mark.parametrize("step", [0, -1, 1000])
def test_a_step_out_of_range_is_told_with_the_range(refused, tmp_path, step):
    error = refused("render", SCENE.id, "--step", step, "-o", tmp_path / "a.png")
    assert error.startswith("--step must be from 1 to ")


def test_a_byte_order_mark_in_a_state_file_is_accepted(playground, tmp_path):
    path = state_file(tmp_path)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert playground("render", path, *SIZE, "-o", tmp_path / "a.png").code == 0


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "cannot read {path}: No such file or directory"),
        (lambda path: path.mkdir(), "cannot read {path}: it is a folder"),
        (
            lambda path: path.write_bytes(b"\xff\xfe\x00"),
            "cannot read {path}: not UTF-8 text",
        ),
        (lambda path: path.write_text("{"), "{path}: not JSON: line 1, column 2"),
        (
            lambda path: state_file(path.parent, params={"a\nb": 1}),
            "{path}: unknown field 'a\\nb' in \"params\"",
        ),
    ],
)
@pytest.mark.parametrize("command", ["run", "render"])
def test_a_file_that_is_no_state(refused, tmp_path, command, make, said):
    """What a file may hold is asked in tests/scene/test_state_file.py."""
    output = ("-o", tmp_path / "a.png") if command == "render" else ()
    path = tmp_path / "state.json"
    make(path)
    assert refused(command, path, *output) == said.format(path=path)


@pytest.mark.slow
def test_a_place_that_cannot_be_written(refused, tmp_path):
    (tmp_path / "file").touch()
    within = tmp_path / "file" / "a.png"
    error = refused("render", SCENE.id, *SIZE, "-o", within)
    assert error.startswith(f"cannot write {within}: ")
    assert refused("gallery", "-o", tmp_path / "file").startswith("cannot write")
    assert refused("render", SCENE.id, *SIZE, "-o", tmp_path).startswith("cannot write")


def test_a_picture_too_large_for_opengl(refused, tmp_path):
    error = refused(
        "render", SCENE.id, "--size", "8192x600", "--scale", 3, "-o", tmp_path / "a.png"
    )
    assert "16384" in error


@pytest.mark.parametrize(
    "options",
    [
        ("--size", "large"),
        ("--size", "100x100"),
        ("--size", "9999x9999"),
        ("--size", "1280"),
        ("--size", "-1280x800"),
        ("--scale", "0"),
        ("--scale", "nan"),
        ("--scale", "big"),
        ("--theme", "pink"),
        ("--step", "one"),
        ("--nothing",),
    ],
)
def test_a_wrong_option_is_told_with_the_usage(playground, tmp_path, options):
    answer = playground("render", SCENE.id, "-o", tmp_path / "a.png", *options)
    assert answer.code == 2
    assert answer.err.splitlines()[-1].startswith("playground")
    assert options[0] in answer.err
    assert not (tmp_path / "a.png").exists()


def test_an_svg_is_of_the_figure_alone(refused, tmp_path):
    error = refused("render", SCENE.id, "-o", tmp_path / "a.svg")
    assert error == "an SVG shows only the figure: add --canvas"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--size", "320x240"), "960x600"),
        (("--size", "319x240", "--canvas"), "320x240"),
        (("--size", "320x9000", "--canvas"), "8192"),
    ],
)
def test_a_figure_alone_may_be_smaller_than_a_window(refused, tmp_path, options, said):
    error = refused("render", SCENE.id, *options, "-o", tmp_path / "a.png")
    assert error.startswith("--size must be from ")
    assert said in error


def test_a_figure_alone_has_the_size_that_is_asked_for(playground, tmp_path):
    out = tmp_path / "a.png"
    size = "--canvas", "--size", "320x240", "--scale", 2
    assert playground("render", SCENE.id, *size, "-o", out).code == 0
    picture = pixels(out)
    assert picture.shape == (480, 640, 4)
    # The ground reaches every side: there is no panel.
    ground = np.round(np.array(DARK.background[:3]) * 255)
    for corner in (picture[3, 3], picture[-3, 3], picture[3, -3], picture[-3, -3]):
        assert (corner[:3] == ground).all()


@pytest.fixture
def vectors(playground, tmp_path) -> Callable[..., ElementTree.Element]:
    """Return a function that saves a figure as SVG: its root."""

    def saved(*arguments: object) -> ElementTree.Element:
        out = tmp_path / "a.svg"
        answer = playground("render", *arguments, "--canvas", "-o", out)
        assert (answer.code, answer.out, answer.err) == (0, f"{out}\n", "")
        return ElementTree.parse(out).getroot()

    return saved


def shown(root: ElementTree.Element) -> set[str]:
    """Return the texts of an SVG, symbols as plain letters."""
    texts = (node for node in root.iter() if node.tag.endswith("}text"))
    return {normalize("NFKC", "".join(node.itertext())) for node in texts}


def test_vectors_follow_the_options(vectors):
    plain = vectors(SCENE.id, "--size", "640x480")
    assert (plain.get("width"), plain.get("height")) == ("640", "480")
    twice = vectors(SCENE.id, "--size", "640x480", "--scale", 2)
    assert (twice.get("width"), twice.get("viewBox")) == ("1280", "0 0 640 480")
    # On paper the ground is light, unless it is asked otherwise.
    light, dark = (vectors(SCENE.id, "--theme", name) for name in ("light", "dark"))
    grounds = [root.find("{*}rect").get("fill") for root in (plain, light, dark)]
    assert grounds[0] == grounds[1] != grounds[2]
    first = shown(vectors(SCENE.id, "--step", 1))
    assert first
    assert "r" in shown(plain) - first


@pytest.mark.slow
def test_vectors_of_a_map_hold_it_as_a_picture(vectors):
    root = vectors(SCENE.id, "--map", "verdict", "--size", "320x240")
    (image,) = root.iter("{http://www.w3.org/2000/svg}image")
    assert image.get("href").startswith("data:image/png;base64,")
    outcomes = {outcome.word for outcome in SCENE.answer.outcomes}
    assert shown(root) & outcomes


@pytest.mark.slow
def test_vectors_of_a_chart_name_its_axes(vectors):
    over = "--over", "center.x,radius", "--size", "320x240"
    said = shown(vectors(SCENE.id, "--map", "verdict", *over))
    assert {"Circle centre O x (m)", "Radius r (m)"} <= said


def test_vectors_show_the_state_of_a_link(vectors, tmp_path):
    p = with_values(SCENE.initial_params(), radius=1.25)
    state = replace(case_state(SCENE), params=p)
    file = tmp_path / "state.json"
    file.write_text(dump(state))
    addressed = f"https://school.example/{make_link(state)}"
    pictures = [tostring(vectors(one)) for one in (file, addressed, SCENE.id)]
    assert pictures[0] == pictures[1] != pictures[2]


@pytest.mark.slow
def test_a_damaged_link_says_so_and_shows_its_scene(playground, tmp_path):
    file = tmp_path / "picture.png"
    answer = playground(
        "render", f"{make_link(case_state(SCENE))[:-9]}", "-o", file, *SIZE
    )
    assert answer.code == 0
    assert "the link is damaged" in answer.err
    assert file.exists()


def test_code_that_a_link_brings_is_put_away_as_a_text(
    playground, tmp_path, monkeypatch
):
    from playground.cli import run as cli_run
    from playground.gui import window

    shown = []
    monkeypatch.setattr(cli_run, "has_display", lambda: True)
    monkeypatch.setattr(window, "run_window", lambda session, *_: shown.append(session))
    monkeypatch.setenv("PLAYGROUND_SETTINGS", str(tmp_path / "settings"))
    trap = tmp_path / "ran"
    code = f"open({str(trap)!r}, 'w')\ndef ray_circle(**_): return None\n"
    for _ in range(2):
        answer = playground("run", make_link(case_state(SCENE), code=code))
        assert answer.code == 0
        assert "the link contains code; it was not run" in answer.err
    (file,) = tmp_path.glob("settings/from_links/*")
    assert file.read_text() == code
    assert str(file) in answer.err
    assert str(file) in shown[-1].notice
    assert "not run" in shown[-1].notice
    assert shown[-1].state.scene.id == SCENE.id
    assert shown[-1].open_scene.user_code is None
    assert not trap.exists()


def test_missing_opengl_is_told_in_one_line(refused, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "playground.gui.offscreen", None)
    error = refused("render", SCENE.id, "-o", tmp_path / "a.png")
    assert error.startswith("cannot draw without OpenGL 3.3: ")


def test_vectors_need_no_opengl(vectors, monkeypatch):
    monkeypatch.setitem(sys.modules, "playground.gui.offscreen", None)
    assert shown(vectors(SCENE.id))


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Mesa's settings")
@pytest.mark.parametrize(
    "environment",
    [
        {"MESA_GL_VERSION_OVERRIDE": "3.2"},
        {"__EGL_VENDOR_LIBRARY_FILENAMES": "/no/such/file"},
    ],
    ids=["3.2", "no device"],
)
def test_an_old_opengl_is_told_in_one_line(tmp_path, environment):
    out = str(tmp_path / "a.png")
    command = ("render", SCENE.id, "-o", out)
    answer = started(*command, folder=tmp_path, environment=environment)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert answer.stderr.startswith("playground: cannot draw without OpenGL 3.3: ")
    assert answer.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def in_a_shell(line: str, folder: Path) -> tuple[int, str]:
    """Run a shell's command line with `playground`; return exit code and stderr."""
    program = subprocess.run(
        [
            "sh",
            "-c",
            f"playground() {{ '{sys.executable}' -m playground \"$@\"; }}; {line}",
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": ""},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=300,
        check=False,
    )
    return program.returncode, program.stderr


FULL = "cannot write to standard output: No space left on device"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a shell, /dev/full")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("playground list >&-", "standard output is closed"),
        ("playground --help >/dev/full", FULL),
        (f"playground render {SCENE.id} --canvas -o a.svg >/dev/full", FULL),
        (
            f"mkdir a; cd a; rmdir ../a; playground render {SCENE.id} -o a.png",
            "the working folder is gone: No such file or directory",
        ),
        (
            "mkdir a; cd a; rmdir ../a; playground run state.json",
            "cannot read state.json: No such file or directory",
        ),
    ],
)
def test_what_the_shell_took_away_is_told_in_one_line(tmp_path, line, said):
    assert in_a_shell(line, tmp_path) == (2, f"playground: {said}\n")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a shell, /dev/full")
def test_where_nothing_can_be_told_the_exit_code_does(tmp_path):
    for stderr in ("2>&-", "2>/dev/full"):
        assert in_a_shell(f"playground run nothing {stderr}", tmp_path) == (2, "")
