"""READMEs: valid links, and code and commands that run."""

import re
import runpy
import shutil
import tomllib
from collections.abc import Callable
from gettext import GNUTranslations
from pathlib import Path

import pytest

from playground.cli.main import main
from playground.i18n.catalog import CATALOGUE_FOLDER

ROOT = Path(__file__).parents[1]
READMES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in (
        ROOT / "README.md",
        ROOT / "README.ja.md",
        *sorted(ROOT.glob("playground/**/README.md")),
    )
}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
FIRST, JAPANESE = READMES["README.md"], READMES["README.ja.md"]
# Of a command there may be a quicker form that shows as much.
FEWER = {
    "judge": ("--cases", "60"),
    "grade": ("--cases", "60"),
    "cases": ("--cases", "30"),
    "record": ("--seconds", "0.5"),
    "export": ("--help",),
    "site": ("--help",),
    "bench": ("--help",),
}
# What a judge finds wrong is no failure.
ENDINGS = {"judge": (0, 1)}


def blocks(language: str) -> list[tuple[str, str]]:
    """Return the code blocks of a language, each with its README."""
    fence = re.compile(rf"^```{language}\n(.*?)^```", re.MULTILINE | re.DOTALL)
    return [(name, x) for name, text in READMES.items() for x in fence.findall(text)]


def commands() -> list[tuple[str, list[str]]]:
    """Return the commands of each block that this machine can run, with the README.

    The Japanese one has the commands of the first.
    """
    found = []
    for name, block in blocks("sh"):
        if name == "README.ja.md":
            continue
        # What comes before installs it.
        last = [line.split("  #")[0].split(" && ")[-1] for line in block.splitlines()]
        lines = [
            line
            for line in last
            if line.startswith(".venv/bin/playground ")
            and ("node" not in words(line) or shutil.which("node"))
        ]
        if lines:
            found.append((name, lines))
    return found


def words(line: str) -> list[str]:
    return re.findall(r"[\w.]+", line)


def anchors(text: str) -> set[str]:
    """Return the anchors of headings, as the hosts of READMEs make them."""
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", t).strip().lower().replace(" ", "-") for t in titles
    }


@pytest.mark.parametrize("name", READMES)
def test_every_link_leads_somewhere(name: str) -> None:
    links = re.findall(r"\]\((?!https?:)([^)]+)\)", READMES[name])
    for link in links:
        path, _, anchor = link.partition("#")
        there = (ROOT / name).parent / path if path else ROOT / name
        assert there.exists(), link
        if anchor:
            assert anchor in anchors(there.read_text(encoding="utf-8")), link


def test_every_command_of_the_first_one_is_run() -> None:
    extras = PROJECT["optional-dependencies"]
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for name, block in blocks("sh"):
        for part in re.split(r" && |\n", block.strip()) if name == "README.md" else ():
            if part in ("python3 -m venv .venv", ".venv/bin/pip install -q ."):
                continue  # by .ci/run, in the lines below
            if found := re.fullmatch(r"\.venv/bin/pip install -q '\.\[(\w+)\]'", part):
                assert found[1] in extras
            elif part in (".venv/bin/playground", ".venv/bin/pytest"):
                assert f"readme {part})" in ci
            else:  # by test_commands_run_as_they_stand
                assert part.startswith(".venv/bin/playground "), part


def test_the_changelog_begins_with_the_present_version() -> None:
    changelog = (ROOT / ".github" / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(.+)\] - 20\d\d-\d\d-\d\d$", changelog, re.MULTILINE)
    assert versions[0] == PROJECT["version"]


