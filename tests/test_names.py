"""Names according to `.github/GLOSSARY.md`: standard terms, each with one meaning."""

# ruff: noqa: SIM905 - lists of words are read more easily without quotes

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from sources import ROOT, parse_sources

# The starts of a scene stand alone, each in the folder of its author.
TEMPLATES = ROOT / "playground" / "cli" / "templates"

# A name begins with none of these: "told", "beside" and "own" say nothing.
PARTICIPLES = set(
    "told said seen shown held kept known given drawn found made taken laid done "
    "lost led met built bound chosen written spoken meant begun gone spent sent "
    "thought worn broken hidden driven grown risen thrown caught brought left let "
    "stood put heard felt borne".split()
)
NOUNS_IN_ED = set("need seed speed feed embed red bed exceed proceed shared".split())
PREPOSITIONS = set(
    "of at by in on to from with without beside beyond about upto after before "
    "under over within since toward along across apart off out up aside around "
    "among against".split()
)
PRONOUNS = set(
    "one other others some few all own most least both same what where whole rest "
    "there here now how why each every who more".split()
)
CONVENTIONAL = re.compile(r"_?(from|to|with|on|in|is|has)_[a-z0-9_]+$")
PUBLIC_EXCEPTIONS = {"normalized", "judged"}
"""A field of a published listing's answer, and the pytest plugin's function."""

UNITS = set(
    "px pixels pixel s ms us ns seconds second minutes hz fps radius radii width "
    "height size length angle degrees radians limit max min maximum minimum count "
    "number tolerance epsilon eps ratio scale factor share fraction margin padding "
    "gap distance interval timeout delay duration bytes chars letters lines columns "
    "rows level weight cost speed rate threshold seed version step steps index "
    "offset position opacity alpha gamma depth area volume iterations samples "
    "points digits bits exponent ulp bound precision capacity retries attempts port "
    "x y z tau pi".split()
)
SYSTEM_CONSTANT = re.compile(r"_?(PR|SECCOMP|BPF|AUDIT|LANDLOCK)_")
"""Constants that have the names of Linux's headers."""

# Words of which the glossary says that they went.
FORMER_WORDS = set(
    "alone arriving backdrop blame bury culprit deed doing entitle excuse excused "
    "fence finer furnish gather girth glimpse glow grip heard hears heed hush "
    "judgement keeper kept laid lane lanes lens lit logbook looks loupe overseer "
    "pace parting patience peak promise rival roof said sheet since speak spoken "
    "stage stir studied study sureness tape told tone tones trial trials twofold "
    "untold walk wholes worded".split()
)

# What is left of earlier names and docstrings; these numbers only fall.
MAX_VAGUE_VARIABLES_SHARE = 0.18
MAX_QUESTION_DOCSTRINGS_SHARE = 0.01
QUESTION = re.compile(
    r"(Return |Yield )?(what|where|how|when|which|why|who|whoever)\b", re.IGNORECASE
)


@cache
def _named_nodes() -> list[tuple[str, ast.AST]]:
    return [
        (f"{path}:{getattr(node, 'lineno', 1)}", node)
        for path, tree in parse_sources().items()
        for node in ast.walk(tree)
        if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.Module, ast.Name))
    ]


def _nodes(*kinds: type[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    return ((place, node) for place, node in _named_nodes() if isinstance(node, kinds))


def _words(name: str) -> list[str]:
    parts = re.split(r"[_\W]+", re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name))
    return [part.lower() for part in parts if part]


def _is_vague(word: str) -> bool:
    is_participle = word in PARTICIPLES or (
        len(word) > 4 and word.endswith("ed") and word not in NOUNS_IN_ED
    )
    return is_participle or word in PREPOSITIONS or word in PRONOUNS


def test_no_two_classes_have_one_name() -> None:
    places = defaultdict(list)
    for where, node in _nodes(ast.ClassDef):
        if TEMPLATES not in (ROOT / where).parents:
            places[node.name.lstrip("_")].append(where)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_no_two_modules_have_one_name() -> None:
    """Scenes have parallel modules, a listing its query's name, `cli` its commands'."""
    parallel = "scenes/", "playground/cli/", "playground/collision/articles/"
    places = defaultdict(list)
    for path in parse_sources():
        if not path.startswith(parallel):
            places[Path(path).stem].append(path)
    del places["__init__"]
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_a_function_is_named_by_a_verb_or_a_noun() -> None:
    vague = [
        f"{where}: {node.name}"
        for where, node in _nodes(ast.FunctionDef)
        if not node.name.startswith("__")
        and node.name not in PUBLIC_EXCEPTIONS
        and _is_vague((_words(node.name) or ["_"])[0])
        and not CONVENTIONAL.match(node.name)
    ]
    assert vague == []


def test_former_words_are_in_no_name() -> None:
    names = [
        (where, node.name) for where, node in _nodes(ast.FunctionDef, ast.ClassDef)
    ] + [(path, Path(path).stem) for path in parse_sources()]
    assert [f"{w}: {n}" for w, n in names if FORMER_WORDS & set(_words(n))] == []


def _is_numeric(node: ast.expr | None) -> bool:
    match node:
        case ast.Constant(value=value):
            return isinstance(value, int | float) and not isinstance(value, bool)
        case ast.UnaryOp(operand=operand):
            return _is_numeric(operand)
        case ast.BinOp(left=left, right=right):
            return _is_numeric(left) and _is_numeric(right)
    return False


def test_a_constant_says_quantity_or_unit_and_has_its_own_line() -> None:
    found = []
    for path, tree in parse_sources().items():
        for node in tree.body:
            match node:
                case ast.Assign(targets=[ast.Tuple()], value=ast.Tuple(elts=values)):
                    if any(map(_is_numeric, values)):
                        found.append(f"{path}:{node.lineno}: several in one line")
                case (
                    ast.Assign(targets=[ast.Name(id=name)])
                    | ast.AnnAssign(target=ast.Name(id=name))
                ):
                    is_named = UNITS & set(_words(name)) or SYSTEM_CONSTANT.match(name)
                    if _is_numeric(node.value) and not is_named:
                        found.append(f"{path}:{node.lineno}: {name}")
    assert found == []


def test_vague_variables_and_docstrings_that_ask_only_become_fewer() -> None:
    count: Counter[str] = Counter()
    for _, node in _nodes(ast.Name):
        if isinstance(node.ctx, ast.Store) and (words := _words(node.id)):
            count["variables"] += 1
            count["vague"] += len(words) == 1 and _is_vague(words[0])
    for _, node in _nodes(ast.Module, ast.ClassDef, ast.FunctionDef):
        if text := ast.get_docstring(node):
            count["docstrings"] += 1
            count["questions"] += bool(QUESTION.match(text))
    assert count["vague"] <= MAX_VAGUE_VARIABLES_SHARE * count["variables"]
    assert count["questions"] <= MAX_QUESTION_DOCSTRINGS_SHARE * count["docstrings"]
