"""Error messages and help of arguments in another language."""

import pytest
from made_up_language import accented, spoken

from playground.cli import main as command_line
from playground.cli.parser import as_message, wrap_terminal_text
from playground.i18n import translate, use_language

_ONE = "argument {argument}: {problem}"
_MAPS = ("verdict", "zones", "value", "mistakes", "blame")
_EXCLUSIVE = ("run", "--log", "a", "--replay", "b")
# What is given, the argument that it is about, and the sentence with its places.
WRONG = [
    (
        ("list", "--foo"),
        "",
        "unrecognized arguments: {arguments}",
        {"arguments": "--foo"},
    ),
    (
        ("check",),
        "",
        "the following arguments are required: {arguments}",
        {"arguments": "SCENE.py|SCENE"},
    ),
    (
        ("judge", "--se", "3"),
        "",
        "ambiguous option: {option} could match {options}",
        {"option": "--se", "options": "--seed, --seconds"},
    ),
    (("run", "--log"), "--log", "expected one argument", {}),
    (_EXCLUSIVE, "--replay", "not allowed with argument {other}", {"other": "--log"}),
    (
        ("render", "--canvas=3"),
        "--canvas",
        "ignored explicit argument {value}",
        {"value": "'3'"},
    ),
    (
        ("render", "--step", "a"),
        "--step",
        "invalid {type} value: {value}",
        {"type": "int", "value": "'a'"},
    ),
    (
        ("cases", "--cases", "x"),
        "--cases",
        "{text!r} is not a whole number from 0 on",
        {"text": "x"},
    ),
]


@pytest.fixture
def said(capsys, monkeypatch):
    """Return a function that runs the program in the made-up language."""
    monkeypatch.setattr(command_line, "set_language", lambda _language: None)

    def run(*arguments: str) -> tuple[int, str]:
        with spoken(), pytest.raises(SystemExit) as left:
            command_line.main(arguments)
        printed = capsys.readouterr()
        return left.value.code, printed.out + printed.err

    return run


def error(command: str, problem: str) -> str:
    program = f"playground {command}".strip()
    told = accented("{program}: error: {problem}")
    return told.format(program=program, problem=problem)


@pytest.mark.parametrize(("given", "argument", "sentence", "places"), WRONG)
def test_what_is_wrong_with_the_arguments_is_told(
    said, given, argument, sentence, places
):
    code, words = said(*given)
    problem = accented(sentence).format(**places)
    if argument:
        problem = accented(_ONE).format(argument=argument, problem=problem)
    command = "" if "unrecognized" in sentence else given[0]
    assert code == 2
    assert words.splitlines()[-1] == error(command, problem)


def test_a_choice_is_named_with_those_there_are(said):
    _, words = said("render", "--map", "foo")
    # Whether Python quotes them depends on its version.
    begin, end = accented("invalid choice: {value} (choose from {known})").split(
        "{known}"
    )
    last = words.splitlines()[-1]
    assert begin.format(value="'foo'") in last
    assert last.rstrip("~").endswith(end.rstrip("~"))
    assert all(kind in last for kind in _MAPS)


def test_help_and_its_headings_are_told(said):
    code, words = said("grade", "--help")
    assert code == 0
    for text in ("Usage: ", "Arguments", "Options", "Show this help and exit"):
        assert accented(text).split()[0] in words
        assert text not in words


@pytest.mark.parametrize(
    "text",
    [
        "unrecognized arguments: a b",
        "one of the arguments --a --b is required",
        "argument --x: invalid choice: 'a' (choose from b, c)",
        "argument --x: invalid choice: 'a', maybe you meant 'b'? (choose from b, c)",
        "argument --x: expected at most one argument",
        "argument --x: what a later Python says",
        "what a later Python says",
    ],
)
def test_in_english_argparse_has_its_own_words(text):
    assert as_message("playground", text) == f"playground: error: {text}"


def test_a_later_wording_of_python_stays():
    with use_language("ja"):
        assert translate(as_message("p", "later words")).endswith("later words")


def test_lines_are_measured_in_columns():
    text = "例の種類ごとの配点（JSONまたはTOML）、1つの問題。" * 3
    lines = wrap_terminal_text(text, 20)
    assert "".join(lines) == text
    for line in lines:
        assert sum(1 if letter.isascii() else 2 for letter in line) <= 22
        assert line[0] not in "、。）"
        assert line[-1] != "（"
    assert wrap_terminal_text("plain  words as\never", 11) == ["plain words", "as ever"]
