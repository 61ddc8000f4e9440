"""Modules of the player, separately and bundled as one script."""

import re
from collections import Counter
from pathlib import Path

import pytest

from playground.web.player_bundle import PLAYER_FOLDER, bundle_player

# What is declared for the whole module; several names at once in braces.
DECLARED = re.compile(
    r"^(?:export )?(?:async )?(?:function|class|const) (\w+|\{.*?\})", re.MULTILINE
)
MODULES = {
    path.stem: path.read_text("utf-8") for path in sorted(PLAYER_FOLDER.glob("*.js"))
}


def declared(module: str) -> list[str]:
    """Return the names in the outermost scope of a module's text."""
    return [
        name for one in DECLARED.findall(module) for name in re.findall(r"\w+", one)
    ]


def exported(module: str) -> list[str]:
    lines = module.splitlines()
    return declared("\n".join(line for line in lines if line.startswith("export ")))


def imported(module: str) -> dict[str, list[str]]:
    """Return the imports of a module's text, by source."""
    found = re.findall(r'^import \{ (.+) \} from "\./(\w+)\.js";', module, re.M)
    return {source: names.split(", ") for names, source in found}


def reached(first: str) -> set[str]:
    """Return a module with all its imports."""
    found: set[str] = set()
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(imported(MODULES[name]))
    return found


def test_each_module_belongs_to_a_page() -> None:
    assert reached("start") | reached("site_start") == set(MODULES)


def write(folder: Path, **modules: str) -> Path:
    for name, module in modules.items():
        (folder / f"{name}.js").write_text(module, encoding="utf-8")
    return folder


def test_a_module_stands_once_and_after_those_it_imports(tmp_path: Path) -> None:
    write(
        tmp_path,
        one='import { b } from "./two.js";\n'
        'import { c, d } from "./three.js";\nb(c, d);\n',
        two='import { c } from "./three.js";\n\nexport function b() { return c; }\n',
        three="export const c = 1;\nexport class d {}\n",
        four="never();\n",
    )
    lines = bundle_player(tmp_path, "one").split("\n")
    assert [line for line in lines if line] == [
        "const c = 1;",
        "class d {}",
        "function b() { return c; }",
        "b(c, d);",
    ]


def test_modules_in_a_circle_are_refused(tmp_path: Path) -> None:
    write(
        tmp_path,
        one='import { b } from "./two.js";\nexport const a = 1;\n',
        two='import { a } from "./one.js";\nexport const b = 1;\n',
    )
    with pytest.raises(ValueError, match="one > two > one"):
        bundle_player(tmp_path, "one")


@pytest.mark.parametrize(
    "line",
    [
        'import * as b from "./two.js";',
        'import { b as c } from "./two.js";',
        'import "./two.js";',
        'import { b } from "https://else.where/two.js";',
        "export { b };",
        "export default 1;",
    ],
)
def test_what_it_would_not_understand_is_refused(tmp_path: Path, line: str) -> None:
    write(tmp_path, one=f"{line}\n", two="export const b = 1;\n")
    with pytest.raises(ValueError, match=r"one\.js: (import|export)"):
        bundle_player(tmp_path, "one")


def test_no_two_modules_declare_the_same_name() -> None:
    counts = Counter(name for module in MODULES.values() for name in declared(module))
    assert {"Player", "PlaneView", "columnAt", "NEAR_DISTANCE"} <= set(counts)
    assert [name for name, count in counts.items() if count > 1] == []


def test_what_a_module_exports_is_imported_elsewhere() -> None:
    wanted = {
        (source, name)
        for module in MODULES.values()
        for source, names in imported(module).items()
        for name in names
    }
    for source, module in MODULES.items():
        for name in exported(module):
            assert (source, name) in wanted