def test_the_architecture_page_names_what_exists() -> None:
    folders = ("playground", "scenes", "tests", ".github")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    known = {f"/{path.relative_to(ROOT).as_posix()}" for path in paths}
    names: set[str] = set()
    for path in paths:
        if path.suffix in (".py", ".js", ".ts"):
            names |= {*re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    for code in words_of_code(READMES["playground/README.md"]):
        if "/" in code or code.endswith((".py", ".js", ".md")):
            ending = f"/{code.rstrip('/')}"
            found = "NAME" in code or any(path.endswith(ending) for path in known)
        else:
            found = {*re.findall(r"\w+", code)} <= names
        assert found, code


def headings(text: str) -> list[str]:
    return re.findall(r"^#+ ", text, re.MULTILINE)


def code(text: str) -> list[list[str]]:
    """Return the lines of each block without their comments."""
    fence = re.compile(r"^(```\w*\n.*?)^```", re.MULTILINE | re.DOTALL)
    lines = [block.splitlines() for block in fence.findall(text)]
    return [
        [re.split(r" {2,}", x.strip())[0] for x in block if not x.startswith(" " * 20)]
        for block in lines
    ]


def words_of_code(text: str) -> set[str]:
    """Return the code within sentences."""
    sentences = re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)
    return {" ".join(x.split()) for x in re.findall(r"`([^`]+)`", sentences)}


def ways(text: str) -> set[str]:
    """Return the targets of links and pictures, except for the README itself."""
    found = re.findall(r"\]\(([^#)][^)]*)\)", text)
    return {x.replace("/ja_", "/") for x in found} - {"README.md", "README.ja.md"}


@pytest.mark.parametrize("part", [headings, code, words_of_code, ways])
def test_the_japanese_one_has_the_same_parts(part: Callable[[str], object]) -> None:
    assert part(JAPANESE) == part(FIRST)
    assert part(FIRST)


def names_on_screen(text: str) -> list[str]:
    """Return what is emphasized, which only buttons, pages and the like are."""
    sentences = " ".join(re.sub(r"^```.*?^```", "", text, flags=re.M | re.S).split())
    return re.findall(r"(?<!\*)\*(\w[^*]*)\*(?!\*)", sentences)


def japanese_catalogue() -> GNUTranslations:
    with (CATALOGUE_FOLDER / "ja.mo").open("rb") as file:
        return GNUTranslations(file)


@pytest.mark.parametrize("name", ["README.md", "playground/gui/README.md"])
def test_buttons_are_called_as_on_screen(name: str) -> None:
    translate = japanese_catalogue().gettext
    for button in names_on_screen(READMES[name]):
        assert translate(button) != button, button


def test_the_japanese_one_calls_buttons_as_the_screen_does() -> None:
    for name in names_on_screen(FIRST):
        assert f"「{japanese_catalogue().gettext(name)}」" in JAPANESE, name


@pytest.mark.slow
@pytest.mark.parametrize(("name", "code"), blocks("python"))
def test_python_runs_as_it_stands(
    name: str, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "block.py"
    path.write_text(code, encoding="utf-8")
    runpy.run_path(str(path))
    printed = capsys.readouterr().out.splitlines()
    expected = re.findall(r"^print\(.*\)(?:  # (.*))?$", code, re.MULTILINE)
    for line, comment in zip(printed, expected, strict=True):
        assert comment in ("", line)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "lines"), commands())
def test_commands_run_as_they_stand(
    name: str,
    lines: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for other, code in blocks("python"):
        if other == name:
            (tmp_path / "mine.py").write_text(code, encoding="utf-8")
    examples = ROOT / "playground" / "judge" / "examples"
    for folder in ("playground", "tests"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    shutil.copy(examples / "judged.js", tmp_path)
    (tmp_path / "submissions").mkdir()
    shutil.copy(examples / "ray_circle_example.py", tmp_path / "submissions")
    monkeypatch.chdir(tmp_path)
    # Without a display the window is not opened; what it would show is looked up.
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr("playground.cli.run.save_gallery", lambda _folder: None)
    for line in lines:
        _, command, *options = quoted(line)
        try:
            code = main([command, *options, *FEWER.get(command, ())])
        except SystemExit as left:
            code = left.code
        assert code in ENDINGS.get(command, (0,)), (line, capsys.readouterr().err)


@pytest.mark.slow
def test_the_judge_says_what_the_first_one_quotes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    command = next(
        line for _, lines in commands() for line in lines if " judge " in line
    )
    assert main(command.split()[1:]) == 1
    (quotation,) = re.findall(r'it says "(.*?)"', " ".join(FIRST.split()))
    assert capsys.readouterr().out.startswith(f"{quotation}\n")


def quoted(line: str) -> list[str]:
    return [a or b for a, b in re.findall(r'"([^"]*)"|(\S+)', line)]
